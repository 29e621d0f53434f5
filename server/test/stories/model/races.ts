import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { ApiReply } from '../../api.ts'
import { type Command, code, sendAnswer, sendConnect, sendQuery, sendReconnect } from './commands.ts'
import {
  hasStatus,
  isAllowed,
  type Model,
  type ModelAccount,
  maxFailedAttempts,
  payDates,
  removeAccount,
  removeUser,
} from './model.ts'
import { codeOf, expectCode, type Real } from './real.ts'

// Runs two concurrent actions in unknown order. Checks the conditions that must hold in either order, then reloads
// the model from the actual state.

/** A slow action at the provider, which runs if it is possible now. */
type SlowAction = {
  name: string
  /** Whether the action applies to an account. */
  suits(account: ModelAccount): boolean
  send(real: Real, account: ModelAccount): Promise<ApiReply>
}

const slow: SlowAction[] = [
  {
    name: 'connect',
    suits: () => true,
    send: (real) => sendConnect(real, 0, 'pass', false),
  },
  {
    name: 'answer',
    suits: hasStatus('PENDING'),
    send: (real, account) => sendAnswer(real, account, code.right),
  },
  {
    name: 'query',
    suits: hasStatus('AUTHORISED'),
    send: (real, account) => sendQuery(real, account),
  },
  {
    name: 'reconnect',
    suits: hasStatus('EXPIRED', 'INVALID'),
    send: (real, account) => sendReconnect(real, account, 'pass'),
  },
]

type Race = {
  name: string
  /** Delay before the second action. */
  delayMs: number
  at: number
  slowAction: SlowAction
  other(model: Model, real: Real, account: ModelAccount): Promise<ApiReply>
  /** Checks the conditions after both actions, given both responses. */
  after(outcome: RaceOutcome): Promise<void> | void
}
type RaceOutcome = {
  model: Model
  real: Real
  account: ModelAccount
  slow: ApiReply
  other: ApiReply
  before: number
}

const race = ({ name, delayMs, at, slowAction, other, after }: Race): Command => ({
  check: (model) => model.userExists && isAllowed(model) && accountFor(model, at, slowAction) !== undefined,
  async run(model, real) {
    const account = accountFor(model, at, slowAction) as ModelAccount
    const sent = slowAction.send(real, account)
    const others = sleep(delayMs).then(() => other(model, real, account))
    const [slowReply, otherReply] = await Promise.all([sent, others])
    for (const reply of [slowReply, otherReply]) expect(reply.status, reply.text).toBeLessThan(500)
    const before = await countStored(real)
    if (slowReply.status === 201 && slowAction.name === 'connect') {
      const { account_id: id, status } = slowReply.body
      model.accounts.push({
        id,
        login: 0,
        status,
        isAlive: true,
        wrongAnswers: 0,
        isEarly: false,
        stored: new Set(),
      })
    }
    await real.settle()
    await after({ model, real, account, slow: slowReply, other: otherReply, before })
    await reloadModel(model, real)
  },
  toString: () => `${name} ${delayMs} ms after ${slowAction.name} of account ${at}`,
})

/** Picks an existing account that suits the slow action. */
function accountFor({ accounts }: Model, at: number, { suits }: SlowAction) {
  const suitable = accounts.filter((account) => account.status !== 'GONE' && suits(account))
  return suitable.length > 0 ? suitable[at % suitable.length] : undefined
}

async function countStored({ sql, user_id }: Real) {
  const [row] = await sql('select count(*)::int as stored from payroll_submissions where user_id = $1', [
    user_id,
  ])
  return row?.stored as number
}

/** Reloads the model from the actual state. */
async function reloadModel(model: Model, { sql, user_id }: Real) {
  const rows = await sql(
    `select a.id, a.status, a.pending_until < now() as is_late,
       array(select pay_date::text from payroll_submissions s where s.account_id = a.id) as stored
     from accounts a where user_id = $1`,
    [user_id],
  )
  for (const account of model.accounts) {
    const row = rows.find(({ id }) => id === account.id)
    if (!row) removeAccount(account)
    else {
      const status = row.is_late ? 'EXPIRED' : (row.status as ModelAccount['status'])
      // A new login creates a new session.
      if (status === 'AUTHORISED' && account.status !== status) account.isAlive = true
      account.status = status
      account.stored = new Set(row.stored as string[])
    }
  }
  expect(rows.map(({ id }) => id).sort()).toEqual(
    model.accounts
      .filter(({ status }) => status !== 'GONE')
      .map(({ id }) => id)
      .sort(),
  )
  for (const failedAttempts of model.failedAttempts)
    Object.assign(failedAttempts, { min: 0, max: Math.min(failedAttempts.max + 2, maxFailedAttempts) })
}

