import { scanned } from '../../sandbox/src/documents/scan.ts'
import type { Reading } from '../../server/src/extraction/document.ts'
import type { Maker, Producer, Wanted } from './document-maker.ts'

export type CleanJob = { is: 'clean'; wanted: Wanted; producer: Producer; isScan: boolean }
export type CleanOutcome = {
  is: 'clean'
  job: CleanJob
  trust: Reading['trust_score']
  kind: Reading['kind']
  verified: boolean
  codes: string[]
  messages: string[]
}

/** A paper that nobody touched. */
export async function tryClean(
  job: CleanJob,
  maker: Maker,
  read: (bytes: Uint8Array) => Promise<Reading>,
): Promise<CleanOutcome> {
  const { drawing } = maker.draw(job.wanted)
  const printed = await maker.print(drawing, job.producer)
  const scan = { dpi: 200, skewDegrees: 0.6, noise: 5, seed: String(job.wanted.turn) }
  const { findings, trust_score, kind, verified } = await read(
    job.isScan ? await scanned(printed, drawing, scan) : printed,
  )
  const high = findings.filter(({ severity }) => severity === 'high')
  return {
    is: 'clean',
    job,
    trust: trust_score,
    kind,
    verified,
    codes: findings.map(({ severity, code }) => `${severity} ${code}`),
    messages: high.map(({ code, message }) => `${code}: ${message}`),
  }
}
