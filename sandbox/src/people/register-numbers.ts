/**
 * Ranges of register indexes. Unique identifiers are derived from an index by an affine permutation of the number
 * space, so that no two people share one. They do not depend on the seed, so that documented examples stay valid.
 */
export const registerIndex = {
  named: (n: number) => n,
  scenario: (hash: number) => 1_000 + (hash % 999_000),
  invented: (n: number) => 1_000_000 + n,
}

const permute = (index: number, factor: number, offset: number, size: number) =>
  (index * factor + offset) % size

/**
 * Returns an NI number. Six digits and a suffix letter allow four million numbers; they repeat after person
 * 2,999,999.
 */
export function niNumber(index: number): string {
  const number = permute(index, 1_587_401, 312_007, 4_000_000)
  return `QQ${String(Math.floor(number / 4)).padStart(6, '0')}${'ABCD'[number % 4]}`
}

export const uniqueTaxReference = (index: number): string =>
  String(1_000_000_000 + permute(index, 618_033_989, 402_653_189, 9_000_000_000))

export const accountNumber = (index: number): string =>
  String(10_000_000 + permute(index, 38_196_601, 4_718_593, 90_000_000))
