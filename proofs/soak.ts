import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { faultsOf } from '../dev/faults/services.ts'
import { startTcpProxy } from '../dev/faults/tcp-proxy.ts'
import { generateDocuments } from '../sandbox/src/documents/bulk-generation.ts'
import { askForObjects } from '../server/test/objects-on-demand.ts'
import { openSandboxProcess } from '../server/test/sandbox-process.ts'
import { environmentFor, makeWorld } from '../server/test/template.ts'
import { measure, measureFindings } from './harness/measurement.ts'
import type { ProveOptions } from './harness/proof.ts'
import { seedNumber } from './harness/seed.ts'
import { startReceiver } from './move-client/receiver.ts'
import { type Findings, listRows } from './programs/findings.ts'
import { keepAllRunning } from './programs/keep-running.ts'
import { randomFrom } from './programs/random.ts'
import { watchAlerts } from './soak/alerts.ts'
import { openSoakCaller } from './soak/caller.ts'
import { startSoakFaults } from './soak/faults.ts'
import { evaluate } from './soak/figures.ts'
import { type SoakLoad, startSoakLoad } from './soak/load.ts'
import { queryDuringFaults } from './soak/query.ts'
import { startSampling } from './soak/samples.ts'
import type { Sample } from './soak/trend.ts'
import { hasChecks, judge } from './soak/verdict.ts'

const main = fileURLToPath(new URL('../server/src/main.ts', import.meta.url))
const minutesOf = { full: 480, small: 2.5 }
const perSecond = 2
const statementFiles = 20
const reportEveryMs = 60_000
const maxWarmUpSeconds = 900

/**
 * A short run must reach its steady number of people within the warm-up. In a long run, faults are as rare as the alerts
 * tolerate: more often, the share of failed requests would rightly wake an operator.
 */
const timesOf = (minutes: number) =>
  minutes < 10
    ? { lifeMs: 20_000, warmUpSeconds: 50, sampleMs: 1_000, faultEveryMs: [3_000, 7_000] as [number, number] }
    : {
        lifeMs: 90_000,
        warmUpSeconds: 300,
        sampleMs: 5_000,
        faultEveryMs: [60_000, 240_000] as [number, number],
      }

/**
 * Runs everything at once for hours, with random small faults: registrations, logins, uploads, reads, webhooks, recurring checks and
 * erasures. Memory, connections, file handles, rows, streams and disk must not grow, every invariant must hold, and no alert may
 * fire.
 */
