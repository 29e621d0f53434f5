import type { PayslipLine, TextPiece } from './text-piece.ts'
import { parseNumber } from './values.ts'

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

/** Matches a word behind an amount that is paid back. */
const refundMark = /^\(?(?:refund|refunded|rebate)\)?$/i
/** Matches the note that explains a letter behind amounts: `R indicates refund`. */
const refundNote =
  /(?:^|[ (])["'‘“]?([a-z]{1,2})["'’”]? ?(?:=|indicates|denotes|means) ?(?:a )?(?:tax )?(?:refund|rebate)/i

/**
 * Adds the word `refund` behind an amount to its text: `Tax | £86.40 | refund`. The word is outside the column of
 * amounts, so the edges of the amount are kept. A letter has this meaning if a note on the payslip says so.
 */
export function joinRefundMarks(lines: PayslipLine[]): PayslipLine[] {
  const letters = new Set(lines.flatMap((line) => refundNote.exec(textOf(line))?.[1] ?? []))
  const isMark = (text: string) => refundMark.test(text) || letters.has(text)
  return lines.map((line) => {
    const pieces = letters.size > 0 ? line.pieces.map((piece) => parseMarked(piece, letters)) : line.pieces
    return {
      ...line,
      pieces: pieces.flatMap((piece, n) => {
        const [before, next] = [pieces[n - 1], pieces[n + 1]]
        if (before?.figure?.pence != null && isMark(piece.text)) return []
        const isRefund = piece.figure?.pence != null && isMark(next?.text ?? '')
        return [isRefund ? { ...piece, text: `${piece.text} refund` } : piece]
      }),
    }
  })
}

const textOf = ({ pieces }: PayslipLine) => pieces.map(({ text }) => text).join(' ')

/** Parses an amount with the letter of a refund directly behind it: `69.60R`. */
function parseMarked(piece: TextPiece, letters: Set<string>): TextPiece {
  const [, amount = '', letter = ''] = /^([^a-z]*\d)([a-z]{1,2})$/i.exec(piece.text) ?? []
  const figure = letters.has(letter) ? parseNumber(amount) : null
  return figure?.pence == null ? piece : { ...piece, text: `${amount} refund`, figure }
}

/**
 * Joins the word `less` with the label behind it, if a column of them is left of the deductions: `less | PAYE tax |
 * 26.45` above `less | Uniform | 5.00`. A single one may be the title of the rows below.
 */
export function joinRepeatedLess(lines: PayslipLine[]): PayslipLine[] {
  const findLess = ({ pieces }: PayslipLine) => {
    const at = pieces.findIndex(
      ({ text }, n) =>
        /^less:?$/i.test(text) &&
        pieces[n + 1]?.figure === null &&
        pieces.slice(n + 2).some(({ figure }) => figure?.pence != null),
    )
    return at === -1 ? null : at
  }
  const edges = Map.groupBy(
    lines.flatMap((line) => line.pieces[findLess(line) ?? -1] ?? []),
    ({ x }) => Math.round(x),
  )
  return lines.map((line) => {
    const at = findLess(line)
    const [less, label] = at === null ? [] : line.pieces.slice(at, at + 2)
    if (!less || !label || (edges.get(Math.round(less.x))?.length ?? 0) < 2) return line
    const words = [...less.words, ...label.words]
    const joined = { ...label, text: `${less.text} ${label.text}`, words, x: less.x }
    return {
      ...line,
      pieces: line.pieces.flatMap((piece) => (piece === less ? [] : piece === label ? joined : piece)),
    }
  })
}

const negate = (piece: TextPiece): TextPiece => {
  const { figure } = piece
  if (figure?.pence == null || figure.pence <= 0) return piece
  return { ...piece, figure: { decimal: `-${figure.decimal}`, pence: -figure.pence } }
}
