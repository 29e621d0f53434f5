import { randomUUID } from 'node:crypto'
import { sql as query } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { eventually, startEngine } from '../../../../test/engine.ts'
import type { Tx } from '../../../platform/database/tenancy.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { isEligible } from '../../accounts/recurring/rules.ts'
import { checkOffsetMs, firstDueAt, nextCheck, nextRetry } from '../../accounts/recurring/schedule.ts'
import { isStillDue, markChecked, markFailed } from './checks.ts'
import { openRecurringSweep } from './sweep.ts'
import { sweepBatch } from './sweep-batch.ts'

// Tests which checks the sweep starts, and when. No worker runs in this test; checks.test.ts tests the checks
// themselves.
const engine = await startEngine()
const { sql, database, tenant, inTransaction, clientId, log, metrics } = engine
const entry = { id: 'sandbox-payroll', per_second: 200 }

const sunday = new Date('2026-06-14T12:00:00Z')
const mondayMorning = new Date('2026-06-15T04:00:00Z')
const wednesday = new Date('2026-06-17T12:00:00Z')
const nextMonday = new Date('2026-06-22T04:00:00Z')
const later = (at: Date, ms: number) => new Date(at.getTime() + ms)
const hourMs = 3_600_000

const termId = randomUUID()
await sql(
  `insert into authorisation_terms (client_id, id, authorisation_version, name, authorisation_text, authorisation_category)
     values ($1, $2, 1000, 'Recurring', 'I agree', 'recurring')`,
  [clientId, termId],
)

beforeEach(async () => {
  await sql('delete from accounts')
  await sql('delete from tasks')
  await configure({ recurring_checks_enabled: true, recurring_check_frequency: 'WEEKLY' })
})

const defaultConfiguration = { recurring_check_end_date: null, payroll_connections_enabled: true }

async function configure(fields: Record<string, unknown>) {
  const all = { ...defaultConfiguration, ...fields }
  const set = Object.keys(all).map((name, n) => `${name} = $${n + 2}`)
  await sql(`update configurations set ${set} where client_id = $1`, [clientId, ...Object.values(all)])
}

type Seeded = {
  id?: string
  now?: Date
  account?: Record<string, unknown>
  user?: Record<string, unknown>
  authorisation?: Record<string, unknown>
}

/** Inserts an account that became AUTHORISED at `now`, with its own user and everything else that a check needs. */
async function seedAccount({ id = randomUUID(), now = sunday, account, user, authorisation }: Seeded = {}) {
  const userId = await engine.addUser()
  const insert = (table: string, row: Record<string, unknown>) =>
    sql(
      `insert into ${table} (${Object.keys(row)}) values (${Object.keys(row).map((_, n) => `$${n + 1}`)})`,
      Object.values(row),
    )
  if (user) {
    const set = Object.keys(user).map((name, n) => `${name} = $${n + 2}`)
    await sql(`update users set ${set} where id = $1`, [userId, ...Object.values(user)])
  }
  const authorisationId = randomUUID()
  await insert('authorisations', {
    client_id: clientId,
    id: authorisationId,
    user_id: userId,
    term_id: termId,
    sealed: '',
    accepted_at: new Date(),
    ...authorisation,
  })
  await insert('accounts', {
    client_id: clientId,
    id,
    user_id: userId,
    payroll_provider: entry.id,
    sealed: '',
    status: 'AUTHORISED',
    authorisation_id: authorisationId,
    latest_pay_date: '2026-05-29',
    fetched_at: new Date(),
    next_look_at: firstDueAt(id, now, 'production'),
    ...account,
  })
  return { id, userId, authorisationId }
}

const sweepAt = (now: Date, more: Partial<Parameters<typeof sweepBatch>[1]> = {}) =>
  database.system((tx) =>
    sweepBatch(tx, {
      entry,
      group: { now, except: [] },
      maxAccounts: 1_000,
      maxChecks: 1_000,
      environment: 'production',
      ...more,
    }),
  )

/** Sweeps until nothing is due. Returns the accounts whose checks were started. */
async function startedAt(now: Date, environment: 'sandbox' | 'production' = 'production') {
  let rescheduled = 1
  while (rescheduled > 0) ({ rescheduled } = await sweepAt(now, { environment }))
  return takeStarted()
}

async function takeStarted() {
  const rows = await sql('delete from tasks returning input')
  return rows.map(({ input }) => input.account_id as string)
}

