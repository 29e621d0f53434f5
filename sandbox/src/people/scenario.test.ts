import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../calendar.ts'
import { SandboxHttpError } from '../http-error.ts'
import { decimal, totalOf } from '../money.ts'
import type { GeneratedPayslip } from '../payroll/types.ts'
import { readScenario } from './scenario.ts'
import { ScenarioSchema } from './scenario-schema.ts'
import { openWorld } from './world.ts'

const folder = new URL('../../scenarios/', import.meta.url)
const example = (name: string) => JSON.parse(readFileSync(new URL(name, folder), 'utf8'))

const world = openWorld({ seed: 'scenarios' })

function addToWorld(json: unknown) {
  const { person, runs, behaviour } = readScenario(json)
  world.put(person, runs)
  return { person, behaviour, payslips: person.jobs.flatMap((job) => world.payslips(job, world.endDate)) }
}

test('every example scenario gives the same person each time and is paid into the bank', () => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  expect(names.length).toBeGreaterThanOrEqual(2)
  for (const name of names) {
    const { person, payslips } = addToWorld(example(name))
    expect(readScenario(example(name)).person).toEqual(person)
    expect(payslips.length).toBeGreaterThan(0)
    const credits = world
      .statements(person, world.endDate)
      .flatMap(({ transactions }) => transactions.filter(({ kind }) => kind === 'salary'))
    expect(credits.map(({ amount }) => amount)).toEqual(payslips.map(({ netPay }) => netPay))
  }
})

test('payslips reflect the raise, the bonus, the unpaid week and the new tax code of the terms', () => {
  const { payslips, behaviour } = addToWorld(example('steady-with-a-raise.json'))
  const of = (month: string) => payslips.find(({ payDate }) => payDate.startsWith(month))
  expect(of('2025-09')?.grossPay).toBe(300_000)
  expect(of('2025-10')?.grossPay).toBe(320_000)
  expect(of('2025-12')?.grossPay).toBe(370_000)
  expect(of('2026-03')?.payments.map(({ kind }) => kind)).toEqual(['basic', 'absence'])
  expect(of('2025-12')?.taxCode).toBe('1257L')
  expect(of('2026-01')?.taxCode).toBe('1131N')
  expect(behaviour).toBe('mfa:code')
})

test('payments given payslip by payslip are paid as given; only tax and National Insurance are calculated', () => {
  const { payslips, person } = addToWorld(example('given-payslip-by-payslip.json'))
  expect(
    payslips.map(({ payDate, start, end, grossPay, incomeTax }) => [
      payDate,
      start,
      end,
      grossPay,
      incomeTax,
    ]),
  ).toEqual([
    ['2026-09-11', '2026-08-31', '2026-09-06', 31_000, 6_200],
    ['2026-09-18', '2026-09-07', '2026-09-13', 33_460, 6_200],
    ['2026-09-25', '2026-09-14', '2026-09-20', 15_500, 3_100],
  ])
  expect(payslips[2]?.deductions.at(-1)).toEqual({
    kind: 'loan',
    description: 'Advance repaid',
    amount: 5_000,
  })
  expect([person.forename, person.surname]).toEqual(['Petronella', 'Gorsewood'])
})

const job = { employer: { id: 'oakmantle' }, pay: { salary: '30000.00' } }
const person = { user_name: 'ada.testwood' }
const address = { street: '1 Inkpot Row', city: 'Leeds', post_code: 'LS8 9ZX', country: 'England' }

