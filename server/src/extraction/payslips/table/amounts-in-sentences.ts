import { classifyLabel } from '../text/label-meaning.ts'
import type { PayAmountKind } from '../text/labels.ts'
import type { PayslipLine, TextPiece } from '../text/lines.ts'
import { parseNumber } from '../text/values.ts'
import { labelStrength } from '../tuning.ts'
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
  return [
    {
      kind,
      span: isYear ? 'year' : 'period',
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
    },
  ]
}

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
