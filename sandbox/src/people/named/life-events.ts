import { line } from '../payment-line.ts'
import { always, home, job, salaries, type Told, wages } from './spec-builders.ts'

/** People to whom something happens: a child, a new job, an illness, a bonus, an end. */
export const turns: Told[] = [
  {
    userName: 'henrietta.dovecote',
    title: 'Mrs',
    forename: 'Henrietta',
    surname: 'Dovecote',
    gender: 'female',
    dateOfBirth: '1991-12-03',
    about:
      'On maternity leave from September 2025 for a year: 39 weeks of statutory pay, six of them at 90 % of the average week, then some months without pay.',
    addresses: always(home('15 Goosefeather Lane', 'bath', '9ZQ')),
    jobs: [
      job({
        employer: 'hobblethwaite',
        role: 'Solicitor',
        department: 'Property',
        startDate: '2017-01-16',
        terms: {
          rates: salaries(44_000, 45_800, 47_600),
          // The child is due on 17 September; the average is of the weeks before the 15th week before that.
          absences: [{ kind: 'maternity', from: '2025-09-01', to: '2026-08-30', reckonedOn: '2025-06-08' }],
        },
      }),
    ],
  },
  {
    userName: 'ignatius.plumtree',
    title: 'Mr',
    forename: 'Ignatius',
    surname: 'Plumtree',
    gender: 'male',
    dateOfBirth: '1987-06-29',
    about:
      'Changed jobs in September 2025; pay and tax so far (P45) are carried over, so the cumulative tax goes on where it was.',
    addresses: always(home('33 Peppercorn Avenue', 'hull', '0QY')),
    jobs: [
      job({
        employer: 'pebblecroft',
        role: 'Operations manager',
        department: 'Operations',
        startDate: '2018-04-16',
        leaveDate: '2025-09-12',
        terms: { rates: salaries(40_000, 41_500, 41_500) },
      }),
      job({
        employer: 'harrowfen',
        role: 'Fleet planner',
        department: 'Office',
        startDate: '2025-09-22',
        hasP45: true,
        terms: { rates: salaries(37_000, 37_000, 38_400) },
      }),
    ],
  },
  {
    userName: 'josephine.candlewick',
    title: 'Ms',
    forename: 'Josephine',
    surname: 'Candlewick',
    gender: 'female',
    dateOfBirth: '1998-09-16',
    about: 'Left her job on 19 June 2026 and has none now; the last payslip has holiday pay on it.',
    addresses: always(home('8 Paperkite Close', 'newcastle', '9YZ')),
    jobs: [
      job({
        employer: 'bluetarn',
        role: 'Call handler',
        department: 'Customers',
        startDate: '2023-07-03',
        leaveDate: '2026-06-19',
        terms: {
          rates: salaries(24_900, 25_800, 26_700),
          extras: [
            {
              on: '2026-06-19',
              payment: line('holiday', 'Holiday not taken', 41_077, {
                quantity: 400,
                rate: 10_269,
                unit: 'days',
              }),
            },
          ],
        },
      }),
    ],
  },
  {
    userName: 'nathaniel.quillfeather',
    title: 'Mr',
    forename: 'Nathaniel',
    surname: 'Quillfeather',
    gender: 'male',
    dateOfBirth: '1989-04-25',
    about:
      'Net pay of zero in May 2026: unpaid leave for most of the month, and what was left went to repaying a salary advance.',
    addresses: always(home('70 Owlfeather Road', 'york', '9QZ')),
    jobs: [
      job({
        employer: 'quillmarsh',
        role: 'Technician',
        department: 'Laboratories',
        startDate: '2019-02-11',
        terms: {
          rates: salaries(29_400, 30_300, 31_200),
          absences: [{ kind: 'unpaid', from: '2026-05-04', to: '2026-05-31' }],
          stoppages: [
            {
              from: '2026-05-01',
              to: '2026-05-31',
              deduction: { kind: 'loan', description: 'Salary advance repaid', amount: 150_000 },
            },
          ],
        },
      }),
    ],
  },
  {
    userName: 'ursula.wintergreen',
    title: 'Mrs',
    forename: 'Ursula',
    surname: 'Wintergreen',
    gender: 'female',
    dateOfBirth: '1974-12-21',
    about:
      'Was ill twice: in November 2025, when the first three days were not paid, and in June 2026, when sick pay begins at once.',
    addresses: always(home('52 Blackthimble Street', 'plymouth', '0YX')),
    jobs: [
      job({
        employer: 'cobblewick',
        role: 'Senior carer',
        department: 'Home 2',
        startDate: '2011-05-09',
        terms: {
          rates: wages(1_330, 1_385, 1_440),
          hours: { least: 3_500, most: 3_700 },
          absences: [
            { kind: 'sick', from: '2025-11-17', to: '2025-12-14' },
            { kind: 'sick', from: '2026-06-08', to: '2026-06-21' },
          ],
        },
      }),
    ],
  },
  {
    userName: 'winifred.goldcrest',
    title: 'Ms',
    forename: 'Winifred',
    surname: 'Goldcrest',
    gender: 'female',
    dateOfBirth: '1984-07-07',
    about:
      'A bonus of 14,000.00 in March 2026 takes her into the higher rate of income tax in that month alone.',
    addresses: always(home('5 Nightingale Gardens', 'cambridge', '0ZY')),
    jobs: [
      job({
        employer: 'marlowick',
        role: 'Product designer',
        department: 'Product',
        startDate: '2020-06-01',
        terms: {
          rates: salaries(43_000, 44_500, 46_000),
          extras: [
            {
              on: '2026-03-15',
              payment: line('bonus', 'Annual bonus', 1_400_000, { isPensionable: false }),
            },
          ],
        },
      }),
    ],
  },
  {
    userName: 'rosalind.emberley',
    title: 'Miss',
    forename: 'Rosalind',
    surname: 'Emberley',
    gender: 'female',
    dateOfBirth: '2003-02-20',
    about:
      'Begins her first job on 1 February 2027. Until then there is not one payslip; move the clock and there is.',
    addresses: always(home('Flat 9, 21 Cloudberry Way', 'exeter', '9XY')),
    jobs: [
      job({
        employer: 'dapplegrove',
        role: 'Teacher',
        department: 'Upper school',
        startDate: '2027-02-01',
        employment: { loans: always({ plans: ['plan_5' as const] }) },
        terms: { rates: salaries(33_000, 33_000, 33_000) },
      }),
    ],
  },
  {
    userName: 'silas.bellwether',
    title: 'Mr',
    forename: 'Silas',
    surname: 'Bellwether',
    gender: 'male',
    dateOfBirth: '1969-03-27',
    about: 'Has an account everywhere and no job at all: what a sign-in without any data looks like.',
    addresses: always(home('38 Teasel Terrace', 'southampton', '0XZ')),
    jobs: [],
  },
]
