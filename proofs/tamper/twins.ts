import type { TamperKind } from '../../sandbox/src/documents/types.ts'
import type { Reading } from '../../server/src/extraction/document.ts'
import type { Maker, Producer, Wanted } from './document-maker.ts'
import { pointsAt } from './positions.ts'

/** What a twin of each kind has to be told of. */
const rightCodes: Record<TamperKind, RegExp> = {
  'edited-amount': /^AMOUNT_CHANGED_BETWEEN_REVISIONS$/,
  'replaced-font': /^(FONT_OUTLIER|MIXED_FONTS)$/,
  'overlaid-text': /^(BOX_OVER_TEXT|TEXT_REDRAWN_OVER_COVER)$/,
  'overlaid-image': /^IMAGE_OVER_TEXT$/,
  'changed-metadata': /^(EDITING_SOFTWARE|MODIFIED_AFTER_CREATION)$/,
  'wrong-arithmetic': /^ARITHMETIC_/,
  'swapped-page': /^(LEFTOVER_PAGE|PAGE_|ARITHMETIC_)/,
}

export type TwinJob = { is: 'twin'; wanted: Wanted; producer: Producer; tamper: TamperKind }
/**
 * placed: the right code at the right place, over the box that was changed or on the page that was swapped. unproven: only that the figures do not prove each other, which keeps it from being trusted.
 */
export type Result = 'placed' | 'elsewhere' | 'unproven' | 'missed'

export type TwinOutcome = {
  is: 'twin'
  job: TwinJob
  result: Result
  trust: Reading['trust_score']
  codes: string[]
}

export async function tryTwin(
  job: TwinJob,
  maker: Maker,
  read: (bytes: Uint8Array) => Promise<Reading>,
): Promise<TwinOutcome> {
  const { bytes, tampering } = await maker.twin(job.wanted, { producer: job.producer, tamper: job.tamper })
  const { findings, trust_score } = await read(bytes)
  const right = findings.filter(({ code }) => rightCodes[job.tamper].test(code))
  // Arithmetic shows figures that contradict each other; which of them is the wrong one, and on which page, it cannot know.
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
