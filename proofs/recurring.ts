import { setTimeout as sleep } from 'node:timers/promises'
import { makeWorld } from '../server/test/template.ts'
import { measure } from './harness/measurement.ts'
import type { ProveOptions } from './harness/proof.ts'
import { watchMemory } from './recurring/memory.ts'
import { allDue, monday } from './recurring/moments.ts'
import { openSetup, type RecurringSetup } from './recurring/setup.ts'
import { fullSizes, type RecurringSizes, smallSizes } from './recurring/sizes.ts'

const maxSecondsAfterSwitchOff = 5
/** In any ten seconds, the rate may exceed a provider's limit by the burst of its token bucket. */
const maxLimitFactor = 1.2

/**
 * Every account has a weekly check on one Monday. In the first part, the clock runs through the morning faster than
 * real time, and checks start at their scheduled times. In the second part, all other checks become due at once, as
 * after an outage, and are drained as fast as the providers allow; halfway through, the largest client disables its
 * checks.
 */
export async function prove({ full }: ProveOptions) {
  const sizes = full ? fullSizes : smallSizes
  const { world, services, stop } = await makeWorld({ durable: true })
  try {
    const setup = await openSetup({ world, services }, sizes, print)
    try {
      return judge(await run(setup, sizes), sizes, full)
    } finally {
      await setup.close()
    }
  } finally {
    await stop()
  }
}

type RunResult = Awaited<ReturnType<typeof run>>

async function run(setup: RecurringSetup, sizes: RecurringSizes) {
  const memory = watchMemory(setup)
  const spread = await runMorning(setup, sizes)
  await setup.setClock({ now: allDue.toISOString(), speed: 1 })
  const jumpedAt = Date.now()
  const readCost = await setup.readCosts()
  await sleep(sizes.offAfterSeconds * 1_000)
  const before = await setup.figures()
  const offAt = await setup.switchOff()
  print(`switched off after ${before.calls} checks; ${await setup.countDue(allDue)} accounts were still due`)
  await drain(setup)
  const figures = await setup.figures()
  print(`a check cost ${await readCost(figures.calls - spread.calls)}`)
  const grown = memory.end(sizes.flatFrom)
  return { spread, figures, grown, offAt, jumpedAt, endedAt: Date.now() }
}

/** Runs the first part; checks that it did not start run in the second part. */
async function runMorning(setup: RecurringSetup, { spread: { minutes, speed }, users }: RecurringSizes) {
  await setup.setClock({ now: new Date(monday.getTime() - 5_000).toISOString(), speed })
  await sleep((minutes * 60_000 + 5_000) / speed)
  const figures = await setup.figures()
  print(
    `${minutes} minutes of Monday in ${((minutes * 60) / speed).toFixed(0)} s: ${figures.calls} checks of ` +
      `${((users / 240) * minutes).toFixed(0)} due; by minute ${figures.minutes.join(' ')}`,
  )
  return figures
}

/** Waits until no check is due or running. */
async function drain(setup: RecurringSetup) {
  let last = { calls: 0, at: 0 }
  while (true) {
    const due = await setup.countDue(allDue)
    if (due === 0 && (await setup.countTasks()) === 0) return
    await sleep(due > 20_000 ? 5_000 : 500)
    if (Date.now() - last.at < 30_000) continue
    const { calls } = await setup.figures()
    const perSecond = ((calls - last.calls) * 1_000) / (Date.now() - last.at)
    if (last.at > 0) print(`${due} accounts due, ${calls} checks made, ${perSecond.toFixed(0)}/s`)
    last = { calls, at: Date.now() }
  }
}

function judge(
  { spread, figures, grown, offAt, jumpedAt, endedAt }: RunResult,
  sizes: RecurringSizes,
  full: boolean,
) {
  const { users, ofBig, providers, perSecond, startedWithinSeconds } = sizes
  const [big, ...others] = figures.clients
  const done = others.reduce((sum, { count }) => sum + count, 0)
  const lateMs = (big?.lastAt ?? 0) - offAt
  const limit = Math.max(...figures.maxInTen) / 10
  const rate = ((figures.calls - spread.calls) * 1_000) / (endedAt - jumpedAt)
  const medianDelay = spread.delays[Math.floor(spread.delays.length / 2)] ?? Number.POSITIVE_INFINITY
  print(`the client of ${ofBig} accounts was switched off after ${big?.count} checks`)
  return [
    measure('checks made twice', figures.twice, { exactly: 0 }),
    measure('checks made before they were due', figures.early, { exactly: 0 }),
    measure('accounts checked of clients with checks enabled', done, { exactly: users - ofBig }),
    measure('accounts due', users),
    measure('checks made', figures.calls),
    measure('highest rate at one provider in any 10 s', limit, {
      unit: '/s',
      atMost: perSecond * maxLimitFactor,
    }),
    measure('providers', providers),
    measure('last check after switching off', lateMs / 1_000, {
      unit: 's',
      timed: true,
      ...(full && { atMost: maxSecondsAfterSwitchOff }),
    }),
    measure('median delay of a check', medianDelay, {
      unit: 's',
      timed: true,
      ...(full && { atMost: startedWithinSeconds }),
    }),
    measure('rate of checks', rate, { unit: '/s', timed: true }),
    ...(['dispatcher', 'worker'] as const).map((part) => {
      const { before, after, maxAfter } = grown[part]
      print(`${part}: memory ${before.toFixed(0)} → ${after.toFixed(0)} MB`)
      // The small form has no memory limit, because it ends before heaps and connection pools reach a steady size.
      return measure(`memory of the ${part}`, after, {
        unit: 'MB',
        ...(full && { atMost: Math.round(maxAfter) }),
      })
    }),
  ]
}

function print(line: string) {
  process.stdout.write(`  ${line}\n`)
}
