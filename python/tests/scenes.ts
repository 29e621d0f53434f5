import { codeNow, fromBase32 } from '../../server/test/authenticator.ts'
import { createAccountWithConsent } from '../../server/test/contract/account-states.ts'
import { createPaidPerson } from '../../server/test/contract/data-page.ts'
import { registerPasskey } from '../../server/test/contract/passkeys.ts'
import {
  createAccount,
  createAuthorisedUser,
  createEntry,
  createSandboxPerson,
  fetchTaxIncome,
  mfaCode,
  requireStatus,
} from '../../server/test/contract/scenes.ts'
import type { ContractWorld } from '../../server/test/contract/world.ts'
import { signIn } from '../../server/test/people.ts'
import type { MatrixRequest } from '../../server/test/tenants/entries/entry.ts'
import { newDevice } from '../../server/test/tenants/entries/member-credentials.ts'
import { entries } from '../../server/test/tenants/entries.ts'
import { createTenantFixture, type TenantFixture } from '../../server/test/tenants/fixture.ts'

/** A request that succeeds, with its credential. */
export type Scene = MatrixRequest & { credential: SceneCredential }
export type SceneCredential =
  | { kind: 'api_key' | 'member_token' | 'user_token'; secret: string }
  | { kind: 'none' }

type Upload = { method: string; path: string; document: 'payslip' | 'statement' }

const payslips: Upload = { method: 'POST', path: '/payroll/entries/payslips', document: 'payslip' }
const statements: Upload = { method: 'PUT', path: '/documents/bank-statements', document: 'statement' }

/**
 * Prepares a request that succeeds for every operation. The requests of the tenant matrix are reused; where that
 * request ends with an error, because the matrix has no sandbox, a scene of the contract tests is set instead.
 */
export async function openScenes(world: ContractWorld) {
  const fixture = await createTenantFixture(world.api)
  return async (operationId: string): Promise<Scene> => {
    const prepare = ownScenes[operationId]
    return prepare ? prepare(world, fixture) : matrixScene(world, fixture, operationId)
  }
}

/** Lists the operations that have no request that succeeds: add a scene for each below. */
export const listMissingScenes = () =>
  Object.keys(entries).filter((operationId) => !(operationId in ownScenes) && !hasMatrixScene(operationId))

// Sandbox operations end with an error only where there is no sandbox.
function hasMatrixScene(operationId: string) {
  const entry = entries[operationId]
  if (!entry || 'calls' in entry) return entry !== undefined
  const [shape] = entry.shapes
  return shape !== undefined && (!shape.endsWith || shape.endsWith === 'unavailable')
}

async function matrixScene(
  world: ContractWorld,
  fixture: TenantFixture,
  operationId: string,
): Promise<Scene> {
  const entry = entries[operationId]
  if (!entry) throw new Error(`${operationId} has no entry in server/test/tenants/entries`)
  if ('calls' in entry) return { ...(await entry.calls.validCall(fixture)), credential: { kind: 'none' } }
  const [shape] = entry.shapes
  if (!shape || !hasMatrixScene(operationId))
    throw new Error(`${operationId} ends with ${shape?.endsWith}: add a scene to python/tests/scenes.ts`)
  await shape.before?.(fixture)
  const ids = { ...fixture.acme.ids, ...(await shape.fresh?.(fixture)) }
  return { ...shape.request(ids), credential: await credentialFor(world, fixture, entry.policy) }
}

async function credentialFor(
  world: ContractWorld,
  fixture: TenantFixture,
  policy: string,
): Promise<SceneCredential> {
  if (policy === 'user') return userCredential(world, fixture.acme.ids.user_id)
  if (policy.includes('no-key')) return { kind: 'member_token', secret: fixture.acme.members.Owner.token }
  return keyOf(world)
}

const keyOf = (world: ContractWorld): SceneCredential => ({
  kind: 'api_key',
  secret: world.api.world.clients.acme.apiKey,
})

async function userCredential(world: ContractWorld, user_id: string): Promise<SceneCredential> {
  const { token } = requireStatus(await world.acme('POST', '/user-tokens', { user_id }), 201)
  return { kind: 'user_token', secret: token }
}

type PrepareScene = (world: ContractWorld, fixture: TenantFixture) => Promise<Scene>

const authentications = '/members/sessions/current/authentications'

const asMember = (secret: string): SceneCredential => ({ kind: 'member_token', secret })

