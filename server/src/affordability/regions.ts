import type { Country, Postcodes } from './tables.ts'

/** How a country was found, from the narrowest rule to the widest. */
export const regionRules = ['unit', 'sector', 'outcode', 'area'] as const

export type Region = {
  country: Country
  rule: (typeof regionRules)[number]
  /** The part of the postcode that the rule knows. */
  matched: string
}

export type FindRegion = (postcode: string) => Region | undefined

const outward = '([A-Z]{1,2})([0-9][A-Z0-9]?)'
const forms = [
  // A full postcode, with or without its space.
  new RegExp(`^${outward} *([0-9])([A-Z]{2})$`),
  // An outcode, perhaps with its sector. Without the space `CH48` is the outcode and not a sector of CH4.
  new RegExp(`^${outward}(?: +([0-9]))?$`),
]

/** Knows the country of a postcode, of a sector (`CH4 8`) and of an outcode (`CH4`). What has another form has none. */
export function openRegions({ areas, outcodes, sectors }: Postcodes): FindRegion {
  const units = new Map(
    sectors.flatMap(({ sector, except, units: letters = [] }) =>
      except === undefined ? [] : letters.map((unit) => [`${sector}${unit}`, except] as const),
    ),
  )
  const byRule: Record<Region['rule'], ReadonlyMap<string, Country>> = {
    unit: units,
    sector: new Map(sectors.map(({ sector, country }) => [sector, country])),
    outcode: byName(outcodes),
    area: byName(areas),
  }
  return (postcode) => {
    const parts = partsOf(postcode)
    if (!parts) return undefined
    for (const rule of regionRules) {
      const matched = parts[rule]
      const country = matched === undefined ? undefined : byRule[rule].get(matched)
      if (matched !== undefined && country) return { country, rule, matched }
    }
    return undefined
  }
}

const byName = (lists: Partial<Record<Country, string[]>>) =>
  new Map(
    Object.entries(lists).flatMap(([country, names]) => names.map((name) => [name, country as Country])),
  )

function partsOf(postcode: string): Partial<Record<Region['rule'], string>> | undefined {
  const text = postcode.trim().toUpperCase()
  for (const form of forms) {
    const [, area, district, digit, letters] = form.exec(text) ?? []
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
