import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type ProgramRun = {
  name: 'qpdf' | 'pdftotext' | 'tesseract'
  args: string[]
  input?: Uint8Array
  /** Limits that the kernel enforces (prlimit). The program is killed if it exceeds them. */
  cpuSeconds: number
  memoryMebibytes: number
  maxOutputBytes: number
  /** Hard deadline on the performance.now() clock. */
  deadlineMs?: number
}

/** Result of a program. `code` is null if the program was killed for exceeding a limit. */
export type ProgramResult = { code: number | null; output: Buffer; stderr: string }

const maxStderrCharacters = 4_000
// Timeout for callers outside the reader. The reader's own timeout is shorter.
const maxRunMs = 60_000

// Limit Tesseract to one thread. Its OpenMP threads busy-wait on the same cores and make it slower.
const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', OMP_THREAD_LIMIT: '1' }

/** Runs an external program on untrusted input under prlimit. */
export function runProgram({
  name,
  args,
  input,
  cpuSeconds,
  memoryMebibytes,
  maxOutputBytes,
  deadlineMs = Infinity,
}: ProgramRun): Promise<ProgramResult> {
  const limits = [`--as=${memoryMebibytes * 1_048_576}`, `--cpu=${cpuSeconds}`, '--core=0', '--nofile=64']
  return new Promise((resolve, reject) => {
    const child = spawn('prlimit', [...limits, name, ...args], {
      env,
      stdio: 'pipe',
      timeout: Math.max(1, Math.min(maxRunMs, Math.round(deadlineMs - performance.now()))),
      killSignal: 'SIGKILL',
    })
    const chunks: Buffer[] = []
    let size = 0
    let stderr = ''
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxOutputBytes) child.kill('SIGKILL')
      else chunks.push(chunk)
    })
    child.stderr.on('data', (chunk: Buffer) => {
      if (stderr.length < maxStderrCharacters) stderr += chunk.toString('latin1')
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output: Buffer.concat(chunks), stderr }))
    // A program may close stdin early. Its exit code shows whether it failed.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
}

/**
 * Writes the bytes to a temporary file, runs `work` and deletes the file. Programs that seek in a PDF cannot read it
 * from a pipe.
 */
export async function withTempFile<T>(bytes: Uint8Array, work: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'document-'))
  try {
    const path = join(folder, 'document.pdf')
    await writeFile(path, bytes, { mode: 0o600 })
    return await work(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
