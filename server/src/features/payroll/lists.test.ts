import { sql as sqlOf } from 'kysely'
import { expect, test } from 'vitest'
import { eventually, startEngine } from '../../../test/engine.ts'
import { aPayslip } from '../../../test/features/sample-payslips.ts'
import { anId, aUser } from '../../../test/people.ts'
import type { Tx } from '../../platform/database/tenancy.ts'
import { seal } from '../../platform/secrets/seal.ts'
import { newUuidV7 } from '../../platform/time/uuid-v7.ts'
import { addDays } from '../../vocabulary/days.ts'
import { addAccount } from '../accounts/service.ts'
import { acceptTerm } from '../authorisations/service.ts'
import { newUser } from '../users/schemas.ts'
import { createUser, openUser } from '../users/service.ts'
import { figuresOf } from './income/rolling.ts'
import { listSubmissions } from './queries.ts'
import { listEntryPage, listSubmissionPage } from './service.ts'
import { contentSealContext, figuresSealContext } from './submissions/sealed-columns.ts'

// Tests with far more payslips than any real user has: 20,000 payslips from ten accounts with weekly pay, in 2,000
// entries.

const engine = await startEngine()
const { tenant, sql } = engine
const caller = {
  kind: 'member',
  id: 'test',
  clientId: engine.clientId,
  role: 'Admin',
  sessionId: 'test',
  mustChangePassword: false,
  mustSetUpFactor: false,
  readAuthenticatedAt: async () => new Date(),
} as const
const total = 20_000

const { user_id, accounts, entries } = await fill()

async function fill() {
  const { user_id } = await createUser(tenant, newUser('sandbox').parse(aUser()))
  const { id: authorisation_id } = await acceptTerm(
    tenant,
    caller,
    { user_id, user_agent: 'Browser 1' },
    { ip: '127.0.0.1', userAgent: null },
  )
  const accounts: string[] = []
  for (let n = 0; n < 10; n++) {
    const values = {
      user_id,
      payroll_provider: 'sandbox-payroll',
      authorisation_id,
      status: 'AUTHORISED',
    } as const
    const holder = { user_name: `login ${n}`, employee_name: null }
    accounts.push(
      (await engine.inTransaction((tx) => addAccount(tx, { ...values, holder, reason: 'connected' }))).id,
    )
  }
  const { key } = await engine.inTransaction((tx) => openUser(tx, user_id))
  const entries: string[] = []
  for (let batch = 0; batch < 20; batch++) {
    const rows = Array.from({ length: total / 20 }, (_, n) => {
      const number = batch * 1_000 + n
      if (number % 10 === 0) entries.push(newUuidV7())
      const account = Math.floor(number / 10) % 10
      const payslip = aPayslip({ pay_date: addDays('1980-01-04', Math.floor(number / 10) * 7) })
      const id = newUuidV7()
      return {
        id,
        entry_id: entries.at(-1),
        account_id: accounts[account],
        created_at: new Date(Date.UTC(2026, 0, 1) + Math.floor(number / 10) * 1_000).toISOString(),
        pay_date: payslip.income_information.pay_date,
        employment: Buffer.from(`job ${account} ${number % 10}`).toString('hex'),
        own: Buffer.from(`payslip ${number}`).toString('hex'),
        sealed: seal(
          key,
          contentSealContext(id),
          JSON.stringify({ payslip, document_external_id: null, document_filename: null }),
        ).toString('hex'),
        figures: seal(key, figuresSealContext(id), JSON.stringify(figuresOf(payslip))).toString('hex'),
      }
    })
    const values = [engine.clientId, user_id, authorisation_id, JSON.stringify(rows)]
    await sql(
      `insert into payroll_entries (client_id, id, user_id, account_id, authorisation_id, created_at)
        select distinct on (r.entry_id) $1::uuid, r.entry_id, $2::uuid, r.account_id, $3::uuid, r.created_at
          from jsonb_to_recordset($4::jsonb) r (entry_id uuid, account_id uuid, created_at timestamptz)
        on conflict do nothing`,
      values,
    )
    await sql(
      `insert into payroll_submissions (client_id, user_id, authorisation_id, source, id, entry_id, account_id,
          created_at, pay_date, employment_hash, natural_hash, sealed, figures)
        select $1::uuid, $2::uuid, $3::uuid, 'Payroll (via User Connection)', r.id, r.entry_id, r.account_id,
            r.created_at, r.pay_date, decode(r.employment, 'hex'), decode(r.own, 'hex'), decode(r.sealed, 'hex'),
            decode(r.figures, 'hex')
          from jsonb_to_recordset($4::jsonb) r (id uuid, entry_id uuid, account_id uuid, created_at timestamptz,
            pay_date date, employment text, own text, sealed text, figures text)`,
      values,
    )
  }
  // Autovacuum would do this after that many inserts, once no open transaction needs the old row versions.
  await eventually(async () => {
    await sql('vacuum analyze payroll_submissions, payroll_entries')
    const [{ seen }] = await sql(
      `select relallvisible >= relpages as seen from pg_class where relname = 'payroll_submissions'`,
    )
    return seen as boolean
  })
  return { user_id, accounts, entries }
}

