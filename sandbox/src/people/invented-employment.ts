import { addDays, addMonths, ageOn, type IsoDate } from '../calendar.ts'
import type { PenceAmount } from '../money.ts'
import type { EffectiveFrom, LoanPlan, NiLetter, PayrollEmployment } from '../payroll/types.ts'
import type { SeededRandom } from '../random.ts'
import type { JobCircumstances, PersonTraits } from './job-circumstances.ts'
import { taxCodePrefix } from './towns.ts'
import { worldEndDate, worldStartDate } from './world-dates.ts'

const longAgo: IsoDate = '2008-01-01'

type Situation = { self: PersonTraits; circumstances: JobCircumstances; annualPay: PenceAmount }

/** Generates the payroll settings of a job: tax codes, NI category letters, student loans and pension. */
export function inventEmployment(
  random: SeededRandom,
  situation: Situation,
): Omit<PayrollEmployment, 'frequency' | 'before'> {
  const { self } = situation
  return {
    isDirector: situation.annualPay > 7_000_000 && random.chance(0.1),
    taxCodes: inventTaxCodes(random, situation),
    niLetters: self.niLetters,
    loans: self.loans,
    pensions: inventPension(random, situation.annualPay),
  }
}

function inventTaxCodes(
  random: SeededRandom,
  { self, circumstances, annualPay }: Situation,
): PayrollEmployment['taxCodes'] {
  const prefix = taxCodePrefix(self.town)
  const taxCodeFrom = (from: IsoDate, code: string, isCumulative = true) => ({
    from,
    code: prefix + code,
    isCumulative,
  })
  if (circumstances.isSecondJob)
    return [taxCodeFrom(longAgo, annualPay > 3_000_000 && random.chance(0.3) ? 'D0' : 'BR')]
  const code = inventCode(random, annualPay)
  const { startDate, hasP45, isFirstJob } = circumstances
  if (startDate > worldStartDate && !hasP45 && !isFirstJob) {
    // Without a P45, an emergency (month 1) code applies until HMRC issues the final code.
    return [
      taxCodeFrom(longAgo, '1257L', false),
      taxCodeFrom(addDays(startDate, random.integer(40, 100)), code),
    ]
  }
  if (!random.chance(0.1)) return [taxCodeFrom(longAgo, code)]
  const changesOn = addDays(worldStartDate, random.integer(60, 900))
  return [taxCodeFrom(longAgo, code), taxCodeFrom(changesOn, inventCode(random, annualPay))]
}

function inventCode(random: SeededRandom, annualPay: PenceAmount): string {
  if (annualPay > 12_514_000) return '0T'
  if (annualPay > 10_000_000) return `${1_257 - Math.floor((annualPay - 10_000_000) / 2_000)}L`
  const chance = random.fraction()
  if (chance < 0.78) return '1257L'
  if (chance < 0.83) return '1131N'
  if (chance < 0.88) return '1383M'
  if (chance < 0.97) return `${random.integer(900, 1_330)}${random.pick(['L', 'T'])}`
  return annualPay > 2_500_000 ? `K${random.integer(20, 480)}` : '1257L'
}

/** Returns letter M under 21, A (or V for veterans) at working age, and C over State Pension age. */
export function inventNiLetters(
  random: SeededRandom,
  dateOfBirth: IsoDate,
): EffectiveFrom<{ letter: NiLetter }>[] {
  const age21 = addMonths(dateOfBirth, 12 * 21)
  const statePensionAge = addMonths(dateOfBirth, 12 * (dateOfBirth < '1960-04-06' ? 66 : 67))
  const defaultLetter: NiLetter = random.chance(0.01) ? 'V' : 'A'
  const all: EffectiveFrom<{ letter: NiLetter }>[] = [
    { from: longAgo, letter: 'M' },
    { from: age21, letter: defaultLetter },
    { from: statePensionAge, letter: 'C' },
  ]
  const effectiveAtStart = all.findLast(({ from }) => from <= worldStartDate)
  return all
    .filter(
      (entry) => entry === effectiveAtStart || (entry.from > worldStartDate && entry.from <= worldEndDate),
    )
    .map((entry, n) => (n === 0 ? { ...entry, from: longAgo } : entry))
}

export function inventLoans(
  random: SeededRandom,
  { dateOfBirth, town }: Pick<PersonTraits, 'dateOfBirth' | 'town'>,
): PayrollEmployment['loans'] {
  const age = ageOn(dateOfBirth, worldStartDate)
  if (age > 45 || !random.chance(age < 21 ? 0.05 : 0.38)) return []
  const isScottish = taxCodePrefix(town) === 'S'
  const plan: LoanPlan = isScottish ? 'plan_4' : age < 21 ? 'plan_5' : age < 31 ? 'plan_2' : 'plan_1'
  const plans: LoanPlan[] = random.chance(0.15) ? [plan, 'postgraduate'] : [plan]
  const loans: PayrollEmployment['loans'] = [{ from: longAgo, plans }]
  // Some people finish repaying their loan.
  if (random.chance(0.1)) loans.push({ from: addDays(worldStartDate, random.integer(200, 900)), plans: [] })
  return loans
}

function inventPension(random: SeededRandom, annualPay: PenceAmount): PayrollEmployment['pensions'] {
  const isEnrolled = annualPay >= 1_000_000 && random.chance(0.92)
  if (!isEnrolled)
    return [{ from: longAgo, scheme: 'none', employeeRate: 0, employerRate: 0, of: 'qualifying' }]
  const generous = random.chance(0.35)
  return [
    {
      from: longAgo,
      scheme: random.chance(0.25) && annualPay > 3_000_000 ? 'sacrifice' : 'net_pay',
      employeeRate: generous ? random.integer(10, 18) * 50 : 500,
      employerRate: generous ? random.integer(8, 24) * 50 : 300,
      of: generous ? 'pensionable' : 'qualifying',
    },
  ]
}
