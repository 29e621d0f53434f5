import { paymentLine } from '../payment-line.ts'
import { always, home, job, type NamedPersonSpec, salaries, wages } from './spec-builders.ts'

/** People with different deductions: tax codes, National Insurance, loans, pensions and court orders. */
export const deductions: NamedPersonSpec[] = [
  {
    userName: 'eudora.brackenmoor',
    title: 'Ms',
    forename: 'Eudora',
    surname: 'Brackenmoor',
    gender: 'female',
    dateOfBirth: '1971-09-09',
    about:
      'A company director: National Insurance is calculated over the whole tax year, so the first payslips show none.',
    addresses: always(home('2 Weathervane Rise', 'brighton', '9XX')),
    jobs: [
      job({
        employer: 'starling-moth',
        role: 'Director',
        department: 'Studio',
        startDate: '2012-04-06',
        employment: { isDirector: true },
        terms: { rates: salaries(72_000, 75_000, 78_000) },
      }),
    ],
  },
  {
    userName: 'fergus.mactumble',
    title: 'Mr',
    forename: 'Fergus',
    surname: 'MacTumble',
    gender: 'male',
    dateOfBirth: '1985-11-30',
    about: 'Lives in Edinburgh and pays income tax by the Scottish bands (S1257L).',
    addresses: always(home('19 Toadflax Gardens', 'edinburgh', '9ZY')),
    jobs: [
      job({
        employer: 'glenfirkin',
        role: 'Master blender',
        department: 'Blending',
        startDate: '2015-03-02',
        employment: { taxCodes: always({ code: 'S1257L', isCumulative: true }) },
        terms: { rates: salaries(52_000, 54_000, 56_500) },
      }),
    ],
  },
  {
    userName: 'carys.honeydew',
    title: 'Miss',
    forename: 'Carys',
    surname: 'Honeydew',
    gender: 'female',
    dateOfBirth: '1994-03-01',
    about: 'Lives in Cardiff: a Welsh tax code (C1257L), with the same bands as in England.',
    addresses: always(home('45 Dandelion Way', 'cardiff', '0XY')),
    jobs: [
      job({
        employer: 'cwmblodyn',
        role: 'Food technologist',
        department: 'Laboratory',
        startDate: '2020-11-16',
        employment: { taxCodes: always({ code: 'C1257L', isCumulative: true }) },
        terms: { rates: salaries(33_000, 34_200, 35_500) },
      }),
    ],
  },
  {
    userName: 'gwendolyn.larkspur',
    title: 'Ms',
    forename: 'Gwendolyn',
    surname: 'Larkspur',
    gender: 'female',
    dateOfBirth: '1997-08-21',
    about: 'Repays a student loan (plan 2) and pays 6% of her salary into the pension by salary sacrifice.',
    addresses: always(home('Flat 11, 3 Cartographers Close', 'cambridge', '9XZ')),
    jobs: [
      job({
        employer: 'marlowick',
        role: 'Software engineer',
        department: 'Product',
        startDate: '2022-01-10',
        employment: {
          loans: always({ plans: ['plan_2' as const] }),
          pensions: always({ scheme: 'sacrifice', employeeRate: 600, employerRate: 600, of: 'pensionable' }),
        },
        terms: { rates: salaries(45_000, 47_500, 50_000) },
      }),
    ],
  },
  {
    userName: 'xavier.inkwell',
    title: 'Dr',
    forename: 'Xavier',
    surname: 'Inkwell',
    gender: 'male',
    dateOfBirth: '1993-04-17',
    about: 'Repays a postgraduate loan and a student loan (plan 2) at the same time.',
    addresses: always(home('83 Inkpot Road', 'newcastle', '0QZ')),
    jobs: [
      job({
        employer: 'bluetarn',
        role: 'Analyst',
        department: 'Markets',
        startDate: '2021-09-20',
        employment: { loans: always({ plans: ['plan_2' as const, 'postgraduate' as const] }) },
        terms: { rates: salaries(46_000, 47_800, 49_500) },
      }),
    ],
  },
  {
    userName: 'quentin.snowberry',
    title: 'Mr',
    forename: 'Quentin',
    surname: 'Snowberry',
    gender: 'male',
    dateOfBirth: '1976-06-05',
    about:
      'Has a company car and therefore a K code (K475), which adds to taxable pay. Commission every quarter.',
    addresses: always(home('9 Quicksilver Lane', 'swansea', '9QX')),
    jobs: [
      job({
        employer: 'umbercombe',
        role: 'Sales executive',
        department: 'Showroom',
        startDate: '2014-08-04',
        employment: { taxCodes: always({ code: 'CK475', isCumulative: true }) },
        terms: {
          rates: salaries(33_000, 34_000, 35_000),
          extras: [
            ...([2024, 2025, 2026] as const).flatMap((year) =>
              ['06-15', '09-15', '12-15'].map((date, n) => ({
                on: `${year}-${date}`,
                payment: paymentLine('commission', 'Commission', 90_000 + n * 31_550),
              })),
            ),
          ],
        },
      }),
    ],
  },
  {
    userName: 'ottoline.brambleby',
    title: 'Mrs',
    forename: 'Ottoline',
    surname: 'Brambleby',
    gender: 'female',
    dateOfBirth: '1982-02-11',
    about:
      'The tax code changes mid-year: 1257L, then 1257L on a month 1 basis, then 1131N after transferring part of the allowance to her husband.',
    addresses: always(home('26 Spindleberry Rise', 'york', '0XQ')),
    jobs: [
      job({
        employer: 'quillmarsh',
        role: 'Lecturer',
        department: 'School of Letters',
        startDate: '2013-09-01',
        employment: {
          taxCodes: [
            ...always({ code: '1257L', isCumulative: true }),
            { from: '2025-08-20', code: '1257L', isCumulative: false },
            { from: '2025-11-12', code: '1131N', isCumulative: true },
          ],
        },
        terms: { rates: salaries(43_200, 44_600, 46_000) },
      }),
    ],
  },
  {
    userName: 'tobias.eldermere',
    title: 'Mr',
    forename: 'Tobias',
    surname: 'Eldermere',
    gender: 'male',
    dateOfBirth: '1957-10-12',
    about:
      'Over State Pension age: NI letter C, so no National Insurance is deducted. Works two days a week at an aquarium.',
    addresses: always(home('1 Lamplighter Row', 'hull', '9YQ')),
    jobs: [
      job({
        employer: 'winklesby',
        role: 'Visitor host',
        department: 'Visitors',
        startDate: '2023-03-13',
        type: 'part_time',
        employment: {
          niLetters: always({ letter: 'C' as const }),
          // The State Pension uses up most of the personal allowance.
          taxCodes: always({ code: '62T', isCumulative: true }),
          pensions: always({ scheme: 'none', employeeRate: 0, employerRate: 0, of: 'qualifying' }),
        },
        terms: { rates: wages(1_175, 1_245, 1_300), hours: { min: 1_500, max: 1_600 } },
      }),
    ],
  },
  {
    userName: 'yasmin.moorhen',
    title: 'Miss',
    forename: 'Yasmin',
    surname: 'Moorhen',
    gender: 'female',
    dateOfBirth: '2006-08-27',
    about: 'An apprentice under 25 (NI letter H) in her first job: weekly pay, at first too low to be taxed.',
    addresses: always(home('67 Halfpenny Street', 'sheffield', '9XQ')),
    jobs: [
      job({
        employer: 'oakmantle',
        role: 'Apprentice',
        department: 'Workshop',
        startDate: '2025-01-06',
        type: 'temporary',
        employment: {
          niLetters: always({ letter: 'H' as const }),
          pensions: always({ scheme: 'none', employeeRate: 0, employerRate: 0, of: 'qualifying' }),
        },
        terms: { rates: wages(700, 1_010, 1_120), hours: { min: 3_000, max: 3_000 } },
      }),
    ],
  },
  {
    userName: 'mabel.tanglewood',
    title: 'Ms',
    forename: 'Mabel',
    surname: 'Tanglewood',
    gender: 'female',
    dateOfBirth: '1990-10-04',
    about:
      'Has 85.00 a month deducted by a court order (attachment of earnings) and repays a season-ticket loan.',
    addresses: always(home('Flat 2, 140 Rainbarrel Road', 'walthamstow', '0ZX')),
    jobs: [
      job({
        employer: 'hobblethwaite',
        role: 'Paralegal',
        department: 'Property',
        startDate: '2020-02-03',
        terms: {
          rates: salaries(26_400, 27_600, 28_900),
          deductions: [
            {
              from: '2024-09-01',
              to: '2026-12-31',
              deduction: { kind: 'attachment_of_earnings', description: 'Attachment order', amount: 8_500 },
            },
            {
              from: '2026-01-01',
              to: '2026-12-31',
              deduction: { kind: 'loan', description: 'Season ticket loan', amount: 14_200 },
            },
          ],
        },
      }),
    ],
    overrides: { bank: { openingBalance: -31_245 } },
  },
]