const page = (query: object) => listSubmissionPage(tenant, { user_id, offset: 1, limit: 100, ...query })

test('lists every submission on exactly one page, in a stable order', async () => {
  const seen = new Set<string>()
  let last = '~'
  for (let offset = 1; offset <= total; offset += 1_999) {
    const { pagination, payroll_submissions } = await page({ offset })
    expect(pagination).toEqual({ offset, limit: 100, count: expect.any(Number), total_count: total })
    for (const { id, created_at } of payroll_submissions) {
      const position = `${created_at} ${id}`
      expect(position < last).toBe(true)
      last = position
      seen.add(id)
    }
  }
  expect(seen.size).toBe(11 * 100 - 90)
  const beyond = await page({ offset: total + 1 })
  expect(beyond).toMatchObject({ pagination: { count: 0, total_count: total }, payroll_submissions: [] })
})

test.each([
  ['of the user', {}, total - 100],
  ['of an account', { account_id: accounts[3] }, 1_900],
  ['of a span of time', { created_after: new Date('2026-01-01T00:00:01Z') }, total - 200],
])('skips rows with an index-only scan: %s', async (_, filter, skip) => {
  const read = (tx: Tx) =>
    sqlOf<{ rows: number }>`select sum(coalesce(idx_tup_fetch, 0) + seq_tup_read)::int as rows
      from pg_stat_xact_user_tables where relname = 'payroll_submissions'`.execute(tx)
  // PostgreSQL may switch to a generic plan at the sixth execution.
  for (let n = 0; n < 8; n++) {
    const rows = await tenant.transaction(async (tx) => {
      const before = (await read(tx)).rows[0]?.rows ?? 0
      const { submissions } = await listSubmissions(tx, { user_id, ...filter }, { skip, limit: 100 })
      expect(submissions.length).toBeGreaterThan(89)
      return ((await read(tx)).rows[0]?.rows ?? 0) - before
    })
    expect(rows).toBeGreaterThan(89)
    expect(rows).toBeLessThan(250)
  }
})

test('filters by account, entry, document and inclusive times', async () => {
  const ids = async (query: object) => (await page(query)).payroll_submissions.map(({ id }) => id)
  const count = async (query: object) => (await page(query)).pagination.total_count
  const [account_id, other] = [accounts[3] as string, accounts[4] as string]
  const entry_id = entries[13] as string
  expect(await count({ account_id })).toBe(2_000)
  expect(await count({ entry_id })).toBe(10)
  expect(await ids({ entry_id, account_id })).toEqual(await ids({ entry_id }))
  expect(await count({ entry_id, account_id: other })).toBe(0)
  expect(await count({ account_id: anId() })).toBe(0)
  expect(await count({ entry_id: anId() })).toBe(0)
  expect(await count({ document_external_id: 'nobody has it' })).toBe(0)
  const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000)
  expect(await count({ created_after: at(1_990) })).toBe(100)
  expect(await count({ created_before: at(10) })).toBe(110)
  expect(await count({ created_after: at(9), created_before: at(11) })).toBe(30)
  expect(await count({ account_id, created_after: at(9), created_before: at(20) })).toBe(10)
  expect(await count({ created_after: at(20), created_before: at(9) })).toBe(0)
})

test('finds a document by the external id of the client', async () => {
  const hash = tenant.keys.lookupHash('payroll_submissions.document_external_id', 'slip 7')
  const id = (await page({ limit: 1 })).payroll_submissions[0]?.id
  await sql('update payroll_submissions set document_external_hash = $1 where id = $2', [hash, id])
  const { payroll_submissions, pagination } = await page({ document_external_id: 'slip 7' })
  expect([payroll_submissions.map((one) => one.id), pagination.total_count]).toEqual([[id], 1])
})

test('lists entries in pages, newest first', async () => {
  const first = await listEntryPage(tenant, { user_id, offset: 1, limit: 100 })
  expect(first.pagination).toEqual({ offset: 1, limit: 100, count: 100, total_count: 2_000 })
  expect(first.entries[0]).toEqual({
    entry_id: entries.at(-1),
    account_id: accounts.at(-1),
    authorisation_id: expect.any(String),
    created_at: new Date(Date.UTC(2026, 0, 1) + 1_999_000).toISOString(),
  })
  const last = await listEntryPage(tenant, { user_id, offset: 2_000, limit: 100 })
  expect(last.entries.map(({ entry_id }) => entry_id)).toEqual([entries[0]])
  const one = await listEntryPage(tenant, { user_id, offset: 1, limit: 20, account_id: accounts[0] })
  expect(one.pagination.total_count).toBe(200)
})

test('returns nothing when filtering by the account of another user', async () => {
  const stranger = await createUser(tenant, newUser('sandbox').parse(aUser()))
  const query = { user_id: stranger.user_id, offset: 1, limit: 20, account_id: accounts[0] }
  expect((await listSubmissionPage(tenant, query)).pagination.total_count).toBe(0)
  expect((await listEntryPage(tenant, query)).pagination.total_count).toBe(0)
})
