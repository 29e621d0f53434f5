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

export function createConnectors({ providers }: Catalogue): Connectors {
  return new Map(providers.map((entry) => [entry.id, connectorFor(entry)]))
}

// The compiler cannot infer that the entry matches the function of its kind.
const connectorFor = (entry: CatalogueEntry) =>
  (kinds[entry.kind] as (entry: CatalogueEntry) => Connector)(entry)
