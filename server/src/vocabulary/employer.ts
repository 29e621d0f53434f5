/** Says nothing about who it is: half of all employers are one of these. */
const common = new Set([
  ...['limited', 'ltd', 'plc', 'llp', 'the', 'and', 'company', 'group', 'holdings', 'services', 'uk'],
  ...['international', 'solutions', 'partners', 'associates'],
])

/** By which words an employer is known, however its name is written. */
export const employerWords = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2 && !common.has(word))
