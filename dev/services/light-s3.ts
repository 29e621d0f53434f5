import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { installGoProgram } from '../go-program.ts'
import { answersHttp, choosePort } from './ports.ts'
import { findProcessesOf, startProcess, stopProcesses, waitUntilReady } from './processes.ts'
import { requireProgram } from './programs.ts'
import type { S3 } from './s3.ts'

// S3 servers of one process that Go builds: docs/decisions/0082-light-services.md compares them with Ceph.

/** Folder, and the preferred port; another one is chosen if it is taken. */
export type LightS3Options = { folder: string; port?: number | undefined }

const keys = { accessKeyId: 'payproof', secretAccessKey: 'payproof-development' }
const stopTimeoutMs = 10_000

type LightServer = {
  program: { name: string; source: string; version: string }
  /** Name and value pairs for its environment. */
  variables: string[]
  /** The last argument is the folder of its data, by which its processes are recognised. */
  args(options: { folder: string; address: string }): string[]
  /** Path that responds once it is ready. */
  readyPath: string
}

const minio: LightServer = {
  program: {
    name: 'minio',
    source: 'github.com/minio/minio',
    version: 'v0.0.0-20260212201848-7aac2a2c5b7c',
  },
  variables: [
    `MINIO_ROOT_USER=${keys.accessKeyId}`,
    `MINIO_ROOT_PASSWORD=${keys.secretAccessKey}`,
    'MINIO_BROWSER=off',
    // Otherwise it looks for updates on the internet.
    'MINIO_UPDATE=off',
  ],
  args: ({ folder, address }) => ['server', '--quiet', '--address', address, join(folder, 'objects')],
  readyPath: '/minio/health/cluster',
}

const versitygw: LightServer = {
  program: {
    name: 'versitygw',
    source: 'github.com/versity/versitygw/cmd/versitygw',
    version: 'v1.8.0',
  },
  variables: [`ROOT_ACCESS_KEY=${keys.accessKeyId}`, `ROOT_SECRET_KEY=${keys.secretAccessKey}`],
  args: ({ folder, address }) => [
    '--port',
    address,
    '--health',
    '/health',
    '--quiet',
    'posix',
    '--versioning-dir',
    join(folder, 'versions'),
    join(folder, 'objects'),
  ],
  readyPath: '/health',
}

export const lightServers = { minio, versitygw }
export type LightS3Name = keyof typeof lightServers

/** Builds the server unless it is cached, and returns its path. */
export const installLightS3 = (name: LightS3Name) => installGoProgram(lightServers[name].program)

/** Starts one of the light servers. Its data is in the folder and survives a stop. */
export async function startLightS3(name: LightS3Name, options: LightS3Options): Promise<S3> {
  const { program, variables, args, readyPath } = lightServers[name]
  const path = installLightS3(name)
  mkdirSync(options.folder, { recursive: true })
  const folder = realpathSync(options.folder)
  for (const part of ['objects', 'versions']) mkdirSync(join(folder, part), { recursive: true })
  const pids = () => findProcessesOf(program.name, join(folder, 'objects'))
  const stop = async () => {
    await stopProcesses(pids(), 'SIGTERM', stopTimeoutMs)
  }
  await stop()
  const port = await choosePort(options.port)
  const endpoint = `http://127.0.0.1:${port}`
  const server = startProcess({
    program: requireProgram('env'),
    args: [...variables, path, ...args({ folder, address: `127.0.0.1:${port}` })],
    folder,
    logFile: join(folder, `${name}.log`),
    deathSignal: 'SIGTERM',
  })
  try {
    await waitUntilReady('s3', server, 60_000, () => answersHttp(endpoint + readyPath))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    version: program.version,
    endpoint,
    region: 'us-east-1',
    ...keys,
    port,
    pids,
    stop,
    kill: async () => {
      await stopProcesses(pids(), 'SIGKILL', stopTimeoutMs)
    },
  }
}
