/** Words that are too common to identify an employer. */
const genericWords = new Set([
  'limited',
  'ltd',
  'plc',
  'llp',
  'the',
  'and',
  'company',
  'group',
  'holdings',
  'services',
  'uk',
  'international',
  'solutions',
  'partners',
  'associates',
])

/** Returns the distinctive words of an employer's name, normalised. */
export const employerWords = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2 && !genericWords.has(word))

/** Words that are often omitted or abbreviated. */
const legalForms = new Set(['limited', 'ltd', 'plc', 'llp', 'company', 'co', 'the', 'and'])

/** Normalises an employer's name, so that case, punctuation and legal form (`Ltd`, `Limited`) do not matter. */
export function employerKey(name: string) {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
  return words.filter((word) => !legalForms.has(word)).join('') || words.join('')
}
