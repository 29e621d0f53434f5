import type { ProofRandom } from '../programs/random.ts'
import { countries } from './figures.ts'
import type { PayslipSummary, PersonDetails } from './recompute.ts'

const dayMs = 86_400_000
const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10)

const units = [...countries.units.keys()]
const sectors = [...countries.sectors.keys()]
const outcodes = [...countries.outcodes.keys()]
const withoutRegion = [
  'GY1 1AA',
  'JE2 3AB',
  'IM1 1AA',
  'BFPO 12',
  'BF1 2AT',
  'BX1 1LT',
  'ZZ1 1ZZ',
  'none',
  'LS',
]

const oneOf = <T>(random: ProofRandom, list: readonly T[]) => list[random.integer(0, list.length - 1)] as T
const letter = (random: ProofRandom) => oneOf(random, [...'ABDEFGHJLNPQRSTUWXYZ'])

function aPostcode(random: ProofRandom): string {
  const kind = random.integer(0, 9)
  if (kind === 0) return oneOf(random, withoutRegion)
  if (kind <= 3) return oneOf(random, units)
  if (kind <= 5) return `${oneOf(random, sectors)}${letter(random)}${letter(random)}`
  const full = `${oneOf(random, outcodes)} ${random.integer(0, 9)}${letter(random)}${letter(random)}`
  return kind === 6 ? full.replace(' ', '').toLowerCase() : kind === 7 ? oneOf(random, outcodes) : full
}

function aBirth(random: ProofRandom): string {
  if (random.chance(0.03)) return `${random.integer(2010, 2028)}-0${random.integer(1, 9)}-15`
  if (random.chance(0.03)) return `18${random.integer(60, 79)}-03-31`
  // Birth dates are often near the boundary of an age band, on the first or last day of a month.
  const year = random.chance(0.4)
    ? 2026 - oneOf(random, [30, 50, 65, 75]) - random.integer(0, 3)
    : random.integer(1930, 2008)
  const month = random.integer(0, 11)
  return dayOf(Date.UTC(year, month, oneOf(random, [1, 0, random.integer(1, 28)])))
}

export function aPerson(random: ProofRandom): PersonDetails {
  const postcodes = Array.from({ length: random.integer(1, 3) }, () => aPostcode(random))
  return {
    birth: random.chance(0.07) ? null : aBirth(random),
    postcodes: random.chance(0.07) ? [] : postcodes,
  }
}

/** Lengths of pay periods in days; 0 is a calendar month. */
const periodLengths = [7, 7, 14, 28, 0, 0, 91, 365]

/**
 * Generates payslips of one or two employments, sorted by pay date as they are stored; some contain birth date and
 * postcode.
 */
export function somePayslips(random: ProofRandom): PayslipSummary[] {
  if (random.chance(0.03)) return []
  const isPoor = random.chance(0.05)
  const jobs = Array.from({ length: random.chance(0.25) ? 2 : 1 }, () => aJob(random, isPoor))
  const distinct = new Map<string, PayslipSummary>()
  for (const payslip of jobs.flat()) distinct.set(`${payslip.start} ${payslip.end} ${payslip.net}`, payslip)
  return [...distinct.values()].sort((a, b) => (a.end < b.end ? -1 : Number(a.end > b.end)))
}

function aJob(random: ProofRandom, isPoor: boolean): PayslipSummary[] {
  const periodDays = oneOf(random, periodLengths)
  const typicalPence = random.chance(0.1)
    ? random.integer(1_000_000, 9_000_000)
    : random.integer(10_000, 600_000)
  const [birth, postcode] = [
    random.chance(0.4) ? aBirth(random) : null,
    random.chance(0.5) ? aPostcode(random) : null,
  ]
  const payslips: PayslipSummary[] = []
  let at = Date.UTC(
    random.chance(0.1) ? random.integer(2003, 2016) : random.integer(2017, 2026),
    random.integer(0, 11),
    random.integer(1, 28),
  )
  for (let left = random.integer(1, periodDays > 60 ? 3 : 14); left > 0; left--) {
    const [year, month] = [new Date(at).getUTCFullYear(), new Date(at).getUTCMonth()]
    const start = periodDays === 0 ? Date.UTC(year, month, 1) : at
    const next = periodDays === 0 ? Date.UTC(year, month + 1, 1) : at + periodDays * dayMs
    const pence = isPoor ? -random.integer(0, 90_000) : typicalPence + random.integer(-5_000, 5_000)
    const net = random.chance(0.04) ? 0 : random.chance(0.04) ? -Math.abs(pence) : pence
    payslips.push({
      start: dayOf(start),
      end: dayOf(next - dayMs),
      net: formatPounds(net),
      birth: random.chance(0.95) ? birth : null,
      postcode: random.chance(0.1) ? aPostcode(random) : postcode,
    })
    at = next
  }
  return payslips
}

function formatPounds(pence: number) {
  const digits = String(Math.abs(pence)).padStart(3, '0')
  return `${pence < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
