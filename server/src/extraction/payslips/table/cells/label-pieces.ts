import { classifyDeduction, classifyEarning } from '../../../../vocabulary/payslip-lines.ts'
import { classifyLabel } from '../../text/label-meaning.ts'
import type { TextPiece } from '../../text/lines.ts'

// Chooses the label among the texts before a number. Codes, numbers of hours and remarks may be beside the label.

const codeForm = /^(\d{1,5}|[A-Z]{1,2}\d{1,4})$/

/** Matches a number of units in a column of its own: `3 days`, `45 hours @`. */
export const countForm =
  /^[\d.]+ (hours?|hrs?|h|days?|sessions?|shifts?|units?|visits?|lessons?|nights?|miles|weeks?)( ?(?:[@x×]|at))?$/i

/** Matches quantity, unit and rate in a column of their own: `1,240 punnets @ 0.38`. */
const unitsForm = /^[\d,.]+ ?\p{L}* ?(?:@|x|×) ?£?[\d,.]+$/u

/** Returns the piece nearest to the numbers that is not a code, a number of hours or a remark. */
export function chooseLabel(labelPieces: TextPiece[]): TextPiece {
  const texts = labelPieces.filter(
    ({ text }) =>
      /[a-z]{2}/i.test(text) && !codeForm.test(text) && !countForm.test(text) && !unitsForm.test(text),
  )
  const [last, before] = [texts.at(-1), texts.at(-2)]
  if (last && before && isRemark(last, before)) return before
  return last ?? (labelPieces.at(-1) as TextPiece)
}

/** Whether a text remarks on the label before it: `NET PAY | into your bank`, `Workplace pension | 5% qualifying`. */
function isRemark({ text }: TextPiece, before: TextPiece): boolean {
  const isKnown =
    classifyLabel(before.text).kind !== null ||
    classifyDeduction(before.text) !== 'other' ||
    classifyEarning(before.text, { isByUnit: false }).kind !== 'other'
  return /^\p{Lu}/u.test(before.text) && (/^\(.*\)$/.test(text) || (isKnown && /^[\p{Ll}\d]/u.test(text)))
}
