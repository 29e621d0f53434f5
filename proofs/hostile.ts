import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateDocuments } from '../sandbox/src/documents/bulk-generation.ts'
import { openReader, type Reader, type ReadingMetrics } from '../server/src/extraction/isolation/reader.ts'
import { ReaderUnavailable } from '../server/src/extraction/isolation/reader-pool.ts'
import { rejectionMessages } from '../server/src/extraction/rejections.ts'
import { seedUsers } from '../server/test/seed-users.ts'
import { environmentFor, makeWorld } from '../server/test/template.ts'
import { startProcess } from './harness/api-process.ts'
import { measure } from './harness/measurement.ts'
import type { ProveOptions } from './harness/proof.ts'
import { listHostile } from './hostile/all.ts'
import type { HostileFile } from './hostile/files.ts'
import { openSteadyClient, p99 } from './hostile/steady-client.ts'

/**
 * Limits per file. The latency of the API may increase by the factor or by the milliseconds, whichever allows more.
 */
const bars = { seconds: 20, mebibytes: 1_024, slowdown: 2, slowdownMs: 20 }
const maxAttempts = 10

// Files of the small form: one or two of each kind.
const small =
  /1 GiB of spaces|compressed twice|50,000|own child|10\^8|draws itself|points to itself|2 billion entries|length: -1|3 million operators|JBIG2|20,000 by 20,000|in object|script in|attached program$|password of 256|ZIP file$|\(1\)$/

type FileResult = {
  file: HostileFile
  seconds: number
  peakBytes: number
  problem: string | undefined
  outcome: string
}

/**
 * Reads malicious files while an API on the same machine is under light load. Each must be read or rejected with a
 * reason, within time and memory limits. In the full form, the API must not slow down.
 */
export async function prove({ full }: ProveOptions) {
  const { world, stop } = await makeWorld({ durable: true })
  const { clientId, apiKey } = world.clients.acme
  const { host, port } = world.postgres
  const ids = await seedUsers(world, `postgres://postgres@${host}:${port}/${world.template}`, clientId, 200)
  const api = await startProcess('../server/src/main.ts', ['api'], {
    ...environmentFor(world, world.template),
    CHECK_REPLIES: 'false',
    LOG_LEVEL: 'error',
  })
  const client = openSteadyClient(
    api.address,
    { 'x-api-key': apiKey },
    ids.map((id) => `/users/${id}`),
  )
  try {
    const files = await chooseFiles(full)
    await client.during(warmUp)
    const quiet = await client.during(
      () => new Promise((resolve) => setTimeout(resolve, full ? 20_000 : 3_000)),
    )
    let results: FileResult[] = []
    const busy = await client.during(async () => {
      results = await readAll(files)
    })
    return verdict(results, { quietMs: p99(quiet), busyMs: p99(busy), full })
  } finally {
    await api.stop()
    await stop()
  }
}

const warmUp = () => new Promise((resolve) => setTimeout(resolve, 1_000))

async function chooseFiles(full: boolean): Promise<HostileFile[]> {
  const folder = await mkdtemp(join(tmpdir(), 'payproof-hostile-'))
  try {
    const options = { until: '2026-10-31', producer: 'library', isScanned: false, tamper: null } as const
    await generateDocuments({
      ...options,
      count: 8,
      seed: 'hostile',
      kinds: ['payslip', 'statement'],
      out: folder,
    })
    const names = (await readdir(folder)).filter((file) => file.endsWith('.pdf')).sort()
    const documents = await Promise.all(names.map((file) => readFile(join(folder, file))))
    const all = listHostile(documents, full ? 8 : 1)
    return full ? all : all.filter((file) => small.test(file.name))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/**
 * Reads a file as the service does: a reader that gets too little of the processor gives no result, and the file is read
 * again later. Undefined if that happens each time.
 */
async function readRepeatedly(reader: Reader, bytes: Uint8Array) {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const reading = await reader.read(bytes).catch((error) => {
      if (!(error instanceof ReaderUnavailable)) throw error
      return undefined
    })
    if (reading) return reading
  }
  return undefined
}

/** Reads two files concurrently, as a worker does. */
async function readAll(files: HostileFile[]): Promise<FileResult[]> {
  const results: FileResult[] = []
  const queue = [...files]
  const work = async () => {
    const figures: ReadingMetrics[] = []
    const reader = openReader({
      sandbox: 'required',
      maxConcurrent: 1,
      niceness: 5,
      onReading: (one) => figures.push(one),
    })
    for (let file = queue.shift(); file; file = queue.shift()) {
      const bytes = file.make()
      const startedAt = performance.now()
      figures.length = 0
      const reading = await readRepeatedly(reader, bytes)
      const seconds = (performance.now() - startedAt) / 1_000
      const outcome = reading ? (reading.rejection ?? reading.kind) : 'no result: the reader is overloaded'
      const hasReason = reading?.rejection
        ? reading.reason === rejectionMessages[reading.rejection]
        : reading && (reading.submission !== null || reading.reason !== null)
      const isExpected =
        !file.rejections || (reading?.rejection && file.rejections.includes(reading.rejection))
      const problem = !hasReason
        ? 'without a reason'
        : !isExpected
          ? `not ${file.rejections?.join(' or ')}`
          : undefined
      const peakBytes = Math.max(0, ...figures.map((one) => one.peakBytes))
      results.push({ file, seconds, peakBytes, problem, outcome })
    }
    reader.close()
  }
  await Promise.all([work(), work()])
  return results
}

type ApiLatency = { quietMs: number; busyMs: number; full: boolean }

function verdict(results: FileResult[], { quietMs, busyMs, full }: ApiLatency) {
  for (const { file, problem, outcome } of results)
    if (problem) print(`  ${file.name}: ${outcome}, ${problem}`)
  const slowest = results.toSorted((one, other) => other.seconds - one.seconds)[0]
  const largest = results.toSorted((one, other) => other.peakBytes - one.peakBytes)[0]
  print(`  slowest: ${slowest?.file.name}, ${slowest?.seconds.toFixed(1)} s`)
  print(`  largest: ${largest?.file.name}, ${mebibytes(largest?.peakBytes)} MiB`)
  const counts = Map.groupBy(results, ({ outcome }) => outcome)
  print(`  ${[...counts].map(([outcome, some]) => `${outcome} ${some.length}`).join(', ')}`)
  const problems = results.filter(({ problem }) => problem).length
  const maxBusyMs = Math.max(quietMs * bars.slowdown, quietMs + bars.slowdownMs)
  return [
    measure('files with a wrong result', problems, { exactly: 0 }),
    measure('files', results.length, { atLeast: 1 }),
    measure('peak memory of a reader', mebibytes(largest?.peakBytes), {
      unit: 'MiB',
      atMost: bars.mebibytes,
    }),
    measure('slowest file', slowest?.seconds ?? Number.NaN, {
      unit: 's',
      timed: true,
      ...(full && { atMost: bars.seconds }),
    }),
    measure('API p99 latency without the files', quietMs, { unit: 'ms', timed: true }),
    measure('API p99 latency while files are read', busyMs, {
      unit: 'ms',
      timed: true,
      ...(full && { atMost: maxBusyMs }),
    }),
  ]
}

const mebibytes = (bytes = 0) => Math.round(bytes / 1_048_576)

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
