import fc from 'fast-check'
import { expect } from 'vitest'
import { expectStored, readAccount } from './invariants.ts'
import {
  areAttemptsUsed,
  areConnectionsOn,
  blockingCodes,
  countFailedAttempt,
  early,
  type FailedAttempts,
  hasStatus,
  type Model,
  type ModelAccount,
  maxFailedAttempts,
  maxWrongAnswers,
  pickAccount,
  removeAccount,
  removeUser,
  resetAttempts,
  retrieve,
} from './model.ts'
import { codeOf, expectCode, provider, type Real } from './real.ts'

// A command is one action of a client, person or provider, with its expected effect.

export type Command = fc.AsyncCommand<Model, Real>

type OnAccount = { name: string; at: number; suits: Parameters<typeof pickAccount>[2] }

/** Creates a command that acts on one of the existing accounts. */
const onAccount = (
  { name, at, suits }: OnAccount,
  run: (account: ModelAccount, model: Model, real: Real) => Promise<void>,
): Command => ({
  check: (model) => pickAccount(model, at, suits) !== undefined,
  run: (model, real) => run(pickAccount(model, at, suits) as ModelAccount, model, real),
  toString: () => `${name} of account ${at}`,
})

const always = (name: string, run: Command['run']): Command => ({
  check: () => true,
  run,
  toString: () => name,
})

export type Password = 'pass' | 'mfa:code' | 'wrong'
export const code = { right: '246810', wrong: '000000' }

export const loginOf = (real: Real, login: number, password: Password) => ({
  user_name: real.logins[login],
  password,
})

export const sendConnect = (real: Real, login: number, password: Password, isEarly: boolean) =>
  real.call('POST', '/accounts', {
    user_id: real.user_id,
    payroll_provider: provider,
    ...loginOf(real, login, password),
    ...(isEarly && { to: early.upTo }),
  })
export const sendAnswer = (real: Real, { id }: ModelAccount, mfa: string) =>
  real.call('PUT', `/accounts/${id}/mfa`, { mfa })
export const sendQuery = (real: Real, { id }: ModelAccount) =>
  real.asUser('POST', '/payroll/entries/connections', { account_id: id })
export const sendReconnect = (real: Real, { id, login }: ModelAccount, password: Password) =>
  real.call('POST', `/accounts/${id}/reconnect`, loginOf(real, login, password))

/** Returns the provider's possible responses to a login, also with a wrong password, if nothing else prevents it. */
function afterLogin(model: Model, login: number, password: Password, success: string): string[] {
  const failedAttempts = model.failedAttempts[login] as FailedAttempts
  const attemptsUsed = areAttemptsUsed(failedAttempts)
  if (attemptsUsed === 'yes') return ['400 attempts-spent']
  const outcome = password === 'wrong' ? '400 login-refused' : success
  return attemptsUsed === 'no' ? [outcome] : [outcome, '400 attempts-spent']
}

const wrong = ['400 login-refused', '400 mfa-rejected', '400 mfa-timeout']

/** Updates the counters after the response to a login or MFA answer. */
function countAttempt(model: Model, login: number, replied: string) {
  const failedAttempts = model.failedAttempts[login] as FailedAttempts
  if (replied === '400 attempts-spent') failedAttempts.min = failedAttempts.max = maxFailedAttempts
  else if (wrong.includes(replied)) countFailedAttempt(failedAttempts)
}

const connect = (login: number, password: Password, isEarly: boolean) =>
  always(`connect login ${login} with ${password}${isEarly ? ', early' : ''}`, async (model, real) => {
    const reply = await sendConnect(real, login, password, isEarly)
    if (!model.userExists) return expectCode(reply, '404 not-found')
    const reasons = blockingCodes(model)
    if (reasons.length > 0) return expectCode(reply, ...reasons)
    expectCode(reply, ...afterLogin(model, login, password, '201'))
    countAttempt(model, login, codeOf(reply))
    if (reply.status !== 201) return
    const isSignedIn = password === 'pass'
    expect(reply.body.status).toBe(isSignedIn ? 'AUTHORISED' : 'PENDING')
    expect('mfa_method' in reply.body).toBe(!isSignedIn)
    const account: ModelAccount = {
      id: reply.body.account_id,
      login,
      status: reply.body.status,
      isAlive: true,
      wrongAnswers: 0,
      isEarly,
      stored: new Set<string>(),
    }
    model.accounts.push(account)
    if (isSignedIn) await applyLogin(model, real, account)
  })

/**
 * Updates the model after a successful login: failed attempts are reset and the first retrieval runs, unless
 * connections were disabled meanwhile.
 */
