import type { Findings } from '../programs/findings.ts'
import type { Known, Move } from './load.ts'

// A commit takes its time a moment before it takes its place: two that end together may stand the other way round.
const marginMs = 100

/**
 * What a copy of the moment `at` must hold: everything that was acknowledged before, and nothing that was asked for after.
 * `copied`: ext_id by user, of everybody in the copy.
 */
export function compare(users: readonly Known[], copied: Map<string, number>, at: number): Findings {
  const before = ({ ackedAt }: Move) => ackedAt < at - marginMs
  const after = ({ sentAt }: Move) => sentAt > at + marginMs
  const known = new Set(users.map(({ id }) => id))
  const lost: string[] = []
  const early: string[] = []
  for (const { id, made, changes, erased } of users) {
    const value = copied.get(id)
    if (value === undefined) {
      if (before(made) && (!erased || after(erased))) lost.push(`user ${id}`)
      continue
    }
    if (after(made)) early.push(`user ${id}`)
    if (erased && before(erased)) lost.push(`the erasure of ${id}`)
    const least = changes.findLast(before)?.value ?? 0
    const most = changes.findLast((change) => !after(change))?.value ?? 0
    if (value < least) lost.push(`change ${least} of ${id}, which is at ${value}`)
    if (value > most) early.push(`change ${value} of ${id}, which was at ${most}`)
  }
  return {
    'acknowledged before the moment and not there': lost,
    'asked for after the moment and there': early,
    'never asked for': [...copied.keys()].filter((id) => !known.has(id)),
  }
}
