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
import type { Ask, ContractReply, ContractWorld } from './world.ts'

// Scenarios: the state that a row needs before its request. They use the API as far as possible.

/** A sandbox login. The user name selects the person, the password the behaviour. */
export const sandboxLogin = { payroll_provider: 'sandbox-payroll', user_name: 'wilhelmina.oakapple' }

/** Details by which a direct connection finds the same person. */
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
 * Creates a person whom no other row logs in as, because failed attempts are counted per login across all clients.
 */
export async function aStranger({ sandbox }: ContractWorld) {
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
export async function anAuthorisedUser(world: ContractWorld, changes: object = {}) {
  const user_id = await world.aPerson({ ...wilhelmina, ...changes })
  const accepted = await world.acme('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
  return {
    user_id,
    authorisation_id: accepted.body.id as string,
    asUser: await world.aUserToken(user_id),
    revoke: () => world.acme('PUT', `/authorisations/${accepted.body.id}/revoke`),
  }
}

/**
 * Creates an account at the sandbox provider. With the password `pass` its first retrieval starts; with `mfa:code` it
 * is pending.
 */
export async function anAccount(world: ContractWorld, login: SceneLogin = {}, changes: object = {}) {
  const user = await anAuthorisedUser(world, changes)
  const body = { user_id: user.user_id, ...sandboxLogin, password: 'pass', ...login }
  const { account_id } = required(await world.acme('POST', '/accounts', body), 201)
  return { ...user, account_id: account_id as string, path: `/accounts/${account_id}` }
}

/** Creates an account whose first retrieval has stored an entry. */
export async function anEntry(world: ContractWorld, login: SceneLogin = {}, changes: object = {}) {
  const account = await anAccount(world, login, changes)
  const entry_id = await eventually(async () => {
    const { entries } = required(await world.acme('GET', `/payroll/entries?user_id=${account.user_id}`), 200)
    return entries[0]?.entry_id as string | undefined
  })
  return { ...account, entry_id }
}

let shared: ReturnType<typeof anEntry> | undefined

/** Entry shared by all read-only rows. */
export const sharedEntry = (world: ContractWorld) => {
  shared ??= anEntry(world)
  return shared
}

/** Creates an account whose session was ended by the provider, which the next query detects. */
export async function anExpiredAccount(world: ContractWorld) {
  const user_name = await aStranger(world)
  const account = await anEntry(world, { user_name })
  await world.sandbox.control('DELETE', `/providers/sandbox-payroll/sessions?user_name=${user_name}`)
  const { account_id, asUser } = account
  const refused = await asUser('POST', '/payroll/entries/connections', { account_id })
  if (refused.status !== 400) throw new Error(`the scene could not be set: ${refused.text}`)
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
export async function pay({ acme, act, api }: ContractWorld, user_id: string, periods: PayPeriod[]) {
  const accepted = await acme('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
  const { id: authorisation_id } = required(accepted, 201)
  const { forename, surname } = required(await acme('GET', `/users/${user_id}`), 200)
  const holder = { user_name: null, employee_name: null }
  const direct = { payroll_provider: 'sandbox-bureau', is_direct: true, holder, reason: 'found' } as const
  await act(api.world.clients.acme.clientId, async (tx) => {
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
async function aPaper({ sandbox }: ContractWorld, kind: 'payslip' | 'statement') {
  const url = `${sandbox.url}/controls/documents/${kind}?user_name=${sandboxLogin.user_name}`
  return Buffer.from(await (await fetch(url)).arrayBuffer())
}

const statementWays = ['PUT', '/documents/bank-statements'] as const
const payslipWays = ['POST', '/payroll/entries/payslips'] as const

/** Performs the complete upload for a user with consent: presign, upload, submit. */
async function submitter(world: ContractWorld, user_id: string, [method, path]: readonly [string, string]) {
  const settings = { payslip_upload_enabled: true }
  required(await world.acme('PATCH', `/users/${user_id}`, settings), 200)
  required(await world.acme('POST', '/authorisations', { user_id, user_agent: 'Browser 1' }), 201)
  const asUser = await world.aUserToken(user_id)
  return async (bytes: Buffer<ArrayBuffer>) =>
    asUser(method, path, { files: [await putPaper(asUser, [method, path], bytes)] })
}

/** Uploads a file through a presigned URL, and returns its path. */
async function putPaper(asUser: Ask, [method, path]: readonly [string, string], bytes: Buffer<ArrayBuffer>) {
  const file = { file_name: 'paper.pdf', external_id: 'ext-paper' }
  const { presigned_urls } = required(await asUser(method, `${path}/presign`, { files: [file] }), 200)
  const [upload] = presigned_urls
  const headers = { 'content-type': 'application/pdf', 'if-none-match': '*' }
  const put = await fetch(upload.presigned_url, { method: 'PUT', headers, body: bytes })
  if (put.status !== 200) throw new Error(`the file was not taken: ${await put.text()}`)
  return { path: upload.path as string }
}

/** Uploads a sandbox payslip without submitting it. */
export async function anUnsentPayslip(world: ContractWorld) {
  const { asUser } = await anAuthorisedUser(world, { payslip_upload_enabled: true })
  return { asUser, files: [await putPaper(asUser, payslipWays, await aPaper(world, 'payslip'))] }
}

/** Submits a sandbox bank statement; `send` submits another file. */
export async function uploadStatement(world: ContractWorld, user_id: string) {
  const send = await submitter(world, user_id, statementWays)
  const bytes = await aPaper(world, 'statement')
  const reply = await send(bytes)
  const [submission] = required(reply, 201).bank_statement_submissions
  return { user_id, send, bytes, reply, submission: submission as { id: string; document_id: string } }
}

/** Submits a sandbox payslip; `send` submits another file. */
export async function uploadPayslip(world: ContractWorld, user_id: string) {
  const send = await submitter(world, user_id, payslipWays)
  const bytes = await aPaper(world, 'payslip')
  const reply = await send(bytes)
  const [submission] = required(reply, 201).payroll_submissions
  if (!submission) throw new Error(`the scene could not be set: ${reply.text}`)
  return { user_id, send, bytes, reply, submission: submission as { id: string; document_id: string } }
}

const once = <Scene>(make: (world: ContractWorld) => Promise<Scene>) => {
  let made: Promise<Scene> | undefined
  return (world: ContractWorld) => {
    made ??= make(world)
    return made
  }
}

/** Documents shared by all read-only rows. */
export const sharedStatement = once(async (world) => uploadStatement(world, await world.aPerson()))
export const sharedPayslip = once(async (world) => uploadPayslip(world, await world.aPerson()))

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
  const { id: authorisation_id } = required(accepted, 201)
  // The start is in the tax year before last, because last year's figures are not available in June.
  const body = { user_id: userId, ...(await taxLogin(world)), from: '2024-06-01T00:00:00.000Z' }
  const { account_id, authorization_url } = required(await acme('POST', '/accounts', body), 201)
  const here = (url: string) => url.replace(api.config.BASE_URL, '')
  const left = await leaveForProvider(
    (path, headers) => anonymous('GET', path, undefined, headers),
    here(authorization_url),
  )
  const cookie = String(left.headers['set-cookie']).split(';')[0] ?? ''
  const userName = sandboxLogin.user_name
  const back = await signInAtAuthority(String(left.headers.location), { userName })
  required(await anonymous('GET', here(back), undefined, { cookie }), 200)
  const entry_id = await eventually(async () => {
    // The reply may be a 503 on a busy machine, so the body may have no entries.
    const { body } = await acme('GET', `/taxauth/entries?user_id=${userId}`)
    return body.entries?.[0]?.entry_id as string | undefined
  })
  const asUser = await world.aUserToken(userId)
  return { user_id: userId, account_id: account_id as string, entry_id, authorisation_id, asUser }
}

/** Tax income shared by all read-only rows. */
export const sharedTaxIncome = once(async (world) =>
  fetchTaxIncome(world, await world.aPerson({ taxauth_enabled: true })),
)

/**
 * Returns the delivery that a webhook with these settings receives after the trigger, which is by default new payroll
 * data.
 */
export async function aDelivery(
  world: ContractWorld,
  settings: object = {},
  cause: (world: ContractWorld) => Promise<unknown> = payrollArrives,
): Promise<ContractReply> {
  await noRetrievals(world)
  const { name, path } = await subscribe(world, world.acme, settings)
  try {
    await cause(world)
    const [first] = await arrivals(world, name, 1)
    return first as ContractReply
  } finally {
    // The webhook is deleted, so that it does not receive deliveries triggered by the next row.
    await world.acme('DELETE', path)
  }
}

/** As aDelivery, of a webhook that receives the data too, which needs encryption. The body is the decrypted one. */
export async function aDeliveryWithPayload(
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
  const sent = await aDelivery(world, settings, cause)
  return { ...sent, body: decrypt(sent, key) }
}

/** Wait for deliveries of earlier rows first. */
const noRetrievals = ({ api }: ContractWorld) =>
  eventually(async () => {
    const due =
      "select from tasks where kind in ('payroll.retrieve', 'tax-income.retrieve') and (state <> 'waiting' or wake_at <= now()) limit 1"
    return (await api.sql(due)).length === 0
  })

async function payrollArrives(world: ContractWorld) {
  await announcePayroll(world, world.api.world.clients.acme.clientId, await world.aPerson())
}

/** Publishes a payroll event for a user without storing data. */
export function announcePayroll(world: ContractWorld, clientId: string, user_id: string, payload?: object) {
  const fields = { entry_id: randomUUID(), account_id: randomUUID() }
  const event = 'user-payroll-submitted'
  return world.announce(clientId, { event, user_id, fields, ...(payload && { payload }) })
}

/** Creates a webhook to the test receiver. */
export async function aWebhook(world: ContractWorld, settings: object = {}) {
  const { ask } = await world.aRoomyClient()
  return { ask, ...(await subscribe(world, ask, settings)) }
}

/** Creates a client with a single webhook, so that no other webhook receives its events. */
export async function aLoneWebhook(world: ContractWorld, settings: object = {}) {
  const { ask, clientId } = await world.aClient()
  const hook = await subscribe(world, ask, settings)
  return {
    ...hook,
    ask,
    clientId,
    aPerson: async () => (await createUser(ask)).user_id as string,
    announce: (userId: string, payload?: object) => announcePayroll(world, clientId, userId, payload),
    arrivals: (count: number) => arrivals(world, hook.name, count),
  }
}

/** Creates a webhook with one delivered payroll event. */
export async function aWebhookWithDelivery(world: ContractWorld, settings: object = {}) {
  const hook = await aLoneWebhook(world, settings)
  const user_id = await hook.aPerson()
  await hook.announce(user_id)
  const delivery_id = await eventually(async () => {
    const { deliveries } = required(await hook.ask('GET', `${hook.path}/deliveries?state=delivered`), 200)
    return deliveries[0]?.delivery_id as string | undefined
  })
  return { ...hook, user_id, delivery_id, deliveryPath: `${hook.path}/deliveries/${delivery_id}` }
}

async function subscribe({ receiver }: ContractWorld, ask: Ask, settings: object) {
  const name = `h${randomUUID()}`
  const events = ['user-payroll-submitted']
  const url = `${receiver}/hooks/${name}`
  const { webhook_id } = required(await ask('POST', '/webhooks', { name, events, url, ...settings }), 201)
  return { name, webhook_id: webhook_id as string, path: `/webhooks/${webhook_id}` }
}

/** Returns the requests received under this name, once there are this many. */
async function arrivals({ receiver }: ContractWorld, name: string, count: number): Promise<ContractReply[]> {
  const received = await eventually(async () => {
    const list = (await (await fetch(`${receiver}/received/${name}`)).json()) as Received[]
    return list.length >= count && list
  })
  return received.map(({ headers, body }) => {
    const text = Buffer.from(body, 'latin1').toString()
    const event = parse(text)
    recordEvent(event, headers)
    return { asked: delivery, status: 200, headers, text, body: event }
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

export function required({ status, body, text }: ContractReply, wanted: number) {
  if (status !== wanted) throw new Error(`the scene could not be set: ${text}`)
  return body
}
