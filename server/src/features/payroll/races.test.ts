import { setTimeout as sleep } from 'node:timers/promises'
import { sql as statement } from 'kysely'
import { expect, test, vi } from 'vitest'
import { refusal } from '../../../test/features/accounts.ts'
import { startPayroll } from '../../../test/features/payroll.ts'
import type { Tx } from '../../platform/database/tenancy.ts'
import { openCoreDependencies } from '../../process/dependencies.ts'

// Tests changes during a retrieval. A proxy holds back the provider's reply.

const world = await startPayroll()
const { acme, sandbox, proxy, sql, aPerson, connect, connected, stored, settled } = world
const nothing = { entries: 0, submissions: 0, events: 0 }

/** Starts a first retrieval whose reply is held back. */
async function fetching() {
  const held = proxy.hold('GET /payroll/payslips')
  const person = await aPerson()
  const { account_id } = (await connect(person.user_id)).body
  await held.arrived
  return { ...person, account_id, release: held.release }
}

test('discards the data if the authorisation is revoked during the retrieval', async () => {
  const { user_id, account_id, revoke, release } = await fetching()
  expect((await revoke()).status).toBe(200)
  release()
  await settled(account_id)
  expect(await stored(user_id)).toEqual(nothing)
  expect((await acme('GET', `/accounts/${account_id}`)).body.latest_pay_date).toBeNull()
  const [line] = await sql(
    `select action from audit_lines where subject_id = $1 and action = 'payroll.discarded'`,
    [account_id],
  )
  expect(line).toBeDefined()
})

test('does not use another valid authorisation in place of the revoked one', async () => {
  const { user_id, account_id, revoke, release } = await fetching()
  await acme('POST', '/authorisations', { user_id, user_agent: 'Browser 2' })
  await revoke()
  release()
  await settled(account_id)
  expect(await stored(user_id)).toEqual(nothing)
})

test('refuses a query and stores nothing if the authorisation is revoked meanwhile', async () => {
  const { user_id, revoke, query } = await connected()
  await sandbox.advance('P5W')
  const before = await stored(user_id)
  const held = proxy.hold('GET /payroll/payslips')
  const querying = query()
  await held.arrived
  await revoke()
  held.release()
  expect(refusal(await querying)).toEqual([403, 'authorisation-missing'])
  expect(await stored(user_id)).toEqual(before)
})

test('discards the data if the term is deactivated during the retrieval', async () => {
  const { user_id, account_id, authorisationId, release } = await fetching()
  const [{ term_id }] = await sql('select term_id from authorisations where id = $1', [authorisationId])
  await sql('update authorisation_terms set is_active = false where id = $1', [term_id])
  release()
  await settled(account_id)
  await sql('update authorisation_terms set is_active = true where id = $1', [term_id])
  expect(await stored(user_id)).toEqual(nothing)
})

test('stores nothing if the account is deleted during the retrieval', async () => {
  const { user_id, account_id, release } = await fetching()
  expect((await acme('DELETE', `/accounts/${account_id}`)).status).toBe(200)
  release()
  await settled(account_id)
  expect(await stored(user_id)).toEqual(nothing)
  expect((await acme('GET', `/accounts/${account_id}`)).status).toBe(404)
})

test('replies 404 if the account is deleted during a query', async () => {
  const { account_id, query } = await connected()
  const held = proxy.hold('GET /payroll/payslips')
  const querying = query()
  await held.arrived
  await acme('DELETE', `/accounts/${account_id}`)
  held.release()
  expect(refusal(await querying)).toEqual([404, 'not-found'])
})

test('stores nothing if the user is deleted during the retrieval', async () => {
  const { user_id, account_id, release } = await fetching()
  expect((await acme('DELETE', `/users/${user_id}`)).status).toBe(200)
  release()
  await settled(account_id)
  expect(await stored(user_id)).toEqual(nothing)
  expect(await sql('select from accounts where user_id = $1', [user_id])).toEqual([])
})

