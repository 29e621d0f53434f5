/**
 * Documented rules of FreeAgent's API that the simulator follows, each with the section of our notes on FreeAgent's
 * documentation that states it and one test of the same id in `protocol-facts.test.ts`.
 */
export const freeagentFacts = [
  // Authorisation.
  {
    id: 'approve-app-shows-sign-in',
    section: '4, OAuth',
    fact: 'GET /v2/approve_app with client_id, response_type=code, redirect_uri and state opens the sign-in page.',
  },
  {
    id: 'approve-app-unknown-client',
    section: '4, OAuth',
    fact: 'An unknown client_id is refused without a redirect.',
  },
  {
    id: 'approve-app-unregistered-redirect',
    section: '4, OAuth',
    fact: 'An unregistered redirect_uri is refused without a redirect.',
  },
  {
    id: 'approve-app-response-type',
    section: '4, OAuth',
    fact: 'A response_type other than code is refused at the redirect URI.',
  },
  {
    id: 'callback-has-code-and-state',
    section: '4, OAuth',
    fact: 'After consent the redirect has code and the unchanged state.',
  },
  {
    id: 'callback-has-denial',
    section: '4, OAuth',
    fact: 'After a refusal the redirect has error=access_denied and the unchanged state.',
  },
  {
    id: 'no-scopes',
    section: '4, OAuth',
    fact: 'There are no scopes: the flow works without, and the token reply has none.',
  },
  { id: 'no-pkce', section: '4, OAuth', fact: 'The flow works without PKCE.' },
  { id: 'code-lives-fifteen-minutes', section: '4, OAuth', fact: 'A code works after 14 minutes.' },
  { id: 'code-expires', section: '4, OAuth', fact: 'A code is refused after 15 minutes.' },
  {
    id: 'code-is-single-use',
    section: '4, OAuth',
    fact: 'A code that was used before is refused with invalid_grant.',
  },
  {
    id: 'redirect-must-match',
    section: '4, OAuth',
    fact: 'Another redirect_uri than at the authorisation is refused.',
  },
  {
    id: 'token-needs-basic',
    section: '4, OAuth',
    fact: 'The client authenticates by HTTP Basic; form fields are refused.',
  },
  { id: 'token-wrong-secret', section: '4, OAuth', fact: 'A wrong secret is refused with 401.' },
  {
    id: 'token-grant-type',
    section: '4, OAuth',
    fact: 'An unknown grant_type is refused with unsupported_grant_type.',
  },
  {
    id: 'token-reply',
    section: '4, OAuth',
    fact: 'The token reply has access_token, token_type bearer, expires_in 3600, refresh_token and refresh_token_expires_in.',
  },
  { id: 'access-lasts-an-hour', section: '4, OAuth', fact: 'An access token works after 59 minutes.' },
  { id: 'access-expires', section: '4, OAuth', fact: 'An access token is refused with 401 after an hour.' },
  {
    id: 'refresh-returns-new-pair',
    section: '4, OAuth',
    fact: 'A refresh returns another access token and another refresh token.',
  },
  {
    id: 'refresh-token-is-reusable',
    section: '9, design points',
    fact: 'A refresh token works more than once.',
  },
  { id: 'refresh-lasts-for-years', section: '4, OAuth', fact: 'A refresh token works after ten years.' },
  { id: 'no-revocation', section: '4, OAuth', fact: 'There is no revocation endpoint.' },
  // Requests.
  { id: 'user-agent-required', section: '4, OAuth', fact: 'A request without User-Agent is refused.' },
  { id: 'missing-token', section: '4, errors', fact: 'A request without a token is refused with 401.' },
  {
    id: 'unknown-token',
    section: '4, errors',
    fact: 'An unknown token is refused with 401 and errors in the body.',
  },
  { id: 'forbidden', section: '4, grant', fact: 'A user below permission level 7 is refused with 403.' },
  { id: 'unknown-path', section: '4, errors', fact: 'An unknown path is refused with 404.' },
  { id: 'read-only', section: '4, calls', fact: 'Payroll cannot be written: POST is refused.' },
  {
    id: 'limit-minute',
    section: '4, limits',
    fact: 'The 121st request of a user in a minute is refused with 429.',
  },
  { id: 'limit-retry-after', section: '4, limits', fact: 'A 429 has Retry-After and a plain-text body.' },
  {
    id: 'limit-per-user',
    section: '4, limits',
    fact: 'The limit counts all tokens of a user together, and other users apart.',
  },
  {
    id: 'limit-hour',
    section: '4, limits',
    fact: 'The 3,601st request of a user in an hour is refused with 429.',
  },
  {
    id: 'limit-refreshes',
    section: '4, limits',
    fact: 'The 16th token refresh of a user in a minute is refused with 429.',
  },
  {
    id: 'limit-test-header',
    section: '4, limits',
    fact: 'X-RateLimit-Test: true lowers the limit to 5 requests a minute.',
  },
  {
    id: 'paging-default',
    section: '4, paging',
    fact: 'Lists have 25 items a page unless per_page says otherwise.',
  },
  { id: 'paging-maximum', section: '4, paging', fact: 'A per_page above 100 is refused.' },
  {
    id: 'paging-headers',
    section: '4, paging',
    fact: 'Paged lists have X-Total-Count and a Link header with prev, next, first and last.',
  },
  // Data.
  {
    id: 'users-me',
    section: '4, calls',
    fact: 'GET /v2/users/me returns the signed-in user with role and permission_level.',
  },
  {
    id: 'users-staff',
    section: '4, calls',
    fact: 'GET /v2/users?view=staff returns all staff with name, NI number and role.',
  },
  { id: 'users-view', section: '4, calls', fact: 'An unknown view is refused.' },
  {
    id: 'company',
    section: '4, calls',
    fact: 'GET /v2/company returns name, type, registration number and address.',
  },
  {
    id: 'year-is-end-year',
    section: '4, calls',
    fact: 'The year of a payroll is the one in which the tax year ends.',
  },
  { id: 'year-format', section: '4, calls', fact: 'A year that is not four digits is refused.' },
  {
    id: 'periods',
    section: '4, calls',
    fact: 'A period has url, period from 0, frequency, dated_on and status, and no payslips in the list.',
  },
  {
    id: 'period-status',
    section: '4, calls',
    fact: 'Past periods are filed; the period being prepared is unfiled.',
  },
  {
    id: 'period-payslips',
    section: '4, calls',
    fact: 'GET /v2/payroll/:year/:period returns the payslips of all employees.',
  },
  { id: 'period-unknown', section: '4, calls', fact: 'An unknown period is refused with 404.' },
  { id: 'payroll-not-paged', section: '4, paging', fact: 'The payroll calls are not paged.' },
  { id: 'payslip-amounts', section: '4, payslip', fact: 'Amounts are strings with at least one decimal.' },
  {
    id: 'payslip-no-totals',
    section: '4, payslip',
    fact: 'A payslip has no gross, net, year to date, period dates or PAYE reference.',
  },
  {
    id: 'payslip-frequency',
    section: '4, payslip',
    fact: 'The frequency is Monthly or Weekly; other frequencies have no payslips.',
  },
  {
    id: 'payslip-fields',
    section: '4, payslip',
    fact: 'A payslip has every documented amount, also those of zero.',
  },
  {
    id: 'profiles-filter',
    section: '4, calls',
    fact: 'payroll_profiles returns all profiles, or one user’s with ?user=<url>.',
  },
  {
    id: 'profile-start-date',
    section: '4, calls',
    fact: 'employment_starts_on is there only in the tax year of the start.',
  },
  { id: 'profile-country', section: '4, mapping', fact: 'A UK address has no country.' },
] as const

export type FreeagentFactId = (typeof freeagentFacts)[number]['id']
