/** How a row came by its sign. */
export type Sign = 'column' | 'mark' | 'balance' | 'solved' | 'section' | 'guess'

// Beyond this the signs of a segment are practically never the only ones.
const mostSolved = 22

/**
 * Signs for sums that are printed without, so that they add up to the change of the balance: all that there are, but not
 * more than two of them, since a second one already means that nothing is proven. `leaning` says which is likelier.
 */
export function solveSigns(sums: readonly number[], change: number, leaning: readonly number[]): number[][] {
  if (sums.length > mostSolved) return []
  const half = sums.length >> 1
  const [left, right] = [sums.slice(0, half), sums.slice(half)]
  const byTotal = new Map<number, number[]>()
  for (let signs = 0; signs < 1 << right.length; signs++) {
    const total = totalOf(right, signs)
    const others = byTotal.get(total)
    if (others) others.push(signs)
    else byTotal.set(total, [signs])
  }
  const found: { signs: number[]; leans: number }[] = []
  for (let signs = 0; signs < 1 << left.length; signs++) {
    const rest = byTotal.get(change - totalOf(left, signs))
    for (const other of rest ?? []) {
      const all = [...signsOf(left.length, signs), ...signsOf(right.length, other)]
      found.push({ signs: all, leans: all.reduce((sum, sign, n) => sum + sign * (leaning[n] ?? 0), 0) })
      if (found.length > 400) break
    }
    if (found.length > 400) break
  }
  return found
    .toSorted((a, b) => b.leans - a.leans)
    .slice(0, 2)
    .map(({ signs }) => signs)
}

/**
 * How many ways to set the signs are to be expected by chance alone, where the sums have nothing to do with the change. All
 * totals have the parity of one of them; they lie about nought as the steps of a drunkard do.
 */
export function chanceOf(sums: readonly number[]): number {
  const spread = Math.sqrt(sums.reduce((total, sum) => total + sum * sum, 0))
  return Math.min(1, 2 ** sums.length / Math.max(1, 1.25 * spread))
}

function totalOf(sums: readonly number[], signs: number): number {
  let total = 0
  for (let n = 0; n < sums.length; n++) total += (signs >> n) & 1 ? (sums[n] as number) : -(sums[n] as number)
  return total
}

const signsOf = (count: number, signs: number): number[] =>
  Array.from({ length: count }, (_, n) => ((signs >> n) & 1 ? 1 : -1))
