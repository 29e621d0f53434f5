import { expect, test } from 'vitest'
import {
  monthlyPay,
  periodicPay,
  type SamplePay,
  samplePayslip,
} from '../../../../test/features/sample-income.ts'
import { decimalOf } from '../../../vocabulary/money.ts'
import { summariseIncome } from './summarise.ts'

// Cases calculated by hand. The comments contain the arithmetic. Unless stated otherwise, a payslip is monthly, with
// £2,500.00 gross and £2,000.00 net, and the summary is as of 30 June 2026.

type Case = {
  title: string
  pay: SamplePay[]
  as_of?: string
  months?: number
  included?: string[]
  expects: Partial<ReturnType<typeof figuresOf>>
}

type Result = ReturnType<typeof summariseIncome>

const text = (pence: number | null) => (pence === null ? '-' : decimalOf(pence))
const pair = ({ gross, net, reason }: { gross: number | null; net: number | null; reason: string | null }) =>
  gross === null && net === null
    ? String(reason)
    : [`${text(gross)} ${text(net)}`, reason].filter(Boolean).join(' ')

function describe({ annual, figures, items }: Pick<Result['total'], 'annual' | 'figures' | 'items'>) {
  const average = (count: number) => {
    const found = figures.averages.find(({ month_count }) => month_count === count)
    return found ? pair(found) : ''
  }
  return {
    annual: annual.amount === null ? String(annual.reason) : decimalOf(annual.amount),
    last12: pair(figures.last_12_months),
    avg3: average(3),
    avg6: average(6),
    avg12: average(12),
    variability: figures.variability.ratio ?? String(figures.variability.reason),
    yoy: figures.year_on_year.ratio ?? String(figures.year_on_year.reason),
    share: items.variable_share ?? String(items.reason),
    parts: Object.fromEntries(
      items.parts.filter(({ amount }) => amount !== 0).map(({ part, amount }) => [part, decimalOf(amount)]),
    ),
    expenses: decimalOf(items.expenses),
    benefits: decimalOf(items.benefits_in_kind),
  }
}

function figuresOf(result: Result) {
  return {
    ...describe(result.total),
    months: Object.fromEntries(
      result.months.map(({ month, status, gross, net }) => [month, `${status} ${text(gross)} ${text(net)}`]),
    ),
    jobs: result.employments.map((job) => ({
      ...describe({ ...job, annual: { ...job.annual, submission_ids: [] } }),
      name: job.employer_name,
      names: job.employer_names,
      references: job.employer_tax_references,
      role: job.role,
      director: job.is_director,
      start: job.start_date,
      leave: job.leave_date,
      status: `${job.status} ${job.status_reason}`,
      tenure: job.tenure_months,
      frequency: job.pay_frequency,
      last: job.last_pay_date,
      next: job.next_pay_date,
    })) as Record<string, unknown>[],
    unused: result.unused.map(({ reason }) => reason).sort(),
    gaps: result.coverage.gaps.map(({ start, end }) => `${start} ${end}`),
    covered: {
      complete: result.coverage.complete.length,
      payroll: result.coverage.payroll.length,
      payslip: result.coverage.payslip.length,
    },
  }
}

const thimble = 'Quill & Thimble Ltd'
const bakery = { employer: 'Rook Lane Bakery' }
/** These rates amount to £80.00 gross and £65.00 net a day. */
const weekly = { gross: '560.00', net: '455.00' }
const fortnightly = { gross: '1120.00', net: '910.00' }
const fourWeekly = { gross: '2240.00', net: '1820.00' }
const spring = (pay: Partial<SamplePay>) => monthlyPay('2026-04', 3, pay)

