import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { runAs } from '../../dev/services/processes.ts'

export type ScannedProcess = Awaited<ReturnType<typeof startProcess>>

const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
const snapshotMs = 180_000
const maxOutputShown = 1_000

type Options = { name: string; args: string[]; env: Record<string, string>; folder: string }

/** Starts a process of the service that logs to a file and writes a heap snapshot on SIGUSR2. */
export async function startProcess({ name, args, env, folder }: Options) {
  const snapshots = join(folder, 'heaps', name)
  mkdirSync(snapshots, { recursive: true })
  const log = openSync(join(folder, `${name}.log`), 'a')
  const flags = [
    '--heapsnapshot-signal=SIGUSR2',
    `--diagnostic-dir=${snapshots}`,
    // Without this option, long strings are truncated in the snapshot.
    '--heap-snapshot-string-limit=100000000',
  ]
  const [file = '', ...commandArgs] = [
    ...runAs(undefined, 'SIGKILL'),
    process.execPath,
    ...flags,
    main,
    ...args,
  ]
  const child = spawn(file, commandArgs, { env, stdio: ['ignore', log, log, 'ipc'] })
  closeSync(log)
  const ended = once(child, 'exit')
  const address = await Promise.race([
    once(child, 'message').then(([message]) => (message as { listening: string }).listening),
    ended.then(() => {
      const output = readFileSync(join(folder, `${name}.log`), 'utf8')
      throw new Error(`${name} exited during start-up: ${output.slice(-maxOutputShown)}`)
    }),
  ])
  return {
    name,
    address,
    snapshots,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    writeHeap: () => writeHeap(child, snapshots),
  }
}

/** Writes a heap snapshot and returns its path once it is complete. V8 collects garbage before writing. */
async function writeHeap(child: ChildProcess, folder: string) {
  child.kill('SIGUSR2')
  const deadline = Date.now() + snapshotMs
  while (Date.now() < deadline) {
    await sleep(200)
    const [snapshot] = readdirSync(folder)
    if (snapshot && isComplete(join(folder, snapshot))) return join(folder, snapshot)
  }
  throw new Error('heap snapshot was not written in time')
}

/** Whether the file is complete: a snapshot is a JSON object that ends with the list of strings. */
function isComplete(path: string) {
  const { size } = statSync(path)
  if (size < 10) return false
  const file = openSync(path, 'r')
  try {
    const end = Buffer.alloc(8)
    readSync(file, end, 0, end.length, size - end.length)
    return /"\]\s*\}\s*$/.test(end.toString())
  } finally {
    closeSync(file)
  }
}
