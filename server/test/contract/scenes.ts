import { createDecipheriv, randomBytes, randomUUID } from 'node:crypto'
import { addAccount } from '../../src/features/accounts/service.ts'
import { storeRetrieved } from '../../src/features/payroll/retrieval/store.ts'
import type { Payslip } from '../../src/vocabulary/payslip.ts'
import { signInAtAuthority } from '../authority.ts'
import { eventually } from '../engine.ts'
import { recordEvent } from '../examples/record.ts'
import { aPayslip } from '../features/sample-payslips.ts'
import { leaveForProvider } from '../oauth2-start.ts'
import type { Received } from '../outside/receiver.ts'
import { createUser } from '../people.ts'
import { delivery } from './endpoints.ts'
import type { ContractCall, ContractReply, ContractWorld } from './world.ts'

// Scenarios: the state that a row needs before its request. They use the API as far as possible.

/** A sandbox login. The user name selects the person, the password the behaviour. */
export const sandboxLogin = { payroll_provider: 'sandbox-payroll', user_name: 'wilhelmina.oakapple' }

/** Details with which a direct provider finds Wilhelmina. */
export const wilhelmina = {
  date_of_birth: '1988-05-14T12:00:00.000Z',
  post_codes: ['BS6 9ZX'],
  ni_number: 'QQ474852A',
}

/** Another person: accounts and documents of Wilhelmina do not match. */
export const bertram = {
  forename: 'Bertram',
  surname: 'Fenwick',
  date_of_birth: '1990-01-01T12:00:00.000Z',
  post_codes: ['M1 1AE'],
  ni_number: 'QQ111111A',
}

/** The MFA code that the sandbox has sent. */
export const mfaCode = '246810'

/**
 * Creates a sandbox person used by no other row, because failed attempts are counted per login across all clients.
 */
export async function createSandboxPerson({ sandbox }: ContractWorld) {
  const user_name = `stranger.${randomUUID().slice(0, 8)}`
  await sandbox.control('POST', '/scenarios', {
    person: { user_name, memorable_date: '2001-02-03', memorable_word: 'marmalade' },
    jobs: [{ employer: { id: 'brindlewick' }, pay: { salary: '30000.00' } }],
  })
  return user_name
}

export type SceneLogin = {
  payroll_provider?: string
  user_name?: string
  password?: string
  from?: string
  to?: string
}

