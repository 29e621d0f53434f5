import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freezeService } from '../../dev/faults/freeze.ts'
import type { MemoryLimit } from '../../dev/faults/memory-limit.ts'
import { runSql } from '../../server/test/open-test-api.ts'
import type { World } from '../../server/test/template.ts'
import type { ProofRandom } from '../programs/random.ts'
import type { PairKind, ProcessPairs } from '../programs/start-pairs.ts'
import type { MemoryLimits } from './limits.ts'

export type ExhaustionFault = {
  name: string
  /** How long it lasts. Defaults to the duration of the proof's size. */
  holdMs?: number
  /** Returns the function that ends the fault. */
  inject(): Promise<() => unknown>
}

type FaultDeps = {
  services: { postgres: { superuserUrl(database?: string): string; pids(): number[] } }
  world: World
  processes: ProcessPairs
  limits: MemoryLimits
  random: ProofRandom
}

const stallMs = 3_000
/** Less than the time after which processes leave the load balancer because the database does not respond. */
const exhaustedMs = 8_000
const diesWithinMs = 60_000
const pollMs = 50
/** Tables that every task, event and audit line uses. */
const busyTables = ['tasks', 'ended_tasks', 'events', 'deliveries', 'delivery_attempts', 'audit_lines']

export function listFaults(deps: FaultDeps): ExhaustionFault[] {
  return [
    { name: 'a reader with an old snapshot', inject: () => openLongReader(deps) },
    { name: 'no connection left', holdMs: exhaustedMs, inject: () => takeAllConnections(deps) },
    { name: 'PostgreSQL stalls', holdMs: stallMs, inject: () => freezeService(deps.services.postgres.pids) },
    ...deps.limits.list.map(({ kind, limit }) => ({
      name: `${kind} killed for its memory`,
      inject: () => exceedMemory(deps, kind, limit),
    })),
  ]
}

/** Holds a snapshot, and a lock of each table that queues up a careless rotation of partitions. */
async function openLongReader({ services, world }: FaultDeps) {
  const reader = await openSession(services.postgres.superuserUrl(world.template))
  await reader.query('begin isolation level repeatable read')
  for (const table of busyTables) await reader.query(`select from ${table} limit 1`)
  return () => reader.end()
}

/** Opens sessions until the server refuses the service's login, and ends half of the service's own sessions. */
async function takeAllConnections({ services, world, random }: FaultDeps) {
  const { host, port } = world.postgres
  const url = `postgres://payproof_login@${host}:${port}/${world.template}`
  const superuserUrl = services.postgres.superuserUrl(world.template)
  const taken: pg.Client[] = []
  const takeRest = async () => {
    for (;;) {
      const session = await openSession(url).catch(() => undefined)
      if (!session) return
      taken.push(session)
    }
  }
  await takeRest()
  const rows = await runSql(
    superuserUrl,
    "select pid from pg_stat_activity where application_name = 'payproof' and usename = 'payproof_login'",
  )
  for (const { pid } of rows)
    if (random.chance(0.5)) await runSql(superuserUrl, 'select pg_terminate_backend($1)', [pid])
  await takeRest()
  return () => Promise.all(taken.map((session) => session.end()))
}

async function openSession(connectionString: string) {
  const session = new pg.Client({ connectionString })
  session.on('error', () => {})
  await session.connect()
  return session
}

/** Makes the first process of a kind grow until the kernel kills it at its limit. */
async function exceedMemory({ processes }: FaultDeps, kind: PairKind, limit: MemoryLimit) {
  const [first] = processes.of(kind)
  const pid = first?.expectDeath()
  if (pid === undefined) throw new Error(`${kind} is not running`)
  const killsBefore = limit.kills()
  limit.add(pid)
  process.kill(pid, 'SIGUSR2')
  const deadline = performance.now() + diesWithinMs
  while (limit.kills() === killsBefore) {
    if (performance.now() > deadline) throw new Error(`${kind} was not killed at its memory limit`)
    await sleep(pollMs)
  }
  return () => undefined
}
