import { solverTuning } from '../../tuning/solver.ts'
import { isDeductionLabel, isTaxOrNiLabel } from '../rows/deduction-labels.ts'
import type { PayRow } from '../rows/pay-row.ts'
import type { PayLine, PaySolution } from './pay-solution.ts'

// Sums do not show which table a line of 0.00 belongs to. Its label and the lines around it do.

type SolvedLines = Pick<PaySolution, 'earningLines' | 'deductionLines'>

/** Moves tax and National Insurance of 0.00 to the deductions, and adds lines of 0.00 between or below the others. */
export function addZeroRows({ earningLines, deductionLines }: SolvedLines, rows: PayRow[]): SolvedLines {
  const misplaced = earningLines.filter(({ pence, row }) => pence === 0 && isTaxOrNiLabel(row.label.text))
  const solved = {
    earningLines: earningLines.filter((line) => !misplaced.includes(line)),
    deductionLines: insertLines(deductionLines, misplaced),
  }
  const used = new Set([...earningLines, ...deductionLines].map(({ cell }) => cell.piece))
  for (const row of rows) {
    const cell = row.amounts.at(-1)
    if (!cell || row.isTotalOrMemo || row.isBox || cell.piece.figure?.pence !== 0 || used.has(cell.piece))
      continue
    const line = { row, cell, pence: 0 }
    if (isDeductionLabel(row.label.text) && isBesideLines(line, solved.deductionLines))
      solved.deductionLines = insertLines(solved.deductionLines, [line])
  }
  return solved
}

/** Whether the line is beside one of the others, or directly above or below it and aligned with it. */
const isBesideLines = ({ row, cell }: PayLine, lines: PayLine[]): boolean =>
  lines.some(
    (other) =>
      other.row.label.block === row.label.block &&
      (other.row.line === row.line ||
        (Math.abs(other.row.line - row.line) === 1 &&
          Math.abs(other.row.label.x - row.label.x) < solverTuning.columnEdgeTolerance &&
          Math.abs(other.cell.piece.right - cell.piece.right) < solverTuning.columnEdgeTolerance)),
  )

const insertLines = (lines: PayLine[], added: PayLine[]): PayLine[] =>
  added.length === 0 ? lines : [...lines, ...added].toSorted((one, other) => one.row.line - other.row.line)
