import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import type { Confinement } from './confine.ts'
import { frameOf, isRecognising, openFrames } from './frames.ts'
import { memoryOf, processorMsOf } from './process-tree.ts'

/** What became of a question: an answer, or why the child was ended. */
export type Outcome =
  | { answer: Buffer; ms: number; peakBytes: number }
  | { fault: Fault; ms: number; peakBytes: number }

/** starved: the machine gave it too little time to tell whether the file is too slow. */
type Fault = 'slow' | 'starved' | 'memory' | 'died'

export type Child = {
  readonly confinement: Confinement
  /** True once it is ready; false when it ended before it was. */
  readonly ready: Promise<boolean>
  isAlive(): boolean
  /** How many files it was asked to read. */
  readings(): number
  ask(bytes: Uint8Array, limits: ChildLimits): Promise<Outcome>
  end(): void
}

/** scanMs: instead of ms, once the child says that it recognises pages. */
export type ChildLimits = {
  ms: number
  scanMs?: number
  memoryBytes: number
  signal?: AbortSignal | undefined
}

// Pages of memory come at about a gigabyte a second: between two looks a child can take 25 MB, on a slow day four times that.
const lookEveryMs = 25
const mostAnswerBytes = 20_000_000
const readyWithinMs = 30_000
const leastShare = 0.4

/** One killable process. It is asked one thing at a time. */
export function startChild(confinement: Confinement, showErrors: boolean): Child {
  const { program, words, uid } = confinement
  const child = spawn(program, words, {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', OMP_THREAD_LIMIT: '1' },
    // What it prints may be the words of a document: nobody keeps that.
    stdio: ['pipe', 'ignore', showErrors ? 'inherit' : 'ignore', 'pipe'],
    // A group of its own, so that where there is no namespace those it has started end with it.
    detached: true,
    ...(uid !== undefined && { uid, gid: uid }),
  })
  let hasEnded = false
  let readings = 0
  let onRecognition: (() => void) | undefined
  let onAnswer: ((answer: Buffer | undefined) => void) | undefined

  function end() {
    if (hasEnded) return
    hasEnded = true
    if (child.pid !== undefined) killGroup(child.pid)
    onAnswer?.(undefined)
  }

  const hear = openFrames(mostAnswerBytes, (body) => {
    // An answer that nobody asked for is not one of ours.
    if (onAnswer && isRecognising(body)) onRecognition?.()
    else if (onAnswer) onAnswer(body)
    else end()
  })
  const answers = child.stdio[3] as Readable
  answers.on('data', (piece: Buffer) => {
    try {
      hear(piece)
    } catch {
      end()
    }
  })
  for (const stream of [answers, child.stdin]) stream?.on('error', end)
  child.on('error', end).on('exit', end)

  const next = () =>
    new Promise<Buffer | undefined>((resolve) => {
      if (hasEnded) resolve(undefined)
      onAnswer = (answer) => {
        onAnswer = undefined
        resolve(answer)
      }
    })
  const late = setTimeout(end, readyWithinMs)
  const ready = next().then((hello) => {
    clearTimeout(late)
    return hello !== undefined
  })

  async function ask(
    bytes: Uint8Array,
    { ms, scanMs = ms, memoryBytes, signal }: ChildLimits,
  ): Promise<Outcome> {
    const started = performance.now()
    let mostMs = ms
    let fault: Fault = 'died'
    readings++
    let peakBytes = 0
    const endFor = (why: Fault) => {
      fault = why
      end()
    }
    const before = processorMsOf(child.pid ?? 0)
    const whenLate = () => {
      const used = processorMsOf(child.pid ?? 0) - before
      endFor(used < mostMs * leastShare ? 'starved' : 'slow')
    }
    let timer = setTimeout(whenLate, mostMs)
    onRecognition = () => {
      clearTimeout(timer)
      mostMs = scanMs
      timer = setTimeout(whenLate, Math.max(0, started + scanMs - performance.now()))
    }
    const look = setInterval(() => {
      peakBytes = Math.max(peakBytes, memoryOf(child.pid ?? 0))
      if (peakBytes > memoryBytes) endFor('memory')
    }, lookEveryMs)
    signal?.addEventListener('abort', end)
    try {
      const answered = next()
      if (signal?.aborted) end()
      child.stdin?.write(frameOf(bytes))
      const answer = await answered
      const took = { ms: performance.now() - started, peakBytes }
      return answer ? { answer, ...took } : { fault, ...took }
    } finally {
      onRecognition = undefined
      clearTimeout(timer)
      clearInterval(look)
      signal?.removeEventListener('abort', end)
    }
  }
  return { confinement, ready, isAlive: () => !hasEnded, readings: () => readings, ask, end }
}

function killGroup(pid: number) {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
