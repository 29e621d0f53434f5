import { simulateScan } from '../../sandbox/src/documents/scan.ts'
import type { DocumentReading } from '../../server/src/extraction/document.ts'
import type { DocumentMaker, DocumentSpec, Producer } from './document-maker.ts'

export type CleanJob = { is: 'clean'; spec: DocumentSpec; producer: Producer; isScan: boolean }
export type CleanCheck = {
  is: 'clean'
  job: CleanJob
  trust: DocumentReading['trust_score']
  kind: DocumentReading['kind']
  verified: boolean
  codes: string[]
  messages: string[]
}

/** Reads an unaltered document and returns its findings. */
export async function checkClean(
  job: CleanJob,
  maker: DocumentMaker,
  read: (bytes: Uint8Array) => Promise<DocumentReading>,
): Promise<CleanCheck> {
  const { drawing } = maker.draw(job.spec)
  const printed = await maker.print(drawing, job.producer)
  const scan = { dpi: 200, skewDegrees: 0.6, noise: 5, seed: String(job.spec.turn) }
  const { findings, trust_score, kind, verified } = await read(
    job.isScan ? await simulateScan(printed, drawing, scan) : printed,
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
