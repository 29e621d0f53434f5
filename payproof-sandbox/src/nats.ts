import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answersHttp } from '../../dev/services/ports.ts'
import { findProgram, versionOf } from '../../dev/services/programs.ts'
import { downloadNats } from './nats-release.ts'
import { startSupervised, waitUntilReady } from './supervised.ts'

type NatsOptions = { folder: string; programs: string; port: number; monitorPort: number; password: string }

/** Starts nats-server from the PATH, or the official release if there is none. */
export async function startNats({ folder, programs, port, monitorPort, password }: NatsOptions) {
  const server = findProgram('nats-server') ?? (await downloadNats(programs))
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const configFile = join(folder, 'nats.conf')
  // JSON strings are valid in NATS's configuration and allow folder names with spaces or quotes.
  const configuration = `listen: "127.0.0.1:${port}"
http: "127.0.0.1:${monitorPort}"
authorization { user: payproof, password: ${JSON.stringify(password)} }
jetstream { store_dir: ${JSON.stringify(folder)}, max_file_store: 1GB }
`
  writeFileSync(configFile, configuration, { mode: 0o600 })
  const program = startSupervised({
    name: 'NATS',
    program: server,
    args: ['-c', configFile],
    logFile: join(folder, 'nats.log'),
  })
  try {
    // Succeeds only after JetStream has recovered its streams from disk.
    await waitUntilReady(program, () => answersHttp(`http://127.0.0.1:${monitorPort}/healthz`))
  } catch (error) {
    await program.stop()
    throw error
  }
  return { program, url: `nats://payproof:${password}@127.0.0.1:${port}`, version: versionOf(server) }
}