test.each([
  ['[person.user_name] must be like forename.surname', { person: { user_name: 'person.12' } }],
  ['[person.ni_number] must be QQ', { person: { ...person, ni_number: 'AB123456C' } }],
  ['[person.email] must be at example.com', { person: { ...person, email: 'a@firm.co.uk' } }],
  ['[nickname] is not known', { person: { ...person, nickname: 'Ada' } }],
  [
    '[jobs.0.pay.salary] must be an amount such as 2500.00',
    { person, jobs: [{ ...job, pay: { salary: '30,000' } }] },
  ],
  ['[jobs.0.pay.salary] must be a string', { person, jobs: [{ ...job, pay: { salary: 30000 } }] }],
  ['[jobs.0.pay] must have either pay or payslips', { person, jobs: [{ employer: job.employer }] }],
  ['[jobs.0.employer] must have either an id or a name', { person, jobs: [{ ...job, employer: {} }] }],
  [
    '[jobs.0.leave_date] must not be before start_date',
    { person, jobs: [{ ...job, leave_date: '2019-01-01' }] },
  ],
  ['[jobs.0.pay_day] must be a weekday', { person, jobs: [{ ...job, frequency: 'weekly', pay_day: 28 }] }],
  [
    '[jobs.0.tax_codes.0.code] must be a tax code',
    { person, jobs: [{ ...job, tax_codes: [{ code: 'FREE' }] }] },
  ],
  [
    '[jobs.0.payslips.0.pay_date] must be a day from 2024-04-06 to 2027-04-05',
    {
      person,
      jobs: [
        {
          employer: job.employer,
          payslips: [{ pay_date: '2023-01-31', payments: [{ kind: 'basic', amount: '1.00' }] }],
        },
      ],
    },
  ],
  [
    '[jobs.0.raises.0] must be a raise of salary',
    { person, jobs: [{ ...job, raises: [{ from: '2025-01-01', hourly: '12.00' }] }] },
  ],
  ['[person.forename] must be a single line', { person: { ...person, forename: 'Ada\nMay' } }],
  [
    '[person.addresses.1] must be later than the previous entry',
    { person: { ...person, addresses: [{ ...address, from: '2025-01-01' }, address] } },
  ],
  [
    '[jobs.0.payslips.0] must not be taxed, insured or pensioned on more than it pays',
    {
      person,
      jobs: [
        {
          employer: job.employer,
          payslips: [
            {
              pay_date: '2026-01-30',
              payments: [
                { kind: 'basic', amount: '9000.00' },
                { kind: 'expenses', amount: '-9000.00' },
              ],
            },
          ],
        },
      ],
    },
  ],
  [
    '[jobs.1.has_p45] must follow a job that ended before this one begins',
    { person, jobs: [job, { ...job, start_date: '2025-06-02', has_p45: true }] },
  ],
  ['[jobs] must have at most 5 entries', { person, jobs: Array(6).fill(job) }],
  ['[behaviour] must be like', { person, behaviour: 'drop table' }],
  ['[person] is missing', {}],
  ['[body] must be an object', 'a text'],
])('rejects an invalid field by name: %s', (message, json) => {
  expect(() => readScenario(json)).toThrow(message)
})

test('a user name alone is enough for a person with an address', () => {
  const { person, payslips } = addToWorld({ person: { user_name: 'ada.testwood' } })
  expect(person).toMatchObject({ forename: 'Ada', surname: 'Testwood', jobs: [] })
  expect(person.niNumber).toMatch(/^QQ\d{6}[A-D]$/)
  expect(person.addresses[0]?.postCode).toMatch(/^[A-Z]{1,2}\d/)
  expect(payslips).toEqual([])
})

test('any other JSON is rejected without an internal error', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (json) => {
      expect(() => readScenario(json)).toThrow(SandboxHttpError)
      expect(() => readScenario({ person, jobs: [json] })).toThrow(SandboxHttpError)
    }),
    { numRuns: 200 },
  )
})

