import { randomBytes, randomUUID } from 'node:crypto'
import { createPasskeyDevice } from '../passkey-device.ts'
import { asOwner, createUser, signIn } from '../people.ts'
import {
  aCode,
  createDocument,
  createSsoProvider,
  type IdName,
  type Ids,
  must,
  putCode,
  putReturnCode,
  type TenantFixture,
} from './fixture.ts'

export type MatrixRequest = { path: string; body?: object }

/** One way to call an operation. Ids that it `names` must exist; ids by which it only `filters` may match nothing. */
export type Shape = {
  names?: IdName[]
  filters?: IdName[]
  request(ids: Ids): MatrixRequest
  /** Error code that even the rightful caller gets, because continuing would call a provider. */
  endsWith?: string
  /** Creates the objects that a successful call consumes, so that each call has its own. */
  fresh?(fixture: TenantFixture): Promise<Partial<Ids>>
  before?(fixture: TenantFixture): Promise<unknown>
}

/** A public operation: a valid call with the right secret, and guesses at a known and an unknown resource. */
export type PublicCalls = {
  validCall(fixture: TenantFixture): Promise<MatrixRequest>
  guess?(fixture: TenantFixture, known: boolean): Promise<MatrixRequest & { sentValues: string[] }>
  /** Whether a valid call hashes a password. Only credentials that are valid elsewhere then make it, to save time. */
  isCostly?: boolean
}

/**
 * The access policy, stated a second time: callers, minimum role, scope of API keys, and specialist roles. A route that
 * loosens its rule contradicts this table.
 */
export type MatrixEntry = { policy: string; shapes: Shape[] } | { policy: 'public'; calls: PublicCalls }

const shapes = (policy: string, ...variants: Shape[]): MatrixEntry => ({ policy, shapes: variants })

const madeKey = { name: 'made by the matrix', scopes: ['read', 'webhooks'], addresses: ['203.0.113.0/24'] }
const clearKeys = ({ api }: TenantFixture) => api.sql('delete from api_keys where name = $1', [madeKey.name])
const anAddress = () => `${randomBytes(8).toString('hex')}@team.example`
const password = 'correct horse battery staple'

const freshUser = async ({ api }: TenantFixture) => ({ user_id: (await createUser(api.acme)).user_id })

async function freshAuthorisation(fixture: TenantFixture) {
  const { user_id } = await freshUser(fixture)
  const body = { user_id, user_agent: 'matrix' }
  return { authorisation_id: (await must(fixture.api.acme, 'POST', '/authorisations', body)).id }
}

/** Lets the client authorise again, although the user has withdrawn an authorisation in an earlier request. */
const forgetWithdrawals = ({ api, acme }: TenantFixture) =>
  api.sql(
    "update authorisations set withdrawn_by = 'client' where user_id = $1 and withdrawn_by = 'person'",
    [acme.ids.user_id],
  )

async function freshOwnAuthorisation(fixture: TenantFixture) {
  const { api, acme } = fixture
  await forgetWithdrawals(fixture)
  const body = { user_id: acme.ids.user_id, user_agent: 'matrix' }
  return { authorisation_id: (await must(api.acme, 'POST', '/authorisations', body)).id as string }
}

/** A role that no other test invites, so that the matrix recognises its own invitations. */
const invitedRole = 'Developer'

/** Ends the invitations of earlier requests, because a client may have 50 open ones and send 200 a day. */
async function clearInvitations({ api }: TenantFixture) {
  const invited = `select id from members where role = '${invitedRole}' and status = 'unconfirmed'`
  await api.sql(
    `update member_codes set expires_at = now() - interval '1 hour' where member_id in (${invited})`,
  )
  await api.sql(`update members set created_at = created_at - interval '2 days' where id in (${invited})`)
}

async function freshMember(fixture: TenantFixture) {
  await clearInvitations(fixture)
  const invited = await must(fixture.api.acme, 'POST', '/members', { email: anAddress(), role: invitedRole })
  return { member_id: invited.id }
}

async function freshMemberWithApp(fixture: TenantFixture) {
  const { member_id } = await freshMember(fixture)
  await fixture.api.sql(
    `insert into member_totp (client_id, member_id, sealed, confirmed_at)
       select client_id, id, '\\x00', now() from members where id = $1`,
    [member_id],
  )
  return { member_id }
}

const newDevice = () => createPasskeyDevice('localhost', 'http://localhost:8080')
const anOldChallenge = 'A'.repeat(72)

/** Gives the target member a new passkey in place of earlier ones. */
async function addPasskey(fixture: TenantFixture) {
  const { api, target } = fixture
  await clearFailedSignIns(fixture)
  await api.sql('delete from member_passkeys where member_id = $1', [target.id])
  const call = api.withToken(await signIn(api, target.email, target.password))
  const device = newDevice()
  const { body } = await call('POST', '/members/passkeys/registration-options')
  const registration = { name: 'Laptop', ...device.register(body.challenge) }
  await must(call, 'POST', '/members/passkeys', registration)
  return device
}

/** Forgets wrong passwords of earlier requests, so that none of the members is blocked. */
const clearFailedSignIns = ({ api }: TenantFixture) => api.sql('delete from sign_in_failures')

/** Settings with an issuer that is refused: the name belongs to one client, so two clients cannot send the same. */
const singleSignOn = {
  organisation: 'matrix-team',
  issuer: 'https://login.internal',
  oidc_client_id: 'payproof',
  oidc_client_secret: 'a secret of the matrix',
}

/** Puts the provider of the fixture back, after a request has deleted it. */
const restoreSingleSignOn = ({ api }: TenantFixture) => createSsoProvider(api, 'acme')
const restoreBoth = async ({ api }: TenantFixture) => {
  for (const client of ['acme', 'rival'] as const) await createSsoProvider(api, client)
}

