import { CatalogueEntry, type CatalogueEntryOf } from '../../src/connectors/catalogue.ts'

const auth = '{sandbox}/truelayer/auth'

/** Catalogue entry for TrueLayer in the sandbox, which reads the same bank as Yapily there. */
export const truelayerEntry = {
  kind: 'bank-income',
  system: 'truelayer',
  id: 'sandbox-bank-truelayer',
  name: 'Pebble Bank',
  url: '{sandbox}/',
  logo_url: '{sandbox}/logos/sandbox-bank.svg',
  reset_url: '{sandbox}/yapily/reset',
  parent: null,
  max_login_attempts: 5,
  extra_login_params: [],
  address: '{sandbox}/truelayer',
  authorize_url: `${auth}/`,
  token_url: `${auth}/connect/token`,
  revoke_url: `${auth}/api/delete`,
  per_second: 20,
  client_id: 'payproof-sandbox',
  client_secret: 'payproof-sandbox-secret',
  institution_id: 'ob-pebble-bank',
  aggregator: 'TrueLayer',
}

/** The entry with the address of a running sandbox. */
export const truelayerEntryAt = (sandboxUrl: string) =>
  CatalogueEntry.parse(
    JSON.parse(JSON.stringify(truelayerEntry).replaceAll('{sandbox}', sandboxUrl)),
  ) as CatalogueEntryOf<'bank-income'>
