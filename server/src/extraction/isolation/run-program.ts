import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Program = {
  name: 'qpdf' | 'pdftotext' | 'tesseract'
  words: string[]
  input?: Uint8Array
  /** What it may use before the system ends it. */
  cpuSeconds: number
  memoryMebibytes: number
  mostOutput: number
  /** When it is ended at the latest, as of performance.now(). */
  until?: number
}

/** code is null where it was ended from outside: too slow, too large, too much to say. */
export type Ended = { code: number | null; output: Buffer; complaint: string }

const mostComplaint = 4_000
// The reader as a whole is ended earlier; this is for whoever calls from elsewhere.
const longestMs = 60_000

// More than one thread of recognition spins on the same cores and is slower than one.
const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', OMP_THREAD_LIMIT: '1' }

/** Runs one of the few programs the reader trusts a file to, within limits that the system keeps. */
export function run({
  name,
  words,
  input,
  cpuSeconds,
  memoryMebibytes,
  mostOutput,
  until = Infinity,
}: Program): Promise<Ended> {
  const limits = [`--as=${memoryMebibytes * 1_048_576}`, `--cpu=${cpuSeconds}`, '--core=0', '--nofile=64']
  return new Promise((resolve, reject) => {
    const child = spawn('prlimit', [...limits, name, ...words], {
      env,
      stdio: 'pipe',
      timeout: Math.max(1, Math.min(longestMs, Math.round(until - performance.now()))),
      killSignal: 'SIGKILL',
    })
    const parts: Buffer[] = []
    let size = 0
    let complaint = ''
    child.stdout.on('data', (part: Buffer) => {
      size += part.length
      if (size > mostOutput) child.kill('SIGKILL')
      else parts.push(part)
    })
    child.stderr.on('data', (part: Buffer) => {
      if (complaint.length < mostComplaint) complaint += part.toString('latin1')
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output: Buffer.concat(parts), complaint }))
    // Whoever does not read to the end of its input has its reasons; its exit code tells.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
}

/** The bytes as a file for as long as the work takes: programs that jump about in a PDF cannot have it from a pipe. */
export async function withFile<T>(bytes: Uint8Array, work: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'paper-'))
  try {
    const path = join(folder, 'paper.pdf')
    await writeFile(path, bytes, { mode: 0o600 })
    return await work(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
