import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** What a shell is started with: nothing of the test's own. */
export type Place = {
  folder: string
  env: Record<string, string>
  /** How long a terminal may take to show what it should; a minute, if left out. */
  patienceMs?: number
}

// As somebody types them who stops at the first that fails.
const strict = 'set -euo pipefail\n'

/** One bash for a whole page: what a block defines the next one knows. */
export function openShell({ folder, env }: Place) {
  const child = spawn('bash', [], { cwd: folder, env, detached: true, stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })
  child.stdin.write(strict)
  let count = 0

  /** What it prints. A command that fails ends the shell, and is told with all that it said. */
  async function run(code: string): Promise<string> {
    const file = join(folder, `.block-${++count}`)
    await writeFile(file, code)
    const done = Promise.race([once(lines, 'line'), once(child, 'close')])
    child.stdin.write(`. ${file} </dev/null >${file}.out 2>${file}.err; echo done\n`)
    await done
    const [out, err] = await Promise.all([readFile(`${file}.out`, 'utf8'), readFile(`${file}.err`, 'utf8')])
    if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}\n${out}\n${err}`)
    return out
  }
  return { run, close: () => end(child) }
}

export type Terminal = ReturnType<typeof openTerminal>

/** Another terminal, in which something stays. */
export function openTerminal(code: string, { folder, env, patienceMs = 60_000 }: Place) {
  const child = spawn('bash', ['-c', strict + code], {
    cwd: folder,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const news = new EventEmitter()
  let [said, isOver] = ['', false]
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
      news.emit('any')
    })
  child.once('close', () => {
    isOver = true
    news.emit('any')
  })

  /** Waits until that is true of what it has printed. */
  async function shows(what: string, isTrue: (said: string) => boolean) {
    const signal = AbortSignal.timeout(patienceMs)
    while (!isTrue(said)) {
      if (isOver || signal.aborted) throw new Error(`the terminal does not show ${what}, but:\n${said}`)
      await once(news, 'any', { signal }).catch(() => {})
    }
  }
  return { shows, said: () => said, close: () => end(child) }
}

/** With all that it has started, which a command that runs just now would outlive. */
async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const ended = once(child, 'exit')
  process.kill(-child.pid, 'SIGKILL')
  await ended
}
