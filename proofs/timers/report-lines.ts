import type { ClaimFigures } from './claims.ts'
import type { DrainFigures, DrainSample } from './drain.ts'
import type { ProcessMemory } from './memory.ts'
import { percentilesOf } from './percentiles.ts'
import type { StartDelays } from './starts.ts'

export function print(line: string) {
  process.stdout.write(`  ${line}\n`)
}

export function describeDrain({ count, rate, first, last, delayMs, repeated, cost }: DrainFigures) {
  return [
    `${count} drained at ${formatInteger(rate)}/s (first part ${formatInteger(first)}, last part ${formatInteger(last)})`,
    `the first finished after ${formatInteger(delayMs)} ms`,
    `${repeated} offered twice`,
    cost,
  ].join(', ')
}

export function describeClaims({ timesMs, rows, blocks }: ClaimFigures) {
  const { p50, p99 } = percentilesOf(timesMs)
  return `claim p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, ${(blocks / rows).toFixed(1)} blocks per row`
}

export function describeStarts({ direct, dispatched }: StartDelays) {
  return `from commit to start: ${describeDelays(direct)}; through the dispatcher: ${describeDelays(dispatched)}`
}

function describeDelays(waits: number[]) {
  const { p50, p99, count } = percentilesOf(waits)
  return `p50 ${formatInteger(p50)} ms, p99 ${formatInteger(p99)} ms (${count})`
}

/** Describes rates and times since the earlier sample. */
export function describeSample(sample: DrainSample, earlier: DrainSample) {
  const claimMs = (sample.claimMs - earlier.claimMs) / (sample.claims - earlier.claims)
  const ended = sample.ended - earlier.ended
  return [
    `${ended} more finished at ${formatInteger((ended * 1000) / (sample.atMs - earlier.atMs))}/s`,
    `${claimMs.toFixed(1)} ms per claim`,
    `${sample.deadRows} dead rows`,
    `${sample.vacuums} vacuums`,
    `claim index ${megabytes(sample.indexBytes)} MB`,
  ].join(', ')
}

export const describeMemory = ({ dispatcher, worker, nats, postgres }: ProcessMemory) =>
  `dispatcher ${megabytes(dispatcher)}, worker ${megabytes(worker)}, NATS ${megabytes(nats)}, PostgreSQL ${megabytes(postgres)} MB`

export const formatInteger = (value: number) => value.toFixed(0)

const megabytes = (bytes: number) => formatInteger(bytes / 1024 ** 2)
