import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { faultsOf } from '../dev/faults/services.ts'
import { makeWorld } from '../server/test/template.ts'
import { measure } from './harness/measurement.ts'
import type { ProveOptions } from './harness/proof.ts'
import { seedNumber } from './harness/seed.ts'
import { type Random, randomFrom } from './programs/random.ts'
import type { Span } from './programs/webhook-plan.ts'
import { openClient } from './webhook-loss/client.ts'
import { startPublishers, startReceiver, startService } from './webhook-loss/processes.ts'
import { bringToEnd, countWaiting, findForgotten, readTables } from './webhook-loss/ending.ts'
import { createUsers, planHooks, subscribeAll } from './webhook-loss/hooks.ts'
import { startPauses } from './webhook-loss/pauses.ts'
import { countAcknowledged } from './webhook-loss/published.ts'
import { openStrikes, type Strikes } from './webhook-loss/faults.ts'
import { judge } from './webhook-loss/verdict.ts'

export type Size = {
  events: number
  users: number
  perSecond: number
  strikeEveryMs: Span
  /** How long a receiver behaves, and misbehaves. */
  calmMs: Span
  spellMs: Span
  pauseEveryMs: Span
  pauseForMs: Span
  /** Requests begun before the pause was answered may be signed this much later. */
  pauseGraceMs: number
  /** Strikes go on after the last event until no more than this waits. */
  backlog: number
  /** How long what waits may arrive by itself before it is called in. */
  settleMs: number
  courseLimitMs: number
  drainLimitMs: number
}

// Waits are generous: the small form must not fail on a slow machine.
const small: Size = {
  events: 500,
  users: 30,
  perSecond: 30,
  strikeEveryMs: [2_000, 3_500],
  calmMs: [1_000, 8_000],
  spellMs: [800, 3_000],
  pauseEveryMs: [500, 1_500],
  pauseForMs: [14_000, 18_000],
  pauseGraceMs: 10_000,
  backlog: Number.POSITIVE_INFINITY,
  settleMs: 8_000,
  courseLimitMs: 1_200_000,
  drainLimitMs: 1_200_000,
}
const whole: Size = {
  events: 100_000,
  users: 2_000,
  perSecond: 60,
  strikeEveryMs: [6_000, 14_000],
  calmMs: [20_000, 120_000],
  spellMs: [1_000, 8_000],
  pauseEveryMs: [5_000, 15_000],
  pauseForMs: [15_000, 40_000],
  pauseGraceMs: 5_000,
  backlog: 40_000,
  settleMs: 120_000,
  courseLimitMs: 14_400_000,
  drainLimitMs: 3_600_000,
}

// Every process is at work before the first fault.
const warmUpMs = 2_000
const reportEveryMs = 60_000

/** Publishes events while processes and services are killed and receivers misbehave; journals on both sides are compared. */
export async function prove({ full, seed: seedText }: ProveOptions) {
  const size = full ? whole : small
  const seed = seedNumber(seedText)
  const startedAt = performance.now()
  const since = new Date(Date.now() - 60_000)
  const { world, services, stop } = await makeWorld({ durable: true })
  const closing: (() => Promise<unknown>)[] = [stop]
  try {
    const url = services.postgres.superuserUrl(world.template)
    const folder = join(services.folder, 'journals')
    mkdirSync(folder)
    const plans = planHooks()
    const { calmMs, spellMs } = size
    const receiver = await startReceiver({ journals: folder, hooks: plans, calmMs, spellMs, seed })
    closing.push(receiver.program.kill)
    const service = await startService(world)
    closing.push(service.close)
    const client = openClient({ addresses: service.addresses, apiKey: world.clients.acme.apiKey })
    const hooks = await subscribeAll(client, plans, receiver.urlOf)
    const users = await createUsers(client, size.users)
    const publishers = await startPublishers(world, { ...size, seed, folder, users })
    closing.push(publishers.close)
    const processes = [...service.all, ...publishers.all]
    print(`  ${processes.map((process) => process.name).join(', ')}, NATS and PostgreSQL`)

    const pauses = startPauses({
      client,
      hooks,
      random: randomFrom(seed + 1),
      everyMs: size.pauseEveryMs,
      forMs: size.pauseForMs,
    })
    closing.push(pauses.stop)
    const strikes = openStrikes({ faults: faultsOf(services), processes, random: randomFrom(seed + 2) })
    const begunAt = performance.now()
    await sleep(warmUpMs)
    const { journals } = publishers
    await runCourse(size, { url, journals, strikes, random: randomFrom(seed + 3) })
    const calmAt = performance.now()
    await pauses.stop()
    const spells = await receiver.calm()
    const forgotten = await findForgotten(url)
    const { settleMs, drainLimitMs: limitMs } = size
    const calledIn = await bringToEnd({ url, client, hooks, since, settleMs, limitMs })
    const endedAt = performance.now()

    const acknowledged = countAcknowledged(journals)
    const verdict = judge({
      folder,
      journals,
      hooks,
      pauses: pauses.list,
      pauseGraceMs: size.pauseGraceMs,
      tables: await readTables(url),
      meanwhile: {
        'looked after by nobody': forgotten,
        'ended by itself': processes.flatMap(({ accidents }) => accidents),
        'missing strikes': strikes.count() < strikes.inATurn ? [`only ${strikes.count()}`] : [],
        'missing events': acknowledged < size.events ? [`only ${acknowledged} acknowledged in time`] : [],
      },
    })
    for (const line of verdict.lines) print(line)
    print(
      `  strikes: ${listCounts(strikes.counts)}; spells: ${listCounts(spells)}; ${pauses.list.length} pauses`,
    )
    print(
      `  published in ${seconds(calmAt - begunAt)}, the last arrived ${seconds(endedAt - calmAt)} later; ` +
        `${calledIn} deliveries that still waited were called in`,
    )
    const { delaysMs } = verdict
    return [
      ...verdict.measurements,
      measure('subscriptions', hooks.length),
      measure('faults', strikes.count(), { atLeast: strikes.inATurn }),
      measure('median delay of a delivery', (delaysMs[Math.floor(delaysMs.length / 2)] ?? 0) / 1_000, {
        unit: 's',
        timed: true,
      }),
      measure('duration', (performance.now() - startedAt) / 1_000, { unit: 's', timed: true }),
    ]
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

type Course = { url: string; journals: readonly string[]; strikes: Strikes; random: Random }

async function runCourse(size: Size, { url, journals, strikes, random }: Course) {
  const startedAt = Date.now()
  let reportedAt = startedAt
  while (Date.now() - startedAt < size.courseLimitMs) {
    await strikes.next()
    await sleep(random.whole(...size.strikeEveryMs))
    const acknowledged = countAcknowledged(journals)
    const isPublished = acknowledged >= size.events && strikes.count() >= strikes.inATurn
    if (isPublished && (await countWaiting(url)) <= size.backlog) return
    if (Date.now() - reportedAt < reportEveryMs) continue
    reportedAt = Date.now()
    print(
      `  ${seconds(reportedAt - startedAt)}: ${acknowledged} published, ${await countWaiting(url)} to deliver; ${strikes.count()} strikes`,
    )
  }
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

const listCounts = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([what, count]) => `${count} × ${what}`)
    .join(', ')

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
