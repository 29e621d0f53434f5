import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { askForObjects } from '../../server/test/objects-on-demand.ts'
import { runSql } from '../../server/test/open-test-api.ts'
import { environmentFor, makeWorld, type World } from '../../server/test/template.ts'
import { checkMeanwhile } from '../crash/checks.ts'
import { startLoad } from '../crash/load.ts'
import { makeTables } from '../crash/tables.ts'
import { examine } from '../crash/verdict.ts'
import { type Measurement, measure, measureFindings } from '../harness/measurement.ts'
import { seedNumber } from '../harness/seed.ts'
import { type Findings, isClean, listRows } from '../programs/findings.ts'
import { randomFrom } from '../programs/random.ts'
import { type PairKind, startPairs } from '../programs/start-pairs.ts'
import { watchProgress } from '../programs/watch-progress.ts'
import { checkErasures, listLedger } from '../slow-store/erasures.ts'
import { callerAt, createUser, type ProofCall } from '../slow-store/people.ts'
import type { RequestedErasure } from '../slow-store/round.ts'
import { type PlannedFault, planAll, planSome } from './faults.ts'
import { openNetwork, throughLink } from './network.ts'

const perSecond = 40
const warmUpMs = 3_000
const pollMs = 50
const recoveryLimitMs = 300_000
const maxRecoverySeconds = 60
/** More than the requests that may be in flight when a fault ends. */
const minAcknowledged = 50
const minEffects = 30
/** Erasures during each fault of the object store. */
const erasuresPerFault = 2

const [outerNamespace = '', size, seedText = ''] = process.argv.slice(2)
// The parent process has exited, so this process exits, too.
process.on('disconnect', () => process.exit(1))
const network = openNetwork(outerNamespace)

