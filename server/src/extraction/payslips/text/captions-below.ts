import { captionRowTuning } from '../tuning/text.ts'
import { classifyLabel } from './label-meaning.ts'
import type { PayslipLine, TextPiece } from './text-piece.ts'

// Printed forms have small captions below wide boxes: `2,344.25 | 522.11 | 1,822.14` above `TOTAL PAYMENTS | TOTAL
// DEDUCTIONS | NET PAY`. The amounts are at the right edges of the boxes, so no caption is below its amount.

/**
 * Whether the pieces are amounts and their captions below, which alternate from left to right. Each caption must name a
 * different kind of amount.
 */
export function areCaptionsBelow(values: TextPiece[], captions: TextPiece[]): boolean {
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
    const [values, captions] = [lines[n - 1], lines[n]]
    return (
      values !== undefined &&
      values.block === captions?.block &&
      areCaptionsBelow(values.pieces, captions.pieces)
    )
  }
  return lines.flatMap((line, n) => {
    if (isCaptionLine(n)) return []
    const captions = isCaptionLine(n + 1) ? (lines[n + 1]?.pieces ?? []) : []
    if (captions.length === 0) return [line]
    const moved = captions.map((caption) => ({ ...caption, y: line.y }))
    return [{ ...line, pieces: [...line.pieces, ...moved].toSorted((one, other) => one.x - other.x) }]
  })
}
