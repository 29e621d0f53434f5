import { classifyLabel } from '../text/label-meaning.ts'
import { type PayAmountKind, periodMarks, yearMarks } from '../text/labels.ts'
import type { PayslipLine, TextPiece } from '../text/lines.ts'
import { joinParagraphs } from '../text/paragraphs.ts'
import { classifyTitle } from '../text/titles.ts'
import { normaliseLabel, parseNumber } from '../text/values.ts'
import { labelStrength, sentenceTuning } from '../tuning/amounts.ts'
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
  /\b(employers?|we (?:also )?(?:paid|pay)(?! you)|company|our contributions?|last (?:year|month|week|tax year)|previous|next|until|if|would|will)\b/i

/**
 * Lists the year-to-date amounts of sentences that may extend over several lines: `So far this tax year you have had
 * gross pay of £9,988.19, paid tax of £896.60 and National Insurance of £297.79.`
 */
export const findYearAmountsInParagraphs = (lines: PayslipLine[]): YearAmount[] =>
  joinParagraphs(lines).flatMap(({ text, pieces, line }) => {
    const isTitled = isBelowYearTitle(lines, line)
    if (!isTitled && !yearMarks.test(normaliseLabel(text)) && !isAboutTotals(text)) return []
    let last: YearAmount[] = []
    return text.split(/(?<=[^\d.][.])\s|(?<=\d)\.\s/).flatMap((sentence) => {
      const isContinued = last.length > 0 && partOfLastAmount.test(sentence)
      last = readYearSentence(sentence, pieces, line, isTitled || isContinued)
      return last
    })
  })

/** A year-to-date amount. `isLabelBehind` means that its label follows it: `£896.60 of tax`. */
export type YearAmount = LabelledPayAmount & { isLabelBehind: boolean }

/** Forms of wording that make a sentence one about totals of the year. */
const wordingOfTotals = [
  // `your first payslip of the tax year, so your totals are …`
  /\btax year\b.*\btotals?\b|\btotals?\b.*\btax year\b/i,
  // `Totals since you started with us: …`
  /\b(?:totals?|figures|amounts) since (?:you |your |the )?(?:start|join|began|employment|appointment)/i,
  // `Your totals with us to 30 June 2025 are …`, but not those of a year that ended on 5 April
  // `P45 figures: total pay in this employment …`, `Your P45 will show …`
  /\b(?:in|for|from) this (?:employment|job)\b|\bp45 (?:will show|shows|states)\b|\b(?:figures|totals|amounts) (?:for|on) your p45\b/i,
  /\b(?:totals|year)(?: with us| for you)?(?: up)? to (?:the )?(?!0?5(?:th)? ?(?:\/ ?0?4|apr))\d{1,2}\b/i,
]
const isAboutTotals = (text: string): boolean => wordingOfTotals.some((form) => form.test(text))

/** Matches the beginning of a sentence that divides the amount of the sentence before: `Of that, £148.80 went in tax.` */
const partOfLastAmount = /^(?:of|from|out of) (?:that|this|which|these|it)\b/i

/** Whether the line above is a title of year-to-date amounts: `So far this tax year`. */
function isBelowYearTitle(lines: PayslipLine[], line: number): boolean {
  const [[first], [title, ...others]] = [lines[line]?.pieces ?? [], lines[line - 1]?.pieces ?? []]
  return (
    first !== undefined &&
    title !== undefined &&
    others.length === 0 &&
    title.page === first.page &&
    title.block === first.block &&
    first.y - title.y <= first.size * sentenceTuning.maxTitleDistance &&
    classifyTitle(title.text)?.kind === 'year'
  )
}

/** Matches wording that names this payslip as the last one of the year to date. */
const upToThisPayslip =
  /,? ?\(?\b(?:up to(?: and including)?|including|incl\.?|inclusive of|with|after) this (?:pay(?:slip|ment|day)?|week|month|period|one)\b\)?/gi

const isOfPeriod = (label: string) => periodMarks.test(normaliseLabel(label.replace(upToThisPayslip, '')))

function readYearSentence(
  sentence: string,
  pieces: TextPiece[],
  line: number,
  isKnownAsYear: boolean,
): YearAmount[] {
  if (otherAmounts.test(sentence.replace(/\bp45 will show\b/i, ''))) return []
  const found: YearAmount[] = []
  const amounts = [...sentence.matchAll(amountForm)]
  const behindLast = sentence.slice((amounts.at(-1)?.index ?? 0) + (amounts.at(-1)?.[0].length ?? 0))
  // `You have paid tax £896.60 and National Insurance £297.79 so far this year.`
  const isMarkedAtEnd = yearMarks.test(normaliseLabel(behindLast)) && !isOfPeriod(sentence)
  let [end, isYear]: [number, boolean] = [0, isKnownAsYear || isMarkedAtEnd || isAboutTotals(sentence)]
  let lastKind: PayAmountKind | null = null
  for (const [n, { index, 0: amount }] of amounts.entries()) {
    const label = sentence.slice(end, index)
    end = index + amount.length
    const isEqualToPeriod = /\bsame as\b/i.test(label)
    if (!isEqualToPeriod && isOfPeriod(label)) isYear = false
    else if (yearMarks.test(normaliseLabel(label))) isYear = true
    const before: PayAmountKind | null = classifyEndOf(label.replace(upToThisPayslip, ''))
    const behind = readLabelBehind(sentence.slice(end, amounts[n + 1]?.index), n + 1 < amounts.length)
    if (behind) end += behind.length
    // With two labels that disagree, the amount has none.
    const kind: PayAmountKind | null =
      behind && before && behind.kind !== before && !behind.isDecisive
        ? null
        : (behind?.kind ?? before ?? (isOnlyYearMark(label) ? lastKind : null))
    lastKind = kind
    const pence = parseNumber(amount)?.pence
    const at = pieces.find((piece) => piece.text.includes(amount))
    if (!isYear || !kind || pence == null || !at || !kindsOfYear.has(kind)) continue
    const ofSentence = toSentenceAmount({ kind, span: 'year', pence, amount, label }, at, line)
    found.push({ ...ofSentence, isLabelBehind: behind !== null && before !== behind.kind })
  }
  return found
}

