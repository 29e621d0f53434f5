import type { Country, Postcodes } from './tables.ts'

/** Rules that determine the country, in order from the most specific one. */
export const regionRules = ['unit', 'sector', 'outcode', 'area'] as const

export type PostcodeRegion = {
  country: Country
  rule: (typeof regionRules)[number]
  /** The part of the postcode that matched. */
  matched: string
}

export type FindRegion = (postcode: string) => PostcodeRegion | undefined

const outwardPattern = '([A-Z]{1,2})([0-9][A-Z0-9]?)'
const postcodePatterns = [
  // A full postcode, with or without its space.
  new RegExp(`^${outwardPattern} *([0-9])([A-Z]{2})$`),
  // An outcode, optionally with a sector. Without a space, `CH48` is an outcode, not sector 8 of CH4.
  new RegExp(`^${outwardPattern}(?: +([0-9]))?$`),
]

/**
 * Creates a function that finds the country of a postcode, a sector (`CH4 8`) or an outcode (`CH4`). It returns
 * undefined for anything else.
 */
export function createRegionLookup({ areas, outcodes, sectors }: Postcodes): FindRegion {
  const units = new Map(
    sectors.flatMap(({ sector, except, units: letters = [] }) =>
      except === undefined ? [] : letters.map((unit) => [`${sector}${unit}`, except] as const),
    ),
  )
  const byRule: Record<PostcodeRegion['rule'], ReadonlyMap<string, Country>> = {
    unit: units,
    sector: new Map(sectors.map(({ sector, country }) => [sector, country])),
    outcode: invert(outcodes),
    area: invert(areas),
  }
  return (postcode) => {
    const parts = parsePostcode(postcode)
    if (!parts) return undefined
    for (const rule of regionRules) {
      const matched = parts[rule]
      const country = matched === undefined ? undefined : byRule[rule].get(matched)
      if (matched !== undefined && country) return { country, rule, matched }
    }
    return undefined
  }
}

const invert = (lists: Partial<Record<Country, string[]>>) =>
  new Map(
    Object.entries(lists).flatMap(([country, names]) => names.map((name) => [name, country as Country])),
  )

function parsePostcode(postcode: string): Partial<Record<PostcodeRegion['rule'], string>> | undefined {
  const text = postcode.trim().toUpperCase()
  for (const pattern of postcodePatterns) {
    const [, area, district, digit, letters] = pattern.exec(text) ?? []
    if (area === undefined) continue
    const outcode = `${area}${district}`
    const sector = digit === undefined ? undefined : `${outcode} ${digit}`
    return {
      area,
      outcode,
      ...(sector && { sector }),
      ...(sector && letters && { unit: `${sector}${letters}` }),
    }
  }
  return undefined
}
