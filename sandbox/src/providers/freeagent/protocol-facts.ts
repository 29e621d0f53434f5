/**
 * Documented rules of FreeAgent's API that the simulator follows, each with the page and section of FreeAgent's
 * documentation that states it and one test of the same id in `protocol-facts.test.ts`. `assumed`: no document states it.
 */
export const freeagentFacts = [
  // Authorisation.
  {
    id: 'approve-app-shows-sign-in',
    section: 'OAuth 2.0, The Authorisation Request',
    fact: 'GET /v2/approve_app with client_id, response_type=code, redirect_uri and state opens the sign-in page.',
  },
  {
    id: 'approve-app-unknown-client',
    section: 'RFC 6749, 4.1.2.1',
    fact: 'An unknown client_id is refused without a redirect.',
  },
  {
    id: 'approve-app-unregistered-redirect',
    section: 'RFC 6749, 4.1.2.1',
    fact: 'An unregistered redirect_uri is refused without a redirect.',
  },
  {
    id: 'approve-app-response-type',
    section: 'RFC 6749, 4.1.2.1',
    fact: 'A response_type other than code is refused at the redirect URI.',
  },
  {
    id: 'callback-has-code-and-state',
    section: 'RFC 6749, 4.1.2',
    fact: 'After consent the redirect has code and the unchanged state.',
  },
  {
    id: 'callback-has-denial',
    section: 'RFC 6749, 4.1.2.1',
    fact: 'After a refusal the redirect has error=access_denied and the unchanged state.',
  },
  {
    id: 'no-scopes',
    section: 'OAuth 2.0',
    fact: 'There are no scopes: the flow works without, and the token reply has none.',
  },
  { id: 'no-pkce', section: 'OAuth 2.0', fact: 'The flow works without PKCE.' },
  {
    id: 'code-lives-fifteen-minutes',
    section: 'OAuth 2.0, The Access Token Request',
    fact: 'A code works after 14 minutes.',
  },
  {
    id: 'code-expires',
    section: 'OAuth 2.0, The Access Token Request',
    fact: 'A code is refused after 15 minutes.',
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
    section: 'OAuth 2.0, The Access Token Request',
    fact: 'The client authenticates by HTTP Basic; form fields are refused.',
  },
  { id: 'token-wrong-secret', section: 'RFC 6749, 5.2', fact: 'A wrong secret is refused with 401.' },
  {
    id: 'token-grant-type',
    section: 'RFC 6749, 5.2',
    fact: 'An unknown grant_type is refused with unsupported_grant_type.',
  },
  {
    id: 'token-reply',
    section: 'OAuth 2.0, The Access Token Request',
    fact: 'The token reply has access_token, token_type bearer, expires_in 3600, refresh_token and refresh_token_expires_in.',
  },
  {
    id: 'access-lasts-an-hour',
    section: 'OAuth 2.0, Using the Access Token',
    fact: 'An access token works after 59 minutes.',
  },
  {
    id: 'access-expires',
    section: 'OAuth 2.0, Using the Access Token',
    fact: 'An access token is refused with 401 after an hour.',
  },
  {
    id: 'refresh-returns-new-pair',
    section: 'OAuth 2.0, Refreshing the Access Token',
    fact: 'A refresh returns another access token and another refresh token.',
  },
  {
    id: 'refresh-token-is-reusable',
    section: 'OAuth 2.0, Refreshing the Access Token',
    fact: 'A refresh token works more than once.',
  },
  {
    id: 'refresh-lasts-for-years',
    section: 'OAuth 2.0, Refreshing the Access Token',
    fact: 'A refresh token works after ten years.',
  },
  { id: 'no-revocation', section: 'OAuth 2.0', fact: 'There is no revocation endpoint.' },
  // Requests.
  {
    id: 'user-agent-required',
    section: 'The FreeAgent API',
    fact: 'A request without User-Agent is refused.',
  },
  {
    id: 'missing-token',
    section: 'OAuth 2.0, Using the Access Token',
    fact: 'A request without a token is refused with 401.',
  },
  {
    id: 'unknown-token',
    section: 'OAuth 2.0, Using the Access Token',
    fact: 'An unknown token is refused with 401 and errors in the body.',
  },
  {
    id: 'forbidden',
    section: 'The FreeAgent API, About Access Levels',
    fact: 'A user below permission level 7 is refused with 403.',
  },
  { id: 'unknown-path', section: 'assumed', fact: 'An unknown path is refused with 404.' },
  { id: 'read-only', section: 'assumed', fact: 'Payroll cannot be written: POST is refused.' },
  {
    id: 'limit-minute',
    section: 'The FreeAgent API, Rate Limits',
    fact: 'The 121st request of a user in a minute is refused with 429.',
  },
  {
    id: 'limit-retry-after',
    section: 'The FreeAgent API, Rate Limits',
    fact: 'A 429 has Retry-After and a plain-text body.',
  },
  {
    id: 'limit-per-user',
    section: 'The FreeAgent API, Rate Limits',
    fact: 'The limit counts all tokens of a user together, and other users apart.',
  },
  {
    id: 'limit-hour',
    section: 'The FreeAgent API, Rate Limits',
    fact: 'The 3,601st request of a user in an hour is refused with 429.',
  },
  {
    id: 'limit-refreshes',
    section: 'The FreeAgent API, Rate Limits',
    fact: 'The 16th token refresh of a user in a minute is refused with 429.',
  },
  {
    id: 'limit-test-header',
    section: 'The FreeAgent API, Rate Limits',
    fact: 'X-RateLimit-Test: true lowers the limit to 5 requests a minute.',
  },
  {
    id: 'paging-default',
    section: 'The FreeAgent API, Pagination',
    fact: 'Lists have 25 items a page unless per_page says otherwise.',
  },
  {
    id: 'paging-maximum',
    section: 'The FreeAgent API, Pagination',
    fact: 'A per_page above 100 is refused.',
  },
  {
    id: 'paging-headers',
    section: 'The FreeAgent API, Pagination',
    fact: 'Paged lists have X-Total-Count and a Link header with prev, next, first and last.',
  },
  // Data.
  {
    id: 'users-me',
    section: 'Users, Get personal profile',
    fact: 'GET /v2/users/me returns the signed-in user with role and permission_level.',
  },
  {
    id: 'users-staff',
    section: 'Users, List all users',
    fact: 'GET /v2/users?view=staff returns all staff with name, NI number and role.',
  },
  { id: 'users-view', section: 'assumed', fact: 'An unknown view is refused.' },
  {
    id: 'company',
    section: 'Company, General company information',
    fact: 'GET /v2/company returns name, type, registration number and address.',
  },
  {
    id: 'year-is-end-year',
    section: 'Payroll, List all periods for a given tax year',
    fact: 'The year of a payroll is the one in which the tax year ends.',
  },
  { id: 'year-format', section: 'assumed', fact: 'A year that is not four digits is refused.' },
  {
    id: 'periods',
    section: 'Payroll, List all periods for a given tax year',
    fact: 'A period has url, period from 0, frequency, dated_on and status, and no payslips in the list.',
  },
  {
    id: 'period-status',
    section: 'Payroll, List all periods for a given tax year',
    fact: 'Past periods are filed; the period being prepared is unfiled.',
  },
  {
    id: 'period-payslips',
    section: 'Payroll, List all payslips for a given period',
    fact: 'GET /v2/payroll/:year/:period returns the payslips of all employees.',
  },
  { id: 'period-unknown', section: 'assumed', fact: 'An unknown period is refused with 404.' },
  {
    id: 'payroll-not-paged',
    section: 'Payroll, List all periods for a given tax year',
    fact: 'The payroll calls are not paged.',
  },
  {
    id: 'payslip-amounts',
    section: 'Payroll, List all payslips for a given period',
    fact: 'Amounts are strings with at least one decimal.',
  },
  {
    id: 'payslip-no-totals',
    section: 'Payroll, List all payslips for a given period',
    fact: 'A payslip has no gross, net, year to date, period dates or PAYE reference.',
  },
  {
    id: 'payslip-frequency',
    section: 'Payroll, List all payslips for a given period',
    fact: 'The frequency is Monthly or Weekly; other frequencies have no payslips.',
  },
  {
    id: 'payslip-fields',
    section: 'Payroll, List all payslips for a given period',
    fact: 'A payslip has every documented amount, also those of zero.',
  },
  {
    id: 'profiles-filter',
    section: 'Payroll Profiles, Attributes',
    fact: 'payroll_profiles returns all profiles, or one user’s with ?user=<url>.',
  },
  {
    id: 'profile-start-date',
    section: 'Payroll Profiles, Attributes',
    fact: 'employment_starts_on is there only in the tax year of the start.',
  },
  { id: 'profile-country', section: 'Payroll Profiles, Attributes', fact: 'A UK address has no country.' },
] as const

export type FreeagentFactId = (typeof freeagentFacts)[number]['id']
