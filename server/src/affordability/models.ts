import { exactly, type Fraction } from './fraction.ts'
import { openPrices, type PriceOf } from './prices.ts'
import { type FindRegion, openRegions } from './regions.ts'
import {
  type AgeFactors,
  type CountryFactors,
  readAgeFactors,
  readCountryFactors,
  readPostcodes,
  readPrices,
  readSpending,
  type Spending,
  type Table,
} from './tables.ts'

/** One way to estimate, with the tables it stands on. It never changes: better figures are another model. */
export type Model = {
  id: string
  weeksPerYear: Fraction
  oldestAge: number
  spending: Spending
  ageFactors: AgeFactors
  countryFactors: CountryFactors
  priceOf: PriceOf
  findRegion: FindRegion
  /** What the tables say of themselves. */
  tables: Omit<Table<unknown>, 'data'>[]
}

type Recipe = {
  id: string
  weeksPerYear: string
  oldestAge: number
  tables: Record<'spending' | 'ageFactors' | 'countryFactors' | 'prices' | 'postcodes', string>
  /** The months whose mean prices are those of the spending table. */
  base: { first: string; last: string }
}

// The newest last: it is the one that is used unless another is asked for.
const recipes: Recipe[] = [
  {
    id: 'ons-fye2024-1',
    weeksPerYear: '52.1775',
    oldestAge: 150,
    tables: {
      spending: 'spending-fye2024',
      ageFactors: 'age-factors-1',
      countryFactors: 'country-factors-1',
      prices: 'prices-2026-03',
      postcodes: 'postcodes-2020',
    },
    base: { first: '2023-04', last: '2024-03' },
  },
]

export const modelIds = recipes.map(({ id }) => id)
export const newestModelId = modelIds.at(-1) as string

const opened = new Map<string, Model>(recipes.map((recipe) => [recipe.id, openModel(recipe)]))

export function requireModel(id: string): Model {
  const model = opened.get(id)
  if (!model) throw new RangeError('no model has this id')
  return model
}

function openModel({ id, weeksPerYear, oldestAge, tables: names, base }: Recipe): Model {
  const tables = {
    spending: readSpending(names.spending),
    ageFactors: readAgeFactors(names.ageFactors),
    countryFactors: readCountryFactors(names.countryFactors),
    prices: readPrices(names.prices),
    postcodes: readPostcodes(names.postcodes),
  }
  return {
    id,
    weeksPerYear: exactly(weeksPerYear),
    oldestAge,
    spending: tables.spending.data,
    ageFactors: tables.ageFactors.data,
    countryFactors: tables.countryFactors.data,
    priceOf: openPrices(tables.prices.data, base),
    findRegion: openRegions(tables.postcodes.data),
    tables: Object.values(tables).map(({ data: _, ...about }) => about),
  }
}