async function applyLogin(model: Model, real: Real, account: ModelAccount) {
  account.status = 'AUTHORISED'
  account.isAlive = true
  resetAttempts(model.failedAttempts[account.login] as FailedAttempts)
  if (areConnectionsOn(model)) retrieve(account, 'first')
  await real.settle()
  await expectStored(real, account)
}

const answer = (at: number, how: 'right' | 'wrong') =>
  onAccount({ name: `${how} answer`, at, suits: hasStatus('PENDING') }, async (account, model, real) => {
    const reply = await sendAnswer(real, account, code[how])
    if (account.status === 'GONE') return expectCode(reply, '404 not-found')
    const reasons = blockingCodes(model, { connections: false })
    if (reasons.length > 0) return expectCode(reply, ...reasons)
    if (account.status === 'EXPIRED') return expectCode(reply, '400 mfa-not-expected', '400 mfa-timeout')
    if (account.status !== 'PENDING') return expectCode(reply, '400 mfa-not-expected')
    const attemptsUsed = areAttemptsUsed(model.failedAttempts[account.login] as FailedAttempts)
    const answered = how === 'right' ? '200' : '400 mfa-rejected'
    const outcome = account.isAlive ? answered : '400 mfa-timeout'
    if (attemptsUsed === 'yes') return expectCode(reply, '400 attempts-spent')
    expectCode(reply, outcome, ...(attemptsUsed === 'perhaps' ? ['400 attempts-spent'] : []))
    countAttempt(model, account.login, codeOf(reply))
    if (reply.status === 200) return applyLogin(model, real, account)
    if (codeOf(reply) === '400 mfa-timeout') {
      account.status = 'EXPIRED'
      return
    }
    if (codeOf(reply) === '400 mfa-rejected') account.wrongAnswers++
    await applyWrongAnswer(model, real, account)
  })

/**
 * Updates the model after a wrong answer. The last allowed answer ends the challenge; after a race, only the service
 * knows which answer was the last.
 */
async function applyWrongAnswer(model: Model, real: Real, account: ModelAccount) {
  const { min, max } = model.failedAttempts[account.login] as FailedAttempts
  const { status } = await readAccount(real, account)
  const mustEnd = account.wrongAnswers >= maxWrongAnswers || min >= maxFailedAttempts
  const mayEnd = mustEnd || max >= maxFailedAttempts
  expect(mustEnd ? ['INVALID'] : mayEnd ? ['PENDING', 'INVALID'] : ['PENDING']).toContain(status)
  account.status = status
}

const answerLate = (at: number) =>
  onAccount({ name: 'late answer', at, suits: hasStatus('PENDING') }, async (account, model, real) => {
    if (account.status !== 'PENDING') return
    await real.sql(`update accounts set pending_until = now() - interval '1 second' where id = $1`, [
      account.id,
    ])
    account.status = 'EXPIRED'
    const reply = await sendAnswer(real, account, code.right)
    expectCode(reply, ...blockingCodes(model, { connections: false }), '400 mfa-timeout')
    expect((await readAccount(real, account)).status).toBe('EXPIRED')
  })

const queryErrors = {
  PENDING: '400 account-pending',
  EXPIRED: '400 session-ended',
  INVALID: '400 login-refused',
}

const query = (at: number) =>
  onAccount({ name: 'query', at, suits: hasStatus('AUTHORISED') }, async (account, model, real) => {
    const reply = await sendQuery(real, account)
    if (!model.userExists) return expectCode(reply, '401 credentials-refused')
    if (account.status === 'GONE') return expectCode(reply, '404 not-found')
    const reasons = blockingCodes(model)
    if (account.status !== 'AUTHORISED') reasons.push(queryErrors[account.status])
    if (reasons.length > 0) return expectCode(reply, ...reasons)
    if (!account.isAlive) {
      expectCode(reply, '400 session-ended')
      account.status = 'EXPIRED'
      return
    }
    const { entry_id, payroll_submissions, authorisation_id } = expectCode(reply, '201')
    const before = account.stored.size
    retrieve(account, 'query')
    expect(payroll_submissions).toHaveLength(account.stored.size - before)
    expect(entry_id === null).toBe(payroll_submissions.length === 0)
    expect(authorisation_id).toBe(model.authorisations.findLast(({ isRevoked }) => !isRevoked)?.id)
    await expectStored(real, account)
  })