export async function prove({ full, seed: seedText, minutes: given }: ProveOptions) {
  const minutes = given ?? (full ? minutesOf.full : minutesOf.small)
  const times = timesOf(minutes)
  const seed = seedNumber(seedText)
  const folder = await mkdtemp(join(tmpdir(), 'payproof-soak-'))
  const closing: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    const { world, services, stop } = await makeWorld({ durable: true })
    closing.push(stop)
    const { settings, objects } = await askForObjects(world, { versions: true })
    closing.push(() => objects.close())
    const sandbox = await openSandboxProcess()
    closing.push(sandbox.stop)
    const receiver = await startReceiver()
    closing.push(receiver.close)
    const { hostname: host, port } = new URL(world.natsUrl)
    const nats = await startTcpProxy({ host, port: Number(port) })
    closing.push(nats.close)
    const environment = {
      ...environmentFor(world, world.template),
      ...settings,
      // The reader of documents starts other programs.
      PATH: '/usr/local/bin:/usr/bin:/bin',
      DATABASE_WAIT_MS: '2000',
      ERASURE_LEDGER: 's3',
      NATS_URL: nats.through(world.natsUrl),
      OUTBOUND_LOOPBACK: 'true',
      SANDBOX_URL: sandbox.url,
    }
    const [steady, other] = await keepAllRunning<{ listening: string }>(
      ['steady', 'other'].map((name) => ({ name, program: main, args: ['all'], env: environment })),
    )
    if (!steady || !other) throw new Error('the service was not started')
    const processes = [steady, other]
    closing.push(() => Promise.all(processes.map((process) => process.close())))
    const addresses = () => processes.flatMap((process) => process.message()?.listening ?? [])
    const caller = openSoakCaller({ addresses, apiKey: world.clients.acme.apiKey })
    // Events of these kinds are stored with or without a subscriber.
    const events = ['user-payroll-submitted', 'user-bank-statement-submitted']
    const hook = { name: 'soak', events, url: receiver.url }
    await caller.call('POST', '/webhooks', { body: hook, key: 'soak' })

    const url = services.postgres.superuserUrl(world.template)
    const faultsOfServices = faultsOf(services)
    const statements = await makeStatements(folder)
    const load = startSoakLoad({
      caller,
      perSecond,
      lifeMs: times.lifeMs,
      statements,
      random: randomFrom(seed + 1),
      makeDue: (ids) =>
        queryDuringFaults(
          url,
          `update accounts set next_look_at = now() where ${hasChecks} and id = any($1::uuid[])`,
          [ids],
        ),
    })
    closing.push(load.stop)
    const alerts = await watchAlerts({
      folder: join(folder, 'prometheus'),
      targets: [
        { name: 'steady', address: () => steady.message()?.listening },
        { name: 'other', address: () => other.message()?.listening },
      ],
    })
    closing.push(alerts.stop)
    const samples = startSampling({
      url,
      services: faultsOfServices,
      steadyPid: steady.pid,
      everyMs: times.sampleMs,
    })
    closing.push(samples.stop)
    const faults = startSoakFaults({
      services: faultsOfServices,
      steady,
      other,
      nats,
      everyMs: times.faultEveryMs,
      random: randomFrom(seed),
    })
    closing.push(faults.stop)

    const writes: Sample[] = []
    // The measured time begins when the number of people is steady, which takes longer on a busy machine.
    let warmUpSeconds: number | undefined
    const isOver = () => {
      const now = samples.secondsNow()
      const isWarm = now >= times.warmUpSeconds && load.isSteady()
      if (isWarm || now > maxWarmUpSeconds) warmUpSeconds ??= now
      return warmUpSeconds !== undefined && now >= warmUpSeconds + minutes * 60 - times.warmUpSeconds
    }
    let reportAt = performance.now() + reportEveryMs
    while (!isOver()) {
      await sleep(1_000)
      writes.push({ at: samples.secondsNow(), value: caller.counts.writes })
      if (performance.now() < reportAt) continue
      reportAt += reportEveryMs
      print(`  ${Math.round(samples.secondsNow())} s: ${describe(load)}, ${faults.total()} faults`)
    }
    await faults.stop()
    await samples.stop()
    await load.stop()

    const { measurements, lines, growing } = evaluate(samples, {
      warmUpSeconds: warmUpSeconds ?? times.warmUpSeconds,
      minutes,
      writes,
    })
    for (const line of lines) print(`  ${line}`)
    const { firing, pending } = await alerts.states()
    print(`  alerts that were pending: ${pending.join(', ') || 'none'}`)
    const findings: Findings = {
      ...(await judge({ url, environment, load, received: receiver.deliveries })),
      'requests without a definite reply': caller.unexpected,
      'growing figures': growing,
      'alerts that fired': firing,
      'processes that crashed': processes.flatMap(({ accidents }) => accidents),
      'faults that did not end': faults.failures,
    }
    for (const line of listRows(findings)) print(line)
    print(`  ${[...faults.counts].map(([name, count]) => `${count} × ${name}`).join(', ')}`)
    return [
      ...measureFindings(findings, [
        'lost users',
        'lost accounts',
        'lost statements',
        'not erased',
        'growing figures',
        'alerts that fired',
      ]),
      measure('minutes', minutes),
      measure('faults', faults.total(), { atLeast: 1 }),
      measure('people', load.people.length, { atLeast: 1 }),
      measure('logins', load.counts.logins, { atLeast: 1 }),
      measure('statements', load.counts.statements, { atLeast: 1 }),
      measure('recurring checks made due', load.counts.checksMadeDue, { atLeast: 1 }),
      measure('erased people', load.counts.erased, { atLeast: 1 }),
      measure('webhook deliveries', receiver.deliveries.size, { atLeast: 1 }),
      measure('repeated deliveries', [...receiver.deliveries.values()].filter((count) => count > 1).length),
      measure('requests', caller.counts.requests),
      measure('repeated requests', caller.counts.repeated),
      ...measurements,
    ]
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

async function makeStatements(folder: string) {
  await generateDocuments({
    until: '2026-10-31',
    producer: 'library',
    isScanned: false,
    tamper: null,
    count: statementFiles,
    seed: 'soak',
    kinds: ['statement'],
    out: folder,
  })
  const names = (await readdir(folder)).filter((name) => name.endsWith('.pdf'))
  return Promise.all(names.map((name) => readFile(join(folder, name))))
}

const describe = ({ people, counts, alive }: SoakLoad) =>
  `${people.length} people, ${alive()} not erased, ${counts.logins} logins, ${counts.statements} statements, ` +
  `${counts.checksMadeDue} checks`

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
