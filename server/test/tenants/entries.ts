import { randomBytes, randomUUID } from 'node:crypto'
import { createUser } from '../people.ts'
import { aCode, furnishDocument, type IdName, type Ids, must, putCode, type Stage } from './stage.ts'

export type MatrixRequest = { path: string; body?: object }

/** One way to call an operation. Ids it `names` must exist; ids it only `filters` by may match nothing. */
export type Shape = {
  names?: IdName[]
  filters?: IdName[]
  request(ids: Ids): MatrixRequest
  /** The error code even the rightful caller gets, because continuing would call a provider. */
  endsWith?: string
  /** Creates what a successful call consumes, so that each call has its own. */
  fresh?(stage: Stage): Promise<Partial<Ids>>
  before?(stage: Stage): Promise<unknown>
}

/** A public operation: a valid call with the right secret, and guesses at a known and an unknown resource. */
export type Door = {
  good(stage: Stage): Promise<MatrixRequest>
  guess?(stage: Stage, known: boolean): Promise<MatrixRequest & { said: string[] }>
  /** A valid call hashes a password, so only credentials valid elsewhere make it. */
  isCostly?: boolean
}

/** The access policy, stated a second time: a route that loosens its rule disagrees with this table. */
export type MatrixEntry = { policy: string; shapes: Shape[] } | { policy: 'public'; door: Door }

const shapes = (policy: string, ...ways: Shape[]): MatrixEntry => ({ policy, shapes: ways })

const madeKey = { name: 'made by the matrix' }
const clearKeys = ({ api }: Stage) => api.sql('delete from api_keys where name = $1', [madeKey.name])
const anAddress = () => `${randomBytes(8).toString('hex')}@team.example`
const password = 'correct horse battery staple'

const freshUser = async ({ api }: Stage) => ({ user_id: (await createUser(api.acme)).user_id })

async function freshAuthorisation(stage: Stage) {
  const { user_id } = await freshUser(stage)
  const body = { user_id, user_agent: 'matrix' }
  return { authorisation_id: (await must(stage.api.acme, 'POST', '/authorisations', body)).id }
}

async function freshOwnAuthorisation({ api, acme }: Stage) {
  const body = { user_id: acme.ids.user_id, user_agent: 'matrix' }
  return { authorisation_id: (await must(api.acme, 'POST', '/authorisations', body)).id as string }
}

async function freshMember({ api }: Stage) {
  const invited = await must(api.acme, 'POST', '/members', { email: anAddress(), role: 'Support' })
  return { member_id: invited.id }
}

async function freshKey(stage: Stage) {
  await clearKeys(stage)
  return { api_key_id: (await must(stage.api.acme, 'POST', '/api-keys', madeKey)).id }
}

async function freshTerm({ api }: Stage) {
  const term = { name: 'Plain', authorisation_text: 'Plain.', authorisation_category: 'recurring' }
  return { term_id: (await must(api.acme, 'POST', '/authorisations/terms', term)).id }
}

const madeWebhook = {
  name: 'made by the matrix',
  events: ['user-payroll-submitted'],
  url: 'https://matrix.invalid/hook',
}
const clearWebhooks = ({ api }: Stage) => api.sql('delete from webhooks where name = $1', [madeWebhook.name])

async function freshWebhook({ api }: Stage) {
  const name = randomBytes(8).toString('hex')
  return { webhook_id: (await must(api.acme, 'POST', '/webhooks', { ...madeWebhook, name })).webhook_id }
}

/** At a provider with its own login pages: no request is sent until the person goes there. */
const connection = (user_id: string) => ({
  path: '/accounts',
  body: { user_id, payroll_provider: 'sandbox-cloud' },
})

async function freshAccount({ api, acme }: Stage) {
  const { path, body } = connection(acme.ids.user_id)
  return { account_id: (await must(api.acme, 'POST', path, body)).account_id as string }
}

async function freshEndedAccount(stage: Stage) {
  const { account_id } = await freshAccount(stage)
  await stage.api.sql(
    `update accounts set status = 'EXPIRED', pending = null, pending_kind = null, pending_until = null
       where id = $1`,
    [account_id],
  )
  return { account_id }
}

