import { createDecipheriv, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { delivery } from './endpoints.ts'
import type { Answer, ContractWorld } from './world.ts'

// What must have happened before a pending row can ask. A scene goes through the API as far as the contract
// reaches; where it would need a part that does not exist yet it fails, and whoever builds the part writes it.

/** Who the outside world of the sandbox knows: the name picks the person, the password the behaviour. */
const sandbox = { payroll_provider: 'sandbox-payroll', user_name: 'wilhelmina.oakapple' }

type Login = { password?: 'pass' | 'mfa:code'; to?: string }

/** A user who has accepted a term, and both ways of calling: for the client and as the user. */
export async function anAuthorisedUser(world: ContractWorld, changes: object = {}) {
  const user_id = await world.aPerson({ ni_number: 'QQ123456C', ...changes })
  const accepted = await world.acme('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
  return {
    user_id,
    authorisation_id: accepted.body.id as string,
    asUser: await world.aUserToken(user_id),
    revoke: () => world.acme('PUT', `/authorisations/${accepted.body.id}/revoke`),
  }
}

/** An account at the sandbox provider; with `pass` its first retrieval has run, with `mfa:code` it waits. */
export async function anAccount(world: ContractWorld, { password = 'pass', to }: Login = {}) {
  const user = await anAuthorisedUser(world)
  const body = { user_id: user.user_id, ...sandbox, password, to }
  const { account_id } = required(await world.acme('POST', '/accounts', body), 201)
  return { ...user, account_id: account_id as string }
}

/** An account whose first retrieval has left an entry. */
export async function anEntry(world: ContractWorld) {
  const account = await anAccount(world)
  const { entries } = required(await world.acme('GET', `/payroll/entries?user_id=${account.user_id}`), 200)
  return { ...account, entry_id: entries[0].entry_id as string }
}

/** The code the sandbox has sent to the person who waits for one. */
export const mfaCode = '123456'

export type PayPeriod = {
  start: string
  end: string
  net_pay: string
  date_of_birth?: string
  post_code?: string
}

/** Gives a user these pay periods, and no others. */
export async function pay(_world: ContractWorld, _userId: string, _periods: PayPeriod[]) {
  throw new Error('payroll: no scene yet that gives a user pay periods of our choosing')
}

/** Uploads a payslip of the sandbox's generator for a user and waits until it is extracted. */
export async function uploadPayslip(_world: ContractWorld, _userId: string): Promise<void> {
  throw new Error('payroll: no scene yet that uploads a payslip')
}

/** Uploads a bank statement of the sandbox's generator for a user and waits until it is extracted. */
export async function uploadStatement(_world: ContractWorld, _userId: string): Promise<void> {
  throw new Error('bank-statements: no scene yet that uploads a statement')
}

/** Connects a user to the tax authority of the sandbox and fetches one tax year. */
export async function fetchTaxIncome(
  _world: ContractWorld,
  _userId: string,
): Promise<{ account_id: string; entry_id: string }> {
  throw new Error('tax-income: no scene yet that connects the tax authority')
}

/** What a receiver gets for a subscription with these settings when its cause happens; else a new account. */
export async function aDelivery(
  world: ContractWorld,
  settings: object = {},
  cause: (world: ContractWorld) => Promise<unknown> = anAccount,
): Promise<Answer> {
  const receiver = await openReceiver()
  try {
    const subscription = {
      name: `receiver ${randomUUID()}`,
      events: ['user-payroll-submitted'],
      url: receiver.url,
    }
    required(await world.acme('POST', '/webhooks', { ...subscription, ...settings }), 201)
    await cause(world)
    return await receiver.next()
  } finally {
    await receiver.close()
  }
}

/** Opens an encrypted delivery as its receiver would. */
export function decrypt({ text, headers }: Answer, key: Buffer) {
  const sealed = Buffer.from(text, 'base64')
  const iv = Buffer.from(headers['x-svc-encryption-iv'] ?? '', 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, iv).setAuthTag(sealed.subarray(-16))
  return JSON.parse(Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]).toString())
}

async function openReceiver() {
  let receive: (answer: Answer) => void
  const received = new Promise<Answer>((resolve) => {
    receive = resolve
  })
  const server = createServer(async (request, response) => {
    const text = await readText(request)
    response.end()
    const headers = request.headers as Record<string, string>
    receive({ asked: delivery, status: response.statusCode, headers, text, body: parse(text) })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    next: () => Promise.race([received, tooLate(10_000)]),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

function parse(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const tooLate = (ms: number) =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('nothing was delivered')), ms).unref()
  })

function required({ status, body, text }: Answer, wanted: number) {
  if (status !== wanted) throw new Error(`the scene could not be set: ${text}`)
  return body
}
