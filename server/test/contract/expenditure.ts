import { expect } from 'vitest'
import { unknown } from './messages.ts'
import { inArea, type Row } from './row.ts'
import { type PayPeriod, pay } from './scenes.ts'
import { expenditure as estimate } from './shapes.ts'
import { rejectsRole, requiresApiKey } from './shared-rows.ts'
import { type ContractWorld, mapBody, unknownId } from './world.ts'

const endpoint = 'GET /expenditure/{user_id}/ons'
const working = 'GET /expenditure/{user_id}/ons/working'

const march: PayPeriod = { start: '2026-03-01', end: '2026-03-31', net_pay: '2400.00' }
const april: PayPeriod = { start: '2026-04-01', end: '2026-04-30', net_pay: '2400.00' }
const person = { date_of_birth: '1988-04-17T00:00:00.000Z', post_codes: ['LS1 4AP'] }

/** Requests the estimate for a user with these details (null unsets a detail) and pay periods. */
async function requestEstimate(world: ContractWorld, facts: object, periods: PayPeriod[], way = '') {
  const userId = await world.createUserId()
  await world.acme('PATCH', `/users/${userId}`, { ...person, ...facts })
  if (periods.length > 0) await pay(world, userId, periods)
  return world.acme('GET', `/expenditure/${userId}/ons${way}`)
}

const month = (start: string) => ({ ...estimate, date: `${start}T00:00:00.000Z` })

const estimates: Row[] = [
  {
    endpoint,
    title: 'returns an estimate for each month, newest first',
    call: (world) => requestEstimate(world, {}, [march, april]),
    expects: { status: 200, body: { expenditures: [month('2026-04-01'), month('2026-03-01')] } },
  },
  {
    endpoint,
    title: 'the total is the exact sum of cost of living and housing',
    async call(world) {
      const reply = await requestEstimate(world, {}, [march])
      const pence = (text: string) => Math.round(Number(text) * 100)
      return mapBody(reply, ({ expenditures: [{ cost_of_living, housing, total }] }) => ({
        adds: pence(cost_of_living) + pence(housing) === pence(total),
      }))
    },
    expects: { status: 200, body: { adds: true } },
  },
  {
    endpoint,
    title: 'net pay is split across calendar months by overlapping days',
    call: (world) => requestEstimate(world, {}, [{ ...march, start: '2026-03-16', end: '2026-04-12' }]),
    expects: { status: 200, body: { expenditures: [month('2026-04-01'), month('2026-03-01')] } },
  },
  {
    endpoint,
    title: 'omits a month whose net pay is zero or negative',
    call: (world) => requestEstimate(world, {}, [march, { ...april, net_pay: '0.00' }]),
    expects: { status: 200, body: { expenditures: [month('2026-03-01')] } },
  },
  {
    endpoint,
    title: 'omits a month without a postcode that has a region',
    call: (world) =>
      requestEstimate(world, { post_codes: null }, [
        { ...march, post_code: 'LS1 4AP' },
        { ...april, post_code: 'JE2 3AB' },
      ]),
    expects: { status: 200, body: { expenditures: [month('2026-03-01')] } },
  },
  {
    endpoint,
    title: 'the user’s first postcode with a region replaces the payslip’s',
    call: (world) => requestEstimate(world, { post_codes: ['IM1 1AA', 'BT1 5GS'] }, [march]),
    expects: { status: 200, body: { expenditures: [month('2026-03-01')] } },
  },
  {
    endpoint,
    title: 'the payslip’s date of birth takes precedence over the user’s',
    call: (world) =>
      requestEstimate(world, { date_of_birth: '2030-01-01' }, [{ ...march, date_of_birth: '1988-04-17' }]),
    expects: { status: 200, body: { expenditures: [month('2026-03-01')] } },
  },
]

