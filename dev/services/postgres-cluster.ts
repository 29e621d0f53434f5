import { mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startEtcd } from './etcd.ts'
import { fillTemplate } from './fill-template.ts'
import { startHaproxy } from './haproxy.ts'
import { choosePort } from './ports.ts'
import { type PostgresNode, prepareNode } from './postgres-node.ts'
import { ServiceError } from './processes.ts'

export type PostgresCluster = Awaited<ReturnType<typeof startPostgresCluster>>

export type ClusterOptions = {
  folder: string
  /** Authentication method. `trust` needs no passwords; production uses scram-sha-256. */
  auth?: 'trust' | 'scram-sha-256'
  etcdMembers?: 1 | 3
}

const template = fileURLToPath(new URL('../../deploy/haproxy/postgres.cfg', import.meta.url))
const password = 'only-for-tests'
const startMs = 120_000

/**
 * Starts three nodes under Patroni with etcd, and HAProxy as the address of the primary; all are configured from
 * deploy/.
 */
export async function startPostgresCluster(options: ClusterOptions) {
  mkdirSync(options.folder, { recursive: true })
  const folder = realpathSync(options.folder)
  const { auth = 'trust', etcdMembers = 3 } = options
  const closing: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const close of closing.splice(0).reverse()) await close()
  }
  try {
    const etcd = await startEtcd({ folder: join(folder, 'etcd'), members: etcdMembers })
    closing.push(etcd.stop)
    const nodes: PostgresNode[] = []
    for (const name of ['db1', 'db2', 'db3']) {
      const nodeFolder = join(folder, name)
      mkdirSync(nodeFolder, { recursive: true })
      const [port, restPort] = [await choosePort(undefined), await choosePort(undefined)]
      const options = { name, folder: nodeFolder, port, restPort, etcdHosts: etcd.hosts, password, auth }
      nodes.push(prepareNode(options))
    }
    closing.push(() => Promise.all(nodes.map((node) => node.stop())))
    for (const node of nodes) node.start()
    const port = await choosePort(undefined)
    const haproxy = await startHaproxy({
      folder: join(folder, 'haproxy'),
      ports: [port],
      config: haproxyConfig(nodes, port),
    })
    closing.push(haproxy.stop)
    const cluster = {
      folder,
      host: '127.0.0.1',
      port,
      nodes,
      etcd,
      haproxy,
      superuserUrl: (database = 'postgres') =>
        `postgres://postgres:${password}@127.0.0.1:${port}/${database}`,
      /** Returns the node that reports itself as primary; undefined while none does. */
      primary: () => findPrimary(nodes),
      /** Waits until there is one primary, the others follow it, and one of them is its synchronous standby. */
      waitUntilHealthy: (timeoutMs = startMs) => waitUntilClusterHealthy(nodes, timeoutMs),
      pids: () => [...nodes.flatMap((node) => node.pids()), ...etcd.pids(), ...haproxy.pids()],
      stop,
      /** Kills all processes and deletes all data. */
      async remove() {
        await Promise.all([...nodes.map((node) => node.remove()), etcd.kill()])
        await stop()
        rmSync(folder, { recursive: true, force: true })
      },
    }
    await cluster.waitUntilHealthy()
    return cluster
  } catch (error) {
    await stop()
    throw error
  }
}

function haproxyConfig(nodes: readonly PostgresNode[], port: number) {
  const values: Record<string, string | number> = { BIND: `127.0.0.1:${port}` }
  for (const [index, node] of nodes.entries()) {
    const name = `NODE_${index + 1}`
    values[name] = node.name
    values[`${name}_ADDRESS`] = '127.0.0.1'
    values[`${name}_PORT`] = node.port
    values[`${name}_REST_PORT`] = node.restPort
  }
  return fillTemplate(readFileSync(template, 'utf8'), values)
}

async function findPrimary(nodes: readonly PostgresNode[]) {
  const answers = await Promise.all(
    nodes.map((node) =>
      fetch(`http://127.0.0.1:${node.restPort}/primary`, { signal: AbortSignal.timeout(1_500) }).then(
        ({ ok }) => ok,
        () => false,
      ),
    ),
  )
  return nodes[answers.indexOf(true)]
}

async function isClusterHealthy(nodes: readonly PostgresNode[]) {
  const primary = await findPrimary(nodes)
  const statuses = await Promise.all(nodes.map((node) => node.status()))
  const primaryStatus = primary && statuses[nodes.indexOf(primary)]
  const streaming = primaryStatus?.replication?.filter(({ application_name }) =>
    nodes.some(({ name }) => name === application_name),
  )
  return (
    streaming?.length === nodes.length - 1 &&
    statuses.some((status) => status?.sync_standby) &&
    statuses.every((status) => status?.state === 'running' && status.timeline === primaryStatus?.timeline)
  )
}

async function waitUntilClusterHealthy(nodes: readonly PostgresNode[], timeoutMs: number) {
  const deadline = Date.now() + timeoutMs
  while (!(await isClusterHealthy(nodes))) {
    if (Date.now() > deadline) {
      const statuses = await Promise.all(nodes.map((node) => node.status()))
      throw new ServiceError(
        `postgres cluster: not healthy after ${timeoutMs / 1_000} s: ${JSON.stringify(statuses)}`,
      )
    }
    await sleep(100)
  }
}
