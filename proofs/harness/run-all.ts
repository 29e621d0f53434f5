import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openProgress } from '../../server/src/platform/telemetry/progress.ts'
import { catalogue, findEntry, regularProofs } from './catalogue.ts'
import { headCommit, isDirty, isSameCode } from './git-state.ts'
import { explainTooBusy, type LoadDuringRun, watchMachine } from './machine-load.ts'
import { areAllReached, describeMeasurements, type Measurement, withholdTimed } from './measurement.ts'
import type { ProofEntry } from './proof.ts'
import { type ProofResult, readResults, writeResult } from './results.ts'
import { chooseSeed } from './seed.ts'
import { chooseShard, parseShard } from './shards.ts'

// npm run proofs -- [--shard 1/3] [--only a,b] [--force] [--seed HEX|random] [--wait-minutes 10]
// Runs proofs at full size and records each in proofs/results/NAME.json. A proof already recorded for this code is skipped.
// Exits with 0 if all of them are recorded and reach their bars, 1 if one missed a bar or failed, 3 if one was refused.

const { values } = parseArgs({
  options: {
    shard: { type: 'string', default: '1/1' },
    only: { type: 'string' },
    force: { type: 'boolean', default: false },
    seed: { type: 'string' },
    'wait-minutes': { type: 'string', default: '10' },
  },
})

const program = fileURLToPath(new URL('prove.ts', import.meta.url))
const quietSampleMs = 10_000
const logLines = 25
/** A proof that takes this many times its estimate is considered hung and killed. */
const maxEstimateFactor = 8
const minLimitMinutes = 60
const exitCodes = { reached: 0, missed: 1, refused: 3 }

const progress = openProgress(process.stderr)
const seed = chooseSeed(values.seed)
const waitMs = Number(values['wait-minutes']) * 60_000
const names = values.only?.split(',')
const unknown = names?.filter((name) => !findEntry(name)) ?? []
if (unknown.length > 0) throw new Error(`There is no proof called ${unknown.join(', ')}`)
const selected = names ? catalogue.filter(({ name }) => names.includes(name)) : regularProofs
const queue = chooseShard(selected, parseShard(values.shard)).filter((entry) => !isRecorded(entry))

const [commit, dirty] = [headCommit(), isDirty()]
print(
  `Shard ${values.shard}, seed ${seed}, commit ${commit.slice(0, 8)}${dirty ? ' with uncommitted changes' : ''}: ` +
    `${queue.map(({ name }) => name).join(', ') || 'nothing left to run'}`,
)
progress.step('running proofs', queue.length, 'proofs')
const count = queue.length
const refused: string[] = []
const missed: string[] = []
let running: number | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    stopChild('SIGTERM')
    process.exit(128 + (signal === 'SIGINT' ? 2 : 15))
  })
}

while (queue.length > 0) {
  const entry = await takeNext()
  if (!entry) continue
  print(
    `\nProof ${count - queue.length} of ${count}; about ${minutesLeft(entry)} minutes left by the estimates`,
  )
  const result = await run(entry)
  progress.add()
  if (!result) continue
  writeResult(result)
  print(
    `${result.reached ? 'REACHED' : 'MISSED'} ${entry.name}: ${result.error ?? describeMeasurements(result.measurements)}`,
  )
  if (!result.reached) missed.push(entry.name)
}
progress.end()
print('\nnpm run proofs:publish writes docs/proofs.md from the recorded results.')
if (missed.length > 0) print(`Missed: ${missed.join(', ')}`)
if (refused.length > 0) print(`Refused, nothing recorded: ${refused.join(', ')}`)
process.exit(
  missed.length > 0 ? exitCodes.missed : refused.length > 0 ? exitCodes.refused : exitCodes.reached,
)

function isRecorded({ name }: ProofEntry) {
  if (values.force) return false
  const result = readResults().find((one) => one.name === name)
  const isCurrent = result && !result.error && !result.dirty && !isDirty() && isSameCode(result.commit)
  if (isCurrent)
    print(`${name}: already recorded for this code at ${result.finishedAt} (--force to run it again)`)
  return Boolean(isCurrent)
}

/**
 * Returns the next proof. While the machine is busy, proofs that do not depend on its speed run first; then waits
 * until the machine is quiet.
 */
