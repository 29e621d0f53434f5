import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { choosePort } from './ports.ts'
import { findProcessesOf, startProcess, stopProcesses, waitUntilReady } from './processes.ts'
import { requireProgram, versionOf } from './programs.ts'

export type Etcd = {
  version: string
  /** Addresses (host:port) of all members, in Patroni's format. */
  hosts: string[]
  pids(): number[]
  stop(): Promise<void>
  kill(): Promise<void>
}

/** Starts a new etcd cluster with this number of members; data of earlier runs is not reused. */
export async function startEtcd(options: { folder: string; members: number }): Promise<Etcd> {
  mkdirSync(options.folder, { recursive: true })
  const folder = realpathSync(options.folder)
  const program = requireProgram('etcd')
  const firstPort = await choosePort(undefined, options.members * 2)
  const members = Array.from({ length: options.members }, (_, index) => ({
    name: `etcd${index + 1}`,
    dataFolder: join(folder, `etcd${index + 1}`),
    client: `127.0.0.1:${firstPort + index * 2}`,
    peer: `127.0.0.1:${firstPort + index * 2 + 1}`,
  }))
  const pids = () => members.flatMap(({ dataFolder }) => findProcessesOf('etcd', dataFolder))
  const stop = async () => {
    await stopProcesses(pids(), 'SIGTERM', 15_000)
  }
  await stop()
  const initialCluster = members.map(({ name, peer }) => `${name}=http://${peer}`).join(',')
  const started = members.map(({ name, dataFolder, client, peer }) => ({
    client,
    process: startProcess({
      program,
      folder,
      logFile: join(folder, `${name}.log`),
      deathSignal: 'SIGTERM',
      args: [
        // The v2 API is enabled for the reason given in deploy/postgres/patroni.yaml.
        '--name',
        name,
        '--data-dir',
        dataFolder,
        '--enable-v2',
        '--listen-client-urls',
        `http://${client}`,
        '--advertise-client-urls',
        `http://${client}`,
        '--listen-peer-urls',
        `http://${peer}`,
        '--initial-advertise-peer-urls',
        `http://${peer}`,
        '--initial-cluster',
        initialCluster,
        '--initial-cluster-state',
        'new',
        '--initial-cluster-token',
        `payproof-${firstPort}`,
      ],
    }),
  }))
  try {
    for (const { client, process } of started)
      await waitUntilReady('etcd', process, 30_000, () => isHealthy(client))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    version: versionOf(program),
    hosts: members.map(({ client }) => client),
    pids,
    stop,
    kill: async () => {
      await stopProcesses(pids(), 'SIGKILL', 10_000)
    },
  }
}

/** Whether a member is healthy, i.e. knows a leader. */
async function isHealthy(client: string) {
  try {
    const reply = await fetch(`http://${client}/health`, { signal: AbortSignal.timeout(1_000) })
    return ((await reply.json()) as { health: string }).health === 'true'
  } catch {
    return false
  }
}
