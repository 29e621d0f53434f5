/**
 * What a tax code says. `allowance`: so many tens of pounds a year are free of tax (`1257L`) or are added to the pay
 * (`K475`). `flat`: all pay at one rate; BR is rank 0, D0 rank 1 and so on. `none`: no tax (NT).
 */
export type TaxCode = {
  /** Without the mark of week 1 or month 1. */
  name: string
  nation: 'restOfUk' | 'scotland'
  isCumulative: boolean
} & (
  | { kind: 'allowance'; number: number; isAdded: boolean }
  | { kind: 'flat'; rank: number }
  | { kind: 'none' }
)

const form = /^(?:([SC])?(?:(\d{1,6})[LMNT]|K(\d{1,6})|(BR)|D([0-3]))|NT)(?: ?(W1|M1|X))?$/

/** Reads `1257L`, `S1257L`, `CK475`, `BR`, `SD2`, `0T M1`, `NT` …; throws on anything else. */
export function parseTaxCode(text: string): TaxCode {
  const match = form.exec(text)
  if (!match) throw new RangeError(`Not a tax code: ${text}`)
  const [, prefix, suffixNumber, kNumber, basicRate, dRank, weekOne] = match
  // Welsh rates have been those of England and Northern Ireland in all three years.
  const nation = prefix === 'S' ? 'scotland' : 'restOfUk'
  const name = text.slice(0, weekOne === undefined ? undefined : -weekOne.length).trim()
  const common = { name, nation, isCumulative: weekOne === undefined } as const
  if (suffixNumber !== undefined)
    return { ...common, kind: 'allowance', number: Number(suffixNumber), isAdded: false }
  if (kNumber !== undefined) return { ...common, kind: 'allowance', number: Number(kNumber), isAdded: true }
  if (basicRate !== undefined) return { ...common, kind: 'flat', rank: 0 }
  if (dRank === undefined) return { ...common, kind: 'none' }
  const rank = Number(dRank) + 1
  if (nation === 'restOfUk' && rank > 2)
    throw new RangeError(`There is no such rate outside Scotland: ${text}`)
  return { ...common, kind: 'flat', rank }
}