/** Creates a user with an accepted term; returns callers with the client's and the user's credentials. */
export async function createAuthorisedUser(world: ContractWorld, changes: object = {}) {
  const user_id = await world.createUserId({ ...wilhelmina, ...changes })
  const accepted = await world.acme('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
  return {
    user_id,
    authorisation_id: accepted.body.id as string,
    asUser: await world.callerForUser(user_id),
    revoke: () => world.acme('PUT', `/authorisations/${accepted.body.id}/revoke`),
  }
}

/**
 * Creates an account at the sandbox provider. With the password `pass` its first retrieval starts; with `mfa:code` it
 * is pending.
 */
export async function createAccount(world: ContractWorld, login: SceneLogin = {}, changes: object = {}) {
  const user = await createAuthorisedUser(world, changes)
  const body = { user_id: user.user_id, ...sandboxLogin, password: 'pass', ...login }
  const { account_id } = requireStatus(await world.acme('POST', '/accounts', body), 201)
  return { ...user, account_id: account_id as string, path: `/accounts/${account_id}` }
}

/** Creates an account whose first retrieval has stored an entry. */
export async function createEntry(world: ContractWorld, login: SceneLogin = {}, changes: object = {}) {
  const account = await createAccount(world, login, changes)
  const entry_id = await eventually(async () => {
    const { entries } = requireStatus(
      await world.acme('GET', `/payroll/entries?user_id=${account.user_id}`),
      200,
    )
    return entries[0]?.entry_id as string | undefined
  })
  return { ...account, entry_id }
}

let shared: ReturnType<typeof createEntry> | undefined

/** Entry shared by all read-only rows. */
export const sharedEntry = (world: ContractWorld) => {
  shared ??= createEntry(world)
  return shared
}

/** Creates an account whose session was ended by the provider, which the next query detects. */
export async function createExpiredAccount(world: ContractWorld) {
  const user_name = await createSandboxPerson(world)
  const account = await createEntry(world, { user_name })
  await world.sandbox.control('DELETE', `/providers/sandbox-payroll/sessions?user_name=${user_name}`)
  const { account_id, asUser } = account
  const refused = await asUser('POST', '/payroll/entries/connections', { account_id })
  if (refused.status !== 400) throw new Error(`the scene could not be prepared: ${refused.text}`)
  return { ...account, user_name }
}

export type PayPeriod = {
  start: string
  end: string
  net_pay: string
  date_of_birth?: string
  post_code?: string
}

/** Stores exactly these pay periods for a user, as a direct connection would. */
export async function pay(
  { acme, inTransaction, api }: ContractWorld,
  user_id: string,
  periods: PayPeriod[],
) {
  const accepted = await acme('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
  const { id: authorisation_id } = requireStatus(accepted, 201)
  const { forename, surname } = requireStatus(await acme('GET', `/users/${user_id}`), 200)
  const holder = { user_name: null, employee_name: null }
  const direct = { payroll_provider: 'sandbox-bureau', is_direct: true, holder, reason: 'found' } as const
  await inTransaction(api.world.clients.acme.clientId, async (tx) => {
    const account = await addAccount(tx, { ...direct, user_id, authorisation_id, status: 'AUTHORISED' })
    const payslips = periods.map((period) => payslipOf(period, `${forename} ${surname}`))
    const now = new Date()
    await storeRetrieved(tx, account, { payslips, authorisation_id, now, environment: 'sandbox' })
  })
}

function payslipOf({ start, end, net_pay, date_of_birth, post_code }: PayPeriod, name: string): Payslip {
  const { identity_information: identity, income_information: income, ...rest } = aPayslip({ pay_date: end })
  const address = { street: null, county: null, city: null, country: null, post_code: post_code ?? null }
  return {
    ...rest,
    identity_information: {
      ...identity,
      name,
      NI_number: null,
      address,
      date_of_birth: date_of_birth?.slice(0, 10) ?? null,
    },
    income_information: {
      ...income,
      pay_interval_start: start,
      pay_interval_end: end,
      earnings: { ...income.earnings, net_pay },
    },
  }
}

/** Generates a sandbox document, always of the same person. */
async function createSandboxDocument({ sandbox }: ContractWorld, kind: 'payslip' | 'statement') {
  const url = `${sandbox.url}/controls/documents/${kind}?user_name=${sandboxLogin.user_name}`
  return Buffer.from(await (await fetch(url)).arrayBuffer())
}

const statementUpload = ['PUT', '/documents/bank-statements'] as const
const payslipUpload = ['POST', '/payroll/entries/payslips'] as const

/** Performs the complete upload for a user with consent: presign, upload, submit. */
async function createUploader(
  world: ContractWorld,
  user_id: string,
  [method, path]: readonly [string, string],
) {
  const settings = { payslip_upload_enabled: true }
  requireStatus(await world.acme('PATCH', `/users/${user_id}`, settings), 200)
  requireStatus(await world.acme('POST', '/authorisations', { user_id, user_agent: 'Browser 1' }), 201)
  const asUser = await world.callerForUser(user_id)
  return async (bytes: Buffer<ArrayBuffer>) =>
    asUser(method, path, { files: [await putDocument(asUser, [method, path], bytes)] })
}

/** Uploads a file through a presigned URL, and returns its path. */
async function putDocument(
  asUser: ContractCall,
  [method, path]: readonly [string, string],
  bytes: Buffer<ArrayBuffer>,
) {
  const file = { file_name: 'paper.pdf', external_id: 'ext-paper' }
  const { presigned_urls } = requireStatus(await asUser(method, `${path}/presign`, { files: [file] }), 200)
  const [upload] = presigned_urls
  const headers = { 'content-type': 'application/pdf', 'if-none-match': '*' }
  const put = await fetch(upload.presigned_url, { method: 'PUT', headers, body: bytes })
  if (put.status !== 200) throw new Error(`the upload failed: ${await put.text()}`)
  return { path: upload.path as string }
}

/** Uploads a sandbox payslip without submitting it. */
export async function uploadUnsentPayslip(world: ContractWorld) {
  const { asUser } = await createAuthorisedUser(world, { payslip_upload_enabled: true })
  return {
    asUser,
    files: [await putDocument(asUser, payslipUpload, await createSandboxDocument(world, 'payslip'))],
  }
}

/** Submits a sandbox bank statement; `send` submits another file. */
export async function uploadStatement(world: ContractWorld, user_id: string) {
  const send = await createUploader(world, user_id, statementUpload)
  const bytes = await createSandboxDocument(world, 'statement')
  const reply = await send(bytes)
  const [submission] = requireStatus(reply, 201).bank_statement_submissions
  return { user_id, send, bytes, reply, submission: submission as { id: string; document_id: string } }
}

/** Submits a sandbox payslip; `send` submits another file. */
export async function uploadPayslip(world: ContractWorld, user_id: string) {
  const send = await createUploader(world, user_id, payslipUpload)
  const bytes = await createSandboxDocument(world, 'payslip')
  const reply = await send(bytes)
  const [submission] = requireStatus(reply, 201).payroll_submissions
  if (!submission) throw new Error(`the scene could not be prepared: ${reply.text}`)
  return { user_id, send, bytes, reply, submission: submission as { id: string; document_id: string } }
}

const shareScene = <Scene>(create: (world: ContractWorld) => Promise<Scene>) => {
  let promise: Promise<Scene> | undefined
  return (world: ContractWorld) => {
    promise ??= create(world)
    return promise
  }
}

/** Documents shared by all read-only rows. */
export const sharedStatement = shareScene(async (world) => uploadStatement(world, await world.createUserId()))
export const sharedPayslip = shareScene(async (world) => uploadPayslip(world, await world.createUserId()))

/** Returns the HMRC login of a person with one employer. */
export async function taxLogin({ sandbox }: ContractWorld) {
  const { identity } = await sandbox.control('GET', `/people/${sandboxLogin.user_name}`)
  const { unique_tax_reference, ni_number } = identity
  return { payroll_provider: 'taxauth', extra_login_params: { unique_tax_reference, ni_number } }
}

/** Connects a user to the sandbox's tax authority, with one tax year of data. */
export async function fetchTaxIncome(world: ContractWorld, userId: string) {
  const { acme, anonymous, api } = world
  const accepted = await acme('POST', '/authorisations', { user_id: userId, user_agent: 'Browser 1' })
  const { id: authorisation_id } = requireStatus(accepted, 201)
  // The start is in the tax year before last, because last year's figures are not available in June.
  const body = { user_id: userId, ...(await taxLogin(world)), from: '2024-06-01T00:00:00.000Z' }
  const { account_id, authorization_url } = requireStatus(await acme('POST', '/accounts', body), 201)
  const here = (url: string) => url.replace(api.config.BASE_URL, '')
  const left = await leaveForProvider(
    (path, headers) => anonymous('GET', path, undefined, headers),
    here(authorization_url),
  )
  const cookie = String(left.headers['set-cookie']).split(';')[0] ?? ''
  const userName = sandboxLogin.user_name
  const back = await signInAtAuthority(String(left.headers.location), { userName })
  requireStatus(await anonymous('GET', here(back), undefined, { cookie }), 200)
  const entry_id = await eventually(async () => {
    // The reply may be a 503 on a busy machine, so the body may have no entries.
    const { body } = await acme('GET', `/taxauth/entries?user_id=${userId}`)
    return body.entries?.[0]?.entry_id as string | undefined
  })
  const asUser = await world.callerForUser(userId)
  return { user_id: userId, account_id: account_id as string, entry_id, authorisation_id, asUser }
}

/** Tax income shared by all read-only rows. */
export const sharedTaxIncome = shareScene(async (world) =>
  fetchTaxIncome(world, await world.createUserId({ taxauth_enabled: true })),
)

/**
 * Returns the delivery that a webhook with these settings receives after the trigger, which is by default new payroll
 * data.
 */
export async function receiveDelivery(
  world: ContractWorld,
  settings: object = {},
  cause: (world: ContractWorld) => Promise<unknown> = publishPayrollOfNewUser,
): Promise<ContractReply> {
  await waitForRetrievals(world)
  const { name, path } = await subscribe(world, world.acme, settings)
  try {
    await cause(world)
    const [first] = await receivedRequests(world, name, 1)
    return first as ContractReply
  } finally {
    // The webhook is deleted, so that it does not receive deliveries triggered by the next row.
    await world.acme('DELETE', path)
  }
}

/** Like receiveDelivery, for a webhook with include_payload, which requires encryption. Returns the decrypted body. */
export async function receiveDeliveryWithPayload(
  world: ContractWorld,
  event: string,
  cause: (world: ContractWorld) => Promise<unknown>,
): Promise<ContractReply> {
  const key = randomBytes(32)
  const settings = {
    events: [event],
    config: { include_payload: true },
    encryption_key: key.toString('base64'),
  }
  const sent = await receiveDelivery(world, settings, cause)
  return { ...sent, body: decrypt(sent, key) }
}

/** Waits until the retrievals of earlier rows have finished, because they would send events too. */
const waitForRetrievals = ({ api }: ContractWorld) =>
  eventually(async () => {
    const due =
      "select from tasks where kind in ('payroll.retrieve', 'tax-income.retrieve') and (state <> 'waiting' or wake_at <= now()) limit 1"
    return (await api.sql(due)).length === 0
  })

async function publishPayrollOfNewUser(world: ContractWorld) {
  await publishPayrollEvent(world, world.api.world.clients.acme.clientId, await world.createUserId())
}

/** Publishes a payroll event for a user without storing data. */
export function publishPayrollEvent(
  world: ContractWorld,
  clientId: string,
  user_id: string,
  payload?: object,
) {
  const fields = { entry_id: randomUUID(), account_id: randomUUID() }
  const event = 'user-payroll-submitted'
  return world.publishEvent(clientId, { event, user_id, fields, ...(payload && { payload }) })
}

/** Creates a webhook to the test receiver. */
export async function createWebhook(world: ContractWorld, settings: object = {}) {
  const { call } = await world.clientForWebhook()
  return { call, ...(await subscribe(world, call, settings)) }
}

/** Creates a client with a single webhook, so that no other webhook receives its events. */
export async function createIsolatedWebhook(world: ContractWorld, settings: object = {}) {
  const { call, clientId } = await world.createClient()
  const hook = await subscribe(world, call, settings)
  return {
    ...hook,
    call,
    clientId,
    createUserId: async () => (await createUser(call)).user_id as string,
    publishEvent: (userId: string, payload?: object) => publishPayrollEvent(world, clientId, userId, payload),
    receivedRequests: (count: number) => receivedRequests(world, hook.name, count),
  }
}

/** Creates a webhook with one delivered payroll event. */
export async function createWebhookWithDelivery(world: ContractWorld, settings: object = {}) {
  const hook = await createIsolatedWebhook(world, settings)
  const user_id = await hook.createUserId()
  await hook.publishEvent(user_id)
  const delivery_id = await eventually(async () => {
    const { deliveries } = requireStatus(
      await hook.call('GET', `${hook.path}/deliveries?state=delivered`),
      200,
    )
    return deliveries[0]?.delivery_id as string | undefined
  })
  return { ...hook, user_id, delivery_id, deliveryPath: `${hook.path}/deliveries/${delivery_id}` }
}

async function subscribe({ receiver }: ContractWorld, call: ContractCall, settings: object) {
  const name = `h${randomUUID()}`
  const events = ['user-payroll-submitted']
  const url = `${receiver}/hooks/${name}`
  const { webhook_id } = requireStatus(
    await call('POST', '/webhooks', { name, events, url, ...settings }),
    201,
  )
  return { name, webhook_id: webhook_id as string, path: `/webhooks/${webhook_id}` }
}

/** Returns the requests received under this name, once there are this many. */
async function receivedRequests(
  { receiver }: ContractWorld,
  name: string,
  count: number,
): Promise<ContractReply[]> {
  const received = await eventually(async () => {
    const list = (await (await fetch(`${receiver}/received/${name}`)).json()) as Received[]
    return list.length >= count && list
  })
  return received.map(({ headers, body }) => {
    const text = Buffer.from(body, 'latin1').toString()
    const event = parse(text)
    recordEvent(event, headers)
    return { request: delivery, status: 200, headers, text, body: event }
  })
}

/** Decrypts a delivery as its receiver would. */
export function decrypt({ text, headers }: ContractReply, key: Buffer) {
  const sealed = Buffer.from(text, 'base64')
  const iv = Buffer.from(headers['x-svc-encryption-iv'] ?? '', 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, iv).setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]).toString()
  const event = JSON.parse(plain)
  recordEvent(event, headers)
  return event
}

function parse(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function requireStatus({ status, body, text }: ContractReply, wanted: number) {
  if (status !== wanted) throw new Error(`the scene could not be prepared: ${text}`)
  return body
}
