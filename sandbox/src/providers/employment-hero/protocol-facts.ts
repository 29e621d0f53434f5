/**
 * Documented rules of Employment Hero's self-service API that the simulator follows, each with the page or the class of
 * the official .NET client that states it and one test of the same id in `protocol-facts.test.ts`. `assumed`: our reading, no document
 * states it.
 */
export const employmentHeroFacts = [
  // Authorisation.
  {
    id: 'authorise-shows-sign-in',
    section: 'OAuth2 guide',
    fact: 'GET /oauth/authorise with client_id, redirect_uri, response_type=code and state opens the sign-in page.',
  },
  {
    id: 'authorise-spelling',
    section: 'OAuth2 guide',
    fact: 'The path is spelt authorise; /oauth/authorize is unknown.',
  },
  {
    id: 'authorise-unknown-client',
    section: 'RFC 6749, 4.1.2.1',
    fact: 'An unknown client_id is refused without a redirect.',
  },
  {
    id: 'authorise-response-type',
    section: 'RFC 6749, 4.1.2.1',
    fact: 'A response_type other than code is refused.',
  },
  {
    id: 'callback-has-code-and-state',
    section: 'RFC 6749, 4.1.2',
    fact: 'After consent the redirect has code and state.',
  },
  {
    id: 'callback-has-denial',
    section: 'RFC 6749, 4.1.2.1',
    fact: 'After a refusal the redirect has error=access_denied.',
  },
  { id: 'code-is-single-use', section: 'RFC 6749, 4.1.2', fact: 'A code that was used before is refused.' },
  {
    id: 'redirect-must-match',
    section: 'RFC 6749, 4.1.3',
    fact: 'Another redirect_uri than at the authorisation is refused.',
  },
  {
    id: 'token-form-credentials',
    section: 'OAuth2 guide',
    fact: 'Client id and secret are fields of the form.',
  },
  {
    id: 'token-no-basic',
    section: 'assumed',
    fact: 'HTTP Basic is no way to authenticate the client.',
  },
  { id: 'token-wrong-secret', section: 'RFC 6749, 5.2', fact: 'A wrong client_secret is refused with 401.' },
  { id: 'token-grant-type', section: 'RFC 6749, 5.2', fact: 'An unknown grant_type is refused.' },
  {
    id: 'token-reply',
    section: 'OAuth2 guide',
    fact: 'The token reply has access_token, token_type bearer, expires_in 86400, refresh_token and an empty scope.',
  },
  { id: 'no-scopes', section: 'OAuth2 guide', fact: 'There are no scopes: a token is the user.' },
  { id: 'access-lasts-a-day', section: 'OAuth2 guide', fact: 'An access token works after 23 hours.' },
  {
    id: 'access-expires',
    section: 'OAuth2 guide',
    fact: 'An access token is refused with 401 after 24 hours.',
  },
  {
    id: 'refresh-returns-new-pair',
    section: 'OAuth2 guide',
    fact: 'A refresh returns new tokens, and they work.',
  },
  { id: 'revoke', section: 'OAuth2 guide', fact: 'POST /oauth/token/revoke ends the consent.' },
  // Requests.
  { id: 'missing-token', section: 'RFC 6750, 3.1', fact: 'A request without a token is refused with 401.' },
  { id: 'error-text', section: 'assumed', fact: 'Errors have a plain text.' },
  { id: 'read-only', section: 'assumed', fact: 'Payslips cannot be written: POST is refused.' },
  // Data.
  {
    id: 'employees',
    section: '.NET client, EssFunction',
    fact: '/ess/security/employees returns every job with id, name, businessId, businessName, jobTitle and isTerminated.',
  },
  {
    id: 'employees-two-jobs',
    section: '.NET client, EssFunction',
    fact: 'A login with two jobs has two employees.',
  },
  {
    id: 'personal-details',
    section: '.NET client, EssFunction',
    fact: 'personaldetails has names, dateOfBirth, email, phones, startDate, endDate and residentialAddress.',
  },
  {
    id: 'no-ni-number',
    section: '.NET client, EssFunction',
    fact: 'The self-service has no NI number and no tax code.',
  },
  {
    id: 'payslip-list',
    section: '.NET client, EssFunction',
    fact: 'The list has id, employeeId, datePaid, the pay period, netPay and payerName, and no other amounts.',
  },
  {
    id: 'payslip-list-published',
    section: '.NET client, EssFunction',
    fact: 'Only payslips that were paid are listed.',
  },
  {
    id: 'payslip-list-odata',
    section: '.NET client, EssFunction',
    fact: '$top and $skip select a part of the list.',
  },
  {
    id: 'payslip-list-odata-invalid',
    section: '.NET client, EssFunction',
    fact: 'An invalid $top is refused with 400.',
  },
  { id: 'payslip-pdf', section: '.NET client, EssFunction', fact: 'One payslip is PDF bytes.' },
  {
    id: 'payslip-unknown',
    section: '.NET client, EssFunction',
    fact: 'An unknown payslip is refused with 404.',
  },
  { id: 'employee-of-another', section: 'assumed', fact: 'The job of another login is refused.' },
] as const

export type EmploymentHeroFactId = (typeof employmentHeroFacts)[number]['id']
