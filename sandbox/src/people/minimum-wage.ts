import { ageOn, type Day } from '../calendar.ts'
import type { Pence } from '../money.ts'

/** An hour's least pay from 1 April of each year, from gov.uk (Open Government Licence v3.0). */
const rates: { from: Day; adult: Pence; young: Pence; apprentice: Pence }[] = [
  { from: '2026-04-01', adult: 1_271, young: 1_085, apprentice: 800 },
  { from: '2025-04-01', adult: 1_221, young: 1_000, apprentice: 755 },
  { from: '2024-04-01', adult: 1_144, young: 860, apprentice: 640 },
]
const beforeAll = { adult: 1_042, young: 749, apprentice: 528 }

export const adultMinimum = (on: Day): Pence => rateOn(on).adult
export const apprenticeMinimum = (on: Day): Pence => rateOn(on).apprentice

/** The rate holds for a period from its first day: that is what the law calls the pay reference period. */
export function minimumWage(dateOfBirth: Day, periodStart: Day): Pence {
  const { adult, young, apprentice } = rateOn(periodStart)
  const age = ageOn(dateOfBirth, periodStart)
  return age >= 21 ? adult : age >= 18 ? young : apprentice
}

const rateOn = (on: Day) => rates.find(({ from }) => from <= on) ?? beforeAll
