import { deductionOf } from '../../../vocabulary/payslip-lines.ts'
import { type ExtraSums, meaningOf } from '../text/label-meaning.ts'
import type { Line, Piece } from '../text/lines.ts'
import { titleOf } from '../text/titles.ts'
import { figureIn, plain } from '../text/values.ts'
import type { Cell } from './cells.ts'

/** A line of a table of pay or deductions. The amount is where the columns say, or one of several. */
export type Row = {
  side: 'earnings' | 'deductions' | null
  label: Piece
  /** Further words of the label, in lines below it. */
  more: Piece[]
  line: number
  /** Numbers that may be the amount; one where the columns are named. */
  amounts: Cell[]
  quantity: Piece | null
  rate: Piece | null
  unit: 'hours' | 'days' | null
  isBenefit: boolean
  /** A total or another figure that is no line of pay, by its words. */
  isSum: boolean
  texts: Piece[]
  /** Numbers of the line that are neither amount nor units nor rate. */
  others: Piece[]
}

const benefitWords =
  /\b(bik|benefit in kind|benefits in kind|notional|payrolled benefit|\(bik\)|non cash|taxable benefit)\b/

export function rowsOf(lines: Line[], cells: Cell[], extra: ExtraSums = {}): Row[] {
  const byLabel = Map.groupBy(
    cells.filter(({ texts, isProse }) => texts.length > 0 && !isProse),
    ({ texts }) => labelOf(texts),
  )
  return [...byLabel].flatMap(([label, group]) => rowsOfGroup(lines, label, group, extra))
}

const codeForm = /^(\d{1,5}|[A-Z]{1,2}\d{1,4})$/

const countForm = /^[\d.]+ (hours?|hrs?|days?|sessions?|shifts?|units?|visits?|lessons?|nights?)( ?[@x])?$/i

/** The words nearest to the numbers, unless they are a date or a code. */
function labelOf(texts: Piece[]): Piece {
  const words = texts.filter(
    ({ text }) => /[a-z]{2}/i.test(text) && !codeForm.test(text) && !countForm.test(text),
  )
  return words.at(-1) ?? (texts.at(-1) as Piece)
}

function rowsOfGroup(lines: Line[], label: Piece, group: Cell[], extra: ExtraSums): Row[] {
  const [first] = group
  if (!first) return []
  // One table may have a column of payments and one of deductions.
  const isUnits = ({ heads }: Cell) => heads.some(({ role }) => role === 'units' || role === 'rate')
  const amounts = group.filter((cell) => !isUnits(cell))
  const sides = new Set((amounts.length > 0 ? amounts : group).map(sideOf))
  return [...sides].flatMap((side): Row[] => {
    const cells = group.filter((cell) => isUnits(cell) || sideOf(cell) === side)
    const unit = unitOf(lines[first.line], undefined)
    const { amounts, quantity, rate } = rolesOf(cells, unit !== null)
    if (amounts.length === 0) return []
    const { kind, isYear } = meaningOf(label.text, extra)
    const isTotal = kind === 'gross' || kind === 'net' || kind === 'totalDeductions' || kind === 'subtotal'
    const isAside =
      titleOf(label.text)?.span != null ||
      /^(previous\b|(basic )?annual (salary|pay|rate)\b(?!.*\d)|fte salary)/i.test(label.text)
    const isOther = kind === 'taxable' || kind === 'niable' || kind === 'employer'
    const own = withNumber(label, cells, [...amounts.map(({ piece }) => piece), quantity, rate])
    const below = lines[first.line + 1]
    const under = quantity === null ? unitsBelow(below, label) : null
    return [
      {
        side,
        label: own,
        more: [],
        line: first.line,
        amounts,
        quantity: under?.quantity ?? quantity,
        rate: under?.rate ?? rate,
        unit: unitOf(lines[first.line], under ? below : undefined),
        isBenefit: benefitWords.test(plain(label.text)),
        isSum:
          isTotal ||
          isOther ||
          isYear ||
          first.isYearLine ||
          isAside ||
          (side === null && kind === 'ignored'),
        texts: first.texts,
        others: cells
          .filter((cell) => !isApart(cell) && !amounts.includes(cell))
          .map(({ piece }) => piece)
          .filter(
            (piece) =>
              !own.words.some((word) => piece.words.includes(word)) &&
              piece !== quantity &&
              piece !== rate &&
              piece.figure?.decimal !== quantity?.figure?.decimal,
          ),
      },
    ]
  })
}

/** `Overtime 1.33`: a number right behind the words, with the amount further on, is a part of them. */
function withNumber(label: Piece, cells: Cell[], used: (Piece | null)[]): Piece {
  const [first] = cells
  if (!first || used.includes(first.piece) || first.heads.some(({ role }) => role !== null)) return label
  const { piece } = first
  const isNear = piece.x - label.right < label.size * 0.5 && first.nth === 0
  return isNear
    ? {
        ...label,
        text: `${label.text} ${piece.text}`,
        right: piece.right,
        words: [...label.words, ...piece.words],
      }
    : label
}

