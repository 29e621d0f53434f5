import { setTimeout as sleep } from 'node:timers/promises'
import { sql as statement } from 'kysely'
import { expect, test } from 'vitest'
import { refusal } from '../../../test/features/accounts.ts'
import { startPayroll } from '../../../test/features/payroll.ts'
import { openFoundation } from '../../process/dependencies.ts'

// Somebody changes their mind while the provider is answering. The answer is held up on its way.

const world = await startPayroll()
const { acme, sandbox, between, sql, aPerson, connect, connected, stored, settled } = world
const nothing = { entries: 0, submissions: 0, events: 0 }

/** A first retrieval whose answer is on its way. */
async function fetching() {
  const held = between.hold('GET /payroll/payslips')
  const person = await aPerson()
  const { account_id } = (await connect(person.user_id)).body
  await held.arrived
  return { ...person, account_id, release: held.release }
}

test('an authorisation revoked while fetching: what comes is thrown away, nothing is stored or sent', async () => {
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

test('another authorisation that is still valid does not stand in for the one that was revoked', async () => {
  const { user_id, account_id, revoke, release } = await fetching()
  await acme('POST', '/authorisations', { user_id, user_agent: 'Browser 2' })
  await revoke()
  release()
  await settled(account_id)
  expect(await stored(user_id)).toEqual(nothing)
})

test('a query that is overtaken by a revocation is refused and leaves nothing', async () => {
  const { user_id, revoke, query } = await connected()
  await sandbox.advance('P5W')
  const before = await stored(user_id)
  const held = between.hold('GET /payroll/payslips')
  const asking = query()
  await held.arrived
  await revoke()
  held.release()
  expect(refusal(await asking)).toEqual([403, 'authorisation-missing'])
  expect(await stored(user_id)).toEqual(before)
})

test('a term switched off while fetching counts as well', async () => {
  const { user_id, account_id, authorisationId, release } = await fetching()
  const [{ term_id }] = await sql('select term_id from authorisations where id = $1', [authorisationId])
  await sql('update authorisation_terms set is_active = false where id = $1', [term_id])
  release()
  await settled(account_id)
  await sql('update authorisation_terms set is_active = true where id = $1', [term_id])
  expect(await stored(user_id)).toEqual(nothing)
})

test('an account deleted while fetching stays deleted, with all that was to come', async () => {
  const { user_id, account_id, release } = await fetching()
  expect((await acme('DELETE', `/accounts/${account_id}`)).status).toBe(200)
  release()
  await settled(account_id)
  expect(await stored(user_id)).toEqual(nothing)
  expect((await acme('GET', `/accounts/${account_id}`)).status).toBe(404)
})

test('an account deleted under a query: it does not exist', async () => {
  const { account_id, query } = await connected()
  const held = between.hold('GET /payroll/payslips')
  const asking = query()
  await held.arrived
  await acme('DELETE', `/accounts/${account_id}`)
  held.release()
  expect(refusal(await asking)).toEqual([404, 'not-found'])
})

test('a user deleted while fetching is gone, and so is everything about them', async () => {
  const { user_id, account_id, release } = await fetching()
  expect((await acme('DELETE', `/users/${user_id}`)).status).toBe(200)
  release()
  await settled(account_id)
  expect(await stored(user_id)).toEqual(nothing)
  expect(await sql('select from accounts where user_id = $1', [user_id])).toEqual([])
})

test('an account that ends while its user is being erased does not stand in the way of that', async () => {
  const { user_id, account_id, query } = await connected({ password: 'expire:5' })
  await sandbox.advance('P1D')
  const held = between.hold('GET /payroll/payslips')
  const asking = query()
  await held.arrived
  const { database } = await openFoundation(world.config)
  // What erasing does, step by step: the user, their tasks, their accounts.
  await database.system(async (tx) => {
    await statement`select from users where id = ${user_id} for update`.execute(tx)
    await statement`select from tasks where user_id = ${user_id} for update`.execute(tx)
    held.release()
    await sleep(700)
    await statement`select from accounts where id = ${account_id} for update nowait`.execute(tx)
  })
  await database.close()
  expect(refusal(await asking)).toEqual([400, 'session-ended'])
})

test('an account that is deleted while its user is being erased does not stand in the way of that', async () => {
  const { user_id, account_id } = await connected()
  await sql(
    `insert into tasks (client_id, id, user_id, lane, kind, key, input, due_at, wake_at)
       select client_id, gen_random_uuid(), user_id, 'connect', 'account.answer', 'account ' || id, '{}',
           now() + interval '1 hour', now() + interval '1 hour'
         from accounts where id = $1`,
    [account_id],
  )
  const { database } = await openFoundation(world.config)
  const [deleting] = await database.system(async (tx) => {
    await statement`select from users where id = ${user_id} for update`.execute(tx)
    await statement`select from tasks where user_id = ${user_id} for update`.execute(tx)
    const deleting = acme('DELETE', `/accounts/${account_id}`)
    await sleep(500)
    await statement`select from accounts where id = ${account_id} for update nowait`.execute(tx)
    return [deleting]
  })
  await database.close()
  expect((await deleting)?.status).toBe(200)
})

test('a slow provider is waited for, and a revocation meanwhile still counts', async () => {
  const user_name = world.newName()
  const { user_id, revoke, query } = await connected({ user_name })
  await sandbox.advance('P5W')
  const before = await stored(user_id)
  await sandbox.behave('sandbox-payroll', user_name, 'slow:2')
  const asking = query()
  await expect
    .poll(() => sql(`select from tasks where kind = 'payroll.retrieve'`), { timeout: 30_000 })
    .not.toEqual([])
  await revoke()
  expect(refusal(await asking)).toEqual([403, 'authorisation-missing'])
  expect(await stored(user_id)).toEqual(before)
})

test('a query asked during the first retrieval waits for it', async () => {
  const { account_id, asUser, release } = await fetching()
  const asking = (await asUser())('POST', '/payroll/entries/connections', { account_id })
  release()
  expect(await asking).toMatchObject({ status: 201, body: { entry_id: null, payroll_submissions: [] } })
})

test('many queries and deletions of entries at once: each payslip is there once or not at all', async () => {
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
