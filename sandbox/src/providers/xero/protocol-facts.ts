/**
 * Documented rules of Xero's identity and Payroll UK APIs that the simulator follows, each with the section of our notes
 * on Xero's documentation that states it and one test of the same id in `protocol-facts.test.ts`.
 */
export const xeroFacts = [
  // Authorisation.
  {
    id: 'authorize-shows-sign-in',
    section: '5, OAuth',
    fact: 'GET /identity/connect/authorize with response_type=code, client_id, redirect_uri, scope and state opens the sign-in page.',
  },
  {
    id: 'authorize-unknown-client',
    section: '5, OAuth',
    fact: 'An unknown client_id is refused without a redirect.',
  },
  {
    id: 'authorize-unregistered-redirect',
    section: '5, OAuth',
    fact: 'An unregistered redirect_uri is refused without a redirect.',
  },
  { id: 'authorize-response-type', section: '5, OAuth', fact: 'A response_type other than code is refused.' },
  {
    id: 'authorize-unknown-scope',
    section: '5, scopes',
    fact: 'An unknown scope is refused with invalid_scope.',
  },
  {
    id: 'authorize-needs-scope',
    section: '5, scopes',
    fact: 'A request without scope is refused with invalid_scope.',
  },
  {
    id: 'callback-has-code-and-state',
    section: '5, OAuth',
    fact: 'After consent the redirect has code and the unchanged state.',
  },
  {
    id: 'callback-has-denial',
    section: '5, OAuth',
    fact: 'After a refusal the redirect has error=access_denied.',
  },
  {
    id: 'code-is-single-use',
    section: '5, OAuth',
    fact: 'A code that was used before is refused with invalid_grant.',
  },
  {
    id: 'redirect-must-match',
    section: '5, OAuth',
    fact: 'Another redirect_uri than at the authorisation is refused.',
  },
  {
    id: 'token-needs-basic',
    section: '5, OAuth',
    fact: 'A confidential client authenticates by HTTP Basic; form fields are refused.',
  },
  {
    id: 'token-wrong-secret',
    section: '5, OAuth',
    fact: 'A wrong secret is refused with 401 invalid_client.',
  },
  { id: 'token-grant-type', section: '5, OAuth', fact: 'An unknown grant_type is refused.' },
  {
    id: 'token-reply',
    section: '5, OAuth',
    fact: 'The token reply has access_token, expires_in 1800, token_type Bearer, refresh_token, id_token and scope.',
  },
  { id: 'offline-access', section: '5, scopes', fact: 'Without offline_access there is no refresh token.' },
  {
    id: 'id-token-names-user',
    section: '5, OAuth',
    fact: 'With openid, profile and email the ID token names the signed-in user.',
  },
  { id: 'id-token-needs-openid', section: '5, scopes', fact: 'Without openid there is no ID token.' },
  { id: 'access-lasts-thirty-minutes', section: '5, OAuth', fact: 'An access token works after 29 minutes.' },
  {
    id: 'access-expires',
    section: '5, OAuth',
    fact: 'An access token is refused with 401 after 30 minutes.',
  },
  { id: 'refresh-rotates', section: '5, OAuth', fact: 'A refresh returns another refresh token.' },
  {
    id: 'refresh-grace',
    section: '5, OAuth',
    fact: 'The old refresh token works for 30 minutes after it was used.',
  },
  {
    id: 'refresh-single-use',
    section: '5, OAuth',
    fact: 'After 30 minutes the old refresh token is refused with invalid_grant.',
  },
  {
    id: 'refresh-reuse-keeps-consent',
    section: '5, OAuth',
    fact: 'The new refresh token works although the old one was refused.',
  },
  {
    id: 'refresh-idle',
    section: '5, OAuth',
    fact: 'A refresh token that is not used for 60 days is refused.',
  },
  { id: 'refresh-extends', section: '5, OAuth', fact: 'Each refresh starts the 60 days again.' },
  // Connections.
  {
    id: 'connections',
    section: '5, OAuth',
    fact: 'GET /connections returns id, authEventId, tenantId, tenantType, tenantName and two dates of each organisation.',
  },
  { id: 'connections-several', section: '5, OAuth', fact: 'A user can connect several organisations.' },
  {
    id: 'connection-delete',
    section: '5, OAuth',
    fact: 'DELETE /connections/{id} answers 204, and the organisation is refused with 403 afterwards.',
  },
  {
    id: 'connection-delete-unknown',
    section: '5, OAuth',
    fact: 'Deleting an unknown connection is refused with 404.',
  },
  {
    id: 'connection-after-consent',
    section: '5, OAuth',
    fact: 'A new consent connects the organisation again.',
  },
  // Requests.
  {
    id: 'tenant-header',
    section: '5, OAuth',
    fact: 'Every payroll call needs Xero-Tenant-Id; without it 403.',
  },
  {
    id: 'tenant-of-others',
    section: '5, OAuth',
    fact: 'An organisation that is not connected is refused with 403.',
  },
  { id: 'accept-json', section: '5, OAuth', fact: 'Every payroll call needs Accept: application/json.' },
  {
    id: 'unauthorized-format',
    section: '5, errors',
    fact: 'A 401 has Type, Title, Status, Detail, Instance and Extensions.',
  },
  {
    id: 'scope-per-call',
    section: '5, scopes',
    fact: 'A call without its scope is refused with 401 AuthorizationUnsuccessful.',
  },
  {
    id: 'problem-format',
    section: '5, paging',
    fact: 'A 400 has the envelope with a problem and its invalidFields.',
  },
  { id: 'not-found-format', section: '5, paging', fact: 'An unknown id is refused with 404 and a problem.' },
  {
    id: 'limit-headers',
    section: '5, limits',
    fact: 'Replies have X-MinLimit-Remaining, X-DayLimit-Remaining and X-AppMinLimit-Remaining.',
  },
  {
    id: 'limit-minute',
    section: '5, limits',
    fact: 'The 61st request of an organisation in a minute is refused with 429.',
  },
  { id: 'limit-problem', section: '5, limits', fact: 'A 429 has Retry-After and X-Rate-Limit-Problem.' },
  { id: 'limit-per-organisation', section: '5, limits', fact: 'Other organisations are counted apart.' },
  {
    id: 'limit-day',
    section: '5, limits',
    fact: 'The 5,001st request of an organisation in a day is refused with problem day.',
  },
  {
    id: 'limit-concurrent',
    section: '5, limits',
    fact: 'A sixth request at the same time is refused with problem concurrent.',
  },
  // Data.
  {
    id: 'envelope',
    section: '5, paging',
    fact: 'Replies have id, providerName, dateTimeUTC, httpStatusCode, pagination and problem.',
  },
  {
    id: 'paging',
    section: '5, paging',
    fact: 'Lists have 100 items a page; pagination says page, pageSize, pageCount and itemCount.',
  },
  { id: 'paging-invalid', section: '5, paging', fact: 'A page below 1 is refused with 400.' },
  { id: 'unknown-parameter', section: '5, calls', fact: 'An unknown query parameter is refused with 400.' },
  {
    id: 'employees-filter',
    section: '5, calls',
    fact: 'filter=firstName==A,lastName==B returns only employees of that name.',
  },
  {
    id: 'employees-filter-invalid',
    section: '5, calls',
    fact: 'A filter by another field is refused with 400.',
  },
  {
    id: 'employee',
    section: '5, calls',
    fact: 'An employee has NI number, date of birth, address without county, and contracts.',
  },
  {
    id: 'employee-tax',
    section: '5, calls',
    fact: 'The tax details are the current ones: taxCode, w1M1 and isDirector.',
  },
  {
    id: 'payruns-status',
    section: '5, calls',
    fact: 'status=Posted returns only posted runs; the run being prepared is a draft.',
  },
  { id: 'payruns-status-invalid', section: '5, calls', fact: 'Another status is refused with 400.' },
  {
    id: 'payrun',
    section: '5, calls',
    fact: 'A pay run has period dates, payment date, status, type and calendar type.',
  },
  {
    id: 'payslips-need-run',
    section: '5, calls',
    fact: 'GET /Payslips without PayRunID is refused with 400.',
  },
  {
    id: 'payslips-of-run',
    section: '5, calls',
    fact: 'GET /Payslips?PayRunID returns the payslips of all employees of the run.',
  },
  { id: 'payslip', section: '5, calls', fact: 'GET /Payslips/{id} returns the same payslip as the list.' },
  {
    id: 'payslip-adds-up',
    section: '5, example',
    fact: 'Net pay is gross and reimbursements less taxes, deductions and court orders.',
  },
  {
    id: 'payslip-tax-lines',
    section: '5, example',
    fact: 'Tax line 1 is PAYE and tax line 2 is employee NI.',
  },
  {
    id: 'payslip-no-year-to-date',
    section: '5, mapping',
    fact: 'A payslip has no year to date, tax code or PAYE reference.',
  },
  { id: 'earnings-rates', section: '5, calls', fact: 'Every earnings line names a rate of /EarningsRates.' },
  {
    id: 'deduction-types',
    section: '5, calls',
    fact: 'Every deduction line names a type of /Deductions, with category and isPension.',
  },
] as const

export type XeroFactId = (typeof xeroFacts)[number]['id']
