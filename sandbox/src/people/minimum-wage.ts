import type { IsoDate } from '../calendar.ts'
import type { PenceAmount } from '../money.ts'

/**
 * National Living Wage per hour (age 21 and over), from gov.uk (Open Government Licence v3.0). The simulation applies
 * it to people under 21 as well.
 */
const rates: { from: IsoDate; hourly: PenceAmount }[] = [
  { from: '2026-04-01', hourly: 1_271 },
  { from: '2025-04-01', hourly: 1_221 },
  { from: '2024-04-01', hourly: 1_144 },
  { from: '2023-04-01', hourly: 1_042 },
]

/** Returns the minimum wage of a pay period. A new rate applies to pay periods that start on or after its date. */
export function minimumWage(periodStart: IsoDate): PenceAmount {
  const rate = rates.find(({ from }) => from <= periodStart)
  if (!rate) throw new RangeError(`There is no minimum wage for ${periodStart}`)
  return rate.hourly
}