const messages: [title: string, facts: object, periods: PayPeriod[], errors: (string | RegExp)[]][] = [
  [
    'neither the payslips nor the user have a date of birth',
    { date_of_birth: null },
    [march],
    ['[date_of_birth] param is missing on the user and its payslips'],
  ],
  [
    'neither the payslips nor the user have a postcode',
    { post_codes: null },
    [march],
    ['[post_codes] param is missing on the user and its payslips'],
  ],
  [
    'reports each missing input in its own string',
    { date_of_birth: null, post_codes: null },
    [march],
    [
      '[date_of_birth] param is missing on the user and its payslips',
      '[post_codes] param is missing on the user and its payslips',
    ],
  ],
  [
    'reports all problems at once',
    { date_of_birth: null, post_codes: ['JE2 3AB'] },
    [{ ...march, net_pay: '-1.00' }],
    [
      '[date_of_birth] param is missing on the user and its payslips',
      'Postcode JE2 3AB has no ONS region; supported: England, Wales, Scotland, Northern Ireland',
      'payroll periods have no positive net pay',
    ],
  ],
  [
    'a date of birth after the payslip month',
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
    'reports each postcode without a region',
    { post_codes: ['GY1 1AA', 'IM1 1AA'] },
    [march],
    ['GY1 1AA', 'IM1 1AA'].map(
      (code) => `Postcode ${code} has no ONS region; supported: England, Wales, Scotland, Northern Ireland`,
    ),
  ],
  ['a user without payslips', {}, [], ['payroll periods are missing']],
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
    title: 'an unknown user id is not found',
    call: ({ acme }) => acme('GET', `/expenditure/${unknownId}/ons`),
    expects: { status: 404, errors: [`User [${unknownId}] not found`] },
  },
  {
    endpoint,
    title: 'another client’s user is not found',
    call: async ({ rival, createUserId }) => rival('GET', `/expenditure/${await createUserId()}/ons`),
    expects: { status: 404, errors: [/^User \[[0-9a-f-]{36}\] not found$/] },
  },
  {
    endpoint,
    title: 'a malformed user id is not found',
    call: ({ acme }) => acme('GET', '/expenditure/not-an-id/ons'),
    expects: { status: 404, errors: ['User [not-an-id] not found'] },
  },
  ...messages.map(
    ([title, facts, periods, errors]): Row => ({
      endpoint,
      title,
      call: (world) => requestEstimate(world, facts, periods),
      expects: { status: 404, errors },
    }),
  ),
  ...requiresApiKey(endpoint),
  rejectsRole(endpoint, 'Support', 'FullMember'),
  {
    endpoint,
    title: 'an unknown model is refused',
    call: ({ acme }) => acme('GET', `/expenditure/${unknownId}/ons?model=ons-fye1066-1`),
    expects: { status: 400, errors: [/^Field \[model\] is invalid: ./] },
  },
  {
    endpoint: working,
    title: 'shows how each month was calculated, including the omitted ones',
    call: (world) => requestEstimate(world, {}, [march, { ...april, net_pay: '0.00' }], '/working'),
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
    title: 'missing data is reported with the same messages',
    call: (world) => requestEstimate(world, {}, [], '/working'),
    expects: {
      status: 404,
      errors: ['payroll periods are missing'],
      headers: { 'x-svc-error-code': 'expenditure-inputs' },
    },
  },
  {
    endpoint: working,
    title: 'another client’s user is not found',
    call: async ({ rival, createUserId }) => rival('GET', `/expenditure/${await createUserId()}/ons/working`),
    expects: { status: 404, errors: [/^User \[[0-9a-f-]{36}\] not found$/] },
  },
  {
    endpoint: working,
    title: 'reports an unknown query field by name',
    call: ({ acme }) => acme('GET', `/expenditure/${unknownId}/ons/working?month=2026-03`),
    expects: { status: 400, errors: [unknown('month')] },
  },
  ...requiresApiKey(working),
  rejectsRole(working, 'Support', 'FullMember'),
])
