import type { Random } from '../programs/random.ts'
import { places } from './figures.ts'
import type { Payslip, Person } from './recompute.ts'

const dayMs = 86_400_000
const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10)

const everywhere = [...places.units.keys()]
const sectors = [...places.sectors.keys()]
const outcodes = [...places.outcodes.keys()]
const nowhere = ['GY1 1AA', 'JE2 3AB', 'IM1 1AA', 'BFPO 12', 'BF1 2AT', 'BX1 1LT', 'ZZ1 1ZZ', 'none', 'LS']

const oneOf = <T>(random: Random, list: readonly T[]) => list[random.whole(0, list.length - 1)] as T
const letter = (random: Random) => oneOf(random, [...'ABDEFGHJLNPQRSTUWXYZ'])

function aPostcode(random: Random): string {
  const kind = random.whole(0, 9)
  if (kind === 0) return oneOf(random, nowhere)
  if (kind <= 3) return oneOf(random, everywhere)
  if (kind <= 5) return `${oneOf(random, sectors)}${letter(random)}${letter(random)}`
  const full = `${oneOf(random, outcodes)} ${random.whole(0, 9)}${letter(random)}${letter(random)}`
  return kind === 6 ? full.replace(' ', '').toLowerCase() : kind === 7 ? oneOf(random, outcodes) : full
}

function aBirth(random: Random): string {
  if (random.happens(0.03)) return `${random.whole(2010, 2028)}-0${random.whole(1, 9)}-15`
  if (random.happens(0.03)) return `18${random.whole(60, 79)}-03-31`
  // Often near the turn of a band, on the first or last day of a month.
  const year = random.happens(0.4)
    ? 2026 - oneOf(random, [30, 50, 65, 75]) - random.whole(0, 3)
    : random.whole(1930, 2008)
  const month = random.whole(0, 11)
  return dayOf(Date.UTC(year, month, oneOf(random, [1, 0, random.whole(1, 28)])))
}

export function aPerson(random: Random): Person {
  const postcodes = Array.from({ length: random.whole(1, 3) }, () => aPostcode(random))
  return {
    birth: random.happens(0.07) ? null : aBirth(random),
    postcodes: random.happens(0.07) ? [] : postcodes,
  }
}

/** How a job pays: the days of its periods, one after the other. 0 is a calendar month. */
const rhythms = [7, 7, 14, 28, 0, 0, 91, 365]

/** Payslips of one or two jobs, oldest pay date first as they are stored; some of them say whose they are. */
export function somePayslips(random: Random): Payslip[] {
  if (random.happens(0.03)) return []
  const isPoor = random.happens(0.05)
  const jobs = Array.from({ length: random.happens(0.25) ? 2 : 1 }, () => aJob(random, isPoor))
  const known = new Map<string, Payslip>()
  for (const payslip of jobs.flat()) known.set(`${payslip.start} ${payslip.end} ${payslip.net}`, payslip)
  return [...known.values()].sort((a, b) => (a.end < b.end ? -1 : Number(a.end > b.end)))
}

function aJob(random: Random, isPoor: boolean): Payslip[] {
  const rhythm = oneOf(random, rhythms)
  const usual = random.happens(0.1) ? random.whole(1_000_000, 9_000_000) : random.whole(10_000, 600_000)
  const [birth, postcode] = [
    random.happens(0.4) ? aBirth(random) : null,
    random.happens(0.5) ? aPostcode(random) : null,
  ]
  const payslips: Payslip[] = []
  let at = Date.UTC(
    random.happens(0.1) ? random.whole(2003, 2016) : random.whole(2017, 2026),
    random.whole(0, 11),
    random.whole(1, 28),
  )
  for (let left = random.whole(1, rhythm > 60 ? 3 : 14); left > 0; left--) {
    const [year, month] = [new Date(at).getUTCFullYear(), new Date(at).getUTCMonth()]
    const start = rhythm === 0 ? Date.UTC(year, month, 1) : at
    const next = rhythm === 0 ? Date.UTC(year, month + 1, 1) : at + rhythm * dayMs
    const pence = isPoor ? -random.whole(0, 90_000) : usual + random.whole(-5_000, 5_000)
    const net = random.happens(0.04) ? 0 : random.happens(0.04) ? -Math.abs(pence) : pence
    payslips.push({
      start: dayOf(start),
      end: dayOf(next - dayMs),
      net: written(net),
      birth: random.happens(0.95) ? birth : null,
      postcode: random.happens(0.1) ? aPostcode(random) : postcode,
    })
    at = next
  }
  return payslips
}

function written(pence: number) {
  const digits = String(Math.abs(pence)).padStart(3, '0')
  return `${pence < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
