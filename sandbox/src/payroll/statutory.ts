import type { IsoDate } from '../calendar.ts'
import type { PenceAmount } from '../money.ts'
import type { EffectiveFrom } from './types.ts'

/*
 * Statutory sick and family pay.
 *
 * Sources, found by web search on 15 November 2026:
 * - Sick 116.75 and family 172.48 → 184.03 (2024): jma-hrlegal.co.uk, soscn.org. Sick 118.75 and family 187.18 (2025):
 *   personneltoday.com. Sick 123.25 and family 194.32 (2026): mondaq.com, hrsolutions-uk.com. Several sources agree; certain.
 * - Family rates begin on the first Sunday in April (7 April 2024, 6 April 2025, 5 April 2026): general payroll
 *   knowledge, and a calculator that names 5 April 2026; fairly certain. Sick 109.40 until April 2024: jma-hrlegal.co.uk.
 * - Sick pay from April 2026, no waiting days, no lower earnings limit, the lower of the flat rate and 80 % of
 *   earnings: harrison-drury.com, makeuk.org; certain. In law, people already ill on that day keep the better
 *   of both rules; simplified here to the rule of the day.
 * - 90 % for 6 weeks, then the lower of both for the rest of 39: Social Security Contributions and Benefits Act 1992,
 *   section 166; rounded up to the penny: SI 1986/1960, regulation 28. Monthly pay × 12 ÷ 52, not rounded: the
 *   checksheet of the tax authority's guide for employers. Certain. Sick pay is rounded up as well: general knowledge.
 */

const sickRates: EffectiveFrom<{
  weekly: PenceAmount
  waitingDays: number
  isLimitedByEarnings: boolean
  minEarnings: PenceAmount
}>[] = [
  { from: '2023-04-06', weekly: 10_940, waitingDays: 3, isLimitedByEarnings: false, minEarnings: 12_300 },
  { from: '2024-04-06', weekly: 11_675, waitingDays: 3, isLimitedByEarnings: false, minEarnings: 12_300 },
  { from: '2025-04-06', weekly: 11_875, waitingDays: 3, isLimitedByEarnings: false, minEarnings: 12_500 },
  { from: '2026-04-06', weekly: 12_325, waitingDays: 0, isLimitedByEarnings: true, minEarnings: 0 },
]

const familyRates: EffectiveFrom<{ weekly: PenceAmount }>[] = [
  { from: '2023-04-02', weekly: 17_248 },
  { from: '2024-04-07', weekly: 18_403 },
  { from: '2025-04-06', weekly: 18_718 },
  { from: '2026-04-05', weekly: 19_432 },
]

type FamilyPay = 'maternity' | 'adoption' | 'paternity' | 'shared_parental' | 'bereavement'

/**
 * Number of paid weeks, and how many of the first weeks are paid at 90 % of earnings even if that exceeds the
 * standard rate.
 */
const familyWeeks: Record<FamilyPay, { paid: number; atEarnings: number }> = {
  maternity: { paid: 39, atEarnings: 6 },
  adoption: { paid: 39, atEarnings: 6 },
  paternity: { paid: 2, atEarnings: 0 },
  shared_parental: { paid: 37, atEarnings: 0 },
  bereavement: { paid: 2, atEarnings: 0 },
}

const sickWeeks = 28

/** Average weekly earnings as a fraction (pence ÷ weeks), because the rules do not round them. */
export type AverageEarnings = { pence: number; weeks: number }

/**
 * Calculates average weekly earnings from pay in the eight weeks before the absence, or in the whole months that
 * cover them.
 */
export const averageWeeklyEarnings = (
  earned: PenceAmount,
  over: { weeks: number } | { months: number },
): AverageEarnings =>
  'weeks' in over ? { pence: earned, weeks: over.weeks } : { pence: earned * 12, weeks: over.months * 52 }

/** Returns the pay for one week of leave; weeks are counted from 1. Zero after the last paid week. */
export function calculateFamilyPay(
  kind: FamilyPay,
  average: AverageEarnings,
  week: { number: number; start: IsoDate },
): PenceAmount {
  const { paid, atEarnings } = familyWeeks[kind]
  if (week.number > paid) return 0
  const ofEarnings = Math.ceil((average.pence * 90) / (average.weeks * 100))
  return week.number <= atEarnings ? ofEarnings : Math.min(ofEarnings, rateOn(familyRates, week.start).weekly)
}

/**
 * Returns sick pay for qualifying (working) days, at the rate of the first day. `daysBefore` counts earlier
 * qualifying days of the same illness; until April 2026 the first three are unpaid waiting days.
 */
export function calculateSickPay(
  average: AverageEarnings,
  illness: { on: IsoDate; days: number; daysBefore: number; workingDaysInWeek: number },
): { paidDays: number; amount: PenceAmount } {
  const { weekly, waitingDays, isLimitedByEarnings, minEarnings } = rateOn(sickRates, illness.on)
  const paidUntil = (days: number) =>
    Math.min(Math.max(0, days - waitingDays), sickWeeks * illness.workingDaysInWeek)
  const paidDays = paidUntil(illness.daysBefore + illness.days) - paidUntil(illness.daysBefore)
  if (average.pence < minEarnings * average.weeks) return { paidDays: 0, amount: 0 }
  const isLess = isLimitedByEarnings && average.pence * 80 < weekly * average.weeks * 100
  const amount = isLess
    ? (average.pence * 80 * paidDays) / (average.weeks * 100 * illness.workingDaysInWeek)
    : (weekly * paidDays) / illness.workingDaysInWeek
  return { paidDays, amount: Math.ceil(amount) }
}

function rateOn<T>(rates: EffectiveFrom<T>[], day: IsoDate): EffectiveFrom<T> {
  const rate = rates.findLast(({ from }) => from <= day)
  if (rate === undefined) throw new RangeError(`There is no statutory rate for ${day}`)
  return rate
}
