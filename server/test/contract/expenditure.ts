import { expect } from 'vitest'
import { unknown } from './messages.ts'
import { needsApiKey, refusesRole } from './refusals.ts'
import { inArea, type Promised } from './row.ts'
import { type PayPeriod, pay } from './scenes.ts'
import { expenditure as estimate } from './shapes.ts'
import { type ContractWorld, look, nobodysId } from './world.ts'

const endpoint = 'GET /expenditure/{user_id}/ons'
const working = 'GET /expenditure/{user_id}/ons/working'

const march: PayPeriod = { start: '2026-03-01', end: '2026-03-31', net_pay: '2400.00' }
const april: PayPeriod = { start: '2026-04-01', end: '2026-04-30', net_pay: '2400.00' }
const person = { date_of_birth: '1988-04-17T00:00:00.000Z', post_codes: ['LS1 4AP'] }

/** Requests the estimate for a user with these details (null unsets a detail) and pay periods. */
async function askFor(world: ContractWorld, facts: object, periods: PayPeriod[], way = '') {
  const userId = await world.aPerson()
  await world.acme('PATCH', `/users/${userId}`, { ...person, ...facts })
  if (periods.length > 0) await pay(world, userId, periods)
  return world.acme('GET', `/expenditure/${userId}/ons${way}`)
}

const month = (start: string) => ({ ...estimate, date: `${start}T00:00:00.000Z` })

const estimates: Promised[] = [
  {
    endpoint,
    says: 'an estimate for each month, newest first',
    call: (world) => askFor(world, {}, [march, april]),
    expects: { status: 200, body: { expenditures: [month('2026-04-01'), month('2026-03-01')] } },
  },
  {
    endpoint,
    says: 'the total is the sum of its parts, to the penny',
    async call(world) {
      const reply = await askFor(world, {}, [march])
      const pence = (text: string) => Math.round(Number(text) * 100)
      return look(reply, ({ expenditures: [{ cost_of_living, housing, total }] }) => ({
        adds: pence(cost_of_living) + pence(housing) === pence(total),
      }))
    },
    expects: { status: 200, body: { adds: true } },
  },
  {
    endpoint,
    says: 'net pay is split across calendar months by overlapping days',
    call: (world) => askFor(world, {}, [{ ...march, start: '2026-03-16', end: '2026-04-12' }]),
    expects: { status: 200, body: { expenditures: [month('2026-04-01'), month('2026-03-01')] } },
  },
  {
    endpoint,
    says: 'a month whose net pay is zero or negative is left out',
    call: (world) => askFor(world, {}, [march, { ...april, net_pay: '0.00' }]),
    expects: { status: 200, body: { expenditures: [month('2026-03-01')] } },
  },
  {
    endpoint,
    says: 'a month without a postcode that has a region is left out',
    call: (world) =>
      askFor(world, { post_codes: null }, [
        { ...march, post_code: 'LS1 4AP' },
        { ...april, post_code: 'JE2 3AB' },
      ]),
    expects: { status: 200, body: { expenditures: [month('2026-03-01')] } },
  },
  {
    endpoint,
    says: 'the user’s first postcode that has a region stands in for the payslip’s',
    call: (world) => askFor(world, { post_codes: ['IM1 1AA', 'BT1 5GS'] }, [march]),
    expects: { status: 200, body: { expenditures: [month('2026-03-01')] } },
  },
  {
    endpoint,
    says: 'the payslip’s date of birth comes before the user’s',
    call: (world) =>
      askFor(world, { date_of_birth: '2030-01-01' }, [{ ...march, date_of_birth: '1988-04-17' }]),
    expects: { status: 200, body: { expenditures: [month('2026-03-01')] } },
  },
]