async function freshKey(fixture: TenantFixture) {
  await clearKeys(fixture)
  return { api_key_id: (await must(await asOwner(fixture.api, 'acme'), 'POST', '/api-keys', madeKey)).id }
}

async function freshTerm({ api }: TenantFixture) {
  const term = { name: 'Plain', authorisation_text: 'Plain.', authorisation_category: 'recurring' }
  return { term_id: (await must(api.acme, 'POST', '/authorisations/terms', term)).id }
}

const madeWebhook = {
  name: 'made by the matrix',
  events: ['user-payroll-submitted'],
  url: 'https://matrix.invalid/hook',
}
const clearWebhooks = ({ api }: TenantFixture) =>
  api.sql('delete from webhooks where name = $1', [madeWebhook.name])

async function freshWebhook({ api }: TenantFixture) {
  const name = randomBytes(8).toString('hex')
  return { webhook_id: (await must(api.acme, 'POST', '/webhooks', { ...madeWebhook, name })).webhook_id }
}

/** Connects at a provider with its own login pages, where no request is sent until the person opens them. */
const connection = (user_id: string) => ({
  path: '/accounts',
  body: { user_id, payroll_provider: 'sandbox-cloud' },
})

async function freshAccount({ api, acme }: TenantFixture) {
  const { path, body } = connection(acme.ids.user_id)
  return { account_id: (await must(api.acme, 'POST', path, body)).account_id as string }
}

async function freshMismatchedAccount(fixture: TenantFixture) {
  const { account_id } = await freshAccount(fixture)
  await fixture.api.sql("update accounts set identity_match = 'none' where id = $1", [account_id])
  return { account_id }
}

async function freshEndedAccount(fixture: TenantFixture) {
  const { account_id } = await freshAccount(fixture)
  await fixture.api.sql(
    `update accounts set status = 'EXPIRED', pending = null, pending_kind = null, pending_until = null
       where id = $1`,
    [account_id],
  )
  return { account_id }
}

async function freshEntry({ api, acme }: TenantFixture) {
  const entry_id = randomUUID()
  await api.sql(
    `insert into payroll_entries (client_id, id, user_id, account_id, authorisation_id)
       select client_id, $2, user_id, account_id, authorisation_id from payroll_entries where id = $1`,
    [acme.ids.entry_id, entry_id],
  )
  return { entry_id }
}

async function freshTaxAccount({ api, acme }: TenantFixture) {
  // Another NI number than the registered one is refused.
  const { ni_number } = await must(api.acme, 'GET', `/users/${acme.ids.user_id}`)
  const extra_login_params = { unique_tax_reference: '1234567890', ni_number }
  const body = { user_id: acme.ids.user_id, payroll_provider: 'taxauth', extra_login_params }
  return { tax_account_id: (await must(api.acme, 'POST', '/accounts', body)).account_id as string }
}

async function freshTaxEntry({ api, acme }: TenantFixture) {
  const tax_entry_id = randomUUID()
  await api.sql(
    `insert into tax_income_entries (client_id, id, user_id, account_id, authorisation_id)
       select client_id, $2, user_id, account_id, authorisation_id from tax_income_entries where id = $1`,
    [acme.ids.tax_entry_id, tax_entry_id],
  )
  return { tax_entry_id }
}

/** Only documents with a Low trust score can be included. */
const distrustDocuments = ({ api }: TenantFixture) => api.sql("update documents set trust_score = 'Low'")

async function includeDocuments(fixture: TenantFixture) {
  await distrustDocuments(fixture)
  for (const name of ['acme', 'rival'] as const) {
    const { user_id, document_id } = fixture[name].ids
    const path = `/users/${user_id}/income/inclusions/${document_id}`
    await must(fixture.api[name], 'PUT', path, { reason: 'checked by hand' })
  }
}

const atIncome = (way: string) =>
  shapes('client FullMember read +Underwriter', {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: `/users/${user_id}/income${way}` }),
  })

/** Later requests are logged within seconds, so that two replies would differ. */
const earlier = new Date(Date.now() - 3_600_000).toISOString()

const atReview = (scope: string, way: string, body?: object) =>
  shapes(`client FullMember ${scope} +Underwriter`, {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: `/users/${user_id}/review${way}`, ...(body && { body }) }),
  })

const invitationCsv = () =>
  `ext_id,forename,surname,date_of_birth,post_code,email\n${randomUUID()},Wil,Elm,1990-01-01,LS1 4AP,${anAddress()}\n`

/** Operations on a member's own account: every role, no API key. */
const ownAccount = 'client Support no-key +Underwriter +Developer'

const atReport = (way: string) =>
  shapes('client FullMember read +Underwriter', {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: `/users/${user_id}/report${way}` }),
  })

/** Removes the links of earlier calls, because a user has at most 20 open ones. */
const clearReportLinks = ({ api, acme }: TenantFixture) =>
  api.sql('delete from report_links where user_id = $1 and id <> $2', [
    acme.ids.user_id,
    acme.ids.report_link_id,
  ])

async function freshReportLink(fixture: TenantFixture) {
  await clearReportLinks(fixture)
  const { api, acme } = fixture
  const link = await must(api.acme, 'POST', `/users/${acme.ids.user_id}/report/links`, {})
  return { report_link_id: link.link_id as string }
}

const freshDocument = async ({ api, acme }: TenantFixture) => ({
  document_id: await createDocument(api, 'acme', () => randomBytes(8).toString('hex'), acme.ids),
})

async function freshMismatchedDocument(fixture: TenantFixture) {
  const { document_id } = await freshDocument(fixture)
  await fixture.api.sql("update documents set identity_match = 'none' where id = $1", [document_id])
  return { document_id }
}

const atDocument = (policy: string, way: string, shape: Partial<Shape> = {}) =>
  shapes(policy, {
    names: ['document_id'],
    ...shape,
    request: ({ document_id }) => ({ path: `/documents/${document_id}${way}` }),
  })