const cases: Case[] = [
  {
    title: 'monthly: a year of equal pay',
    pay: monthlyPay('2025-07', 12),
    expects: {
      annual: '30000.00', // 2500 × 12
      last12: '30000.00 24000.00', // 12 × 2500, 12 × 2000
      avg3: '2500.00 2000.00',
      avg6: '2500.00 2000.00',
      avg12: '2500.00 2000.00',
      variability: '0.0000',
      yoy: 'too-few-complete-months',
      share: '0.0000',
      parts: { basic: '30000.00' },
      jobs: [expect.objectContaining({ status: 'active paid-recently', next: '2026-07-31' })],
      gaps: [],
      covered: { complete: 12, payroll: 12, payslip: 0 },
    },
  },
  {
    title: 'weekly: pay is split over months by days',
    // Weeks begin on Mondays from 26 May 2025. The 57th week ends on 28 June 2026.
    pay: periodicPay('weekly', '2025-05-26', 57, weekly),
    expects: {
      annual: '29120.00', // 560 × 52
      avg3: '2453.33 1993.33', // March to May have 31 + 30 + 31 = 92 days: 92 × 80 ÷ 3, 92 × 65 ÷ 3
      avg12: '2433.33 1977.08', // June 2025 to May 2026 have 365 days: 365 × 80 ÷ 12, 365 × 65 ÷ 12
      last12: 'too-few-complete-months', // 29 and 30 June are not paid yet
      months: expect.objectContaining({
        '2026-02': 'complete 2240.00 1820.00', // 28 days
        '2026-05': 'complete 2480.00 2015.00', // 31 days
        '2026-06': 'part 2240.00 1820.00', // 28 of 30 days
      }),
      jobs: [expect.objectContaining({ frequency: 'weekly', next: '2026-07-05' })],
    },
  },
  {
    title: 'fortnightly',
    // 28 periods end on 21 June 2026.
    pay: periodicPay('fortnightly', '2025-05-26', 28, fortnightly),
    expects: {
      annual: '29120.00', // 1120 × 26
      avg3: '2453.33 1993.33',
      months: expect.objectContaining({ '2026-06': 'part 1680.00 1365.00' }), // 21 days
      jobs: [expect.objectContaining({ next: '2026-07-05' })],
    },
  },
  {
    title: 'four-weekly',
    pay: periodicPay('four_weekly', '2025-05-26', 14, fourWeekly),
    expects: {
      annual: '29120.00', // 2240 × 13
      avg3: '2453.33 1993.33',
      avg12: '2433.33 1977.08',
      jobs: [expect.objectContaining({ next: '2026-07-19' })],
    },
  },
  {
    title: 'the running month is left out, and pay after as_of is not used',
    pay: monthlyPay('2025-06', 13),
    as_of: '2026-06-15',
    expects: {
      annual: '30000.00',
      last12: '30000.00 24000.00', // June 2025 to May 2026
      unused: ['after-as-of'],
      covered: { complete: 12, payroll: 12, payslip: 0 },
    },
  },
  {
    title: 'months that start on the 26th are split by days',
    pay: [
      { pay_date: '2026-05-25', start: '2026-04-26', end: '2026-05-25', gross: '3000.00', net: '2400.00' },
      { pay_date: '2026-06-25', start: '2026-05-26', end: '2026-06-25', gross: '3100.00', net: '2480.00' },
    ],
    expects: {
      // £100 a day for 5 days of April, 25 + 6 days of May and 25 days of June.
      months: {
        '2026-04': 'part 500.00 400.00',
        '2026-05': 'complete 3100.00 2480.00',
        '2026-06': 'part 2500.00 2000.00',
      },
      annual: 'too-few-complete-periods',
    },
  },
  {
    title: 'shares are whole pence and add up to the payslip',
    pay: [{ pay_date: '2026-05-02', start: '2026-04-30', end: '2026-05-02', gross: '100.00', net: '50.00' }],
    // 100 × 1 ÷ 3 = 33.333…; 100 − 33.33 = 66.67. 50 ÷ 3 = 16.666…; 50 − 16.67 = 33.33.
    expects: { months: { '2026-04': 'part 33.33 16.67', '2026-05': 'part 66.67 33.33' } },
  },
  {
    title: 'negative pay is rounded like positive pay',
    pay: [
      { pay_date: '2026-05-02', start: '2026-04-30', end: '2026-05-02', gross: '-100.00', net: '-50.00' },
    ],
    expects: { months: { '2026-04': 'part -33.33 -16.67', '2026-05': 'part -66.67 -33.33' } },
  },
  {
    title: 'a week over the end of a month',
    pay: [
      {
        pay_date: '2026-05-03',
        start: '2026-04-27',
        end: '2026-05-03',
        frequency: 'weekly',
        gross: '700.01',
        net: '600.00',
      },
    ],
    // 700.01 × 4 ÷ 7 = 400.0057 → 400.01, rest 300.00. 600 × 4 ÷ 7 = 342.857 → 342.86, rest 257.14.
    expects: { months: { '2026-04': 'part 400.01 342.86', '2026-05': 'part 300.00 257.14' } },
  },
  {
    title: 'a monthly payslip without a period is for the month of its pay date',
    pay: spring({ start: null, end: null }),
    expects: {
      annual: '30000.00',
      avg3: '2500.00 2000.00',
      months: expect.objectContaining({ '2026-04': 'complete 2500.00 2000.00' }),
    },
  },
  {
    title: 'a weekly payslip without a period is for the seven days up to its pay date',
    pay: [
      { pay_date: '2026-05-03', start: null, end: null, frequency: 'weekly', gross: '700.00', net: '700.00' },
    ],
    // The week from 27 April to 3 May has four days in April and three in May.
    expects: { months: { '2026-04': 'part 400.00 400.00', '2026-05': 'part 300.00 300.00' } },
  },
  {
    title: 'a payslip with neither period nor frequency is not used',
    pay: [{ pay_date: '2026-06-30', start: null, end: null, frequency: null }],
    expects: { unused: ['no-pay-period'], jobs: [], months: {}, annual: 'no-active-employment' },
  },
  {
    title: 'quarterly pay has no annual figure, but months',
    pay: [
      {
        pay_date: '2026-06-30',
        start: '2026-04-01',
        end: '2026-06-30',
        frequency: 'quarterly',
        gross: '9100.00',
        net: '7280.00',
      },
    ],
    // The period has 91 days, with £100 gross and £80 net a day.
    expects: {
      annual: 'no-regular-frequency',
      avg3: '3033.33 2426.67', // 9100 ÷ 3, 7280 ÷ 3
      months: {
        '2026-04': 'complete 3000.00 2400.00',
        '2026-05': 'complete 3100.00 2480.00',
        '2026-06': 'complete 3000.00 2400.00',
      },
    },
  },
  {
    title: 'director paid once a year, at the end of the tax year',
    pay: [
      {
        pay_date: '2026-04-05',
        start: '2025-04-06',
        end: '2026-04-05',
        frequency: 'annual',
        gross: '36500.00',
        net: '29200.00',
        director: true,
      },
    ],
    // The period has 365 days, with £100 gross and £80 net a day.
    expects: {
      annual: 'no-regular-frequency',
      jobs: [expect.objectContaining({ director: true, status: 'active paid-recently', next: null })],
      months: expect.objectContaining({
        '2025-04': 'part 2500.00 2000.00', // 25 days
        '2026-03': 'complete 3100.00 2480.00',
        '2026-04': 'part 500.00 400.00',
      }),
    },
  },
  {
    title: 'director with a salary at the personal allowance',
    pay: spring({ director: true, gross: '1047.50', net: '1047.50' }),
    expects: {
      annual: '12570.00', // 1047.50 × 12
      jobs: [expect.objectContaining({ director: true })],
    },
  },
  {
    title: 'irregular pay: days between payslips are unpaid, not missing',
    pay: [
      { pay_date: '2026-03-10', start: '2026-03-01', end: '2026-03-10', gross: '1000.00', net: '800.00' },
      { pay_date: '2026-04-20', start: '2026-04-05', end: '2026-04-20', gross: '1600.00', net: '1300.00' },
      { pay_date: '2026-06-10', start: '2026-05-25', end: '2026-06-10', gross: '1700.00', net: '1360.00' },
    ].map((pay) => ({ ...pay, frequency: 'irregular' })),
    expects: {
      annual: 'no-regular-frequency',
      // The third payslip covers 17 days, 7 in May and 10 in June, with £100 gross and £80 net a day.
      months: {
        '2026-03': 'complete 1000.00 800.00',
        '2026-04': 'complete 1600.00 1300.00',
        '2026-05': 'complete 700.00 560.00',
        '2026-06': 'part 1000.00 800.00',
      },
      avg3: '1100.00 886.67', // 3300 ÷ 3, 2660 ÷ 3
    },
  },
  {
    title: 'two jobs, both monthly',
    pay: [
      ...monthlyPay('2025-07', 12),
      ...monthlyPay('2025-07', 12, { ...bakery, gross: '1000.00', net: '900.00' }),
    ],
    expects: {
      annual: '42000.00', // 30000 + 12000
      last12: '42000.00 34800.00', // 12 × 3500, 12 × 2900
      avg3: '3500.00 2900.00',
      jobs: [
        expect.objectContaining({ annual: '30000.00' }),
        expect.objectContaining({ annual: '12000.00' }),
      ],
    },
  },
  {
    title: 'two jobs, monthly and weekly',
    pay: [...monthlyPay('2025-07', 12), ...periodicPay('weekly', '2025-05-26', 57, { ...weekly, ...bakery })],
    expects: {
      annual: '59120.00', // 30000 + 29120
      avg3: '4953.33 3993.33', // March to May: (7500 + 7360) ÷ 3, (6000 + 5980) ÷ 3
      months: expect.objectContaining({
        '2026-05': 'complete 4980.00 4015.00', // 2500 + 2480, 2000 + 2015
        '2026-06': 'part 4740.00 3820.00', // 2500 + 2240, 2000 + 1820
      }),
    },
  },
  {
    title: 'a second job that starts within a month makes it a part month of the total',
    pay: [
      ...monthlyPay('2025-07', 12),
      {
        ...bakery,
        pay_date: '2026-04-30',
        start: '2026-04-16',
        end: '2026-04-30',
        gross: '500.00',
        net: '450.00',
        started: '2026-04-16',
      },
      ...monthlyPay('2026-05', 2, { ...bakery, gross: '1000.00', net: '900.00', started: '2026-04-16' }),
    ],
    expects: {
      // The average of June, May and March: (3500 + 3500 + 2500) ÷ 3, (2900 + 2900 + 2000) ÷ 3.
      avg3: '3166.67 2600.00',
      // The bakery has only two complete periods.
      annual: 'too-few-complete-periods',
      months: expect.objectContaining({ '2026-04': 'part 3000.00 2450.00' }),
      jobs: expect.arrayContaining([
        expect.objectContaining({ annual: '30000.00', avg3: '2500.00 2000.00' }),
        expect.objectContaining({ annual: 'too-few-complete-periods', tenure: 2 }),
      ]),
    },
  },
  {
    title: 'an ended second job counts in past months, not in the annual figure',
    pay: [
      ...monthlyPay('2025-07', 12),
      ...monthlyPay('2026-01', 4, { ...bakery, gross: '1000.00', net: '900.00', left: '2026-04-30' }),
    ],
    expects: {
      annual: '30000.00',
      avg3: '2833.33 2300.00', // April to June: (3500 + 2500 + 2500) ÷ 3, (2900 + 2000 + 2000) ÷ 3
      jobs: [
        expect.objectContaining({ status: 'active paid-recently' }),
        expect.objectContaining({ status: 'ended leave-date', annual: 'employment-ended' }),
      ],
    },
  },
  {
    title: 'a second job without recent pay has an unknown status and no annual figure',
    pay: [
      ...monthlyPay('2025-07', 12),
      ...monthlyPay('2025-10', 4, { ...bakery, gross: '1000.00', net: '900.00' }),
    ],
    expects: {
      annual: '30000.00',
      jobs: [
        expect.objectContaining({ annual: '30000.00' }),
        // 150 days have passed since 31 January. A monthly employment may be without pay for 45 days.
        expect.objectContaining({ status: 'unknown no-recent-pay', annual: 'no-recent-pay', next: null }),
      ],
    },
  },
  {
    title:
      'two contracts with one employer are one employment, and their pay for the same days is one period',
    pay: [...spring({}), ...spring({ gross: '400.00', net: '350.00', role: 'Invigilator' })],
    expects: {
      annual: '34800.00', // (2500 + 400) × 12
      avg3: '2900.00 2350.00',
      unused: [],
    },
  },
  {
    title: 'zero hours: weeks without work are unpaid, not missing',
    // 18 weeks from 23 February, without work in the weeks from 6 April and 11 May.
    pay: periodicPay('weekly', '2026-02-23', 18, { ...weekly, type: 'zero_hours' }).filter(
      ({ start }) => start !== '2026-04-06' && start !== '2026-05-11',
    ),
    expects: {
      // April has 23 paid days (1 to 5 and 13 to 30). May has 24 (1 to 10 and 18 to 31).
      months: expect.objectContaining({
        '2026-03': 'complete 2480.00 2015.00',
        '2026-04': 'complete 1840.00 1495.00',
        '2026-05': 'complete 1920.00 1560.00',
      }),
      avg3: '2080.00 1690.00', // 6240 ÷ 3, 5070 ÷ 3
      annual: '29120.00',
    },
  },
  {
    title: 'fixed hours: missing weeks are gaps, and their months are part months',
    pay: periodicPay('weekly', '2026-02-23', 18, weekly).filter(
      ({ start }) => start !== '2026-04-06' && start !== '2026-05-11',
    ),
    expects: {
      months: expect.objectContaining({
        '2026-03': 'complete 2480.00 2015.00',
        '2026-04': 'part 1840.00 1495.00',
        '2026-05': 'part 1920.00 1560.00',
      }),
      avg3: 'too-few-complete-months',
      gaps: [
        '2025-07-01 2026-02-22',
        '2026-04-06 2026-04-12',
        '2026-05-11 2026-05-17',
        '2026-06-29 2026-06-30',
      ],
    },
  },
  {
    title: 'zero hours: variability of alternating pay',
    pay: [
      ...['2026-01', '2026-03', '2026-05'].flatMap((month) => monthlyPay(month, 1, { net: '1000.00' })),
      ...['2026-02', '2026-04', '2026-06'].flatMap((month) => monthlyPay(month, 1, { net: '2000.00' })),
    ].map((pay) => ({ ...pay, type: 'zero_hours' })),
    // The mean is 1500 and the standard deviation 500, so the variability is 500 ÷ 1500.
    expects: { variability: '0.3333', avg6: '2500.00 1500.00' },
  },
  {
    title: 'variability over twelve months',
    pay: [...monthlyPay('2025-07', 11), ...monthlyPay('2026-06', 1, { net: '3200.00' })],
    // The mean is (11 × 2000 + 3200) ÷ 12 = 2100. The variance is (11 × 100² + 1100²) ÷ 12 = 110000, and √110000 ÷
    // 2100 = 0.15793.
    expects: { variability: '0.1579', avg12: '2500.00 2100.00' },
  },
  {
    title: 'tips are variable pay',
    pay: spring({
      gross: '2000.00',
      lines: [
        ['Other', 'Salary', '1500.00', 'fixed'],
        ['Other', 'Tips', '500.00'],
      ],
    }),
    expects: {
      annual: '24000.00', // 2000 × 12
      share: '0.2500', // 1500 ÷ 6000
      parts: { basic: '4500.00', tips: '1500.00' },
    },
  },
  {
    title: 'a tronc is tips',
    pay: spring({
      gross: '2000.00',
      lines: [
        ['Other', 'Salary', '1900.00', 'fixed'],
        ['Other', 'Tronc', '100.00'],
      ],
    }),
    expects: { share: '0.0500', parts: { basic: '5700.00', tips: '300.00' } }, // 300 ÷ 6000
  },
  {
    title: 'commission: the annual figure is the median period',
    pay: ['1200.00', '900.00', '600.00'].flatMap((commission, n) =>
      monthlyPay(`2026-0${4 + n}`, 1, {
        gross: decimalOf(150_000 + Number(commission) * 100),
        lines: [
          ['Other', 'Salary', '1500.00', 'fixed'],
          ['Other', 'Sales commission', commission],
        ],
      }),
    ),
    expects: {
      annual: '28800.00', // median of 2700, 2400, 2100 is 2400; × 12
      share: '0.3750', // 2700 ÷ 7200
      parts: { basic: '4500.00', commission: '2700.00' },
    },
  },
  {
    title: 'overtime',
    pay: spring({
      gross: '2250.00',
      lines: [
        ['Other', 'Basic pay', '2000.00', 'fixed'],
        ['Other', 'Overtime 1.5 hours', '250.00'],
      ],
    }),
    expects: {
      annual: '27000.00', // 2250 × 12
      share: '0.1111', // 750 ÷ 6750
      parts: { basic: '6000.00', overtime: '750.00' },
    },
  },
  {
    title: 'hourly pay is basic pay',
    pay: spring({ gross: '1800.00', lines: [['Other', 'Hours worked', '1800.00']] }),
    expects: { share: '0.0000', parts: { basic: '5400.00' } },
  },
  {
    title: 'a fixed allowance is basic pay, an unknown variable line is other',
    pay: spring({
      lines: [
        ['Other', 'Salary', '2200.00', 'fixed'],
        ['Other', 'Car allowance', '200.00', 'fixed'],
        ['Other', 'Standby', '100.00'],
      ],
    }),
    expects: { share: '0.0400', parts: { basic: '7200.00', other: '300.00' } }, // 300 ÷ 7500
  },
  {
    title: 'holiday pay replaces ordinary pay',
    pay: spring({
      lines: [
        ['Other', 'Salary', '2000.00', 'fixed'],
        ['Holiday', 'Holiday pay', '500.00'],
      ],
    }),
    expects: { share: '0.0000', parts: { basic: '6000.00', leave: '1500.00' } },
  },
  {
    title: 'unpaid leave reduces regular pay',
    pay: spring({
      gross: '2300.00',
      lines: [
        ['Other', 'Salary', '2500.00', 'fixed'],
        ['OtherLeave', 'Unpaid absence', '-200.00'],
      ],
    }),
    expects: { annual: '27600.00', share: '0.0000', parts: { basic: '7500.00', leave: '-600.00' } },
  },
  {
    title: 'bonus month: the median leaves it out, the average does not',
    pay: [
      ...monthlyPay('2026-01', 5),
      ...monthlyPay('2026-06', 1, {
        gross: '7500.00',
        net: '5000.00',
        lines: [
          ['Other', 'Salary', '2500.00', 'fixed'],
          ['Bonus', 'Annual bonus', '5000.00'],
        ],
      }),
    ],
    expects: {
      annual: '30000.00', // median of 2500, 2500, 7500; × 12
      avg3: '4166.67 3000.00', // 12500 ÷ 3, 9000 ÷ 3
      share: '0.2500', // 5000 ÷ (15000 + 5000)
      parts: { basic: '15000.00', bonus: '5000.00' },
    },
  },
  {
    title: 'starter: the first month is a part month',
    pay: [
      ...monthlyPay('2026-03', 1, { gross: '1250.00', net: '1050.00', started: '2026-03-16' }),
      ...monthlyPay('2026-04', 3, { started: '2026-03-16' }),
    ],
    expects: {
      annual: '30000.00',
      avg3: '2500.00 2000.00', // April to June
      avg6: 'too-few-complete-months',
      months: expect.objectContaining({ '2026-03': 'part 1250.00 1050.00' }),
      jobs: [expect.objectContaining({ tenure: 3, start: '2026-03-16' })], // 16 March to 30 June
    },
  },
  {
    title: 'starter with two complete periods has no annual figure yet',
    pay: monthlyPay('2026-05', 2, { started: '2026-05-01' }),
    expects: {
      annual: 'too-few-complete-periods',
      avg3: 'too-few-complete-months',
      months: { '2026-05': 'complete 2500.00 2000.00', '2026-06': 'complete 2500.00 2000.00' },
      jobs: [expect.objectContaining({ tenure: 1 })],
    },
  },
  {
    title: 'leaver: the last month is a part month, and there is no annual figure',
    pay: [
      ...monthlyPay('2026-01', 4, { started: '2024-05-16' }),
      ...monthlyPay('2026-05', 1, {
        gross: '1250.00',
        net: '1050.00',
        started: '2024-05-16',
        left: '2026-05-15',
      }),
    ],
    expects: {
      annual: 'no-active-employment',
      avg3: '2500.00 2000.00', // February to April
      months: expect.objectContaining({ '2026-05': 'part 1250.00 1050.00' }),
      // 16 May 2024 to 15 May 2026 is a day short of 24 months.
      jobs: [expect.objectContaining({ status: 'ended leave-date', tenure: 23, annual: 'employment-ended' })],
    },
  },
  {
    title: 'a leave date after as_of: still active',
    pay: spring({ left: '2026-07-31' }),
    expects: {
      annual: '30000.00',
      jobs: [expect.objectContaining({ status: 'active leave-date-ahead', leave: '2026-07-31' })],
    },
  },
  {
    title: 'late pay after leaving does not revive the employment or count as a complete month',
    pay: [
      ...monthlyPay('2026-01', 3),
      ...monthlyPay('2026-04', 1, { left: '2026-04-30' }),
      ...monthlyPay('2026-06', 1, { gross: '300.00', net: '280.00' }),
    ],
    expects: {
      avg3: '2500.00 2000.00', // February to April
      months: expect.objectContaining({ '2026-05': 'part 0.00 0.00', '2026-06': 'part 300.00 280.00' }),
      jobs: [expect.objectContaining({ status: 'ended leave-date', last: '2026-06-30' })],
    },
  },
  {
    title: 'statutory sick pay is variable pay',
    pay: spring({
      gross: '2000.00',
      lines: [
        ['Other', 'Salary', '1500.00', 'fixed'],
        ['StatutorySickPay', 'SSP', '500.00'],
      ],
    }),
    expects: { share: '0.2500', parts: { basic: '4500.00', statutory: '1500.00' } },
  },
  {
    title: 'statutory maternity pay alone',
    pay: spring({ gross: '800.00', net: '800.00', lines: [['StatutoryParentalPayment', 'SMP', '800.00']] }),
    expects: { annual: '9600.00', share: '1.0000', parts: { statutory: '2400.00' } },
  },
  {
    title: 'arrears do not raise the annual figure',
    pay: [
      ...monthlyPay('2026-04', 2),
      ...monthlyPay('2026-06', 1, {
        gross: '3100.00',
        net: '2420.00',
        lines: [
          ['Other', 'Salary', '2500.00', 'fixed'],
          ['Other', 'Arrears of salary', '600.00'],
        ],
      }),
    ],
    expects: {
      annual: '30000.00',
      avg3: '2700.00 2140.00', // 8100 ÷ 3, 6420 ÷ 3
      share: '0.0741', // 600 ÷ 8100 = 0.07407
      parts: { basic: '7500.00', arrears: '600.00' },
    },
  },
  {
    title: 'redundancy pay is not regular pay',
    pay: [
      ...monthlyPay('2026-04', 2),
      ...monthlyPay('2026-06', 1, {
        gross: '12500.00',
        net: '11000.00',
        left: '2026-06-30',
        lines: [
          ['Other', 'Salary', '2500.00', 'fixed'],
          ['Termination', 'Redundancy', '10000.00'],
        ],
      }),
    ],
    expects: {
      annual: 'no-active-employment',
      share: '0.5714', // 10000 ÷ 17500
      parts: { basic: '7500.00', termination: '10000.00' },
    },
  },
  {
    title: 'refund of tax: net pay above gross pay',
    pay: [...monthlyPay('2026-04', 2), ...monthlyPay('2026-06', 1, { gross: '1000.00', net: '1200.00' })],
    expects: {
      avg3: '2000.00 1733.33', // 6000 ÷ 3, 5200 ÷ 3
      months: expect.objectContaining({ '2026-06': 'complete 1000.00 1200.00' }),
    },
  },
  {
    title: 'recovered overpayments: figures that need positive pay are missing',
    pay: monthlyPay('2026-01', 6, { gross: '0.00', net: '-50.00' }),
    expects: { annual: '0.00', avg6: '0.00 -50.00', variability: 'not-positive', share: 'not-positive' },
  },
  {
    title: 'salary sacrifice reduces basic pay',
    pay: spring({
      gross: '2300.00',
      lines: [
        ['Other', 'Salary', '2500.00', 'fixed'],
        ['Pension', 'Salary sacrifice', '-200.00', 'fixed'],
      ],
    }),
    expects: { annual: '27600.00', share: '0.0000', parts: { basic: '6900.00' } }, // 2300 × 12, 3 × 2300
  },
  {
    title: 'salary sacrifice on a line that is not marked as fixed',
    pay: spring({
      gross: '2300.00',
      lines: [
        ['Other', 'Salary', '2500.00', 'fixed'],
        ['Pension', 'Pension sacrifice', '-200.00'],
      ],
    }),
    expects: { annual: '27600.00', parts: { basic: '6900.00' } },
  },
  {
    title: 'expenses within gross pay are not income',
    pay: spring({
      gross: '2600.00',
      net: '2100.00',
      lines: [
        ['Other', 'Salary', '2500.00', 'fixed'],
        ['Expense', 'Mileage', '100.00'],
      ],
    }),
    expects: { annual: '30000.00', avg3: '2500.00 2000.00', expenses: '300.00', parts: { basic: '7500.00' } },
  },
  {
    title: 'expenses outside gross pay are not income either',
    pay: spring({
      gross: '2500.00',
      net: '2100.00',
      lines: [
        ['Other', 'Salary', '2500.00', 'fixed'],
        ['Expense', 'Mileage', '100.00'],
      ],
    }),
    expects: { annual: '30000.00', avg3: '2500.00 2000.00', expenses: '300.00' },
  },
  {
    title: 'benefits in kind beside gross pay are not income',
    pay: spring({
      lines: [
        ['Other', 'Salary', '2500.00', 'fixed'],
        ['Medical', 'Private medical', '150.00', 'benefit'],
      ],
    }),
    expects: { annual: '30000.00', benefits: '450.00', parts: { basic: '7500.00' } },
  },
  {
    title: 'benefits in kind within gross pay are not income',
    pay: spring({
      gross: '2650.00',
      lines: [
        ['Other', 'Salary', '2500.00', 'fixed'],
        ['Medical', 'Private medical', '150.00', 'benefit'],
      ],
    }),
    expects: { annual: '30000.00', avg3: '2500.00 2000.00', benefits: '450.00' },
  },
  {
    title: 'lines that do not add up are not itemised',
    pay: spring({ lines: [['Other', 'Salary', '2000.00', 'fixed']] }),
    expects: { annual: '30000.00', share: 'not-itemised', parts: { not_itemised: '7500.00' } },
  },
  {
    title: 'expenses are left out even if the lines do not add up',
    pay: spring({
      lines: [
        ['Other', 'Salary', '2000.00', 'fixed'],
        ['Expense', 'Mileage', '100.00'],
      ],
    }),
    // 2500 − 100, 2000 − 100.
    expects: { annual: '28800.00', avg3: '2400.00 1900.00', parts: { not_itemised: '7200.00' } },
  },
  {
    title: 'payslips without gross pay have net figures only',
    pay: spring({ gross: null, lines: [] }),
    expects: {
      annual: 'gross-not-stated',
      avg3: '- 2000.00 gross-not-stated',
      share: 'gross-not-stated',
      parts: {},
    },
  },
  {
    title: 'payslips without net pay have gross figures only',
    pay: monthlyPay('2026-01', 6, { net: null }),
    expects: { annual: '30000.00', avg3: '2500.00 - net-not-stated', variability: 'net-not-stated' },
  },
  {
    title: 'a payslip without amounts is not used',
    pay: [...spring({}), { pay_date: '2026-06-30', gross: null, net: null, lines: [], source: 'upload' }],
    expects: { unused: ['no-amounts'], avg3: '2500.00 2000.00' },
  },
  {
    title: 'the same pay from an account and from an upload counts once',
    pay: [...spring({}), ...spring({ source: 'upload' })],
    expects: {
      annual: '30000.00',
      avg3: '2500.00 2000.00',
      unused: ['duplicate', 'duplicate', 'duplicate'],
      covered: { complete: 3, payroll: 3, payslip: 3 },
    },
  },
  {
    title: 'a direct connection comes before an account',
    pay: [...spring({ gross: '2400.00' }), ...spring({ source: 'direct' })],
    expects: { annual: '30000.00', unused: ['duplicate', 'duplicate', 'duplicate'] },
  },
  {
    title: 'three sources with the same pay',
    pay: [...spring({}), ...spring({ source: 'direct' }), ...spring({ source: 'upload' })],
    expects: { avg3: '2500.00 2000.00', unused: Array(6).fill('duplicate') },
  },
  {
    title: 'an upload that differs from the payroll of the same pay date is not counted',
    pay: [
      ...spring({}),
      { pay_date: '2026-06-30', gross: '3600.00', net: '2900.00', source: 'upload', trust: 'Medium' },
    ],
    expects: { annual: '30000.00', avg3: '2500.00 2000.00', unused: ['differs-from-better-source'] },
  },
  {
    title: 'two accounts that differ: the lower net pay counts',
    pay: [...spring({ account: 'one', net: '2050.00' }), ...spring({ account: 'two' })],
    expects: { avg3: '2500.00 2000.00', unused: Array(3).fill('differs-from-better-source') },
  },
  {
    title: 'uploads fill the months that the account does not have',
    pay: [...monthlyPay('2026-01', 6), ...monthlyPay('2025-07', 12, { source: 'upload', trust: 'High' })],
    expects: {
      last12: '30000.00 24000.00',
      unused: Array(6).fill('duplicate'),
      covered: { complete: 12, payroll: 6, payslip: 12 },
    },
  },
  {
    title: 'equal payments of one source are separate payments, also if another source has both',
    pay: ['connection', 'connection', 'upload', 'upload'].map((source) => ({
      pay_date: '2026-06-30',
      gross: '1000.00',
      net: '900.00',
      source: source as 'upload',
    })),
    expects: { months: { '2026-06': 'complete 2000.00 1800.00' }, unused: ['duplicate', 'duplicate'] },
  },
  {
    title: 'low-trust documents are in no figure',
    pay: spring({ source: 'upload', trust: 'Low', document: 'forged' }),
    expects: {
      annual: 'no-active-employment',
      avg3: 'too-few-complete-months',
      months: {},
      jobs: [],
      unused: ['low-trust', 'low-trust', 'low-trust'],
    },
  },
  {
    title: 'low-trust documents that a member includes count',
    pay: spring({ source: 'upload', trust: 'Low', document: 'explained' }),
    included: ['explained'],
    expects: { annual: '30000.00', avg3: '2500.00 2000.00', unused: [] },
  },
  {
    title: 'a forged payslip beside genuine pay changes nothing',
    pay: [
      ...spring({}),
      {
        pay_date: '2026-06-29',
        gross: '9000.00',
        net: '6000.00',
        source: 'upload',
        trust: 'Low',
        document: 'x',
      },
    ],
    expects: { annual: '30000.00', avg3: '2500.00 2000.00', unused: ['low-trust'] },
  },
  {
    title: 'year-end: tax months from the 6th to the 5th, over 5 April',
    pay: [
      { pay_date: '2026-04-05', start: '2026-03-06', end: '2026-04-05', gross: '3100.00', net: '2480.00' },
      { pay_date: '2026-05-05', start: '2026-04-06', end: '2026-05-05', gross: '3000.00', net: '2400.00' },
      { pay_date: '2026-06-05', start: '2026-05-06', end: '2026-06-05', gross: '3100.00', net: '2480.00' },
      { pay_date: '2026-06-30', start: '2026-06-06', end: '2026-07-05', gross: '3000.00', net: '2400.00' },
    ],
    // £100 gross and £80 net a day.
    expects: {
      months: {
        '2026-03': 'part 2600.00 2080.00', // 26 days
        '2026-04': 'complete 3000.00 2400.00',
        '2026-05': 'complete 3100.00 2480.00',
        '2026-06': 'complete 3000.00 2400.00',
        '2026-07': 'part 500.00 400.00',
      },
      avg3: '3033.33 2426.67', // 9100 ÷ 3, 7280 ÷ 3
      annual: '36000.00', // median of 3000, 3100, 3000; × 12
    },
  },
  {
    title: 'year-end: a week 53 does not change the annual figure',
    // Pay days are Sundays. The 53rd pay date of the tax year 2025-26 is 5 April 2026.
    pay: periodicPay('weekly', '2025-03-31', 53, weekly),
    as_of: '2026-04-05',
    expects: { annual: '29120.00' }, // 560 × 52
  },
  {
    title: 'leap year: 29 February is a paid day',
    pay: [
      { pay_date: '2024-02-25', start: '2024-01-26', end: '2024-02-25', gross: '3100.00', net: '2480.00' },
      { pay_date: '2024-03-25', start: '2024-02-26', end: '2024-03-25', gross: '2900.00', net: '2320.00' },
    ],
    as_of: '2024-03-31',
    // £100 a day for 25 + 4 days of February.
    expects: { months: expect.objectContaining({ '2024-02': 'complete 2900.00 2320.00' }) },
  },
  {
    title: 'year on year: rising pay',
    pay: [
      ...monthlyPay('2024-07', 12, { gross: '2000.00' }),
      ...monthlyPay('2025-07', 12, { gross: '2200.00' }),
    ],
    months: 24,
    expects: {
      yoy: '0.1000', // (26400 − 24000) ÷ 24000
      last12: '26400.00 24000.00',
      covered: { complete: 24, payroll: 24, payslip: 0 },
    },
  },
  {
    title: 'year on year: falling pay',
    pay: [
      ...monthlyPay('2024-07', 12, { gross: '2000.00' }),
      ...monthlyPay('2025-07', 12, { gross: '1900.00' }),
    ],
    expects: { yoy: '-0.0500' }, // (22800 − 24000) ÷ 24000
  },
  {
    title: 'a missing month is a gap that an average skips',
    pay: [...monthlyPay('2025-07', 6), ...monthlyPay('2026-02', 5)],
    expects: {
      last12: 'too-few-complete-months',
      avg6: '2500.00 2000.00', // the average of December and February to June
      gaps: ['2026-01-01 2026-01-31'],
      months: expect.objectContaining({ '2026-01': 'part 0.00 0.00' }),
    },
  },
  {
    title: 'an average skips at most three months',
    pay: [...monthlyPay('2025-07', 6), ...monthlyPay('2026-06', 1)],
    expects: { avg3: 'too-few-complete-months' }, // of January to June only June is complete
  },
  {
    title: 'employer renamed: the PAYE reference stays',
    pay: [
      ...monthlyPay('2026-01', 3, { employer: thimble, reference: '123/AB456' }),
      ...monthlyPay('2026-04', 3, { employer: 'Marrow Press', reference: '123 / ab456' }),
    ],
    expects: {
      annual: '30000.00',
      avg6: '2500.00 2000.00',
      jobs: [expect.objectContaining({ name: 'Marrow Press', names: ['Marrow Press', thimble] })],
    },
  },
  {
    title: 'PAYE reference changed: the name stays',
    pay: [
      ...monthlyPay('2026-01', 3, { employer: thimble, reference: '123/AB456' }),
      ...monthlyPay('2026-04', 3, { employer: 'QUILL AND THIMBLE', reference: '987/ZZ1' }),
    ],
    expects: {
      annual: '30000.00',
      avg6: '2500.00 2000.00',
      jobs: [expect.objectContaining({ references: ['987/ZZ1', '123/AB456'] })],
    },
  },
  {
    title: 'another name and another reference is another employment',
    pay: [
      ...monthlyPay('2026-01', 3, { employer: thimble, reference: '123/AB456' }),
      ...monthlyPay('2026-04', 3, { employer: 'Marrow Press', reference: '987/ZZ1' }),
    ],
    expects: {
      annual: '30000.00',
      avg6: '2500.00 2000.00',
      jobs: [
        expect.objectContaining({ name: 'Marrow Press', status: 'active paid-recently' }),
        expect.objectContaining({ name: thimble, status: 'unknown no-recent-pay' }),
      ],
    },
  },
  {
    title: 'an upload without a reference joins the employer by name',
    pay: [
      ...monthlyPay('2026-04', 3, { employer: thimble, reference: '123/AB456' }),
      ...monthlyPay('2026-01', 3, { employer: 'Quill and Thimble Limited', source: 'upload' }),
    ],
    expects: { avg6: '2500.00 2000.00', jobs: [expect.objectContaining({ annual: '30000.00' })] },
  },
  {
    title: 'a person who returns to an employer has a second employment',
    pay: [
      ...monthlyPay('2025-11', 1, { started: '2024-01-01' }),
      ...monthlyPay('2025-12', 1, { started: '2024-01-01', left: '2025-12-31' }),
      ...monthlyPay('2026-03', 4, { started: '2026-03-01' }),
    ],
    expects: {
      annual: '30000.00',
      gaps: ['2025-07-01 2025-10-31', '2026-01-01 2026-02-28'],
      jobs: [
        expect.objectContaining({ status: 'active paid-recently', tenure: 3 }), // 1 March to 30 June
        expect.objectContaining({ status: 'ended leave-date', tenure: 23 }), // 1 January 2024 to 31 December 2025
      ],
    },
  },
  {
    title: 'start dates that differ between payslips: the earliest counts',
    pay: [...spring({ started: '2020-01-06' }), ...monthlyPay('2026-03', 1, { started: '2020-01-01' })],
    expects: { jobs: [expect.objectContaining({ start: '2020-01-01', tenure: 77 })] }, // 6 years and 5 months
  },
  {
    title: 'payslips without an employer are one employment',
    pay: spring({ employer: null }),
    expects: { annual: '30000.00', jobs: [expect.objectContaining({ name: null })] },
  },
  {
    title: 'coverage counts the requested months only',
    pay: spring({}),
    months: 6,
    expects: { covered: { complete: 3, payroll: 3, payslip: 0 }, gaps: ['2026-01-01 2026-03-31'] },
  },
  {
    title: 'a period that ends before it starts is not used',
    pay: [{ pay_date: '2026-06-30', start: '2026-06-30', end: '2026-06-01' }],
    expects: { unused: ['dates-reversed'], jobs: [] },
  },
  {
    title: 'a period of more than 400 days is not used',
    pay: [{ pay_date: '2026-06-30', start: '2025-05-01', end: '2026-06-30' }], // 426 days
    expects: { unused: ['period-too-long'], jobs: [] },
  },
  {
    title: 'no payslips',
    pay: [],
    expects: {
      annual: 'no-active-employment',
      last12: 'too-few-complete-months',
      share: 'no-pay',
      months: {},
      gaps: ['2025-07-01 2026-06-30'],
    },
  },
  {
    title: 'old payslips: nothing current',
    pay: monthlyPay('2025-10', 6),
    expects: {
      annual: 'no-active-employment',
      avg3: '2500.00 2000.00', // January to March, within the last six months
      jobs: [expect.objectContaining({ status: 'unknown no-recent-pay' })], // 91 days since 31 March
    },
  },
  {
    title: 'paid on the last day of a short month: next on the last day of the next month',
    pay: [{ pay_date: '2026-02-28' }],
    as_of: '2026-03-10',
    expects: { jobs: [expect.objectContaining({ next: '2026-03-31' })] },
  },
  {
    title: 'paid on the 28th of a long month: next on the 28th',
    pay: [{ pay_date: '2026-05-28' }],
    as_of: '2026-06-10',
    expects: { jobs: [expect.objectContaining({ next: '2026-06-28' })] },
  },
  {
    title: 'as of an earlier day, later payslips are unknown',
    pay: [...monthlyPay('2026-01', 3, { gross: '2000.00' }), ...spring({})],
    as_of: '2026-03-31',
    expects: { annual: '24000.00', unused: Array(3).fill('after-as-of') }, // 2000 × 12
  },
]

test.each(cases)('$title', ({ pay, as_of = '2026-06-30', months = 12, included = [], expects }) => {
  const options = { as_of, months_requested: months, included_documents: new Set(included) }
  const figures = figuresOf(summariseIncome(pay.map(samplePayslip), options))
  expect(figures).toMatchObject(expects)
})

test('there are at least 60 cases', () => {
  expect(cases.length).toBeGreaterThanOrEqual(60)
})
