import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import type { SimulatedPerson } from '../people/types.ts'
import { openWorld } from '../people/world.ts'
import { randomFor, type SeededRandom } from '../random.ts'
import type { BulkKind, BulkShare } from './bulk-generation.ts'
import { openDocuments } from './documents.ts'
import { payslipLayouts } from './payslips/layouts.ts'
import { openRandomDocuments } from './random/documents.ts'
import { statementLayouts } from './statements/layouts.ts'
import { tamperKinds } from './tampering/tamper-kinds.ts'
import type { RenderedDocument, RenderOptions } from './types.ts'

const maxPerPerson = 10
// An odd interval, so that payslips and statements are tampered with alternately.
const tamperedInterval = 5
const options: BulkShare = workerData
const world = openWorld({ seed: options.seed })
const documents = openDocuments({ world })
const randomDocuments = openRandomDocuments({ world, until: options.until })

type Maker = (
  person: SimulatedPerson,
  random: SeededRandom,
  renderOptions: RenderOptions,
) => Promise<RenderedDocument<unknown>> | undefined

const makers: Record<BulkKind, Maker> = {
  payslip(person, random, renderOptions) {
    const payslips = person.jobs.flatMap((job) =>
      world.payslips(job, options.until).map((payslip) => ({ job, payslip })),
    )
    if (payslips.length === 0) return undefined
    const { job, payslip } = random.pick(payslips)
    return documents.payslip(
      { person, job, payslip, address: world.address(person, payslip.payDate) },
      renderOptions,
    )
  },
  statement(person, random, renderOptions) {
    const statements = world.statements(person, options.until)
    return statements.length === 0 ? undefined : documents.statement(random.pick(statements), renderOptions)
  },
  other: randomDocuments.other,
}

const fixedLayouts = { payslip: payslipLayouts, statement: statementLayouts, other: [] }
const isRandomLayout = options.layouts === 'random'

try {
  parentPort?.postMessage(await makeShare())
} finally {
  await documents.close()
  await randomDocuments.close()
}

/**
 * Generates this worker's share of documents, person by person, because a person's whole history is calculated at
 * once.
 */
async function makeShare(): Promise<number> {
  const named = world.named()
  const perPerson = Math.max(1, Math.min(maxPerPerson, Math.ceil(options.count / named.length)))
  let made = 0
  for (
    let personIndex = options.share;
    personIndex * perPerson < options.count;
    personIndex += options.shares
  ) {
    const person = named[personIndex] ?? world.inventedPerson(personIndex - named.length + 1)
    const end = Math.min(options.count, (personIndex + 1) * perPerson)
    for (let n = personIndex * perPerson; n < end; n++) {
      await makeOne(person, n)
      made++
    }
  }
  return made
}

/**
 * Generates one document. If the person has no document of the kind (e.g. no job), uses the first named person who
 * has one.
 */
async function makeOne(person: SimulatedPerson, n: number) {
  const random = randomFor(options.seed, 'bulk', n)
  const kind = options.kinds[n % options.kinds.length] as BulkKind
  const layouts = isRandomLayout ? [] : fixedLayouts[kind]
  const layout = layouts[Math.floor(n / options.kinds.length) % layouts.length]?.id
  const renderOptions: RenderOptions = {
    producer: options.producer,
    ...(layout && { layout }),
    ...scanAndTamper(n, random),
  }
  for (const holder of [person, ...world.named()]) {
    const made = await (isRandomLayout ? randomDocuments : makers)[kind](holder, random, renderOptions)
    if (made) return writeDocument(n, holder, renderOptions, made)
  }
  throw new Error(`No person has a ${kind} by ${options.until}`)
}

async function writeDocument(
  n: number,
  person: SimulatedPerson,
  renderOptions: RenderOptions,
  made: RenderedDocument<unknown>,
) {
  const path = join(options.out, `${String(n + 1).padStart(6, '0')}-${made.fileName}`)
  await writeFile(path, made.bytes)
  const { layout = 'random', producer, scan = null } = renderOptions
  const { tampering, truth } = made
  const answer = { user_name: person.userName, layout, producer, scan, tampering, truth }
  await writeFile(path.replace(/pdf$/, 'json'), `${JSON.stringify(answer, null, 2)}\n`)
}

function scanAndTamper(n: number, random: SeededRandom): RenderOptions {
  const skewDegrees = Math.round((random.fraction() * 4 - 2) * 100) / 100
  const seed = `${options.seed}.${n}`
  const scan = { dpi: random.pick([200, 250, 300]), skewDegrees, noise: random.integer(3, 8), seed }
  const tamperIndex = n / tamperedInterval
  const alternatingKind = Number.isInteger(tamperIndex)
    ? tamperKinds[tamperIndex % tamperKinds.length]
    : undefined
  const tamper = options.tamper === 'some' ? alternatingKind : options.tamper
  return { ...(options.isScanned && { scan }), ...(tamper && { tamper }) }
}