const atStatement = (way: string) =>
  shapes('client FullMember read +Underwriter', {
    names: ['user_id', 'statement_id'],
    request: ({ user_id, statement_id }) => ({ path: `/bankstatements/${user_id}/${statement_id}${way}` }),
  })

const atSubmission = (way: string) =>
  shapes('client FullMember read +Underwriter', {
    names: ['user_id', 'submission_id'],
    request: ({ user_id, submission_id }) => ({ path: `/payroll/${user_id}/${submission_id}${way}` }),
  })

const atExpenditure = (way: string) =>
  shapes('client FullMember read +Underwriter', {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: `/expenditure/${user_id}/ons${way}` }),
  })

/** Returns the entry of an operation that concerns only the calling person, so that no id can be given. */
const ofPerson = (way: string, shape: Partial<Shape> = {}) =>
  shapes('user', { ...shape, request: () => ({ path: `/journeys/current${way}` }) })

// No sandbox listens at the configured URL, so these operations end with `unavailable`.
const inSandbox = (way: string, body?: object) =>
  shapes(`client FullMember ${body ? 'write' : 'read'}`, {
    endsWith: 'unavailable',
    request: () => ({ path: `/sandbox${way}`, ...(body && { body }) }),
  })

const endedWith = (outcome: object) => ({ path: '/journeys/current/ends', body: { outcome } })

const noteOn = (about: object) => ({
  path: '/journeys/current/notes',
  body: { ...about, field: 'other', text: 'Plain.' },
})

const freshUnconnectable = async ({ api }: TenantFixture) => ({
  user_id: (await createUser(api.acme, { payroll_connections_enabled: false })).user_id,
})

/** Returns the entry of an operation on one account. */
const atAccount = (policy: string, way: string, shape: Partial<Shape> & { body?: object } = {}) => {
  const { body, ...rest } = shape
  return shapes(policy, {
    names: ['account_id'],
    ...rest,
    request: ({ account_id }) => ({ path: `/accounts/${account_id}${way}`, ...(body && { body }) }),
  })
}

/** Returns the entry of an operation on one webhook. */
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

