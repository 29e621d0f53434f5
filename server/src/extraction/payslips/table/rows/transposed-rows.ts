import type { ExtraAmountLabels } from '../../text/label-meaning.ts'
import { overlap, type PayslipLine, type TextPiece } from '../../text/lines.ts'
import { classifyTitle } from '../../text/titles.ts'
import { rowTuning } from '../../tuning/rows.ts'
import type { NumberCell } from '../cells/number-cell.ts'
import type { PayRow } from './pay-row.ts'
import { splitCaptioned } from './split-by-side.ts'

// Reads tables that have a column for each payment and deduction and a row for each period.

/**
 * Lists the columns of a table that has a row for each period and a column for each payment and deduction: `Basic |
 * Overtime | Gross | Tax | Net` above `This month` and its amounts. Rows of hours and rates may precede the amounts.
 */
export function listTransposedRows(
  lines: PayslipLine[],
  cells: NumberCell[],
  extra: ExtraAmountLabels,
): PayRow[] {
  const byLine = Map.groupBy(cells, ({ line }) => line)
  return [...byLine.values()].flatMap((group) => {
    const [first] = group
    const label = first?.labelPieces.at(-1)
    const isOfPeriod = label && first?.labelPieces.length === 1 && isRowOfAmounts(label)
    if (!isOfPeriod || group.length < rowTuning.minTransposedColumns) return []
    const columns = group.flatMap((cell) => {
      const title = cell.firstTextAbove
      return title && cell.piece.figure?.pence != null ? [{ cell, title }] : []
    })
    const areOnOneLine = new Set(columns.map(({ title }) => title.y)).size === 1
    const areDistinct = new Set(columns.map(({ title }) => title)).size === group.length
    // `Units | Rate | Amt` are the column titles of an ordinary table.
    const areTitles = columns.some(({ title }) => /^(?:amt|amount|value|£|rate\b.*)$/i.test(title.text))
    const isSummary = columns.some(({ title }) => isTitleOfOtherTable(lines, title))
    if (!areOnOneLine || !areDistinct || areTitles || isSummary) return []
    const units = listUnitLinesAbove(lines, first.line).map((line) => lines[line] as PayslipLine)
    return columns.flatMap(({ cell, title }) =>
      splitCaptioned(lines, title, cell, extra).map((row) =>
        addUnitsOfColumn({ ...row, side: titledSideOf(cell), amounts: [cell] }, cell, units),
      ),
    )
  })
}

/**
 * Whether the same title is above another table. The column then has the total of that table: `Gross Pay | Pre-Tax
 * Deductions | Net Pay` above a table `Pre-Tax Deductions`.
 */
const isTitleOfOtherTable = (lines: PayslipLine[], title: TextPiece): boolean =>
  classifyTitle(title.text)?.kind === 'deductions' &&
  lines.some(({ pieces }) => pieces.some((other) => other !== title && other.text === title.text))

/** Whether the label begins a row of amounts of the period: `This month`, `Amount`. */
const isRowOfAmounts = ({ text }: TextPiece): boolean => {
  const title = classifyTitle(text)
  return title?.span === 'period' || (title?.role === 'amount' && title.span === null)
}

const titledSideOf = ({ section }: NumberCell): PayRow['side'] =>
  section === 'earnings' || section === 'deductions' ? section : null

/** Returns the role of a line of numbers that begins with a title such as `Hours` or `Rate`. */
const roleOfLine = ({ pieces }: PayslipLine) => {
  const numbers = pieces.filter(({ figure }) => figure !== null)
  const [first, ...others] = pieces.filter(({ figure }) => figure === null)
  const isUnitsOnly = others.every(({ text }) => /^\(?£\)?$/.test(text))
  return first && numbers.length > 0 && isUnitsOnly ? (classifyTitle(first.text)?.role ?? null) : null
}

/** Lists the lines `Hours` and `Rate` directly above a line of amounts. */
export function listUnitLinesAbove(lines: PayslipLine[], line: number): number[] {
  const found: number[] = []
  for (let n = line - 1; n >= 0 && lines[n]?.block === lines[line]?.block; n--) {
    const role = roleOfLine(lines[n] as PayslipLine)
    if (role !== 'units' && role !== 'rate') break
    found.push(n)
  }
  return found
}

function addUnitsOfColumn(row: PayRow, { piece }: NumberCell, units: PayslipLine[]): PayRow {
  const findInColumn = (role: 'units' | 'rate') =>
    units
      .filter((line) => roleOfLine(line) === role)
      .flatMap(({ pieces }) => pieces)
      .find((other) => other.figure !== null && overlap(other, piece) > 0) ?? null
  const [quantity, rate] = [findInColumn('units'), findInColumn('rate')]
  if (!quantity && !rate) return row
  return { ...row, quantity, rate, isTotalOrMemo: row.isTotalOrMemo && !(quantity && rate) }
}
