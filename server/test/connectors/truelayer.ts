import { CatalogueEntry, type CatalogueEntryOf } from '../../src/connectors/catalogue.ts'

/** Catalogue entry for TrueLayer in the sandbox, which reads the same bank as Yapily there. */
export function truelayerEntryAt(sandboxUrl: string) {
  const auth = `${sandboxUrl}/truelayer/auth`
  return CatalogueEntry.parse({
    kind: 'bank-income',
    system: 'truelayer',
    id: 'sandbox-bank-truelayer',
    name: 'Pebble Bank',
    url: `${sandboxUrl}/`,
    logo_url: `${sandboxUrl}/logos/sandbox-bank.svg`,
    reset_url: `${sandboxUrl}/yapily/reset`,
    parent: null,
    max_login_attempts: 5,
    extra_login_params: [],
    address: `${sandboxUrl}/truelayer`,
    authorize_url: `${auth}/`,
    token_url: `${auth}/connect/token`,
    revoke_url: `${auth}/api/delete`,
    per_second: 20,
    client_id: 'payproof-sandbox',
    client_secret: 'payproof-sandbox-secret',
    institution_id: 'ob-pebble-bank',
    aggregator: 'TrueLayer',
  }) as CatalogueEntryOf<'bank-income'>
}
