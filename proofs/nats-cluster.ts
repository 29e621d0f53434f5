import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type NatsCluster, startNatsCluster } from '../dev/services/nats-cluster.ts'
import { readConfig } from '../server/src/config.ts'
import { openLog } from '../server/src/platform/telemetry/log.ts'
import { openDependencies } from '../server/src/process/dependencies.ts'
import { listLanes } from '../server/src/process/lanes.ts'
import { openTestApi, runSql } from '../server/test/open-test-api.ts'
import { aUser } from '../server/test/people.ts'
import { environmentFor, makeWorld, type World } from '../server/test/template.ts'
import { makeTables } from './crash/tables.ts'
import { measure, measureFindings } from './harness/measurement.ts'
import type { ProveOptions } from './harness/proof.ts'
import { type ClusterLoad, startLoad, startReceiver } from './nats-cluster/load.ts'
import { openLines } from './nats-cluster/proxies.ts'
import {
  countLeft,
  findLost,
  findStalls,
  longestGap,
  measureHistories,
  readDelays,
} from './nats-cluster/verdict.ts'
import { lanes } from './programs/cluster-tasks.ts'
import { listRows } from './programs/findings.ts'
import { keepAllRunning, type SupervisedProcess } from './programs/keep-running.ts'

type Fault = 'kill' | 'cut off' | 'wipe'
/** `maxStallMs` is the maximum time without a finished task in a lane; it applies only to the full form. */
type Size = {
  rounds: { node: number; fault: Fault }[]
  downMs: number
  steadyMs: number
  maxStallMs?: number
}

const faults: Fault[] = ['kill', 'cut off', 'wipe']
const large: Size = {
  rounds: [0, 1, 2].flatMap((node) => faults.map((fault) => ({ node, fault }))),
  downMs: 15_000,
  steadyMs: 5_000,
  maxStallMs: 10_000,
}
const small: Size = {
  rounds: [
    { node: 0, fault: 'kill' },
    { node: 0, fault: 'wipe' },
  ],
  downMs: 3_000,
  steadyMs: 2_000,
}
const drainMs = 600_000

/** Kills, partitions and wipes each of three NATS nodes under load. */
export async function prove({ full }: ProveOptions) {
  const size = full ? large : small
  const { world, services, stop } = await makeWorld({ durable: true })
  const closing: (() => unknown)[] = [stop]
  try {
    const lines = openLines()
    closing.push(lines.close)
    const cluster = await startNatsCluster({ folder: join(services.folder, 'cluster'), lines: lines.lines })
    closing.push(cluster.stop)
    const { url, load, receiver, processes, deps } = await startEverything(world, cluster, closing)
    await sleep(size.steadyMs)
    const from = Date.now()
    for (const { node, fault } of size.rounds) await injectFault({ cluster, lines, node, fault, size })
    const to = Date.now()
    await load.stop()
    for (const deadline = Date.now() + drainMs; Date.now() < deadline && (await countLeft(url)) > 0; )
      await sleep(200)

    const findings = await findLost(url, load)
    findings['processes that crashed'] = processes.flatMap(({ accidents }) => accidents)
    const stalls = await findStalls(url, { from, to })
    const receiving = longestGap(receiver.arrivals, { from, to })
    for (const { lane, ms, at } of stalls)
      print(
        `  ${lane}: longest time without a finished task ${seconds(ms)}, ${seconds(at - from)} after the start`,
      )
    const longest = Math.max(...stalls.map(({ ms }) => ms), receiving.ms)
    const delays = await readDelays(url)
    const histories = await measureHistories(url, load)
    for (const line of histories.lines) print(line)
    for (const line of listRows(findings)) print(line)
    const isConnected = deps.bus.isConnected()
    findings['not connected at the end'] = isConnected ? [] : ['the client did not reconnect to NATS']
    return [
      ...measureFindings(findings, ['lost tasks', 'tasks done twice', 'lost deliveries']),
      measure('faults', size.rounds.length),
      measure('tasks', load.numbers.length, { atLeast: 1 }),
      measure('deliveries', load.events.size, { atLeast: 1 }),
      measure('lanes', lanes.length),
      ...histories.measurements,
      measure('longest time without progress in a lane', longest / 1_000, {
        unit: 's',
        timed: true,
        ...(size.maxStallMs !== undefined && { atMost: size.maxStallMs / 1_000 }),
      }),
      measure('delay from due to done, p50', delays.p50, { unit: 's', timed: true }),
      measure('delay from due to done, p99', delays.p99, { unit: 's', timed: true }),
    ]
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

async function startEverything(world: World, cluster: NatsCluster, closing: (() => unknown)[]) {
  const api = await openTestApi(world, { OUTBOUND_LOOPBACK: 'true' }, 'api')
  closing.push(api.close)
  const url = api.config.DATABASE_URL.replace('payproof_login', 'postgres')
  await makeTables(url)
  const receiver = await startReceiver()
  closing.push(receiver.close)
  const userId = (await api.acme('POST', '/users', aUser())).body.user_id as string
  const hook = { name: 'proof', url: receiver.url, events: ['user-payroll-submitted'] }
  const env = {
    ...environmentFor(world, api.databaseName),
    ...cluster.settings,
    NATS_REPLICAS: '3',
    DATABASE_WAIT_MS: '2000',
    OUTBOUND_LOOPBACK: 'true',
  }
  const deps = await openDependencies(readConfig(env), openLog('error'))
  closing.push(deps.close)
  const made = await api.acme('POST', '/webhooks', hook)
  if (made.status !== 201) throw new Error(`no webhook: ${made.text}`)
  const all = [...lanes, ...listLanes('', ['deliver'])]
  const processes = await keepAllRunning<unknown>([
    ...[1, 2].map((n) => programOf(`worker ${n}`, 'cluster-worker.ts', env)),
    ...[1, 2].map((n) => programOf(`dispatcher ${n}`, 'dispatcher.ts', env, JSON.stringify(all))),
  ])
  closing.push(() => Promise.all(processes.map((process: SupervisedProcess<unknown>) => process.close())))
  const load = await startLoad({ deps, clientId: world.clients.acme.clientId, userId })
  closing.push(load.stop)
  await waitUntilWorking(url, load)
  return { url, load, receiver, processes, deps }
}

const programOf = (name: string, file: string, env: Record<string, string>, ...args: string[]) => ({
  name,
  program: fileURLToPath(new URL(`programs/${file}`, import.meta.url)),
  args,
  env,
})

/** Waits until every lane has finished a task; creating a replicated stream takes about 1 s. */
async function waitUntilWorking(url: string, load: ClusterLoad) {
  for (const deadline = Date.now() + 60_000; ; await sleep(200)) {
    const [{ count }] = await runSql(url, 'select count(distinct step)::int as count from proof_effects')
    if (count === lanes.length) return
    if (Date.now() > deadline) throw new Error(`only ${count} lanes work after ${load.numbers.length} tasks`)
  }
}

type FaultOptions = {
  cluster: NatsCluster
  lines: ReturnType<typeof openLines>
  node: number
  fault: Fault
  size: Size
}

async function injectFault({ cluster, lines, node: number, fault, size }: FaultOptions) {
  const node = cluster.nodes[number]
  if (!node) throw new Error(`there is no node ${number}`)
  print(`  ${fault} ${node.name}`)
  if (fault === 'cut off') {
    lines.cutOff(number)
    await sleep(size.downMs)
    lines.join(number)
  } else {
    await (fault === 'kill' ? node.kill() : node.wipe())
    await sleep(size.downMs)
    await node.start()
  }
  await node.untilHealthy(120_000)
  await sleep(size.steadyMs)
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
