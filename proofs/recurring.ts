import { setTimeout as sleep } from 'node:timers/promises'
import { makeWorld } from '../server/test/template.ts'
import { watchMemory } from './recurring/memory.ts'
import { allDue, monday } from './recurring/moments.ts'
import { openSite, type Site } from './recurring/site.ts'
import { fullSizes, type Sizes, smallSizes } from './recurring/sizes.ts'

export const name = 'recurring'

const offWithinSeconds = 5

/**
 * Everybody has a weekly check on one Monday. First the morning goes by, faster than it is, and checks start at the
 * moments of their accounts. Then all the rest is due at once, as after an outage, and is worked off as fast as the
 * providers allow; in the middle of that the largest client switches its checks off.
 */
export async function prove({ full }: { full: boolean }) {
  const sizes = full ? fullSizes : smallSizes
  const { world, services, stop } = await makeWorld({ durable: true })
  try {
    const site = await openSite({ world, services }, sizes, print)
    try {
      return judge(await run(site, sizes), sizes)
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

function judge({ spread, figures, grown, offAt, jumpedAt, endedAt }: Found, sizes: Sizes) {
  const { users, clients, ofBig, providers, perSecond, startedWithinSeconds } = sizes
  const [big, ...others] = figures.clients
  const done = others.reduce((sum, { count }) => sum + count, 0)
  const lateMs = (big?.lastAt ?? 0) - offAt
  const limit = Math.max(...figures.mostInTen) / 10
  const rate = ((figures.calls - spread.calls) * 1_000) / (endedAt - jumpedAt)
  const half = spread.delays[Math.floor(spread.delays.length / 2)] ?? Number.POSITIVE_INFINITY
  const inWords = (part: 'dispatcher' | 'worker') => {
    const { before, after, most, slope } = grown[part]
    return `${part} ${before.toFixed(0)} → ${after.toFixed(0)} MB (at most ${most.toFixed(0)}, ${slope.toFixed(1)} a minute)`
  }
  return {
    pass:
      done === users - ofBig &&
      figures.twice === 0 &&
      lateMs <= offWithinSeconds * 1_000 &&
      limit <= perSecond * 1.2 &&
      figures.early === 0 &&
      half <= startedWithinSeconds &&
      grown.dispatcher.isFlat &&
      grown.worker.isFlat,
    figure: [
      `${users} accounts of ${clients} clients due on one Monday: ${figures.calls} checks made, ${figures.twice} twice, ${done} of the ${users - ofBig} who stayed on`,
      `${figures.early} before their moment, half within ${half.toFixed(1)} s of it`,
      `then at ${rate.toFixed(0)}/s over ${providers} providers of ${perSecond}/s, none above ${limit.toFixed(0)}/s in any 10 s`,
      `the client of ${ofBig} was switched off after ${big?.count}: last call ${(lateMs / 1_000).toFixed(1)} s after the reply`,
      `memory ${inWords('dispatcher')}, ${inWords('worker')}`,
    ].join('; '),
    bar: `none twice, all made, ≤ ${offWithinSeconds} s, ≤ 1.2 × the limit, none early, half within ${startedWithinSeconds} s, memory ≤ 1.25 × + 30 MB`,
  }
}

function print(line: string) {
  process.stdout.write(`  ${line}\n`)
}
