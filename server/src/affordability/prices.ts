import type { Month } from './calendar.ts'
import { exactly, type Fraction, over, sum } from './fraction.ts'
import type { Prices } from './tables.ts'

export type PriceIndex = 'cpi' | 'cpih'

/** How dear a month is, against the months of the spending table. */
export type Price = {
  /** The month whose index was taken: the month itself, or the nearest that is published. */
  month: Month
  isPublished: boolean
  index: Fraction
  /** The mean of the base months; not rounded. */
  base: Fraction
  factor: Fraction
}

export type PriceOf = (which: PriceIndex, month: Month) => Price

export function openPrices(prices: Prices, base: { first: Month; last: Month }): PriceOf {
  const published = new Map<Month, Record<PriceIndex, Fraction>>()
  for (const { year, cpi, cpih } of prices)
    for (const [at, index] of cpi.entries())
      published.set(`${year}-${String(at + 1).padStart(2, '0')}`, { cpi: index, cpih: cpih[at] as Fraction })
  const months = [...published.keys()]
  const [first = '', last = ''] = [months[0], months.at(-1)]
  const means = { cpi: meanOf('cpi'), cpih: meanOf('cpih') }

  function meanOf(which: PriceIndex) {
    const counted = months.filter((month) => month >= base.first && month <= base.last)
    return over(sum(counted.map((month) => indexOf(which, month))), exactly(counted.length))
  }

  function indexOf(which: PriceIndex, month: Month) {
    const index = published.get(month)?.[which]
    if (!index) throw new Error(`There is no ${which} of ${month}`)
    return index
  }

  return (which, month) => {
    const taken = published.has(month) ? month : month > last ? last : first
    const index = indexOf(which, taken)
    const mean = means[which]
    return { month: taken, isPublished: taken === month, index, base: mean, factor: over(index, mean) }
  }
}
