import { expect, test } from 'vitest'
import { startEngine } from '../../../../test/engine.ts'
import { aPayslip } from '../../../../test/features/sample-payslips.ts'
import { aUser } from '../../../../test/people.ts'
import { addDays } from '../../../vocabulary/days.ts'
import type { Payslip } from '../../../vocabulary/payslip.ts'
import { addAccount, requireLockedAccount } from '../../accounts/service.ts'
import { acceptTerm } from '../../authorisations/service.ts'
import { newUser } from '../../users/schemas.ts'
import { createUser } from '../../users/service.ts'
import { listSubmissionPage } from '../service.ts'
import { storeRetrieved } from './store.ts'

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
const environment = 'sandbox'

async function anAccount() {
  const { user_id } = await createUser(tenant, newUser(environment).parse(aUser()))
  const { id: authorisation_id } = await acceptTerm(
    tenant,
    caller,
    { user_id, user_agent: 'Browser 1' },
    { ip: '127.0.0.1', userAgent: null },
  )
  const { id } = await engine.inTransaction((tx) =>
    addAccount(tx, {
      user_id,
      payroll_provider: 'sandbox-payroll',
      authorisation_id,
      status: 'AUTHORISED',
      holder: { user_name: 'wilhelmina', employee_name: null },
      reason: 'connected',
    }),
  )
  const store = (payslips: Payslip[], now = new Date('2026-06-15T09:00:00Z')) =>
    engine.inTransaction(async (tx) =>
      storeRetrieved(tx, await requireLockedAccount(tx, id), {
        payslips,
        authorisation_id,
        now,
        environment,
      }),
    )
  const list = async () =>
    (await listSubmissionPage(tenant, { user_id, offset: 1, limit: 100 })).payroll_submissions
  const row = async () =>
    (await sql('select *, latest_pay_date::text as latest from accounts where id = $1', [id]))[0]
  return { user_id, id, store, list, row }
}

const months = (count: number, changes = {}) =>
  Array.from({ length: count }, (_, n) => {
    const end = addDays(new Date(Date.UTC(2025, 5 + n, 1)).toISOString().slice(0, 10), -1)
    return aPayslip({ pay_date: end, ...changes })
  })

const payDays = (list: Awaited<ReturnType<Awaited<ReturnType<typeof anAccount>>['list']>>) =>
  list.map(({ income_information }) => income_information.pay_date.slice(0, 10))

test('stores a payslip once, however often and in whatever order it is retrieved', async () => {
  const { store, list } = await anAccount()
  const year = months(12)
  expect(await store([...year, ...year])).not.toBeNull()
  expect(await store(year.toReversed())).toBeNull()
  expect(await store([...months(13)])).not.toBeNull()
  const days = payDays(await list())
  expect(days.length).toBe(13)
  expect(days).toEqual(days.toSorted().reverse())
})

test('distinguishes payslips by employer, date, interval and amounts', async () => {
  const { store, list } = await anAccount()
  const one = aPayslip()
  const other = (change: (payslip: Payslip) => void) => {
    const copy = structuredClone(one)
    change(copy)
    return copy
  }
  await store([
    one,
    other((p) => (p.employment_information.employer_name = 'Marrow & Daughters')),
    other((p) => (p.income_information.pay_date = '2026-06-01')),
    other((p) => (p.income_information.pay_interval_start = '2026-05-02')),
    other((p) => (p.income_information.earnings.net_pay = '1999.99')),
    other((p) => (p.income_information.deductions.total_deductions = '500.01')),
  ])
  expect((await list()).length).toBe(6)
  // A payslip with a corrected address is still the same payslip.
  await store([other((p) => (p.identity_information.address = null))])
  expect((await list()).length).toBe(6)
})

