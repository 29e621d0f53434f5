import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { faultsOf } from '../dev/faults/services.ts'
import { makeWorld } from '../server/test/template.ts'
import { checkMeanwhile, countLeft } from './crash/checks.ts'
import { type CrashFaults, openFaults } from './crash/faults.ts'
import { measureHistories } from './crash/histories.ts'
import { type CrashLoad, startLoad } from './crash/load.ts'
import { startProcesses } from './crash/processes.ts'
import { makeTables } from './crash/tables.ts'
import { judge } from './crash/verdict.ts'
import { measure } from './harness/measurement.ts'
import type { ProveOptions } from './harness/proof.ts'
import { seedNumber } from './harness/seed.ts'
import { isClean } from './programs/findings.ts'
import { type ProofRandom, randomFrom } from './programs/random.ts'

export type CrashProofSize = {
  form: 'full' | 'small'
  rounds: number
  schedules: number
  perSecond: number
  /** Maximum duration of the proof. A slow machine needs more rounds until enough tasks are acknowledged. */
  limitMs: number
}

// Time that every process needs to be busy before the first fault.
const warmUpMs = 2_000

const sizes: Record<'full' | 'small', CrashProofSize> = {
  full: { form: 'full', rounds: 300, schedules: 50_000, perSecond: 65, limitMs: 7_200_000 },
  small: { form: 'small', rounds: 10, schedules: 1_500, perSecond: 65, limitMs: 1_200_000 },
}

/** Kills API, workers, dispatchers, NATS and PostgreSQL under load, then compares effects with acknowledgements. */
export async function prove({ full, seed: seedText }: ProveOptions) {
  const size = full ? sizes.full : sizes.small
  const seed = seedNumber(seedText)
  const { world, services, stop } = await makeWorld({ durable: true })
  const closing: (() => Promise<unknown>)[] = [stop]
  try {
    const url = services.postgres.superuserUrl(world.template)
    await makeTables(url)
    const journals = join(services.folder, 'journals')
    mkdirSync(journals)
    const processes = await startProcesses(world, journals)
    closing.push(processes.close)
    const load = startLoad({
      addresses: () => processes.apis.flatMap((api) => api.message()?.address ?? []),
      perSecond: size.perSecond,
      seed: seed + 1,
    })
    closing.push(load.stop)
    const random = randomFrom(seed)
    const faults = openFaults({
      services: faultsOf(services),
      processes: processes.all,
      journals,
      random,
    })
    print(`  ${processes.all.map((process) => process.name).join(', ')}, NATS and PostgreSQL`)
    await sleep(warmUpMs)
    const { rounds, meanwhile } = await runRounds(size, { url, load, faults, random: randomFrom(seed + 2) })
    await load.stop()

    const verdict = await judge({ world, url, journals, processes, load, faults, meanwhile }, size.form)
    // The gate runs the small form, and has no checker of histories.
    const histories = full ? await measureHistories(url, load.batches) : { lines: [], measurements: [] }
    for (const line of [...verdict.lines, ...histories.lines]) print(line)
    return [
      ...verdict.measurements,
      ...histories.measurements,
      measure('rounds of faults', rounds, { atLeast: size.rounds }),
      measure('acknowledged tasks', load.acknowledged(), { atLeast: size.schedules }),
    ]
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

type RoundDeps = { url: string; load: CrashLoad; faults: CrashFaults; random: ProofRandom }

async function runRounds(size: CrashProofSize, { url, load, faults, random }: RoundDeps) {
  const startedAt = performance.now()
  let rounds = 0
  const isEnough = () => rounds >= size.rounds && load.acknowledged() >= size.schedules
  while (!isEnough() && performance.now() - startedAt < size.limitMs) {
    rounds++
    await faults.injectNext(rounds)
    await sleep(random.integer(2_000, 3_500))
    const meanwhile = await checkMeanwhile(url)
    if (!isClean(meanwhile)) return { rounds, meanwhile }
    if (rounds % 10 > 0) continue
    const seconds = Math.round((performance.now() - startedAt) / 1_000)
    const counts = `${load.acknowledged()} of ${load.requested()} acknowledged, ${await countLeft(url)} pending`
    print(`  round ${rounds}, ${seconds} s: ${counts}; ${countFaults(faults)}`)
  }
  return { rounds, meanwhile: {} }
}

function countFaults({ list }: CrashFaults) {
  const kinds = Object.entries(Object.groupBy(list, (fault) => fault.name.replace(/ \d$/, '')))
  return kinds.map(([kind, faults]) => `${faults?.length} × ${kind}`).join(', ')
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