/** Calls of every operation of the API, by operationId. */
export const entries: Record<string, MatrixEntry> = {
  createUser: shapes('client FullMember write', {
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
    'client Support read +Underwriter',
    { request: () => ({ path: '/users?limit=100' }) },
    { filters: ['ext_id'], request: ({ ext_id }) => ({ path: `/users?ext_id=${ext_id}` }) },
    { filters: ['ext_id'], request: ({ ext_id }) => ({ path: `/users?search=${ext_id}` }) },
    { filters: ['user_id'], request: ({ user_id }) => ({ path: `/users?search=${user_id}` }) },
  ),
  listUserTimeline: shapes('client Support read +Underwriter', {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: `/users/${user_id}/timeline?limit=100` }),
  }),
  listUserFlags: shapes('client Support read +Underwriter', {
    filters: ['user_id'],
    request: ({ user_id }) => ({ path: `/users/flags?user_ids=${user_id}` }),
  }),
  getActivity: shapes('client Support read +Underwriter', { request: () => ({ path: '/activity' }) }),
  getAttention: shapes('client Support read +Underwriter', { request: () => ({ path: '/attention' }) }),
  listRecurringUsers: shapes(
    'client Support read +Underwriter',
    { request: () => ({ path: '/users/recurring' }) },
    { request: () => ({ path: '/users/recurring?recurring_enabled=false' }) },
  ),
  getUser: shapes('client Support read +Underwriter', {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: `/users/${user_id}` }),
  }),
  updateUser: shapes('client FullMember write', {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: `/users/${user_id}`, body: { payroll_period_months: 7 } }),
  }),
  deleteUser: shapes('client FullMember erase', {
    names: ['user_id'],
    fresh: freshUser,
    request: ({ user_id }) => ({ path: `/users/${user_id}` }),
  }),

  getConfiguration: shapes('client Support configuration +Underwriter +Developer', {
    request: () => ({ path: '/configuration' }),
  }),
  getLogo: shapes('client FullMember configuration', {
    request: () => ({ path: '/configuration/logo?client_logo=none' }),
  }),
  updateConfiguration: shapes('client Admin configuration', {
    request: () => ({ path: '/configuration', body: { payroll_period_months: 7 } }),
  }),

  listApiKeys: shapes('client Admin no-key +Developer', { request: () => ({ path: '/api-keys?limit=100' }) }),
  createApiKey: shapes('client Admin no-key +Developer', {
    before: clearKeys,
    request: () => ({ path: '/api-keys', body: madeKey }),
  }),
  deleteApiKey: shapes('client Admin no-key +Developer', {
    names: ['api_key_id'],
    fresh: freshKey,
    request: ({ api_key_id }) => ({ path: `/api-keys/${api_key_id}` }),
  }),
  createUserToken: shapes('client FullMember tokens', {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: '/user-tokens', body: { user_id } }),
  }),
  revokeUserTokens: shapes('client FullMember tokens', {
    names: ['user_id'],
    fresh: freshUser,
    request: ({ user_id }) => ({ path: '/user-tokens/revocations', body: { user_id } }),
  }),
  getJwks: { policy: 'public', calls: { validCall: async () => ({ path: '/.well-known/jwks.json' }) } },

  inviteMember: shapes('client Admin members', {
    before: clearInvitations,
    request: () => ({ path: '/members', body: { email: anAddress(), role: invitedRole } }),
  }),
  listMembers: shapes('client FullMember members', { request: () => ({ path: '/members?limit=100' }) }),
  getMember: shapes('client FullMember members', {
    names: ['member_id'],
    request: ({ member_id }) => ({ path: `/members/${member_id}` }),
  }),
  updateMember: shapes('client Admin no-key', {
    names: ['member_id'],
    fresh: freshMember,
    request: ({ member_id }) => ({ path: `/members/${member_id}`, body: { role: 'FullMember' } }),
  }),
  deleteMember: shapes('client Admin no-key', {
    names: ['member_id'],
    fresh: freshMember,
    request: ({ member_id }) => ({ path: `/members/${member_id}` }),
  }),

  // A weak password is refused, so that the members of the matrix can still sign in.
  changePassword: shapes(ownAccount, {
    endsWith: 'invalid-request',
    request: () => ({
      path: '/members/password',
      body: { current_password: password, password: 'passwordpassword' },
    }),
  }),
  getTotp: shapes(ownAccount, { request: () => ({ path: '/members/totp' }) }),
  startTotpSetup: shapes(ownAccount, {
    before: clearFailedSignIns,
    endsWith: 'password-wrong',
    request: () => ({ path: '/members/totp', body: { current_password: 'wrong' } }),
  }),
  confirmTotpSetup: shapes(ownAccount, {
    endsWith: 'not-found',
    request: () => ({ path: '/members/totp/confirm', body: { mfa_code: '246810' } }),
  }),
  removeTotp: shapes(ownAccount, {
    endsWith: 'not-found',
    request: () => ({
      path: '/members/totp/removals',
      body: { current_password: password, mfa_code: '246810' },
    }),
  }),
  deleteMemberTotp: shapes('client Admin no-key', {
    names: ['member_id'],
    fresh: freshMemberWithApp,
    request: ({ member_id }) => ({ path: `/members/${member_id}/totp` }),
  }),
  listPasskeys: shapes(ownAccount, { request: () => ({ path: '/members/passkeys?limit=100' }) }),
  startPasskeyRegistration: shapes(ownAccount, {
    request: () => ({ path: '/members/passkeys/registration-options' }),
  }),
  registerPasskey: shapes(ownAccount, {
    endsWith: 'passkey-refused',
    request: () => ({
      path: '/members/passkeys',
      body: { name: 'Laptop', ...newDevice().register(anOldChallenge) },
    }),
  }),
  deletePasskey: shapes(ownAccount, {
    // A passkey of another member: it does not exist for anyone else, whatever the role.
    names: ['passkey_id'],
    endsWith: 'not-found',
    request: ({ passkey_id }) => ({ path: `/members/passkeys/${passkey_id}` }),
  }),
  deleteMemberPasskeys: shapes('client Admin no-key', {
    names: ['member_id'],
    fresh: freshMember,
    request: ({ member_id }) => ({ path: `/members/${member_id}/passkeys` }),
  }),
  authenticateAgainWithPasskey: shapes(ownAccount, {
    before: clearFailedSignIns,
    endsWith: 'passkey-refused',
    request: () => ({
      path: '/members/sessions/current/authentications/passkey',
      body: newDevice().answer(anOldChallenge),
    }),
  }),
  getMemberPolicy: shapes('client Admin no-key', { request: () => ({ path: '/members/policy' }) }),
  // Switched off, so that the members of the matrix can go on.
  updateMemberPolicy: shapes('client Admin no-key', {
    request: () => ({ path: '/members/policy', body: { require_second_factor: false } }),
  }),
  getSingleSignOn: shapes('client Admin no-key', {
    before: restoreSingleSignOn,
    request: () => ({ path: '/members/sso' }),
  }),
  setSingleSignOn: shapes('client Admin no-key', {
    endsWith: 'invalid-request',
    request: () => ({ path: '/members/sso', body: singleSignOn }),
  }),
  deleteSingleSignOn: shapes('client Admin no-key', {
    before: restoreBoth,
    request: () => ({ path: '/members/sso' }),
  }),
  listSessions: shapes(ownAccount, { request: () => ({ path: '/members/sessions?limit=100' }) }),
  getCurrentSession: shapes(ownAccount, { request: () => ({ path: '/members/sessions/current' }) }),
  authenticateAgain: shapes(ownAccount, {
    before: clearFailedSignIns,
    endsWith: 'password-wrong',
    request: () => ({
      path: '/members/sessions/current/authentications',
      body: { current_password: 'wrong' },
    }),
  }),
  validateAuthentication: shapes(ownAccount, {
    endsWith: 'mfa-rejected',
    request: () => ({
      path: '/members/sessions/current/authentications/validate',
      body: { session: aSession(), mfa_code: '246810' },
    }),
  }),
  endSession: shapes(ownAccount, {
    // A session of another member: it does not exist for anyone else, whatever the role.
    names: ['session_id'],
    endsWith: 'not-found',
    request: ({ session_id }) => ({ path: `/members/sessions/${session_id}` }),
  }),
  endOwnSessions: shapes(ownAccount, {
    request: () => ({ path: '/members/sessions/revocations', body: { keep_current: true } }),
  }),
  endMemberSessions: shapes('client Admin no-key', {
    names: ['member_id'],
    fresh: freshMember,
    request: ({ member_id }) => ({ path: `/members/${member_id}/sessions/revocations` }),
  }),

  createAuthorisationTerm: shapes('client Admin configuration', {
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
  listAuthorisationTerms: shapes('client Support read +Underwriter', {
    request: () => ({ path: '/authorisations/terms?limit=100' }),
  }),
  getLatestAuthorisationTerm: shapes('either Support read +Underwriter', {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: `/authorisations/terms/latest?user_id=${user_id}` }),
  }),
  getAuthorisationTerm: shapes('client Support read +Underwriter', {
    names: ['term_id'],
    request: ({ term_id }) => ({ path: `/authorisations/terms/${term_id}` }),
  }),
  updateAuthorisationTerm: shapes('client Admin configuration', {
    names: ['term_id'],
    fresh: freshTerm,
    request: ({ term_id }) => ({ path: `/authorisations/terms/${term_id}`, body: { is_active: false } }),
  }),
  createAuthorisation: shapes(
    'either FullMember write',
    {
      names: ['user_id', 'term_id'],
      before: forgetWithdrawals,
      request: ({ user_id, term_id }) => ({
        path: '/authorisations',
        body: { user_id, term_id, user_agent: 'matrix' },
      }),
    },
    {
      names: ['user_id'],
      before: forgetWithdrawals,
      request: ({ user_id }) => ({ path: '/authorisations', body: { user_id, user_agent: 'matrix' } }),
    },
  ),
  listAuthorisations: shapes('client Support read +Underwriter', {
    names: ['user_id'],
    filters: ['term_id'],
    request: ({ user_id, term_id }) => ({
      path: `/authorisations?user_id=${user_id}&term_id=${term_id}&limit=100`,
    }),
  }),
  getAuthorisation: shapes('client Support read +Underwriter', {
    names: ['authorisation_id'],
    request: ({ authorisation_id }) => ({ path: `/authorisations/${authorisation_id}` }),
  }),
  revokeAuthorisation: shapes('client FullMember write', {
    names: ['authorisation_id'],
    fresh: freshAuthorisation,
    request: ({ authorisation_id }) => ({ path: `/authorisations/${authorisation_id}/revoke` }),
  }),

  createWebhook: shapes('client Admin webhooks +Developer', {
    before: clearWebhooks,
    request: () => ({ path: '/webhooks', body: madeWebhook }),
  }),
  listWebhooks: shapes('client Support webhooks +Developer', {
    request: () => ({ path: '/webhooks?limit=100' }),
  }),
  getWebhook: atWebhook('client Support webhooks +Developer', ''),
  getWebhookStatus: atWebhook('client Support webhooks +Developer', '/status'),
  updateWebhook: atWebhook('client Admin webhooks +Developer', '', {
    body: { config: { encrypted_content_type: 'application/json' } },
  }),
  deleteWebhook: atWebhook('client Admin webhooks +Developer', '', { fresh: freshWebhook }),
  testWebhook: atWebhook('client Admin webhooks +Developer', '/test', { body: {} }),
  rotateWebhookSecret: atWebhook('client Admin webhooks +Developer', '/rotate', {
    body: { encryption_key: Buffer.alloc(32, 7).toString('base64') },
  }),
  pauseWebhook: atWebhook('client Admin webhooks +Developer', '/pause', { fresh: freshWebhook }),
  resumeWebhook: atWebhook('client Admin webhooks +Developer', '/resume', { fresh: freshWebhook }),
  recoverWebhook: atWebhook('client Admin webhooks +Developer', '/recover', {
    body: { since: '2020-01-01T00:00:00Z' },
  }),
  listDeliveries: shapes(
    'client Support webhooks +Developer',
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
  getDelivery: atDelivery('client Support webhooks +Developer', ''),
  redeliver: atDelivery('client Admin webhooks +Developer', '/redeliver'),
  getWebhookStatistics: atWebhook('client Support webhooks +Developer', '/statistics'),
  listRecentEvents: shapes(
    'client Support read +Developer',
    { request: () => ({ path: '/events/recent' }) },
    { filters: ['user_id'], request: ({ user_id }) => ({ path: `/events/recent?user_id=${user_id}` }) },
  ),
  getEvent: shapes('client Support read +Developer', {
    names: ['event_id'],
    request: ({ event_id }) => ({ path: `/events/${event_id}` }),
  }),
  listEvents: shapes(
    'client Support read +Developer',
    { request: () => ({ path: '/events' }) },
    { request: () => ({ path: '/events?include_payload=true' }) },
  ),

  createAccount: shapes('either FullMember write', {
    names: ['user_id'],
    request: ({ user_id }) => connection(user_id),
  }),
  listAccounts: shapes('either Support read +Underwriter', {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: `/accounts?user_id=${user_id}&limit=1000` }),
  }),
  listRecurringAccounts: shapes('either Support read +Underwriter', {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: `/accounts/recurring?user_id=${user_id}` }),
  }),
  getAccount: atAccount('either Support read +Underwriter', ''),
  getAccountHistory: atAccount('either Support read +Underwriter', '/history'),
  answerMfa: atAccount('either FullMember write', '/mfa', {
    body: { mfa: '246810' },
    endsWith: 'mfa-not-expected',
  }),
  reconnectAccount: atAccount('either FullMember write', '/reconnect', {
    body: {},
    fresh: freshEndedAccount,
  }),
  acceptAccountIdentity: atAccount('client FullMember write +Underwriter', '/identity/accept', {
    fresh: freshMismatchedAccount,
  }),
  deleteAccount: atAccount('client FullMember erase', '', { fresh: freshAccount }),
  createDirectConnection: shapes('client FullMember write', {
    names: ['user_id'],
    fresh: freshUnconnectable,
    endsWith: 'connections-off',
    request: ({ user_id }) => ({ path: '/accounts/direct-connections', body: { user_id } }),
  }),
  queryPayrollConnection: shapes('user', {
    names: ['account_id'],
    fresh: freshAccount,
    endsWith: 'account-pending',
    request: ({ account_id }) => ({ path: '/payroll/entries/connections', body: { account_id } }),
  }),
  listPayrollEntries: shapes('client Support read +Underwriter', {
    names: ['user_id'],
    filters: ['account_id'],
    request: ({ user_id, account_id }) => ({
      path: `/payroll/entries?user_id=${user_id}&account_id=${account_id}`,
    }),
  }),
  getPayrollEntry: shapes('client Support read +Underwriter', {
    names: ['entry_id'],
    request: ({ entry_id }) => ({ path: `/payroll/entries/${entry_id}` }),
  }),
  deletePayrollEntry: shapes('client FullMember erase', {
    names: ['entry_id'],
    fresh: freshEntry,
    request: ({ entry_id }) => ({ path: `/payroll/entries/${entry_id}` }),
  }),
  listPayrollSubmissions: shapes(
    'client FullMember read +Underwriter',
    { names: ['user_id'], request: ({ user_id }) => ({ path: `/payroll/${user_id}` }) },
    {
      names: ['user_id'],
      filters: ['account_id', 'entry_id'],
      request: ({ user_id, account_id, entry_id }) => ({
        path: `/payroll/${user_id}?account_id=${account_id}&entry_id=${entry_id}`,
      }),
    },
  ),

  queryTaxauthConnection: shapes('user', {
    names: ['tax_account_id'],
    fresh: freshTaxAccount,
    endsWith: 'account-pending',
    request: ({ tax_account_id: account_id }) => ({
      path: '/taxauth/entries/connections',
      body: { account_id },
    }),
  }),
  listTaxauthEntries: shapes('client Support read +Underwriter', {
    names: ['user_id'],
    filters: ['tax_account_id'],
    request: ({ user_id, tax_account_id }) => ({
      path: `/taxauth/entries?user_id=${user_id}&account_id=${tax_account_id}`,
    }),
  }),
  getTaxauthEntry: shapes('client Support read +Underwriter', {
    names: ['tax_entry_id'],
    request: ({ tax_entry_id }) => ({ path: `/taxauth/entries/${tax_entry_id}` }),
  }),
  deleteTaxauthEntry: shapes('client FullMember erase', {
    names: ['tax_entry_id'],
    fresh: freshTaxEntry,
    request: ({ tax_entry_id }) => ({ path: `/taxauth/entries/${tax_entry_id}` }),
  }),
  listIncomeSubmissions: shapes(
    'client FullMember read +Underwriter',
    { names: ['user_id'], request: ({ user_id }) => ({ path: `/taxauth/${user_id}` }) },
    {
      names: ['user_id'],
      filters: ['tax_account_id', 'tax_entry_id'],
      request: ({ user_id, tax_account_id, tax_entry_id }) => ({
        path: `/taxauth/${user_id}?account_id=${tax_account_id}&entry_id=${tax_entry_id}`,
      }),
    },
  ),

  presignBankStatements: shapes('user', {
    endsWith: 'invalid-request',
    request: () => ({ path: '/documents/bank-statements/presign', body: { files: [] } }),
  }),
  presignPayslips: shapes('user', {
    endsWith: 'invalid-request',
    request: () => ({ path: '/payroll/entries/payslips/presign', body: { files: [] } }),
  }),
  listDocuments: shapes('client Support read +Underwriter', {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: `/documents?user_id=${user_id}` }),
  }),
  acceptDocumentIdentity: atDocument('client FullMember write +Underwriter', '/identity/accept', {
    fresh: freshMismatchedDocument,
  }),
  submitBankStatements: shapes('user', {
    endsWith: 'invalid-request',
    request: () => ({ path: '/documents/bank-statements', body: { files: [{ path: 'elsewhere' }] } }),
  }),
  submitPayslips: shapes('user', {
    endsWith: 'invalid-request',
    request: () => ({ path: '/payroll/entries/payslips', body: { files: [{ path: 'elsewhere' }] } }),
  }),
  listBankStatementSubmissions: shapes('client FullMember read +Underwriter', {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: `/bankstatements/${user_id}` }),
  }),
  getBankStatementSubmission: atStatement(''),
  getBankStatementProvenance: atStatement('/provenance'),
  getSignedBankStatement: atStatement('/provenance/signed'),
  getPayrollSubmission: atSubmission(''),
  getPayrollProvenance: atSubmission('/provenance'),
  getSignedPayroll: atSubmission('/provenance/signed'),
  listMatches: shapes('client FullMember read +Underwriter', {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: `/users/${user_id}/matches` }),
  }),
  getJourney: ofPerson(''),
  renewJourneySession: shapes('user', {
    endsWith: 'journey-missing',
    request: () => ({ path: '/journeys/sessions/renewals', body: {} }),
  }),
  readUnsentFiles: shapes('user', {
    endsWith: 'invalid-request',
    request: () => ({ path: '/journeys/current/readings', body: { files: [{ path: 'elsewhere' }] } }),
  }),
  confirmJourneyPerson: shapes('user', {
    endsWith: 'journey-missing',
    request: () => ({ path: '/journeys/current/confirmations', body: { date_of_birth: '1988-04-17' } }),
  }),
  // No provider listens at the configured URLs.
  createJourneyDirectConnection: shapes('user', {
    endsWith: 'provider-down',
    request: () => ({ path: '/journeys/current/direct-connections', body: {} }),
  }),
  endJourney: shapes(
    'user',
    { request: () => endedWith({ kind: 'documents' }) },
    {
      names: ['account_id'],
      request: ({ account_id }) => endedWith({ kind: 'connected', account_id }),
    },
  ),
  getJourneyFindings: ofPerson('/findings'),
  getJourneyShared: ofPerson('/shared'),
  exportJourneyData: ofPerson('/export'),
  // The call is invalid on purpose, because a successful one would leave no data for the other credentials.
  deleteJourneyData: ofPerson('/data?all=true', { endsWith: 'invalid-request' }),
  createJourneyNote: shapes(
    'user',
    {
      names: ['submission_id'],
      request: ({ submission_id }) => noteOn({ subject: 'job', submission_id }),
    },
    {
      names: ['statement_id'],
      request: ({ statement_id }) => noteOn({ subject: 'bank_account', submission_id: statement_id }),
    },
  ),
  withdrawAuthorisation: shapes('user', {
    names: ['authorisation_id'],
    fresh: freshOwnAuthorisation,
    request: ({ authorisation_id }) => ({
      path: `/journeys/current/authorisations/${authorisation_id}/revoke`,
    }),
  }),
  countJourneyEvents: shapes('user', {
    endsWith: 'journey-missing',
    request: () => ({
      path: '/journeys/current/events',
      body: { events: [{ id: randomUUID(), name: 'open' }] },
    }),
  }),
  // Each call has a new person, because one person receives at most five mails a day.
  createJourneyInvitation: shapes('client FullMember tokens +Underwriter', {
    names: ['user_id'],
    fresh: freshUser,
    request: ({ user_id }) => ({ path: '/journeys/invitations', body: { user_id, email: anAddress() } }),
  }),
  getJourneyFunnel: shapes('client Support read +Underwriter', {
    request: () => ({ path: '/journeys/funnel' }),
  }),
  stateMissingDocuments: shapes('user', {
    request: () => ({
      path: '/journeys/current/missing-documents',
      body: { kind: 'payslips', reason: 'lost' },
    }),
  }),
  getCoverage: shapes('client Support read +Underwriter', {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: `/users/${user_id}/coverage` }),
  }),
  countEmployerMiss: shapes('user', {
    endsWith: 'journey-missing',
    request: () => ({ path: '/journeys/current/employer-misses', body: { query: 'Xylophone Works' } }),
  }),
  listEmployerMisses: shapes('client Support read +Underwriter +Developer', {
    request: () => ({ path: '/employers/misses' }),
  }),
  // No note has this id, so that the notes of the fixture stay as they are.
  answerNote: shapes('client FullMember write +Underwriter', {
    names: ['user_id'],
    endsWith: 'not-found',
    request: ({ user_id }) => ({
      path: `/users/${user_id}/notes/${randomUUID()}/answer`,
      body: { text: 'We agree.' },
    }),
  }),
  listNotes: shapes('client FullMember read +Underwriter', {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: `/users/${user_id}/notes` }),
  }),
  getIncome: atIncome(''),
  getIncomeWorking: atIncome('/working'),
  includeIncomeDocument: shapes('client FullMember write +Underwriter', {
    names: ['user_id', 'document_id'],
    before: distrustDocuments,
    request: ({ user_id, document_id }) => ({
      path: `/users/${user_id}/income/inclusions/${document_id}`,
      body: { reason: 'The employer confirmed it.' },
    }),
  }),
  excludeIncomeDocument: shapes('client FullMember write +Underwriter', {
    names: ['user_id', 'document_id'],
    before: includeDocuments,
    request: ({ user_id, document_id }) => ({ path: `/users/${user_id}/income/inclusions/${document_id}` }),
  }),
  getReport: atReport(''),
  getReportFile: atReport('/file'),
  createReportLink: shapes('client FullMember write +Underwriter', {
    names: ['user_id'],
    before: clearReportLinks,
    request: ({ user_id }) => ({ path: `/users/${user_id}/report/links`, body: {} }),
  }),
  listReportLinks: atReport('/links'),
  revokeReportLink: shapes('client FullMember write +Underwriter', {
    names: ['user_id', 'report_link_id'],
    fresh: freshReportLink,
    request: ({ user_id, report_link_id }) => ({ path: `/users/${user_id}/report/links/${report_link_id}` }),
  }),
  listReviews: shapes('client Support read +Underwriter', { request: () => ({ path: '/reviews' }) }),
  exportReviews: shapes('client FullMember read +Underwriter', {
    request: () => ({ path: '/reviews/export' }),
  }),
  getReviewViews: shapes('client Support no-key +Underwriter', {
    request: () => ({ path: '/reviews/views' }),
  }),
  replaceReviewViews: shapes('client Support no-key +Underwriter', {
    request: () => ({
      path: '/reviews/views',
      body: { views: [{ name: 'Ready', query: 'status=ready' }] },
    }),
  }),
  getReviewRules: shapes('client FullMember read +Underwriter', {
    request: () => ({ path: '/reviews/rules' }),
  }),
  replaceReviewRules: shapes('client Admin configuration', {
    request: () => ({
      path: '/reviews/rules',
      body: {
        rules: [{ name: 'Recent pay', kind: 'max_days_since_pay', limit: '40', outcome: 'refer' }],
      },
    }),
  }),
  listReviewRuleChanges: shapes('client FullMember read +Underwriter', {
    request: () => ({ path: '/reviews/rules/changes' }),
  }),
  getReview: atReview('read', ''),
  updateReview: atReview('write', '', { status: 'in_review' }),
  decideReview: atReview('write', '/decision', { decision: 'refer', reason: 'Asked the employer.' }),
  createReviewNote: atReview('write', '/notes', { text: 'Asked the employer.' }),
  listReviewNotes: atReview('read', '/notes'),
  bulkInviteUsers: shapes('client FullMember tokens', {
    request: () => ({ path: '/users/bulk-invitations', body: { csv: invitationCsv(), dry_run: true } }),
  }),
  getOnsExpenditure: atExpenditure(''),
  getOnsExpenditureWorking: atExpenditure('/working'),
  getDocument: atDocument('client Support read +Underwriter', ''),
  getDocumentFile: atDocument('client FullMember read +Underwriter', '/file'),
  getDocumentFields: atDocument('client FullMember read +Underwriter', '/fields'),
  deleteDocument: atDocument('client FullMember erase', '', { fresh: freshDocument }),

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
  listProviders: shapes('either Support read +Underwriter +Developer', {
    request: () => ({ path: '/providers' }),
  }),
  searchEmployers: shapes('either Support read +Underwriter +Developer', {
    request: () => ({ path: '/employers?query=fenelgate' }),
  }),
  listRequests: shapes(
    'client Admin read +Developer',
    { request: () => ({ path: `/request-log?to=${earlier}` }) },
    { filters: ['member_id'], request: ({ member_id }) => ({ path: `/request-log?actor_id=${member_id}` }) },
  ),
  listAuditLog: shapes(
    'client Admin read +Developer',
    { request: () => ({ path: '/audit-log?limit=100' }) },
    { filters: ['user_id'], request: ({ user_id }) => ({ path: `/audit-log?subject_id=${user_id}` }) },
    { filters: ['member_id'], request: ({ member_id }) => ({ path: `/audit-log?actor_id=${member_id}` }) },
  ),

  createJourneySession: {
    policy: 'public',
    calls: {
      validCall: async (fixture) => opening((await aLink(fixture)).code),
      async guess(fixture, known) {
        // A journey id is not secret and does not give access.
        const code = known ? (await aLink(fixture)).id : randomUUID()
        return { ...opening(code), sentValues: [code] }
      },
    },
  },
  createReturnCode: {
    policy: 'public',
    calls: {
      validCall: async (fixture) => returnCodeOf((await aLink(fixture)).id),
      async guess(fixture, known) {
        const id = known ? (await aLink(fixture)).id : randomUUID()
        return { ...returnCodeOf(id), sentValues: [id] }
      },
    },
  },
  returnToJourney: {
    policy: 'public',
    calls: {
      validCall: async (fixture) => {
        const { id } = await aLink(fixture)
        return returnTo(id, await putReturnCode(fixture.api, id))
      },
      async guess(fixture, known) {
        const id = known ? (await aLink(fixture)).id : randomUUID()
        return { ...returnTo(id, '271828'), sentValues: [id] }
      },
    },
  },
  signIn: {
    policy: 'public',
    calls: {
      isCostly: true,
      async validCall(fixture) {
        const { email } = fixture.target
        return { path: '/members/signin', body: { username: email, password } }
      },
      async guess(fixture, known) {
        await fixture.api.sql('delete from sign_in_failures')
        const username = known ? fixture.target.email : anAddress()
        return {
          path: '/members/signin',
          body: { username, password: 'wrong, but long' },
          sentValues: [username],
        }
      },
    },
  },
  validateMfa: {
    policy: 'public',
    calls: {
      async validCall(fixture) {
        const session = aSession()
        const mfa_code = await putCode(fixture.api, fixture.target.id, 'mfa', session)
        return mfaAnswer({ username: fixture.target.email, session, mfa_code })
      },
      async guess(fixture, known) {
        const session = aSession()
        if (known) await putCode(fixture.api, fixture.target.id, 'mfa', session)
        const answer = mfaAnswer({ username: fixture.target.email, session, mfa_code: '271828' })
        return { ...answer, sentValues: [session] }
      },
    },
  },
  startPasskeySignIn: {
    policy: 'public',
    calls: { validCall: async () => ({ path: '/members/passkeys/sign-in-options' }) },
  },
  signInWithPasskey: {
    policy: 'public',
    calls: {
      isCostly: true,
      async validCall(fixture) {
        const device = await addPasskey(fixture)
        const { body } = await fixture.api.anonymous('POST', '/members/passkeys/sign-in-options')
        return passkeySignIn(device.answer(body.challenge))
      },
      async guess(fixture, known) {
        const device = known ? await addPasskey(fixture) : newDevice()
        return {
          ...passkeySignIn(device.answer(anOldChallenge)),
          sentValues: [device.credentialId],
        }
      },
    },
  },
  startSingleSignOn: {
    policy: 'public',
    calls: {
      async validCall(fixture) {
        const { organisation } = await createSsoProvider(fixture.api, 'acme')
        return { path: '/members/sso/authorisations', body: { organisation } }
      },
    },
  },
  initiatePasswordReset: {
    policy: 'public',
    calls: {
      validCall: async ({ acme }) => resetOf(acme.members.FullMember.email),
      async guess({ acme }, known) {
        const username = known ? acme.members.FullMember.email : anAddress()
        return { ...resetOf(username), sentValues: [username] }
      },
    },
  },
  confirmPasswordReset: {
    policy: 'public',
    calls: {
      isCostly: true,
      validCall: async ({ api, target }) => newPassword(await putCode(api, target.id, 'password-reset')),
      async guess({ api, target }, known) {
        const code = known ? await putCode(api, target.id, 'invitation') : aCode()
        return { ...newPassword(code), sentValues: [code] }
      },
    },
  },
  acceptInvitation: {
    policy: 'public',
    calls: {
      isCostly: true,
      validCall: async ({ api, target }) => acceptance(await putCode(api, target.id, 'invitation')),
      async guess({ api, target }, known) {
        const code = known ? await putCode(api, target.id, 'password-reset') : aCode()
        return { ...acceptance(code), sentValues: [code] }
      },
    },
  },
  approveInvitation: {
    policy: 'public',
    calls: {
      validCall: async ({ api, target }) => approval(await putCode(api, target.id, 'approval')),
      async guess({ api, target }, known) {
        const code = known ? await putCode(api, target.id, 'password-reset') : aCode()
        return { ...approval(code), sentValues: [code] }
      },
    },
  },
}

