import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Program } from '../dev/faults/processes.ts'
import { makeWorld, type World } from '../server/test/template.ts'
import { measure, measureFindings } from './harness/measurement.ts'
import type { ProveOptions } from './harness/proof.ts'
import { seedNumber } from './harness/seed.ts'
import { checkEffects, countLeft, hasEffects, makeTable } from './keys/effects.ts'
import { type KeysProcesses, startProcesses, startProducer } from './keys/processes.ts'
import { checkRuns } from './keys/runs.ts'
import { type Findings, listRows } from './programs/findings.ts'
import { readRuns } from './programs/journal.ts'
import type { SupervisedProcess } from './programs/keep-running.ts'
import { lane } from './programs/keys-tasks.ts'
import { findLeftInLane } from './programs/lane-depth.ts'
import { type ProofRandom, randomFrom } from './programs/random.ts'

type Size = {
  keys: number
  perKey: number
  workers: number
  /** Average interval between kills, and how long kills continue after the first finished task. */
  killEveryMs: number
  killMs: number
  limitMs: number
}

const producers = 2
const dispatcherShare = 0.15

const sizes = {
  full: { keys: 5_000, perKey: 20, workers: 8, killEveryMs: 3_000, killMs: 400_000, limitMs: 3_600_000 },
  small: { keys: 200, perKey: 10, workers: 3, killEveryMs: 1_800, killMs: 12_000, limitMs: 1_200_000 },
}

/**
 * Kills workers and dispatchers while tasks of many keys run. The journals show whether two tasks of one key
 * overlapped or ran out of order.
 */
export async function prove({ full, seed: seedText }: ProveOptions) {
  const size: Size = full ? sizes.full : sizes.small
  const seed = seedNumber(seedText)
  const { world, services, stop } = await makeWorld({ durable: true })
  const closing: (() => Promise<unknown>)[] = [stop]
  try {
    const url = services.postgres.superuserUrl(world.template)
    await makeTable(url)
    const journals = join(services.folder, 'journals')
    mkdirSync(journals)
    const processes = await startProcesses(world, journals, size.workers)
    closing.push(processes.close)
    print(`  ${size.workers} workers, 2 dispatchers, ${producers} producers`)
    const producing = await startProducers(world, { ...size, seed }, closing)
    const seconds = await runUntilDone(size, { url, processes, producing, random: randomFrom(seed) })
    return await judge(size, { world, url, journals, processes, producing, seconds })
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

type Closing = (() => Promise<unknown>)[]

async function startProducers(world: World, size: Size & { seed: number }, closing: Closing) {
  const started: Program[] = []
  const share = Math.ceil(size.keys / producers)
  for (let index = 0; index < producers; index++) {
    const firstKey = index * share + 1
    const figures = [firstKey, Math.min(size.keys, firstKey + share - 1), size.perKey, size.seed + index]
    const producer = await startProducer(world, { name: `producer ${index + 1}`, figures })
    closing.push(producer.kill)
    started.push(producer)
  }
  return started
}

type RunDeps = { url: string; processes: KeysProcesses; producing: Program[] }

/**
 * Kills a process at intervals until all tasks are done or the time limit is reached. Returns the duration in
 * seconds.
 */
async function runUntilDone(
  size: Size,
  { url, processes, producing, random }: RunDeps & { random: ProofRandom },
) {
  const startedAt = performance.now()
  // Kills start after the first task is done, because on a slow machine all of them could otherwise happen before any
  // task runs.
  let firstDoneMs: number | undefined
  let nextKillAt = Number.POSITIVE_INFINITY
  let nextProgressAt = 60_000
  for (;;) {
    await sleep(200)
    const isScheduled = producing.every((producer) => !producer.isAlive())
    const left = await countLeft(url)
    const elapsedMs = performance.now() - startedAt
    if ((isScheduled && left === 0) || elapsedMs > size.limitMs) return Math.round(elapsedMs / 1_000)
    if (firstDoneMs === undefined && (await hasEffects(url))) {
      firstDoneMs = elapsedMs
      nextKillAt = elapsedMs
    }
    if (elapsedMs >= nextKillAt && elapsedMs < (firstDoneMs ?? 0) + size.killMs) {
      await chooseVictim(processes, random).kill()
      nextKillAt = elapsedMs + size.killEveryMs * (0.5 + random.next())
    }
    if (elapsedMs > nextProgressAt) {
      print(`  ${Math.round(elapsedMs / 1_000)} s: ${left} pending${isScheduled ? '' : ', still scheduling'}`)
      nextProgressAt += 60_000
    }
  }
}

function chooseVictim({ workers, dispatchers }: KeysProcesses, random: ProofRandom) {
  const group = random.chance(dispatcherShare) ? dispatchers : workers
  return group[random.integer(0, group.length - 1)] as SupervisedProcess<unknown>
}

type Evidence = RunDeps & { world: World; journals: string; seconds: number }

async function judge(size: Size, { world, url, journals, processes, producing, seconds }: Evidence) {
  const { keys, perKey, workers } = size
  const inLane = { natsUrl: world.natsUrl, prefix: world.template, lane: lane.name }
  const left = await findLeftInLane(inLane, () =>
    Promise.all(processes.workers.map((worker) => worker.close())),
  )
  const deaths = processes.workers.flatMap((worker) => worker.deaths)
  const runs = readRuns(journals)
  const findings: Findings = {
    ...checkRuns(runs, deaths),
    ...(await checkEffects(url, keys, perKey)),
    'left in NATS': left,
    'processes that crashed': [
      ...processes.all.flatMap(({ accidents }) => accidents),
      ...(await listFailed(producing)),
    ],
  }
  for (const line of listRows(findings)) print(line)
  const interrupted = runs.filter(({ outcome }) => outcome === undefined).length
  const kills = processes.all.flatMap((process) => process.deaths).length
  return [
    ...measureFindings(findings, [
      'overlapping runs',
      'runs out of order',
      'not done',
      'done more than once',
    ]),
    measure('tasks', keys * perKey),
    measure('keys', keys),
    measure('workers', workers),
    measure('kills', kills),
    measure('runs interrupted by a kill', interrupted, { atLeast: 1 }),
    measure('duration', seconds, { unit: 's', timed: true }),
  ]
}

/**
 * Returns the output of producers that failed. A producer that is still running leads to unfinished tasks, which
 * another check reports.
 */
async function listFailed(producing: readonly Program[]) {
  const ended = producing.filter((producer) => !producer.isAlive())
  const ends = await Promise.all(ended.map(async (program) => ({ program, end: await program.ended })))
  return ends.filter(({ end }) => end.code !== 0).map(({ program }) => program.output().slice(-2_000))
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
