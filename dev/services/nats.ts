import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answersHttp, choosePort } from './ports.ts'
import { findProcessesOf, startProcess, stopProcesses, waitUntilReady } from './processes.ts'
import { requireProgram, versionOf } from './programs.ts'

export type Nats = {
  version: string
  folder: string
  url: string
  port: number
  monitorPort: number
  /** Its HTTP monitoring: /healthz, /jsz, /connz. */
  monitorUrl: string
  pids(): number[]
  stop(): Promise<void>
  /** Ends it without warning, as a crash would. */
  kill(): Promise<void>
}

/** A wanted port is used if nobody else has it. */
export type NatsOptions = { folder: string; port?: number | undefined; monitorPort?: number | undefined }

export async function startNats(options: NatsOptions): Promise<Nats> {
  mkdirSync(options.folder, { recursive: true })
  const folder = realpathSync(options.folder)
  const configFile = join(folder, 'nats.conf')
  await stopProcesses(findProcessesOf('nats-server', configFile), 'SIGTERM', 15_000)
  const port = await choosePort(options.port)
  const monitorPort = await choosePort(options.monitorPort)
  writeFileSync(configFile, configuration({ folder, port, monitorPort }))
  return startNatsWith({
    folder,
    configFile,
    port,
    monitorPort,
    // Health is green only when JetStream has read its streams back from disk.
    isReady: () => answersHttp(`http://127.0.0.1:${monitorPort}/healthz`),
  })
}

/** One server, from a file that names these ports. */
export async function startNatsWith(options: {
  folder: string
  configFile: string
  port: number
  monitorPort: number
  isReady(): Promise<boolean>
}): Promise<Nats> {
  const { folder, configFile, port, monitorPort } = options
  const program = requireProgram('nats-server')
  const pids = () => findProcessesOf('nats-server', configFile)
  const stop = async () => {
    await stopProcesses(pids(), 'SIGTERM', 15_000)
  }
  await stop()
  const server = startProcess({
    program,
    args: ['-c', configFile],
    folder,
    logFile: join(folder, 'nats.log'),
    deathSignal: 'SIGTERM',
  })
  try {
    await waitUntilReady('nats', server, 30_000, options.isReady)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    version: versionOf(program),
    folder,
    url: `nats://127.0.0.1:${port}`,
    port,
    monitorPort,
    monitorUrl: `http://127.0.0.1:${monitorPort}`,
    pids,
    stop,
    kill: async () => {
      await stopProcesses(pids(), 'SIGKILL', 10_000)
    },
  }
}

function configuration(options: { folder: string; port: number; monitorPort: number }): string {
  // Strings are JSON, which NATS reads as it is: a folder name may hold spaces or quotes.
  return `listen: "127.0.0.1:${options.port}"
http: "127.0.0.1:${options.monitorPort}"
jetstream {
  store_dir: ${JSON.stringify(options.folder)}
  max_file_store: 20GB
}
`
}
