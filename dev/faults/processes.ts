import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive, runAs } from '../services/processes.ts'
import { freezeProcesses } from './freeze.ts'
import { cpuSeconds, rssBytes } from './process-figures.ts'

export type ProgramOptions = {
  /** Path of a Node script. */
  program: string
  args?: readonly string[]
  /** The complete environment; no variables of this process are inherited. */
  env?: Record<string, string>
  /** Name used in error messages. */
  name: string
}

export type Ending = { code: number | null; signal: NodeJS.Signals | null }

export type Program<Message = unknown> = {
  pid: number
  /** The program's first IPC message, which signals that it is ready. */
  message: Message
  /** Returns the output so far, truncated to the last few megabytes. */
  output(): string
  /** Resolves with the exit status. */
  ended: Promise<Ending>
  isAlive(): boolean
  /** Sends an IPC message and waits for the reply. */
  ask<Answer>(message: object): Promise<Answer>
  /** Sends SIGKILL and waits for the exit. */
  kill(): Promise<Ending>
  /** Sends SIGTERM and waits for the exit; after the timeout kills the program and throws. */
  stop(timeoutMs?: number): Promise<Ending>
  /** Sends SIGSTOP and waits until the program has stopped. */
  freeze(): Promise<void>
  thaw(): void
  memoryBytes(): number
  cpuSeconds(): number
}

const START_MS = 120_000
// Longer than the service's own shutdown grace period.
const STOP_MS = 40_000
const MAX_OUTPUT_CHARACTERS = 4 * 1024 ** 2

/** Starts a Node program and waits until it reports, with any IPC message to its parent, that it is ready. */
export async function startProgram<Message = unknown>(options: ProgramOptions): Promise<Program<Message>> {
  const { name, program, args = [], env = {} } = options
  // The kernel kills the program when this process dies, so that a failed run leaves no orphan.
  const [file = '', ...rest] = [...runAs(undefined, 'SIGKILL'), process.execPath, program, ...args]
  const child = spawn(file, rest, { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  const output = collectOutput(child)
  const ended = waitForEnd(child)
  const kill = () => {
    child.kill('SIGKILL')
    return ended
  }
  const message = await waitForMessage<Message>(child, ended).catch(async (error: Error) => {
    await kill().catch(() => {})
    throw new Error(`${name} ${error.message}; its output:\n${output()}`)
  })
  const pid = child.pid ?? 0
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const finish = async (timeoutMs: number) => {
    child.kill('SIGTERM')
    child.kill('SIGCONT')
    const inTime = await Promise.race([ended, sleep(timeoutMs, undefined, { ref: false })])
    if (inTime) return inTime
    await kill()
    throw new Error(`${name} did not stop within ${timeoutMs} ms; its output:\n${output()}`)
  }
  let finishing: Promise<Ending> | undefined
  return {
    pid,
    message,
    output,
    ended,
    isAlive: () => !hasEnded() && isAlive(pid),
    async ask<Answer>(question: object) {
      child.send(question)
      const answer = once(child, 'message').then(([message]) => message as Answer)
      return Promise.race([
        answer,
        ended.then(() => {
          throw new Error(`${name} ended instead of answering; its output:\n${output()}`)
        }),
      ])
    },
    kill,
    // SIGTERM is sent only once, because many programs treat a second one as a request to abort.
    stop: (timeoutMs = STOP_MS) => {
      finishing ??= finish(timeoutMs)
      return finishing
    },
    freeze: () => freezeProcesses([pid]),
    thaw: () => void child.kill('SIGCONT'),
    memoryBytes: () => rssBytes(pid),
    cpuSeconds: () => cpuSeconds(pid),
  }
}

function collectOutput(child: ChildProcess): () => string {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.length > 2 * MAX_OUTPUT_CHARACTERS) output = output.slice(-MAX_OUTPUT_CHARACTERS)
    })
  }
  return () => output
}

async function waitForEnd(child: ChildProcess): Promise<Ending> {
  const closed = new Promise((resolve) => child.once('close', resolve))
  // `once` rejects on a spawn error; later errors of the IPC channel only mean that the process has exited.
  child.on('error', () => {})
  const [code, signal] = await once(child, 'exit')
  // Output may arrive after the exit, but a grandchild can keep the pipe open forever, so wait at most 1 s.
  await Promise.race([closed, sleep(1000, undefined, { ref: false })])
  return { code, signal }
}

async function waitForMessage<Message>(child: ChildProcess, ended: Promise<Ending>): Promise<Message> {
  const waiting = new AbortController()
  const { signal } = waiting
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([message]) => message as Message),
      ended.then(({ code, signal }) => {
        throw new Error(`ended during its start (${signal ?? `exit code ${code}`})`)
      }),
      sleep(START_MS, undefined, { signal }).then(() => {
        throw new Error(`was not ready after ${START_MS / 1000} s`)
      }),
    ])
  } finally {
    waiting.abort()
  }
}