async function takeNext(): Promise<ProofEntry | undefined> {
  const speed = queue.find(({ kind }) => kind === 'speed')
  const other = queue.find(({ kind }) => kind !== 'speed')
  if (!speed) return take(other)
  const deadline = Date.now() + (other ? 0 : waitMs)
  for (;;) {
    const reason = await explainBusyNow()
    if (!reason) return take(speed)
    if (other) return take(other)
    if (Date.now() >= deadline) {
      refuse(speed, `${reason} for ${values['wait-minutes']} minutes`)
      return undefined
    }
    print(`waiting for a quiet machine: ${reason}`)
    await sleep(quietSampleMs)
  }
}

function take(entry: ProofEntry | undefined) {
  if (entry) queue.splice(queue.indexOf(entry), 1)
  return entry
}

function refuse(entry: ProofEntry, reason: string) {
  take(entry)
  refused.push(entry.name)
  print(`REFUSED ${entry.name}: ${reason}; no figures recorded`)
}

async function explainBusyNow() {
  const watch = watchMachine()
  await sleep(quietSampleMs)
  return explainTooBusy(watch.stop())
}

async function run(entry: ProofEntry): Promise<ProofResult | undefined> {
  print(`\n${new Date().toISOString()} ${entry.name}: ${entry.claim}`)
  const loadAverageBefore = loadavg()[0] ?? 0
  const startedAt = new Date()
  const watch = watchMachine()
  const { measurements, error, log } = await runChild(entry)
  const load = watch.stop()
  const finishedAt = new Date()
  const reason = explainTooBusy(load)
  if (reason && entry.kind === 'speed') {
    refuse(entry, `while it ran, ${reason}`)
    return undefined
  }
  const recorded = reason ? withholdTimed(measurements) : measurements
  const isWithheld = recorded.some(({ withheld }) => withheld)
  return {
    name: entry.name,
    claim: entry.claim,
    kind: entry.kind,
    reached: error === undefined && areAllReached(recorded),
    measurements: recorded,
    ...(error !== undefined && { error }),
    seed,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    durationSeconds: Math.round((finishedAt.getTime() - startedAt.getTime()) / 1_000),
    commit,
    dirty,
    machine: describeMachine(),
    load: roundLoad({ ...load, loadAverageBefore }),
    ...(reason && isWithheld && { withheld: reason }),
    log,
  }
}

type ChildEnd = { measurements: Measurement[]; error: string | undefined; log: string[] }

/** Runs a proof in its own process group, so that everything it starts can be killed. */
async function runChild({ name, minutes }: ProofEntry): Promise<ChildEnd> {
  const folder = mkdtempSync(join(tmpdir(), 'payproof-proofs-'))
  const output = join(folder, 'measurements.json')
  let text = ''
  const child = spawn(process.execPath, [program, name, '--full', '--seed', seed, '--output', output], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  running = child.pid
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      progress.wipe()
      process.stdout.write(chunk)
      text = `${text}${chunk}`.slice(-20_000)
    })
  }
  const limitMinutes = Math.max(minLimitMinutes, minutes * maxEstimateFactor)
  const timeout = setTimeout(() => stopChild('SIGKILL'), limitMinutes * 60_000)
  const { code, signal } = await new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  clearTimeout(timeout)
  running = undefined
  const measurements = readMeasurements(output)
  rmSync(folder, { recursive: true })
  return {
    measurements: measurements ?? [],
    error: measurements ? undefined : `ended without figures (${signal ?? `exit code ${code}`})`,
    log: text.trimEnd().split('\n').slice(-logLines),
  }
}

function readMeasurements(file: string): Measurement[] | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // The proof threw an error or was stopped before it had figures.
    return undefined
  }
}

function stopChild(signal: 'SIGTERM' | 'SIGKILL') {
  if (running === undefined) return
  try {
    process.kill(-running, signal)
  } catch {
    // The process group has just exited.
  }
}

function describeMachine(): ProofResult['machine'] {
  return {
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 1024 ** 3),
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    node: process.version,
  }
}

function roundLoad(load: LoadDuringRun & { loadAverageBefore: number }): ProofResult['load'] {
  const round = (value: number) => Math.round(value * 1_000) / 1_000
  return {
    loadAverageBefore: round(load.loadAverageBefore),
    others: round(load.others),
    othersInWorstMinute: round(load.othersInWorstMinute),
    steal: round(load.steal),
  }
}

function minutesLeft(entry: ProofEntry) {
  return [entry, ...queue].reduce((sum, { minutes }) => sum + minutes, 0)
}

function print(line: string) {
  progress.wipe()
  process.stdout.write(`${line}\n`)
}
