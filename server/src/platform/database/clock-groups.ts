import { type RawBuilder, sql } from 'kysely'
import type { ClockGroup } from '../time/clock.ts'

/** SQL condition: the client of a row belongs to the group. */
export function isInGroup(clientId: RawBuilder<unknown>, group: ClockGroup): RawBuilder<boolean> {
  if ('only' in group) return sql<boolean>`${clientId} = ${group.only}::uuid`
  // Outside the sandbox there is one group with all clients, and the query plan must not change.
  if (group.except.length === 0) return sql<boolean>`true`
  return sql<boolean>`${clientId} <> all(${group.except}::uuid[])`
}
