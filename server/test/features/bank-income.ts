import { expect } from 'vitest'
import type { StatementSubmission } from '../../src/features/bank-statements/wire.ts'
import { eventually } from '../engine.ts'
import { leaveForProvider } from '../oauth2-start.ts'
import { startPayroll } from './payroll.ts'

/** Sandbox person with one monthly salary. */
export const bankUserName = 'wilhelmina.oakapple'

type Visit = { userName?: string; password?: string; decision?: 'allow' | 'refuse' }

/** Starts the service with the real sandbox, and returns helpers for bank connections. */
export async function startBankIncome(settings: Record<string, string> = {}) {
  const world = await startPayroll(settings)
  const { acme, anonymous, sandbox, proxy, aPerson, settled } = world
  const pathOf = (url: string) => url.replace(world.config.BASE_URL, '')
  const get = (path: string, headers: Record<string, string>) => anonymous('GET', path, undefined, headers)

  /** Sets the sandbox's clock and waits until the service follows it. */
  async function setClock(now: string) {
    await sandbox.setClock(now)
    const pollCount = proxy.count('GET /controls/clock')
    await eventually(() => proxy.count('GET /controls/clock') > pollCount + 1)
  }

  const connectBank = (user_id: string) =>
    acme('POST', '/accounts', { user_id, payroll_provider: 'sandbox-bank' })

  /** Opens the link as the person. Returns the reply and the cookie of the browser. */
  async function leave(authorization_url: string) {
    const reply = await leaveForProvider(get, pathOf(authorization_url))
    return { reply, cookie: String(reply.headers['set-cookie']).split(';')[0] ?? '' }
  }

  /** Decides on the bank's page. Returns the path of the callback. */
  async function decideAtBank(
    url: string,
    { userName = bankUserName, password = 'pass', decision = 'allow' }: Visit = {},
  ) {
    const consent = new URL(url).searchParams.get('consent') ?? ''
    const reply = await fetch(new URL('decision', url), {
      method: 'POST',
      body: new URLSearchParams({ consent, user_name: userName, password, decision }),
      redirect: 'manual',
    })
    return pathOf(reply.headers.get('location') ?? '')
  }

  /** Consents at the bank and returns to the service. */
  async function consentAtBank(authorization_url: string, visit: Visit = {}) {
    const { reply, cookie } = await leave(authorization_url)
    expect(reply.status, reply.text).toBe(303)
    return get(await decideAtBank(String(reply.headers.location), visit), { cookie })
  }

  const statementsOf = async (user_id: string): Promise<StatementSubmission[]> => {
    const reply = await acme('GET', `/bankstatements/${user_id}`)
    expect(reply.status, reply.text).toBe(200)
    return reply.body.bank_statement_submissions
  }

  /** Creates a user with a bank account whose first retrieval is finished. */
  async function connectedBank(changes: object = {}, visit: Visit = {}) {
    const person = await aPerson(acme, { payroll_period_months: 12, ...changes })
    const created = await connectBank(person.user_id)
    expect(created.status, created.text).toBe(201)
    const account_id = created.body.account_id as string
    const back = await consentAtBank(created.body.authorization_url, visit)
    expect(back.status, back.text).toBe(200)
    await settled(account_id)
    return { ...person, account_id }
  }

  return {
    ...world,
    setClock,
    connectBank,
    leave,
    decideAtBank,
    consentAtBank,
    connectedBank,
    statementsOf,
  }
}
