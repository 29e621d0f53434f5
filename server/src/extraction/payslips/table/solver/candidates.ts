import type { PayAmountKind } from '../../text/labels.ts'
import { solverTuning } from '../../tuning/solver.ts'
import type { LabelledPayAmount } from '../labelled-amounts.ts'
import type { PayAmount } from './pay-solution.ts'

// Lists the printed amounts that may be the gross pay, the total deductions or the net pay.

export type Candidate = { value: PayAmount | null; strength: number }

/**
 * Lists candidate amounts of one kind, starting with the strongest label. Equal amounts become one candidate with all
 * their positions.
 */
export function listCandidates(amounts: LabelledPayAmount[], kind: PayAmountKind): Candidate[] {
  const byPence = Map.groupBy(
    amounts.filter((amount) => amount.kind === kind),
    ({ pence }) => pence,
  )
  return [...byPence]
    .map(([pence, equal]) => ({
      value: {
        pence,
        at: equal.toSorted((one, other) => other.strength - one.strength).map(({ cell }) => cell.piece),
        isPrinted: true,
      },
      strength:
        Math.max(...equal.map(({ strength }) => strength)) + (equal.length - 1) * solverTuning.perRepetition,
    }))
    .toSorted((one, other) => other.strength - one.strength)
    .slice(0, solverTuning.maxCandidates)
}
