import { PDFDocument } from '@cantoo/pdf-lib'
import { leftOf } from '../text-metrics.ts'
import { backgroundBelow, changesOf, pickTargets, type TamperTarget } from './amounts.ts'
import { cover, rewriteText, write } from './page-content.ts'
import type { GenuineDocument, TamperedCopy } from './types.ts'

/**
 * Changes a figure in an incremental update, so that the file still starts with every byte of the genuine file. In
 * library files, the digits in the content stream are replaced. Chromium embeds only the glyphs it uses, so in
 * Chromium files the update covers the figure and paints a new one.
 */
export async function editAmount({
  bytes,
  drawing,
  producer,
  random,
}: GenuineDocument): Promise<TamperedCopy> {
  const targets = pickTargets(drawing, random)
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false, forIncrementalUpdate: true })
  for (const target of targets) {
    if (producer === 'library') rewriteText(pdf, target, (block) => withNewDigits(block, target))
    else {
      cover(pdf, target, backgroundBelow(drawing.sheets[target.page - 1]?.marks ?? [], target.mark))
      await write(pdf, target)
    }
  }
  const edited = await pdf.commit({ useObjectStreams: false })
  return { bytes: Buffer.from(edited), tampering: { kind: 'edited-amount', changes: changesOf(targets) } }
}

/** Replaces the digits; font and right edge stay the same. */
function withNewDigits(block: string, { mark, now }: TamperTarget): string {
  const left = Math.round(leftOf({ ...mark, text: now }) * 1000) / 1000
  return block
    .replace(/^1 0 0 1 \S+/m, `1 0 0 1 ${left}`)
    .replace(/^\[.*\] TJ$/m, `[<${Buffer.from(now, 'latin1').toString('hex')}> 0] TJ`)
}
