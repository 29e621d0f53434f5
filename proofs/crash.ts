import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { faultsOf } from '../dev/faults/services.ts'
import { makeWorld } from '../server/test/template.ts'
import { checkMeanwhile, countLeft } from './crash/checks.ts'
import { startCrew } from './crash/crew.ts'
import { type Load, startLoad } from './crash/load.ts'
import { openStrikes, type Strikes } from './crash/strikes.ts'
import { makeTables } from './crash/tables.ts'
import { judge } from './crash/verdict.ts'
import { isClean } from './programs/findings.ts'
import { randomFrom } from './programs/random.ts'

export const name = 'crash'

export type Size = {
  form: 'full' | 'small'
  rounds: number
  schedules: number
  perSecond: number
  seed: number
}

// The first fault finds everybody at work.
const warmUpMs = 2_000

/** Whatever is killed under load: nothing that was acknowledged is lost, and nothing happens twice. */
export function prove({ full }: { full: boolean }) {
  const seed = Date.now() % 1_000_000
  return proveWith(
    full
      ? { form: 'full', rounds: 300, schedules: 50_000, perSecond: 65, seed }
      : { form: 'small', rounds: 10, schedules: 1_500, perSecond: 65, seed },
  )
}

export async function proveWith(size: Size) {
  const { world, services, stop } = await makeWorld({ durable: true })
  const closing: (() => Promise<unknown>)[] = [stop]
  try {
    const url = services.postgres.superuserUrl(world.template)
    await makeTables(url)
    const journals = join(services.folder, 'journals')
    mkdirSync(journals)
    const crew = await startCrew(world, journals)
    closing.push(crew.close)
    const load = startLoad({
      addresses: () => crew.apis.flatMap((api) => api.message()?.address ?? []),
      perSecond: size.perSecond,
      random: randomFrom(size.seed + 1),
    })
    closing.push(load.stop)
    const random = randomFrom(size.seed)
    const strikes = openStrikes({ faults: faultsOf(services), processes: crew.all, random })
    print(`  seed ${size.seed}: ${crew.all.map((process) => process.name).join(', ')}, NATS and PostgreSQL`)
    await sleep(warmUpMs)
    const { rounds, meanwhile } = await runRounds(size, { url, load, strikes })
    await load.stop()

    const verdict = await judge({ world, url, journals, crew, load, strikes, meanwhile }, size.form)
    for (const line of verdict.lines) print(line)
    return {
      pass: verdict.isGood && rounds >= size.rounds && load.acknowledged() >= size.schedules,
      figure: `${rounds} rounds (seed ${size.seed}): ${verdict.figure}`,
      bar: `≥ ${size.rounds} rounds, ≥ ${size.schedules} acknowledged, ${verdict.bar}`,
    }
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

type Course = { url: string; load: Load; strikes: Strikes }

async function runRounds(size: Size, { url, load, strikes }: Course) {
  const random = randomFrom(size.seed + 2)
  const startedAt = performance.now()
  let rounds = 0
  // A slow machine acknowledges less per round and gets some more of them.
  while (rounds < size.rounds * 2 && (rounds < size.rounds || load.acknowledged() < size.schedules)) {
    rounds++
    await strikes.next(rounds)
    await sleep(random.whole(2_000, 3_500))
    const meanwhile = await checkMeanwhile(url)
    if (!isClean(meanwhile)) return { rounds, meanwhile }
    if (rounds % 10 > 0) continue
    const seconds = Math.round((performance.now() - startedAt) / 1_000)
    const counts = `${load.acknowledged()} of ${load.requested()} acknowledged, ${await countLeft(url)} to do`
    print(`  round ${rounds}, ${seconds} s: ${counts}; ${countStrikes(strikes)}`)
  }
  return { rounds, meanwhile: {} }
}

function countStrikes({ list }: Strikes) {
  const kinds = Object.entries(Object.groupBy(list, (strike) => strike.name.replace(/ \d$/, '')))
  return kinds.map(([kind, strikes]) => `${strikes?.length} × ${kind}`).join(', ')
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