const messages: [says: string, facts: object, periods: PayPeriod[], errors: (string | RegExp)[]][] = [
  [
    'no date of birth on a payroll period or on the user',
    { date_of_birth: null },
    [march],
    ['[date_of_birth] param is missing on the user and its payslips'],
  ],
  [
    'no postcode on a payroll period or on the user',
    { post_codes: null },
    [march],
    ['[post_codes] param is missing on the user and its payslips'],
  ],
  [
    'one string per missing input',
    { date_of_birth: null, post_codes: null },
    [march],
    [
      '[date_of_birth] param is missing on the user and its payslips',
      '[post_codes] param is missing on the user and its payslips',
    ],
  ],
  [
    'all problems are reported at once',
    { date_of_birth: null, post_codes: ['JE2 3AB'] },
    [{ ...march, net_pay: '-1.00' }],
    [
      '[date_of_birth] param is missing on the user and its payslips',
      'Postcode JE2 3AB has no ONS region; supported: England, Wales, Scotland, Northern Ireland',
      'payroll periods have no positive net pay',
    ],
  ],
  [
    'a date of birth later than the month it applies to',
    { date_of_birth: '2030-01-01' },
    [march],
    [/^\[date_of_birth\] param 2030-01-01\S* is after the payslip month$/],
  ],
  [
    'an age above the oldest band of the model',
    { date_of_birth: '1870-01-01' },
    [march],
    [/^\[date_of_birth\] param 1870-01-01\S* gives an age over 150, the ONS model limit$/],
  ],
  [
    'no postcode has a region; one string per postcode tried',
    { post_codes: ['GY1 1AA', 'IM1 1AA'] },
    [march],
    ['GY1 1AA', 'IM1 1AA'].map(
      (code) => `Postcode ${code} has no ONS region; supported: England, Wales, Scotland, Northern Ireland`,
    ),
  ],
  ['no payroll periods with net pay and dates', {}, [], ['payroll periods are missing']],
  [
    'every month has zero or negative net pay',
    {},
    [
      { ...march, net_pay: '0.00' },
      { ...april, net_pay: '-12.00' },
    ],
    ['payroll periods have no positive net pay'],
  ],
]

export const expenditure = inArea('expenditure', [
  ...estimates,
  {
    endpoint,
    says: 'no such user',
    call: ({ acme }) => acme('GET', `/expenditure/${nobodysId}/ons`),
    expects: { status: 404, errors: [`User [${nobodysId}] not found`] },
  },
  {
    endpoint,
    says: 'no such user for this client',
    call: async ({ rival, aPerson }) => rival('GET', `/expenditure/${await aPerson()}/ons`),
    expects: { status: 404, errors: [/^User \[[0-9a-f-]{36}\] not found$/] },
  },
  {
    endpoint,
    says: 'a malformed id in the path names nobody',
    call: ({ acme }) => acme('GET', '/expenditure/not-an-id/ons'),
    expects: { status: 404, errors: ['User [not-an-id] not found'] },
  },
  ...messages.map(
    ([says, facts, periods, errors]): Promised => ({
      endpoint,
      says,
      call: (world) => askFor(world, facts, periods),
      expects: { status: 404, errors },
    }),
  ),
  ...needsApiKey(endpoint),
  refusesRole(endpoint, 'Support', 'FullMember'),
  {
    endpoint,
    says: 'a model that nobody knows',
    call: ({ acme }) => acme('GET', `/expenditure/${nobodysId}/ons?model=ons-fye1066-1`),
    expects: { status: 400, errors: [/^Field \[model\] is invalid: ./] },
  },
  {
    endpoint: working,
    says: 'how each month comes about, the ones that are left out too',
    call: (world) => askFor(world, {}, [march, { ...april, net_pay: '0.00' }], '/working'),
    expects: {
      status: 200,
      body: {
        model: expect.objectContaining({ id: 'ons-fye2024-1', weeks_per_year: '52.1775' }),
        months: [
          expect.objectContaining({ left_out: 'net-pay-not-positive', expenditure: null }),
          expect.objectContaining({ left_out: null, net_pay: '2400', expenditure: month('2026-03-01') }),
        ],
        unused_payslips: [],
      },
    },
  },
  {
    endpoint: working,
    says: 'missing data is reported with the same messages',
    call: (world) => askFor(world, {}, [], '/working'),
    expects: {
      status: 404,
      errors: ['payroll periods are missing'],
      headers: { 'x-svc-error-code': 'expenditure-inputs' },
    },
  },
  {
    endpoint: working,
    says: 'no such user for this client',
    call: async ({ rival, aPerson }) => rival('GET', `/expenditure/${await aPerson()}/ons/working`),
    expects: { status: 404, errors: [/^User \[[0-9a-f-]{36}\] not found$/] },
  },
  {
    endpoint: working,
    says: 'a query field that nobody knows',
    call: ({ acme }) => acme('GET', `/expenditure/${nobodysId}/ons/working?month=2026-03`),
    expects: { status: 400, errors: [unknown('month')] },
  },
  ...needsApiKey(working),
  refusesRole(working, 'Support', 'FullMember'),
])
