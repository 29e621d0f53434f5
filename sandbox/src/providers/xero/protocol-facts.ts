/**
 * Documented rules of Xero's identity and Payroll UK APIs that the simulator follows, each with the page or the operation of
 * Xero's OpenAPI documents that states it and one test of the same id in `protocol-facts.test.ts`. `assumed`: our reading, no document
 * states it.
 */
export const xeroFacts = [
  // Authorisation.
  {
    id: 'authorize-shows-sign-in',
    section: 'OAuth 2.0 FAQ',
    fact: 'GET /identity/connect/authorize with response_type=code, client_id, redirect_uri, scope and state opens the sign-in page.',
  },
  {
    id: 'authorize-unknown-client',
    section: 'RFC 6749, 4.1.2.1',
    fact: 'An unknown client_id is refused without a redirect.',
  },
  {
    id: 'authorize-unregistered-redirect',
    section: 'RFC 6749, 4.1.2.1',
    fact: 'An unregistered redirect_uri is refused without a redirect.',
  },
  {
    id: 'authorize-response-type',
    section: 'RFC 6749, 4.1.2.1',
    fact: 'A response_type other than code is refused.',
  },
  {
    id: 'authorize-unknown-scope',
    section: 'RFC 6749, 4.1.2.1',
    fact: 'An unknown scope is refused with invalid_scope.',
  },
  {
    id: 'authorize-needs-scope',
    section: 'RFC 6749, 3.3',
    fact: 'A request without scope is refused with invalid_scope.',
  },
  {
    id: 'callback-has-code-and-state',
    section: 'RFC 6749, 4.1.2',
    fact: 'After consent the redirect has code and the unchanged state.',
  },
  {
    id: 'callback-has-denial',
    section: 'RFC 6749, 4.1.2.1',
    fact: 'After a refusal the redirect has error=access_denied.',
  },
  {
    id: 'code-is-single-use',
    section: 'RFC 6749, 4.1.2',
    fact: 'A code that was used before is refused with invalid_grant.',
  },
  {
    id: 'redirect-must-match',
    section: 'RFC 6749, 4.1.3',
    fact: 'Another redirect_uri than at the authorisation is refused.',
  },
  {
    id: 'token-needs-basic',
    section: 'OAuth 2.0 FAQ',
    fact: 'A confidential client authenticates by HTTP Basic; form fields are refused.',
  },
  {
    id: 'token-wrong-secret',
    section: 'RFC 6749, 5.2',
    fact: 'A wrong secret is refused with 401 invalid_client.',
  },
  { id: 'token-grant-type', section: 'RFC 6749, 5.2', fact: 'An unknown grant_type is refused.' },
  {
    id: 'token-reply',
    section: 'OAuth 2.0 FAQ',
    fact: 'The token reply has access_token, expires_in 1800, token_type Bearer, refresh_token, id_token and scope.',
  },
  {
    id: 'offline-access',
    section: 'OAuth 2.0 FAQ',
    fact: 'Without offline_access there is no refresh token.',
  },
  {
    id: 'id-token-names-user',
    section: 'OAuth 2.0 FAQ',
    fact: 'With openid, profile and email the ID token names the signed-in user.',
  },
  { id: 'id-token-needs-openid', section: 'OAuth 2.0 FAQ', fact: 'Without openid there is no ID token.' },
  {
    id: 'access-lasts-thirty-minutes',
    section: 'OAuth 2.0 FAQ',
    fact: 'An access token works after 29 minutes.',
  },
  {
    id: 'access-expires',
    section: 'OAuth 2.0 FAQ',
    fact: 'An access token is refused with 401 after 30 minutes.',
  },
  { id: 'refresh-rotates', section: 'OAuth 2.0 FAQ', fact: 'A refresh returns another refresh token.' },
  {
    id: 'refresh-grace',
    section: 'OAuth 2.0 FAQ',
    fact: 'The old refresh token works for 30 minutes after it was used.',
  },
  {
    id: 'refresh-single-use',
    section: 'OAuth 2.0 FAQ',
    fact: 'After 30 minutes the old refresh token is refused with invalid_grant.',
  },
  {
    id: 'refresh-reuse-keeps-consent',
    section: 'OAuth 2.0 FAQ',
    fact: 'The new refresh token works although the old one was refused.',
  },
  {
    id: 'refresh-idle',
    section: 'OAuth 2.0 FAQ',
    fact: 'A refresh token that is not used for 60 days is refused.',
  },
  { id: 'refresh-extends', section: 'OAuth 2.0 FAQ', fact: 'Each refresh starts the 60 days again.' },
  // Connections.
  {
    id: 'connections',
    section: 'xero-identity.yaml, getConnections',
    fact: 'GET /connections returns id, authEventId, tenantId, tenantType, tenantName and two dates of each organisation.',
  },
  {
    id: 'connections-several',
    section: 'xero-identity.yaml, getConnections',
    fact: 'A user can connect several organisations.',
  },
  {
    id: 'connection-delete',
    section: 'xero-identity.yaml, deleteConnection',
    fact: 'DELETE /connections/{id} answers 204, and the organisation is refused with 403 afterwards.',
  },
  {
    id: 'connection-delete-unknown',
    section: 'xero-identity.yaml, deleteConnection',
    fact: 'Deleting an unknown connection is refused with 404.',
  },
  {
    id: 'connection-after-consent',
    section: 'xero-identity.yaml, getConnections',
    fact: 'A new consent connects the organisation again.',
  },
  // Requests.
  {
    id: 'tenant-header',
    section: 'xero-payroll-uk.yaml, headers and security',
    fact: 'Every payroll call needs Xero-Tenant-Id; without it 403.',
  },
  {
    id: 'tenant-of-others',
    section: 'xero-payroll-uk.yaml, headers and security',
    fact: 'An organisation that is not connected is refused with 403.',
  },
  {
    id: 'accept-json',
    section: 'xero-payroll-uk.yaml, headers and security',
    fact: 'Every payroll call needs Accept: application/json.',
  },
  {
    id: 'unauthorized-format',
    section: 'public clients',
    fact: 'A 401 has Type, Title, Status, Detail, Instance and Extensions.',
  },
  {
    id: 'scope-per-call',
    section: 'xero-payroll-uk.yaml, headers and security',
    fact: 'A call without its scope is refused with 401 AuthorizationUnsuccessful.',
  },
  {
    id: 'problem-format',
    section: 'xero-payroll-uk.yaml, Problem',
    fact: 'A 400 has the envelope with a problem and its invalidFields.',
  },
  {
    id: 'not-found-format',
    section: 'xero-payroll-uk.yaml, Problem',
    fact: 'An unknown id is refused with 404 and a problem.',
  },
  {
    id: 'limit-headers',
    section: 'OAuth 2.0 API limits',
    fact: 'Replies have X-MinLimit-Remaining, X-DayLimit-Remaining and X-AppMinLimit-Remaining.',
  },
  {
    id: 'limit-minute',
    section: 'OAuth 2.0 API limits',
    fact: 'The 61st request of an organisation in a minute is refused with 429.',
  },
  {
    id: 'limit-problem',
    section: 'OAuth 2.0 API limits',
    fact: 'A 429 has Retry-After and X-Rate-Limit-Problem.',
  },
  {
    id: 'limit-per-organisation',
    section: 'OAuth 2.0 API limits',
    fact: 'Other organisations are counted apart.',
  },
  {
    id: 'limit-day',
    section: 'OAuth 2.0 API limits',
    fact: 'The 5,001st request of an organisation in a day is refused with problem day.',
  },
  {
    id: 'limit-concurrent',
    section: 'OAuth 2.0 API limits',
    fact: 'A sixth request at the same time is refused with problem concurrent.',
  },
  // Data.
  {
    id: 'envelope',
    section: 'xero-payroll-uk.yaml, Pagination',
    fact: 'Replies have id, providerName, dateTimeUTC, httpStatusCode, pagination and problem.',
  },
  {
    id: 'paging',
    section: 'xero-payroll-uk.yaml, Pagination',
    fact: 'Lists have 100 items a page; pagination says page, pageSize, pageCount and itemCount.',
  },
  {
    id: 'paging-invalid',
    section: 'xero-payroll-uk.yaml, Pagination',
    fact: 'A page below 1 is refused with 400.',
  },
  { id: 'unknown-parameter', section: 'assumed', fact: 'An unknown query parameter is refused with 400.' },
  {
    id: 'employees-filter',
    section: 'xero-payroll-uk.yaml, getEmployees',
    fact: 'filter=firstName==A,lastName==B returns only employees of that name.',
  },
  {
    id: 'employees-filter-invalid',
    section: 'xero-payroll-uk.yaml, getEmployees',
    fact: 'A filter by another field is refused with 400.',
  },
  {
    id: 'employee',
    section: 'xero-payroll-uk.yaml, getEmployee',
    fact: 'An employee has NI number, date of birth, address without county, and contracts.',
  },
  {
    id: 'employee-tax',
    section: 'xero-payroll-uk.yaml, getEmployeeTax',
    fact: 'The tax details are the current ones: taxCode, w1M1 and isDirector.',
  },
  {
    id: 'payruns-status',
    section: 'xero-payroll-uk.yaml, getPayRuns',
    fact: 'status=Posted returns only posted runs; the run being prepared is a draft.',
  },
  {
    id: 'payruns-status-invalid',
    section: 'xero-payroll-uk.yaml, getPayRuns',
    fact: 'Another status is refused with 400.',
  },
  {
    id: 'payrun',
    section: 'xero-payroll-uk.yaml, getPayRun',
    fact: 'A pay run has period dates, payment date, status, type and calendar type.',
  },
  {
    id: 'payslips-need-run',
    section: 'xero-payroll-uk.yaml, getPaySlips',
    fact: 'GET /Payslips without PayRunID is refused with 400.',
  },
  {
    id: 'payslips-of-run',
    section: 'xero-payroll-uk.yaml, getPaySlips',
    fact: 'GET /Payslips?PayRunID returns the payslips of all employees of the run.',
  },
  {
    id: 'payslip',
    section: 'xero-payroll-uk.yaml, getPaySlip',
    fact: 'GET /Payslips/{id} returns the same payslip as the list.',
  },
  {
    id: 'payslip-adds-up',
    section: 'xero-payroll-uk.yaml, Payslip',
    fact: 'Net pay is gross and reimbursements less taxes, deductions and court orders.',
  },
  {
    id: 'payslip-tax-lines',
    section: 'xero-payroll-uk.yaml, Payslip',
    fact: 'Tax line 1 is PAYE and tax line 2 is employee NI.',
  },
  {
    id: 'payslip-no-year-to-date',
    section: 'xero-payroll-uk.yaml, Payslip',
    fact: 'A payslip has no year to date, tax code or PAYE reference.',
  },
  {
    id: 'earnings-rates',
    section: 'xero-payroll-uk.yaml, getEarningsRates',
    fact: 'Every earnings line names a rate of /EarningsRates.',
  },
  {
    id: 'deduction-types',
    section: 'xero-payroll-uk.yaml, getDeductions',
    fact: 'Every deduction line names a type of /Deductions, with category and isPension.',
  },
] as const

export type XeroFactId = (typeof xeroFacts)[number]['id']