const deleteUserDuring = (args: Pick<Race, 'delayMs' | 'at' | 'slowAction'>) =>
  race({
    name: 'delete the user',
    ...args,
    other: (_model, real) => real.call('DELETE', `/users/${real.user_id}`),
    async after({ model, real, other }) {
      expectCode(other, '200')
      real.deleted.add(real.user_id)
      removeUser(model)
      expect(await countStored(real)).toBe(0)
    },
  })

const deleteAccountDuring = (args: Pick<Race, 'delayMs' | 'at' | 'slowAction'>) =>
  race({
    name: 'delete the account',
    ...args,
    other: (_model, real, { id }) => real.call('DELETE', `/accounts/${id}`),
    async after({ real, account, other }) {
      expectCode(other, '200')
      real.deleted.add(account.id)
      removeAccount(account)
      const [left] = await real.sql('select from payroll_submissions where account_id = $1', [account.id])
      expect(left).toBeUndefined()
    },
  })

/** Withdraws all consents during the slow action; nothing may be stored after the response. */
const revokeDuring = (args: Pick<Race, 'delayMs' | 'at' | 'slowAction'>) =>
  race({
    name: 'revoke',
    ...args,
    async other(model, real) {
      const valid = model.authorisations.filter(({ isRevoked }) => !isRevoked)
      const replies = await Promise.all(
        valid.map(({ id }) => real.call('PUT', `/authorisations/${id}/revoke`)),
      )
      for (const authorisation of valid) authorisation.isRevoked = true
      const stored = await countStored(real)
      return { ...(replies[0] as ApiReply), body: { stored } }
    },
    async after({ real, other }) {
      expectCode(other, '200')
      expect(await countStored(real)).toBe(other.body.stored)
    },
  })

const twoAnswers = (at: number, delayMs: number, second: 'right' | 'wrong') =>
  race({
    name: `${second} answer`,
    delayMs,
    at,
    slowAction: slow[1] as SlowAction,
    other: (_model, real, account) => sendAnswer(real, account, code[second]),
    after({ account, slow: first, other }) {
      const replies = [codeOf(first), codeOf(other)]
      expect(replies.filter((one) => one === '200').length).toBeLessThanOrEqual(1)
      if (replies.includes('400 mfa-rejected')) account.wrongAnswers++
    },
  })

const twoQueries = (at: number, delayMs: number) =>
  race({
    name: 'a second query',
    delayMs,
    at,
    slowAction: slow[2] as SlowAction,
    other: (_model, real, account) => sendQuery(real, account),
    after({ account, slow: first, other }) {
      const found = [first, other].flatMap(({ status, body }) =>
        status === 201 ? body.payroll_submissions : [],
      )
      expect(found.length).toBeLessThanOrEqual(payDates.length - account.stored.size)
    },
  })

const twoReconnects = (at: number, delayMs: number) =>
  race({
    name: 'a second reconnect',
    delayMs,
    at,
    slowAction: slow[3] as SlowAction,
    other: (_model, real, account) => sendReconnect(real, account, 'pass'),
    after() {},
  })

const delayMs = fc.nat(80)
const during = fc.record({ delayMs, at: fc.nat(3), slowAction: fc.constantFrom(...slow) })

export const races: fc.Arbitrary<Command>[] = [
  during.map(deleteUserDuring),
  during.map(deleteAccountDuring),
  during.map(revokeDuring),
  fc
    .tuple(fc.nat(3), fc.nat(5), fc.constantFrom('right' as const, 'wrong' as const))
    .map((args) => twoAnswers(...args)),
  fc.tuple(fc.nat(3), fc.nat(30)).map((args) => twoQueries(...args)),
  fc.tuple(fc.nat(3), fc.nat(30)).map((args) => twoReconnects(...args)),
]