async function freshEntry({ api, acme }: Stage) {
  const entry_id = randomUUID()
  await api.sql(
    `insert into payroll_entries (client_id, id, user_id, account_id, authorisation_id)
       select client_id, $2, user_id, account_id, authorisation_id from payroll_entries where id = $1`,
    [acme.ids.entry_id, entry_id],
  )
  return { entry_id }
}

async function freshTaxAccount({ api, acme }: Stage) {
  const extra_login_params = { unique_tax_reference: '1234567890', ni_number: 'QQ123456C' }
  const body = { user_id: acme.ids.user_id, payroll_provider: 'taxauth', extra_login_params }
  return { tax_account_id: (await must(api.acme, 'POST', '/accounts', body)).account_id as string }
}

async function freshTaxEntry({ api, acme }: Stage) {
  const tax_entry_id = randomUUID()
  await api.sql(
    `insert into tax_income_entries (client_id, id, user_id, account_id, authorisation_id)
       select client_id, $2, user_id, account_id, authorisation_id from tax_income_entries where id = $1`,
    [acme.ids.tax_entry_id, tax_entry_id],
  )
  return { tax_entry_id }
}

const freshDocument = async ({ api, acme }: Stage) => ({
  document_id: await furnishDocument(api, 'acme', () => randomBytes(8).toString('hex'), acme.ids),
})

const atDocument = (policy: string, way: string, shape: Partial<Shape> = {}) =>
  shapes(policy, {
    names: ['document_id'],
    ...shape,
    request: ({ document_id }) => ({ path: `/documents/${document_id}${way}` }),
  })

const atStatement = (way: string) =>
  shapes('client FullMember', {
    names: ['user_id', 'statement_id'],
    request: ({ user_id, statement_id }) => ({ path: `/bankstatements/${user_id}/${statement_id}${way}` }),
  })

const atSubmission = (way: string) =>
  shapes('client FullMember', {
    names: ['user_id', 'submission_id'],
    request: ({ user_id, submission_id }) => ({ path: `/payroll/${user_id}/${submission_id}${way}` }),
  })

const atExpenditure = (way: string) =>
  shapes('client FullMember', {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: `/expenditure/${user_id}/ons${way}` }),
  })

/** Concerns the calling person only: no id can be named. */
const ofPerson = (way: string, shape: Partial<Shape> = {}) =>
  shapes('user FullMember', { ...shape, request: () => ({ path: `/journeys/current${way}` }) })

// No sandbox listens at the stage's address.
const inSandbox = (way: string, body?: object) =>
  shapes('client FullMember', {
    endsWith: 'unavailable',
    request: () => ({ path: `/sandbox${way}`, ...(body && { body }) }),
  })

const endedWith = (outcome: object) => ({ path: '/journeys/current/ends', body: { outcome } })

const noteOn = (about: object) => ({
  path: '/journeys/current/notes',
  body: { ...about, field: 'other', text: 'Plain.' },
})

const freshUnconnectable = async ({ api }: Stage) => ({
  user_id: (await createUser(api.acme, { payroll_connections_enabled: false })).user_id,
})

/** An operation on one account. */
const atAccount = (policy: string, way: string, shape: Partial<Shape> & { body?: object } = {}) => {
  const { body, ...rest } = shape
  return shapes(policy, {
    names: ['account_id'],
    ...rest,
    request: ({ account_id }) => ({ path: `/accounts/${account_id}${way}`, ...(body && { body }) }),
  })
}

/** An operation on one webhook. */
const atWebhook = (
  policy: string,
  way: string,
  { body, fresh }: { body?: object; fresh?: Shape['fresh'] } = {},
) =>
  shapes(policy, {
    names: ['webhook_id'],
    ...(fresh && { fresh }),
    request: ({ webhook_id }) => ({ path: `/webhooks/${webhook_id}${way}`, ...(body && { body }) }),
  })