const rowOf = async (id: string) => (await sql('select * from accounts where id = $1', [id]))[0]

test('starts a weekly check once, at the time of the account on Monday', async () => {
  const { id } = await seedAccount()
  const moment = later(new Date('2026-06-15T00:00:00Z'), checkOffsetMs(id, 'WEEKLY'))
  expect(await startedAt(later(moment, -1))).toEqual([])
  expect(await startedAt(moment)).toEqual([id])
  expect(await startedAt(moment)).toEqual([])
  expect(await startedAt(later(nextMonday, -5 * hourMs))).toEqual([])
  expect(await startedAt(nextMonday)).toEqual([id])
})

test('schedules a task for the account, its user and its provider', async () => {
  const { id, userId } = await seedAccount()
  expect(await sweepAt(mondayMorning)).toMatchObject({ rescheduled: 1, started: 1 })
  expect(await sql('select * from tasks')).toMatchObject([
    {
      client_id: clientId,
      user_id: userId,
      kind: 'payroll.retrieve',
      key: `account ${id}`,
      once: true,
      input: { account_id: id, why: 'recurring' },
      pace: 'provider sandbox-payroll',
      pace_ms: 5,
    },
  ])
})

test('checks monthly if no frequency is set', async () => {
  await configure({ recurring_checks_enabled: true, recurring_check_frequency: null })
  const { id } = await seedAccount()
  expect(await startedAt(mondayMorning)).toEqual([])
  expect(await startedAt(later(nextCheck(id, 'MONTHLY', sunday), -1))).toEqual([])
  expect(await startedAt(new Date('2026-07-01T04:00:00Z'))).toEqual([id])
})

test('checks hourly in the sandbox and never in production', async () => {
  await configure({ recurring_checks_enabled: true, recurring_check_frequency: 'HOURLY' })
  const { id } = await seedAccount({ now: sunday })
  expect(await startedAt(mondayMorning, 'production')).toEqual([])
  await sql('update accounts set next_look_at = $1', [firstDueAt(id, sunday, 'sandbox')])
  for (const hours of [1, 2, 3])
    expect(await startedAt(later(sunday, hours * hourMs), 'sandbox')).toEqual([id])
})

test('starts on the next Monday when enabled in the middle of a week', async () => {
  await configure({ recurring_checks_enabled: false, recurring_check_frequency: 'WEEKLY' })
  const { id } = await seedAccount()
  expect(await startedAt(mondayMorning)).toEqual([])
  await configure({ recurring_checks_enabled: true, recurring_check_frequency: 'WEEKLY' })
  expect(await startedAt(wednesday)).toEqual([])
  expect(await startedAt(nextMonday)).toEqual([id])
})

test('starts one check, not one per week, after weeks without a sweep', async () => {
  const { id } = await seedAccount()
  expect(await startedAt(new Date('2026-07-08T12:00:00Z'))).toEqual([id])
})

test('prefers the setting of the user to that of the client', async () => {
  const off = await seedAccount({ user: { recurring_checks_enabled: false } })
  const monthly = await seedAccount({ user: { recurring_check_frequency: 'MONTHLY' } })
  const same = await seedAccount()
  expect(await startedAt(mondayMorning)).toEqual([same.id])
  expect((await startedAt(new Date('2026-07-01T04:00:00Z'))).sort()).toEqual([monthly.id, same.id].sort())
  await configure({ recurring_checks_enabled: false })
  await sql('update users set recurring_checks_enabled = true where id = $1', [off.userId])
  expect(await startedAt(new Date('2026-07-06T04:00:00Z'))).toEqual([off.id])
})

test('prefers the end date of the user to that of the client and starts nothing after it', async () => {
  await configure({ recurring_checks_enabled: true, recurring_check_end_date: wednesday })
  const longer = await seedAccount({ user: { recurring_check_end_date: new Date('2026-12-01T00:00:00Z') } })
  const ofClient = await seedAccount()
  await sql(`update configurations set recurring_check_frequency = 'WEEKLY'`)
  expect((await startedAt(mondayMorning)).sort()).toEqual([longer.id, ofClient.id].sort())
  expect(await startedAt(nextMonday)).toEqual([longer.id])
})

