/**
 * Documented rules of Employment Hero's self-service API that the simulator follows, each with the section of our notes
 * on its documentation that states it and one test of the same id in `protocol-facts.test.ts`.
 */
export const employmentHeroFacts = [
  // Authorisation.
  {
    id: 'authorise-shows-sign-in',
    section: '7, auth',
    fact: 'GET /oauth/authorise with client_id, redirect_uri, response_type=code and state opens the sign-in page.',
  },
  {
    id: 'authorise-spelling',
    section: '7, auth',
    fact: 'The path is spelt authorise; /oauth/authorize is unknown.',
  },
  {
    id: 'authorise-unknown-client',
    section: '7, auth',
    fact: 'An unknown client_id is refused without a redirect.',
  },
  { id: 'authorise-response-type', section: '7, auth', fact: 'A response_type other than code is refused.' },
  {
    id: 'callback-has-code-and-state',
    section: '7, auth',
    fact: 'After consent the redirect has code and state.',
  },
  {
    id: 'callback-has-denial',
    section: '7, auth',
    fact: 'After a refusal the redirect has error=access_denied.',
  },
  { id: 'code-is-single-use', section: '7, auth', fact: 'A code that was used before is refused.' },
  {
    id: 'redirect-must-match',
    section: '7, auth',
    fact: 'Another redirect_uri than at the authorisation is refused.',
  },
  { id: 'token-form-credentials', section: '7, auth', fact: 'Client id and secret are fields of the form.' },
  {
    id: 'token-no-basic',
    section: '9, design points',
    fact: 'HTTP Basic is no way to authenticate the client.',
  },
  { id: 'token-wrong-secret', section: '7, auth', fact: 'A wrong client_secret is refused with 401.' },
  { id: 'token-grant-type', section: '7, auth', fact: 'An unknown grant_type is refused.' },
  {
    id: 'token-reply',
    section: '7, auth',
    fact: 'The token reply has access_token, token_type bearer, expires_in 86400, refresh_token and an empty scope.',
  },
  { id: 'no-scopes', section: '7, auth', fact: 'There are no scopes: a token is the user.' },
  { id: 'access-lasts-a-day', section: '7, auth', fact: 'An access token works after 23 hours.' },
  { id: 'access-expires', section: '7, auth', fact: 'An access token is refused with 401 after 24 hours.' },
  {
    id: 'refresh-returns-new-pair',
    section: '7, auth',
    fact: 'A refresh returns new tokens, and they work.',
  },
  { id: 'revoke', section: '7, auth', fact: 'POST /oauth/token/revoke ends the consent.' },
  // Requests.
  { id: 'missing-token', section: '7, errors', fact: 'A request without a token is refused with 401.' },
  { id: 'error-text', section: '7, errors', fact: 'Errors have a plain text.' },
  { id: 'read-only', section: '7, A', fact: 'Payslips cannot be written: POST is refused.' },
  // Data.
  {
    id: 'employees',
    section: '7, A',
    fact: '/ess/security/employees returns every job with id, name, businessId, businessName, jobTitle and isTerminated.',
  },
  { id: 'employees-two-jobs', section: '7, A', fact: 'A login with two jobs has two employees.' },
  {
    id: 'personal-details',
    section: '7, A',
    fact: 'personaldetails has names, dateOfBirth, email, phones, startDate, endDate and residentialAddress.',
  },
  { id: 'no-ni-number', section: '7, mapping', fact: 'The self-service has no NI number and no tax code.' },
  {
    id: 'payslip-list',
    section: '7, A',
    fact: 'The list has id, employeeId, datePaid, the pay period, netPay and payerName, and no other amounts.',
  },
  { id: 'payslip-list-published', section: '7, A', fact: 'Only payslips that were paid are listed.' },
  { id: 'payslip-list-odata', section: '7, auth', fact: '$top and $skip select a part of the list.' },
  { id: 'payslip-list-odata-invalid', section: '7, errors', fact: 'An invalid $top is refused with 400.' },
  { id: 'payslip-pdf', section: '7, A', fact: 'One payslip is PDF bytes.' },
  { id: 'payslip-unknown', section: '7, errors', fact: 'An unknown payslip is refused with 404.' },
  { id: 'employee-of-another', section: '7, A', fact: 'The job of another login is refused.' },
] as const

export type EmploymentHeroFactId = (typeof employmentHeroFacts)[number]['id']