const atDelivery = (policy: string, way: string) =>
  shapes(policy, {
    names: ['webhook_id', 'delivery_id'],
    request: ({ webhook_id, delivery_id }) => ({
      path: `/webhooks/${webhook_id}/deliveries/${delivery_id}${way}`,
    }),
  })

/** How to call every operation of the API, by operationId. */
export const entries: Record<string, MatrixEntry> = {
  createUser: shapes('client FullMember', {
    request: () => ({
      path: '/users',
      body: {
        forename: 'Plain',
        surname: 'Person',
        date_of_birth: '1990-01-01',
        post_codes: ['LS1 4AP'],
        payroll_period_months: 3,
      },
    }),
  }),
  listUsers: shapes(
    'client Support',
    { request: () => ({ path: '/users?limit=100' }) },
    { filters: ['ext_id'], request: ({ ext_id }) => ({ path: `/users?ext_id=${ext_id}` }) },
    { filters: ['ext_id'], request: ({ ext_id }) => ({ path: `/users?search=${ext_id}` }) },
    { filters: ['user_id'], request: ({ user_id }) => ({ path: `/users?search=${user_id}` }) },
  ),
  listUserTimeline: shapes('client Support', {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: `/users/${user_id}/timeline?limit=100` }),
  }),
  getActivity: shapes('client Support', { request: () => ({ path: '/activity' }) }),
  getAttention: shapes('client Support', { request: () => ({ path: '/attention' }) }),
  listRecurringUsers: shapes(
    'client Support',
    { request: () => ({ path: '/users/recurring' }) },
    { request: () => ({ path: '/users/recurring?recurring_enabled=false' }) },
  ),
  getUser: shapes('client Support', {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: `/users/${user_id}` }),
  }),
  updateUser: shapes('client FullMember', {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: `/users/${user_id}`, body: { payroll_period_months: 7 } }),
  }),
  deleteUser: shapes('client FullMember', {
    names: ['user_id'],
    fresh: freshUser,
    request: ({ user_id }) => ({ path: `/users/${user_id}` }),
  }),

  getConfiguration: shapes('client Support', { request: () => ({ path: '/configuration' }) }),
  getLogo: shapes('client FullMember', { request: () => ({ path: '/configuration/logo?client_logo=none' }) }),
  updateConfiguration: shapes('client FullMember', {
    request: () => ({ path: '/configuration', body: { payroll_period_months: 7 } }),
  }),

  listApiKeys: shapes('client Admin', { request: () => ({ path: '/api-keys?limit=100' }) }),
  createApiKey: shapes('client Admin', {
    before: clearKeys,
    request: () => ({ path: '/api-keys', body: madeKey }),
  }),
  deleteApiKey: shapes('client Admin', {
    names: ['api_key_id'],
    fresh: freshKey,
    request: ({ api_key_id }) => ({ path: `/api-keys/${api_key_id}` }),
  }),
  createUserToken: shapes('client FullMember', {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: '/user-tokens', body: { user_id } }),
  }),
  revokeUserTokens: shapes('client FullMember', {
    names: ['user_id'],
    fresh: freshUser,
    request: ({ user_id }) => ({ path: '/user-tokens/revocations', body: { user_id } }),
  }),
  getJwks: { policy: 'public', door: { good: async () => ({ path: '/.well-known/jwks.json' }) } },

  inviteMember: shapes('client Admin', {
    request: () => ({ path: '/members', body: { email: anAddress(), role: 'Support' } }),
  }),
  listMembers: shapes('client FullMember', { request: () => ({ path: '/members?limit=100' }) }),
  getMember: shapes('client FullMember', {
    names: ['member_id'],
    request: ({ member_id }) => ({ path: `/members/${member_id}` }),
  }),
  updateMember: shapes('client Admin', {
    names: ['member_id'],
    fresh: freshMember,
    request: ({ member_id }) => ({ path: `/members/${member_id}`, body: { role: 'FullMember' } }),
  }),
  deleteMember: shapes('client Admin', {
    names: ['member_id'],
    fresh: freshMember,
    request: ({ member_id }) => ({ path: `/members/${member_id}` }),
  }),

  createAuthorisationTerm: shapes('client FullMember', {
    request: () => ({
      path: '/authorisations/terms',
      body: {
        name: 'Plain',
        authorisation_text: 'Plain.',
        authorisation_category: 'recurring',
        deactivate_previous: true,
      },
    }),
  }),
  listAuthorisationTerms: shapes('client Support', {
    request: () => ({ path: '/authorisations/terms?limit=100' }),
  }),
  getLatestAuthorisationTerm: shapes('either Support', {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: `/authorisations/terms/latest?user_id=${user_id}` }),
  }),
  getAuthorisationTerm: shapes('client Support', {
    names: ['term_id'],
    request: ({ term_id }) => ({ path: `/authorisations/terms/${term_id}` }),
  }),
  updateAuthorisationTerm: shapes('client FullMember', {
    names: ['term_id'],
    fresh: freshTerm,
    request: ({ term_id }) => ({ path: `/authorisations/terms/${term_id}`, body: { is_active: false } }),
  }),
  createAuthorisation: shapes(
    'either FullMember',
    {
      names: ['user_id', 'term_id'],
      request: ({ user_id, term_id }) => ({
        path: '/authorisations',
        body: { user_id, term_id, user_agent: 'matrix' },
      }),
    },
    {
      names: ['user_id'],
      request: ({ user_id }) => ({ path: '/authorisations', body: { user_id, user_agent: 'matrix' } }),
    },
  ),
  listAuthorisations: shapes('client Support', {
    names: ['user_id'],
    filters: ['term_id'],
    request: ({ user_id, term_id }) => ({
      path: `/authorisations?user_id=${user_id}&term_id=${term_id}&limit=100`,
    }),
  }),
  revokeAuthorisation: shapes('client FullMember', {
    names: ['authorisation_id'],
    fresh: freshAuthorisation,
    request: ({ authorisation_id }) => ({ path: `/authorisations/${authorisation_id}/revoke` }),
  }),

  createWebhook: shapes('client FullMember', {
    before: clearWebhooks,
    request: () => ({ path: '/webhooks', body: madeWebhook }),
  }),
  listWebhooks: shapes('client Support', { request: () => ({ path: '/webhooks?limit=100' }) }),
  getWebhook: atWebhook('client Support', ''),
  getWebhookStatus: atWebhook('client Support', '/status'),
  updateWebhook: atWebhook('client FullMember', '', {
    body: { config: { encrypted_content_type: 'application/json' } },
  }),
  deleteWebhook: atWebhook('client FullMember', '', { fresh: freshWebhook }),
  testWebhook: atWebhook('client FullMember', '/test', { body: {} }),
  rotateWebhookSecret: atWebhook('client FullMember', '/rotate', {
    body: { encryption_key: Buffer.alloc(32, 7).toString('base64') },
  }),
  pauseWebhook: atWebhook('client FullMember', '/pause', { fresh: freshWebhook }),
  resumeWebhook: atWebhook('client FullMember', '/resume', { fresh: freshWebhook }),
  recoverWebhook: atWebhook('client FullMember', '/recover', { body: { since: '2020-01-01T00:00:00Z' } }),
  listDeliveries: shapes(
    'client Support',
    {
      names: ['webhook_id'],
      request: ({ webhook_id }) => ({ path: `/webhooks/${webhook_id}/deliveries?limit=100` }),
    },
    {
      names: ['webhook_id'],
      filters: ['user_id'],
      request: ({ webhook_id, user_id }) => ({
        path: `/webhooks/${webhook_id}/deliveries?user_id=${user_id}`,
      }),
    },
  ),
  getDelivery: atDelivery('client Support', ''),
  redeliver: atDelivery('client FullMember', '/redeliver'),
  listEvents: shapes(
    'client Support',
    { request: () => ({ path: '/events' }) },
    { request: () => ({ path: '/events?include_payload=true' }) },
  ),

  createAccount: shapes('either FullMember', {
    names: ['user_id'],
    request: ({ user_id }) => connection(user_id),
  }),
  listAccounts: shapes('either Support', {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: `/accounts?user_id=${user_id}&limit=1000` }),
  }),
  listRecurringAccounts: shapes('either Support', {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: `/accounts/recurring?user_id=${user_id}` }),
  }),
  getAccount: atAccount('either Support', ''),
  getAccountHistory: atAccount('either Support', '/history'),
  answerMfa: atAccount('either FullMember', '/mfa', {
    body: { mfa: '246810' },
    endsWith: 'mfa-not-expected',
  }),
  reconnectAccount: atAccount('either FullMember', '/reconnect', { body: {}, fresh: freshEndedAccount }),
  deleteAccount: atAccount('client FullMember', '', { fresh: freshAccount }),
  createDirectConnection: shapes('client FullMember', {
    names: ['user_id'],
    fresh: freshUnconnectable,
    endsWith: 'connections-off',
    request: ({ user_id }) => ({ path: '/accounts/direct-connections', body: { user_id } }),
  }),
  queryPayrollConnection: shapes('user FullMember', {
    names: ['account_id'],
    fresh: freshAccount,
    endsWith: 'account-pending',
    request: ({ account_id }) => ({ path: '/payroll/entries/connections', body: { account_id } }),
  }),
  listPayrollEntries: shapes('client Support', {
    names: ['user_id'],
    filters: ['account_id'],
    request: ({ user_id, account_id }) => ({
      path: `/payroll/entries?user_id=${user_id}&account_id=${account_id}`,
    }),
  }),
  deletePayrollEntry: shapes('client FullMember', {
    names: ['entry_id'],
    fresh: freshEntry,
    request: ({ entry_id }) => ({ path: `/payroll/entries/${entry_id}` }),
  }),
  listPayrollSubmissions: shapes(
    'client FullMember',
    { names: ['user_id'], request: ({ user_id }) => ({ path: `/payroll/${user_id}` }) },
    {
      names: ['user_id'],
      filters: ['account_id', 'entry_id'],
      request: ({ user_id, account_id, entry_id }) => ({
        path: `/payroll/${user_id}?account_id=${account_id}&entry_id=${entry_id}`,
      }),
    },
  ),

  queryTaxauthConnection: shapes('user FullMember', {
    names: ['tax_account_id'],
    fresh: freshTaxAccount,
    endsWith: 'account-pending',
    request: ({ tax_account_id: account_id }) => ({
      path: '/taxauth/entries/connections',
      body: { account_id },
    }),
  }),
  listTaxauthEntries: shapes('client Support', {
    names: ['user_id'],
    filters: ['tax_account_id'],
    request: ({ user_id, tax_account_id }) => ({
      path: `/taxauth/entries?user_id=${user_id}&account_id=${tax_account_id}`,
    }),
  }),
  deleteTaxauthEntry: shapes('client FullMember', {
    names: ['tax_entry_id'],
    fresh: freshTaxEntry,
    request: ({ tax_entry_id }) => ({ path: `/taxauth/entries/${tax_entry_id}` }),
  }),
  listIncomeSubmissions: shapes(
    'client FullMember',
    { names: ['user_id'], request: ({ user_id }) => ({ path: `/taxauth/${user_id}` }) },
    {
      names: ['user_id'],
      filters: ['tax_account_id', 'tax_entry_id'],
      request: ({ user_id, tax_account_id, tax_entry_id }) => ({
        path: `/taxauth/${user_id}?account_id=${tax_account_id}&entry_id=${tax_entry_id}`,
      }),
    },
  ),

  presignBankStatements: shapes('user FullMember', {
    endsWith: 'invalid-request',
    request: () => ({ path: '/documents/bank-statements/presign', body: { files: [] } }),
  }),
  presignPayslips: shapes('user FullMember', {
    endsWith: 'invalid-request',
    request: () => ({ path: '/payroll/entries/payslips/presign', body: { files: [] } }),
  }),
  listDocuments: shapes('client Support', {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: `/documents?user_id=${user_id}` }),
  }),
  submitBankStatements: shapes('user FullMember', {
    endsWith: 'invalid-request',
    request: () => ({ path: '/documents/bank-statements', body: { files: [{ path: 'elsewhere' }] } }),
  }),
  submitPayslips: shapes('user FullMember', {
    endsWith: 'invalid-request',
    request: () => ({ path: '/payroll/entries/payslips', body: { files: [{ path: 'elsewhere' }] } }),
  }),
  listBankStatementSubmissions: shapes('client FullMember', {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: `/bankstatements/${user_id}` }),
  }),
  getBankStatementProvenance: atStatement('/provenance'),
  getSignedBankStatement: atStatement('/provenance/signed'),
  getPayrollProvenance: atSubmission('/provenance'),
  getSignedPayroll: atSubmission('/provenance/signed'),
  listMatches: shapes('client FullMember', {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: `/users/${user_id}/matches` }),
  }),
  getJourney: ofPerson(''),
  renewJourneySession: shapes('user FullMember', {
    endsWith: 'journey-missing',
    request: () => ({ path: '/journeys/sessions/renewals', body: {} }),
  }),
  // No provider listens at the stage's addresses.
  createJourneyDirectConnection: shapes('user FullMember', {
    endsWith: 'provider-down',
    request: () => ({ path: '/journeys/current/direct-connections', body: {} }),
  }),
  endJourney: shapes(
    'user FullMember',
    { request: () => endedWith({ kind: 'documents' }) },
    {
      names: ['account_id'],
      request: ({ account_id }) => endedWith({ kind: 'connected', account_id }),
    },
  ),
  getJourneyFindings: ofPerson('/findings'),
  getJourneyShared: ofPerson('/shared'),
  exportJourneyData: ofPerson('/export'),
  // A successful call would leave nothing for the other credentials.
  deleteJourneyData: ofPerson('/data?all=true', { endsWith: 'invalid-request' }),
  createJourneyNote: shapes(
    'user FullMember',
    {
      names: ['submission_id'],
      request: ({ submission_id }) => noteOn({ subject: 'job', submission_id }),
    },
    {
      names: ['statement_id'],
      request: ({ statement_id }) => noteOn({ subject: 'bank_account', submission_id: statement_id }),
    },
  ),
  withdrawAuthorisation: shapes('user FullMember', {
    names: ['authorisation_id'],
    fresh: freshOwnAuthorisation,
    request: ({ authorisation_id }) => ({
      path: `/journeys/current/authorisations/${authorisation_id}/revoke`,
    }),
  }),
  countJourneyEvents: shapes('user FullMember', {
    endsWith: 'journey-missing',
    request: () => ({
      path: '/journeys/current/events',
      body: { events: [{ id: randomUUID(), name: 'open' }] },
    }),
  }),
  // A new person each time: at most five mails a day go to one person.
  createJourneyInvitation: shapes('client FullMember', {
    names: ['user_id'],
    fresh: freshUser,
    request: ({ user_id }) => ({ path: '/journeys/invitations', body: { user_id, email: anAddress() } }),
  }),
  getJourneyFunnel: shapes('client Support', { request: () => ({ path: '/journeys/funnel' }) }),
  listNotes: shapes('client FullMember', {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: `/users/${user_id}/notes` }),
  }),
  getOnsExpenditure: atExpenditure(''),
  getOnsExpenditureWorking: atExpenditure('/working'),
  getDocument: atDocument('client Support', ''),
  getDocumentFile: atDocument('client FullMember', '/file'),
  getDocumentFields: atDocument('client FullMember', '/fields'),
  deleteDocument: atDocument('client FullMember', '', { fresh: freshDocument }),

  listSandboxPeople: inSandbox('/people'),
  getSandboxPerson: inSandbox('/people/wilhelmina.oakapple'),
  setSandboxBehaviour: inSandbox('/people/person.1/behaviour', {
    provider: 'sandbox-cloud',
    behaviour: null,
  }),
  getSandboxClock: inSandbox('/clock'),
  moveSandboxClock: inSandbox('/clock', { advance: 'PT1S' }),
  listSandboxProviders: inSandbox('/providers'),
  updateSandboxProvider: inSandbox('/providers/sandbox-cloud', { is_down: false }),
  getSandboxInbox: inSandbox('/inbox'),
  setSandboxInboxKeys: inSandbox('/inbox', { signing_secrets: ['s'] }),
  listProviders: shapes('either Support', { request: () => ({ path: '/providers' }) }),
  listAuditLog: shapes(
    'client Admin',
    { request: () => ({ path: '/audit-log?limit=100' }) },
    { filters: ['user_id'], request: ({ user_id }) => ({ path: `/audit-log?subject_id=${user_id}` }) },
    { filters: ['member_id'], request: ({ member_id }) => ({ path: `/audit-log?actor_id=${member_id}` }) },
  ),

  createJourneySession: {
    policy: 'public',
    door: {
      good: async (stage) => opening((await aLink(stage)).code),
      async guess(stage, known) {
        // A journey id is not secret and grants no access.
        const code = known ? (await aLink(stage)).id : randomUUID()
        return { ...opening(code), said: [code] }
      },
    },
  },
  signIn: {
    policy: 'public',
    door: {
      isCostly: true,
      async good(stage) {
        const { email } = stage.target
        return { path: '/members/signin', body: { username: email, password } }
      },
      async guess(stage, known) {
        await stage.api.sql('delete from sign_in_failures')
        const username = known ? stage.target.email : anAddress()
        return { path: '/members/signin', body: { username, password: 'wrong, but long' }, said: [username] }
      },
    },
  },
  validateMfa: {
    policy: 'public',
    door: {
      async good(stage) {
        const session = aSession()
        const mfa_code = await putCode(stage.api, stage.target.id, 'mfa', session)
        return mfaAnswer({ username: stage.target.email, session, mfa_code })
      },
      async guess(stage, known) {
        const session = aSession()
        if (known) await putCode(stage.api, stage.target.id, 'mfa', session)
        const answer = mfaAnswer({ username: stage.target.email, session, mfa_code: '271828' })
        return { ...answer, said: [session] }
      },
    },
  },
  initiatePasswordReset: {
    policy: 'public',
    door: {
      good: async ({ acme }) => resetOf(acme.members.FullMember.email),
      async guess({ acme }, known) {
        const username = known ? acme.members.FullMember.email : anAddress()
        return { ...resetOf(username), said: [username] }
      },
    },
  },
  confirmPasswordReset: {
    policy: 'public',
    door: {
      isCostly: true,
      good: async ({ api, target }) => newPassword(await putCode(api, target.id, 'password-reset')),
      async guess({ api, target }, known) {
        const code = known ? await putCode(api, target.id, 'invitation') : aCode()
        return { ...newPassword(code), said: [code] }
      },
    },
  },
  acceptInvitation: {
    policy: 'public',
    door: {
      isCostly: true,
      good: async ({ api, target }) => acceptance(await putCode(api, target.id, 'invitation')),
      async guess({ api, target }, known) {
        const code = known ? await putCode(api, target.id, 'password-reset') : aCode()
        return { ...acceptance(code), said: [code] }
      },
    },
  },
}

const opening = (code: string) => ({ path: '/journeys/sessions', body: { code } })

async function aLink({ api, acme }: Stage) {
  const { user_id } = acme.ids
  const { webapp_link } = await must(api.acme, 'POST', '/user-tokens', { user_id })
  const [{ id }] = await api.sql(
    'select id from journey_links where user_id = $1 order by expires_at desc limit 1',
    [user_id],
  )
  return { code: String(webapp_link).split('/').at(-1) ?? '', id: id as string }
}

const aSession = () => randomBytes(24).toString('base64url')
const mfaAnswer = (body: object) => ({ path: '/members/mfa/validate', body })
const resetOf = (username: string) => ({ path: '/members/password-reset/initiate', body: { username } })
const newPassword = (code: string) => ({ path: '/members/password-reset/confirm', body: { code, password } })
const acceptance = (code: string) => ({
  path: `/members/invitations/${code}/accept`,
  body: { name: 'Plain', password },
})

/** A well-formed id that does not exist. */
export const anUnknown = (name: IdName) =>
  name === 'ext_id' ? `zq${randomBytes(6).toString('hex')}` : randomUUID()
