/**
 * A parsed tax code. `allowance`: ten times the number is free of tax (`1257L`) or added to taxable pay (`K475`).
 * `flat`: all pay is taxed at one rate; BR is rank 0, D0 rank 1 and so on. `none`: no tax (NT).
 */
export type ParsedTaxCode = {
  /** The code without its week 1/month 1 suffix. */
  name: string
  nation: 'restOfUk' | 'scotland'
  isCumulative: boolean
} & (
  | { kind: 'allowance'; number: number; isKCode: boolean }
  | { kind: 'flat'; rank: number }
  | { kind: 'none' }
)

const taxCodePattern = /^(?:([SC])?(?:(\d{1,6})[LMNT]|K(\d{1,6})|(BR)|D([0-3]))|NT)(?: ?(W1|M1|X))?$/

/** Parses `1257L`, `S1257L`, `CK475`, `BR`, `SD2`, `0T M1`, `NT` …; throws on anything else. */
export function parseTaxCode(text: string): ParsedTaxCode {
  const match = taxCodePattern.exec(text)
  if (!match) throw new RangeError(`Not a tax code: ${text}`)
  const [, prefix, suffixNumber, kNumber, basicRate, dRank, weekOne] = match
  // Welsh rates equal those of England and Northern Ireland in all three years.
  const nation = prefix === 'S' ? 'scotland' : 'restOfUk'
  const name = text.slice(0, weekOne === undefined ? undefined : -weekOne.length).trim()
  const common = { name, nation, isCumulative: weekOne === undefined } as const
  if (suffixNumber !== undefined)
    return { ...common, kind: 'allowance', number: Number(suffixNumber), isKCode: false }
  if (kNumber !== undefined) return { ...common, kind: 'allowance', number: Number(kNumber), isKCode: true }
  if (basicRate !== undefined) return { ...common, kind: 'flat', rank: 0 }
  if (dRank === undefined) return { ...common, kind: 'none' }
  const rank = Number(dRank) + 1
  if (nation === 'restOfUk' && rank > 2) throw new RangeError(`This rate exists only in Scotland: ${text}`)
  return { ...common, kind: 'flat', rank }
}
