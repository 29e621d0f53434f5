import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../programs/random.ts'

/** A login at the provider, with everything that was ever tried on it. */
export type Login = {
  userName: string
  password: string
  /** What the second step has to be answered with, where there is one. */
  code: string | undefined
  /** Wrong tries since the last success or reset, passwords and answers alike. */
  wrong: number
  mostWrong: number
  isLocked: boolean
  tries: number
  successes: number
  resets: number
  underWay: number
  mostUnderWay: number
}

export type Provider = Awaited<ReturnType<typeof openProvider>>

export const maxLoginAttempts = 5

/**
 * A payroll provider that locks a login for good after too many wrong tries, and is as strict about it as any: a right
 * password alone forgives nothing, only getting in does. It judges after a while, also for callers who died meanwhile.
 */
export async function openProvider({ userNames, random }: { userNames: string[]; random: Random }) {
  const logins = new Map<string, Login>()
  const challenges = new Map<string, Login>()
  for (const userName of userNames) logins.set(userName, makeLogin(userName, random))

  /** Judges one try; true if it was right. */
  function judge(login: Login, isRight: boolean) {
    login.tries++
    if (isRight) return
    login.wrong++
    login.mostWrong = Math.max(login.mostWrong, login.wrong)
    if (login.wrong >= maxLoginAttempts) login.isLocked = true
  }

  function letIn(login: Login) {
    login.successes++
    login.wrong = 0
    return {
      status: 200,
      body: { status: 'signed_in', session_token: randomUUID(), expires_in_seconds: 3_600 },
    }
  }

  function signIn(login: Login, password: string) {
    if (login.isLocked) return refusal('account_locked')
    const isRight = password === login.password
    judge(login, isRight)
    if (!isRight) return refusal('invalid_credentials', maxLoginAttempts - login.wrong)
    if (login.code === undefined) return letIn(login)
    const challenge_id = randomUUID()
    challenges.set(challenge_id, login)
    const method = { type: 'Code', source: 'SMS' }
    return { status: 200, body: { status: 'second_factor', challenge_id, method } }
  }

  function answer(login: Login, challenge: string, given: string) {
    if (login.isLocked) return refusal('account_locked')
    const isRight = given === login.code
    judge(login, isRight)
    if (!isRight) return refusal('mfa_failed', maxLoginAttempts - login.wrong)
    challenges.delete(challenge)
    return letIn(login)
  }

  async function reply(path: string, body: Record<string, string>) {
    const challenge = body.challenge_id ?? ''
    const login = challenges.get(challenge) ?? logins.get((body.user_name ?? '').trim().toLowerCase())
    if (!login) return refusal('invalid_credentials')
    login.mostUnderWay = Math.max(login.mostUnderWay, ++login.underWay)
    await sleep(random.whole(2, 40))
    login.underWay--
    return path.endsWith('/second-factor')
      ? answer(login, challenge, body.answer ?? '')
      : signIn(login, body.password ?? '')
  }

  const server = createServer(async (request, response) => {
    const isTry = request.method === 'POST' && request.url?.startsWith('/session')
    const { status, body } = isTry
      ? await reply(request.url ?? '', await readJson(request))
      : { status: 200, body: { page: 1, pageSize: 10, total: 0, payslips: [] } }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    logins,
    /** For the service's catalogue. */
    entry: {
      kind: 'login-api',
      id: 'tallowmere',
      name: 'Tallowmere Pay',
      address: url,
      url,
      logo_url: `${url}/logo.svg`,
      reset_url: `${url}/reset`,
      max_login_attempts: maxLoginAttempts,
    },
    /** The person has reset their login on the provider's page. */
    reset(login: Login) {
      login.resets++
      login.wrong = 0
      login.isLocked = false
    },
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  }
}

function makeLogin(userName: string, random: Random): Login {
  return {
    userName,
    password: randomUUID(),
    code: random.happens(0.25) ? randomUUID() : undefined,
    wrong: 0,
    mostWrong: 0,
    isLocked: false,
    tries: 0,
    successes: 0,
    resets: 0,
    underWay: 0,
    mostUnderWay: 0,
  }
}

const refusal = (code: string, attempts_left?: number) => ({
  status: 401,
  body: { code, message: 'No', attempts_left },
})

async function readJson(request: IncomingMessage): Promise<Record<string, string>> {
  let text = ''
  for await (const chunk of request) text += chunk
  return JSON.parse(text)
}
