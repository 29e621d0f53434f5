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
import { type FailoverKind, injectFault, zombieTable } from './failover/faults.ts'
import { type FailoverLoad, startLoad } from './failover/load.ts'
import { openReceiver } from './failover/receiver.ts'
import { measure, measureFindings } from './harness/measurement.ts'
import type { ProveOptions } from './harness/proof.ts'
import { seedNumber } from './harness/seed.ts'
import { measureHistory } from './histories/measure-history.ts'
import { startRegisterLoad } from './histories/register-load.ts'
import { type Findings, listRows } from './programs/findings.ts'
import { nowMs } from './programs/journal.ts'
import { type ProofRandom, randomFrom, shuffle } from './programs/random.ts'
import { openClient } from './webhook-loss/client.ts'
import { startService } from './webhook-loss/processes.ts'

/** `maxRecoveryMs` is the maximum time until writes are acknowledged again; it applies only to the full form. */
type Size = { rounds: FailoverKind[]; perSecond: number; maxRecoveryMs?: number }
type Round = { kind: FailoverKind; from: string; to: string; recoveryMs: number }

const times = (count: number, kind: FailoverKind) => Array<FailoverKind>(count).fill(kind)
const large: Size = {
  rounds: [
    ...times(8, 'server killed'),
    ...times(6, 'lagging server killed'),
    ...times(6, 'machine killed'),
    ...times(3, 'machine frozen'),
    ...times(2, 'server frozen'),
  ],
  perSecond: 30,
  maxRecoveryMs: 15_000,
}
const small: Size = {
  rounds: ['lagging server killed', 'machine killed'],
  perSecond: 20,
}

const warmUpMs = 2_000
const recoveryTimeoutMs = 120_000
/** Members are notified by mail, for example when a webhook was paused. */
const lanes = ['connect', 'retrieve', 'deliver', 'mail']

/** Kills and freezes the PostgreSQL primary under load; Patroni promotes a standby. */
export async function prove({ full, seed: seedText }: ProveOptions) {
  const size = full ? large : small
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
    const registers = startRegisterLoad({ addresses, apiKey, random: randomFrom(seed + 2) })
    closing.push(registers.stop)
    await sleep(warmUpMs)
    const outcome = await runRounds(size, { cluster, load, random: randomFrom(seed) })
    await load.stop()
    await registers.stop()
    const histories = measureHistory('changes and reads of one user', registers.history())
    for (const line of histories.lines) print(line)
    const findings: Findings = {
      ...outcome.findings,
      ...load.findings,
      ...(await check({
        world,
        cluster,
        client,
        people: load.people,
        notified: receiver.accounts,
        lostLogins: load.lostLogins(),
      })),
      'processes that crashed': service.all.flatMap(({ accidents }) => accidents),
    }
    for (const line of listRows(findings)) print(line)
    print(`  ${load.writes()} writes acknowledged, ${load.people.length} people; ${listRefusals(load)}`)
    const recoverySeconds = outcome.rounds.map(({ recoveryMs }) => recoveryMs / 1_000).sort((a, b) => a - b)
    return [
      ...measureFindings(findings, ['failed failovers', 'writes accepted by an old primary']),
      measure('failovers', outcome.rounds.length, { exactly: size.rounds.length }),
      measure('acknowledged writes', load.writes()),
      ...histories.measurements,
      measure(
        'median time until writes work again',
        recoverySeconds[Math.floor(recoverySeconds.length / 2)] ?? Number.NaN,
        {
          unit: 's',
          timed: true,
        },
      ),
      measure('longest time until writes work again', recoverySeconds.at(-1) ?? Number.NaN, {
        unit: 's',
        timed: true,
        ...(size.maxRecoveryMs !== undefined && { atMost: size.maxRecoveryMs / 1_000 }),
      }),
    ]
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

type RoundDeps = { cluster: PostgresCluster; load: FailoverLoad; random: ProofRandom }

async function runRounds(size: Size, { cluster, load, random }: RoundDeps) {
  const rounds: Round[] = []
  const findings: Findings = { 'failed failovers': [], 'writes accepted by an old primary': [] }
  for (const kind of shuffle([...size.rounds], random)) {
    const fault = await injectFault(cluster, kind)
    const recoveredAt = await waitForWrite(load, fault.at)
    const to = await cluster.primary()
    findings['writes accepted by an old primary']?.push(...(await fault.revert()))
    if (recoveredAt === undefined) {
      findings['failed failovers']?.push(
        `${kind} of ${fault.node.name}: no write within ${recoveryTimeoutMs / 1_000} s`,
      )
      break
    }
    const round = { kind, from: fault.node.name, to: to?.name ?? 'none', recoveryMs: recoveredAt - fault.at }
    rounds.push(round)
    // The old primary must rejoin as a standby without an operator.
    const problem = await cluster.waitUntilHealthy(recoveryTimeoutMs).catch((error: Error) => error.message)
    if (problem) {
      findings['failed failovers']?.push(`${kind} of ${fault.node.name}: ${problem}`)
      break
    }
    const healthyAfter = ((nowMs() - fault.at) / 1_000).toFixed(1)
    print(
      `  ${rounds.length}: ${kind}, ${round.from} → ${round.to}: writes after ${seconds(round)} s, all nodes after ${healthyAfter} s`,
    )
    await sleep(random.integer(500, 2_500))
  }
  return { rounds, findings }
}

async function waitForWrite(load: FailoverLoad, after: number) {
  const endsAt = nowMs() + recoveryTimeoutMs
  while (nowMs() < endsAt) {
    const at = load.firstAfter(after)
    if (at !== undefined) return at
    await sleep(10)
  }
  return undefined
}

const seconds = ({ recoveryMs }: Round) => (recoveryMs / 1_000).toFixed(1)

const listRefusals = ({ refusals }: FailoverLoad) =>
  [...refusals].map(([reply, count]) => `${count} × ${reply}`).join(', ') || 'no request failed'

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
