import type { FailureCode } from '../../src/connectors/failure.ts'

// Replies of real sources that are failures or have no data, each with our code. docs/operations/provider-failures.md is
// generated from this list, and documented-failures.test.ts checks it.

/** `nothing-found` is no failure: the source replied that it has no data. `net-pay-only` costs some figures. */
export type FailureOutcome = FailureCode | 'nothing-found' | 'net-pay-only'

/** A behaviour of the simulator that causes the failure, or a test that shows it: its file and a part of its title. */
type ShownBy = { behaviour: string } | { file: string; title: string }

export type DocumentedFailure = {
  /** The rule in `protocol-facts.ts` of the simulator, or a description if no document states it. */
  rule: { fact: string } | { assumed: string }
  outcome: FailureOutcome
  shownBy: ShownBy
}

export type FailingSource =
  | ('hmrc-individual' | 'yapily' | 'truelayer')
  | ('freeagent' | 'xero' | 'staffology' | 'employment-hero-ess')

const fact = (id: string, outcome: FailureOutcome, shownBy: ShownBy): DocumentedFailure => ({
  rule: { fact: id },
  outcome,
  shownBy,
})
const assumed = (text: string, outcome: FailureOutcome, shownBy: ShownBy): DocumentedFailure => ({
  rule: { assumed: text },
  outcome,
  shownBy,
})
const on = (behaviour: string): ShownBy => ({ behaviour })
const testIn =
  (file: string) =>
  (title: string): ShownBy => ({ file, title })

const journey = testIn('web/e2e/payroll-failures.test.ts')
const bankJourney = testIn('web/e2e/bank.test.ts')
const redirects = testIn('server/src/features/accounts/oauth2/oauth2.test.ts')
const taxConnector = testIn('server/src/connectors/tax-authority/connector.test.ts')
const findEmployee = testIn('server/src/connectors/employer-oauth2/find-employee.test.ts')
const keyConnector = testIn('server/src/connectors/employer-key/connector.test.ts')
const selfService = testIn('server/src/connectors/employee-oauth2/connector.test.ts')
const yapily = testIn('server/src/connectors/bank-income/yapily-connector.test.ts')
const trueLayer = testIn('server/src/connectors/bank-income/truelayer-connector.test.ts')
const transport = testIn('server/src/connectors/transport.test.ts')

/** Failures that every source can have, and whose replies no document states. */
const outages: DocumentedFailure[] = [
  assumed('An error of its own (any other 5xx).', 'provider-down', on('error:server_error')),
  assumed('A reply that breaks off or has another format.', 'provider-changed', on('error:bad_response')),
  assumed('A connection that is cut.', 'provider-unreachable', on('drop:list')),
  assumed('No reply in 20 seconds.', 'provider-timeout', transport('throws provider-timeout')),
]