const isOnlyYearMark = (label: string) =>
  yearMarks.test(normaliseLabel(label)) &&
  normaliseLabel(label)
    .replace(yearMarks, '')
    .replace(/\b(?:and|the|in)\b|[,;]/g, '')
    .trim() === ''

const classifyInSentence = (text: string): PayAmountKind | null => {
  const { kind } = classifyLabel(text)
  return kind === 'subtotal' || kind === 'ignored' ? null : kind
}

/** Matches words between a label and its amount: `Tax paid since 6 April 2025 in this job: £144.00`. */
const sinceWhen = /\bsince (?:6(?:th)? )?april(?: 20\d\d)?\b|\b(?:in|from|for) this (?:job|employment)\b/gi

/** Matches words between a label and its amount: `your gross pay has come to £6,543.45`, `tax now totals £679.60`. */
const verbsBeforeAmount =
  /(?:\b(?:of|is|was|are|were|at|to|has|have|had|been|now|stands?|stood|comes?|came|amounts?|amounted|adds?|added|up|totals|totalled|totalling|reached|reaches|made)\b|[:=£,;(\s])+$/gi

/** Returns the meaning of the last words before an amount. The longest known label wins. */
function classifyEndOf(label: string): PayAmountKind | null {
  const words = label
    .replace(sinceWhen, '')
    .replace(verbsBeforeAmount, '')
    .split(/[\s,;:]+/)
    .filter((word) => word !== '')
  for (let length = Math.min(sentenceTuning.maxLabelWords, words.length); length > 0; length--) {
    const text = words.slice(-length).join(' ')
    const kind = /^pay$/i.test(text) ? 'gross' : classifyInSentence(text)
    if (kind === null) continue
    // `tax and National Insurance of £494.39` is the sum of two kinds.
    const [joint, other] = words.slice(0, -length).reverse()
    const isSum = /^(?:and|&|plus)$/i.test(joint ?? '') && classifyInSentence(other ?? '') !== null
    return isSum ? null : kind
  }
  return null
}

/** Matches words that say what was still to be taken from an amount: `£9,988.19 with us before deductions`. */
const beforeDeductions =
  /^ (?:(?:with|from|by) (?:us|me) )?before (?:any |all )?(?:deductions|stoppages|tax)\b/i

/** A label behind an amount and its length in the sentence. A decisive label outweighs one before the amount. */
type LabelBehind = { kind: PayAmountKind; length: number; isDecisive: boolean }

/** Matches the words before a label behind an amount, as in `£896.60 has gone in tax`, and the label itself. */
const leadOfLabelBehind =
  /^( (?:(?:(?:has|have|was|were|is|been|gone|went|paid|taken|deducted|sent) ){0,3}(?:of|in|as|for) )?)([^,;:.=£]+)/i

/**
 * Reads the label behind an amount: `£896.60 of tax and`, `£297.79 National Insurance`. The text ends at the next amount;
 * words that reach it belong to that amount, unless `of` joins them to this one.
 */
function readLabelBehind(text: string, isBeforeAmount: boolean): LabelBehind | null {
  const [gross] = beforeDeductions.exec(text) ?? []
  if (gross !== undefined) return { kind: 'gross', length: gross.length, isDecisive: true }
  const [, lead = '', rest = ''] = leadOfLabelBehind.exec(text) ?? []
  const words = rest.split(' ').filter((word) => word !== '')
  for (let length = Math.min(sentenceTuning.maxLabelWords, words.length); length > 0; length--) {
    const label = words.slice(0, length).join(' ')
    const kind = /^(?:and|plus)\b/i.test(label) ? null : classifyInSentence(label)
    if (kind === null) continue
    const reachesAmount = isBeforeAmount && text.trim() === `${lead}${label}`.trim()
    const [joint, ...others] = words.slice(length)
    const isSum =
      /^(?:and|&|plus)$/i.test(joint ?? '') &&
      others.some((_, n) => classifyInSentence(others.slice(0, n + 1).join(' ')) !== null)
    return isSum || (reachesAmount && lead === ' ')
      ? null
      : { kind, length: lead.length + label.length, isDecisive: false }
  }
  return null
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
