import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type PostgresCluster, startPostgresCluster } from '../dev/services/postgres-cluster.ts'
import { startServices } from '../dev/services/services.ts'
import { makeTestFolder } from '../dev/services/test-folder.ts'
import { runSql } from '../server/test/open-test-api.ts'
import { openSandboxProcess } from '../server/test/sandbox-process.ts'
import { prepareWorld } from '../server/test/template.ts'
import { check } from './failover/checks.ts'
import { type Kind, strike, zombieTable } from './failover/faults.ts'
import { type Load, startLoad } from './failover/load.ts'
import { openReceiver } from './failover/receiver.ts'
import { measure, measureFindings } from './harness/measurement.ts'
import type { ProveOptions } from './harness/proof.ts'
import { seedNumber } from './harness/seed.ts'
import { type Findings, listRows } from './programs/findings.ts'
import { nowMs } from './programs/journal.ts'
import { type Random, randomFrom, shuffle } from './programs/random.ts'
import { openClient } from './webhook-loss/client.ts'
import { startService } from './webhook-loss/processes.ts'

/** backMs: how soon writes are acknowledged again; only judged at full size. */
type Size = { rounds: Kind[]; perSecond: number; backMs?: number }
type Round = { kind: Kind; from: string; to: string; backMs: number }

const times = (count: number, kind: Kind) => Array<Kind>(count).fill(kind)
const whole: Size = {
  rounds: [
    ...times(8, 'server killed'),
    ...times(6, 'server killed that lagged'),
    ...times(6, 'machine killed'),
    ...times(3, 'machine frozen'),
    ...times(2, 'server frozen'),
  ],
  perSecond: 30,
  backMs: 15_000,
}
const small: Size = {
  rounds: ['server killed that lagged', 'machine killed'],
  perSecond: 20,
}

const warmUpMs = 2_000
const wholeMs = 120_000
const lanes = ['connect', 'retrieve', 'deliver']

/** Kills and freezes the PostgreSQL primary under load; Patroni promotes a standby. */
export async function prove({ full, seed: seedText }: ProveOptions) {
  const size = full ? whole : small
  const seed = seedNumber(seedText)
  const folder = makeTestFolder()
  const closing: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    const [cluster, services, sandbox, receiver] = await Promise.all([
      startPostgresCluster({ folder: join(folder, 'cluster') }),
      startServices({ folder, durable: true, only: ['nats', 'smtp'] }),
      openSandboxProcess(),
      openReceiver(),
    ])
    closing.push(cluster.remove, services.remove, sandbox.stop, receiver.close)
    const world = await prepareWorld({ ...services, folder, postgres: cluster, objectsUrl: '' })
    await runSql(cluster.superuserUrl(), zombieTable)
    const service = await startService(world, {
      lanes,
      settings: { SANDBOX_URL: sandbox.url, DATABASE_QUERY_MS: '3000', DATABASE_WAIT_MS: '1000' },
    })
    closing.push(service.close)
    const { apiKey } = world.clients.acme
    const client = openClient({ addresses: service.addresses, apiKey })
    const events = ['user-payroll-submitted']
    await client.call('POST', '/webhooks', { name: 'accounts', url: receiver.url, events })

    const { addresses } = service
    const load = startLoad({ addresses, apiKey, perSecond: size.perSecond, random: randomFrom(seed + 1) })
    closing.push(load.stop)
    await sleep(warmUpMs)
    const course = await runRounds(size, { cluster, load, random: randomFrom(seed) })
    await load.stop()
    const findings: Findings = {
      ...course.findings,
      ...load.findings,
      ...(await check({
        world,
        cluster,
        client,
        people: load.people,
        told: receiver.accounts,
        lostLogins: load.lostLogins(),
      })),
      'ended by themselves': service.all.flatMap(({ accidents }) => accidents),
    }
    for (const line of listRows(findings)) print(line)
    print(`  ${load.writes()} writes acknowledged, ${load.people.length} people; ${listRefusals(load)}`)
    const backSeconds = course.rounds.map(({ backMs }) => backMs / 1_000).sort((a, b) => a - b)
    return [
      ...measureFindings(findings, ['not back', 'taken by a zombie']),
      measure('failovers', course.rounds.length, { exactly: size.rounds.length }),
      measure('acknowledged writes', load.writes()),
      measure(
        'median time until writes work again',
        backSeconds[Math.floor(backSeconds.length / 2)] ?? Number.NaN,
        {
          unit: 's',
          timed: true,
        },
      ),
      measure('longest time until writes work again', backSeconds.at(-1) ?? Number.NaN, {
        unit: 's',
        timed: true,
        ...(size.backMs !== undefined && { atMost: size.backMs / 1_000 }),
      }),
    ]
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

type Course = { cluster: PostgresCluster; load: Load; random: Random }

async function runRounds(size: Size, { cluster, load, random }: Course) {
  const rounds: Round[] = []
  const findings: Findings = { 'not back': [], 'taken by a zombie': [] }
  for (const kind of shuffle([...size.rounds], random)) {
    const struck = await strike(cluster, kind)
    const backAt = await waitForWrite(load, struck.at)
    const to = await cluster.primary()
    findings['taken by a zombie']?.push(...(await struck.comeBack()))
    if (backAt === undefined) {
      findings['not back']?.push(`${kind} of ${struck.node.name}: no write within ${wholeMs / 1_000} s`)
      break
    }
    const round = { kind, from: struck.node.name, to: to?.name ?? 'nobody', backMs: backAt - struck.at }
    rounds.push(round)
    // The old one follows the new one, by itself.
    const trouble = await cluster.whole(wholeMs).catch((error: Error) => error.message)
    if (trouble) {
      findings['not back']?.push(`${kind} of ${struck.node.name}: ${trouble}`)
      break
    }
    const wholeAfter = ((nowMs() - struck.at) / 1_000).toFixed(1)
    print(
      `  ${rounds.length}: ${kind}, ${round.from} → ${round.to}: back after ${seconds(round)} s, whole after ${wholeAfter} s`,
    )
    await sleep(random.whole(500, 2_500))
  }
  return { rounds, findings }
}

async function waitForWrite(load: Load, after: number) {
  const endsAt = nowMs() + wholeMs
  while (nowMs() < endsAt) {
    const at = load.firstAfter(after)
    if (at !== undefined) return at
    await sleep(10)
  }
  return undefined
}

const seconds = ({ backMs }: Round) => (backMs / 1_000).toFixed(1)

const listRefusals = ({ refusals }: Load) =>
  [...refusals].map(([what, count]) => `${count} × ${what}`).join(', ') || 'nothing refused'

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
