import fc from 'fast-check'
import { addDays, addMonths, type IsoDate } from '../../calendar.ts'
import type {
  LoanPlan,
  NiLetter,
  PayRun,
  PayrollEmployment,
  PayrollFrequency,
  SupportedTaxYear,
} from '../types.ts'

const nation = fc.constantFrom('', 'S', 'C')
const flatCodes = ['BR', 'D0', 'D1', 'CBR', 'CD1', 'SBR', 'SD0', 'SD1', 'SD2', 'SD3', 'NT']
const code = fc.oneof(
  fc.constantFrom('1257L', 'S1257L', 'C1257L', '0T', 'S0T'),
  fc.tuple(nation, fc.nat(2_200)).map(([prefix, number]) => `${prefix}${number}T`),
  fc.tuple(nation, fc.integer({ min: 1, max: 1_600 })).map(([prefix, number]) => `${prefix}K${number}`),
  fc.constantFrom(...flatCodes),
)
const letters: NiLetter[] = ['A', 'B', 'C', 'H', 'J', 'M', 'V', 'X', 'Z']
const plans: LoanPlan[] = ['plan_1', 'plan_2', 'plan_4', 'plan_5', 'postgraduate']
const frequencies: PayrollFrequency[] = [
  'weekly',
  'fortnightly',
  'four_weekly',
  'four_weekly',
  'monthly',
  'monthly',
  'monthly',
]
const oneOrTwo = { minLength: 1, maxLength: 2 }

/** Random input for `buildEmployment`. */
export const employmentChoices = fc.record({
  year: fc.constantFrom<SupportedTaxYear>('2024-25', '2025-26', '2026-27'),
  // Frequencies with many payslips dominate the run time, so they are chosen less often.
  frequency: fc.constantFrom<PayrollFrequency>(...frequencies),
  payDay: fc.nat(29),
  /**
   * Start and end of the employment, as percentages of the tax year. Over 100 means that it continues into the next
   * year.
   */
  startPercent: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(90) }),
  endPercent: fc.constantFrom(100, 100, 100, 40, 130, 170),
  /** Tax codes and NI letters; a second one applies from the middle of the employment. */
  codes: fc.array(fc.record({ code, isCumulative: fc.constantFrom(true, true, true, false) }), oneOrTwo),
  letters: fc.array(fc.constantFrom(...letters), oneOrTwo),
  plans: fc.subarray(plans),
  pension: fc.record({
    scheme: fc.constantFrom<'none' | 'net_pay' | 'sacrifice'>('none', 'net_pay', 'sacrifice'),
    employeeRate: fc.nat(2_000),
    employerRate: fc.nat(1_500),
    of: fc.constantFrom<'qualifying' | 'pensionable'>('qualifying', 'pensionable'),
  }),
  isDirector: fc.constantFrom(false, false, false, true),
  before: fc.option(fc.record({ taxablePay: fc.nat(6_000_000), incomeTax: fc.nat(1_500_000) })),
  /** Approximate weekly pay in pounds; `periods` adds variation. */
  level: fc.oneof({ weight: 4, arbitrary: fc.nat(1_500) }, { weight: 1, arbitrary: fc.nat(6_000) }),
  periods: fc.array(fc.record({ pence: fc.nat(20_000), event: fc.nat(12) }), { minLength: 1, maxLength: 14 }),
})

type Choices = typeof employmentChoices extends fc.Arbitrary<infer T> ? T : never

const weeksOf: Record<PayrollFrequency, number> = {
  weekly: 1,
  fortnightly: 2,
  four_weekly: 4,
  monthly: 52 / 12,
}

export function buildEmployment(chosen: Choices): { employment: PayrollEmployment; runs: PayRun[] } {
  const { year, frequency } = chosen
  const periodsInYear = 52 / weeksOf[frequency]
  const first = Math.floor((chosen.startPercent * periodsInYear) / 100)
  // One pay date more than a year has: the extra payment of week 53, or the first payment of the next year.
  const last = Math.max(first, Math.floor((chosen.endPercent * periodsInYear) / 100))
  const dates = Array.from({ length: last - first + 1 }, (_, n) => payDateOf(chosen, first + n)).filter(
    (payDate) => payDate <= '2027-04-05',
  )
  const middle = dates[Math.floor(dates.length / 2)] ?? ''
  const from = (n: number) => (n === 0 ? '' : middle)
  const employment: PayrollEmployment = {
    frequency,
    isDirector: chosen.isDirector,
    taxCodes: chosen.codes.map((coding, n) => ({ from: from(n), ...coding })),
    niLetters: chosen.letters.map((letter, n) => ({ from: from(n), letter })),
    loans: [{ from: '', plans: chosen.plans }],
    pensions: [{ from: '', ...chosen.pension }],
    ...(chosen.before && { p45Figures: { taxYear: year, ...chosen.before } }),
  }
  return { employment, runs: dates.map((payDate, n) => runOf(chosen, payDate, n)) }
}

function payDateOf({ year, frequency, payDay }: Choices, n: number): IsoDate {
  const first = `${year.slice(0, 4)}-04-06`
  if (frequency === 'monthly') return addMonths(addDays(first, payDay), n)
  const days = weeksOf[frequency] * 7
  return addDays(first, (payDay % days) + n * days)
}

const line = { description: '', isFixed: false, isTaxable: true, isNiable: true, isPensionable: true }

/** Returns one pay run. Most have basic pay only; some have no pay or one extra line. */
function runOf({ level: weeklyPounds, periods, frequency }: Choices, payDate: IsoDate, n: number): PayRun {
  const { pence, event } = periods[n % periods.length] as Choices['periods'][number]
  const amount = event === 0 ? 0 : Math.round(weeklyPounds * weeksOf[frequency] * 100) + pence
  const extras: Record<number, PayRun['payments'][number]> = {
    1: { ...line, kind: 'bonus', amount: pence * 30, isPensionable: false },
    2: { ...line, kind: 'absence', amount: -Math.min(amount, pence * 5) },
    3: { ...line, kind: 'expenses', amount: pence, isTaxable: false, isNiable: false, isPensionable: false },
    4: { ...line, kind: 'termination', amount: pence * 20, isNiable: false, isPensionable: false },
  }
  const extra = extras[event]
  return {
    payDate,
    start: payDate,
    end: payDate,
    payments: [{ ...line, kind: 'basic', amount }, ...(extra ? [extra] : [])],
    otherDeductions: event === 5 ? [{ kind: 'loan', description: 'Bicycle', amount: pence * 3 }] : [],
  }
}
