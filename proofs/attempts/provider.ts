import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProofRandom } from '../programs/random.ts'

/** A login at the provider, with statistics of all attempts. */
export type ProviderLogin = {
  userName: string
  password: string
  /** The MFA code, if the login has a second factor. */
  code: string | undefined
  /** Number of failed attempts since the last success or reset; passwords and MFA codes both count. */
  wrong: number
  maxWrong: number
  isLocked: boolean
  tries: number
  successes: number
  resets: number
  inProgress: number
  maxInProgress: number
}

export type LockingProvider = Awaited<ReturnType<typeof openProvider>>

export const maxLoginAttempts = 5

/**
 * Opens a payroll provider that locks a login permanently after too many failed attempts, by the strictest rules:
 * only a complete login resets the count, not a correct password alone. It decides after a delay, even if the caller
 * has died meanwhile.
 */
export async function openProvider({ userNames, random }: { userNames: string[]; random: ProofRandom }) {
  const logins = new Map<string, ProviderLogin>()
  const challenges = new Map<string, ProviderLogin>()
  for (const userName of userNames) logins.set(userName, makeLogin(userName, random))

  function countAttempt(login: ProviderLogin, isRight: boolean) {
    login.tries++
    if (isRight) return
    login.wrong++
    login.maxWrong = Math.max(login.maxWrong, login.wrong)
    if (login.wrong >= maxLoginAttempts) login.isLocked = true
  }

  function succeed(login: ProviderLogin) {
    login.successes++
    login.wrong = 0
    return {
      status: 200,
      body: { status: 'signed_in', session_token: randomUUID(), expires_in_seconds: 3_600 },
    }
  }

  function signIn(login: ProviderLogin, password: string) {
    if (login.isLocked) return refusal('account_locked')
    const isRight = password === login.password
    countAttempt(login, isRight)
    if (!isRight) return refusal('invalid_credentials', maxLoginAttempts - login.wrong)
    if (login.code === undefined) return succeed(login)
    const challenge_id = randomUUID()
    challenges.set(challenge_id, login)
    const method = { type: 'Code', source: 'SMS' }
    return { status: 200, body: { status: 'second_factor', challenge_id, method } }
  }

  function answer(login: ProviderLogin, challenge: string, submitted: string) {
    if (login.isLocked) return refusal('account_locked')
    const isRight = submitted === login.code
    countAttempt(login, isRight)
    if (!isRight) return refusal('mfa_failed', maxLoginAttempts - login.wrong)
    challenges.delete(challenge)
    return succeed(login)
  }

  async function reply(path: string, body: Record<string, string>) {
    const challenge = body.challenge_id ?? ''
    const login = challenges.get(challenge) ?? logins.get((body.user_name ?? '').trim().toLowerCase())
    if (!login) return refusal('invalid_credentials')
    login.maxInProgress = Math.max(login.maxInProgress, ++login.inProgress)
    await sleep(random.integer(2, 40))
    login.inProgress--
    return path.endsWith('/second-factor')
      ? answer(login, challenge, body.answer ?? '')
      : signIn(login, body.password ?? '')
  }

  const server = createServer(async (request, response) => {
    const isLoginAttempt = request.method === 'POST' && request.url?.startsWith('/session')
    const { status, body } = isLoginAttempt
      ? await reply(request.url ?? '', await readJson(request))
      : { status: 200, body: { page: 1, pageSize: 10, total: 0, payslips: [] } }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    logins,
    /** Entry for the service's provider catalogue. */
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
    /** Resets a login, as the person would on the provider's page. */
    reset(login: ProviderLogin) {
      login.resets++
      login.wrong = 0
      login.isLocked = false
    },
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  }
}

function makeLogin(userName: string, random: ProofRandom): ProviderLogin {
  return {
    userName,
    password: randomUUID(),
    code: random.chance(0.25) ? randomUUID() : undefined,
    wrong: 0,
    maxWrong: 0,
    isLocked: false,
    tries: 0,
    successes: 0,
    resets: 0,
    inProgress: 0,
    maxInProgress: 0,
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
