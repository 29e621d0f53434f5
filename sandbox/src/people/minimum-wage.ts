import type { Day } from '../calendar.ts'
import type { Pence } from '../money.ts'

/** An hour's least pay from the age of 21, from gov.uk (Open Government Licence v3.0). Invented people under 21 have it too. */
const rates: { from: Day; hourly: Pence }[] = [
  { from: '2026-04-01', hourly: 1_271 },
  { from: '2025-04-01', hourly: 1_221 },
  { from: '2024-04-01', hourly: 1_144 },
  { from: '2023-04-01', hourly: 1_042 },
]

/** It holds for a period from its first day: the law's pay reference period. */
export function minimumWage(periodStart: Day): Pence {
  const rate = rates.find(({ from }) => from <= periodStart)
  if (!rate) throw new RangeError(`There is no minimum wage for ${periodStart}`)
  return rate.hourly
}
