import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answersHttp, choosePort } from './ports.ts'
import { findProcessesOf, startProcess, stopProcesses, waitUntilReady } from './processes.ts'
import { requireProgram, versionOf } from './programs.ts'

export type Nats = {
  version: string
  /** Path of nats-server. */
  program: string
  folder: string
  url: string
  port: number
  monitorPort: number
  /** URL of HTTP monitoring, with /healthz, /jsz and /connz. */
  monitorUrl: string
  pids(): number[]
  stop(): Promise<void>
  /** Kills NATS without warning, as a crash would. */
  kill(): Promise<void>
}

/** Folder and preferred ports; other ports are chosen if these are taken. */
export type NatsOptions = {
  folder: string
  port?: number | undefined
  monitorPort?: number | undefined
  /** Path of nats-server. Defaults to the installed one. */
  program?: string | undefined
}

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
    program: options.program,
    // /healthz succeeds only after JetStream has recovered its streams from disk.
    isReady: () => answersHttp(`http://127.0.0.1:${monitorPort}/healthz`),
  })
}

/** Starts one server from a configuration file that contains these ports. */
export async function startNatsWith(options: {
  folder: string
  configFile: string
  port: number
  monitorPort: number
  program?: string | undefined
  isReady(): Promise<boolean>
}): Promise<Nats> {
  const { folder, configFile, port, monitorPort, program = requireProgram('nats-server') } = options
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
    program,
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
  // JSON strings are valid in NATS's configuration and allow folder names with spaces or quotes.
  return `listen: "127.0.0.1:${options.port}"
http: "127.0.0.1:${options.monitorPort}"
jetstream {
  store_dir: ${JSON.stringify(options.folder)}
  max_file_store: 20GB
}
`
}
