import { PDFDocument } from '@cantoo/pdf-lib'
import { leftOf } from '../text-metrics.ts'
import { changesOf, paperBelow, pickTargets, type Target } from './amounts.ts'
import { cover, rewriteText, write } from './page-content.ts'
import type { Genuine, Twin } from './types.ts'

/**
 * A figure is changed and the change appended to the file, which still begins with every byte of the genuine one.
 * In files of the library the digits in the page's stream are others. The browser embeds only the glyphs it used,
 * so there the appended revision covers the figure and paints the new one.
 */
export async function editAmount({ bytes, drawing, producer, random }: Genuine): Promise<Twin> {
  const targets = pickTargets(drawing, random)
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false, forIncrementalUpdate: true })
  for (const target of targets) {
    if (producer === 'library') rewriteText(pdf, target, (block) => withNewDigits(block, target))
    else {
      cover(pdf, target, paperBelow(drawing.sheets[target.page - 1]?.marks ?? [], target.mark))
      await write(pdf, target)
    }
  }
  const edited = await pdf.commit({ useObjectStreams: false })
  return { bytes: Buffer.from(edited), tampering: { kind: 'edited-amount', changes: changesOf(targets) } }
}

/** The block keeps its font and its right edge. */
function withNewDigits(block: string, { mark, now }: Target): string {
  const left = Math.round(leftOf({ ...mark, text: now }) * 1000) / 1000
  return block
    .replace(/^1 0 0 1 \S+/m, `1 0 0 1 ${left}`)
    .replace(/^\[.*\] TJ$/m, `[<${Buffer.from(now, 'latin1').toString('hex')}> 0] TJ`)
}
