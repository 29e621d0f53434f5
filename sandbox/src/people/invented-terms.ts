import { addDays, type Day } from '../calendar.ts'
import { type Pence, shareNear } from '../money.ts'
import type { Random } from '../random.ts'
import type { Absence } from './absences.ts'
import type { Circumstances, Self } from './job-circumstances.ts'
import type { Role, Workplace } from './employers.ts'
import { minimumWage } from './minimum-wage.ts'
import { line } from './payment-line.ts'
import { worldBegins } from './world-dates.ts'
import type { Terms } from './terms.ts'
import type { Job } from './types.ts'

type Situation = { workplace: Workplace; role: Role; age: number; self: Self; circumstances: Circumstances }
type Invented = { terms: Terms; type: Job['type']; yearly: Pence }

/** What somebody is paid for, and what comes between: within the range of the role, never below the minimum wage. */
export function inventTerms(random: Random, situation: Situation): Invented {
  const { role } = situation
  const { terms, type, yearly } =
    'annual' in role ? salaried(random, situation, role.annual) : byTheHour(random, situation, role.hourly)
  return {
    type,
    yearly,
    terms: { ...terms, absences: inventAbsences(random, situation), stoppages: inventStoppages(random) },
  }
}

const aprils: Day[] = ['2024-04-01', '2025-04-01', '2026-04-01']
const fullYearHours = 1_950

/** A raise each April, and at least what the law asks for from then on. */
function raised(
  random: Random,
  first: Pence,
  least: (on: Day) => Pence,
  roundTo: number,
): { from: Day; amount: Pence }[] {
  let amount = first
  return aprils.map((on, n) => {
    if (n > 0 && random.chance(0.85)) amount = shareNear(amount, random.whole(1_010, 1_060), 1_000)
    amount = Math.max(least(on), Math.ceil(amount / roundTo) * roundTo)
    return { from: n === 0 ? '2008-01-01' : on, amount }
  })
}

/** The older, the nearer to the top of the range, as a rule. */
function within(random: Random, [least, most]: [number, number], age: number) {
  const experience = Math.min(1, Math.max(0, (age - 20) / 30))
  return least + (most - least) * Math.min(1, 0.6 * experience + 0.4 * random.fraction())
}

function salaried(
  random: Random,
  { role, workplace, age, circumstances }: Situation,
  range: [number, number],
): Invented {
  const percent = circumstances.isSecond
    ? random.pick([20, 30])
    : random.chance(0.14)
      ? random.pick([50, 60, 80])
      : 100
  const full = Math.round(within(random, range, age) / 50) * 5_000
  const least = (on: Day) => Math.ceil((minimumWage(on) * fullYearHours) / 100) * percent
  const rates = raised(random, shareNear(full, percent, 100), least, 1_200)
  const yearly = rates[0]?.amount ?? full
  return {
    type: percent === 100 ? (random.chance(0.06) ? 'contract' : 'full_time') : 'part_time',
    yearly,
    terms: {
      payDay: workplace.staffPayDay,
      rates: rates.map(({ from, amount }) => ({ from, annual: amount })),
      extras: inventExtras(random, yearly, role),
      ...(random.chance(0.06) && {
        allowance: { description: 'First aid allowance', amount: random.whole(8, 30) * 100 },
      }),
    },
  }
}

function byTheHour(
  random: Random,
  { workplace, age, circumstances }: Situation,
  range: [number, number],
): Invented {
  const rates = raised(random, Math.round(within(random, range, age)), minimumWage, 1)
  const { type, hours, idle } = inventHours(random, circumstances)
  const yearly = shareNear(rates[0]?.amount ?? 0, ((hours.least + hours.most) / 2) * 52, 100)
  const hasOvertime = type === 'full_time' && random.chance(0.5)
  const overtime = { chance: random.whole(1, 6) / 10, least: 100, most: random.whole(4, 12) * 100 }
  return {
    type,
    yearly,
    terms: {
      payDay: random.chance(0.3) ? workplace.staffPayDay : workplace.hourlyPayDay,
      rates: rates.map(({ from, amount }) => ({ from, hourly: amount })),
      hours,
      ...(idle && { idle }),
      ...(hasOvertime && { overtime }),
      ...(random.chance(0.1) && {
        allowance: { description: 'Shift allowance', amount: random.whole(10, 60) * 100 },
      }),
    },
  }
}

function inventHours(
  random: Random,
  { isSecond }: Circumstances,
): Pick<Terms, 'idle'> & { type: Job['type']; hours: { least: number; most: number } } {
  const kind = isSecond ? 0.7 : random.fraction()
  if (kind < 0.5) return { type: 'full_time', hours: { least: 3_750, most: 3_750 } }
  if (kind < 0.65) return { type: 'full_time', hours: { least: 3_500, most: 4_200 } }
  const usual = isSecond ? random.whole(4, 14) : random.whole(14, 30)
  if (kind < 0.93)
    return {
      type: 'part_time',
      hours: { least: usual * 100, most: usual * 100 + random.pick([0, 0, 400, 600]) },
    }
  return {
    type: 'zero_hours',
    hours: { least: 400, most: 3_600 },
    idle: { chance: random.whole(5, 35) / 100, weeks: [] },
  }
}

function inventExtras(random: Random, yearly: Pence, { department }: Role): NonNullable<Terms['extras']> {
  if (department === 'Finance' || !random.chance(0.22)) return []
  const month = random.pick(['12', '03'])
  const share = random.whole(2, 12)
  const years = month === '12' ? [2024, 2025, 2026] : [2025, 2026, 2027]
  return years
    .filter(() => random.chance(0.8))
    .map((year) => ({
      on: `${year}-${month}-10`,
      payment: line('bonus', 'Bonus', Math.round((yearly * share) / 10_000) * 100, { isPensionable: false }),
    }))
}

function inventAbsences(random: Random, { age, self, circumstances }: Situation): Absence[] {
  const from = addDays(worldBegins, random.whole(100, 800))
  const isYoungWoman = self.gender === 'female' && age >= 22 && age <= 41
  const isYoungMan = self.gender === 'male' && age >= 24 && age <= 46
  const chance = random.fraction()
  const hasServed = circumstances.startDate < addDays(from, -400)
  if (hasServed && isYoungWoman && chance < 0.08)
    return [
      {
        kind: 'maternity',
        from,
        to: addDays(from, 7 * random.whole(39, 52) - 1),
        reckonedOn: addDays(from, -90),
      },
    ]
  if (hasServed && isYoungMan && chance < 0.06) return [{ kind: 'paternity', from, to: addDays(from, 13) }]
  if (chance > 0.82) return [{ kind: 'sick', from, to: addDays(from, random.whole(3, 30)) }]
  if (chance > 0.78) return [{ kind: 'unpaid', from, to: addDays(from, random.whole(2, 12)) }]
  return []
}

function inventStoppages(random: Random): NonNullable<Terms['stoppages']> {
  if (!random.chance(0.06)) return []
  const from = addDays(worldBegins, random.whole(0, 700))
  const to = addDays(from, random.whole(180, 600))
  const amount = random.whole(20, 110) * 100
  return random.chance(0.4)
    ? [{ from, to, deduction: { kind: 'attachment_of_earnings', description: 'Attachment order', amount } }]
    : [{ from, to, deduction: { kind: 'loan', description: 'Cycle scheme', amount } }]
}
