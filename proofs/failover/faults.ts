import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freezeService } from '../../dev/faults/freeze.ts'
import type { PostgresCluster } from '../../dev/services/postgres-cluster.ts'
import type { PostgresNode } from '../../dev/services/postgres-node.ts'
import { nowMs } from '../programs/journal.ts'

export type Kind = keyof typeof kinds

/** What was done to a node: from when on it was as good as gone, and how it comes back. */
type Struck = { node: PostgresNode; at: number; comeBack(): Promise<string[]> }

const nothing = async () => []

/** Everything of the primary's PostgreSQL is killed; its Patroni lives. */
async function killServer(node: PostgresNode): Promise<Struck> {
  await node.killServer()
  return { node, at: nowMs(), comeBack: nothing }
}

/** The same, in a second in which it could send nothing to anybody: what was acknowledged then would be nowhere else. */
async function killLagging(node: PostgresNode): Promise<Struck> {
  const thaw = await freezeService(() => node.serverPids().filter(isSender))
  await sleep(1_000)
  await node.killServer()
  const at = nowMs()
  await thaw()
  return { node, at, comeBack: nothing }
}

/** The machine loses its power, and has it again a while later. */
async function killMachine(node: PostgresNode): Promise<Struck> {
  await node.killMachine()
  const at = nowMs()
  return {
    node,
    at,
    async comeBack() {
      node.start()
      return []
    },
  }
}

/** Everything on the machine stands still, and wakes up as if nothing had happened. */
const freezeMachine = (node: PostgresNode) => freeze(node, node.pids)

/** Only PostgreSQL stands still: its Patroni lives, but gets no answer. */
const freezeServer = (node: PostgresNode) => freeze(node, node.serverPids)

async function freeze(node: PostgresNode, find: () => number[]): Promise<Struck> {
  const thaw = await freezeService(find)
  const at = nowMs()
  return {
    node,
    at,
    async comeBack() {
      const writing = writeToZombie(node)
      await thaw()
      return writing
    },
  }
}

const kinds = {
  'server killed': killServer,
  'server killed that lagged': killLagging,
  'machine killed': killMachine,
  'machine frozen': freezeMachine,
  'server frozen': freezeServer,
} satisfies Record<string, (node: PostgresNode) => Promise<Struck>>

/** One blow to the primary. */
export async function strike(cluster: PostgresCluster, kind: Kind): Promise<Struck> {
  const primary = await cluster.primary()
  if (!primary) throw new Error('There is no primary to strike')
  return kinds[kind](primary)
}

const zombieWriters = 4
const zombieMs = 8_000

/** The table that nobody but the zombie is asked to write. */
export const zombieTable = 'create table zombie_writes (number int)'

/**
 * Writers who connect while it still sleeps, and are the first whom it hears when it wakes. Gives back what it
 * acknowledged, which must be nothing.
 */
async function writeToZombie(node: PostgresNode): Promise<string[]> {
  const endsAt = nowMs() + zombieMs
  const taken: string[] = []
  async function write(number: number) {
    while (nowMs() < endsAt) {
      const connectionString = node.superuserUrl()
      const client = new pg.Client({ connectionString, connectionTimeoutMillis: 3_000, query_timeout: 3_000 })
      client.on('error', () => {})
      try {
        await client.connect()
        await client.query('insert into zombie_writes values ($1)', [number])
        taken.push(`${node.name} acknowledged a write of its own`)
      } catch {
        await sleep(20)
      } finally {
        // Of one that hangs nobody waits for the end.
        void client.end().catch(() => {})
      }
    }
  }
  await Promise.all(Array.from({ length: zombieWriters }, (_, number) => write(number)))
  return taken
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
