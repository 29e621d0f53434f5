import { setTimeout as sleep } from 'node:timers/promises'
import { makeWorld } from '../server/test/template.ts'
import { measure } from './harness/measurement.ts'
import type { ProveOptions } from './harness/proof.ts'
import { watchMemory } from './recurring/memory.ts'
import { allDue, monday } from './recurring/moments.ts'
import { openSite, type Site } from './recurring/setup.ts'
import { fullSizes, type Sizes, smallSizes } from './recurring/sizes.ts'

const offWithinSeconds = 5
/** The rate of any ten seconds may exceed a provider's limit by the burst that its token bucket allows. */
const maxTimesLimit = 1.2

/**
 * Every account has a weekly check on one Monday. First the clock runs through the morning faster than real time, and checks
 * start at their scheduled moments. Then all the rest is due at once, as after an outage, and is drained as fast as the providers
 * allow; halfway through, the largest client switches its checks off.
 */
export async function prove({ full }: ProveOptions) {
  const sizes = full ? fullSizes : smallSizes
  const { world, services, stop } = await makeWorld({ durable: true })
  try {
    const site = await openSite({ world, services }, sizes, print)
    try {
      return judge(await run(site, sizes), sizes, full)
    } finally {
      await site.close()
    }
  } finally {
    await stop()
  }
}

type Found = Awaited<ReturnType<typeof run>>

async function run(site: Site, sizes: Sizes) {
  const memory = watchMemory(site)
  const spread = await goThroughMorning(site, sizes)
  await site.setClock({ now: allDue.toISOString(), speed: 1 })
  const jumpedAt = Date.now()
  const readCost = await site.readCosts()
  await sleep(sizes.offAfterSeconds * 1_000)
  const before = await site.figures()
  const offAt = await site.switchOff()
  print(`switched off after ${before.calls} checks; ${await site.countDue(allDue)} accounts were still due`)
  await drain(site)
  const figures = await site.figures()
  print(`a check cost ${await readCost(figures.calls - spread.calls)}`)
  const grown = memory.end(sizes.flatFrom)
  return { spread, figures, grown, offAt, jumpedAt, endedAt: Date.now() }
}

/** The first part. What it started late is started in the second. */
async function goThroughMorning(site: Site, { spread: { minutes, speed }, users }: Sizes) {
  await site.setClock({ now: new Date(monday.getTime() - 5_000).toISOString(), speed })
  await sleep((minutes * 60_000 + 5_000) / speed)
  const figures = await site.figures()
  print(
    `${minutes} minutes of Monday in ${((minutes * 60) / speed).toFixed(0)} s: ${figures.calls} checks of ` +
      `${((users / 240) * minutes).toFixed(0)} moments; by minute ${figures.minutes.join(' ')}`,
  )
  return figures
}

/** Until nothing is due and nothing runs. */
async function drain(site: Site) {
  let last = { calls: 0, at: 0 }
  while (true) {
    const due = await site.countDue(allDue)
    if (due === 0 && (await site.countTasks()) === 0) return
    await sleep(due > 20_000 ? 5_000 : 500)
    if (Date.now() - last.at < 30_000) continue
    const { calls } = await site.figures()
    const perSecond = ((calls - last.calls) * 1_000) / (Date.now() - last.at)
    if (last.at > 0) print(`${due} accounts due, ${calls} checks made, ${perSecond.toFixed(0)}/s`)
    last = { calls, at: Date.now() }
  }
}

function judge({ spread, figures, grown, offAt, jumpedAt, endedAt }: Found, sizes: Sizes, full: boolean) {
  const { users, ofBig, providers, perSecond, startedWithinSeconds } = sizes
  const [big, ...others] = figures.clients
  const done = others.reduce((sum, { count }) => sum + count, 0)
  const lateMs = (big?.lastAt ?? 0) - offAt
  const limit = Math.max(...figures.mostInTen) / 10
  const rate = ((figures.calls - spread.calls) * 1_000) / (endedAt - jumpedAt)
  const half = spread.delays[Math.floor(spread.delays.length / 2)] ?? Number.POSITIVE_INFINITY
  print(`the client of ${ofBig} accounts was switched off after ${big?.count} checks`)
  return [
    measure('checks made twice', figures.twice, { exactly: 0 }),
    measure('checks made early', figures.early, { exactly: 0 }),
    measure('accounts checked of clients that stayed on', done, { exactly: users - ofBig }),
    measure('accounts due', users),
    measure('checks made', figures.calls),
    measure('most checks at one provider in any 10 s', limit, {
      unit: '/s',
      atMost: perSecond * maxTimesLimit,
    }),
    measure('providers', providers),
    measure('last check after switching off', lateMs / 1_000, {
      unit: 's',
      timed: true,
      ...(full && { atMost: offWithinSeconds }),
    }),
    measure('median delay of a check', half, {
      unit: 's',
      timed: true,
      ...(full && { atMost: startedWithinSeconds }),
    }),
    measure('rate of checks', rate, { unit: '/s', timed: true }),
    ...(['dispatcher', 'worker'] as const).map((part) => {
      const { before, after, maxAfter } = grown[part]
      print(`${part}: memory ${before.toFixed(0)} → ${after.toFixed(0)} MB`)
      // The small form is over before heaps and pools have grown to what the work needs.
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
