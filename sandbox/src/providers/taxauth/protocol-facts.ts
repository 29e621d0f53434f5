/**
 * Documented rules of HMRC's APIs that the simulator enforces, each with the section of HMRC's documentation that
 * states it and one test of the same id in `protocol-facts.test.ts`.
 */
export const protocolFacts = [
  // Authorisation.
  {
    id: 'authorize-shows-sign-in',
    section: 'User-restricted endpoints, 1',
    fact: 'GET /oauth/authorize with response_type=code, client_id, scope, state and redirect_uri opens the sign-in page.',
  },
  {
    id: 'authorize-needs-client',
    section: 'User-restricted endpoints, 1',
    fact: 'An unknown client_id is refused without a redirect.',
  },
  {
    id: 'authorize-needs-registered-redirect',
    section: 'Credentials, redirect URIs',
    fact: 'A redirect_uri that is not registered is refused without a redirect.',
  },
  {
    id: 'authorize-rejects-unknown-scope',
    section: 'Authorisation, scopes',
    fact: 'An unknown scope is refused with invalid_scope at the redirect URI.',
  },
  {
    id: 'authorize-rejects-other-response-type',
    section: 'User-restricted endpoints, 1',
    fact: 'A response_type other than code is refused.',
  },
  {
    id: 'scopes-are-space-separated',
    section: 'Authorisation, scopes',
    fact: 'Several scopes are separated by spaces.',
  },
  {
    id: 'callback-returns-code-and-state',
    section: 'User-restricted endpoints, 2',
    fact: 'After consent the redirect has code and the unchanged state.',
  },
  {
    id: 'callback-returns-denial',
    section: 'User-restricted endpoints, 2',
    fact: 'After a refusal the redirect has error=access_denied and the unchanged state.',
  },
  {
    id: 'callback-describes-denial',
    section: 'User-restricted endpoints, 2',
    fact: 'A refusal is described as "user denied the authorization" with error_code USER_DENIED_AUTHORIZATION.',
  },
  {
    id: 'sign-in-needs-second-factor',
    section: 'User-restricted endpoints, two-step verification',
    fact: 'The person confirms the sign-in with an access code.',
  },
  // Token endpoint.
  {
    id: 'code-lives-ten-minutes',
    section: 'User-restricted endpoints, 2',
    fact: 'An authorisation code works after nine minutes.',
  },
  {
    id: 'code-expires',
    section: 'User-restricted endpoints, 2',
    fact: 'An authorisation code no longer works after ten minutes.',
  },
  {
    id: 'code-is-single-use',
    section: 'User-restricted endpoints, 2',
    fact: 'A code that was used before is refused with 400 invalid_request.',
  },
  {
    id: 'unknown-code',
    section: 'User-restricted endpoints, errors',
    fact: 'An unknown code is refused with 400 invalid_request.',
  },
  {
    id: 'redirect-must-match',
    section: 'User-restricted endpoints, errors',
    fact: 'Another redirect_uri than at the authorisation is refused with 400 invalid_request.',
  },
  {
    id: 'missing-grant-type',
    section: 'User-restricted endpoints, errors',
    fact: 'A missing grant_type is refused with 400 invalid_request.',
  },
  {
    id: 'unknown-field',
    section: 'User-restricted endpoints, errors',
    fact: 'An unknown form field is refused with 400 invalid_request.',
  },
  {
    id: 'wrong-secret',
    section: 'User-restricted endpoints, errors',
    fact: 'A wrong client_secret is refused with 401 invalid_client.',
  },
  {
    id: 'no-basic-authentication',
    section: 'User-restricted endpoints, 3',
    fact: 'Client credentials are form fields; HTTP Basic authentication is not accepted.',
  },
  {
    id: 'token-error-format',
    section: 'User-restricted endpoints, errors',
    fact: 'Token errors have exactly the members error and error_description.',
  },
  {
    id: 'pkce-is-optional',
    section: 'User-restricted endpoints, PKCE',
    fact: 'The flow works without a code_challenge.',
  },
  {
    id: 'pkce-verifier-is-required',
    section: 'User-restricted endpoints, PKCE',
    fact: 'After a code_challenge, a missing code_verifier is refused with invalid_grant.',
  },
  {
    id: 'pkce-verifier-must-match',
    section: 'User-restricted endpoints, PKCE',
    fact: 'A wrong code_verifier is refused with invalid_grant.',
  },
  {
    id: 'pkce-verifier-length',
    section: 'User-restricted endpoints, PKCE',
    fact: 'A code_verifier shorter than 43 characters is refused with invalid_request.',
  },
  {
    id: 'pkce-needs-s256',
    section: 'User-restricted endpoints, PKCE',
    fact: 'The code_challenge_method is S256; plain is refused.',
  },
  {
    id: 'token-reply',
    section: 'User-restricted endpoints, 4',
    fact: 'The token reply has access_token, token_type bearer, expires_in 14400, refresh_token and scope.',
  },
  {
    id: 'access-lasts-four-hours',
    section: 'User-restricted endpoints, 4',
    fact: 'An access token works after 3 hours 59 minutes.',
  },
  {
    id: 'access-expires',
    section: 'User-restricted endpoints, 4',
    fact: 'After four hours an access token is refused with 401 INVALID_CREDENTIALS.',
  },
  {
    id: 'refresh-reply-has-no-scope',
    section: 'User-restricted endpoints, refresh',
    fact: 'The reply to a refresh has no scope.',
  },
  {
    id: 'refresh-rotates',
    section: 'User-restricted endpoints, refresh',
    fact: 'A refresh returns another refresh token and another access token.',
  },
  {
    id: 'refresh-is-single-use',
    section: 'User-restricted endpoints, refresh',
    fact: 'A refresh token that was used before is refused with 400 invalid_grant.',
  },
  {
    id: 'refresh-ends-access',
    section: 'User-restricted endpoints, refresh',
    fact: 'A refresh ends the previous access token at once.',
  },
  {
    id: 'parallel-refresh',
    section: 'User-restricted endpoints, refresh',
    fact: 'A refresh during another refresh is refused with 400 invalid_request, "already in progress".',
  },
  {
    id: 'consent-lasts-eighteen-months',
    section: 'User-restricted endpoints, 18 months',
    fact: 'A refresh still works 17 months after consent.',
  },
  {
    id: 'consent-ends',
    section: 'User-restricted endpoints, 18 months',
    fact: 'After 18 months a refresh is refused with 400 invalid_grant.',
  },
  {
    id: 'no-revocation',
    section: 'User-restricted endpoints, revoking',
    fact: 'There is no revocation endpoint; only the person can withdraw the authority.',
  },
  {
    id: 'application-token',
    section: 'Application-restricted endpoints',
    fact: 'grant_type client_credentials returns a token without a refresh token.',
  },
  // Data endpoints.
  {
    id: 'accept-income',
    section: 'Individual Income 1.2',
    fact: 'The income summary needs Accept application/vnd.hmrc.1.2+json.',
  },
  {
    id: 'accept-employment',
    section: 'Individual Employment 1.2',
    fact: 'The employment history needs Accept application/vnd.hmrc.1.2+json.',
  },
  {
    id: 'accept-tax',
    section: 'Individual Tax 1.1',
    fact: 'The tax summary needs Accept application/vnd.hmrc.1.1+json; 1.2 is refused.',
  },
  {
    id: 'accept-missing',
    section: 'Reference guide, versioning',
    fact: 'Plain application/json is refused with 406 ACCEPT_HEADER_INVALID.',
  },
  {
    id: 'missing-credentials',
    section: 'Reference guide, errors',
    fact: 'A request without Authorization is refused with 401 MISSING_CREDENTIALS.',
  },
  {
    id: 'invalid-credentials',
    section: 'Reference guide, errors',
    fact: 'An unknown token is refused with 401 INVALID_CREDENTIALS.',
  },
  {
    id: 'wrong-token-type',
    section: 'Reference guide, errors',
    fact: 'An application token is refused for a person’s data with 401 INCORRECT_ACCESS_TOKEN_TYPE.',
  },
  {
    id: 'missing-scope',
    section: 'Reference guide, errors',
    fact: 'A token without the API’s scope is refused with 403 INVALID_SCOPE.',
  },
  {
    id: 'not-subscribed',
    section: 'Reference guide, errors',
    fact: 'An application that is not subscribed is refused with 403 RESOURCE_FORBIDDEN.',
  },
  {
    id: 'unknown-path',
    section: 'Reference guide, errors',
    fact: 'An unknown path returns 404 MATCHING_RESOURCE_NOT_FOUND.',
  },
  {
    id: 'wrong-method',
    section: 'Reference guide, errors',
    fact: 'Another method on a known path returns 405 METHOD_NOT_ALLOWED.',
  },
  {
    id: 'error-format',
    section: 'Reference guide, errors',
    fact: 'Errors have exactly the members code and message.',
  },
  {
    id: 'utr-format',
    section: 'Individual Income 1.2, errors',
    fact: 'A UTR that is not ten digits is refused with 400 SA_UTR_INVALID.',
  },
  {
    id: 'tax-year-format',
    section: 'Individual Income 1.2, errors',
    fact: 'A tax year not of the form 2025-26 is refused with 400 TAX_YEAR_INVALID.',
  },
  {
    id: 'other-person',
    section: 'Individual Income 1.2, errors',
    fact: 'Another person’s UTR is refused with 401 UNAUTHORIZED.',
  },
  {
    id: 'no-data',
    section: 'Individual Income 1.2, errors',
    fact: 'A year without data returns 404 NOT_FOUND.',
  },
  {
    id: 'not-reconciled',
    section: 'Individual Income 1.2, overview',
    fact: 'Before reconciliation a year returns 404 NOT_FOUND.',
  },
  {
    id: 'return-processed',
    section: 'Individual Income 1.2, overview',
    fact: 'After the return was processed a year returns 404 NOT_FOUND.',
  },
  {
    id: 'income-members',
    section: 'Individual Income 1.2, response',
    fact: 'The income summary has pensionsAnnuitiesAndOtherStateBenefits and employments.',
  },
  {
    id: 'employment-members',
    section: 'Individual Employment 1.2, response',
    fact: 'The employment history has at least one employment with reference and name.',
  },
  {
    id: 'tax-members',
    section: 'Individual Tax 1.1, response',
    fact: 'The tax summary has pensionsAnnuitiesAndOtherStateBenefits, refunds and employments.',
  },
  {
    id: 'amounts-are-numbers',
    section: 'Reference guide, common data types',
    fact: 'Amounts are JSON numbers with at most two decimal places.',
  },
  {
    id: 'no-paging',
    section: 'Individual Income 1.2, response',
    fact: 'A summary has no paging members and no query parameters.',
  },
  {
    id: 'rate-limit',
    section: 'Reference guide, rate limiting',
    fact: 'The fourth request of an application in a second is refused with 429 MESSAGE_THROTTLED_OUT.',
  },
  {
    id: 'rate-limit-recovers',
    section: 'Reference guide, rate limiting',
    fact: 'Requests are accepted again a second later.',
  },
  {
    id: 'scheduled-maintenance',
    section: 'Reference guide, errors',
    fact: 'Maintenance returns 503 SCHEDULED_MAINTENANCE.',
  },
  {
    id: 'server-error',
    section: 'Reference guide, errors',
    fact: 'An unavailable service returns 503 SERVER_ERROR.',
  },
  {
    id: 'internal-server-error',
    section: 'Reference guide, errors',
    fact: 'An internal error returns 500 INTERNAL_SERVER_ERROR.',
  },
  {
    id: 'not-implemented',
    section: 'Reference guide, errors',
    fact: 'An endpoint that does not exist yet returns 501 NOT_IMPLEMENTED.',
  },
  {
    id: 'gateway-timeout',
    section: 'Reference guide, errors',
    fact: 'A late backend returns 504 GATEWAY_TIMEOUT.',
  },
  // Test environment.
  {
    id: 'test-support-needs-application',
    section: 'Individual PAYE Test Support 1.0',
    fact: 'Test data are loaded with an application token; a person’s token is refused.',
  },
  {
    id: 'test-support-accept',
    section: 'Individual PAYE Test Support 1.0',
    fact: 'Test support needs Accept application/vnd.hmrc.1.0+json.',
  },
  {
    id: 'test-support-happy-path-1',
    section: 'Individual PAYE Test Support 1.0',
    fact: 'HAPPY_PATH_1 loads two employers with every field, and returns 201 with the data.',
  },
  {
    id: 'test-support-happy-path-2',
    section: 'Individual PAYE Test Support 1.0',
    fact: 'HAPPY_PATH_2 loads the required fields only, with a tax reference that is not in the income.',
  },
  {
    id: 'test-support-default',
    section: 'Individual PAYE Test Support 1.0',
    fact: 'Without a scenario, HAPPY_PATH_1 is loaded.',
  },
  {
    id: 'test-support-unknown-scenario',
    section: 'Individual PAYE Test Support 1.0',
    fact: 'An unknown scenario is refused with 400.',
  },
  {
    id: 'test-data-is-served',
    section: 'Individual PAYE Test Support 1.0',
    fact: 'The loaded data are served by the three APIs for that person and year.',
  },
  {
    id: 'gov-test-scenario-is-ignored',
    section: 'Individual Income 1.2, testing',
    fact: 'The three APIs ignore the header Gov-Test-Scenario.',
  },
  {
    id: 'test-user',
    section: 'Create Test User 1.0',
    fact: 'An application creates a test user, who can sign in; the reply has the identifiers of the named services.',
  },
  {
    id: 'test-user-services',
    section: 'Create Test User 1.0',
    fact: 'An unknown service name is refused with 400.',
  },
  {
    id: 'test-user-needs-application',
    section: 'Create Test User 1.0',
    fact: 'A test user is created with an application token only.',
  },
  // Fraud-prevention headers.
  {
    id: 'fraud-headers-valid',
    section: 'Fraud prevention, web app via server',
    fact: 'The full header set of a web application returns VALID_HEADERS.',
  },
  {
    id: 'fraud-headers-missing-method',
    section: 'Fraud prevention, connection method',
    fact: 'A missing Gov-Client-Connection-Method returns INVALID_HEADERS.',
  },
  {
    id: 'fraud-headers-invalid',
    section: 'Fraud prevention, web app via server',
    fact: 'Each header in another format than documented returns INVALID_HEADERS and its name.',
  },
  {
    id: 'fraud-headers-missing-factor',
    section: 'Fraud prevention, missing data',
    fact: 'A missing Gov-Client-Multi-Factor is a warning: POTENTIALLY_INVALID_HEADERS.',
  },
  {
    id: 'fraud-headers-needs-application',
    section: 'Test Fraud Prevention Headers 1.0',
    fact: 'The validation needs an application token.',
  },
] as const

export type ProtocolFactId = (typeof protocolFacts)[number]['id']
