import type { Catalogue } from './catalogue.ts'
import type { Connector } from './connector.ts'

/** Every provider of the catalogue, ready to be talked to, by id. */
export type Connectors = ReadonlyMap<string, Connector>

export function openConnectors(_catalogue: Catalogue): Connectors {
  return new Map()
}
