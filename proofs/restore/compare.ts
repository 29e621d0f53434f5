import type { Findings } from '../programs/findings.ts'
import type { TimedRequest, TrackedUser } from './load.ts'

// A commit is timestamped slightly before it is written to the WAL, so two concurrent commits may be written in the
// opposite order.
const marginMs = 100

/**
 * Compares a copy with the requests. Restored to the moment `at`, it must contain everything that was acknowledged
 * before, and nothing that was requested after. `copied` maps all users in the copy to their ext_id.
 */
export function compare(users: readonly TrackedUser[], copied: Map<string, number>, at: number): Findings {
  const before = ({ ackedAt }: TimedRequest) => ackedAt < at - marginMs
  const after = ({ sentAt }: TimedRequest) => sentAt > at + marginMs
  const known = new Set(users.map(({ id }) => id))
  const lost: string[] = []
  const early: string[] = []
  for (const { id, created, changes, erased } of users) {
    const value = copied.get(id)
    if (value === undefined) {
      if (before(created) && (!erased || after(erased))) lost.push(`user ${id}`)
      continue
    }
    if (after(created)) early.push(`user ${id}`)
    if (erased && before(erased)) lost.push(`the erasure of ${id}`)
    const min = changes.findLast(before)?.value ?? 0
    const max = changes.findLast((change) => !after(change))?.value ?? 0
    if (value < min) lost.push(`change ${min} of ${id}, which is at ${value}`)
    if (value > max) early.push(`change ${value} of ${id}, which was at ${max}`)
  }
  return {
    'missing, but acknowledged before the moment': lost,
    'present, but requested after the moment': early,
    'never requested': [...copied.keys()].filter((id) => !known.has(id)),
  }
}
