import { bankIncome } from './bank-income/connector.ts'
import { bureau } from './bureau/connector.ts'
import type { Catalogue, CatalogueEntry, CatalogueEntryOf } from './catalogue.ts'
import type { Connector } from './connector.ts'
import { employeeOAuth2 } from './employee-oauth2/connector.ts'
import { employerKey } from './employer-key/connector.ts'
import { employerOAuth2 } from './employer-oauth2/connector.ts'
import { loginApi } from './login-api/connector.ts'
import { oauth2Api } from './oauth2-api/connector.ts'
import { taxAuthority } from './tax-authority/connector.ts'
import { webPortal } from './web-portal/connector.ts'

/** A connector for every provider of the catalogue, by id. */
export type Connectors = ReadonlyMap<string, Connector>

/** The connectors of each client. They differ only in catalogue data: addresses that a client has to itself. */
export type ClientConnectors = { of(clientId: string): Connectors }

/**
 * Kinds are implemented in code, and providers are data: adding a provider of a known kind only needs a catalogue
 * entry.
 */
const kinds = {
  'login-api': loginApi,
  'oauth2-api': oauth2Api,
  'web-portal': webPortal,
  bureau,
  'tax-authority': taxAuthority,
  'employer-key': employerKey,
  'employee-oauth2': employeeOAuth2,
  'employer-oauth2': employerOAuth2,
  'bank-income': bankIncome,
} satisfies { [Kind in CatalogueEntry['kind']]: (entry: CatalogueEntryOf<Kind>) => Connector }

export const createConnectors = ({ providers }: Catalogue): Connectors => connectorsFor(providers)

const connectorsFor = (entries: readonly CatalogueEntry[]): Connectors =>
  new Map(entries.map((entry) => [entry.id, connectorFor(entry)]))

/** The catalogue entries of these connectors, in the order of the catalogue. */
export const entriesOf = (connectors: Connectors): CatalogueEntry[] =>
  [...connectors.values()].map(({ entry }) => entry)

/** Clients whose connectors are kept in memory. */
const maxCachedClients = 1_000

export function openClientConnectors(
  entriesOf: (clientId: string) => readonly CatalogueEntry[],
): ClientConnectors {
  const byClient = new Map<string, Connectors>()
  let shared: { entries: readonly CatalogueEntry[]; connectors: Connectors } | undefined
  return {
    of(clientId) {
      const cached = byClient.get(clientId)
      if (cached) return cached
      const entries = entriesOf(clientId)
      // Without addresses of their own, all clients have the same list of entries.
      if (entries !== shared?.entries) shared = { entries, connectors: connectorsFor(entries) }
      byClient.set(clientId, shared.connectors)
      const [oldest] = byClient.keys()
      if (oldest !== undefined && byClient.size > maxCachedClients) byClient.delete(oldest)
      return shared.connectors
    },
  }
}

// The compiler cannot infer that the entry matches the function of its kind.
const connectorFor = (entry: CatalogueEntry) =>
  (kinds[entry.kind] as (entry: CatalogueEntry) => Connector)(entry)
