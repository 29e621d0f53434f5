import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openProgress } from '../server/src/platform/telemetry/progress.ts'
import { comparePayslips, type PayslipDifference } from '../server/test/connectors/payslip-comparison.ts'
import { type PayslipSourceId, payslipSources } from '../server/test/connectors/payslip-converters.ts'

// npm run payslips:compare -- [SOURCE...]: converts random payslips as each payroll source has them, and compares every
// figure with the simulated payroll that calculated them.

const defaultCount = 10_000
/** Payslips of one seed. A run that is interrupted loses at most one chunk. */
const chunkSize = 100
const maxShown = 5
const project = fileURLToPath(new URL('..', import.meta.url))
/** Only chunks of the same code count as compared. */
const comparedCode = [
  'server/src/connectors',
  'server/src/extraction',
  'server/src/vocabulary',
  'sandbox/src',
]
const usage = `npm run payslips:compare -- [SOURCE...] [--count N] [--minutes N] [--seed TEXT] [--log FILE]

  SOURCE         ${payslipSources.join(', ')} (default: all)
  --count N      payslips of each source (default ${defaultCount})
  --minutes N    start no more chunks of ${chunkSize} payslips after this time
  --seed TEXT    compare one chunk of this seed, to reproduce a difference; nothing is recorded
  --log FILE     chunks already compared (default .dev/payslip-comparison.jsonl). The next run continues there
`

type Chunk = {
  source: PayslipSourceId
  seed: string
  commit: string
  payslips: number
  wrong_sums: number
  differences: number
  cpu_seconds: number
}

const { sources, count, minutes, seed, log } = readArguments()
const startedAt = Date.now()
const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: project, encoding: 'utf8' }).trim()
const progress = openProgress(process.stderr)
for (const source of sources) {
  if (seed !== undefined) await compareSeed(source, seed)
  else await compareUntilEnough(source)
}
progress.end()

/** Compares the chunk of one seed again. */
async function compareSeed(source: PayslipSourceId, chunkSeed: string) {
  const { payslips, differences, wrong_sums } = await compareChunk(source, chunkSeed, chunkSize)
  print(
    `${source}, seed ${chunkSeed}: ${payslips} payslips, ${differences} differences, ${wrong_sums} wrong sums`,
  )
}

/** Compares chunks with new seeds until enough payslips were compared with this code. */
async function compareUntilEnough(source: PayslipSourceId) {
  const before = readChunks().filter((chunk) => chunk.source === source && isSameCode(chunk.commit))
  const chunks = [...before]
  const payslipCount = () => sumOf(chunks, 'payslips')
  progress.step(source, count, 'payslips')
  progress.add(payslipCount())
  while (payslipCount() < count && !isTimeUp()) {
    const size = Math.min(chunkSize, count - payslipCount())
    const chunk = await compareChunk(source, randomBytes(4).toString('hex'), size)
    mkdirSync(dirname(log), { recursive: true })
    appendFileSync(log, `${JSON.stringify(chunk)}\n`)
    chunks.push(chunk)
    progress.add(chunk.payslips)
  }
  const differing = chunks.filter((chunk) => chunk.differences + chunk.wrong_sums > 0)
  if (differing.length > 0) process.exitCode = 1
  const cpuMs = (1_000 * sumOf(chunks, 'cpu_seconds')) / Math.max(1, payslipCount())
  print(
    `${source}: ${payslipCount()} of ${count} payslips with ${chunks.length} seeds, ` +
      `${sumOf(chunks, 'differences')} differences, ${sumOf(chunks, 'wrong_sums')} wrong sums; ` +
      `${cpuMs.toFixed(1)} ms of CPU time each; ${before.length} seeds are from earlier runs`,
  )
  if (differing.length > 0) print(`  seeds with differences: ${differing.map((one) => one.seed).join(', ')}`)
}

async function compareChunk(source: PayslipSourceId, chunkSeed: string, size: number): Promise<Chunk> {
  const usageBefore = process.cpuUsage()
  const { payslips, wrongSums, differences } = await comparePayslips(source, chunkSeed, size)
  const { user, system } = process.cpuUsage(usageBefore)
  if (differences.length > 0) process.exitCode = 1
  for (const difference of differences.slice(0, maxShown)) print(describe(source, chunkSeed, difference))
  return {
    source,
    seed: chunkSeed,
    commit,
    payslips,
    wrong_sums: wrongSums,
    differences: differences.length,
    cpu_seconds: Math.round((user + system) / 1_000) / 1_000,
  }
}

/** Names the fields that differ. The people are invented. */
function describe(source: string, chunkSeed: string, difference: PayslipDifference) {
  const { userName, payDate, figures, expected } = difference
  const [got, wanted] = [figures, expected] as Record<string, unknown>[]
  const fields = Object.keys(wanted ?? {}).flatMap((field) => {
    const [ours, theirs] = [JSON.stringify(got?.[field]), JSON.stringify(wanted?.[field])]
    return ours === theirs ? [] : [`  ${field}: ${ours} instead of ${theirs}`]
  })
  return [`${source}, seed ${chunkSeed}, ${userName}, ${payDate}:`, ...fields].join('\n')
}

function isTimeUp() {
  return minutes !== undefined && Date.now() - startedAt > minutes * 60_000
}

function isSameCode(other: string) {
  return spawnSync('git', ['diff', '--quiet', other, '--', ...comparedCode], { cwd: project }).status === 0
}

function readChunks(): Chunk[] {
  if (!existsSync(log)) return []
  const lines = readFileSync(log, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line))
}

function sumOf<Field extends string>(items: readonly Record<Field, number>[], field: Field) {
  return items.reduce((sum, item) => sum + item[field], 0)
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        count: { type: 'string', default: String(defaultCount) },
        minutes: { type: 'string' },
        seed: { type: 'string' },
        log: { type: 'string', default: '.dev/payslip-comparison.jsonl' },
      },
    })
    const unknown = positionals.find((name) => !payslipSources.some((source) => source === name))
    if (unknown !== undefined) throw new Error(`there is no source ${unknown}`)
    const isWhole = (text: string) => /^[1-9]\d{0,6}$/.test(text)
    if (!isWhole(values.count) || !isWhole(values.minutes ?? '1'))
      throw new Error('--count and --minutes take a whole number')
    return {
      sources: (positionals.length > 0 ? positionals : payslipSources) as readonly PayslipSourceId[],
      count: Number(values.count),
      minutes: values.minutes === undefined ? undefined : Number(values.minutes),
      seed: values.seed,
      log: resolve(project, values.log),
    }
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}`)
    process.exit(2)
  }
}

function print(line: string) {
  progress.wipe()
  process.stdout.write(`${line}\n`)
}