test.each<[string, Seeded]>([
  ['the account uses a second factor', { account: { mfa_enabled: true } }],
  ['the account is not AUTHORISED', { account: { status: 'EXPIRED' } }],
  ['the employment is over', { account: { is_employment_over: true } }],
  ['the latest pay date is more than 40 days old', { account: { latest_pay_date: '2026-05-05' } }],
  ['there is no pay date', { account: { latest_pay_date: null } }],
  ['connections are disabled for the user', { user: { payroll_connections_enabled: false } }],
  ['the authorisation is revoked', { authorisation: { revoked_at: new Date() } }],
  ['the authorisation has expired', { authorisation: { expires_at: new Date(Date.now() - 1_000) } }],
])('neither starts nor runs a check if %s', async (_, seeded) => {
  const { id } = await seedAccount(seeded)
  const fine = await seedAccount({ account: { latest_pay_date: '2026-05-06' } })
  expect(await startedAt(mondayMorning)).toEqual([fine.id])
  const stillDue = (accountId: string) =>
    tenant.transaction((tx) => isStillDue(tx, { accountId, now: mondayMorning }))
  expect(await stillDue(fine.id)).toBe(true)
  if (!('latest_pay_date' in (seeded.account ?? {}))) expect(await stillDue(id)).toBe(false)
})

test('runs no check if the client has disabled connections or the accepted term is inactive or one-time', async () => {
  const { id } = await seedAccount()
  const stillDue = () => tenant.transaction((tx) => isStillDue(tx, { accountId: id, now: sunday }))
  await configure({ payroll_connections_enabled: false })
  expect(await stillDue()).toBe(false)
  await configure({})
  expect(await stillDue()).toBe(true)
  for (const change of [`is_active = false`, `authorisation_category = 'one_time'`]) {
    await sql(`update authorisation_terms set ${change} where id = $1`, [termId])
    expect(await stillDue()).toBe(false)
    await sql(
      `update authorisation_terms set is_active = true, authorisation_category = 'recurring' where id = $1`,
      [termId],
    )
  }
})

test('treats an account that is deleted or of another client as not due', async () => {
  const { id } = await seedAccount()
  const rival = await engine.tenantOf(engine.rivalId)
  expect(await rival.transaction((tx) => isStillDue(tx, { accountId: id, now: sunday }))).toBe(false)
  expect(await tenant.transaction((tx) => isStillDue(tx, { accountId: randomUUID(), now: sunday }))).toBe(
    false,
  )
})

test('checks only the most recently retrieved of several accounts with the same login', async () => {
  const login = { login_hash: Buffer.from('same') }
  const first = await seedAccount({ account: { ...login, fetched_at: new Date('2026-06-01') } })
  const last = await seedAccount({ account: { ...login, fetched_at: new Date('2026-06-02') } })
  await seedAccount({ account: { ...login, fetched_at: null } })
  expect(await startedAt(mondayMorning)).toEqual([last.id])
  await sql(`update accounts set status = 'EXPIRED' where id = $1`, [last.id])
  expect(await startedAt(nextMonday)).toEqual([first.id])
})

const fail = (tx: Tx, accountId: string, now: Date) =>
  markFailed(tx, { accountId, now, isCircuitOpen: false })

test('retries a failed check daily at 03:00 until it succeeds', async () => {
  const { id } = await seedAccount()
  expect(await startedAt(mondayMorning)).toEqual([id])
  const failedAt = later(mondayMorning, hourMs)
  for (let now = failedAt, day = 1; day <= 3; day++) {
    await inTransaction((tx) => fail(tx, id, now))
    const retry = nextRetry(id, now)
    expect(retry.toISOString()).toMatch(`2026-06-${15 + day}T03:`)
    expect(await startedAt(later(retry, -1))).toEqual([])
    expect(await startedAt(retry)).toEqual([id])
    now = later(retry, 60_000)
  }
  await inTransaction((tx) => markChecked(tx, id))
  expect(await startedAt(new Date('2026-06-21T12:00:00Z'))).toEqual([])
  expect(await startedAt(nextMonday)).toEqual([id])
})

test('keeps a check due that failed while the circuit was open; a later failure waits for 03:00', async () => {
  const { id } = await seedAccount()
  expect(await startedAt(mondayMorning)).toEqual([id])
  const failure = { accountId: id, now: mondayMorning, isCircuitOpen: true }
  await inTransaction((tx) => markFailed(tx, failure))
  const soon = later(mondayMorning, 15_000)
  expect(await startedAt(soon)).toEqual([id])
  expect(await startedAt(soon)).toEqual([])
  await inTransaction((tx) => fail(tx, id, soon))
  expect(await startedAt(later(soon, 6 * hourMs))).toEqual([])
  expect(await startedAt(nextRetry(id, soon))).toEqual([id])
})

