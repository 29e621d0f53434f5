import { splitPrior } from '../../tuning/solver.ts'
import type { LabelledPayAmount } from '../labelled-amounts.ts'
import type { PayRow } from '../rows/pay-row.ts'
import { hasDeductionLabel, hasNoDeductionLabel, type RowSplit } from './row-split.ts'
import { splitByArithmetic } from './splits-by-arithmetic.ts'
import { splitBySingleTables, splitSubtractions, splitWithoutStrays } from './splits-by-title.ts'
import { splitStacked } from './splits-of-stacked-rows.ts'
import { splitAtFirstDeduction, splitUntitled, splitUntitledRuns } from './splits-of-untitled-rows.ts'

// Proposes ways to split the rows into earnings and deductions. Arithmetic later chooses between them.

export function proposeSplits(rows: PayRow[], amounts: LabelledPayAmount[]): RowSplit[] {
  const lines = rows.filter(({ isTotalOrMemo }) => !isTotalOrMemo)
  const earnings = lines.filter(({ side }) => side === 'earnings')
  const deductions = lines.filter(({ side }) => side === 'deductions')
  const titled = [...earnings, ...deductions]
  const possible = listPossiblePayRows(lines)
  const untitled = possible.filter(({ side, isBox }) => side === null && !isBox)
  return [
    { earnings, deductions, prior: splitPrior.byTitles },
    {
      earnings: titled.filter(hasNoDeductionLabel),
      deductions: titled.filter(hasDeductionLabel),
      prior: splitPrior.byLabelsInTables,
    },
    {
      earnings: earnings.filter(hasNoDeductionLabel),
      deductions: [...deductions, ...earnings.filter(hasDeductionLabel)],
      prior: splitPrior.deductionsMovedByLabel,
    },
    ...splitBySingleTables(earnings, deductions),
    ...splitSubtractions(earnings, deductions),
    ...splitUntitled(untitled),
    ...(earnings.length === 0 && deductions.length > 0 && untitled.length > 0
      ? splitUntitled([...untitled, ...deductions])
      : []),
    ...splitAtFirstDeduction(deductions.length === 0 && earnings.length > 0 ? earnings : untitled),
    {
      earnings: untitled.filter(hasNoDeductionLabel),
      deductions: [...deductions, ...untitled.filter(hasDeductionLabel)],
      prior: splitPrior.untitledWithDeductionsTable,
    },
    // A column title that is not known leaves the rows of one side without a table.
    { earnings, deductions: [...deductions, ...untitled], prior: splitPrior.untitledBesideOneTable },
    {
      earnings: [...earnings, ...untitled],
      deductions,
      prior: splitPrior.untitledBesideOneTable,
    },
    ...splitUntitledRuns(earnings, deductions, untitled, amounts),
    ...splitWithoutStrays(earnings, deductions, amounts),
    ...splitByArithmetic(rows, amounts),
    ...splitStacked(possible, amounts, deductions),
    ...splitStacked(possible, amounts, []),
  ]
}

/**
 * Lists rows that no title assigns to another kind of table. Titles such as `Employee` or `This period` may be above
 * the only list.
 */
function listPossiblePayRows(lines: PayRow[]): PayRow[] {
  const sectionOf = ({ amounts }: PayRow) => amounts[0]?.section ?? null
  const possible = lines.filter((row) => row.side !== null || sectionOf(row) === null)
  return possible.length > 0
    ? possible
    : lines.filter((row) => sectionOf(row) === 'details' || sectionOf(row) === 'summary')
}
