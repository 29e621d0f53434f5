import { isOfFormerEmployment } from '../../text/label-meaning.ts'
import { overlap, type PayslipLine, type TextPiece } from '../../text/lines.ts'
import { classifyTitle } from '../../text/titles.ts'
import { normaliseLabel } from '../../text/values.ts'
import { columnTuning, comparisonTuning } from '../../tuning/cells.ts'
import type { NumberCell } from './number-cell.ts'

// Some payslips compare the period with the one before: `Sep 2026 | Oct 2026 | Difference`. Only the column of the latest
// period is about this payslip.

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthTitle = /^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*(?: (\d{2}|20\d\d))?$/
const numberedTitle = /^(?:tax |pay )?(week|wk|month|mth|period) ?(\d{1,2})$/
const earlierTitle =
  /^(?:(?:your )?(?:last|previous|prior) (?:month|week|fortnight|period|pay|payslip|payment|time|year|total|totals|balance|ytd|figures|to date)|previous|previously|before|(?:b\/f|b\/fwd|bfwd|brought (?:fwd|forward))(?: total)?|(?:up )?to last (?:month|week|period|payslip|payday))$/
const thisEmployment = /^(?:in |from )?(?:this|current|present) (?:employment|employer|job)$/
const differenceTitle = /^(?:difference|diff|change|changes|variance|movement|\+\/|increase\/decrease)$/

/** A period that a column title names. Only periods of one unit can be compared. */
type NamedPeriod = { piece: TextPiece; unit: string; order: number }

/** Removes the numbers in the columns of other periods and of differences, which are not amounts of this payslip. */
export function withoutComparedPeriods(lines: PayslipLine[], cells: NumberCell[]): NumberCell[] {
  const removed = new Set(
    lines.flatMap(({ pieces }, n) => {
      const others = listOtherColumns(pieces)
      return others.length > 0 ? listCellsBelow(lines, cells, n, others) : []
    }),
  )
  if (removed.size === 0) return cells
  return cells.flatMap((cell) => {
    if (removed.has(cell)) return []
    const before = [...removed].filter(
      (other) => other.labelPieces === cell.labelPieces && other.piece.x < cell.piece.x,
    )
    return [{ ...cell, numbersBefore: cell.numbersBefore - before.length }]
  })
}

/** Lists the column titles of a comparison that do not name the period of the payslip. */
function listOtherColumns(pieces: TextPiece[]): TextPiece[] {
  if (pieces.some(({ figure }) => figure !== null)) return []
  const titled = pieces.map((piece) => ({ piece, title: normaliseLabel(piece.text) }))
  const earlier = titled.filter(({ title }) => earlierTitle.test(title)).map(({ piece }) => piece)
  const hasCurrent = pieces.some(({ text }) => classifyTitle(text)?.span === 'period')
  const byWords = hasCurrent ? earlier : []
  // `Previous employment | This employment | Total`
  const former = titled.filter(({ title }) => isOfFormerEmployment(title))
  if (former.length > 0 && titled.some(({ title }) => thisEmployment.test(title)))
    return [...former, ...titled.filter(({ title }) => /^(?:overall |combined )?total$/.test(title))].map(
      ({ piece }) => piece,
    )
  const named = continueOverYearEnd(titled.flatMap(({ piece, title }) => readNamedPeriod(piece, title) ?? []))
  const latest = Math.max(...named.map(({ order }) => order))
  const isComparison =
    named.length > 1 && new Set(named.map(({ unit }) => unit)).size === 1 && countOrders(named) > 1
  const byName = isComparison ? named.filter(({ order }) => order < latest).map(({ piece }) => piece) : []
  const others = [...byWords, ...byName]
  if (others.length === 0) return []
  return [...others, ...titled.filter(({ title }) => differenceTitle.test(title)).map(({ piece }) => piece)]
}

/** Puts January behind December, and week 1 behind week 52, if no years are printed. */
function continueOverYearEnd(named: NamedPeriod[]): NamedPeriod[] {
  const orders = named.map(({ order }) => order)
  const length = named.every(({ unit }) => /^w/.test(unit)) ? 52 : 12
  const isOverYearEnd = Math.max(...orders) - Math.min(...orders) > length / 2
  if (!isOverYearEnd || named.some(({ unit }) => unit === 'dated')) return named
  return named.map((period) =>
    period.order <= length / 2 ? { ...period, order: period.order + length } : period,
  )
}

const countOrders = (named: NamedPeriod[]): number => new Set(named.map(({ order }) => order)).size

function readNamedPeriod(piece: TextPiece, title: string): NamedPeriod | null {
  const [, month, year] = monthTitle.exec(title) ?? []
  if (month !== undefined) {
    const years = year === undefined ? 0 : Number(year.slice(-2))
    return { piece, unit: year === undefined ? 'month' : 'dated', order: years * 12 + months.indexOf(month) }
  }
  const [, unit, number] = numberedTitle.exec(title) ?? []
  return unit === undefined ? null : { piece, unit, order: Number(number) }
}

/** Lists the numbers below titles of a line whose column they are in, down to the end of the table. */
function listCellsBelow(
  lines: PayslipLine[],
  cells: NumberCell[],
  n: number,
  titles: TextPiece[],
): NumberCell[] {
  const head = lines[n]?.pieces ?? []
  const below = cells.filter(({ piece, line }) => line > n && piece.page === head[0]?.page)
  return titles.flatMap((title) => {
    const [first] = below.filter(({ piece }) => findTitleOver(head, piece) === title)
    const column = below.filter(
      ({ piece }) => first && Math.abs(piece.right - first.piece.right) <= columnTuning.sameRightEdge,
    )
    const isEmployment = titles.some(({ text }) => isOfFormerEmployment(text))
    const minRows = isEmployment ? comparisonTuning.minRowsOfEmployment : comparisonTuning.minRows
    return column.length >= minRows ? column : []
  })
}

/** Returns the title above a number: the one that it overlaps most, or the one that ends at the same edge. */
function findTitleOver(head: TextPiece[], number: TextPiece): TextPiece | undefined {
  const [nearest] = head
    .filter(
      (title) =>
        overlap(title, number) > 0 ||
        Math.abs(title.right - number.right) <= columnTuning.columnEdgeTolerance,
    )
    .toSorted((one, other) => overlap(other, number) - overlap(one, number))
  return nearest
}
