import { signTuning } from '../tuning/arithmetic.ts'

/** How the sign of a row was determined. */
export type SignSource = 'column' | 'mark' | 'balance' | 'solved' | 'section' | 'guess'

/**
 * Finds signs for unsigned amounts so that their sum equals the change of the balance (meet in the middle). Returns
 * at most two solutions, the more likely first. Two solutions mean that the signs are not proven.
 */
export function solveSigns(
  amounts: readonly number[],
  change: number,
  likelySigns: readonly number[],
): number[][] {
  if (amounts.length > signTuning.maxAmounts) return []
  const half = amounts.length >> 1
  const [left, right] = [amounts.slice(0, half), amounts.slice(half)]
  const byTotal = new Map<number, number[]>()
  for (let signs = 0; signs < 1 << right.length; signs++) {
    const total = computeTotal(right, signs)
    const others = byTotal.get(total)
    if (others) others.push(signs)
    else byTotal.set(total, [signs])
  }
  const solutions: { signs: number[]; likelihood: number }[] = []
  for (let signs = 0; signs < 1 << left.length; signs++) {
    const matches = byTotal.get(change - computeTotal(left, signs))
    for (const other of matches ?? []) {
      const all = [...listSigns(left.length, signs), ...listSigns(right.length, other)]
      const likelihood = all.reduce((sum, sign, n) => sum + sign * (likelySigns[n] ?? 0), 0)
      solutions.push({ signs: all, likelihood })
      if (solutions.length > signTuning.maxSolutions) break
    }
    if (solutions.length > signTuning.maxSolutions) break
  }
  return solutions
    .toSorted((a, b) => b.likelihood - a.likelihood)
    .slice(0, 2)
    .map(({ signs }) => signs)
}

/**
 * Estimates the number of solutions expected if amounts and change are unrelated. The sums of all sign combinations
 * are distributed like a random walk around zero, and all have the same parity.
 */
export function estimateChance(amounts: readonly number[]): number {
  const spread = Math.sqrt(amounts.reduce((total, sum) => total + sum * sum, 0))
  return Math.min(1, 2 ** amounts.length / Math.max(1, signTuning.densityFactor * spread))
}

function computeTotal(amounts: readonly number[], signs: number): number {
  let total = 0
  for (let n = 0; n < amounts.length; n++)
    total += (signs >> n) & 1 ? (amounts[n] as number) : -(amounts[n] as number)
  return total
}

const listSigns = (count: number, signs: number): number[] =>
  Array.from({ length: count }, (_, n) => ((signs >> n) & 1 ? 1 : -1))