const reconnect = (at: number, password: Password) =>
  onAccount(
    { name: `reconnect with ${password}`, at, suits: hasStatus('EXPIRED', 'INVALID') },
    async (account, model, real) => {
      const reply = await sendReconnect(real, account, password)
      if (account.status === 'GONE') return expectCode(reply, '404 not-found')
      if (account.status === 'PENDING' || account.status === 'AUTHORISED')
        return expectCode(reply, '400 invalid-request')
      const reasons = blockingCodes(model)
      if (reasons.length > 0) return expectCode(reply, ...reasons)
      expectCode(reply, ...afterLogin(model, account.login, password, '200'))
      countAttempt(model, account.login, codeOf(reply))
      if (reply.status !== 200) return
      account.wrongAnswers = 0
      if (password === 'pass') return applyLogin(model, real, account)
      account.status = 'PENDING'
      account.isAlive = true
    },
  )

const endSessions = (at: number) =>
  onAccount(
    {
      name: 'the provider ends the sessions',
      at,
      suits: ({ isAlive, status }) => isAlive && status !== 'GONE',
    },
    async ({ login }, { accounts }, { sandbox, logins }) => {
      await sandbox.control('DELETE', `/providers/${provider}/sessions?user_name=${logins[login]}`)
      for (const account of accounts) if (account.login === login) account.isAlive = false
    },
  )

const accept = always('accept the term', async (model, { call, user_id, term_id }) => {
  const reply = await call('POST', '/authorisations', { user_id, term_id, user_agent: 'model' })
  if (!model.userExists) return expectCode(reply, '404 not-found')
  if (!model.isTermActive) return expect(reply.status).toBe(400)
  model.authorisations.push({ id: expectCode(reply, '201').id, isRevoked: false })
})

const revoke = (at: number): Command => ({
  check: ({ authorisations }) => authorisations.length > 0,
  async run(model, { call }) {
    const authorisation = model.authorisations[at % model.authorisations.length]
    const reply = await call('PUT', `/authorisations/${authorisation?.id}/revoke`)
    expectCode(reply, model.userExists ? '200' : '404 not-found')
    if (authorisation) authorisation.isRevoked = true
  },
  toString: () => `revoke authorisation ${at}`,
})

const switchTerm = (is_active: boolean) =>
  always(`the term is ${is_active ? '' : 'not '}active`, async (model, { call, term_id }) => {
    expectCode(await call('PATCH', `/authorisations/terms/${term_id}`, { is_active }), '200')
    model.isTermActive = is_active
  })

const switchConnections = (level: 'user' | 'client', to: boolean | null) =>
  always(`connections of the ${level} are ${to}`, async (model, { call, user_id }) => {
    const path = level === 'user' ? `/users/${user_id}` : '/configuration'
    const reply = await call('PATCH', path, {
      payroll_connections_enabled: to ?? (level === 'client' || null),
    })
    if (level === 'user' && !model.userExists) return expectCode(reply, '404 not-found')
    expectCode(reply, '200')
    if (level === 'user') model.connections.user = to
    else model.connections.client = to ?? true
  })

const deleteAccount = (at: number) =>
  onAccount(
    { name: 'delete', at, suits: ({ status }) => status !== 'GONE' },
    async (account, _model, { call, deleted }) => {
      const reply = await call('DELETE', `/accounts/${account.id}`)
      expectCode(reply, account.status === 'GONE' ? '404 not-found' : '200')
      deleted.add(account.id)
      removeAccount(account)
    },
  )

const deleteUser = always('delete the user', async (model, { call, user_id, deleted }) => {
  expectCode(await call('DELETE', `/users/${user_id}`), model.userExists ? '200' : '404 not-found')
  deleted.add(user_id)
  removeUser(model)
})

const at = fc.nat(3)
const login = fc.nat(1)
const password = fc.constantFrom<Password>('pass', 'pass', 'mfa:code', 'mfa:code', 'wrong')

/** All actions. Actions that are listed more than once are more likely. */
export const steps: fc.Arbitrary<Command>[] = [
  fc.tuple(login, password, fc.boolean()).map((args) => connect(...args)),
  fc.tuple(login, password, fc.boolean()).map((args) => connect(...args)),
  fc
    .tuple(at, fc.constantFrom('right' as const, 'right' as const, 'wrong' as const))
    .map((args) => answer(...args)),
  at.map((one) => answer(one, 'wrong')),
  at.map(answerLate),
  at.map(query),
  at.map(query),
  fc.tuple(at, password).map((args) => reconnect(...args)),
  at.map(endSessions),
  at.map(endSessions),
  fc.constant(accept),
  fc.nat(2).map(revoke),
  fc.boolean().map(switchTerm),
  fc
    .tuple(fc.constantFrom('user' as const, 'client' as const), fc.constantFrom(true, true, false, null))
    .map((args) => switchConnections(...args)),
  at.map(deleteAccount),
  fc.oneof({ arbitrary: fc.constant(deleteUser), weight: 1 }, { arbitrary: at.map(query), weight: 2 }),
]
