import type { IsoDate } from '../calendar.ts'
import { addressOf } from './addresses.ts'
import { inventPersonSpec } from './invented-person.ts'
import { namedPersonSpecs } from './named.ts'
import { buildPerson, createPersonRecord, type PersonRecord } from './person-record.ts'
import { statementsOf } from './statements.ts'
import type { GeneratedStatement, SimulatedWorld } from './types.ts'
import { worldEndDate, worldStartDate } from './world-dates.ts'

/** Number of generated people in the LRU cache; evicted people are regenerated identically. */
const maxCachedPeople = 500
const maxPeople = 10_000_000

export function openWorld({ seed }: { seed: string }): SimulatedWorld {
  const named = new Map(
    namedPersonSpecs.map((story) => {
      const { person, runs } = buildPerson(seed, story)
      return [story.userName, createPersonRecord(person, runs)]
    }),
  )
  const added = new Map<string, PersonRecord>()
  const invented = new Map<number, PersonRecord>()
  const statements = new WeakMap<PersonRecord, GeneratedStatement[]>()

  function loadInvented(n: number): PersonRecord {
    const life = invented.get(n) ?? inventRecord(n)
    // Re-insert to keep the map in LRU order; the first entry is evicted.
    invented.delete(n)
    invented.set(n, life)
    const [oldest] = invented.keys()
    if (invented.size > maxCachedPeople && oldest !== undefined) invented.delete(oldest)
    return life
  }

  function inventRecord(n: number) {
    const { person, runs } = buildPerson(seed, inventPersonSpec(seed, n))
    return createPersonRecord(person, runs)
  }

  function recordOf(userName: string): PersonRecord | undefined {
    const known = added.get(userName) ?? named.get(userName)
    if (known) return known
    const n = Number(/^person\.([1-9]\d{0,7})$/.exec(userName)?.[1])
    return n <= maxPeople ? loadInvented(n) : undefined
  }

  return {
    seed,
    startDate: worldStartDate,
    endDate: worldEndDate,
    named: () =>
      [...new Set([...named.keys(), ...added.keys()])].map(
        (userName) => (recordOf(userName) as PersonRecord).person,
      ),
    find: (userName) => recordOf(userName)?.person,
    inventedPerson(n) {
      if (!Number.isInteger(n) || n < 1 || n > maxPeople) throw new RangeError(`There is no person ${n}`)
      return (recordOf(`person.${n}`) as PersonRecord).person
    },
    put: (person, runs) => void added.set(person.userName, createPersonRecord(person, runs)),
    remove: (userName) => added.delete(userName),
    payslips: (job, until) => paidBy(recordOf(userNameOfJob(job.id))?.payslips(job.id) ?? [], until),
    statements(person, until) {
      const life = recordOf(person.userName)
      if (!life) return []
      const all = statements.get(life) ?? statementsOf(seed, life)
      statements.set(life, all)
      return all.filter(({ end }) => end < until)
    },
    address: addressOf,
  }
}

const userNameOfJob = (jobId: string) => jobId.slice(0, jobId.lastIndexOf('.'))

function paidBy<T extends { payDate: IsoDate }>(payslips: T[], until: IsoDate): T[] {
  return payslips.filter(({ payDate }) => payDate <= until)
}
