import { fork } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generateDocuments } from '../sandbox/src/documents/bulk-generation.ts'
import { measureCpuMs } from '../server/src/extraction/isolation/process-tree.ts'
import { openReader } from '../server/src/extraction/isolation/reader.ts'
import { timeStatements } from './extract-speed/through-api.ts'
import { measure } from './harness/measurement.ts'

const bars = { shareOfBare: 0.35, answerMs: 1_500 }
const documents = 160
const minPages = 2
// One child process reads all rounds, because the CPU time of an exited child cannot be read.
const rounds = { warmUp: 3, measured: 3 }

/**
 * Compares the whole reader (parent, confined child and the programs it starts: inspect, parse as both kinds,
 * classify, judge, validate) with PDFium, which only extracts the same words. Measures pages per CPU-second,
 * alternating over the same files, after a warm-up.
 */
export async function prove() {
  const folder = await mkdtemp(join(tmpdir(), 'payproof-speed-'))
  const bare = await startBare()
  const reader = openReader({ sandbox: 'required', maxConcurrent: 1, spare: 0 })
  try {
    const files = (await makeFiles(folder, documents)).filter(({ pages }) => pages >= minPages)
    const paths = files.map(({ path }) => path)
    const readAll = async () => {
      const counts = { read: 0, rejected: 0, verified: 0, pages: 0 }
      const before = measureCpuMs(process.pid)
      for (const { bytes } of files) {
        const { rejection, verified, pages } = await reader.read(bytes)
        counts[rejection ? 'rejected' : 'read']++
        if (verified) counts.verified++
        counts.pages += pages.length
      }
      return { ms: measureCpuMs(process.pid) - before, ...counts }
    }
    for (let round = 0; round < rounds.warmUp; round++) {
      await readAll()
      await bare.read(paths)
    }
    const results = []
    for (let round = 0; round < rounds.measured; round++) {
      const theirs = await bare.read(paths)
      const ours = await readAll()
      const bareRate = (theirs.pages / theirs.ms) * 1_000
      const rate = (ours.pages / ours.ms) * 1_000
      results.push({ ...ours, bareRate, rate, ratio: rate / bareRate })
      print(`  round ${round + 1}: ${rate.toFixed(0)} of ${bareRate.toFixed(0)} pages per CPU-second`)
    }
    const middle = results.toSorted((one, other) => one.ratio - other.ratio)[Math.floor(results.length / 2)]
    if (!middle) throw new Error('no round was measured')
    const waits = await timeStatements(await makeLongStatements(join(folder, 'long')))
    const wait = waits.toSorted((one, other) => one - other)[Math.floor(waits.length / 2)] ?? Number.NaN
    return [
      measure('share of the rate of bare PDFium', middle.ratio, { atLeast: bars.shareOfBare }),
      measure('pages per CPU-second', middle.rate),
      measure('pages per CPU-second of bare PDFium', middle.bareRate),
      measure('documents', files.length),
      measure('documents rejected', middle.rejected, { exactly: 0 }),
      measure('documents verified', middle.verified),
      measure('four-page statement through the API, median', wait, { unit: 'ms', atMost: bars.answerMs }),
    ]
  } finally {
    reader.close()
    bare.stop()
    await rm(folder, { recursive: true })
  }
}

const documentOptions = { until: '2026-10-31', producer: 'library', isScanned: false, tamper: null } as const

async function makeFiles(folder: string, count: number) {
  await generateDocuments({
    ...documentOptions,
    count,
    seed: 'speed',
    kinds: ['payslip', 'statement'],
    out: folder,
  })
  return readFiles(folder)
}

/** Generates four-page statements in random layouts, because statements in the sandbox's own layouts are shorter. */
async function makeLongStatements(folder: string) {
  await generateDocuments({
    ...documentOptions,
    count: 90,
    seed: 'long',
    kinds: ['statement'],
    layouts: 'random',
    out: folder,
  })
  const files = await readFiles(folder)
  return files.filter(({ pages }) => pages === 4).map(({ bytes }) => bytes)
}

async function readFiles(folder: string) {
  const paths = (await readdir(folder))
    .filter((file) => file.endsWith('.pdf'))
    .map((file) => join(folder, file))
  return Promise.all(
    paths.map(async (path) => {
      const bytes = await readFile(path)
      return { path, bytes, pages: bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0 }
    }),
  )
}

async function startBare() {
  const program = fileURLToPath(new URL('./extract-speed/bare.ts', import.meta.url))
  const child = fork(program)
  const next = <T>() => new Promise<T>((resolve) => child.once('message', (message) => resolve(message as T)))
  await next()
  return {
    read(paths: string[]) {
      const answer = next<{ ms: number; pages: number }>()
      child.send({ paths })
      return answer
    },
    stop: () => child.kill(),
  }
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
