import type { Day } from '../calendar.ts'
import { addressOf } from './addresses.ts'
import { inventStory } from './invented-person.ts'
import { type Life, openLife, personOf } from './person-record.ts'
import { namedStories } from './named.ts'
import { worldBegins, worldEnds } from './world-dates.ts'
import { statementsOf } from './statements.ts'
import type { Statement, World } from './types.ts'

/** So many of those made from the seed are remembered; who was not asked for lately is made again, the same. */
const remembered = 500
const mostPeople = 10_000_000

export function openWorld({ seed }: { seed: string }): World {
  const named = new Map(
    namedStories.map((story) => {
      const { person, runs } = personOf(seed, story)
      return [story.userName, openLife(person, runs)]
    }),
  )
  const added = new Map<string, Life>()
  const met = new Map<number, Life>()
  const statements = new WeakMap<Life, Statement[]>()

  function meet(n: number): Life {
    const life = met.get(n) ?? made(n)
    // The one asked for last is the last to be forgotten.
    met.delete(n)
    met.set(n, life)
    const [oldest] = met.keys()
    if (met.size > remembered && oldest !== undefined) met.delete(oldest)
    return life
  }

  function made(n: number) {
    const { person, runs } = personOf(seed, inventStory(seed, n))
    return openLife(person, runs)
  }

  function lifeOf(userName: string): Life | undefined {
    const known = added.get(userName) ?? named.get(userName)
    if (known) return known
    const n = Number(/^person\.([1-9]\d{0,7})$/.exec(userName)?.[1])
    return n <= mostPeople ? meet(n) : undefined
  }

  return {
    seed,
    begins: worldBegins,
    ends: worldEnds,
    named: () =>
      [...new Set([...named.keys(), ...added.keys()])].map((userName) => (lifeOf(userName) as Life).person),
    find: (userName) => lifeOf(userName)?.person,
    anyone(n) {
      if (!Number.isInteger(n) || n < 1 || n > mostPeople) throw new RangeError(`There is no person ${n}`)
      return (lifeOf(`person.${n}`) as Life).person
    },
    put: (person, runs) => void added.set(person.userName, openLife(person, runs)),
    remove: (userName) => added.delete(userName),
    payslips: (job, until) => upTo(lifeOf(ownerOf(job.id))?.payslips(job.id) ?? [], until),
    statements(person, until) {
      const life = lifeOf(person.userName)
      if (!life) return []
      const all = statements.get(life) ?? statementsOf(seed, life)
      statements.set(life, all)
      return all.filter(({ end }) => end < until)
    },
    address: addressOf,
  }
}

const ownerOf = (jobId: string) => jobId.slice(0, jobId.lastIndexOf('.'))

function upTo<T extends { payDate: Day }>(payslips: T[], until: Day): T[] {
  return payslips.filter(({ payDate }) => payDate <= until)
}
