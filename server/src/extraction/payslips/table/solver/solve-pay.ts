import type { PayAmountKind } from '../../text/labels.ts'
import { solverTuning } from '../../tuning/solver.ts'
import type { NumberCell } from '../cells/number-cell.ts'
import type { LabelledPayAmount } from '../labelled-amounts.ts'
import type { PayRow } from '../rows/pay-row.ts'
import { listCandidates } from './candidates.ts'
import { chooseAmounts } from './choose-amounts.ts'
import type { PayAmount, PaySolution } from './pay-solution.ts'
import { findOnlyNet, findPrintedGross, findPrintedTotal, findUnlabelledNet } from './printed-totals.ts'
import { proposeSplits } from './propose-splits.ts'
import { scoreSolutions } from './score-solutions.ts'
import { addZeroRows } from './zero-rows.ts'

// Finds gross pay, deductions, net pay and the rows that make them up. Labels suggest what an amount is; arithmetic
// chooses between the suggestions.

export function solvePayFigures(
  rows: PayRow[],
  amounts: LabelledPayAmount[],
  cells: NumberCell[],
): PaySolution {
  const ofPeriod = amounts.flatMap((amount) => {
    if (amount.span === 'period') return [amount]
    return amount.isYearOnlyByTable
      ? [{ ...amount, strength: amount.strength - solverTuning.yearTablePenalty }]
      : []
  })
  const solutions = proposeSplits(rows, ofPeriod)
    .flatMap(chooseAmounts)
    .flatMap((split) => scoreSolutions(split, ofPeriod))
  const [highest] = solutions.toSorted((one, other) => other.score - one.score)
  if (!highest || highest.score < solverTuning.minScore) return unsolved(ofPeriod)
  const best = withoutContradictedGross(highest)
  const rivals = solutions.filter(
    ({ netAddsUp, score }) => netAddsUp && score >= best.score - solverTuning.ambiguityMargin,
  )
  return {
    ...best,
    ...addZeroRows(best, rows),
    gross: findPrintedGross(best, cells, amounts) ?? best.gross,
    totalDeductions: findPrintedTotal(best, cells, amounts) ?? best.totalDeductions,
    net: best.net ?? findUnlabelledNet(best, cells) ?? findOnlyNet(ofPeriod),
    isAmbiguous:
      best.netAddsUp &&
      rivals.some(({ net, gross }) => net?.pence !== best.net?.pence || gross?.pence !== best.gross?.pence),
  }
}

/**
 * Removes a gross pay that is only the sum of the earnings lines if the printed net pay contradicts it: one of the lines
 * is then probably a total or a deduction.
 */
const withoutContradictedGross = <Solution extends Omit<PaySolution, 'isAmbiguous'>>(
  solution: Solution,
): Solution =>
  solution.netAddsUp || solution.net === null || solution.gross?.isPrinted
    ? solution
    : { ...solution, gross: null, earningsAddUp: false }

/**
 * Returns the result if nothing adds up. It contains only amounts that lead clearly over other amounts of the same
 * kind.
 */
function unsolved(amounts: LabelledPayAmount[]): PaySolution {
  const findUnrivalled = (kind: PayAmountKind): PayAmount | null => {
    const [first, second] = listCandidates(amounts, kind)
    const isUnrivalled = first && (!second || first.strength > second.strength + solverTuning.minLooseLead)
    return isUnrivalled ? first.value : null
  }
  return {
    gross: findUnrivalled('gross'),
    totalDeductions: findUnrivalled('totalDeductions'),
    net: findUnrivalled('net'),
    earningLines: [],
    deductionLines: [],
    netAddsUp: false,
    earningsAddUp: false,
    deductionsAddUp: false,
    isAmbiguous: false,
    isSplitByArithmetic: false,
  }
}
