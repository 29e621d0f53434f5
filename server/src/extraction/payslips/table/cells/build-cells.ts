import type { PayslipLine } from '../../text/lines.ts'
import type { ExtraTitles } from '../../text/titles.ts'
import {
  chooseCaptions,
  findLabelBelow,
  findLabelsAbove,
  pairCaptions,
  pairCaptionsBelow,
} from './captions.ts'
import {
  type FactPlacement,
  listCaptionsBelowFacts,
  listCellsOfLine,
  withoutValuesOfFacts,
} from './cells-of-line.ts'
import {
  findFirstTextAbove,
  findGroupTitle,
  findTitlesOfColumn,
  findTitlesOfColumnAbove,
} from './column-titles.ts'
import { withoutComparedPeriods } from './compared-periods.ts'
import type { NumberCell } from './number-cell.ts'
import { createPageContext, type PageContext } from './page-context.ts'
import { listPayBoxes } from './pay-boxes.ts'
import { removeSideColumns } from './side-columns.ts'
import { findHeadings } from './table-headings.ts'
import { createTableFinder } from './table-of-number.ts'
import { matchTitlesByOrder } from './titles-by-order.ts'

// Collects for every number on the payslip all text that could name it: labels beside and above it, the titles of its
// column and the title of its table. Arithmetic later chooses between them.

const noFacts: FactPlacement = { hasLabelsBelowValues: false, isLabel: () => false }

/** Builds a cell for every number. */
export function buildCells(
  lines: PayslipLine[],
  extra: ExtraTitles = {},
  placement: FactPlacement = noFacts,
): NumberCell[] {
  const cells = withoutComparedPeriods(
    lines,
    lines.flatMap((_, n) => listCellsOfLine(withoutValuesOfFacts(lines, n, placement), n, lines[n + 1])),
  )
  removeSideColumns(lines, cells)
  const context = createPageContext(lines, cells, extra)
  // `Paid into your bank` below an amount is its caption and not the title of a table.
  for (const caption of listCaptionsBelowFacts(lines, placement)) context.titles.delete(caption)
  addLabelsAboveAndBelow(context, cells, placement.hasLabelsBelowValues)
  addTablesAndTitles(context, cells)
  return cells
}

function addLabelsAboveAndBelow(context: PageContext, cells: NumberCell[], hasLabelsBelowValues: boolean) {
  const { lines } = context
  for (const cell of cells) {
    cell.labelsAbove = findLabelsAbove(context, cell)
    cell.labelBelow = findLabelBelow(context, cell, hasLabelsBelowValues)
  }
  for (const ofLine of Map.groupBy(cells, ({ line }) => line).values()) {
    pairCaptions(context, ofLine)
    pairCaptionsBelow(context, ofLine, hasLabelsBelowValues)
    chooseCaptions(ofLine, hasLabelsBelowValues)
  }
  // Captions on the line above are found already. Here they are above a line of hours and rates.
  for (const { cell, caption } of listPayBoxes(lines, cells))
    if (caption.y < cell.piece.y && !lines[cell.line - 1]?.pieces.includes(caption)) {
      cell.labelsAbove = [caption]
      cell.labelBelow = null
    }
}

function addTablesAndTitles(context: PageContext, cells: NumberCell[]) {
  const findTable = createTableFinder(context, cells, findHeadings(context))
  const titlesByOrder = matchTitlesByOrder(context.lines, cells, context.titles)
  for (const cell of cells) {
    const heading = findTable(cell)
    cell.section = heading?.title.kind ?? null
    cell.sectionTitle = heading?.piece ?? null
    const byOrder = titlesByOrder.get(cell)
    const titlesAbove = byOrder ? [byOrder] : findTitlesOfColumn(context, cell, heading?.line ?? -1)
    cell.titlesAbove = titlesAbove.length > 0 ? titlesAbove : findTitlesOfColumnAbove(cells, cell)
    cell.firstTextAbove = findFirstTextAbove(context, cell)
    cell.groupTitle = findGroupTitle(context, cell)
  }
}
