/** Of one fact: right, wrong, or not found though it is printed; `unasked`: nothing printed and nothing said. */
export type Verdict = 'right' | 'wrong' | 'missed' | 'unasked'

const plain = (value: string) => value.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase()

export const isSame = (one: string | null, other: string | null): boolean =>
  one === null || other === null ? one === other : plain(one) === plain(other)

/** `also`: what is right as well, because it follows from the paper. */
export function verdictOn(truth: string | null, said: string | null, also: string[] = []): Verdict {
  if (said === null || said === '') return truth === null || truth === '' ? 'unasked' : 'missed'
  if (truth !== null && isSame(truth, said)) return 'right'
  if (also.some((answer) => isSame(answer, said))) return truth === null ? 'unasked' : 'right'
  return 'wrong'
}

/** How many of two lists are the same, each counted once. */
export function common(one: string[], other: string[]): number {
  const left = new Map<string, number>()
  for (const text of one) left.set(text, (left.get(text) ?? 0) + 1)
  let count = 0
  for (const text of other) {
    const there = left.get(text) ?? 0
    if (there > 0) count++
    left.set(text, there - 1)
  }
  return count
}

export const areSame = (one: string[], other: string[]): boolean =>
  one.length === other.length && common(one, other) === one.length

/** Whole pence of `-1,234.56`. */
export const penceOf = (sum: string): number => Math.round(Number(sum.replaceAll(',', '')) * 100)
export const sumText = (sum: string | null | undefined): string | null =>
  sum === null || sum === undefined ? null : String(penceOf(sum))