function sideOf({ heads, section }: Cell): Row['side'] {
  const head = heads.find(
    ({ kind }) => kind === 'earnings' || kind === 'deductions' || kind === 'employer' || kind === 'year',
  )
  if (head?.kind === 'earnings' && section === 'deductions') return 'deductions'
  if (head?.kind === 'earnings' || head?.kind === 'deductions') return head.kind
  if (head?.kind === 'employer') return null
  return section === 'earnings' || section === 'deductions' ? section : null
}

/** Of the year, of the employer, or what is left of a loan. */
const isApart = ({ heads, section }: Cell): boolean =>
  heads.some(({ kind, span, role }) => kind === 'employer' || span === 'year' || role === 'balance') ||
  section === 'year'

function rolesOf(
  cells: Cell[],
  hasUnit: boolean,
): { amounts: Cell[]; quantity: Piece | null; rate: Piece | null } {
  const roleOf = ({ heads }: Cell) => heads.find(({ role }) => role !== null)?.role ?? null
  const open = cells.filter((cell) => !isApart(cell))
  const quantity = open.findLast((cell) => roleOf(cell) === 'units')?.piece ?? null
  const rate = open.findLast((cell) => roleOf(cell) === 'rate')?.piece ?? null
  const money = open.filter(({ piece }) => piece.figure?.pence != null)
  const named = money.filter((cell) => roleOf(cell) === 'amount')
  if (named.length > 0) {
    const before = open.filter(({ piece }) => !named.some((cell) => cell.piece === piece))
    const found = quantity || rate ? { quantity, rate } : productOf(before, named.at(-1) as Cell, hasUnit)
    return { amounts: named, ...found }
  }
  const rest = money.filter((cell) => roleOf(cell) !== 'units' && roleOf(cell) !== 'rate')
  const last = rest.at(-1)
  if (!last) return { amounts: [], quantity, rate }
  if (quantity && !rate) {
    const by = rest.find(({ piece }) => isProduct(quantity, piece, last.piece.figure?.pence ?? 0))
    if (by && by !== last) return { amounts: [last], quantity, rate: by.piece }
  }
  if (quantity || rate) return { amounts: rest, quantity, rate }
  for (const amount of rest.toReversed()) {
    const before = open.slice(0, open.indexOf(amount))
    const product = productOf(before, amount, hasUnit)
    if (product.quantity) return { amounts: [amount], ...product }
  }
  return { amounts: rest, quantity: null, rate: null }
}

/** Two numbers whose product is the amount are what it was worked out from. */
function productOf(
  before: Cell[],
  amount: Cell,
  hasUnit: boolean,
): { quantity: Piece | null; rate: Piece | null } {
  const numbers = before.map(({ piece }) => piece)
  const pence = amount.piece.figure?.pence ?? 0
  for (const [n, quantity] of numbers.entries())
    for (const rate of numbers.slice(n + 1)) if (isProduct(quantity, rate, pence)) return { quantity, rate }
  const [only] = numbers
  const isAlone = numbers.length === 1 && only && (only.figure?.pence === null || hasUnit)
  return { quantity: isAlone ? only : null, rate: null }
}

/** A rate is rounded before it is printed, so the product may be off by half a penny for each. */
export function isProduct(quantity: Piece, rate: Piece, pence: number): boolean {
  const times = Number(quantity.figure?.decimal)
  const each = Number(rate.figure?.decimal)
  return Math.abs(times * each * 100 - pence) <= Math.max(1, Math.abs(times) / 2 + 0.5)
}

/** Small employers write the hours under the words: `10.00 hours at £12.40`. */
function unitsBelow(below: Line | undefined, label: Piece): { quantity: Piece; rate: Piece | null } | null {
  if (!below || below.page !== label.page || below.y - label.y > label.size * 2) return null
  const near = below.pieces.filter(({ x }) => x >= label.x - 2)
  const numbers = near.filter(({ figure }) => figure !== null)
  const [quantity, rate] = numbers
  const words = near
    .filter(({ figure }) => figure === null)
    .map(({ text }) => text)
    .join(' ')
  const isUnits = /^(hours?|hrs?|days?|units?|shifts?)? ?(at|x|@|×)?$/i.test(words) && words !== ''
  if (!quantity || numbers.length > 2 || !isUnits) return null
  return { quantity, rate: rate ?? null }
}

function unitOf(line: Line | undefined, below: Line | undefined): Row['unit'] {
  const words = [...(line?.pieces ?? []), ...(below?.pieces ?? [])]
    .filter(({ figure, text }) => figure === null && figureIn(text) === null)
    .map(({ text }) => text)
  if (words.some((text) => /^(hours|hrs)( (at|x|@|×))?$/i.test(text))) return 'hours'
  if (words.some((text) => /^days?( (at|x|@|×))?$/i.test(text))) return 'days'
  return null
}

/** Whether words name something that is taken off. */
export const isDeductionWord = (text: string): boolean => {
  const { kind } = meaningOf(text)
  return kind === 'tax' || kind === 'ni' || deductionOf(text) !== 'other'
}
