/**
 * Everybody has a place in the registers, and every place its own numbers: an affine step through all numbers of
 * a kind meets each of them once. They do not depend on the seed, so an example written down stays right.
 */
export const registerPlaces = {
  named: (n: number) => n,
  scenario: (hash: number) => 1_000 + (hash % 999_000),
  anyone: (n: number) => 1_000_000 + n,
}

const step = (place: number, factor: number, offset: number, size: number) => (place * factor + offset) % size

/** There are four million of them: six digits and a last letter. After person 2,999,999 they begin again. */
export function niNumber(place: number): string {
  const number = step(place, 1_587_401, 312_007, 4_000_000)
  return `QQ${String(Math.floor(number / 4)).padStart(6, '0')}${'ABCD'[number % 4]}`
}

export const uniqueTaxReference = (place: number): string =>
  String(1_000_000_000 + step(place, 618_033_989, 402_653_189, 9_000_000_000))

export const accountNumber = (place: number): string =>
  String(10_000_000 + step(place, 38_196_601, 4_718_593, 90_000_000))
