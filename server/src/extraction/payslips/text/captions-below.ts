import { captionRowTuning } from '../tuning/text.ts'
import { classifyLabel } from './label-meaning.ts'
import type { PayslipLine, TextPiece } from './text-piece.ts'

// Printed forms have small captions below wide boxes: `2,344.25 | 522.11 | 1,822.14` above `TOTAL PAYMENTS | TOTAL
// DEDUCTIONS | NET PAY`. The amounts are at the right edges of the boxes, so no caption is below its amount.

/** Four neighbouring lines: amounts, their captions below, and the lines above and below both. */
export type CaptionRows = Record<'above' | 'values' | 'captions' | 'below', TextPiece[] | undefined>

/**
 * Whether the pieces are amounts and their captions below, which alternate from left to right. Each caption must name a
 * different kind of amount. With other lines as near, the captions may be those of the boxes below.
 */
export function areCaptionsBelow({ above, values = [], captions = [], below }: CaptionRows): boolean {
  const [value, caption] = [values[0], captions[0]]
  if (!value || !caption) return false
  const minDistance = captionRowTuning.minOtherDistance * (caption.y - value.y)
  if (above?.[0] && value.y - above[0].y < minDistance) return false
  if (below?.[0] && below[0].y - caption.y < minDistance) return false
  return alternate(values, captions)
}

function alternate(values: TextPiece[], captions: TextPiece[]): boolean {
  const kinds = new Set(captions.map(({ text, figure }) => (figure ? null : classifyLabel(text).kind)))
  return (
    values.length >= captionRowTuning.minBoxes &&
    captions.length === values.length &&
    kinds.size === captions.length &&
    !kinds.has(null) &&
    values.every((value, n) => {
      const [caption, next] = [captions[n], captions[n + 1]]
      return (
        caption !== undefined &&
        value.figure?.pence != null &&
        caption.right <= value.x &&
        (next === undefined || next.x >= value.right) &&
        caption.y > value.y &&
        caption.y - value.y <= captionRowTuning.maxDistance * value.size
      )
    })
  )
}

/** Moves captions below a row of boxes into the line of their amounts, each before its amount. */
export function moveCaptionsToAmounts(lines: PayslipLine[]): PayslipLine[] {
  const isCaptionLine = (n: number) => {
    const [above, values, captions, below] = [n - 2, n - 1, n, n + 1].map((at) =>
      lines[at]?.block === lines[n]?.block ? lines[at]?.pieces : undefined,
    )
    return areCaptionsBelow({ above, values, captions, below })
  }
  return lines.flatMap((line, n) => {
    if (isCaptionLine(n)) return []
    const captions = isCaptionLine(n + 1) ? (lines[n + 1]?.pieces ?? []) : []
    if (captions.length === 0) return [line]
    const moved = captions.map((caption) => ({ ...caption, y: line.y }))
    return [{ ...line, pieces: [...line.pieces, ...moved].toSorted((one, other) => one.x - other.x) }]
  })
}
