import { paymentLine } from '../payment-line.ts'
import { always, home, job, type NamedPersonSpec, salaries, wages } from './spec-builders.ts'

/** People with a life event: a child, a job change, an illness, a bonus, leaving work. */
export const lifeEvents: NamedPersonSpec[] = [
  {
    userName: 'henrietta.dovecote',
    title: 'Mrs',
    forename: 'Henrietta',
    surname: 'Dovecote',
    gender: 'female',
    dateOfBirth: '1991-12-03',
    about:
      'On maternity leave from September 2025 for a year: 39 weeks of statutory pay, the first six at 90% of average weekly earnings, then some months without pay.',
    addresses: always(home('15 Goosefeather Lane', 'bath', '9ZQ')),
    jobs: [
      job({
        employer: 'hobblethwaite',
        role: 'Solicitor',
        department: 'Property',
        startDate: '2017-01-16',
        terms: {
          rates: salaries(44_000, 45_800, 47_600),
          // The child is due on 17 September; average earnings are measured up to the 15th week before the due date.
          absences: [
            { kind: 'maternity', from: '2025-09-01', to: '2026-08-30', averageEarningsDate: '2025-06-08' },
          ],
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
      'Changed jobs in September 2025; pay and tax to date are carried over (P45), so cumulative tax continues.',
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
    about: 'Left her job on 19 June 2026 and has no job now. The last payslip includes holiday pay.',
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
              payment: paymentLine('holiday', 'Holiday not taken', 41_077, {
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
      'Net pay of zero in May 2026: unpaid leave for most of the month, and the rest went to repaying a salary advance.',
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
          deductions: [
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
      'Was ill twice: in November 2025, when the first three days were unpaid, and in June 2026, when sick pay starts on the first day.',
    addresses: always(home('52 Blackthimble Street', 'plymouth', '0YX')),
    jobs: [
      job({
        employer: 'cobblewick',
        role: 'Senior carer',
        department: 'Home 2',
        startDate: '2011-05-09',
        terms: {
          rates: wages(1_330, 1_385, 1_440),
          hours: { min: 3_500, max: 3_700 },
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
      'A bonus of 14,000.00 in March 2026 takes her into the higher rate of income tax for that month only.',
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
              payment: paymentLine('bonus', 'Annual bonus', 1_400_000, { isPensionable: false }),
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
      'Starts her first job on 1 February 2027. She has no payslips until then; move the clock to see some.',
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
    about: 'Has an account at every provider but no job: what a sign-in without any data looks like.',
    addresses: always(home('38 Teasel Terrace', 'southampton', '0XZ')),
    jobs: [],
  },
]
