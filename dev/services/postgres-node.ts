import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fillTemplate } from './fill-template.ts'
import { chooseHome } from './postgres.ts'
import { findProcesses, startProcess, stopProcesses } from './processes.ts'
import { listPostgres, requireProgram } from './programs.ts'

/** Status of a node as reported by Patroni's REST API. */
export type NodeStatus = {
  state: string
  role: string
  timeline?: number
  sync_standby?: boolean
  failsafe_mode_is_active?: boolean
  replication?: { application_name: string; sync_state: string }[]
}

export type NodeOptions = {
  name: string
  folder: string
  port: number
  restPort: number
  etcdHosts: readonly string[]
  password: string
  auth: 'trust' | 'scram-sha-256'
}

export type PostgresNode = ReturnType<typeof prepareNode>

const template = fileURLToPath(new URL('../../deploy/postgres/patroni.yaml', import.meta.url))

/** Prepares one machine of the cluster: Patroni and the PostgreSQL that it manages. Starts nothing yet. */
export function prepareNode(options: NodeOptions) {
  const { name, folder, port, restPort } = options
  const home = chooseHome(folder)
  const { dataFolder, user } = home
  const configFile = join(dirname(dataFolder), 'patroni.yaml')
  writeFileSync(configFile, configuration(options, dataFolder))
  const patroni = requireProgram('patroni')
  const patroniPids = () =>
    findProcesses((args) => args.includes(configFile) && args.some((word) => word === patroni))
  const serverPids = () => withChildren(findServers(dataFolder))
  const pids = () => [...patroniPids(), ...serverPids()]

  // A second round kills processes that were started during the first.
  const killAll = async (find: () => number[]) => {
    for (let round = 0; round < 2; round++) await stopProcesses(find(), 'SIGKILL', 10_000)
  }
  return {
    name,
    port,
    restPort,
    configFile,
    pids,
    serverPids,
    superuserUrl: (database = 'postgres') =>
      `postgres://postgres:${options.password}@127.0.0.1:${port}/${database}`,
    /** Starts Patroni, which starts PostgreSQL or clones it from the primary. */
    start() {
      startProcess({
        program: patroni,
        args: [configFile],
        folder: '/',
        deathSignal: 'SIGTERM',
        logFile: join(folder, 'patroni.log'),
        ...(user && { user }),
      })
    },
    /** Returns undefined while Patroni does not respond. */
    async status(): Promise<NodeStatus | undefined> {
      try {
        const reply = await fetch(`http://127.0.0.1:${restPort}/patroni`, {
          signal: AbortSignal.timeout(1_500),
        })
        return (await reply.json()) as NodeStatus
      } catch {
        return undefined
      }
    },
    /** Sends SIGKILL to PostgreSQL with all its processes. */
    killServer: () => killAll(serverPids),
    /** Sends SIGKILL to every process of the node, as a power loss would. */
    killMachine: () => killAll(pids),
    /** Shuts down gracefully: Patroni stops PostgreSQL first. */
    async stop() {
      await stopProcesses(patroniPids(), 'SIGTERM', 30_000)
      await stopProcesses(serverPids(), 'SIGINT', 30_000)
    },
    async remove() {
      await killAll(pids)
      for (const path of [home.removeFolder, folder]) rmSync(path, { recursive: true, force: true })
    },
  }
}

function configuration(options: NodeOptions, dataFolder: string) {
  const { name, port, restPort, etcdHosts, password, auth } = options
  const [newest] = listPostgres()
  return fillTemplate(readFileSync(template, 'utf8'), {
    SCOPE: 'payproof',
    NODE: name,
    ADDRESS: '127.0.0.1',
    PORT: port,
    REST_PORT: restPort,
    ETCD_HOSTS: etcdHosts.join(','),
    AUTH: auth,
    MAX_CONNECTIONS: 100,
    SHARED_BUFFERS: '64MB',
    WAL_KEEP_SIZE: '512MB',
    SOCKET_FOLDER: '',
    DATA_FOLDER: dataFolder,
    BIN_FOLDER: newest?.folder ?? '',
    PGPASS_FILE: `${dataFolder}.pgpass`,
    SUPERUSER_PASSWORD: password,
    REPLICATION_PASSWORD: password,
    REST_PASSWORD: password,
    NODE_NETWORK: '127.0.0.1/32',
    CLIENT_NETWORK: '127.0.0.1/32',
  })
}

function findServers(dataFolder: string) {
  return findProcesses((args) => (args[0]?.endsWith('/postgres') ?? false) && args.includes(dataFolder))
}

// Process titles do not distinguish the nodes, because all have the same cluster_name; parent processes do.
function withChildren(parents: number[]) {
  if (parents.length === 0) return []
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parents.includes(parentOf(pid) ?? 0))
  return [...new Set([...parents, ...children])]
}

function parentOf(pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}
