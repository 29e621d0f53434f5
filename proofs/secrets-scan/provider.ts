import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Canaries } from './canaries.ts'

export type Provider = Awaited<ReturnType<typeof openProvider>>

type Reply = { status: number; body: unknown }
type Fields = Record<string, string | undefined>

// Long enough to kill the worker that waits for it.
const slowMs = 2_000

/**
 * A payroll provider with a login API and one with OAuth2, both as careless as can be: errors quote the password, the
 * code or the token that they are about. Every token they hand out is a canary.
 */
export async function openProvider(canaries: Canaries) {
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

  /** What goes wrong here, by the beginning of the user name. */
  const odd: Record<string, (fields: Fields, response: ServerResponse) => Reply | undefined> = {
    broken: ({ password }) => ({ status: 500, body: `<h1>Error at ${password}</h1>` }),
    babbling: ({ password }) => ({ status: 200, body: `Hello ${password}` }),
    strange: ({ password }) => ({
      status: 200,
      body: { status: 'signed_in', session_token: [password], expires_in_seconds: password },
    }),
    cutting: (_, response) => {
      response.destroy()
      return undefined
    },
  }

  async function signIn(fields: Fields, response: ServerResponse): Promise<Reply | undefined> {
    const { user_name = '', password } = fields
    const [habit = ''] = user_name.split('.')
    if (habit === 'slow' && ++slowTries) await sleep(slowMs)
    const known = secrets.get(user_name)
    if (odd[habit]) return odd[habit](fields, response)
    if (password !== known?.password) return refusal('invalid_credentials', `${password} is wrong`)
    if (habit !== 'careful') return signedIn()
    const challenge_id = canaries.token('challenge')
    challenges.set(challenge_id, { userName: user_name, left: 3 })
    const message = `Not ${known?.answer.length} letters`
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
        // Over so soon that it is renewed before every use.
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
  const shown = (id: string) => ({
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
    ...shown(id),
    address: `${url}/login`,
    extra_login_params: loginParams,
  })

  return {
    entries: [
      login('tallowmere'),
      // One for each fault, or the breaker would keep us from the next.
      ...Object.keys(odd).map((habit) => login(`tallowmere-${habit}`)),
      {
        kind: 'oauth2-api',
        ...shown('larkstone'),
        address: `${url}/oauth2`,
        client_id: 'payproof',
        client_secret: 'of no interest',
      },
    ],
    habits: Object.keys(odd),
    slowTries: () => slowTries,
    know: (userName: string, secret: { password: string; answer: string }) => secrets.set(userName, secret),
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
