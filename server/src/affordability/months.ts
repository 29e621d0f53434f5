import { countDays } from '../vocabulary/days.ts'
import type { Day } from '../vocabulary/payslip.ts'
import { ageOn, type CalendarMonth, lastDayOf, splitByMonth } from './calendar.ts'
import { divide, type Fraction, isPositive, multiply, sum, toFraction } from './fraction.ts'
import type { FindRegion, PostcodeRegion } from './regions.ts'

/** Net pay of a period, and the personal data on its payslip. */
export type NetPayPeriod = {
  id: string
  start: Day
  end: Day
  pay_date: Day
  net_pay: string
  date_of_birth: Day | null
  post_code: string | null
}

export type ApplicantFacts = { date_of_birth: Day | null; post_codes: readonly string[] }

/** The share of a pay period that falls in a month. */
export type PeriodShare = { period: NetPayPeriod; days: number; daysInMonth: number; share: Fraction }

/** `periodId` is the payslip that the fact was taken from, or null if it was taken from the user. */
export type Birth = { day: Day; periodId: string | null; age: number }
export type Residence = { post_code: string; periodId: string | null; region: PostcodeRegion }

export type PaidMonth = {
  month: CalendarMonth
  /** Sorted by number of days in the month, then newest first. */
  shares: PeriodShare[]
  net: Fraction
  birth: Birth | null
  residence: Residence | null
  /** Postcodes that were tried first but have no region. */
  unmatchedPostcodes: string[]
}

/** Lists every month with pay, newest first. */
export function listPaidMonths(
  periods: readonly NetPayPeriod[],
  person: ApplicantFacts,
  findRegion: FindRegion,
): PaidMonth[] {
  const shares = periods.flatMap((period) => {
    const days = countDays(period.start, period.end)
    const perDay = divide(toFraction(period.net_pay), toFraction(days))
    return splitByMonth(period.start, period.end).map(({ month, days: daysInMonth }) => ({
      month,
      portion: { period, days, daysInMonth, share: multiply(perDay, toFraction(daysInMonth)) },
    }))
  })
  return [...Map.groupBy(shares, ({ month }) => month)]
    .sort(([one], [other]) => (one < other ? 1 : -1))
    .map(([month, found]) => {
      const ordered = found.map(({ portion }) => portion).sort(compareWeight)
      return {
        month,
        shares: ordered,
        net: sum(ordered.map(({ share }) => share)),
        birth: findBirth(month, ordered, person),
        ...findResidence(ordered, person, findRegion),
      }
    })
}

export const isPaid = ({ net }: PaidMonth) => isPositive(net)

/**
 * Compares payslips for sorting: the payslip that covers most days of the month is first, because its personal data
 * is used; in a tie, the latest one.
 */
function compareWeight(one: PeriodShare, other: PeriodShare) {
  const [a, b] = [one.period, other.period]
  return (
    other.daysInMonth - one.daysInMonth ||
    laterFirst(a.end, b.end) ||
    laterFirst(a.pay_date, b.pay_date) ||
    laterFirst(a.id, b.id)
  )
}

const laterFirst = (one: string, other: string) => Number(one < other) - Number(one > other)

function findBirth(
  month: CalendarMonth,
  shares: readonly PeriodShare[],
  person: ApplicantFacts,
): Birth | null {
  const source = shares.find(({ period }) => period.date_of_birth !== null)?.period
  const day = source?.date_of_birth ?? person.date_of_birth
  return day === null ? null : { day, periodId: source?.id ?? null, age: ageOn(lastDayOf(month), day) }
}

/** Finds the first postcode that has a region, among those of the payslips and then those of the user, in order. */
export function findResidence(
  shares: readonly PeriodShare[],
  person: ApplicantFacts,
  findRegion: FindRegion,
) {
  const candidates = [
    ...shares.map(({ period }) => ({ post_code: period.post_code, periodId: period.id })),
    ...person.post_codes.map((post_code) => ({ post_code, periodId: null })),
  ]
  const unmatchedPostcodes = new Set<string>()
  for (const { post_code, periodId } of candidates) {
    if (post_code === null) continue
    const region = findRegion(post_code)
    if (region)
      return { residence: { post_code, periodId, region }, unmatchedPostcodes: [...unmatchedPostcodes] }
    unmatchedPostcodes.add(post_code)
  }
  return { residence: null, unmatchedPostcodes: [...unmatchedPostcodes] }
}
