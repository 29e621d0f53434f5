import type { CatalogueEntryOf } from '../catalogue.ts'
import type { BankConnector } from '../connector.ts'
import { trueLayerConnector } from './truelayer-connector.ts'
import { yapilyConnector } from './yapily-connector.ts'

/** Connector for bank accounts through the aggregator that the catalogue entry names. */
export const bankIncome = (entry: CatalogueEntryOf<'bank-income'>): BankConnector =>
  entry.system === 'truelayer' ? trueLayerConnector(entry) : yapilyConnector(entry)