export const documentedFailures: Record<FailingSource, DocumentedFailure[]> = {
  'hmrc-individual': [
    fact(
      'callback-returns-denial',
      'consent-refused',
      redirects('callback URL of the client with the result'),
    ),
    fact('code-is-single-use', 'consent-ended', taxConnector('a code works once')),
    fact('wrong-secret', 'provider-changed', taxConnector('maps every error code')),
    fact('other-person', 'identity-mismatch', journey('another person’s tax reference')),
    fact('no-data', 'nothing-found', on('error:no_data')),
    fact('not-reconciled', 'nothing-found', on('error:not_reconciled')),
    fact('return-processed', 'nothing-found', on('error:return_processed')),
    fact('tax-year-format', 'nothing-found', on('error:tax_year_invalid')),
    fact('invalid-credentials', 'session-ended', on('error:invalid_token')),
    fact('missing-scope', 'consent-ended', on('error:invalid_scope')),
    fact('not-subscribed', 'provider-changed', on('error:resource_forbidden')),
    fact('unknown-path', 'provider-changed', on('error:matching_resource_not_found')),
    fact('utr-format', 'provider-changed', on('error:sa_utr_invalid')),
    fact('refresh-is-single-use', 'consent-ended', taxConnector('renews with each refresh token once')),
    fact('parallel-refresh', 'provider-rate-limited', taxConnector('two refreshes at once')),
    fact('consent-ends', 'consent-ended', taxConnector('maps every error code')),
    fact('rate-limit', 'provider-rate-limited', on('error:rate_limited')),
    fact('scheduled-maintenance', 'provider-maintenance', on('error:maintenance')),
    fact('server-error', 'provider-down', on('error:provider_down')),
    fact('internal-server-error', 'provider-down', on('error:server_error')),
    fact('gateway-timeout', 'provider-down', on('error:gateway_timeout')),
  ],
  yapily: [
    fact('consent-rejected', 'consent-refused', bankJourney('a person who refuses, then agrees')),
    fact('one-time-token-once', 'consent-ended', yapily('the one-time token opens the session, once')),
    fact('wrong-secret', 'provider-changed', yapily('wrong credentials of ours')),
    fact('no-reconfirmation', 'consent-ended', yapily('a consent ends after 90 days')),
    fact('delete', 'consent-ended', yapily('an ended consent returns no data')),
    assumed(
      'The bank does not reply, or has an error.',
      'provider-down',
      bankJourney('a bank that is down before'),
    ),
  ],
  truelayer: [
    fact('callback-denied', 'consent-refused', bankJourney('a person who refuses, then agrees')),
    fact('client-wrong-secret', 'provider-changed', trueLayer('and wrong client credentials')),
    fact('code-single-use', 'consent-ended', trueLayer('the code opens the session for 90 days, once')),
    fact('expired-token', 'session-ended', trueLayer('tokens are renewed after an hour')),
    fact('refresh-after-consent', 'consent-ended', trueLayer('a consent ends after 90 days')),
    fact('extend-authentication', 'consent-ended', trueLayer('wants a new sign-in for the confirmation')),
    fact('provider-down', 'provider-down', bankJourney('a bank that is down; the person cancels there')),
    fact('four-a-day', 'provider-rate-limited', trueLayer('a fifth retrieval in a day')),
    fact('delete', 'consent-ended', trueLayer('an ended consent returns no data')),
  ],
  freeagent: [
    fact('callback-has-denial', 'consent-refused', journey('a person who refuses')),
    fact('code-is-single-use', 'consent-ended', on('error:invalid_grant')),
    fact('token-wrong-secret', 'provider-changed', on('error:invalid_client')),
    fact('forbidden', 'payroll-not-permitted', on('error:forbidden')),
    assumed(
      'No user of the company is the person.',
      'employee-not-found',
      journey('a payroll without the person'),
    ),
    assumed(
      'Several users could be the person.',
      'employee-ambiguous',
      findEmployee('fails if several employees match'),
    ),
    fact('unknown-token', 'session-ended', on('error:invalid_token')),
    fact('unknown-path', 'provider-changed', on('error:not_found')),
    fact('limit-minute', 'provider-rate-limited', on('error:rate_limited')),
    ...outages,
  ],
  xero: [
    fact('callback-has-denial', 'consent-refused', journey('a person who refuses')),
    fact('code-is-single-use', 'consent-ended', on('error:invalid_grant')),
    fact('token-wrong-secret', 'provider-changed', on('error:invalid_client')),
    fact('connections-several', 'company-not-found', journey('a login with several companies')),
    fact('tenant-of-others', 'payroll-not-permitted', on('error:forbidden')),
    assumed(
      'No employee is the person.',
      'employee-not-found',
      findEmployee('never takes an employee with another NI number'),
    ),
    assumed(
      'Several employees could be the person.',
      'employee-ambiguous',
      findEmployee('fails if several employees match'),
    ),
    fact('scope-per-call', 'session-ended', on('error:invalid_token')),
    fact('refresh-idle', 'consent-ended', on('error:invalid_grant')),
    fact('not-found-format', 'provider-changed', on('error:not_found')),
    fact('limit-minute', 'provider-rate-limited', on('error:rate_limited')),
    ...outages,
  ],
  staffology: [
    fact('employees-search-empty', 'nothing-found', on('error:no_match')),
    fact('employer-not-opted-in', 'nothing-found', journey('whose employer did not opt in')),
    assumed('The employer withdraws its opt-in.', 'consent-ended', keyConnector('withdraws its opt-in')),
    fact('wrong-key', 'provider-changed', keyConnector('a refused key')),
    assumed('403: the key may not read the employee.', 'payroll-not-permitted', on('error:forbidden')),
    assumed('429: too many requests.', 'provider-rate-limited', on('error:rate_limited')),
    ...outages,
  ],
  'employment-hero-ess': [
    fact('callback-has-denial', 'consent-refused', journey('a person who refuses')),
    fact('code-is-single-use', 'consent-ended', on('error:invalid_grant')),
    fact('token-wrong-secret', 'provider-changed', on('error:invalid_client')),
    assumed('Another person signs in.', 'identity-mismatch', journey('the login of another person')),
    fact('access-expires', 'session-ended', on('error:invalid_token')),
    fact('employee-of-another', 'provider-changed', on('error:not_found')),
    fact('payslip-unknown', 'net-pay-only', selfService('costs only its own figures')),
    assumed('403: the login may not read payslips.', 'payroll-not-permitted', on('error:forbidden')),
    assumed('429: too many requests.', 'provider-rate-limited', on('error:rate_limited')),
    ...outages,
  ],
}
