import type { Day } from '../vocabulary/payslip.ts'
import { ageOn, daysFrom, lastDayOf, type Month, splitByMonth } from './calendar.ts'
import { exactly, type Fraction, isPositive, over, sum, times } from './fraction.ts'
import type { FindRegion, Region } from './regions.ts'

/** What was paid for which days, and what its payslip says of the person. */
export type PayPeriod = {
  id: string
  start: Day
  end: Day
  pay_date: Day
  net_pay: string
  date_of_birth: Day | null
  post_code: string | null
}

export type Person = { date_of_birth: Day | null; post_codes: readonly string[] }

/** The part of a pay period that lies in a month. */
export type Part = { period: PayPeriod; days: number; daysInMonth: number; share: Fraction }

/** Where a fact of a month comes from: the payslip of a period, or the user (null). */
export type Birth = { day: Day; periodId: string | null; age: number }
export type Place = { post_code: string; periodId: string | null; region: Region }

export type PaidMonth = {
  month: Month
  /** The period with the most days in the month first; of equals the newest. */
  parts: Part[]
  net: Fraction
  birth: Birth | null
  place: Place | null
  /** Postcodes without a region that were tried before one that has one, or all of them. */
  inVain: string[]
}

/** Every month that was paid for, newest first. */
export function monthsPaid(
  periods: readonly PayPeriod[],
  person: Person,
  findRegion: FindRegion,
): PaidMonth[] {
  const parts = periods.flatMap((period) => {
    const days = daysFrom(period.start, period.end)
    const perDay = over(exactly(period.net_pay), exactly(days))
    return splitByMonth(period.start, period.end).map(({ month, days: daysInMonth }) => ({
      month,
      part: { period, days, daysInMonth, share: times(perDay, exactly(daysInMonth)) },
    }))
  })
  return [...Map.groupBy(parts, ({ month }) => month)]
    .sort(([one], [other]) => (one < other ? 1 : -1))
    .map(([month, found]) => {
      const ordered = found.map(({ part }) => part).sort(byWeight)
      return {
        month,
        parts: ordered,
        net: sum(ordered.map(({ share }) => share)),
        birth: birthOf(month, ordered, person),
        ...placeOf(ordered, person, findRegion),
      }
    })
}

export const isPaid = ({ net }: PaidMonth) => isPositive(net)

/** Whose facts hold for the month: who was paid for most of it, then who was paid last. */
function byWeight(one: Part, other: Part) {
  const [a, b] = [one.period, other.period]
  return (
    other.daysInMonth - one.daysInMonth ||
    laterFirst(a.end, b.end) ||
    laterFirst(a.pay_date, b.pay_date) ||
    laterFirst(a.id, b.id)
  )
}

const laterFirst = (one: string, other: string) => Number(one < other) - Number(one > other)

function birthOf(month: Month, parts: readonly Part[], person: Person): Birth | null {
  const told = parts.find(({ period }) => period.date_of_birth !== null)?.period
  const day = told?.date_of_birth ?? person.date_of_birth
  return day === null ? null : { day, periodId: told?.id ?? null, age: ageOn(lastDayOf(month), day) }
}

/** The first postcode that has a region: those of payslips, then the user's in their order. */
export function placeOf(parts: readonly Part[], person: Person, findRegion: FindRegion) {
  const candidates = [
    ...parts.map(({ period }) => ({ post_code: period.post_code, periodId: period.id })),
    ...person.post_codes.map((post_code) => ({ post_code, periodId: null })),
  ]
  const inVain = new Set<string>()
  for (const { post_code, periodId } of candidates) {
    if (post_code === null) continue
    const region = findRegion(post_code)
    if (region) return { place: { post_code, periodId, region }, inVain: [...inVain] }
    inVain.add(post_code)
  }
  return { place: null, inVain: [...inVain] }
}