test('does not retry a failed check at once if the clock of the worker is behind', async () => {
  const { id } = await seedAccount()
  // This account is due every hour, at a time that is also within its retry hour.
  const retryHour = nextRetry(id, sunday)
  const check = nextCheck(id, 'WEEKLY', sunday)
  for (const started of [check, later(retryHour, 1_000)]) {
    await sql('delete from tasks')
    await sql(`update accounts set check_failed_at = null, next_look_at = $2 where id = $1`, [id, check])
    expect(await startedAt(started, 'sandbox')).toEqual([id])
    await inTransaction((tx) => fail(tx, id, later(started, -2_000)))
    expect(await startedAt(later(started, 1_000), 'sandbox')).toEqual([])
  }
})

test('waits for 03:00 with a retry even if accounts are due every hour', async () => {
  const { id } = await seedAccount()
  expect(await startedAt(mondayMorning, 'sandbox')).toEqual([id])
  await inTransaction((tx) => fail(tx, id, mondayMorning))
  const retry = nextRetry(id, mondayMorning)
  for (let now = mondayMorning; now < retry; now = later(now, hourMs))
    expect(await startedAt(now, 'sandbox')).toEqual([])
  expect(await startedAt(retry, 'sandbox')).toEqual([id])
})

test('drops the retry of an account that is no longer eligible', async () => {
  const { id } = await seedAccount()
  await inTransaction((tx) => fail(tx, id, mondayMorning))
  await configure({ recurring_checks_enabled: false, recurring_check_frequency: 'MONTHLY' })
  expect(await startedAt(nextRetry(id, mondayMorning))).toEqual([])
  expect(await rowOf(id)).toMatchObject({ check_failed_at: null })
  await configure({ recurring_checks_enabled: true, recurring_check_frequency: 'MONTHLY' })
  expect(await startedAt(nextMonday)).toEqual([])
})

test('reads only the authorisations of the claimed accounts', async () => {
  const plan = await inTransaction((tx) =>
    query<{ 'QUERY PLAN': string }>`explain (verbose) select ${isEligible(mondayMorning)} from accounts a
      join users u on u.client_id = a.client_id and u.id = a.user_id
      join configurations c on c.client_id = a.client_id
      cross join generate_series(1, 100000) as many_accounts`.execute(tx),
  )
  const lines = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(lines).toContain('authorisations')
  expect(lines).not.toContain('hashed')
})

test('does not start a second check while the previous one is still open', async () => {
  await seedAccount()
  expect(await sweepAt(mondayMorning)).toMatchObject({ rescheduled: 1, started: 1 })
  expect(await sweepAt(nextMonday)).toMatchObject({ rescheduled: 1, started: 0 })
})

test('leaves accounts due beyond the limit; accounts without a check do not use it up', async () => {
  const eligible = [(await seedAccount()).id, (await seedAccount()).id, (await seedAccount()).id]
  for (let n = 0; n < 3; n++) await seedAccount({ user: { recurring_checks_enabled: false } })
  expect(await sweepAt(mondayMorning, { maxChecks: 2 })).toEqual({ claimed: 6, rescheduled: 5, started: 2 })
  const started = await takeStarted()
  expect(await sweepAt(mondayMorning, { maxChecks: 2 })).toEqual({ claimed: 1, rescheduled: 1, started: 1 })
  expect([...started, ...(await takeStarted())].sort()).toEqual(eligible.sort())
})

test('neither starts nor reschedules anything if the sweep dies before the commit', async () => {
  const { id } = await seedAccount()
  const before = await rowOf(id)
  const dying = database.system(async (tx) => {
    await sweepBatch(tx, {
      entry,
      group: { now: mondayMorning, except: [] },
      maxAccounts: 10,
      maxChecks: 10,
      environment: 'production',
    })
    throw new Error('the process is gone')
  })
  await expect(dying).rejects.toThrow('gone')
  expect(await rowOf(id)).toEqual(before)
  expect(await startedAt(mondayMorning)).toEqual([id])
})