/**
 * Locks the account as erasure does. The recurring sweep may hold the row for an instant. A transaction that holds it
 * while it waits for our locks never gives it up, which is the deadlock these tests look for.
 */
const lockAccount = (tx: Tx, accountId: string) =>
  vi.waitFor(
    async () => {
      const { rows } =
        await statement`select from accounts where id = ${accountId} for update skip locked`.execute(tx)
      if (rows.length === 0) throw new Error('another transaction holds the account')
    },
    { timeout: 60_000 },
  )

test('does not deadlock when an account expires while its user is erased', async () => {
  const { user_id, account_id, query } = await connected({ password: 'expire:5' })
  await sandbox.advance('P1D')
  const held = proxy.hold('GET /payroll/payslips')
  const querying = query()
  await held.arrived
  const { database } = await openCoreDependencies(world.config)
  // Erasure locks in this order: user, tasks, accounts.
  await database.system(async (tx) => {
    await statement`select from users where id = ${user_id} for update`.execute(tx)
    await statement`select from tasks where user_id = ${user_id} for update`.execute(tx)
    held.release()
    await sleep(700)
    await lockAccount(tx, account_id)
  })
  await database.close()
  expect(refusal(await querying)).toEqual([400, 'session-ended'])
})

test('does not deadlock when an account is deleted while its user is erased', async () => {
  const { user_id, account_id } = await connected()
  await sql(
    `insert into tasks (client_id, id, user_id, lane, kind, key, input, due_at, wake_at)
       select client_id, gen_random_uuid(), user_id, 'connect', 'account.answer', 'account ' || id, '{}',
           now() + interval '1 hour', now() + interval '1 hour'
         from accounts where id = $1`,
    [account_id],
  )
  const { database } = await openCoreDependencies(world.config)
  const [deleting] = await database.system(async (tx) => {
    await statement`select from users where id = ${user_id} for update`.execute(tx)
    await statement`select from tasks where user_id = ${user_id} for update`.execute(tx)
    const deleting = acme('DELETE', `/accounts/${account_id}`)
    await sleep(500)
    await lockAccount(tx, account_id)
    return [deleting]
  })
  await database.close()
  expect((await deleting)?.status).toBe(200)
})

test('waits for a slow provider and respects a revocation in the meantime', async () => {
  const user_name = world.newName()
  const { user_id, revoke, query } = await connected({ user_name })
  await sandbox.advance('P5W')
  const before = await stored(user_id)
  await sandbox.behave('sandbox-payroll', user_name, 'slow:2')
  const querying = query()
  await expect.poll(() => sql(`select from tasks where kind = 'payroll.retrieve'`)).not.toEqual([])
  await revoke()
  expect(refusal(await querying)).toEqual([403, 'authorisation-missing'])
  expect(await stored(user_id)).toEqual(before)
})

test('waits with a query for the first retrieval', async () => {
  const { account_id, asUser, release } = await fetching()
  const querying = (await asUser())('POST', '/payroll/entries/connections', { account_id })
  release()
  expect(await querying).toMatchObject({ status: 201, body: { entry_id: null, payroll_submissions: [] } })
})

test('stores each payslip at most once under concurrent queries and deletions', async () => {
  const { user_id, query } = await connected()
  await sandbox.advance('P9W')
  const entries = async () => (await acme('GET', `/payroll/entries?user_id=${user_id}`)).body.entries
  const erase = async () => {
    for (const { entry_id } of await entries()) await acme('DELETE', `/payroll/entries/${entry_id}`)
  }
  const replies = await Promise.all([query(), query(), erase(), query(), erase(), query()])
  for (const reply of replies) if (reply) expect([201], reply.text).toContain(reply.status)
  await query()
  const rows = await sql(
    'select count(*)::int as count from payroll_submissions where user_id = $1 group by natural_hash',
    [user_id],
  )
  for (const { count } of rows) expect(count).toBe(1)
})
