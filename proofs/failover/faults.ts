import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freezeService } from '../../dev/faults/freeze.ts'
import type { PostgresCluster } from '../../dev/services/postgres-cluster.ts'
import type { PostgresNode } from '../../dev/services/postgres-node.ts'
import { nowMs } from '../programs/journal.ts'

export type FailoverKind = keyof typeof kinds

/**
 * A fault of a node. `at` is when the node became unavailable; `revert` brings it back and returns the writes that it
 * wrongly accepted.
 */
type InjectedFault = { node: PostgresNode; at: number; revert(): Promise<string[]> }

const nothingToRevert = async () => []

/** Kills the primary's PostgreSQL; its Patroni keeps running. */
async function killServer(node: PostgresNode): Promise<InjectedFault> {
  await node.killServer()
  return { node, at: nowMs(), revert: nothingToRevert }
}

/**
 * Freezes replication for a second before the kill. A write acknowledged during that second would exist only on the
 * primary.
 */
async function killLagging(node: PostgresNode): Promise<InjectedFault> {
  const thaw = await freezeService(() => node.serverPids().filter(isSender))
  await sleep(1_000)
  await node.killServer()
  const at = nowMs()
  await thaw()
  return { node, at, revert: nothingToRevert }
}

/** Simulates a power loss: kills everything on the machine; revert starts it again. */
async function killMachine(node: PostgresNode): Promise<InjectedFault> {
  await node.killMachine()
  const at = nowMs()
  return {
    node,
    at,
    async revert() {
      node.start()
      return []
    },
  }
}

/** Freezes everything on the machine, like a paused virtual machine; revert resumes it. */
const freezeMachine = (node: PostgresNode) => freeze(node, node.pids)

/** Freezes only PostgreSQL, so that Patroni runs but gets no response from it. */
const freezeServer = (node: PostgresNode) => freeze(node, node.serverPids)

async function freeze(node: PostgresNode, find: () => number[]): Promise<InjectedFault> {
  const thaw = await freezeService(find)
  const at = nowMs()
  return {
    node,
    at,
    async revert() {
      const writing = writeToZombie(node)
      await thaw()
      return writing
    },
  }
}

const kinds = {
  'server killed': killServer,
  'lagging server killed': killLagging,
  'machine killed': killMachine,
  'machine frozen': freezeMachine,
  'server frozen': freezeServer,
} satisfies Record<string, (node: PostgresNode) => Promise<InjectedFault>>

/** Injects a fault into the current primary. */
export async function injectFault(cluster: PostgresCluster, kind: FailoverKind): Promise<InjectedFault> {
  const primary = await cluster.primary()
  if (!primary) throw new Error('there is no primary')
  return kinds[kind](primary)
}

const zombieWriters = 4
const zombieMs = 8_000

/** Table to which `writeToZombie` writes. A zombie is an old primary that was frozen during the failover. */
export const zombieTable = 'create table zombie_writes (number int)'

/**
 * Connects writers while the old primary is still frozen, so that it serves them first when it resumes. Returns the
 * writes that it acknowledged; there must be none.
 */
async function writeToZombie(node: PostgresNode): Promise<string[]> {
  const endsAt = nowMs() + zombieMs
  const accepted: string[] = []
  async function write(number: number) {
    while (nowMs() < endsAt) {
      const connectionString = node.superuserUrl()
      const client = new pg.Client({ connectionString, connectionTimeoutMillis: 3_000, query_timeout: 3_000 })
      client.on('error', () => {})
      try {
        await client.connect()
        await client.query('insert into zombie_writes values ($1)', [number])
        accepted.push(`${node.name} acknowledged a write as old primary`)
      } catch {
        await sleep(20)
      } finally {
        // The end is not awaited, because closing a hung connection may take long.
        void client.end().catch(() => {})
      }
    }
  }
  await Promise.all(Array.from({ length: zombieWriters }, (_, number) => write(number)))
  return accepted
}

function isSender(pid: number) {
  return titleOf(pid).includes('walsender')
}

function titleOf(pid: number) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
