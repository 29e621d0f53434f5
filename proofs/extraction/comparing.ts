/**
 * Result for one field. `missed` means printed but not extracted; `absent` means neither printed nor extracted, so
 * the field is not counted.
 */
export type FieldVerdict = 'right' | 'wrong' | 'missed' | 'absent'

const normalise = (value: string) => value.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase()

export const isSame = (one: string | null, other: string | null): boolean =>
  one === null || other === null ? one === other : normalise(one) === normalise(other)

/**
 * Compares an extracted value with the truth. `alternatives` are other correct values, because they follow from the
 * document.
 */
export function verdictOn(
  truth: string | null,
  extracted: string | null,
  alternatives: string[] = [],
): FieldVerdict {
  if (extracted === null || extracted === '') return truth === null || truth === '' ? 'absent' : 'missed'
  if (truth !== null && isSame(truth, extracted)) return 'right'
  if (alternatives.some((value) => isSame(value, extracted))) return truth === null ? 'absent' : 'right'
  return 'wrong'
}

/** Returns the size of the multiset intersection of two lists. */
export function countCommon(one: string[], other: string[]): number {
  const remaining = new Map<string, number>()
  for (const text of one) remaining.set(text, (remaining.get(text) ?? 0) + 1)
  let count = 0
  for (const text of other) {
    const left = remaining.get(text) ?? 0
    if (left > 0) count++
    remaining.set(text, left - 1)
  }
  return count
}

export const areSame = (one: string[], other: string[]): boolean =>
  one.length === other.length && countCommon(one, other) === one.length

/** Converts an amount such as `-1,234.56` to pence. */
export const penceOf = (amount: string): number => Math.round(Number(amount.replaceAll(',', '')) * 100)
export const penceText = (amount: string | null | undefined): string | null =>
  amount === null || amount === undefined ? null : String(penceOf(amount))
