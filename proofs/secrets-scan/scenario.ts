import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { continueHref } from '../../server/test/oauth2-start.ts'
import { aUser } from '../../server/test/people.ts'
import type { SecretCanaries } from './canaries.ts'
import type { LeakyProvider } from './provider.ts'

type RecordedReply = { step: string; status: number; code: string | null; text: string }

type ScenarioDeps = {
  address: string
  apiKey: string
  canaries: SecretCanaries
  provider: LeakyProvider
  /** Kills a worker during a task, and starts another. */
  crashWorker(): Promise<void>
}

const loginProvider = 'tallowmere'

/** Uses secrets in every valid and invalid way that the API offers, and records all replies. */
export function openScenario({ address, apiKey, canaries, provider, crashWorker }: ScenarioDeps) {
  const replies: RecordedReply[] = []
  const { typed } = canaries

  async function send(step: string, path: string, options: RequestInit) {
    const url = path.startsWith('http')
      ? address + new URL(path).pathname + new URL(path).search
      : address + path
    const reply = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(60_000), ...options })
    const text = await reply.text()
    const headers = JSON.stringify([...reply.headers])
    replies.push({
      step,
      status: reply.status,
      code: reply.headers.get('x-svc-error-code'),
      text: headers + text,
    })
    const isJson = reply.headers.get('content-type')?.startsWith('application/json')
    return { reply, text, body: (isJson ? JSON.parse(text) : {}) as Record<string, string | undefined> }
  }

  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
  const call = async (step: string, method: string, path: string, body?: unknown, more: object = {}) =>
    (
      await send(step, path, {
        method,
        headers: { ...headers, ...more },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
    ).body

  async function makeUser() {
    const { user_id } = await call('create user', 'POST', '/users', aUser())
    await call('authorise', 'POST', '/authorisations', { user_id, user_agent: 'proof' })
    return user_id ?? ''
  }

  /** Creates a login at the provider. */
  function makeLogin(habit: string) {
    const login = { user_name: `${habit}.${randomUUID()}`, password: typed('password') }
    const answer = typed('answer')
    provider.setSecret(login.user_name, { password: login.password, answer })
    return { ...login, answer }
  }

  const extras = () => ({
    extra_login_params: {
      memorable_word: typed('memorable word'),
      employee_number: typed('employee number'),
    },
  })

  async function logIn(user_id: string, habit: string, payroll_provider = loginProvider) {
    const { user_name, password, answer } = makeLogin(habit)
    const login = { user_id, payroll_provider, user_name }
    const wrong = { ...login, ...extras(), password: typed('wrong password') }
    await call(`${habit}: wrong`, 'POST', '/accounts', wrong, { 'idempotency-key': randomUUID() })
    const { account_id } = await call(`${habit}: right`, 'POST', '/accounts', {
      ...login,
      ...extras(),
      password,
    })
    return { account_id, password, answer, user_name }
  }

  async function answerMfa(user_id: string) {
    const { account_id, answer } = await logIn(user_id, 'mfa')
    const path = `/accounts/${account_id}/mfa`
    await call('answer: wrong', 'PUT', path, { mfa: typed('wrong answer') })
    await call('answer: right', 'PUT', path, { mfa: answer })
    await call('answer: no challenge', 'PUT', path, { mfa: typed('late answer') })
  }

  async function giveConsent(user_id: string, code: string) {
    const { authorization_url = '' } = await call('consent: start', 'POST', '/accounts', {
      user_id,
      payroll_provider: 'larkstone',
    })
    const confirmation = await send('consent: confirmation page', authorization_url, {})
    const { reply } = await send('consent: redirect', continueHref(confirmation.text), {
      headers: { cookie: (confirmation.reply.headers.get('set-cookie') ?? '').split(';')[0] ?? '' },
    })
    const state = new URL(reply.headers.get('location') ?? 'http://nowhere').searchParams.get('state') ?? ''
    const cookie = (reply.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    const query = new URLSearchParams({ state, code })
    await send('consent: callback without cookie', `/oauth2/callback?${query}`, {})
    await send('consent: callback', `/oauth2/callback?${query}`, { headers: { cookie } })
    await send('consent: callback repeated', `/oauth2/callback?${query}`, { headers: { cookie } })
  }

  /** Sends invalid requests, with the secret in unexpected places. */
  async function sendInvalid(user_id: string) {
    const login = { user_id, payroll_provider: loginProvider, user_name: 'quinta' }
    const path = '/accounts'
    await call('no JSON', 'POST', path, `{"password": "${canaries.token('password in no JSON')}`)
    await call('a list', 'POST', path, { ...login, password: [typed('password in a list')] })
    await call('too long', 'POST', path, { ...login, password: typed('long password').repeat(40) })
    await call('wrong field', 'POST', path, { ...login, pasword: typed('password in a wrong field') })
    await call('unknown extra', 'POST', path, {
      ...login,
      extra_login_params: { pet: typed('unknown extra') },
    })
    const query = new URLSearchParams({ password: typed('password in the address') })
    await call('in the address', 'POST', `${path}?${query}`, login)
    await call('elsewhere', 'POST', '/users', { ...aUser(), password: typed('password of a user') })
    await call('no provider', 'POST', path, {
      ...login,
      payroll_provider: 'none',
      password: typed('password'),
    })
    await call('no user', 'POST', path, { ...login, user_id: randomUUID(), password: typed('password') })
  }

  async function crash(user_id: string) {
    const { user_name, password } = makeLogin('slow')
    const before = provider.slowTries()
    const lost = call('crash', 'POST', '/accounts', {
      user_id,
      payroll_provider: loginProvider,
      user_name,
      password,
    })
    for (let poll = 0; poll < 200 && provider.slowTries() === before; poll++) await sleep(50)
    await crashWorker()
    await lost
  }

  /** Creates an account and reconnects it after its login was locked. */
  async function reconnect(user_id: string) {
    const { account_id, answer, ...login } = await logIn(user_id, 'mfa')
    const path = `/accounts/${account_id}`
    for (let tries = 0; tries < 3; tries++)
      await call('reconnect: locked', 'PUT', `${path}/mfa`, { mfa: typed('wrong answer') })
    await call('reconnect: wrong', 'POST', `${path}/reconnect`, {
      ...login,
      password: typed('wrong password'),
    })
    await call('reconnect: right', 'POST', `${path}/reconnect`, login)
    await call('reconnect: answered', 'PUT', `${path}/mfa`, { mfa: answer })
  }

  return {
    replies,
    async run() {
      const user_id = await makeUser()
      // The crash is first, so that the worker whose heap is scanned has handled everything else.
      await crash(user_id)
      const { account_id } = await logIn(user_id, 'plain')
      for (const habit of provider.habits) await logIn(user_id, habit, `${loginProvider}-${habit}`)
      await answerMfa(user_id)
      await giveConsent(user_id, `good ${typed('code')}`)
      await giveConsent(user_id, typed('wrong code'))
      await sendInvalid(user_id)
      // Another user, because one user may try three logins a day at a provider.
      await reconnect(await makeUser())
      await call('read', 'GET', `/accounts?user_id=${user_id}`)
      await call('history', 'GET', `/accounts/${account_id}/history`)
      await call('deleted', 'DELETE', `/accounts/${account_id}`)
    },
    /** Logs in at a website that does not know the user. The password is typed into its form and rejected. */
    async visit(payroll_provider: string) {
      const login = { user_id: await makeUser(), payroll_provider, user_name: `quinta.${randomUUID()}` }
      for (let n = 0; n < 2; n++)
        await call('portal', 'POST', '/accounts', { ...login, password: typed('password at a portal') })
    },
    /** Sends requests without secrets, so that the request handled last does not hold one. */
    async sendWithoutSecrets() {
      for (let n = 0; n < 20; n++) await call('without secrets', 'POST', '/users', aUser())
    },
  }
}
