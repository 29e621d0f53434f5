import { sql } from 'kysely'
import type { Tx } from '../../server/src/platform/database/tenancy.ts'
import { leaseMs } from '../../server/src/platform/tasks/lanes.ts'
import { claimTasks, completeTasks, firstPosition } from '../../server/src/platform/tasks/queries.ts'
import { claimed } from './kinds.ts'
import type { TimersSetup } from './setup.ts'

export type ClaimFigures = { timesMs: number[]; rows: number; blocks: number }

const maxClaimed = 50

export const newClaims = (): ClaimFigures => ({ timesMs: [], rows: 0, blocks: 0 })

/** Schedules due tasks and claims them as a dispatcher does; claimed tasks are ended before the next claim. */
export async function claimDue({ database, clientId }: TimersSetup, count: number, into: ClaimFigures) {
  await scheduleDue(database, clientId, count)
  let after = firstPosition
  for (let left = count; left > 0; ) {
    const { offers, last } = await database.system(async (tx) => {
      const blocksBefore = await countBlocks(tx)
      const startedAt = performance.now()
      const claim = await claimTasks(tx, { lane: claimed.lane, after, limit: maxClaimed, leaseMs })
      into.timesMs.push(performance.now() - startedAt)
      into.blocks += (await countBlocks(tx)) - blocksBefore
      return claim
    })
    if (offers.length === 0) throw new Error(`${left} due tasks were not claimed`)
    into.rows += offers.length
    await database.system((tx) =>
      completeTasks(
        tx,
        offers.map((offer) => ({ offer, outcome: undefined })),
      ),
    )
    left -= offers.length
    after = last ?? after
  }
}

async function scheduleDue(database: TimersSetup['database'], clientId: string, count: number) {
  for (let number = 0; number < count; ) {
    await database.system(async (tx) => {
      for (const last = Math.min(count, number + 100); number < last; number++) {
        await claimed.schedule(tx, { number }, { clientId })
      }
    })
  }
}

/** Counts the blocks of the table and its indexes that this transaction has fetched. */
async function countBlocks(tx: Tx) {
  const { rows } = await sql<{ blocks: string }>`
    select pg_stat_get_xact_blocks_fetched('tasks'::regclass) + sum(pg_stat_get_xact_blocks_fetched(indexrelid))
      as blocks from pg_index where indrelid = 'tasks'::regclass`.execute(tx)
  return Number(rows[0]?.blocks)
}
