import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SecretCanaries } from './canaries.ts'

export type LeakyProvider = Awaited<ReturnType<typeof openProvider>>

type Reply = { status: number; body: unknown }
type Fields = Record<string, string | undefined>

// Delay of the reply, long enough to kill the worker that waits for it.
const slowMs = 2_000

/**
 * Opens a payroll provider with a login API and one with OAuth2. Both are careless: their errors quote the password,
 * code or token. Every token they issue is a canary.
 */
export async function openProvider(canaries: SecretCanaries) {
  const secrets = new Map<string, { password: string; answer: string }>()
  const challenges = new Map<string, { userName: string; left: number }>()
  let slowTries = 0

  const signedIn = (): Reply => ({
    status: 200,
    body: {
      status: 'signed_in',
      expires_in_seconds: 3_600,
      session_token: canaries.token('session token'),
    },
  })

  /** Faulty replies by the first part of the user name. */
  const faultyReplies: Record<string, (fields: Fields, response: ServerResponse) => Reply | undefined> = {
    broken: ({ password }) => ({ status: 500, body: `<h1>Error at ${password}</h1>` }),
    garbled: ({ password }) => ({ status: 200, body: `Hello ${password}` }),
    strange: ({ password }) => ({
      status: 200,
      body: { status: 'signed_in', session_token: [password], expires_in_seconds: password },
    }),
    disconnecting: (_, response) => {
      response.destroy()
      return undefined
    },
  }

  async function signIn(fields: Fields, response: ServerResponse): Promise<Reply | undefined> {
    const { user_name = '', password } = fields
    const [habit = ''] = user_name.split('.')
    if (habit === 'slow' && ++slowTries) await sleep(slowMs)
    const expected = secrets.get(user_name)
    if (faultyReplies[habit]) return faultyReplies[habit](fields, response)
    if (password !== expected?.password) return refusal('invalid_credentials', `${password} is wrong`)
    if (habit !== 'mfa') return signedIn()
    const challenge_id = canaries.token('challenge')
    challenges.set(challenge_id, { userName: user_name, left: 3 })
    const message = `Not ${expected?.answer.length} letters`
    return {
      status: 200,
      body: {
        status: 'second_factor',
        challenge_id,
        method: { type: 'PasswordWithPositions', positions: [1, 2, 3], message },
      },
    }
  }

  function answer({ challenge_id = '', answer: given }: Fields): Reply {
    const challenge = challenges.get(challenge_id)
    if (challenge && given === secrets.get(challenge.userName)?.answer) return signedIn()
    const attempts_left = challenge ? --challenge.left : 0
    return { status: 401, body: { code: 'mfa_failed', message: `${given} is wrong`, attempts_left } }
  }

  function token({ grant_type, code, refresh_token }: Fields): Reply {
    if (grant_type === 'authorization_code' && !code?.startsWith('good')) {
      return { status: 400, body: { error: 'invalid_grant', error_description: `${code} ${refresh_token}` } }
    }
    return {
      status: 200,
      body: {
        access_token: canaries.token('access token'),
        refresh_token: canaries.token('refresh token'),
        // The token expires so soon that it is refreshed before every use.
        expires_in: 1,
        token_type: 'Bearer',
      },
    }
  }

  async function route(request: IncomingMessage, response: ServerResponse): Promise<Reply | undefined> {
    const path = (request.url ?? '').split('?')[0]
    if (path === '/login/session' && request.method === 'POST')
      return signIn(await readFields(request), response)
    if (path === '/login/session/second-factor') return answer(await readFields(request))
    if (path === '/oauth2/oauth/token') return token(await readFields(request))
    if (path === '/oauth2/v1/me') return { status: 200, body: { email: 'quinta.marrow@works.example' } }
    if (path?.startsWith('/oauth2')) return { status: 200, body: { payslips: [], next_cursor: null } }
    return { status: 200, body: { page: 1, pageSize: 10, total: 0, payslips: [] } }
  }

  const server = createServer(async (request, response) => {
    const reply = await route(request, response)
    if (!reply) return
    const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body)
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const commonEntry = (id: string) => ({
    id,
    name: id,
    url,
    logo_url: `${url}/logo.svg`,
    reset_url: `${url}/reset`,
    max_login_attempts: 10,
  })
  const loginParams = ['memorable_word', 'employee_number'].map((key) => ({
    key,
    display_name: key,
    validation: { required: false, type: 'text', max_length: 200 },
  }))
  const login = (id: string) => ({
    kind: 'login-api',
    ...commonEntry(id),
    address: `${url}/login`,
    extra_login_params: loginParams,
  })

  return {
    entries: [
      login('tallowmere'),
      // Each fault has its own provider, because the circuit breaker of a shared one would open.
      ...Object.keys(faultyReplies).map((habit) => login(`tallowmere-${habit}`)),
      {
        kind: 'oauth2-api',
        ...commonEntry('larkstone'),
        address: `${url}/oauth2`,
        client_id: 'payproof',
        client_secret: 'of no interest',
      },
    ],
    habits: Object.keys(faultyReplies),
    slowTries: () => slowTries,
    setSecret: (userName: string, secret: { password: string; answer: string }) =>
      secrets.set(userName, secret),
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  }
}

const refusal = (code: string, message: string): Reply => ({ status: 401, body: { code, message } })

async function readFields(request: IncomingMessage): Promise<Fields> {
  let text = ''
  for await (const chunk of request) text += chunk
  return request.headers['content-type'] === 'application/json'
    ? JSON.parse(text)
    : Object.fromEntries(new URLSearchParams(text))
}