const approval = (code: string) => ({ path: `/members/invitations/${code}/approve` })

const returnCodeOf = (id: string) => ({ path: `/journeys/${id}/return-codes`, body: {} })
const returnTo = (id: string, one_time_code: string) => ({
  path: `/journeys/${id}/returns`,
  body: { one_time_code },
})

const opening = (code: string) => ({ path: '/journeys/sessions', body: { code } })

async function aLink({ api, acme }: TenantFixture) {
  const { user_id } = acme.ids
  const { webapp_link } = await must(api.acme, 'POST', '/user-tokens', { user_id })
  const [{ id }] = await api.sql(
    'select id from journey_links where user_id = $1 order by expires_at desc limit 1',
    [user_id],
  )
  return { code: String(webapp_link).split('/').at(-1) ?? '', id: id as string }
}

const aSession = () => randomBytes(24).toString('base64url')
const passkeySignIn = (body: object) => ({ path: '/members/passkeys/signin', body })
const mfaAnswer = (body: object) => ({ path: '/members/mfa/validate', body })
const resetOf = (username: string) => ({ path: '/members/password-reset/initiate', body: { username } })
const newPassword = (code: string) => ({ path: '/members/password-reset/confirm', body: { code, password } })
const acceptance = (code: string) => ({
  path: `/members/invitations/${code}/accept`,
  body: { name: 'Plain', password },
})

/** Returns a well-formed id that does not exist. */
export const anUnknown = (name: IdName) =>
  name === 'ext_id' ? `zq${randomBytes(6).toString('hex')}` : randomUUID()
