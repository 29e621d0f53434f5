import { bureau } from './bureau/connector.ts'
import type { Catalogue, Entry, EntryOf } from './catalogue.ts'
import type { Connector } from './connector.ts'
import { loginApi } from './login-api/connector.ts'
import { oauth2Api } from './oauth2-api/connector.ts'

/** Every provider of the catalogue, ready to be talked to, by id. */
export type Connectors = ReadonlyMap<string, Connector>

/** Kinds are code, providers are data: a provider of a known kind is an entry of the catalogue and nothing else. */
const kinds: { [Kind in Exclude<Entry['kind'], 'web-portal'>]: (entry: EntryOf<Kind>) => Connector } = {
  'login-api': loginApi,
  'oauth2-api': oauth2Api,
  bureau,
}

export function openConnectors({ providers }: Catalogue): Connectors {
  return new Map(
    providers.filter(({ kind }) => kind !== 'web-portal').map((entry) => [entry.id, open(entry)]),
  )
}

/** Its kind says which of them takes the entry, which the compiler cannot follow. */
const open = (entry: Entry) =>
  (kinds as unknown as Record<string, (entry: Entry) => Connector>)[entry.kind]?.(entry) as Connector
