import { addDays, addMonths, ageOn, type Day } from '../calendar.ts'
import type { Pence } from '../money.ts'
import type { Employment, From, LoanPlan, NiLetter } from '../payroll/types.ts'
import type { Random } from '../random.ts'
import type { Circumstances, Self } from './job-circumstances.ts'
import { taxCodePrefix } from './towns.ts'
import { worldBegins, worldEnds } from './world-dates.ts'

const longAgo: Day = '2008-01-01'

type Situation = { self: Self; circumstances: Circumstances; yearly: Pence }

/** What the payroll office is told of somebody: tax codes, letters, loans and the pension. */
export function inventEmployment(
  random: Random,
  situation: Situation,
): Omit<Employment, 'frequency' | 'before'> {
  const { self } = situation
  return {
    isDirector: situation.yearly > 7_000_000 && random.chance(0.1),
    taxCodes: inventTaxCodes(random, situation),
    niLetters: self.niLetters,
    loans: self.loans,
    pensions: inventPension(random, situation.yearly),
  }
}

function inventTaxCodes(random: Random, { self, circumstances, yearly }: Situation): Employment['taxCodes'] {
  const prefix = taxCodePrefix(self.place)
  const coded = (from: Day, code: string, isCumulative = true) => ({
    from,
    code: prefix + code,
    isCumulative,
  })
  if (circumstances.isSecond) return [coded(longAgo, yearly > 3_000_000 && random.chance(0.3) ? 'D0' : 'BR')]
  const code = inventCode(random, yearly)
  const { startDate, hasP45, isFirst } = circumstances
  if (startDate > worldBegins && !hasP45 && !isFirst) {
    // Without the last employer's slip one is taxed by the month alone until the tax authority has written.
    return [coded(longAgo, '1257L', false), coded(addDays(startDate, random.whole(40, 100)), code)]
  }
  if (!random.chance(0.1)) return [coded(longAgo, code)]
  const changesOn = addDays(worldBegins, random.whole(60, 900))
  return [coded(longAgo, code), coded(changesOn, inventCode(random, yearly))]
}

function inventCode(random: Random, yearly: Pence): string {
  if (yearly > 12_514_000) return '0T'
  if (yearly > 10_000_000) return `${1_257 - Math.floor((yearly - 10_000_000) / 2_000)}L`
  const chance = random.fraction()
  if (chance < 0.78) return '1257L'
  if (chance < 0.83) return '1131N'
  if (chance < 0.88) return '1383M'
  if (chance < 0.97) return `${random.whole(900, 1_330)}${random.pick(['L', 'T'])}`
  return yearly > 2_500_000 ? `K${random.whole(20, 480)}` : '1257L'
}

/** Under 21, of working age, over State Pension age; some come from the forces. */
export function inventNiLetters(random: Random, dateOfBirth: Day): From<{ letter: NiLetter }>[] {
  const grown = addMonths(dateOfBirth, 12 * 21)
  const pensioned = addMonths(dateOfBirth, 12 * (dateOfBirth < '1960-04-06' ? 66 : 67))
  const usual: NiLetter = random.chance(0.01) ? 'V' : 'A'
  const all: From<{ letter: NiLetter }>[] = [
    { from: longAgo, letter: 'M' },
    { from: grown, letter: usual },
    { from: pensioned, letter: 'C' },
  ]
  const inForce = all.findLast(({ from }) => from <= worldBegins)
  return all
    .filter((entry) => entry === inForce || (entry.from > worldBegins && entry.from <= worldEnds))
    .map((entry, n) => (n === 0 ? { ...entry, from: longAgo } : entry))
}

export function inventLoans(
  random: Random,
  { dateOfBirth, place }: Pick<Self, 'dateOfBirth' | 'place'>,
): Employment['loans'] {
  const age = ageOn(dateOfBirth, worldBegins)
  if (age > 45 || !random.chance(age < 21 ? 0.05 : 0.38)) return []
  const isScottish = taxCodePrefix(place) === 'S'
  const plan: LoanPlan = isScottish ? 'plan_4' : age < 21 ? 'plan_5' : age < 31 ? 'plan_2' : 'plan_1'
  const plans: LoanPlan[] = random.chance(0.15) ? [plan, 'postgraduate'] : [plan]
  const loans: Employment['loans'] = [{ from: longAgo, plans }]
  // Some have it paid off one day.
  if (random.chance(0.1)) loans.push({ from: addDays(worldBegins, random.whole(200, 900)), plans: [] })
  return loans
}

function inventPension(random: Random, yearly: Pence): Employment['pensions'] {
  const isIn = yearly >= 1_000_000 && random.chance(0.92)
  if (!isIn) return [{ from: longAgo, scheme: 'none', employeeRate: 0, employerRate: 0, of: 'qualifying' }]
  const generous = random.chance(0.35)
  return [
    {
      from: longAgo,
      scheme: random.chance(0.25) && yearly > 3_000_000 ? 'sacrifice' : 'net_pay',
      employeeRate: generous ? random.whole(10, 18) * 50 : 500,
      employerRate: generous ? random.whole(8, 24) * 50 : 300,
      of: generous ? 'pensionable' : 'qualifying',
    },
  ]
}
