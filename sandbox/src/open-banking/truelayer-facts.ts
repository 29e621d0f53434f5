/**
 * Documented rules of TrueLayer's Data API v1 that the simulator enforces, named by their page at docs.truelayer.com. One
 * test of the same id in `truelayer-facts.test.ts` checks each.
 */
export const trueLayerFacts = [
  {
    id: 'link-response-type',
    section: 'Create a connection',
    fact: 'An auth link needs response_type code.',
  },
  {
    id: 'link-client',
    section: 'Data API errors',
    fact: 'An unknown client_id or redirect_uri in the auth link returns 401 (unauthorized_client).',
  },
  { id: 'link-scope', section: 'Create a connection', fact: 'An unknown scope in the auth link is refused.' },
  {
    id: 'link-provider',
    section: 'Create a connection',
    fact: 'An auth link offers banks or groups of banks by providers; an unknown one is refused.',
  },
  {
    id: 'link-provider-id',
    section: 'Generate an auth link',
    fact: 'provider_id skips the choice of a bank. The bank also has to be in providers, by its id or its group.',
  },
  {
    id: 'callback-code',
    section: 'Create a connection',
    fact: 'The person returns with code, scope and the state of the link.',
  },
  {
    id: 'callback-denied',
    section: 'Create a connection',
    fact: 'A person who refuses returns with error access_denied and the state.',
  },
  {
    id: 'callback-cancelled',
    section: 'Create a connection',
    fact: 'A person who cancels before the sign-in at the bank returns in the same way.',
  },
  {
    id: 'code-exchange',
    section: 'Create a connection',
    fact: 'A code is exchanged at /connect/token for a Bearer token of one hour and a refresh token.',
  },
  {
    id: 'code-single-use',
    section: 'Data API errors',
    fact: 'A code that was used returns 400 (invalid_authorization_code).',
  },
  {
    id: 'code-five-minutes',
    section: 'Data API errors',
    fact: 'A code is valid for 5 minutes; later it returns 400 (invalid_authorization_code).',
  },
  {
    id: 'code-redirect',
    section: 'Data API errors',
    fact: 'Another redirect_uri than that of the link returns 400 (invalid_grant).',
  },
  {
    id: 'client-wrong-secret',
    section: 'Data API errors',
    fact: 'A wrong client_secret returns 400 (invalid_client).',
  },
  { id: 'client-in-form', section: 'Create a connection', fact: 'Client credentials are form fields.' },
  { id: 'grant-type', section: 'Create a connection', fact: 'An unknown grant_type returns 400.' },
  {
    id: 'offline-access',
    section: 'Create a connection',
    fact: 'Without the scope offline_access there is no refresh token.',
  },
  {
    id: 'refresh',
    section: 'Create a connection',
    fact: 'A refresh token returns a new access token for the same connection.',
  },
  {
    id: 'refresh-unknown',
    section: 'Data API errors',
    fact: 'An unknown refresh token returns 400 (invalid_grant).',
  },
  {
    id: 'refresh-after-consent',
    section: 'Data API errors',
    fact: 'After the 90 days of consent, refreshing returns 400 (invalid_grant).',
  },
  {
    id: 'error-members',
    section: 'Data API errors',
    fact: 'Errors have error and error_description.',
  },
  { id: 'no-token', section: 'Data API errors', fact: 'A call without a token returns 401 (unauthorized).' },
  {
    id: 'unknown-token',
    section: 'Data API errors',
    fact: 'A call with an unknown token returns 401 (invalid_token).',
  },
  {
    id: 'expired-token',
    section: 'Data API errors',
    fact: 'An access token older than an hour returns 401 (invalid_token).',
  },
  {
    id: 'missing-scope',
    section: 'Data API errors',
    fact: 'A resource outside the granted scopes returns 403 (access_denied).',
  },
  {
    id: 'lapsed-consent',
    section: 'Connections',
    fact: 'A valid token is refused with 403 (access_denied) once the consent has lapsed.',
  },
  {
    id: 'withdrawn-consent',
    section: 'Data API errors',
    fact: 'After the person withdrew the access at the bank, data return 403 (access_denied) and tokens 400 (invalid_grant).',
  },
  {
    id: 'results',
    section: 'Data API v1 reference',
    fact: 'Lists are in results, with status Succeeded.',
  },
  {
    id: 'me',
    section: 'Data API v1 reference, /me',
    fact: '/me has the provider, the scopes and the consent with its expiry after 90 days.',
  },
  {
    id: 'info',
    section: 'Data API v1 reference, /info',
    fact: '/info has the name of the person at the bank.',
  },
  {
    id: 'account-members',
    section: 'Data API v1 reference, /accounts',
    fact: 'Accounts have id, type, currency, number, sort code and provider.',
  },
  {
    id: 'account-unknown',
    section: 'Data API errors',
    fact: 'An unknown account returns 404 (account_not_found).',
  },
  {
    id: 'balance',
    section: 'Data API v1 reference, /balance',
    fact: 'A balance has currency, available and current.',
  },
  {
    id: 'transaction-members',
    section: 'Data API v1 reference, /transactions',
    fact: 'Transactions have ids, timestamp, description, amount, currency, type and category.',
  },
  {
    id: 'transaction-sign',
    section: 'Data API v1 reference, /transactions',
    fact: 'The type is CREDIT or DEBIT; a debit has a negative amount.',
  },
  {
    id: 'transaction-period',
    section: 'Data API v1 reference, /transactions',
    fact: 'from and to limit the transactions; both can be days or times.',
  },
  {
    id: 'transaction-range',
    section: 'Data API errors',
    fact: 'A period that ends before it starts, or in the future, returns 400 (invalid_date_range).',
  },
  {
    id: 'transaction-malformed',
    section: 'Data API errors',
    fact: 'A malformed or unknown parameter returns 400 (validation_error).',
  },
  {
    id: 'sca-exceeded',
    section: 'Data API errors',
    fact: 'Transactions older than 90 days are refused with 403 (sca_exceeded) 5 minutes after the sign-in.',
  },
  {
    id: 'four-a-day',
    section: 'Data API errors',
    fact: 'A fifth fetch in a day without the person returns 429 (provider_too_many_requests).',
  },
  {
    id: 'psu-ip',
    section: 'HTTP headers',
    fact: 'With the address of the present person (X-PSU-IP), that limit does not apply.',
  },
  {
    id: 'extend',
    section: 'Extend a connection',
    fact: 'Extending after a confirmation returns no_action_needed and new tokens; the consent lasts 90 days more.',
  },
  {
    id: 'extend-after-lapse',
    section: 'Create a connection',
    fact: 'Extending needs a refresh token only, so it also works after the consent has lapsed.',
  },
  {
    id: 'extend-authentication',
    section: 'Extensions request responses',
    fact: 'A bank that wants a new sign-in returns authentication_needed with a user_input_link, and no tokens.',
  },
  {
    id: 'extend-unconfirmed',
    section: 'Extend a connection',
    fact: 'Without user_has_reconfirmed_consent true, the extension is refused.',
  },
  {
    id: 'extend-unknown',
    section: 'Extend a connection',
    fact: 'An unknown refresh token cannot be extended: 400 (invalid_grant).',
  },
  {
    id: 'delete',
    section: 'Delete a connection',
    fact: 'A deleted connection gives no data, cannot be refreshed and cannot be extended.',
  },
  {
    id: 'provider-down',
    section: 'Data API errors',
    fact: 'An unavailable bank returns 503 (provider_error). The auth dialog and tokens still work.',
  },
  {
    id: 'provider-limit',
    section: 'Data API errors',
    fact: 'A bank that limits requests returns 429 (provider_too_many_requests).',
  },
] as const

export type TrueLayerFactId = (typeof trueLayerFacts)[number]['id']
