import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeMany } from '../sandbox/src/documents/bulk-generation.ts'
import { openReader, type ReadingFigures } from '../server/src/extraction/isolation/reader.ts'
import { ReaderUnavailable } from '../server/src/extraction/isolation/reader-pool.ts'
import { rejections } from '../server/src/extraction/rejections.ts'
import { seedUsers } from '../server/test/seed-users.ts'
import { environmentFor, makeWorld } from '../server/test/template.ts'
import { startProcess } from './harness/api-process.ts'
import { measure } from './harness/measurement.ts'
import type { ProveOptions } from './harness/proof.ts'
import { listHostile } from './hostile/all.ts'
import type { HostileFile } from './hostile/files.ts'
import { openSlowClient, p99 } from './hostile/steady-client.ts'

/** An API beside the reader may become slower by a factor or by some milliseconds, whichever is more. */
const bars = { seconds: 20, mebibytes: 1_024, slowdown: 2, slowdownMs: 20 }

// One or two of each kind.
const small =
  /1 GiB of spaces|packed twice|50,000|own branch|10\^8|draws itself|before it is itself|2 billion entries|length: -1|3 million operators|JBIG2|20,000 by 20,000|in object|script in|attached program$|password of 256|ZIP file$|\(1\)$/

type Answer = {
  file: HostileFile
  seconds: number
  peakBytes: number
  fault: string | undefined
  how: string
}

/**
 * Reads malicious files while an API on the same machine is under light load. Each must be answered with a reason, in time and
 * within its memory; at full size the API must not become slow.
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
  const client = openSlowClient(
    api.address,
    { 'x-api-key': apiKey },
    ids.map((id) => `/users/${id}`),
  )
  try {
    const files = await choose(full)
    await client.during(warming)
    const quiet = await client.during(
      () => new Promise((resolve) => setTimeout(resolve, full ? 20_000 : 3_000)),
    )
    let answers: Answer[] = []
    const busy = await client.during(async () => {
      answers = await readAll(files)
    })
    return verdict(answers, { quietMs: p99(quiet), busyMs: p99(busy), full })
  } finally {
    await api.stop()
    await stop()
  }
}

const warming = () => new Promise((resolve) => setTimeout(resolve, 1_000))

async function choose(full: boolean): Promise<HostileFile[]> {
  const folder = await mkdtemp(join(tmpdir(), 'payproof-hostile-'))
  try {
    const options = { until: '2026-10-31', producer: 'library', isScanned: false, tamper: null } as const
    await makeMany({ ...options, count: 8, seed: 'hostile', kinds: ['payslip', 'statement'], out: folder })
    const names = (await readdir(folder)).filter((file) => file.endsWith('.pdf')).sort()
    const papers = await Promise.all(names.map((file) => readFile(join(folder, file))))
    const all = listHostile(papers, full ? 8 : 1)
    return full ? all : all.filter((file) => small.test(file.name))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** As a worker reads them, two at once. */
async function readAll(files: HostileFile[]): Promise<Answer[]> {
  const answers: Answer[] = []
  const left = [...files]
  const work = async () => {
    const figures: ReadingFigures[] = []
    const reader = openReader({
      sandbox: 'required',
      atOnce: 1,
      niceness: 5,
      onReading: (one) => figures.push(one),
    })
    for (let file = left.shift(); file; file = left.shift()) {
      const bytes = file.make()
      const startedAt = performance.now()
      figures.length = 0
      const reading = await reader.read(bytes).catch((error) => {
        if (!(error instanceof ReaderUnavailable)) throw error
        return undefined
      })
      const seconds = (performance.now() - startedAt) / 1_000
      const how = reading ? (reading.rejection ?? reading.kind) : 'no answer: the machine is too busy'
      const hasReason = reading?.rejection
        ? reading.reason === rejections[reading.rejection]
        : reading && (reading.submission !== null || reading.reason !== null)
      const isRight = !file.answers || (reading?.rejection && file.answers.includes(reading.rejection))
      const fault = !hasReason
        ? 'without a reason'
        : !isRight
          ? `not ${file.answers?.join(' or ')}`
          : undefined
      answers.push({ file, seconds, peakBytes: figures[0]?.peakBytes ?? 0, fault, how })
    }
    reader.close()
  }
  await Promise.all([work(), work()])
  return answers
}

type ApiLatency = { quietMs: number; busyMs: number; full: boolean }

function verdict(answers: Answer[], { quietMs, busyMs, full }: ApiLatency) {
  for (const { file, fault, how } of answers) if (fault) print(`  ${file.name}: ${how}, ${fault}`)
  const slowest = answers.toSorted((one, other) => other.seconds - one.seconds)[0]
  const largest = answers.toSorted((one, other) => other.peakBytes - one.peakBytes)[0]
  print(`  slowest: ${slowest?.file.name}, ${slowest?.seconds.toFixed(1)} s`)
  print(`  largest: ${largest?.file.name}, ${mebibytes(largest?.peakBytes)} MiB`)
  const counts = Map.groupBy(answers, ({ how }) => how)
  print(`  ${[...counts].map(([how, some]) => `${how} ${some.length}`).join(', ')}`)
  const faults = answers.filter(({ fault }) => fault).length
  const maxBusyMs = Math.max(quietMs * bars.slowdown, quietMs + bars.slowdownMs)
  return [
    measure('files without a proper answer', faults, { exactly: 0 }),
    measure('files', answers.length, { atLeast: 1 }),
    measure('largest memory', mebibytes(largest?.peakBytes), { unit: 'MiB', atMost: bars.mebibytes }),
    measure('slowest answer', slowest?.seconds ?? Number.NaN, {
      unit: 's',
      timed: true,
      ...(full && { atMost: bars.seconds }),
    }),
    measure('API p99 without the files', quietMs, { unit: 'ms', timed: true }),
    measure('API p99 beside the files', busyMs, {
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