async function startApp(world: ContractWorld) {
  const { token, password } = await world.aMember('Support')
  const started = await world.withToken(token)('POST', '/members/totp', { current_password: password })
  const secret = fromBase32(requireStatus(started, 201).secret)
  return { token, password, mfa_code: codeNow(secret) }
}

async function startAuthentication(world: ContractWorld) {
  const { token, password, mfa_code } = await startApp(world)
  const call = world.withToken(token)
  const { recovery_codes } = requireStatus(await call('POST', '/members/totp/confirm', { mfa_code }), 201)
  const { session } = requireStatus(await call('POST', authentications, { current_password: password }), 202)
  return { token, password, session, recoveryCode: String(recovery_codes[0]) }
}

/** Scenes of members' own accounts, each with a new member. */
const memberScenes: Record<string, PrepareScene> = {
  async changePassword(world) {
    const { token, password } = await world.aMember('Support')
    const body = { current_password: password, password: `new ${password}` }
    return { path: '/members/password', body, credential: asMember(token) }
  },
  async registerPasskey(world) {
    const { token } = await world.aMember('Support')
    const options = await world.withToken(token)('POST', '/members/passkeys/registration-options')
    const { challenge } = requireStatus(options, 201)
    const body = { name: 'Laptop', ...newDevice().register(challenge) }
    return { path: '/members/passkeys', body, credential: asMember(token) }
  },
  async deletePasskey(world) {
    const { token } = await world.aMember('Support')
    const { registered } = await registerPasskey(world.withToken(token))
    const { id } = requireStatus(registered, 201)
    return { path: `/members/passkeys/${id}`, credential: asMember(token) }
  },
  async authenticateAgainWithPasskey(world) {
    const { token } = await world.aMember('Support')
    const { device } = await registerPasskey(world.withToken(token))
    const options = await world.withToken(token)('POST', '/members/passkeys/sign-in-options')
    const { challenge } = requireStatus(options, 201)
    return { path: `${authentications}/passkey`, body: device.answer(challenge), credential: asMember(token) }
  },
  async startTotpSetup(world) {
    const { token, password } = await world.aMember('Support')
    return { path: '/members/totp', body: { current_password: password }, credential: asMember(token) }
  },
  async confirmTotpSetup(world) {
    const { token, mfa_code } = await startApp(world)
    return { path: '/members/totp/confirm', body: { mfa_code }, credential: asMember(token) }
  },
  async removeTotp(world) {
    const { token, password, recoveryCode } = await startAuthentication(world)
    const body = { current_password: password, mfa_code: recoveryCode }
    return { path: '/members/totp/removals', body, credential: asMember(token) }
  },
  async authenticateAgain(world) {
    const { token, password } = await world.aMember('Support')
    return { path: authentications, body: { current_password: password }, credential: asMember(token) }
  },
  async validateAuthentication(world) {
    const { token, session, recoveryCode } = await startAuthentication(world)
    const body = { session, mfa_code: recoveryCode }
    return { path: `${authentications}/validate`, body, credential: asMember(token) }
  },
  async setSingleSignOn(world) {
    const { token } = await world.aMember('Admin')
    const body = {
      organisation: 'python-team',
      issuer: 'https://login.contract.example',
      oidc_client_id: 'payproof',
      oidc_client_secret: 'a secret at the provider',
    }
    return { path: '/members/sso', body, credential: asMember(token) }
  },
}

