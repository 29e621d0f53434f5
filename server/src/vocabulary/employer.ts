/** Says nothing about who it is: half of all employers are one of these. */
const common = new Set([
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

/** By which words an employer is known, however its name is written. */
export const employerWords = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2 && !common.has(word))

/** Written or left out as it pleases whoever writes. */
const legalForms = new Set(['limited', 'ltd', 'plc', 'llp', 'company', 'co', 'the', 'and'])

/** The same for one name in capitals, with other punctuation, or with `Ltd` for `Limited`; of other names it is another. */
export function employerKey(name: string) {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
  return words.filter((word) => !legalForms.has(word)).join('') || words.join('')
}
