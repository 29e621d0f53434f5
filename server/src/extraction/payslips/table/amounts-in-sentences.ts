import { classifyLabel } from '../text/label-meaning.ts'
import { type PayAmountKind, periodMarks, yearMarks } from '../text/labels.ts'
import type { PayslipLine, TextPiece } from '../text/lines.ts'
import { joinParagraphs } from '../text/paragraphs.ts'
import { normaliseLabel, parseNumber } from '../text/values.ts'
import { labelStrength } from '../tuning/amounts.ts'
import type { LabelledPayAmount } from './labelled-amounts.ts'

// Notes below the tables state amounts in sentences: `Taxable pay to date £10,628.31. Holiday pay is included.`

/** Kinds of amounts that are read from sentences, for the year and for the period. */
const kindsOfYear = new Set<PayAmountKind | null>(['gross', 'net', 'tax', 'ni', 'taxable'])
const kindsOfPeriod = new Set<PayAmountKind | null>(['totalDeductions'])

/** Matches a sentence that consists of a label and an amount. */
const statement = /^(\p{L}[^£\d]{3,60}?):? (?:(?:is|was|of) )?(£?[\d,]+\.\d{2})$/u

/** Lists the amounts in text pieces that contain several sentences. Other words in a sentence disqualify it. */
export const findAmountsInSentences = (lines: PayslipLine[]): LabelledPayAmount[] =>
  lines.flatMap(({ pieces }, line) =>
    pieces
      .filter(({ figure }) => figure === null)
      .flatMap((piece) =>
        piece.text.split(/[.;] |\.$/).flatMap((sentence) => readStatement(piece, line, sentence.trim())),
      ),
  )

function readStatement(piece: TextPiece, line: number, sentence: string): LabelledPayAmount[] {
  const [, label = '', amount = ''] = statement.exec(sentence) ?? []
  const pence = parseNumber(amount)?.pence
  const { kind, isYear } = classifyLabel(label)
  if (pence == null || kind === null || !(isYear ? kindsOfYear : kindsOfPeriod).has(kind)) return []
  return [toSentenceAmount({ kind, span: isYear ? 'year' : 'period', pence, amount, label }, piece, line)]
}

type SentenceAmount = Pick<LabelledPayAmount, 'kind' | 'span' | 'pence'> & { amount: string; label: string }

const toSentenceAmount = (
  { kind, span, pence, amount, label }: SentenceAmount,
  piece: TextPiece,
  line: number,
): LabelledPayAmount => ({
  kind,
  span,
  pence,
  cell: {
    piece: toAmountPiece(piece, amount),
    line,
    labelPieces: [piece],
    numbersBefore: 0,
    labelsAbove: [],
    labelBelow: null,
    isYearToDateLine: false,
    titlesAbove: [],
    firstTextAbove: null,
    groupTitle: null,
    isInSentence: true,
    section: null,
    sectionTitle: null,
  },
  label: { ...piece, text: label },
  strength: labelStrength.inSentence,
  isYearOnlyByTable: false,
})

const amountForm = /£?\d[\d,]*\.\d{2}(?!\d)/g
/** Matches wording of sentences about amounts of the employer or of another time. */
const otherAmounts =
  /\b(employers?|we (?:also )?(?:paid|pay)|company|our contributions?|last (?:year|month|week|tax year)|previous|next|until|if|would|will)\b/i

/**
 * Lists the year-to-date amounts of sentences that may extend over several lines: `So far this tax year you have had
 * gross pay of £9,988.19, paid tax of £896.60 and National Insurance of £297.79.`
 */
export const findYearAmountsInParagraphs = (lines: PayslipLine[]): LabelledPayAmount[] =>
  joinParagraphs(lines).flatMap(({ text, pieces, line }) =>
    yearMarks.test(normaliseLabel(text)) || totalsOfYear.test(text)
      ? text
          .split(/(?<=[^\d.][.])\s|(?<=\d)\.\s/)
          .flatMap((sentence) => readYearSentence(sentence, pieces, line))
      : [],
  )

/** Matches wording about totals of the year: `your first payslip of the tax year, so your totals are …`. */
const totalsOfYear = /\btax year\b.*\btotals?\b|\btotals?\b.*\btax year\b/i

function readYearSentence(sentence: string, pieces: TextPiece[], line: number): LabelledPayAmount[] {
  if (otherAmounts.test(sentence)) return []
  const found: LabelledPayAmount[] = []
  let [end, isYear]: [number, boolean] = [0, totalsOfYear.test(sentence)]
  let lastKind: PayAmountKind | null = null
  for (const { index, 0: amount } of sentence.matchAll(amountForm)) {
    const label = sentence.slice(end, index)
    end = index + amount.length
    const isEqualToPeriod = /\bsame as\b/i.test(label)
    if (!isEqualToPeriod && periodMarks.test(normaliseLabel(label))) isYear = false
    else if (yearMarks.test(normaliseLabel(label))) isYear = true
    const kind: PayAmountKind | null = classifyEndOf(label) ?? (isOnlyYearMark(label) ? lastKind : null)
    lastKind = kind
    const pence = parseNumber(amount)?.pence
    const at = pieces.find((piece) => piece.text.includes(amount))
    if (!isYear || !kind || pence == null || !at || !kindsOfYear.has(kind)) continue
    found.push(toSentenceAmount({ kind, span: 'year', pence, amount, label }, at, line))
  }
  return found
}

const isOnlyYearMark = (label: string) =>
  normaliseLabel(label)
    .replace(yearMarks, '')
    .replace(/\b(?:and|the|in)\b|[,;]/g, '')
    .trim() === ''

/** Returns the meaning of the last words before an amount. The longest known label wins. */
function classifyEndOf(label: string): PayAmountKind | null {
  const words = label
    .replace(/(?:\b(?:of|is|was|are|were|at|to)|[:=£,;(\s])+$/gi, '')
    .split(/[\s,;:]+/)
    .filter((word) => word !== '')
  for (const text of Array.from({ length: maxLabelWords }, (_, n) =>
    words.slice(n - maxLabelWords).join(' '),
  )) {
    if (/^pay$/i.test(text)) return 'gross'
    const { kind } = classifyLabel(text)
    if (kind !== null && kind !== 'subtotal' && kind !== 'ignored') return kind
  }
  return null
}

/** Maximum number of words in the label of an amount within a sentence. */
const maxLabelWords = 5

/** Returns the part of the piece that contains the amount. */
function toAmountPiece(piece: TextPiece, amount: string): TextPiece {
  const words = piece.words.filter(({ text }) => text.includes(amount))
  const [first = piece] = words
  return {
    ...piece,
    text: amount,
    figure: parseNumber(amount),
    words: words.slice(0, 1),
    x: first.x,
    right: first.right,
  }
}
