import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** Working directory and complete environment of a shell. */
export type ShellOptions = {
  folder: string
  env: Record<string, string>
  /** Maximum time until a terminal shows the expected text; one minute by default. */
  timeoutMs?: number
}

// The shell stops at the first command that fails.
const strictMode = 'set -euo pipefail\n'

/** Opens one bash for a whole page, so that later blocks can use the variables of earlier ones. */
export function openShell({ folder, env }: ShellOptions) {
  const child = spawn('bash', [], { cwd: folder, env, detached: true, stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })
  child.stdin.write(strictMode)
  let count = 0

  /** Runs a block and returns its output. A failing command ends the shell and throws with the output so far. */
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

/** Opens a terminal for a program that keeps running. */
export function openTerminal(code: string, { folder, env, timeoutMs = 60_000 }: ShellOptions) {
  const child = spawn('bash', ['-c', strictMode + code], {
    cwd: folder,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const changes = new EventEmitter()
  let [output, hasExited] = ['', false]
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      changes.emit('any')
    })
  child.once('close', () => {
    hasExited = true
    changes.emit('any')
  })

  /** Waits until the output satisfies the predicate. */
  async function waitFor(expected: string, isMatch: (output: string) => boolean) {
    const signal = AbortSignal.timeout(timeoutMs)
    while (!isMatch(output)) {
      if (hasExited || signal.aborted)
        throw new Error(`the terminal does not show ${expected}, but:\n${output}`)
      await once(changes, 'any', { signal }).catch(() => {})
    }
  }
  return { waitFor, output: () => output, close: () => end(child) }
}

/** Kills the whole process group, because a running command would outlive its shell. */
async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const ended = once(child, 'exit')
  process.kill(-child.pid, 'SIGKILL')
  await ended
}
