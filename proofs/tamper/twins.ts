import type { TamperKind } from '../../sandbox/src/documents/types.ts'
import type { DocumentReading } from '../../server/src/extraction/document.ts'
import type { DocumentMaker, DocumentSpec, Producer } from './document-maker.ts'
import { pointsAt } from './positions.ts'

/** Codes of the expected finding for each kind of tampering. */
const expectedCodes: Record<TamperKind, RegExp> = {
  'edited-amount': /^AMOUNT_CHANGED_BETWEEN_REVISIONS$/,
  'replaced-font': /^(FONT_OUTLIER|MIXED_FONTS)$/,
  'overlaid-text': /^(BOX_OVER_TEXT|TEXT_REDRAWN_OVER_COVER)$/,
  'overlaid-image': /^IMAGE_OVER_TEXT$/,
  'changed-metadata': /^(EDITING_SOFTWARE|MODIFIED_AFTER_CREATION)$/,
  'wrong-arithmetic': /^ARITHMETIC_/,
  'swapped-page': /^(LEFTOVER_PAGE|PAGE_|ARITHMETIC_)/,
}

export type TwinJob = { is: 'twin'; spec: DocumentSpec; producer: Producer; tamper: TamperKind }
/**
 * placed: the expected code at the changed box or page. elsewhere: the expected code at another position. unproven:
 * only reported as unverified, which prevents a high trust score. missed: no finding.
 */
type TwinResult = 'placed' | 'elsewhere' | 'unproven' | 'missed'

export type TwinCheck = {
  is: 'twin'
  job: TwinJob
  result: TwinResult
  trust: DocumentReading['trust_score']
  codes: string[]
}

export async function checkTwin(
  job: TwinJob,
  maker: DocumentMaker,
  read: (bytes: Uint8Array) => Promise<DocumentReading>,
): Promise<TwinCheck> {
  const { bytes, tampering } = await maker.twin(job.spec, { producer: job.producer, tamper: job.tamper })
  const { findings, trust_score } = await read(bytes)
  const right = findings.filter(({ code }) => expectedCodes[job.tamper].test(code))
  // Contradictory figures show that something is wrong, but not which figure it is or on which page.
  const isPlaced = right.some((finding) =>
    job.tamper === 'wrong-arithmetic'
      ? finding.places.length > 0
      : tampering.changes.some((change) => pointsAt(finding, change)),
  )
  const isUnproven = job.tamper === 'wrong-arithmetic' && findings.some(({ code }) => code === 'NOT_VERIFIED')
  return {
    is: 'twin',
    job,
    trust: trust_score,
    result: isPlaced ? 'placed' : right.length > 0 ? 'elsewhere' : isUnproven ? 'unproven' : 'missed',
    codes: findings.map(({ severity, code }) => `${severity} ${code}`),
  }
}