/** Scenes of operations whose request of the tenant matrix ends with an error. */
const ownScenes: Record<string, PrepareScene> = {
  ...memberScenes,
  async endSession(world, fixture) {
    const { email, password } = fixture.target
    const ended = await signIn(world.api, email, password)
    const { sessions } = requireStatus(await world.withToken(ended)('GET', '/members/sessions'), 200)
    const { id } = sessions.find(({ is_current }: { is_current: boolean }) => is_current)
    const secret = await signIn(world.api, email, password)
    return { path: `/members/sessions/${id}`, credential: { kind: 'member_token', secret } }
  },
  async answerMfa(world) {
    const { path } = await createAccount(world, {
      user_name: await createSandboxPerson(world),
      password: 'mfa:code',
    })
    return { path: `${path}/mfa`, body: { mfa: mfaCode }, credential: keyOf(world) }
  },
  async decideAccountConsent(world) {
    const { path } = await createAccountWithConsent(world)
    return { path: `${path}/consent`, body: { decision: 'stop' }, credential: keyOf(world) }
  },
  async createDirectConnection(world) {
    const { user_id } = await createAuthorisedUser(world)
    return { path: '/accounts/direct-connections', body: { user_id }, credential: keyOf(world) }
  },
  async queryPayrollConnection(world) {
    const { account_id, user_id } = await createEntry(world, {
      user_name: await createSandboxPerson(world),
    })
    const credential = await userCredential(world, user_id)
    return { path: '/payroll/entries/connections', body: { account_id }, credential }
  },
  async queryTaxauthConnection(world) {
    // The fixture has set a callback URL; without one, the login ends on a page of the service.
    requireStatus(await world.acme('PATCH', '/configuration', { client_callback_url: null }), 200)
    const user_id = await world.createUserId({ taxauth_enabled: true })
    const { account_id } = await fetchTaxIncome(world, user_id)
    const credential = await userCredential(world, user_id)
    return { path: '/taxauth/entries/connections', body: { account_id }, credential }
  },
  presignPayslips: (world) => presigning(world, payslips),
  presignBankStatements: (world) => presigning(world, statements),
  submitPayslips: (world) => submission(world, payslips),
  submitBankStatements: (world) => submission(world, statements),
  async readUnsentFiles(world) {
    const unsent = await submission(world, payslips)
    return { ...unsent, path: '/journeys/current/readings' }
  },
  async answerNote(world) {
    const { user_id, addNote } = await createPaidPerson(world)
    const { id } = requireStatus(await addNote(), 201)
    const path = `/users/${user_id}/notes/${id}/answer`
    return { path, body: { text: 'We agree.' }, credential: keyOf(world) }
  },
  confirmJourneyPerson: (world) =>
    inJourney(world, {
      path: '/journeys/current/confirmations',
      body: { date_of_birth: '1988-05-14' },
    }),
  renewJourneySession: (world) => inJourney(world, { path: '/journeys/sessions/renewals', body: {} }),
  countJourneyEvents: (world) =>
    inJourney(world, {
      path: '/journeys/current/events',
      body: { events: [{ id: crypto.randomUUID(), name: 'open' }] },
    }),
  countEmployerMiss: (world) =>
    inJourney(world, {
      path: '/journeys/current/employer-misses',
      body: { query: 'Xylophone Works' },
    }),
  createJourneyDirectConnection: (world) =>
    asAuthorisedUser(world, { path: '/journeys/current/direct-connections', body: {} }),
  deleteJourneyData: (world) => asAuthorisedUser(world, { path: '/journeys/current/data' }),
}

async function asAuthorisedUser(world: ContractWorld, request: MatrixRequest): Promise<Scene> {
  const { user_id } = await createAuthorisedUser(world)
  return { ...request, credential: await userCredential(world, user_id) }
}

/** A request with the token of a hosted journey, which its link is exchanged for. */
async function inJourney(world: ContractWorld, request: MatrixRequest): Promise<Scene> {
  const { user_id } = await createAuthorisedUser(world)
  const { webapp_link } = requireStatus(await world.acme('POST', '/user-tokens', { user_id }), 201)
  const code = String(webapp_link).split('/').at(-1)
  const { token } = requireStatus(await world.anonymous('POST', '/journeys/sessions', { code }), 201)
  return { ...request, credential: { kind: 'user_token', secret: token } }
}

async function presigning(world: ContractWorld, { path }: Upload): Promise<Scene> {
  const { user_id } = await createAuthorisedUser(world, { payslip_upload_enabled: true })
  const credential = await userCredential(world, user_id)
  return { path: `${path}/presign`, body: { files: [{ file_name: 'june.pdf' }] }, credential }
}

async function submission(world: ContractWorld, upload: Upload): Promise<Scene> {
  const { credential, path, body } = await presigning(world, upload)
  if (credential.kind === 'none') throw new Error('an upload needs a user token')
  const asUser = world.withToken(credential.secret)
  const { presigned_urls } = requireStatus(await asUser(upload.method, path, body), 200)
  const [{ presigned_url, headers, path: stored }] = presigned_urls
  const put = await fetch(presigned_url, {
    method: 'PUT',
    headers,
    body: await documentOf(world, upload.document),
  })
  if (!put.ok) throw new Error(`could not upload the document: ${put.status}`)
  return { path: upload.path, body: { files: [{ path: stored }] }, credential }
}

/** Returns a document that the sandbox generates. */
export async function documentOf({ sandbox }: ContractWorld, kind: Upload['document']) {
  const reply = await fetch(`${sandbox.url}/controls/documents/${kind}?user_name=wilhelmina.oakapple`)
  return reply.arrayBuffer()
}
