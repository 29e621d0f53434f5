import { solverScore, solverTuning } from '../../tuning/solver.ts'
import type { LabelledPayAmount } from '../labelled-amounts.ts'
import { isTaxOrNiLabel } from '../rows/deduction-labels.ts'
import { type Candidate, listCandidates } from './candidates.ts'
import type { LineSplit } from './choose-amounts.ts'
import type { PayLine, PaySolution } from './pay-solution.ts'

// Combines the rows of a split with printed totals and scores how well they agree.

type ScoredSolution = Omit<PaySolution, 'isAmbiguous'> & { score: number }

/** A split and the totals of its lines, which are compared with printed totals. */
type SplitContext = { split: LineSplit; earningsTotal: number; deductionsTotal: number }

const noNet: Candidate = { value: null, strength: 0 }

/** Returns all combinations of gross, total deductions and net for one split, each with a score. */
export function scoreSolutions(split: LineSplit, amounts: LabelledPayAmount[]): ScoredSolution[] {
  const { earnings, deductions } = split
  const context: SplitContext = {
    split,
    earningsTotal: totalOf(earnings.filter(({ row }) => !row.isBenefit)),
    deductionsTotal: totalOf(deductions),
  }
  const cellsOfLines = new Set([...earnings, ...deductions].map(({ cell }) => cell))
  const free = amounts.filter(({ cell }) => !cellsOfLines.has(cell))
  const printedGrosses = listCandidates(free, 'gross')
  const grosses =
    earnings.length > 0 ? addComputed(printedGrosses, context.earningsTotal, earnings) : printedGrosses
  const totals = addComputed(
    listCandidates(free, 'totalDeductions').flatMap(withBothSigns),
    context.deductionsTotal,
    deductions,
  )
  const nets = [...listCandidates(free, 'net'), noNet]
  return grosses.flatMap((gross) =>
    totals.flatMap((total) => nets.flatMap((net) => scoreSolution(context, gross, total, net) ?? [])),
  )
}

const totalOf = (lines: PayLine[]) => lines.reduce((sum, { pence }) => sum + pence, 0)

const addComputed = (printed: Candidate[], pence: number, lines: PayLine[]): Candidate[] =>
  printed.some(({ value }) => value?.pence === pence)
    ? printed
    : [
        ...printed,
        { value: { pence, at: lines.map(({ cell }) => cell.piece), isPrinted: false }, strength: 0 },
      ]

function scoreSolution(
  { split, earningsTotal, deductionsTotal }: SplitContext,
  { value: gross, strength: grossStrength }: Candidate,
  { value: total, strength: totalStrength }: Candidate,
  { value: net, strength: netStrength }: Candidate,
): ScoredSolution | null {
  const { earnings, deductions, prior, isSplitByArithmetic } = split
  const netAddsUp =
    gross !== null && total !== null && net !== null && gross.pence - total.pence === net.pence
  const isWeak =
    (net && netStrength < solverTuning.minStandaloneStrength) ||
    (gross?.isPrinted && grossStrength < solverTuning.minStandaloneStrength)
  if (!netAddsUp && isWeak) return null
  const earningsAddUp = gross !== null && earnings.length > 0 && gross.pence === earningsTotal
  const deductionsAddUp = total !== null && total.pence === deductionsTotal
  const forEarnings = netAddsUp || gross?.isPrinted ? solverScore.rowsAddUp : solverScore.computedGross
  const forDeductions = deductionsTotal !== 0 ? solverScore.rowsAddUp : solverScore.noDeductionsAddUp
  // The sum of a refund and smaller deductions is negative. The refund then has the sign of the total.
  const lacksRefund =
    netAddsUp &&
    total.pence < 0 &&
    deductions.some(({ pence }) => pence > 0) &&
    deductions.every(({ pence }) => pence >= 0)
  const isEmpty = (gross?.pence ?? 0) === 0 && (net?.pence ?? 0) === 0
  const score =
    (netAddsUp ? solverScore.netAddsUp : 0) +
    (earningsAddUp ? forEarnings : 0) +
    (deductionsAddUp ? (netAddsUp || total.isPrinted ? forDeductions : solverScore.computedDeductions) : 0) +
    (gross?.isPrinted ? solverScore.printed : 0) +
    (total?.isPrinted ? solverScore.printed : 0) +
    (net ? solverScore.printed : 0) +
    (grossStrength + totalStrength + netStrength) / solverScore.strengthDivisor +
    prior -
    earnings.filter(({ row }) => isTaxOrNiLabel(row.label.text)).length * solverScore.taxAmongEarningsPenalty
  return {
    gross,
    totalDeductions: total,
    net,
    earningLines: earnings,
    deductionLines: deductions,
    netAddsUp,
    earningsAddUp,
    deductionsAddUp,
    isSplitByArithmetic,
    score:
      score - (isEmpty ? solverScore.emptyPenalty : 0) - (lacksRefund ? solverScore.missingRefundPenalty : 0),
  }
}

const withBothSigns = (candidate: Candidate): Candidate[] =>
  candidate.value && candidate.value.pence < 0
    ? [candidate, { ...candidate, value: { ...candidate.value, pence: -candidate.value.pence } }]
    : [candidate]
