import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, renameSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

export type SupervisedOptions = {
  name: string
  program: string
  args: readonly string[]
  logFile: string
  env?: NodeJS.ProcessEnv
  stopSignal?: 'TERM' | 'INT'
}

export type SupervisedProgram = {
  name: string
  logFile: string
  /** Resolves with the exit status when the program has ended. */
  ended: Promise<string>
  hasEnded(): boolean
  stop(): Promise<void>
}

const stopTimeoutMs = 40_000
const pollMs = 50

/**
 * A shell between us and the program sends the stop signal as soon as its standard input ends. That happens in stop(),
 * and also if this process is killed, so no program outlives it. This works on Linux and macOS.
 */
const supervisor = `
signal=$1; shift
exec 3<&0
"$@" </dev/null 3<&- & program=$!
{ read -r _ <&3; kill -s "$signal" "$program"; } 2>/dev/null & watcher=$!
exec 3<&-
wait "$program"; status=$?
kill "$watcher" 2>/dev/null
exit "$status"`

/** Starts a program in its own process group, so that Ctrl-C reaches only this process, which stops all in order. */
export function startSupervised(options: SupervisedOptions): SupervisedProgram {
  const { name, program, args, logFile, env, stopSignal = 'TERM' } = options
  if (existsSync(logFile)) renameSync(logFile, `${logFile}.previous`)
  const log = openSync(logFile, 'a', 0o600)
  const child = spawn('sh', ['-c', supervisor, 'sh', stopSignal, program, ...args], {
    detached: true,
    stdio: ['pipe', log, log],
    ...(env && { env }),
  })
  closeSync(log)
  let status: string | undefined
  const ended = new Promise<string>((resolve) => {
    const settle = (text: string) => {
      status = text
      resolve(text)
    }
    child.once('error', (error) => settle(error.message))
    child.once('exit', (code, signal) => settle(signal ? `signal ${signal}` : `exit code ${code}`))
  })
  child.stdin?.on('error', () => undefined)
  return {
    name,
    logFile,
    ended,
    hasEnded: () => status !== undefined,
    async stop() {
      if (status !== undefined) return
      child.stdin?.end()
      const isDone = await Promise.race([ended.then(() => true), sleep(stopTimeoutMs, false, { ref: false })])
      if (!isDone && child.pid) process.kill(-child.pid, 'SIGKILL')
      await ended
    },
  }
}

/** Polls until the check succeeds. Throws with the end of the log if the program ends first or takes too long. */
export async function waitUntilReady(
  program: SupervisedProgram,
  isReady: () => Promise<boolean>,
  timeoutMs = 120_000,
) {
  const deadline = performance.now() + timeoutMs
  while (!(await isReady())) {
    if (program.hasEnded()) throw failureOf(program, `ended while it started (${await program.ended})`)
    if (performance.now() > deadline) throw failureOf(program, `was not ready after ${timeoutMs / 1000} s`)
    await sleep(pollMs)
  }
}

/** Creates an error that shows the last lines of the program's log. */
export function failureOf({ name, logFile }: SupervisedProgram, problem: string) {
  const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-12)
  return new Error(`${name} ${problem}. Its log ${logFile} ends with:\n  ${lines.join('\n  ')}`)
}
