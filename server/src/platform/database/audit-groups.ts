import { createBatcher } from '../concurrency/batcher.ts'
import { isLockOrTimeout, isUnreachable } from './transient-errors.ts'

type ReadLine = {
  clientId: string
  actor: { kind: string; id: string; requestId: string }
  action: string
  subjectId: string | null
}

type Statement = { name: string; text: string; values: unknown[] }

/** Bounds the time for which one group locks the chains of its clients. */
const maxReadsPerGroup = 500
/** Waiting longer would delay replies more than larger groups save. */
const maxDelayMs = 2

/**
 * Appends the audit lines of reads in groups with one commit: the lines of all reads that finish while a group is
 * being committed form the next group. A read is answered once its line is durable.
 */
export function createAuditGroups(write: (statement: Statement) => Promise<unknown>) {
  const groups = createBatcher<ReadLine[], void>(
    async (entries) => {
      await write({ name: 'audit_append_group', text: appendGroupSql, values: columnsOf(entries.flat()) })
      return () => {}
    },
    // A single line can be refused, for example because its client moved to another cell.
    {
      maxBatch: maxReadsPerGroup,
      maxDelayMs,
      isEntryError: (error) => !isUnreachable(error) && !isLockOrTimeout(error),
    },
  )
  return { append: (lines: ReadLine[]) => groups.add(lines) }
}

const appendGroupSql =
  'select audit_append_group($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::uuid[])'

const columnsOf = (lines: ReadLine[]) => [
  lines.map(({ clientId }) => clientId),
  lines.map(({ actor }) => actor.kind),
  lines.map(({ actor }) => actor.id),
  lines.map(({ actor }) => actor.requestId),
  lines.map(({ action }) => action),
  lines.map(({ subjectId }) => subjectId),
]
