import { spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { type Confinement, filterDescriptor } from './confine.ts'
import { createFrameDecoder, encodeRequest, isRecognitionStarted, type ReadingTask } from './frames.ts'
import { measureCpuMs, measureMemoryBytes } from './process-tree.ts'

/** Result of reading one file: the child's answer, or why the child was killed. */
export type ChildOutcome =
  | { answer: Buffer; ms: number; peakBytes: number }
  | { fault: Fault; ms: number; peakBytes: number }

/**
 * Why a child was killed. `starved` means that the timeout expired, but the child had too little CPU time for the
 * file to be the cause.
 */
type Fault = 'slow' | 'starved' | 'memory' | 'died'

export type ReaderChild = {
  readonly confinement: Confinement
  /** Resolves to true once the child is ready, or to false if it exits before it is ready. */
  readonly ready: Promise<boolean>
  isAlive(): boolean
  /** Number of files sent to this child. */
  readCount(): number
  read(bytes: Uint8Array, limits: ChildLimits): Promise<ChildOutcome>
  kill(): void
}

/** Limits for reading one file. `scanMs` replaces `ms` once the child reports that OCR has started. */
export type ChildLimits = {
  task?: ReadingTask
  /** Opinion of a model as JSON, for the task `opinion`. */
  opinion?: Buffer | undefined
  ms: number
  scanMs?: number
  memoryBytes: number
  signal?: AbortSignal | undefined
}

// A process can allocate about 1 GB/s. Between two polls it exceeds the limit by about 25 MB, or 100 MB on a slow
// machine.
const memoryPollMs = 25
const maxAnswerBytes = 20_000_000
const startTimeoutMs = 30_000
// Minimum share of CPU time in wall time. Below it, the machine is overloaded and a timeout is not the file's fault.
const minCpuShare = 0.4

/** Starts a sandboxed child process that reads one file at a time and can be killed. */
export function startReaderChild(confinement: Confinement, showErrors: boolean): ReaderChild {
  const { program, args, uid, filter } = confinement
  const child = spawn(program, args, {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', OMP_THREAD_LIMIT: '1' },
    // Output may contain text of the document, so it is discarded unless `showErrors` is set.
    stdio: ['pipe', 'ignore', showErrors ? 'inherit' : 'ignore', 'pipe', filter ? 'pipe' : 'ignore'],
    // The child leads its own process group. Without a PID namespace, killing the group also kills the child's own
    // children.
    detached: true,
    ...(uid !== undefined && { uid, gid: uid }),
  })
  const filterInput = child.stdio[filterDescriptor] as Writable | null
  filterInput?.on('error', () => undefined).end(filter)
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
    // An unsolicited answer means that the child is compromised or broken.
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
    { task = 'document', opinion, ms, scanMs = ms, memoryBytes, signal }: ChildLimits,
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
      child.stdin?.write(encodeRequest(task, bytes, opinion))
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
    // Ignored: the process group has already exited.
  }
}
