import type { CalendarMonth } from './calendar.ts'
import { divide, type Fraction, sum, toFraction } from './fraction.ts'
import type { Prices } from './tables.ts'

export type PriceIndex = 'cpi' | 'cpih'

/** Price level of a month relative to the survey period. */
export type Price = {
  /** Month whose index is used: the month itself, or the nearest one that is published. */
  month: CalendarMonth
  isPublished: boolean
  index: Fraction
  /** Mean of the base months, not rounded. */
  base: Fraction
  factor: Fraction
}

export type PriceLookup = (indexName: PriceIndex, month: CalendarMonth) => Price

export function createPriceLookup(
  prices: Prices,
  base: { first: CalendarMonth; last: CalendarMonth },
): PriceLookup {
  const published = new Map<CalendarMonth, Record<PriceIndex, Fraction>>()
  for (const { year, cpi, cpih } of prices)
    for (const [at, index] of cpi.entries())
      published.set(`${year}-${String(at + 1).padStart(2, '0')}`, { cpi: index, cpih: cpih[at] as Fraction })
  const months = [...published.keys()]
  const [first = '', last = ''] = [months[0], months.at(-1)]
  const means = { cpi: computeMean('cpi'), cpih: computeMean('cpih') }

  function computeMean(indexName: PriceIndex) {
    const counted = months.filter((month) => month >= base.first && month <= base.last)
    return divide(sum(counted.map((month) => requireIndex(indexName, month))), toFraction(counted.length))
  }

  function requireIndex(indexName: PriceIndex, month: CalendarMonth) {
    const index = published.get(month)?.[indexName]
    if (!index) throw new Error(`no ${indexName} index for ${month}`)
    return index
  }

  return (indexName, month) => {
    const usedMonth = published.has(month) ? month : month > last ? last : first
    const index = requireIndex(indexName, usedMonth)
    const mean = means[indexName]
    return {
      month: usedMonth,
      isPublished: usedMonth === month,
      index,
      base: mean,
      factor: divide(index, mean),
    }
  }
}
