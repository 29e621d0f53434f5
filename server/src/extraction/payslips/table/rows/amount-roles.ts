import type { TextPiece } from '../../text/lines.ts'
import { normaliseLabel } from '../../text/values.ts'
import type { NumberCell } from '../cells/number-cell.ts'
import { isProduct } from './units-product.ts'

// Decides which numbers of a row are its amount, quantity and rate.

type Factors = { quantity: TextPiece | null; rate: TextPiece | null }

/** The numbers of a row by role. Several numbers may be the amount if the columns have no titles. */
export type RowNumbers = Factors & { amounts: NumberCell[] }

/** Whether the number is a year-to-date amount, an employer's contribution or the balance of a loan. */
export const isNotOfPeriod = ({
  titlesAbove,
  section,
  isYearToDateLine,
  numbersBefore,
}: NumberCell): boolean =>
  (isYearToDateLine && numbersBefore > 0) ||
  titlesAbove.some(({ kind, span, role }) => kind === 'employer' || span === 'year' || role === 'balance') ||
  section === 'year'

/** Matches the title of a column of codes that is not listed among the titles: `Post`, `Job no.`, `Cost centre`. */
const codeTitle =
  /^(?:(?:post|job|assignment|asg|position|contract|appointment|employment|cost cent(?:re|er)|cost code|cc|dept|department|seq|sequence|grade|spine point|scp|point|pt|pay point|element|account|gl|nominal|site|branch|ward|route|week|wk)(?: ?(?:no|number|ref|code|id))?)$/

/** Whether the number is a code in a column of its own, such as the number of the post: `01`. */
export const isCode = ({ piece, titlesAbove, firstTextAbove }: NumberCell): boolean =>
  piece.figure?.pence == null &&
  !titlesAbove.some(({ role }) => role === 'units' || role === 'rate') &&
  (/^0\d+$/.test(piece.text) ||
    titlesAbove.some(({ role }) => role === 'code') ||
    codeTitle.test(normaliseLabel(firstTextAbove?.text ?? '')))

const roleOf = ({ titlesAbove }: NumberCell) => titlesAbove.find(({ role }) => role !== null)?.role ?? null
const penceOf = ({ piece }: NumberCell) => piece.figure?.pence ?? 0

/**
 * Determines which numbers of a row are its amount, quantity and rate. Column titles decide; without titles,
 * multiplication does.
 */
export function assignRoles(cells: NumberCell[], hasUnit: boolean): RowNumbers {
  const ofPeriod = cells.filter((cell) => !isNotOfPeriod(cell) && !isCode(cell))
  const titled = findTitledFactors(ofPeriod)
  const money = ofPeriod.filter(({ piece }) => piece.figure?.pence != null)
  const titledAmounts = money.filter((cell) => roleOf(cell) === 'amount')
  const lastTitled = titledAmounts.at(-1)
  if (lastTitled) {
    const others = ofPeriod.filter(({ piece }) => !titledAmounts.some((cell) => cell.piece === piece))
    const factors =
      titled.quantity || titled.rate
        ? (findQuantityBefore(titled, others, lastTitled) ?? titled)
        : findFactors(others, lastTitled, hasUnit)
    return { amounts: titledAmounts, ...factors }
  }
  const untitled = money.filter((cell) => roleOf(cell) !== 'units' && roleOf(cell) !== 'rate')
  return titled.quantity || titled.rate
    ? completeTitledFactors(titled, ofPeriod, untitled)
    : chooseByMultiplication(ofPeriod, untitled, hasUnit)
}

/** Finds quantity and rate by their column titles. A single column may contain both: `418 x 0.085`. */
function findTitledFactors(cells: NumberCell[]): Factors {
  const inUnits = cells.filter((cell) => roleOf(cell) === 'units').map(({ piece }) => piece)
  const [first, second] = inUnits
  const rate = cells.findLast((cell) => roleOf(cell) === 'rate')?.piece ?? null
  const areFactors =
    rate === null &&
    first &&
    second &&
    cells.some(({ piece }) => piece.figure?.pence != null && isProduct(first, second, piece.figure.pence))
  return areFactors ? { quantity: first, rate: second } : { quantity: inUnits.at(-1) ?? null, rate }
}

/**
 * Finds the quantity to the left of a number that is in the rate column, or in the units column and turns out to be the
 * rate.
 */
function findQuantityBefore(
  { quantity: inUnits, rate: inRate }: Factors,
  cells: NumberCell[],
  amount: NumberCell,
): Factors | null {
  const rate = inUnits && inRate ? null : (inUnits ?? inRate)
  const before =
    rate && cells.find(({ piece }) => piece.x < rate.x && isProduct(piece, rate, penceOf(amount)))
  return before ? { quantity: before.piece, rate } : null
}

/** Completes a titled quantity or rate with the other factor, if their product is the last amount. */
function completeTitledFactors(titled: Factors, cells: NumberCell[], untitled: NumberCell[]): RowNumbers {
  const last = untitled.at(-1)
  const { quantity, rate } = titled
  if (!last) return { amounts: untitled, ...titled }
  const completed = findQuantityBefore(titled, cells, last)
  if (completed) return { amounts: [last], ...completed }
  if (!quantity || rate) return { amounts: untitled, ...titled }
  const rateCell = untitled.find(({ piece }) => isProduct(quantity, piece, penceOf(last)))
  return rateCell && rateCell !== last
    ? { amounts: [last], quantity, rate: rateCell.piece }
    : { amounts: untitled, ...titled }
}

/** Chooses the last number that is the product of two numbers before it. */
function chooseByMultiplication(cells: NumberCell[], untitled: NumberCell[], hasUnit: boolean): RowNumbers {
  for (const amount of untitled.toReversed()) {
    const factors = findFactors(cells.slice(0, cells.indexOf(amount)), amount, hasUnit)
    if (factors.quantity) return { amounts: [amount], ...factors }
  }
  return { amounts: untitled, quantity: null, rate: null }
}

/** Finds two numbers whose product is the amount. A single number with a unit is the quantity. */
function findFactors(before: NumberCell[], amount: NumberCell, hasUnit: boolean): Factors {
  const numbers = before.map(({ piece }) => piece)
  const pence = penceOf(amount)
  for (const [n, quantity] of numbers.entries())
    for (const rate of numbers.slice(n + 1)) if (isProduct(quantity, rate, pence)) return { quantity, rate }
  const [only] = numbers
  const isAlone = numbers.length === 1 && only && (only.figure?.pence === null || hasUnit)
  return { quantity: isAlone ? only : null, rate: null }
}
