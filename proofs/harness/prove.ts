import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { catalogue, findEntry } from './catalogue.ts'
import { areAllReached, describeMeasurements } from './measurement.ts'
import type { Proof } from './proof.ts'
import { chooseSeed } from './seed.ts'

// npm run prove -- NAME… [--full] [--minutes N] [--seed HEX|random] [--part NAME]; exits with 0 if all bars are reached, 1 if not, and 2 if the
// arguments are wrong.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    full: { type: 'boolean', default: false },
    seed: { type: 'string' },
    /** Duration of a proof that runs for a chosen time. */
    minutes: { type: 'string' },
    /** The only part of a single proof to run. */
    part: { type: 'string' },
    /** File for the measurements of a single proof; set by `npm run proofs`. */
    output: { type: 'string' },
  },
})

const entries = positionals.map((name) => findEntry(name) ?? misuse(unknownProof(name)))
const chosen = entries.length > 0 ? entries : catalogue.filter((entry) => values.full || entry.hasSmallForm)
for (const { name, hasSmallForm } of chosen)
  if (!hasSmallForm && !values.full)
    misuse(`${name} exists at full size only: npm run prove -- ${name} --full`)
if (values.output && chosen.length !== 1) misuse('--output takes exactly one proof')
if (values.part && (chosen.length !== 1 || values.output))
  misuse('--part takes one proof and records nothing')
const seed = readSeed()
const minutes = readMinutes()

let missed = 0
for (const { name } of chosen) {
  const proof: Proof = await import(`../${name}.ts`)
  const { part } = values
  if (part && !proof.parts?.includes(part))
    misuse(`The parts of ${name} are: ${proof.parts?.join(', ') ?? 'none'}`)
  const size = values.full ? 'full size' : 'small form; --full for full size'
  print(`\n${name} (${size}${part ? `, only ${part}` : ''}, seed ${seed})`)
  const measurements = await proof.prove({
    full: values.full,
    seed,
    ...(minutes && { minutes }),
    ...(part && { part }),
  })
  const isReached = areAllReached(measurements)
  print(`${isReached ? 'PASS' : 'FAIL'} ${name}: ${describeMeasurements(measurements)}`)
  if (!isReached) missed++
  if (values.output) writeFileSync(values.output, JSON.stringify(measurements))
}
process.exit(missed === 0 ? 0 : 1)

function readSeed() {
  try {
    return chooseSeed(values.seed)
  } catch (error) {
    return misuse((error as Error).message)
  }
}

function readMinutes() {
  if (values.minutes === undefined) return undefined
  if (chosen.some(({ hasDuration }) => !hasDuration))
    misuse('--minutes is for proofs that run for a chosen time')
  const number = Number(values.minutes)
  return number >= 1 ? number : misuse('--minutes takes a number of at least 1')
}

function unknownProof(name: string) {
  return `There is no proof called ${name}. There are: ${catalogue.map((entry) => entry.name).join(', ')}`
}

function misuse(message: string): never {
  print(message)
  process.exit(2)
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
