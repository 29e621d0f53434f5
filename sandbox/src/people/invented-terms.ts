import { addDays, type IsoDate } from '../calendar.ts'
import { type PenceAmount, prorateNearest } from '../money.ts'
import type { SeededRandom } from '../random.ts'
import type { Absence } from './absences.ts'
import type { JobRole, Workplace } from './employers.ts'
import type { JobCircumstances, PersonTraits } from './job-circumstances.ts'
import { minimumWage } from './minimum-wage.ts'
import { paymentLine } from './payment-line.ts'
import type { EmploymentTerms } from './terms.ts'
import type { PersonJob } from './types.ts'
import { worldStartDate } from './world-dates.ts'

type Situation = {
  workplace: Workplace
  role: JobRole
  age: number
  self: PersonTraits
  circumstances: JobCircumstances
}
type InventedTerms = { terms: EmploymentTerms; type: PersonJob['type']; annualPay: PenceAmount }

/**
 * Generates pay, hours, extras and absences of a job. Pay is within the role's range and never below the minimum
 * wage.
 */
export function inventTerms(random: SeededRandom, situation: Situation): InventedTerms {
  const { role } = situation
  const { terms, type, annualPay } =
    'annual' in role ? salaried(random, situation, role.annual) : hourlyPaid(random, situation, role.hourly)
  return {
    type,
    annualPay,
    terms: { ...terms, absences: inventAbsences(random, situation), deductions: inventDeductions(random) },
  }
}

const aprils: IsoDate[] = ['2024-04-01', '2025-04-01', '2026-04-01']
const fullYearHours = 1_950

/** Generates a raise each April; pay is never less than the minimum wage then in force. */
function withAnnualRaises(
  random: SeededRandom,
  first: PenceAmount,
  minPay: (on: IsoDate) => PenceAmount,
  roundTo: number,
): { from: IsoDate; amount: PenceAmount }[] {
  let amount = first
  return aprils.map((on, n) => {
    if (n > 0 && random.chance(0.85)) amount = prorateNearest(amount, random.integer(1_010, 1_060), 1_000)
    amount = Math.max(minPay(on), Math.ceil(amount / roundTo) * roundTo)
    return { from: n === 0 ? '2008-01-01' : on, amount }
  })
}

/** Picks a pay within the range; it tends towards the top with age. */
function payWithinRange(random: SeededRandom, [min, max]: [number, number], age: number) {
  const experience = Math.min(1, Math.max(0, (age - 20) / 30))
  return min + (max - min) * Math.min(1, 0.6 * experience + 0.4 * random.fraction())
}

function salaried(
  random: SeededRandom,
  { role, workplace, age, circumstances }: Situation,
  range: [number, number],
): InventedTerms {
  const percent = circumstances.isSecondJob
    ? random.pick([20, 30])
    : random.chance(0.14)
      ? random.pick([50, 60, 80])
      : 100
  const full = Math.round(payWithinRange(random, range, age) / 50) * 5_000
  const minPay = (on: IsoDate) => Math.ceil((minimumWage(on) * fullYearHours) / 100) * percent
  const rates = withAnnualRaises(random, prorateNearest(full, percent, 100), minPay, 1_200)
  const annualPay = rates[0]?.amount ?? full
  return {
    type: percent === 100 ? (random.chance(0.06) ? 'contract' : 'full_time') : 'part_time',
    annualPay,
    terms: {
      payDay: workplace.staffPayDay,
      rates: rates.map(({ from, amount }) => ({ from, annual: amount })),
      extras: inventExtras(random, annualPay, role),
      ...(random.chance(0.06) && {
        allowance: { description: 'First aid allowance', amount: random.integer(8, 30) * 100 },
      }),
    },
  }
}

