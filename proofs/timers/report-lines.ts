import type { Claims } from './claims.ts'
import type { Drained, Look } from './drain.ts'
import type { Memory } from './memory.ts'
import { percentilesOf } from './percentiles.ts'
import type { Starts } from './starts.ts'

export function print(line: string) {
  process.stdout.write(`  ${line}\n`)
}

export function drainInWords({ count, rate, first, last, delayMs, repeated, cost }: Drained) {
  return [
    `${count} drained at ${whole(rate)}/s (at first ${whole(first)}, at last ${whole(last)})`,
    `the first ended after ${whole(delayMs)} ms`,
    `${repeated} handed out twice`,
    cost,
  ].join(', ')
}

export function claimsInWords({ taken, rows, blocks }: Claims) {
  const { p50, p99 } = percentilesOf(taken)
  return `claim p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, ${(blocks / rows).toFixed(1)} blocks a row`
}

export function startsInWords({ direct, dispatched }: Starts) {
  return `started after their commit: ${waitsInWords(direct)}; through the dispatcher: ${waitsInWords(dispatched)}`
}

function waitsInWords(waits: number[]) {
  const { p50, p99, count } = percentilesOf(waits)
  return `p50 ${whole(p50)} ms, p99 ${whole(p99)} ms (${count})`
}

/** Rates and times are those since the look before. */
export function lookInWords(seen: Look, earlier: Look) {
  const claimMs = (seen.claimMs - earlier.claimMs) / (seen.claims - earlier.claims)
  const ended = seen.ended - earlier.ended
  return [
    `${ended} more ended at ${whole((ended * 1000) / (seen.atMs - earlier.atMs))}/s`,
    `a claim ${claimMs.toFixed(1)} ms`,
    `${seen.deadRows} dead rows`,
    `${seen.vacuums} vacuums`,
    `claim index ${megabytes(seen.indexBytes)} MB`,
  ].join(', ')
}

export const memoryInWords = ({ dispatcher, worker, nats, postgres }: Memory) =>
  `dispatcher ${megabytes(dispatcher)}, worker ${megabytes(worker)}, NATS ${megabytes(nats)}, PostgreSQL ${megabytes(postgres)} MB`

export const whole = (value: number) => value.toFixed(0)

const megabytes = (bytes: number) => whole(bytes / 1024 ** 2)
