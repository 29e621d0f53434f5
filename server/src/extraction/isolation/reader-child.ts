import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import type { Confinement } from './confine.ts'
import { createFrameDecoder, encodeFrame, isRecognitionStarted } from './frames.ts'
import { measureCpuMs, measureMemoryBytes } from './process-tree.ts'

/** Result of one file: an answer, or why the child was killed. */
export type ChildOutcome =
  | { answer: Buffer; ms: number; peakBytes: number }
  | { fault: Fault; ms: number; peakBytes: number }

/** starved: the timeout passed, but the child got too little CPU time to blame the file. */
type Fault = 'slow' | 'starved' | 'memory' | 'died'

export type ReaderChild = {
  readonly confinement: Confinement
  /** Resolves to true once the child is ready, to false if it exits before. */
  readonly ready: Promise<boolean>
  isAlive(): boolean
  /** Number of files sent to this child. */
  readCount(): number
  read(bytes: Uint8Array, limits: ChildLimits): Promise<ChildOutcome>
  kill(): void
}

/** scanMs replaces ms once the child reports that OCR has started. */
export type ChildLimits = {
  ms: number
  scanMs?: number
  memoryBytes: number
  signal?: AbortSignal | undefined
}

// A process can allocate about 1 GB/s, so it overshoots the limit by about 25 MB between polls, 100 MB on a slow machine.
const memoryPollMs = 25
const maxAnswerBytes = 20_000_000
const startTimeoutMs = 30_000
// Below this share of CPU time per wall time the machine is overloaded, and the file is not to blame for a timeout.
const minCpuShare = 0.4

/** One sandboxed child process that reads one file at a time and can be killed. */
export function startReaderChild(confinement: Confinement, showErrors: boolean): ReaderChild {
  const { program, args, uid } = confinement
  const child = spawn(program, args, {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', OMP_THREAD_LIMIT: '1' },
    // Output may contain text of the document, so it is discarded.
    stdio: ['pipe', 'ignore', showErrors ? 'inherit' : 'ignore', 'pipe'],
    // Own process group: without a PID namespace, killing the group also kills its children.
    detached: true,
    ...(uid !== undefined && { uid, gid: uid }),
  })
  let isKilled = false
  let readCount = 0
  let onRecognition: (() => void) | undefined
  let onAnswer: ((answer: Buffer | undefined) => void) | undefined

  function kill() {
    if (isKilled) return
    isKilled = true
    if (child.pid !== undefined) killGroup(child.pid)
    onAnswer?.(undefined)
  }

  const decode = createFrameDecoder(maxAnswerBytes, (body) => {
    // An unsolicited answer means the child is compromised or broken.
    if (onAnswer && isRecognitionStarted(body)) onRecognition?.()
    else if (onAnswer) onAnswer(body)
    else kill()
  })
  const answers = child.stdio[3] as Readable
  answers.on('data', (chunk: Buffer) => {
    try {
      decode(chunk)
    } catch {
      kill()
    }
  })
  for (const stream of [answers, child.stdin]) stream?.on('error', kill)
  child.on('error', kill).on('exit', kill)

  const waitForAnswer = () =>
    new Promise<Buffer | undefined>((resolve) => {
      if (isKilled) resolve(undefined)
      onAnswer = (answer) => {
        onAnswer = undefined
        resolve(answer)
      }
    })
  const startTimer = setTimeout(kill, startTimeoutMs)
  const ready = waitForAnswer().then((greeting) => {
    clearTimeout(startTimer)
    return greeting !== undefined
  })

  async function read(
    bytes: Uint8Array,
    { ms, scanMs = ms, memoryBytes, signal }: ChildLimits,
  ): Promise<ChildOutcome> {
    const startedAt = performance.now()
    let timeoutMs = ms
    let fault: Fault = 'died'
    readCount++
    let peakBytes = 0
    const killFor = (reason: Fault) => {
      fault = reason
      kill()
    }
    const cpuMsBefore = measureCpuMs(child.pid ?? 0)
    const onTimeout = () => {
      const usedCpuMs = measureCpuMs(child.pid ?? 0) - cpuMsBefore
      killFor(usedCpuMs < timeoutMs * minCpuShare ? 'starved' : 'slow')
    }
    let timer = setTimeout(onTimeout, timeoutMs)
    onRecognition = () => {
      clearTimeout(timer)
      timeoutMs = scanMs
      timer = setTimeout(onTimeout, Math.max(0, startedAt + scanMs - performance.now()))
    }
    const memoryPoll = setInterval(() => {
      peakBytes = Math.max(peakBytes, measureMemoryBytes(child.pid ?? 0))
      if (peakBytes > memoryBytes) killFor('memory')
    }, memoryPollMs)
    signal?.addEventListener('abort', kill)
    try {
      const pendingAnswer = waitForAnswer()
      if (signal?.aborted) kill()
      child.stdin?.write(encodeFrame(bytes))
      const answer = await pendingAnswer
      const usage = { ms: performance.now() - startedAt, peakBytes }
      return answer ? { answer, ...usage } : { fault, ...usage }
    } finally {
      onRecognition = undefined
      clearTimeout(timer)
      clearInterval(memoryPoll)
      signal?.removeEventListener('abort', kill)
    }
  }
  return { confinement, ready, isAlive: () => !isKilled, readCount: () => readCount, read, kill }
}

function killGroup(pid: number) {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The process group has already exited.
  }
}