function hourlyPaid(
  random: SeededRandom,
  { workplace, age, circumstances }: Situation,
  range: [number, number],
): InventedTerms {
  const rates = withAnnualRaises(random, Math.round(payWithinRange(random, range, age)), minimumWage, 1)
  const { type, hours, noWork } = inventHours(random, circumstances)
  const annualPay = prorateNearest(rates[0]?.amount ?? 0, ((hours.min + hours.max) / 2) * 52, 100)
  const hasOvertime = type === 'full_time' && random.chance(0.5)
  const overtime = { chance: random.integer(1, 6) / 10, min: 100, max: random.integer(4, 12) * 100 }
  return {
    type,
    annualPay,
    terms: {
      payDay: random.chance(0.3) ? workplace.staffPayDay : workplace.hourlyPayDay,
      rates: rates.map(({ from, amount }) => ({ from, hourly: amount })),
      hours,
      ...(noWork && { noWork }),
      ...(hasOvertime && { overtime }),
      ...(random.chance(0.1) && {
        allowance: { description: 'Shift allowance', amount: random.integer(10, 60) * 100 },
      }),
    },
  }
}

function inventHours(
  random: SeededRandom,
  { isSecondJob }: JobCircumstances,
): Pick<EmploymentTerms, 'noWork'> & { type: PersonJob['type']; hours: { min: number; max: number } } {
  const kind = isSecondJob ? 0.7 : random.fraction()
  if (kind < 0.5) return { type: 'full_time', hours: { min: 3_750, max: 3_750 } }
  if (kind < 0.65) return { type: 'full_time', hours: { min: 3_500, max: 4_200 } }
  const weeklyHours = isSecondJob ? random.integer(4, 14) : random.integer(14, 30)
  if (kind < 0.93)
    return {
      type: 'part_time',
      hours: { min: weeklyHours * 100, max: weeklyHours * 100 + random.pick([0, 0, 400, 600]) },
    }
  return {
    type: 'zero_hours',
    hours: { min: 400, max: 3_600 },
    noWork: { chance: random.integer(5, 35) / 100, weeks: [] },
  }
}

function inventExtras(
  random: SeededRandom,
  annualPay: PenceAmount,
  { department }: JobRole,
): NonNullable<EmploymentTerms['extras']> {
  if (department === 'Finance' || !random.chance(0.22)) return []
  const month = random.pick(['12', '03'])
  const share = random.integer(2, 12)
  const years = month === '12' ? [2024, 2025, 2026] : [2025, 2026, 2027]
  return years
    .filter(() => random.chance(0.8))
    .map((year) => ({
      on: `${year}-${month}-10`,
      payment: paymentLine('bonus', 'Bonus', Math.round((annualPay * share) / 10_000) * 100, {
        isPensionable: false,
      }),
    }))
}

function inventAbsences(random: SeededRandom, { age, self, circumstances }: Situation): Absence[] {
  const from = addDays(worldStartDate, random.integer(100, 800))
  const isYoungWoman = self.gender === 'female' && age >= 22 && age <= 41
  const isYoungMan = self.gender === 'male' && age >= 24 && age <= 46
  const chance = random.fraction()
  const hasQualifyingService = circumstances.startDate < addDays(from, -400)
  if (hasQualifyingService && isYoungWoman && chance < 0.08)
    return [
      {
        kind: 'maternity',
        from,
        to: addDays(from, 7 * random.integer(39, 52) - 1),
        averageEarningsDate: addDays(from, -90),
      },
    ]
  if (hasQualifyingService && isYoungMan && chance < 0.06)
    return [{ kind: 'paternity', from, to: addDays(from, 13) }]
  if (chance > 0.82) return [{ kind: 'sick', from, to: addDays(from, random.integer(3, 30)) }]
  if (chance > 0.78) return [{ kind: 'unpaid', from, to: addDays(from, random.integer(2, 12)) }]
  return []
}

function inventDeductions(random: SeededRandom): NonNullable<EmploymentTerms['deductions']> {
  if (!random.chance(0.06)) return []
  const from = addDays(worldStartDate, random.integer(0, 700))
  const to = addDays(from, random.integer(180, 600))
  const amount = random.integer(20, 110) * 100
  return random.chance(0.4)
    ? [{ from, to, deduction: { kind: 'attachment_of_earnings', description: 'Attachment order', amount } }]
    : [{ from, to, deduction: { kind: 'loan', description: 'Cycle scheme', amount } }]
}