const day = fc.integer({ min: 0, max: 1_094 }).map((days) => addDays('2024-04-06', days))
const pounds = (maxPounds: number) => fc.integer({ min: 0, max: maxPounds * 100 }).map(decimal)
const taxCode = fc.constantFrom('1257L', 'S1257L', 'CK475', 'BR', 'SD3', '0T', 'NT')
const jobs = fc.record(
  {
    employer: fc.constantFrom({ id: 'oakmantle' }, { name: 'Any Firm' }),
    pay: fc.oneof(
      fc.record({ salary: pounds(300_000) }),
      fc.record({ hourly: pounds(90), hours: fc.constantFrom('7.50', '37.50', '0.00') }),
    ),
    frequency: fc.constantFrom('weekly', 'fortnightly', 'four_weekly', 'monthly'),
    pay_day: fc.integer({ min: 1, max: 5 }),
    start_date: day,
    tax_codes: fc
      .tuple(taxCode, fc.option(fc.record({ from: day, code: taxCode }), { nil: undefined }))
      .map(([code, change]) => [{ code }, ...(change ? [change] : [])]),
    loans: fc.constantFrom([], ['plan_1'], ['plan_5', 'postgraduate']),
    pension: fc.record({
      scheme: fc.constantFrom('net_pay', 'sacrifice'),
      employee: fc.constantFrom('5.00', '50.00'),
    }),
    is_director: fc.boolean(),
    extras: fc.array(
      fc.record({ on: day, kind: fc.constantFrom('bonus', 'expenses'), amount: pounds(20_000) }),
      { maxLength: 5 },
    ),
    absences: day.chain((from) =>
      fc
        .constantFrom('unpaid', 'sick', 'maternity', 'paternity')
        .map((kind) => [{ kind, from, to: '2027-04-05' }]),
    ),
    deductions: day.map((from) => [{ kind: 'loan', from, to: '2027-04-05', amount: '250.00' }]),
  },
  { requiredKeys: ['employer', 'pay'] },
)

test('P45 figures are carried into the next job of the same tax year only', () => {
  const first = { ...job, leave_date: '2025-08-31' }
  const { person: carrier, payslips } = addToWorld({
    person,
    jobs: [first, { ...job, start_date: '2025-09-08', has_p45: true }],
  })
  const last = payslips.findLast(({ payDate }) => payDate < '2025-09-08')
  expect(carrier.jobs[1]?.employment.p45Figures).toEqual({
    taxYear: '2025-26',
    taxablePay: last?.yearToDate.taxablePay,
    incomeTax: last?.yearToDate.incomeTax,
  })
})

/** Generates jobs with one payslip of arbitrary lines; the schema rejects most of them. */
const jobsWithPayslips = fc
  .array(
    fc.record(
      {
        kind: fc.constantFrom('basic', 'bonus', 'expenses', 'absence'),
        amount: fc.integer({ min: -900_000, max: 900_000 }).map(decimal),
        is_taxable: fc.boolean(),
        is_niable: fc.boolean(),
        is_pensionable: fc.boolean(),
      },
      { requiredKeys: ['kind', 'amount'] },
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((payments) => ({
    employer: { id: 'oakmantle' },
    pension: { scheme: 'net_pay', employee: '50.00', of: 'pensionable' },
    tax_codes: [{ code: 'K999' }],
    payslips: [{ pay_date: '2026-01-30', payments }],
  }))

test('every scenario that the schema allows has payslips that add up and no negative net pay', () => {
  const isConsistent = ({ payments, grossPay, netPay, totalDeductions }: GeneratedPayslip) =>
    totalOf(payments.map(({ amount }) => amount)) === grossPay &&
    grossPay - totalDeductions === netPay &&
    netPay >= 0
  let accepted = 0
  fc.assert(
    fc.property(jobs, (job) => addToWorld({ person, jobs: [job] }).payslips.every(isConsistent)),
    { numRuns: 150 },
  )
  fc.assert(
    fc.property(jobsWithPayslips, (job) => {
      if (!ScenarioSchema.safeParse({ person, jobs: [job] }).success) return true
      accepted++
      return addToWorld({ person, jobs: [job] }).payslips.every(isConsistent)
    }),
    { numRuns: 500 },
  )
  expect(accepted).toBeGreaterThan(50)
})
