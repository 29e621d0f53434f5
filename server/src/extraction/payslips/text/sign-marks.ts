import type { PayslipLine, TextPiece } from './text-piece.ts'

// Some payslips print the sign of an amount before its label: `+ Salary £150.00`, `- Income tax £39.00`, `= Gross pay
// £898.72`.

/** Matches a sign at the start of a label, or alone. */
const leadingSign = /^([+\-–−=])(?: |$)/

/**
 * Gives amounts the sign before their labels, and removes the signs. A page must have both plus and minus signs; with
 * only one of them, they may be the bullets of a list.
 */
export function applySignMarks(lines: PayslipLine[]): PayslipLine[] {
  const signs = new Set(lines.map(signOf))
  if (!signs.has('+') || !signs.has('-')) return lines
  return lines.map((line) => {
    const sign = signOf(line)
    if (sign === null) return line
    const pieces = withoutSign(line.pieces)
    return { ...line, pieces: sign === '-' ? pieces.map(negate) : pieces }
  })
}

/** Returns the sign before the label of a row, or null if the line is not a row with a sign. */
function signOf({ pieces }: PayslipLine): '+' | '-' | '=' | null {
  const [first] = pieces
  const [, sign] = (first?.figure === null && leadingSign.exec(first.text)) || []
  const isRow = pieces.at(-1)?.figure?.pence != null && pieces.some(({ text }) => /\p{L}{2}/u.test(text))
  if (!sign || !isRow) return null
  return sign === '+' || sign === '=' ? sign : '-'
}

function withoutSign([first, ...rest]: TextPiece[]): TextPiece[] {
  if (!first) return rest
  const words = first.words.slice(1)
  const [next] = words
  if (!next) return rest
  return [{ ...first, text: first.text.replace(leadingSign, ''), words, x: next.x }, ...rest]
}

const negate = (piece: TextPiece): TextPiece => {
  const { figure } = piece
  if (figure?.pence == null || figure.pence <= 0) return piece
  return { ...piece, figure: { decimal: `-${figure.decimal}`, pence: -figure.pence } }
}
