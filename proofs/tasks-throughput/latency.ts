import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startProgram } from '../../dev/faults/processes.ts'
import { readConfig } from '../../server/src/config.ts'
import { openLog } from '../../server/src/platform/telemetry/log.ts'
import { openDependencies } from '../../server/src/process/dependencies.ts'
import { cloneDatabase, runSql } from '../../server/test/open-test-api.ts'
import { environmentFor, type World } from '../../server/test/template.ts'
import { latencyLane, noteStart } from '../programs/latency-task.ts'

const programAt = (name: string) => fileURLToPath(new URL(`../programs/${name}`, import.meta.url))

/**
 * Measures the delay from commit to start of a task, with one process each for scheduling, dispatching and working.
 */
export async function measureLatency(
  world: World,
  { perSecond, seconds }: { perSecond: number; seconds: number },
) {
  const copy = await cloneDatabase(world)
  const env = environmentFor(world, copy.name)
  const lane = JSON.stringify(latencyLane)
  const dispatcher = await startProgram({
    name: 'dispatcher',
    program: programAt('dispatcher.ts'),
    args: [lane],
    env,
  })
  const worker = await startProgram({ name: 'worker', program: programAt('latency-worker.ts'), env })
  const deps = await openDependencies(readConfig(env), openLog('warn'))
  const { clientId } = world.clients.acme
  const committed = new Map<number, bigint>()
  const schedule = async (number: number) => {
    await deps.database.system((tx) => noteStart.schedule(tx, { number }, { clientId }))
    committed.set(number, process.hrtime.bigint())
  }
  try {
    await sleep(1_000)
    const total = perSecond * seconds
    const startedAt = performance.now()
    const running: Promise<void>[] = []
    for (let number = 0; number < total; number++) {
      const waitMs = startedAt + (number * 1_000) / perSecond - performance.now()
      if (waitMs > 0) await sleep(waitMs)
      running.push(schedule(number))
    }
    await Promise.all(running)
    return figuresOf(committed, await readStarts(copy.superuserUrl, total))
  } finally {
    await deps.close()
    await worker.kill()
    await dispatcher.kill()
    await copy.drop()
  }
}

async function readStarts(url: string, total: number) {
  for (let attempt = 0; attempt < 150; attempt++) {
    const rows = await runSql(url, `select outcome from ended_tasks where kind = 'proof.note'`)
    if (rows.length >= total) return rows.map(({ outcome }) => outcome as { number: number; started: string })
    await sleep(200)
  }
  throw new Error(`not all of ${total} tasks finished within 30 s`)
}

function figuresOf(committed: Map<number, bigint>, starts: { number: number; started: string }[]) {
  const ms = starts
    .map(({ number, started }) => Math.max(0, Number(BigInt(started) - (committed.get(number) ?? 0n)) / 1e6))
    .sort((a, b) => a - b)
  const at = (share: number) => ms[Math.min(ms.length - 1, Math.floor(ms.length * share))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), worst: at(1) }
}
