import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import type { Person, World } from '../people/types.ts'
import { openWorld } from '../people/world.ts'
import { type Random, randomFor } from '../random.ts'
import type { BulkKind, BulkShare } from './bulk.ts'
import { openDocuments } from './documents.ts'
import { payslipLayouts } from './payslips/layouts.ts'
import { statementLayouts } from './statements/layouts.ts'
import { tamperKinds } from './tampering/tampers.ts'
import type { Documents, Making } from './types.ts'

const mostOfOnePerson = 10
const oneInHowManyIsTampered = 4
const options: BulkShare = workerData
const world = openWorld({ seed: options.seed })
const documents = openDocuments({ world })
try {
  parentPort?.postMessage(await makeShare())
} finally {
  await documents.close()
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

async function makeOne(person: Person, n: number) {
  const random = randomFor(options.seed, 'bulk', n)
  const kind = options.kinds[n % options.kinds.length] as BulkKind
  const layouts = { payslip: payslipLayouts, statement: statementLayouts }[kind]
  const layout = layouts[Math.floor(n / options.kinds.length) % layouts.length]?.id
  const making: Making = { producer: options.producer, ...(layout && { layout }), ...besides(n, random) }
  const make = { payslip: makePayslip, statement: makeStatement }[kind]
  const { bytes, fileName, truth, tampering } = await make(world, documents, person, random, making)
  const path = join(options.out, `${String(n + 1).padStart(6, '0')}-${fileName}`)
  await writeFile(path, bytes)
  const { producer, scan = null } = making
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

async function makePayslip(
  world: World,
  documents: Documents,
  person: Person,
  random: Random,
  making: Making,
) {
  const slips = person.jobs.flatMap((job) =>
    world.payslips(job, options.until).map((payslip) => ({ job, payslip })),
  )
  if (slips.length === 0) throw new Error(`${person.userName} has no payslip by ${options.until}`)
  const { job, payslip } = random.pick(slips)
  return documents.payslip({ person, job, payslip, address: world.address(person, payslip.payDate) }, making)
}

async function makeStatement(
  world: World,
  documents: Documents,
  person: Person,
  random: Random,
  making: Making,
) {
  const statements = world.statements(person, options.until)
  if (statements.length === 0) throw new Error(`${person.userName} has no statement by ${options.until}`)
  return documents.statement(random.pick(statements), making)
}
