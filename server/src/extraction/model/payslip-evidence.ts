import type { PayslipReading } from '../document.ts'
import type { LocatedValue } from './locate.ts'
import type { DrawnPayslip, LocatedPayLine } from './payslip-sheet.ts'
import type { LocatedAmount } from './proposal.ts'
import type { NumberedLine, NumberedWord } from './words.ts'

// Evidence of the layout for the lines of a payslip. Their amounts add up whichever description each of them has,
// and a payment may change places with a deduction of the same amount.

/** Whether the reading of a sheet has the lines and totals that were drawn. A description may look like a total. */
export function isFaithfulToPayslip(drawn: DrawnPayslip, { income_information }: PayslipReading): boolean {
  const { earnings, deductions } = income_information
  const isSame = (one: LocatedAmount | null, other: string | null) =>
    !one || (other !== null && toPence(other) === (one.isNegative ? -one.pence : one.pence))
  const haveSameLines = (lines: readonly LocatedPayLine[], read: readonly { amount: string }[]) =>
    sortNonZero(lines.map(({ amount }) => amount.pence)) ===
    sortNonZero(read.map(({ amount }) => Math.abs(toPence(amount))))
  return (
    isSame(drawn.gross, earnings.gross_pay) &&
    isSame(drawn.net, earnings.net_pay) &&
    isSame(drawn.total, deductions.total_deductions) &&
    haveSameLines(drawn.earnings, earnings.earning_elements) &&
    haveSameLines(drawn.deductions, deductions.deductions_elements)
  )
}

const toPence = (amount: string) => Number(amount.replace('.', ''))

const sortNonZero = (pence: readonly number[]) =>
  pence
    .filter((each) => each !== 0)
    .toSorted((a, b) => a - b)
    .join()

/** Whether the layout leaves no doubt which description belongs to which amount, and which lines are payments. */
export function arePayLinesUnmistakable(
  { earnings, deductions }: DrawnPayslip,
  lines: readonly NumberedLine[],
): boolean {
  const all = [...earnings, ...deductions]
  return (
    // The product of hours and rate is the same if they are exchanged.
    all.every(({ quantity, rate }) => !quantity && !rate) &&
    all.every(({ description }) => isWholeText(description, lines)) &&
    (all.every((line) => isBesideAmount(line, all)) || areAboveOrBelow(all, lines)) &&
    areApart(earnings, deductions)
  )
}

/** Words of one text are closer than this, as a share of the type size. */
const maxGap = 0.7

/**
 * Whether a description is a text of one line, and no word before or after it is part of that. `Tax` may be cut from
 * `Tax refund`, and a word of another column may be added.
 */
function isWholeText({ words }: LocatedValue, lines: readonly NumberedLine[]): boolean {
  const [first] = words
  const last = words.at(-1)
  if (!first || !last) return false
  const line = lines[first.line]?.words ?? []
  const start = line.indexOf(first)
  const end = line.indexOf(last)
  const touchesNext = (n: number) => {
    const [left, right] = [line[n], line[n + 1]]
    return (
      left !== undefined &&
      right !== undefined &&
      right.word.x - left.word.right < maxGap * Math.min(left.word.size, right.word.size)
    )
  }
  const isTogether = words.every(
    (word, n) => word === line[start + n] && (n === 0 || touchesNext(start + n - 1)),
  )
  return isTogether && !touchesNext(start - 1) && !touchesNext(end)
}

/** Whether the description is left of its amount, with no value of another line in between. */
function isBesideAmount(line: LocatedPayLine, all: readonly LocatedPayLine[]): boolean {
  const { description, amount } = line
  const [first] = amount.words
  const last = description.words.at(-1)
  if (!first || !last || description.words.some((word) => word.line !== first.line)) return false
  const isBetween = ({ id }: NumberedWord) => id > last.id && id < first.id
  return (
    last.id < first.id &&
    !all.some(
      (other) =>
        other !== line &&
        [other.description, other.amount, other.year].some((value) => value?.words.some(isBetween)),
    )
  )
}

/** Points by which the distances between descriptions and their amounts differ at most. */
const distanceTolerance = 2
/** A description on another line is nearer to its amount than to that of any other line, by this factor. */
const minDistanceFactor = 1.5

/** Whether all descriptions are above their amounts at the same distance, or below, and no other text is beside them. */
function areAboveOrBelow(all: readonly LocatedPayLine[], lines: readonly NumberedLine[]): boolean {
  const places = all.map(({ description, amount }) => ({
    text: lineOf(description, lines),
    amount: lineOf(amount, lines),
  }))
  const distances = places.map(({ text, amount }) => (text?.y ?? 0) - (amount?.y ?? 0))
  const [distance = 0] = distances
  return (
    all.length > 1 &&
    distance !== 0 &&
    distances.every((other) => Math.abs(other - distance) <= distanceTolerance) &&
    places.every(
      ({ text, amount }, n) =>
        text?.page === amount?.page &&
        !amount?.words.some(({ word }) => /\p{L}{2}/u.test(word.text)) &&
        places.every(
          (other, k) =>
            k === n ||
            other.amount?.page !== text?.page ||
            Math.abs((other.amount?.y ?? 0) - (text?.y ?? 0)) >= minDistanceFactor * Math.abs(distance),
        ),
    )
  )
}

const lineOf = ({ words }: LocatedValue, lines: readonly NumberedLine[]) => lines[words[0]?.line ?? -1]

/** Whether payments and deductions are in columns of their own, or one above the other on the same page. */
function areApart(earnings: readonly LocatedPayLine[], deductions: readonly LocatedPayLine[]): boolean {
  const edges = (lines: readonly LocatedPayLine[]) =>
    lines.map(({ amount }) => amount.words.at(-1)?.word.right ?? 0)
  const rows = (lines: readonly LocatedPayLine[]) => lines.map(({ amount }) => amount.words[0]?.line ?? 0)
  return (
    areSeparate(edges(earnings), edges(deductions), minColumnDistance) ||
    areSeparate(rows(earnings), rows(deductions), 1)
  )
}

/** Points between the right edges of two columns of amounts. */
const minColumnDistance = 30

const areSeparate = (some: readonly number[], others: readonly number[], distance: number) =>
  Math.min(...some) - Math.max(...others) >= distance || Math.min(...others) - Math.max(...some) >= distance