async function judge(full: boolean, seed: number): Promise<Measurement[]> {
  const random = randomFrom(seed)
  const faults = full ? planAll(random) : planSome(random)
  const holdMs = full ? 20_000 : 4_000
  const closing: (() => unknown)[] = []
  try {
    const { world, services, stop } = await makeWorld({ durable: true })
    closing.push(stop)
    const { settings, objects } = await askForObjects(world, { versions: true })
    closing.push(() => objects.close())
    const url = services.postgres.superuserUrl(world.template)
    await makeTables(url)
    const journals = join(services.folder, 'journals')
    mkdirSync(journals)
    const processes = await startPairs(world, journals, (kind, index) =>
      settingsOf(world, settings, kind, index),
    )
    closing.push(processes.close)
    const serviceAddresses = () => processes.services.flatMap((service) => service.message()?.listening ?? [])
    const load = startLoad({
      addresses: () => processes.apis.flatMap((api) => api.message()?.address ?? []),
      perSecond,
      seed: seed + 1,
    })
    closing.push(load.stop)
    await sleep(warmUpMs)

    const [first = '', second = ''] = serviceAddresses()
    const callFirst = callerAt(first, { 'x-api-key': world.clients.acme.apiKey })
    const callSecond = callerAt(second, { 'x-api-key': world.clients.acme.apiKey })
    const erasures: RequestedErasure[] = []
    const outages: { outageSeconds: number; recoverySeconds: number }[] = []
    let meanwhile: Findings = {}
    for (const planned of faults) {
      const outage = await runFault(planned, {
        holdMs,
        acknowledged: load.acknowledged,
        countEffects: () => countEffects(url),
        isReady: () => isReady(first),
        async erase() {
          if (planned.link.target !== 's3') return
          for (let n = 0; n < erasuresPerFault; n++)
            erasures.push(await requestErasure(callFirst, callSecond, planned.fault))
        },
      })
      outages.push(outage)
      print(`  ${describe(planned)}: ${JSON.stringify(outage)}`)
      meanwhile = await checkMeanwhile(url)
      if (!isClean(meanwhile)) break
    }
    await load.stop()
    const tasks = isClean(meanwhile) ? await examine({ world, url, processes, load }) : meanwhile
    const erased = await checkErasures(callSecond, erasures, await listLedger(objects))
    const findings: Findings = { ...tasks, ...erased }
    for (const line of listRows(findings)) print(line)
    const slowest = (read: (outage: (typeof outages)[number]) => number) => Math.max(...outages.map(read))
    return [
      ...measureFindings(findings, [
        'lost',
        'doubled',
        'not finished',
        'erased without a record',
        'not erased',
      ]),
      measure('faults', outages.length, { exactly: faults.length }),
      measure('acknowledged tasks', load.acknowledged(), { atLeast: 1 }),
      measure('unacknowledged tasks', load.requested() - load.acknowledged()),
      measure('erasures', erasures.length, { atLeast: 1 }),
      measure(
        'longest time without an acknowledged task',
        slowest(({ outageSeconds }) => outageSeconds),
        { unit: 's', timed: true },
      ),
      measure(
        'slowest recovery',
        slowest(({ recoverySeconds }) => recoverySeconds),
        // Without a bar in the small form, which also runs on a busy machine.
        { unit: 's', timed: true, ...(full && { atMost: maxRecoverySeconds }) },
      ),
    ]
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

type FaultDeps = {
  holdMs: number
  acknowledged(): number
  countEffects(): Promise<number>
  isReady(): Promise<boolean>
  /** Requests erasures while the fault lasts, and returns when they have been answered. */
  erase(): Promise<void>
}

async function runFault({ link, fault }: PlannedFault, deps: FaultDeps) {
  const { holdMs, acknowledged, countEffects, isReady } = deps
  const progress = watchProgress(acknowledged)
  try {
    network.break(link, fault)
    const erasing = deps.erase()
    await sleep(holdMs)
    network.heal()
    const healedAt = performance.now()
    await erasing
    const before = { acknowledged: acknowledged(), effects: await countEffects() }
    const hasRecovered = async () =>
      acknowledged() >= before.acknowledged + minAcknowledged &&
      (await countEffects()) >= before.effects + minEffects &&
      (await isReady())
    while (!(await hasRecovered())) {
      if (performance.now() - healedAt > recoveryLimitMs) throw new Error(`no recovery: ${fault}`)
      await sleep(pollMs)
    }
    return {
      outageSeconds: round(progress.longestSeconds()),
      recoverySeconds: round((performance.now() - healedAt) / 1_000),
    }
  } finally {
    progress.stop()
  }
}

/** The user is created where the store is not needed; the erasure is requested from the process that lost it. */
async function requestErasure(first: ProofCall, second: ProofCall, round: string): Promise<RequestedErasure> {
  const userId = await createUser(second)
  const { status } = await first('DELETE', `/users/${userId}`)
  return { userId, isAcknowledged: status >= 200 && status < 300, round }
}

function settingsOf(world: World, objects: Record<string, string>, kind: PairKind, index: number) {
  const { DATABASE_URL = '' } = environmentFor(world, world.template)
  const settings: Record<string, string> = {
    DATABASE_URL: throughLink(DATABASE_URL, kind, index, 'postgres'),
    NATS_URL: throughLink(world.natsUrl, kind, index, 'nats'),
  }
  if (kind !== 'service') return settings
  Object.assign(settings, objects, {
    S3_ENDPOINT: throughLink(objects.S3_ENDPOINT ?? '', kind, index, 's3'),
    ERASURE_LEDGER: 's3',
  })
  return settings
}

async function countEffects(url: string): Promise<number> {
  const [row] = await runSql(url, 'select count(*)::int as count from proof_effects')
  return row.count
}

async function isReady(address: string) {
  const reply = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(
    () => undefined,
  )
  await reply?.arrayBuffer().catch(() => undefined)
  return reply?.status === 200
}

const describe = ({ link, fault }: PlannedFault) =>
  `${link.indexes.length > 1 ? 'both' : 'one'} ${link.kind} and ${link.target}, ${fault}`

const round = (seconds: number) => Math.round(seconds * 100) / 100

function print(line: string) {
  process.stdout.write(`${line}\n`)
}

// Last, because the constants above are not initialised before.
const measurements = await judge(size === 'full', seedNumber(seedText))
process.send?.(measurements, () => process.exit())
