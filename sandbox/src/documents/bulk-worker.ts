import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import type { Person } from '../people/types.ts'
import { openWorld } from '../people/world.ts'
import { type Random, randomFor } from '../random.ts'
import type { BulkKind, BulkShare } from './bulk-generation.ts'
import { openDocuments } from './documents.ts'
import { payslipLayouts } from './payslips/layouts.ts'
import { openRandomDocuments } from './random/documents.ts'
import { statementLayouts } from './statements/layouts.ts'
import { tamperKinds } from './tampering/tamper-kinds.ts'
import type { Made, Making } from './types.ts'

const mostOfOnePerson = 10
// Odd, so that payslips and statements take turns.
const oneInHowManyIsTampered = 5
const options: BulkShare = workerData
const world = openWorld({ seed: options.seed })
const documents = openDocuments({ world })
const byLot = openRandomDocuments({ world, until: options.until })

type Maker = (person: Person, random: Random, making: Making) => Promise<Made<unknown>> | undefined

const makers: Record<BulkKind, Maker> = {
  payslip(person, random, making) {
    const slips = person.jobs.flatMap((job) =>
      world.payslips(job, options.until).map((payslip) => ({ job, payslip })),
    )
    if (slips.length === 0) return undefined
    const { job, payslip } = random.pick(slips)
    return documents.payslip(
      { person, job, payslip, address: world.address(person, payslip.payDate) },
      making,
    )
  },
  statement(person, random, making) {
    const statements = world.statements(person, options.until)
    return statements.length === 0 ? undefined : documents.statement(random.pick(statements), making)
  },
  other: byLot.other,
}

const fixedLayouts = { payslip: payslipLayouts, statement: statementLayouts, other: [] }
const isByLot = options.layouts === 'random'

try {
  parentPort?.postMessage(await makeShare())
} finally {
  await documents.close()
  await byLot.close()
}

/** Person by person, since their whole history is worked out at once; each worker has every other person. */
async function makeShare(): Promise<number> {
  const named = world.named()
  const ofEach = Math.max(1, Math.min(mostOfOnePerson, Math.ceil(options.count / named.length)))
  let made = 0
  for (let turn = options.share; turn * ofEach < options.count; turn += options.shares) {
    const person = named[turn] ?? world.anyone(turn - named.length + 1)
    const end = Math.min(options.count, (turn + 1) * ofEach)
    for (let n = turn * ofEach; n < end; n++) {
      await makeOne(person, n)
      made++
    }
  }
  return made
}

/** Who has no such document, a person without a job for example, leaves it to the first who has. */
async function makeOne(person: Person, n: number) {
  const random = randomFor(options.seed, 'bulk', n)
  const kind = options.kinds[n % options.kinds.length] as BulkKind
  const layouts = isByLot ? [] : fixedLayouts[kind]
  const layout = layouts[Math.floor(n / options.kinds.length) % layouts.length]?.id
  const making: Making = { producer: options.producer, ...(layout && { layout }), ...besides(n, random) }
  for (const holder of [person, ...world.named()]) {
    const made = await (isByLot ? byLot : makers)[kind](holder, random, making)
    if (made) return keep(n, holder, making, made)
  }
  throw new Error(`Nobody has a ${kind} by ${options.until}`)
}

async function keep(n: number, person: Person, making: Making, made: Made<unknown>) {
  const path = join(options.out, `${String(n + 1).padStart(6, '0')}-${made.fileName}`)
  await writeFile(path, made.bytes)
  const { layout = 'random', producer, scan = null } = making
  const { tampering, truth } = made
  const answer = { user_name: person.userName, layout, producer, scan, tampering, truth }
  await writeFile(path.replace(/pdf$/, 'json'), `${JSON.stringify(answer, null, 2)}\n`)
}

function besides(n: number, random: Random): Making {
  const skewDegrees = Math.round((random.fraction() * 4 - 2) * 100) / 100
  const seed = `${options.seed}.${n}`
  const scan = { dpi: random.pick([200, 250, 300]), skewDegrees, noise: random.whole(3, 8), seed }
  const turn = n / oneInHowManyIsTampered
  const ofSome = Number.isInteger(turn) ? tamperKinds[turn % tamperKinds.length] : undefined
  const tamper = options.tamper === 'some' ? ofSome : options.tamper
  return { ...(options.isScanned && { scan }), ...(tamper && { tamper }) }
}
