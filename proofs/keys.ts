import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Program } from '../dev/faults/processes.ts'
import { makeWorld, type World } from '../server/test/template.ts'
import { type Crew, startCrew, startProducer } from './keys/crew.ts'
import { checkEffects, countLeft, makeTable } from './keys/effects.ts'
import { checkRuns } from './keys/runs.ts'
import { type Findings, isClean, listRows, summarise } from './programs/findings.ts'
import { readRuns } from './programs/journal.ts'
import type { Kept } from './programs/keep-running.ts'
import { lane } from './programs/keys-tasks.ts'
import { findLeftInLane } from './programs/lane-depth.ts'
import { type Random, randomFrom } from './programs/random.ts'

export const name = 'keys'

export type Size = {
  keys: number
  perKey: number
  workers: number
  /** Kills come about this often, and for so long; what is left then has to end. */
  killEveryMs: number
  killMs: number
  limitMs: number
  seed: number
}

const producers = 2
const dispatcherShare = 0.15

/** Tasks of one key never run two at once and keep their order, whichever process dies. */
export function prove({ full }: { full: boolean }) {
  const seed = Date.now() % 1_000_000
  return proveWith(
    full
      ? { keys: 5_000, perKey: 20, workers: 8, killEveryMs: 3_000, killMs: 400_000, limitMs: 900_000, seed }
      : { keys: 200, perKey: 10, workers: 3, killEveryMs: 1_800, killMs: 12_000, limitMs: 300_000, seed },
  )
}

export async function proveWith(size: Size) {
  const { world, services, stop } = await makeWorld({ durable: true })
  const closing: (() => Promise<unknown>)[] = [stop]
  try {
    const url = services.postgres.superuserUrl(world.template)
    await makeTable(url)
    const journals = join(services.folder, 'journals')
    mkdirSync(journals)
    const crew = await startCrew(world, journals, size.workers)
    closing.push(crew.close)
    print(`  seed ${size.seed}: ${size.workers} workers, 2 dispatchers, ${producers} producers`)
    const scheduling = await startProducers(world, size, closing)
    const seconds = await runUntilDone(size, { url, crew, scheduling })
    return await judge(size, { world, url, journals, crew, scheduling, seconds })
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

async function startProducers(world: World, size: Size, closing: (() => Promise<unknown>)[]) {
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

type Course = { url: string; crew: Crew; scheduling: Program[] }

/** Kills somebody every now and then until everything is done or the time is over. Returns the seconds it took. */
async function runUntilDone(size: Size, { url, crew, scheduling }: Course) {
  const random = randomFrom(size.seed)
  const startedAt = performance.now()
  let nextKillAt = size.killEveryMs
  let nextWordAt = 60_000
  for (;;) {
    await sleep(200)
    const isScheduled = scheduling.every((producer) => !producer.isAlive())
    const left = await countLeft(url)
    const elapsedMs = performance.now() - startedAt
    if ((isScheduled && left === 0) || elapsedMs > size.limitMs) return Math.round(elapsedMs / 1_000)
    if (elapsedMs > nextKillAt && elapsedMs < size.killMs) {
      await chooseVictim(crew, random).kill()
      nextKillAt = elapsedMs + size.killEveryMs * (0.5 + random.next())
    }
    if (elapsedMs > nextWordAt) {
      print(`  ${Math.round(elapsedMs / 1_000)} s: ${left} to do${isScheduled ? '' : ', more to come'}`)
      nextWordAt += 60_000
    }
  }
}

function chooseVictim({ workers, dispatchers }: Crew, random: Random) {
  const group = random.happens(dispatcherShare) ? dispatchers : workers
  return group[random.whole(0, group.length - 1)] as Kept<unknown>
}

type Evidence = Course & { world: World; journals: string; seconds: number }

async function judge(size: Size, { world, url, journals, crew, scheduling, seconds }: Evidence) {
  const { keys, perKey, workers, seed } = size
  const inLane = { natsUrl: world.natsUrl, prefix: world.template, lane: lane.name }
  const left = await findLeftInLane(inLane, () => Promise.all(crew.workers.map((worker) => worker.close())))
  const deaths = crew.workers.flatMap((worker) => worker.deaths)
  const runs = readRuns(journals)
  const findings: Findings = {
    ...checkRuns(runs, deaths),
    ...(await checkEffects(url, keys, perKey)),
    'left in NATS': left,
    'ended by itself': [...crew.all.flatMap(({ accidents }) => accidents), ...(await listFailed(scheduling))],
  }
  for (const line of listRows(findings)) print(line)
  const cut = runs.filter(({ outcome }) => outcome === undefined).length
  const kills = crew.all.flatMap((process) => process.deaths).length
  return {
    pass: isClean(findings) && cut > 0,
    figure:
      `${summarise(findings, '0 overlaps, 0 disorders, each done once')}; ${keys * perKey} tasks on ${keys} keys, ` +
      `${workers} workers, ${kills} kills that cut off ${cut} of ${runs.length} runs, ${seconds} s (seed ${seed})`,
    bar: 'never two of one key at once, order kept, each effect exactly once',
  }
}

/** What producers said that did not end well; one that still runs is known from its tasks. */
async function listFailed(scheduling: readonly Program[]) {
  const ended = scheduling.filter((producer) => !producer.isAlive())
  const ends = await Promise.all(ended.map(async (program) => ({ program, end: await program.ended })))
  return ends.filter(({ end }) => end.code !== 0).map(({ program }) => program.output().slice(-2_000))
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