test('recognises an employer with a new name by its tax reference', async () => {
  const { store, list } = await anAccount()
  const named = (name: string, count: number) =>
    months(count).map((payslip) => ({
      ...payslip,
      employment_information: {
        ...payslip.employment_information,
        employer_name: name,
        employer_tax_reference: '951/BL204',
      },
    }))
  await store(named('Brindle Ltd', 6))
  await store(named('Wick plc', 12))
  const [newest] = await list()
  expect((await list()).length).toBe(12)
  expect(newest?.income_information.earnings.rolling_12m_income).toEqual({
    gross_pay: '30000.00',
    net_pay: '24000.00',
  })
})

test('totals the rolling income per employment, separately after a return to the same employer', async () => {
  const { store, list } = await anAccount()
  const returned = months(2).map((payslip) => ({
    ...payslip,
    employment_information: { ...payslip.employment_information, start_date: '2025-05-01' },
    income_information: {
      ...payslip.income_information,
      earnings: { ...payslip.income_information.earnings, net_pay: '1.00' },
    },
  }))
  await store([...months(12), ...months(12, { employer: 'Second Job', gross: '100.00' }), ...returned])
  const incomes = (await list()).map(({ employment_information: { employer_name }, income_information }) => [
    employer_name,
    income_information.earnings.rolling_12m_income?.gross_pay ?? null,
  ])
  expect(incomes).toContainEqual(['Quill & Thimble', '30000.00'])
  expect(incomes).toContainEqual(['Second Job', '1200.00'])
  expect(incomes.filter(([, sum]) => sum !== null).length).toBe(2)
})

test('updates the account from its newest payslips', async () => {
  const { store, row } = await anAccount()
  await store(months(12))
  expect(await row()).toMatchObject({ latest: '2026-04-30', is_employment_over: false })
  expect((await row()).next_look_at.getTime()).toBeGreaterThan(Date.parse('2026-06-15T09:00:00Z'))
  // This payslip is already stored, but now has a leave date.
  await store([aPayslip({ pay_date: '2026-04-30', leave_date: '2026-05-04' })])
  expect(await row()).toMatchObject({ latest: '2026-04-30', is_employment_over: true })
  await store([aPayslip({ pay_date: '2026-05-31', employer: 'The next one' })])
  expect(await row()).toMatchObject({ latest: '2026-05-31', is_employment_over: false })
  await store([aPayslip({ pay_date: '2026-05-31', employer: 'The next one', leave_date: '2026-06-30' })])
  expect((await row()).is_employment_over).toBe(false)
  await store([], new Date('2026-07-01T00:00:00Z'))
  expect(await row()).toMatchObject({ latest: '2026-05-31', is_employment_over: false })
})

test('does not make an account due again if the clock of the worker is behind', async () => {
  const { id, store, row } = await anAccount()
  const swept = new Date('2026-06-22T01:00:00Z')
  await sql('update accounts set next_look_at = $2 where id = $1', [id, swept])
  await store(months(1), new Date('2026-06-15T09:00:00Z'))
  expect((await row())?.next_look_at).toEqual(swept)
  await store(months(2), new Date('2026-06-29T09:00:00Z'))
  expect((await row())?.next_look_at > new Date('2026-06-29T09:00:00Z')).toBe(true)
})

test('stores 300 payslips with many earnings lines in one transaction', async () => {
  const { store, user_id } = await anAccount()
  const line = aPayslip().income_information.earnings.earning_elements[0]
  const many = Array.from({ length: 300 }, (_, n) => {
    const payslip = aPayslip({ pay_date: addDays('2020-01-03', n * 7), gross: `${1000 + n}.00` })
    payslip.income_information.earnings.earning_elements = Array.from(
      { length: 15 },
      () => ({ ...line }) as never,
    )
    return payslip
  })
  await store([aPayslip()])
  await store(many)
  const transactions = await sql(
    'select count(*)::int from payroll_submissions where user_id = $1 group by xmin order by 1',
    [user_id],
  )
  expect(transactions).toEqual([{ count: 1 }, { count: 300 }])
})
