import { expect, test } from 'vitest'
import { startApi } from '../../../test/api.ts'
import { atEnd } from '../../../test/at-end.ts'
import { aPayslip } from '../../../test/features/sample-payslips.ts'
import { createUser } from '../../../test/people.ts'
import { audit, type Tx } from '../../platform/database/tenancy.ts'
import { seal } from '../../platform/secrets/seal.ts'
import { openCoreDependencies } from '../../process/dependencies.ts'
import type { Payslip } from '../../vocabulary/payslip.ts'
import { addAccount } from '../accounts/service.ts'
import { storeRetrieved } from '../payroll/retrieval/store.ts'
import { figuresSealContext } from '../payroll/submissions/sealed-columns.ts'
import { openUser } from '../users/service.ts'

const { acme, rival, sql, config, world } = await startApi({}, 'api')
const { database, keyring } = await openCoreDependencies(config)
atEnd(() => database.close())

async function inTransaction<T>(work: (tx: Tx) => Promise<T>) {
  const { clientId } = world.clients.acme
  const actor = { kind: 'operator', id: 'test', requestId: 'test' } as const
  const tenant = database.tenant(clientId, actor, await keyring.of(clientId))
  return tenant.transaction((tx) => {
    audit(tx, 'test.acted')
    return work(tx)
  })
}

type Changes = { pay_date?: string; start?: string | null; net_pay?: string | null; employer?: string }

/**
 * Makes a payslip. By default, the employee lives in LS1 4AP, was born on 17 April 1988 and is paid 2,000.00 for a
 * month.
 */
function payslipWith({ start, net_pay, ...changes }: Changes): Payslip {
  const payslip = aPayslip(changes)
  const { income_information: income } = payslip
  if (start !== undefined) income.pay_interval_start = start
  if (net_pay !== undefined) income.earnings.net_pay = net_pay
  return payslip
}

