import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive, runAs } from '../services/processes.ts'
import { freezeProcesses } from './freeze.ts'
import { cpuSeconds, rssBytes } from './process-figures.ts'

export type ProgramOptions = {
  /** The file of a Node program. */
  program: string
  args?: readonly string[]
  /** Its whole environment: nothing of ours is passed on. */
  env?: Record<string, string>
  /** What errors call it. */
  name: string
}

export type Ending = { code: number | null; signal: NodeJS.Signals | null }

export type Program<Message = unknown> = {
  pid: number
  /** The first message it sent, by which it said that it is ready. */
  message: Message
  /** What it has written so far; of very much, the end. */
  output(): string
  /** How it ended; waits for that. */
  ended: Promise<Ending>
  isAlive(): boolean
  /** Sends it a message and waits for the next one that comes back. */
  ask<Answer>(message: object): Promise<Answer>
  /** SIGKILL; it is gone when this resolves. */
  kill(): Promise<Ending>
  /** SIGTERM; what does not end in time is killed, and that is an error. */
  stop(timeoutMs?: number): Promise<Ending>
  /** SIGSTOP; it stands still when this resolves. */
  freeze(): Promise<void>
  thaw(): void
  memoryBytes(): number
  cpuSeconds(): number
}

const START_MS = 120_000
// Longer than our own programs take to finish what they are at.
const STOP_MS = 40_000
const KEPT_OUTPUT = 4 * 1024 ** 2

/** Starts a Node program and waits until it says, with any message to its parent, that it is ready. */
export async function startProgram<Message = unknown>(options: ProgramOptions): Promise<Program<Message>> {
  const { name, program, args = [], env = {} } = options
  // Killed by the kernel when we die, so that no failed run leaves a program behind.
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
    // Once only: to many programs a second SIGTERM means that somebody has lost patience.
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
      if (output.length > 2 * KEPT_OUTPUT) output = output.slice(-KEPT_OUTPUT)
    })
  }
  return () => output
}

async function waitForEnd(child: ChildProcess): Promise<Ending> {
  const closed = new Promise((resolve) => child.once('close', resolve))
  // `once` turns an error of the start into ours; a later one, of the channel, only says that it is gone.
  child.on('error', () => {})
  const [code, signal] = await once(child, 'exit')
  // The last lines may come after the end; but a child of its own may hold the pipe for ever.
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
