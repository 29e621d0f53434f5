import { addMonths, type IsoDate } from '../../calendar.ts'
import { type PenceAmount, prorateNearest } from '../../money.ts'
import type { PaymentKind } from '../../payroll/types.ts'
import { paymentLine } from '../payment-line.ts'
import { always, home, job, type NamedPersonSpec, salaries, wages } from './spec-builders.ts'

/** People with different pay frequencies and working patterns. */
export const payPatterns: NamedPersonSpec[] = [
  {
    userName: 'wilhelmina.oakapple',
    title: 'Ms',
    forename: 'Wilhelmina',
    surname: 'Oakapple',
    gender: 'female',
    dateOfBirth: '1988-05-14',
    about:
      'The simplest case: one monthly salary from the same employer for years, paid on the last working day.',
    addresses: always(home('7 Marmalade Row', 'bristol', '9ZX')),
    jobs: [
      job({
        employer: 'brindlewick',
        role: 'Accountant',
        department: 'Practice',
        startDate: '2019-09-02',
        terms: { rates: salaries(34_800, 36_000, 37_500) },
      }),
    ],
  },
  {
    userName: 'barnaby.thistlewick',
    title: 'Mr',
    forename: 'Barnaby',
    surname: 'Thistlewick',
    gender: 'male',
    dateOfBirth: '1979-11-02',
    about: 'Paid by the hour every Friday, a week in arrears, with overtime in about every other week.',
    addresses: always(home('31 Coppernib Lane', 'sheffield', '0QX')),
    jobs: [
      job({
        employer: 'oakmantle',
        role: 'Machine operator',
        department: 'Workshop',
        startDate: '2016-02-15',
        terms: {
          rates: wages(1_420, 1_480, 1_545),
          hours: { min: 3_900, max: 3_900 },
          overtime: { chance: 0.5, min: 200, max: 900 },
        },
      }),
    ],
  },
  {
    userName: 'percival.wobblestone',
    title: 'Mr',
    forename: 'Percival',
    surname: 'Wobblestone',
    gender: 'male',
    dateOfBirth: '1991-07-23',
    about: 'A baker who is paid by the hour every other Thursday, with a night allowance.',
    addresses: always(home('12 Gingernut Street', 'nottingham', '0YZ')),
    jobs: [
      job({
        employer: 'wimblehurst',
        role: 'Baker',
        department: 'Night bakery',
        startDate: '2021-06-07',
        terms: {
          rates: wages(1_295, 1_350, 1_410),
          hours: { min: 3_600, max: 4_000 },
          allowance: { description: 'Night allowance', amount: 6_000 },
        },
      }),
    ],
  },
  {
    userName: 'clementine.marrowfield',
    title: 'Mrs',
    forename: 'Clementine',
    surname: 'Marrowfield',
    gender: 'female',
    dateOfBirth: '1983-01-30',
    about: 'Paid every four weeks, thirteen times a year, for slightly varying hours.',
    addresses: always(home('58 Ladybird Terrace', 'leicester', '9YX')),
    jobs: [
      job({
        employer: 'nettlebank',
        role: 'Team leader',
        department: 'Store 118',
        startDate: '2018-10-01',
        terms: { rates: wages(1_310, 1_365, 1_420), hours: { min: 3_400, max: 3_900 } },
      }),
    ],
  },
  {
    userName: 'dashiell.pennyfeather',
    title: 'Mr',
    forename: 'Dashiell',
    surname: 'Pennyfeather',
    gender: 'male',
    dateOfBirth: '1995-03-08',
    about:
      'Two jobs at once: a monthly salary, and weekly evenings at a theatre where every pound is taxed at the basic rate (BR).',
    addresses: always(home('4 Hopscotch Avenue', 'liverpool', '0ZQ')),
    jobs: [
      job({
        employer: 'dapplegrove',
        role: 'Teaching assistant',
        department: 'Lower school',
        startDate: '2022-09-01',
        terms: { rates: salaries(25_200, 26_100, 27_000) },
      }),
      job({
        employer: 'tumbledown',
        role: 'Usher',
        department: 'Front of house',
        startDate: '2024-10-14',
        type: 'part_time',
        employment: {
          taxCodes: always({ code: 'BR', isCumulative: true }),
          pensions: always({ scheme: 'none', employeeRate: 0, employerRate: 0, of: 'qualifying' }),
        },
        terms: { rates: wages(1_180, 1_240, 1_300), hours: { min: 700, max: 1_400 } },
      }),
    ],
  },
  {
    userName: 'kit.hollowbrook',
    title: 'Mx',
    forename: 'Kit',
    surname: 'Hollowbrook',
    gender: 'male',
    dateOfBirth: '2000-12-19',
    about:
      'A zero-hours contract with an agency: some weeks are full, others have no work and therefore no payslip.',
    addresses: always(home('Flat 6, 90 Windfall Street', 'manchester', '9QY')),
    jobs: [
      job({
        employer: 'foxmere',
        role: 'Event steward',
        department: 'Placements',
        startDate: '2023-05-22',
        type: 'zero_hours',
        employment: {
          pensions: always({ scheme: 'none', employeeRate: 0, employerRate: 0, of: 'qualifying' }),
        },
        terms: {
          rates: wages(1_190, 1_260, 1_320),
          hours: { min: 600, max: 4_200 },
          noWork: { chance: 0.2, weeks: [{ from: '2026-01-05', to: '2026-02-01' }] },
        },
      }),
    ],
  },
  {
    userName: 'beatrice.nightjar',
    title: 'Mrs',
    forename: 'Beatrice',
    surname: 'Nightjar',
    gender: 'female',
    dateOfBirth: '1985-02-09',
    about:
      'A hospital nurse whose payslips have many lines: nights, Sundays, overtime, arrears, union and parking.',
    addresses: always(home('18 Candlesnuff Terrace', 'leeds', '9YX')),
    jobs: [
      job({
        employer: 'fennimoor',
        role: 'Staff nurse',
        department: 'Ward 7',
        startDate: '2014-10-06',
        employment: {
          loans: always({ plans: ['plan_1' as const] }),
          pensions: always({ scheme: 'net_pay', employeeRate: 830, employerRate: 1_438, of: 'pensionable' }),
        },
        terms: {
          rates: salaries(35_964, 37_338, 38_682),
          allowance: { description: 'Ward lead allowance', amount: 8_500 },
          extras: [
            ...nursingShifts(),
            { on: '2025-08-31', payment: paymentLine('arrears', 'Basic pay ARRS', 21_480) },
          ],
          deductions: [
            {
              from: '2024-04-01',
              to: '2027-04-05',
              deduction: { kind: 'other', description: 'Union subscription', amount: 1_740 },
            },
            {
              from: '2024-04-01',
              to: '2027-04-05',
              deduction: { kind: 'other', description: 'Staff car park', amount: 2_250 },
            },
          ],
        },
      }),
    ],
  },
]

/** Returns monthly shift payments that vary by month but not by seed. */
function nursingShifts() {
  const months = Array.from({ length: 36 }, (_, n) => addMonths('2024-04-30', n))
  return months.flatMap((on, n) => [
    hours(on, 'shift', 'Night duty EN', 2_250 + ((n * 7) % 5) * 750, 575),
    hours(on, 'shift', 'Sunday duty EN', 750 + ((n * 3) % 4) * 750, 1_150),
    ...(n % 3 === 1 ? [hours(on, 'overtime', 'Overtime OT', 750 + (n % 2) * 375, 2_840)] : []),
  ])
}

/** Returns an hourly payment; `quantity` is in hundredths of an hour, `rate` in pence an hour. */
function hours(on: IsoDate, kind: PaymentKind, description: string, quantity: number, rate: PenceAmount) {
  const amount = prorateNearest(quantity, rate, 100)
  return { on, payment: paymentLine(kind, description, amount, { quantity, rate, unit: 'hours' }) }
}
