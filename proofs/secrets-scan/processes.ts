import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { runAs } from '../../dev/services/processes.ts'

export type Process = Awaited<ReturnType<typeof startProcess>>

const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
const snapshotMs = 180_000

type Options = { name: string; args: string[]; env: Record<string, string>; folder: string }

/** A process of the service with its whole log in a file, which writes down its heap when asked to. */
export async function startProcess({ name, args, env, folder }: Options) {
  const snapshots = join(folder, 'heaps', name)
  mkdirSync(snapshots, { recursive: true })
  const log = openSync(join(folder, `${name}.log`), 'a')
  const flags = [
    '--heapsnapshot-signal=SIGUSR2',
    `--diagnostic-dir=${snapshots}`,
    // Otherwise a snapshot has only the beginning of long strings.
    '--heap-snapshot-string-limit=100000000',
  ]
  const [file = '', ...words] = [...runAs(undefined, 'SIGKILL'), process.execPath, ...flags, main, ...args]
  const child = spawn(file, words, { env, stdio: ['ignore', log, log, 'ipc'] })
  closeSync(log)
  const ended = once(child, 'exit')
  const address = await Promise.race([
    once(child, 'message').then(([message]) => (message as { listening: string }).listening),
    ended.then(() => {
      throw new Error(`${name} ended during its start`)
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

/** The file, once it is whole. Before it writes, the process collects its garbage. */
async function writeHeap(child: ChildProcess, folder: string) {
  child.kill('SIGUSR2')
  const deadline = Date.now() + snapshotMs
  while (Date.now() < deadline) {
    await sleep(200)
    const [found] = readdirSync(folder)
    if (found && isWhole(join(folder, found))) return join(folder, found)
  }
  throw new Error('A heap was not written in time')
}

/** A snapshot is one JSON object whose last list is that of the strings. */
function isWhole(path: string) {
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
