/**
 * Documented rules of Yapily's API (OpenAPI 12.13.0 and docs.yapily.com, named by operation or page) that the simulator
 * enforces. One test of the same id in `protocol-facts.test.ts` checks each.
 */
export const yapilyFacts = [
  {
    id: 'basic-auth',
    section: 'Authentication',
    fact: 'Every call needs HTTP Basic authentication with the application’s id and secret.',
  },
  {
    id: 'wrong-secret',
    section: 'Authentication',
    fact: 'A wrong secret returns 401 with tracingId, code, status, source and message.',
  },
  {
    id: 'institutions',
    section: 'getInstitutions',
    fact: 'Institutions have id, name, countries, environmentType and features.',
  },
  {
    id: 'auth-request',
    section: 'initiateAccountRequest',
    fact: 'A request returns 201 with status AWAITING_AUTHORIZATION and an authorisationUrl.',
  },
  {
    id: 'auth-request-meta',
    section: 'initiateAccountRequest',
    fact: 'Replies have meta.tracingId and data.',
  },
  {
    id: 'auth-request-needs-institution',
    section: 'initiateAccountRequest',
    fact: 'A missing institutionId returns 400, and the message names it.',
  },
  {
    id: 'auth-request-unknown-institution',
    section: 'initiateAccountRequest',
    fact: 'An institution without account features returns 400.',
  },
  {
    id: 'auth-request-unknown-field',
    section: 'initiateAccountRequest',
    fact: 'An unknown field returns 400.',
  },
  {
    id: 'auth-request-unknown-feature',
    section: 'initiateAccountRequest',
    fact: 'An unknown feature in featureScope returns 400.',
  },
  {
    id: 'auth-request-callback',
    section: 'Callback URLs',
    fact: 'A callback that is not registered returns 400.',
  },
  {
    id: 'auth-request-callback-query',
    section: 'Callback URLs',
    fact: 'A registered callback may have a query of its own, which is kept when the person returns.',
  },
  {
    id: 'consent-awaiting',
    section: 'getConsentById',
    fact: 'Before the authorisation a consent has no consentToken.',
  },
  {
    id: 'consent-authorized',
    section: 'getConsentById',
    fact: 'After it, the consent is AUTHORIZED with consentToken, authorizedAt and reconfirmBy.',
  },
  { id: 'consent-rejected', section: 'getConsentById', fact: 'A refusal makes the consent REJECTED.' },
  { id: 'consent-unknown', section: 'getConsentById', fact: 'An unknown consent returns 404.' },
  {
    id: 'reconfirm-by',
    section: 'extendConsent',
    fact: 'reconfirmBy is 90 days after the last confirmation.',
  },
  {
    id: 'extend',
    section: 'extendConsent',
    fact: 'An extension sets lastConfirmedAt and moves reconfirmBy.',
  },
  { id: 'extend-future', section: 'extendConsent', fact: 'A lastConfirmedAt in the future returns 400.' },
  { id: 'extend-needs-field', section: 'extendConsent', fact: 'lastConfirmedAt is required.' },
  {
    id: 'no-reconfirmation',
    section: 'Financial data consents',
    fact: 'Without confirmation, data calls return 403 after 90 days.',
  },
  {
    id: 'withdrawn',
    section: 'Financial data consents',
    fact: 'A consent that the person withdraws at the bank is REVOKED: no data, no extension.',
  },
  { id: 'delete', section: 'delete', fact: 'A deleted consent is REVOKED, and its token no longer works.' },
  {
    id: 'one-time-token',
    section: 'getConsentByOneTimeToken',
    fact: 'A one-time token returns 201 with the consent, without an envelope.',
  },
  { id: 'one-time-token-once', section: 'getConsentByOneTimeToken', fact: 'A one-time token works once.' },
  { id: 'consent-header', section: 'getAccounts', fact: 'Data calls need the header consent.' },
  { id: 'consent-header-unknown', section: 'getAccounts', fact: 'An unknown consent token returns 403.' },
  { id: 'feature-scope', section: 'Features', fact: 'A call outside the featureScope returns 403.' },
  {
    id: 'account-members',
    section: 'getAccounts',
    fact: 'An account has id, type, currency, usageType, accountType, accountNames and accountIdentifications.',
  },
  { id: 'account-unknown', section: 'getAccount', fact: 'An unknown account returns 404.' },
  {
    id: 'transaction-members',
    section: 'getTransactions',
    fact: 'A transaction has id, date, status, a signed amount, currency and transactionAmount.',
  },
  {
    id: 'transaction-default-order',
    section: 'getTransactions',
    fact: 'Transactions are newest first unless sort=date.',
  },
  { id: 'transaction-limit', section: 'getTransactions', fact: 'limit is 1 to 1000; others return 400.' },
  {
    id: 'transaction-paging',
    section: 'getTransactions',
    fact: 'offset and limit page the list, and meta.pagination has totalCount and next.',
  },
  {
    id: 'transaction-period',
    section: 'getTransactions',
    fact: 'from is inclusive and before is exclusive.',
  },
  {
    id: 'transaction-consent-period',
    section: 'initiateAccountRequest',
    fact: 'Transactions before the consent’s transactionFrom are not returned.',
  },
  { id: 'identity', section: 'getIdentity', fact: 'The identity has fullName, firstName and lastName.' },
  {
    id: 'error-issues',
    section: 'ApiErrorResponse',
    fact: 'Errors of an extension have tracingId, code, status, source and issues.',
  },
] as const

export type YapilyFactId = (typeof yapilyFacts)[number]['id']