test('skips an account whose user is locked, without waiting, and leaves it due', async () => {
  const { id, userId } = await seedAccount()
  const other = await seedAccount()
  await tenant.transaction(async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
    expect(await sweepAt(mondayMorning)).toMatchObject({ rescheduled: 1, started: 1 })
    expect(await takeStarted()).toEqual([other.id])
  })
  expect(await startedAt(mondayMorning)).toEqual([id])
})

test('deletes the scheduled check with its user when the deletion waits for the sweep', async () => {
  const { userId } = await seedAccount()
  let deleting: Promise<unknown> | undefined
  await database.system(async (tx) => {
    await sweepBatch(tx, {
      entry,
      group: { now: mondayMorning, except: [] },
      maxAccounts: 10,
      maxChecks: 10,
      environment: 'production',
    })
    deleting = inTransaction((tx) => tx.deleteFrom('users').where('id', '=', userId).execute())
    await new Promise((resolve) => setTimeout(resolve, 100))
  })
  await deleting
  expect(await sql('select from tasks')).toEqual([])
})

/** Runs the sweep like the dispatcher while `work` runs. */
async function whileSweeping(
  more: { now?: () => Date } & Partial<Parameters<typeof openRecurringSweep>[0]>,
  work: () => Promise<void>,
) {
  const { now = () => mondayMorning, ...deps } = more
  const clock: Clock = {
    now,
    groups: () => [{ now: now(), except: [] }],
    isSynchronised: () => true,
    ready: async () => {},
    close() {},
  }
  const sweep = openRecurringSweep({
    database,
    clock,
    environment: 'production',
    health: { openUntil: () => undefined, clientsWithOpenCircuit: () => [] },
    log,
    entries: [entry],
    metrics: { ...metrics, gaugeByLabel() {} },
    ...deps,
  })
  try {
    await work()
  } finally {
    await sweep.close()
  }
}

const countTasks = async () => Number((await sql('select count(*) from tasks'))[0].count)

async function seedMany(count: number) {
  const ids = []
  for (let n = 0; n < count; n++) ids.push((await seedAccount()).id)
  return ids
}

test('starts every check once with concurrent sweeps', async () => {
  const ids = await seedMany(60)
  const batches = await Promise.all(
    Array.from({ length: 30 }, () => sweepAt(mondayMorning, { maxAccounts: 7 })),
  )
  const { started } = await sweepAt(mondayMorning)
  expect(batches.reduce((sum, batch) => sum + batch.started, started)).toBe(60)
  expect((await takeStarted()).sort()).toEqual(ids.sort())
})

test('queues only a few seconds of checks per provider and refills the queue as they end', async () => {
  const slow = { id: 'slow-payroll', per_second: 4 }
  for (let n = 0; n < 50; n++) await seedAccount({ account: { payroll_provider: slow.id } })
  await whileSweeping({ entries: [slow] }, async () => {
    await eventually(async () => (await countTasks()) === 20)
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    expect(await countTasks()).toBe(20)
    // Retries that are scheduled for later do not count.
    await sql(`update tasks set wake_at = now() + interval '1 hour', key = null, once = false`)
    await eventually(async () => (await countTasks()) === 40)
    await sql(`delete from tasks where wake_at > now() + interval '10 minutes'`)
    expect(await takeStarted()).toHaveLength(20)
    await eventually(async () => (await countTasks()) === 10)
  })
})

test('leaves accounts due while the circuit of their provider is open and starts them afterwards', async () => {
  const [id] = await seedMany(1)
  let until: Date | undefined = new Date(Date.now() + 60_000)
  await whileSweeping({ health: { openUntil: () => until, clientsWithOpenCircuit: () => [] } }, async () => {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(await countTasks()).toBe(0)
    until = undefined
    await eventually(async () => (await countTasks()) === 1)
    expect(await takeStarted()).toEqual([id])
  })
})

test('reschedules accounts when the sandbox clock is set back', async () => {
  await configure({ recurring_checks_enabled: true, recurring_check_frequency: 'HOURLY' })
  const { id } = await seedAccount({ account: { next_look_at: new Date('2026-09-01T00:00:00Z') } })
  let now = sunday
  await whileSweeping({ now: () => now, environment: 'sandbox' }, async () => {
    await eventually(async () => (await rowOf(id)).next_look_at <= later(sunday, 2 * hourMs))
    expect(await countTasks()).toBe(0)
    now = later(sunday, 2 * hourMs)
    await eventually(async () => (await countTasks()) === 1)
  })
})