/** Creates a user with one account for each list of payslips. */
async function aPaidUser(...accounts: Payslip[][]) {
  const { user_id } = await createUser(acme)
  const { body } = await acme('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
  const owner = { user_id, authorisation_id: body.id as string }
  for (const payslips of accounts)
    await inTransaction(async (tx) => {
      const account = await addAccount(tx, {
        ...owner,
        payroll_provider: 'sandbox-payroll',
        status: 'AUTHORISED',
        holder: { user_name: null, employee_name: null },
        reason: 'login-accepted',
      })
      await storeRetrieved(tx, account, { ...owner, payslips, now: new Date(), environment: 'sandbox' })
    })
  return user_id
}

const send = (user_id: string, path = '') => acme('GET', `/expenditure/${user_id}/ons${path}`)
const months = async (user_id: string) => (await send(user_id)).body.expenditures

test('reproduces the example of the guide line by line', async () => {
  const user_id = await aPaidUser([
    payslipWith({ pay_date: '2026-03-14', start: '2026-02-15', net_pay: '2184.00' }),
    payslipWith({ pay_date: '2026-04-11', start: '2026-03-15', net_pay: '2296.00' }),
  ])
  const march = {
    date: '2026-03-01T00:00:00.000Z',
    cost_of_living: '1603.18',
    housing: '740.79',
    total: '2343.97',
  }
  expect((await send(user_id)).body).toEqual({
    expenditures: [
      {
        date: '2026-04-01T00:00:00.000Z',
        cost_of_living: '968.42',
        housing: '496.39',
        total: '1464.81',
      },
      march,
      {
        date: '2026-02-01T00:00:00.000Z',
        cost_of_living: '968.71',
        housing: '501.26',
        total: '1469.97',
      },
    ],
  })
  const { model, months: worked, unused_payslips } = (await send(user_id, '/working')).body
  expect(model).toMatchObject({ id: 'ons-fye2024-1', weeks_per_year: '52.1775' })
  expect(model.tables).toHaveLength(5)
  expect(unused_payslips).toEqual([])
  const [april, middle] = worked
  const origin = { source: 'payslip', submission_id: middle.pay_periods[0].submission_id }
  expect(middle).toEqual({
    date: march.date,
    left_out: null,
    net_pay: '2486',
    post_codes_without_region: [],
    pay_periods: [
      expect.objectContaining({
        pay_interval_start: '2026-03-15',
        pay_interval_end: '2026-04-11',
        net_pay: '2296.00',
        days: 28,
        days_in_month: 17,
        share: '1394',
        employer_name: 'Quill & Thimble',
      }),
      expect.objectContaining({
        pay_interval_start: '2026-02-15',
        pay_interval_end: '2026-03-14',
        net_pay: '2184.00',
        days: 28,
        days_in_month: 14,
        share: '1092',
        trust_score: null,
      }),
    ],
    age: {
      date_of_birth: '1988-04-17',
      ...origin,
      on: '2026-03-31',
      years: 37,
      band: '30_49',
      factor: '1.01',
    },
    region: {
      post_code: 'LS1 4AP',
      ...origin,
      country: 'England',
      rule: 'area',
      matched: 'LS',
      factor: '1.0245',
    },
    weekly_net_pay: '571.7406928274',
    table_rows: {
      lower: { decile: 4, income: '556', cost_of_living: '331.3', housing: '151.9' },
      upper: { decile: 5, income: '677', cost_of_living: '405.2', housing: '163.3' },
    },
    cost_of_living: {
      slope: '0.6107438017',
      spent: '340.913530578',
      factor: '1.01',
      adjusted: '344.3226658838',
      index: 'cpi',
      index_month: '2026-03',
      index_note: null,
      index_value: '141',
      index_base: '131.675',
      price_factor: '1.0708183026',
      weekly: '368.7070126419',
      unrounded: '1603.1841793434',
      amount: '1603.18',
    },
    housing: {
      slope: '0.094214876',
      spent: '153.3830074234',
      factor: '1.0245',
      adjusted: '157.1408911053',
      index: 'cpih',
      index_month: '2026-03',
      index_note: null,
      index_value: '140.8',
      index_base: '129.8666666667',
      price_factor: '1.0841889117',
      weekly: '170.3704117117',
      unrounded: '740.7918464238',
      amount: '740.79',
    },
    expenditure: march,
  })
  expect(april.housing).toMatchObject({ index_month: '2026-03', index_note: 'last published index used' })
})

test('counts a payment known through two accounts once, and equal payments of two employers twice', async () => {
  const once = await months(await aPaidUser([payslipWith({})]))
  const both = [payslipWith({}), payslipWith({ pay_date: '2026-04-30' })]
  const twice = await aPaidUser(both, [payslipWith({ employer: 'QUILL & THIMBLE LTD' })])
  expect(await months(twice)).toEqual([once[0], expect.anything()])
  const { unused_payslips } = (await send(twice, '/working')).body
  expect(unused_payslips).toEqual([{ submission_id: expect.any(String), reason: 'known-twice' }])
  const two = await aPaidUser(
    [payslipWith({ net_pay: '1000.00' })],
    [payslipWith({ net_pay: '1000.00', employer: 'Oats' })],
  )
  expect(await months(two)).toEqual(once)
})

test('lists unusable payslips with the reason and estimates no month for them', async () => {
  const user_id = await aPaidUser([
    payslipWith({}),
    payslipWith({ pay_date: '2026-04-30', net_pay: null }),
    payslipWith({ pay_date: '2026-03-31', start: null }),
    payslipWith({ pay_date: '2026-02-28', start: '2026-03-01' }),
    payslipWith({ pay_date: '2026-01-31', start: '1026-01-01' }),
  ])
  const { months: worked, unused_payslips } = (await send(user_id, '/working')).body
  expect(worked.map(({ date }: { date: string }) => date)).toEqual(['2026-05-01T00:00:00.000Z'])
  expect(unused_payslips.map(({ reason }: { reason: string }) => reason)).toEqual([
    'no-net-pay',
    'no-dates',
    'dates-reversed',
    'too-long',
  ])
})

test('lists months that are left out, with the reason, in the working only', async () => {
  const islander = payslipWith({ pay_date: '2026-04-30' })
  islander.identity_information.address = {
    street: null,
    county: null,
    city: null,
    country: null,
    post_code: 'JE2 3AB',
  }
  const user_id = await aPaidUser([
    payslipWith({}),
    islander,
    payslipWith({ pay_date: '2026-03-31', net_pay: '-5.00' }),
  ])
  await acme('PATCH', `/users/${user_id}`, { post_codes: ['GY1 1AA'] })
  expect(await months(user_id)).toHaveLength(1)
  const { months: worked } = (await send(user_id, '/working')).body
  expect(worked).toMatchObject([
    { left_out: null },
    { left_out: 'no-region', post_codes_without_region: ['JE2 3AB', 'GY1 1AA'], expenditure: null },
    { left_out: 'net-pay-not-positive', net_pay: '-5', age: null, region: null, housing: null },
  ])
})

test('uses payslips stored before figures held personal data', async () => {
  const user_id = await aPaidUser([payslipWith({}), payslipWith({ pay_date: '2026-04-30' })])
  const before = (await send(user_id, '/working')).body
  const { submission_id } = before.months[0].pay_periods[0]
  const sealedFigures = await inTransaction(async (tx) => {
    const { key } = await openUser(tx, user_id)
    const [start, end] = ['2026-05-01', '2026-05-31']
    const figures = { pay_date: end, start, end, gross: '2500.00', net: '2000.00', leave: null }
    return seal(key, figuresSealContext(submission_id), JSON.stringify(figures))
  })
  await sql('update payroll_submissions set figures = $2 where id = $1', [submission_id, sealedFigures])
  expect((await send(user_id, '/working')).body).toEqual(before)
})

test('returns 404 for a user of another client', async () => {
  const user_id = await aPaidUser([payslipWith({})])
  for (const path of ['', '/working'])
    expect(await rival('GET', `/expenditure/${user_id}/ons${path}`)).toMatchObject({
      status: 404,
      body: { errors: [`User [${user_id}] not found`] },
      headers: { 'x-svc-error-code': 'not-found' },
    })
})

test('accepts a model id and audits the read', async () => {
  const user_id = await aPaidUser([payslipWith({})])
  expect((await send(user_id, '?model=ons-fye2024-1')).body).toEqual((await send(user_id)).body)
  expect((await send(user_id, '?model=ons-fye1066-1')).status).toBe(400)
  const { body } = await acme('GET', '/audit-log?limit=5')
  expect(JSON.stringify(body)).toContain('expenditure.read')
})
