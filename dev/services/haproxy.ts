import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isListening } from './ports.ts'
import { findProcessesOf, startProcess, stopProcesses, waitUntilReady } from './processes.ts'
import { requireProgram, versionOf } from './programs.ts'

export type Haproxy = {
  version: string
  folder: string
  logFile: string
  pids(): number[]
  stop(): Promise<void>
  /** Kills HAProxy without warning, as a crash would. */
  kill(): Promise<void>
}

/**
 * `config` is the complete configuration file. `ports` are the ports it binds; HAProxy is ready when all of them
 * listen.
 */
export type HaproxyOptions = { folder: string; config: string; ports: readonly number[] }

/**
 * Starts a private HAProxy. Choose the ports with `choosePort`. A second start in the same folder replaces the first.
 */
export async function startHaproxy({ folder: givenFolder, config, ports }: HaproxyOptions): Promise<Haproxy> {
  mkdirSync(givenFolder, { recursive: true })
  const folder = realpathSync(givenFolder)
  const program = requireProgram('haproxy')
  const configFile = join(folder, 'haproxy.cfg')
  const logFile = join(folder, 'haproxy.log')
  const pids = () => findProcessesOf('haproxy', configFile)
  const stop = async () => {
    await stopProcesses(pids(), 'SIGTERM', 15_000)
  }
  await stop()
  writeFileSync(configFile, config)
  const server = startProcess({
    program,
    folder,
    logFile,
    deathSignal: 'SIGTERM',
    args: ['-db', '-f', configFile],
  })
  try {
    await waitUntilReady('haproxy', server, 30_000, async () => {
      const listening = await Promise.all(ports.map(isListening))
      return listening.every(Boolean)
    })
  } catch (error) {
    await stop()
    throw error
  }
  return {
    version: versionOf(program),
    folder,
    logFile,
    pids,
    stop,
    kill: async () => {
      await stopProcesses(pids(), 'SIGKILL', 10_000)
    },
  }
}
