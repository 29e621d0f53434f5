import { expect } from 'vitest'
import { eventually } from '../../engine.ts'
import type { Model, ModelAccount, Status } from './model.ts'
import { expectCode, type ModelLane, provider, type Real } from './real.ts'

// Invariants checked at the end of every sequence.

export async function readAccount({ call }: Real, { id }: ModelAccount): Promise<{ status: Status }> {
  return expectCode(await call('GET', `/accounts/${id}`), '200')
}

/** Expects that exactly the payslips of the model are stored, each once. */
export async function expectStored({ call, user_id }: Real, { id, stored }: ModelAccount) {
  const path = `/payroll/${user_id}?account_id=${id}`
  const { payroll_submissions } = expectCode(await call('GET', path), '200')
  const payDates = payroll_submissions.map(
    ({ income_information }: { income_information: { pay_date: string } }) =>
      income_information.pay_date.slice(0, 10),
  )
  expect(payDates.sort()).toEqual([...stored].sort())
}

const allowedMoves = [
  'NEW PENDING',
  'NEW AUTHORISED',
  'PENDING AUTHORISED',
  'PENDING INVALID',
  'PENDING EXPIRED',
  'AUTHORISED EXPIRED',
  'AUTHORISED INVALID',
  'EXPIRED PENDING',
  'EXPIRED AUTHORISED',
  'INVALID PENDING',
  'INVALID AUTHORISED',
]

export async function checkInvariants(model: Model, real: Real) {
  await real.settle()
  await expectAccounts(model, real)
  await expectHistories(real)
  await expectEntries(model, real)
  await expectOpenLogins(real)
}

async function expectAccounts({ userExists, accounts }: Model, { call, sql, user_id }: Real) {
  const reply = await call('GET', `/accounts?user_id=${user_id}`)
  if (!userExists) {
    expectCode(reply, '404 not-found')
    for (const table of ['accounts', 'payroll_entries', 'payroll_submissions', 'authorisations'])
      expect(await sql(`select from ${table} where user_id = $1`, [user_id]), table).toEqual([])
    return
  }
  const there = accounts.filter(({ status }) => status !== 'GONE')
  const listed = expectCode(reply, '200').accounts as { account_id: string; status: Status }[]
  expect(listed.map(({ account_id, status }) => `${account_id} ${status}`).sort()).toEqual(
    there.map(({ id, status }) => `${id} ${status}`).sort(),
  )
  const rows = await sql(
    'select status, session is not null as has_session, pending is not null as waits from accounts where user_id = $1',
    [user_id],
  )
  for (const { status, has_session, waits } of rows) {
    expect(has_session, String(status)).toBe(status === 'AUTHORISED')
    expect(waits, String(status)).toBe(status === 'PENDING')
  }
}

/**
 * Expects that every status transition is allowed and starts where the previous one ended, and that the last one
 * leads to the account's status.
 */
async function expectHistories({ sql, user_id }: Real) {
  const rows = await sql(
    `select a.id, a.status as now, m.from_status, m.status, m.reason
       from accounts a join account_moves m on m.account_id = a.id where a.user_id = $1 order by a.id, m.at, m.id`,
    [user_id],
  )
  for (const [at, { id, from_status, status, now, reason }] of rows.entries()) {
    expect(allowedMoves).toContain(`${from_status ?? 'NEW'} ${status}`)
    expect(reason).not.toBe('')
    const [before, after] = [rows[at - 1], rows[at + 1]]
    expect(from_status).toBe(before?.id === id ? before?.status : null)
    if (after?.id !== id) expect(status).toBe(now)
  }
}

async function expectEntries({ accounts }: Model, { sql, user_id, entries, call }: Real) {
  const rows = await sql(
    `select e.id, e.account_id, w.user_id = e.user_id as is_own,
       (select count(*)::int from payroll_submissions s where s.entry_id = e.id) as submissions,
       exists (select from payroll_submissions s where s.entry_id = e.id
         and (s.authorisation_id, s.account_id) is distinct from (e.authorisation_id, e.account_id)) as differ
     from payroll_entries e join authorisations w on w.id = e.authorisation_id where e.user_id = $1`,
    [user_id],
  )
  for (const { id, is_own, submissions, differ } of rows) {
    expect({ is_own, differ, isEmpty: submissions === 0 }).toEqual({
      is_own: true,
      differ: false,
      isEmpty: false,
    })
    entries.add(id as string)
  }
  for (const account of accounts)
    if (account.status !== 'GONE') await expectStored({ call, user_id } as Real, account)
}

/** Expects that the provider has locked no login. */
async function expectOpenLogins({ sandbox, logins }: Real) {
  for (const user_name of logins) {
    const { status } = await sandbox.call('POST', '/payroll/session', { user_name, password: 'pass' })
    expect(status, `${provider} let ${user_name} in`).toBe(200)
  }
}

/** Expects that every stored entry was announced once, and nothing else was, unless it was deleted later. */
export async function checkAnnouncements({ entries, deleted, received }: ModelLane) {
  const announced = await eventually(async () => {
    const list = await received()
    const ids = new Set(list.map(({ entry_id }) => entry_id))
    return [...entries].every((id) => ids.has(id)) && list
  })
  const strange = announced.filter(
    ({ entry_id, user_id, account_id }) =>
      !entries.has(entry_id) && !deleted.has(user_id) && !deleted.has(account_id),
  )
  expect(strange).toEqual([])
  const kept = announced.map(({ entry_id }) => entry_id).filter((id) => entries.has(id))
  expect(kept.length).toBe(new Set(kept).size)
}
