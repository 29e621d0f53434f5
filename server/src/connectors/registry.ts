import { bureau } from './bureau/connector.ts'
import type { Catalogue, Entry, EntryOf } from './catalogue.ts'
import type { Connector } from './connector.ts'
import { loginApi } from './login-api/connector.ts'
import { oauth2Api } from './oauth2-api/connector.ts'
import { taxAuthority } from './tax-authority/connector.ts'
import { webPortal } from './web-portal/connector.ts'

/** Every provider of the catalogue, ready to be talked to, by id. */
export type Connectors = ReadonlyMap<string, Connector>

/** Kinds are code, providers are data: a provider of a known kind is an entry of the catalogue and nothing else. */
const kinds = {
  'login-api': loginApi,
  'oauth2-api': oauth2Api,
  'web-portal': webPortal,
  bureau,
  'tax-authority': taxAuthority,
} satisfies { [Kind in Entry['kind']]: (entry: EntryOf<Kind>) => Connector }

export function openConnectors({ providers }: Catalogue): Connectors {
  return new Map(providers.map((entry) => [entry.id, connectorFor(entry)]))
}

// The compiler does not see that an entry and the function under its kind go together.
const connectorFor = (entry: Entry) => (kinds[entry.kind] as (entry: Entry) => Connector)(entry)
