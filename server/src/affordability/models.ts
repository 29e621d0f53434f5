import { type Fraction, toFraction } from './fraction.ts'
import { createPriceLookup, type PriceLookup } from './prices.ts'
import { createRegionLookup, type FindRegion } from './regions.ts'
import {
  type AgeFactors,
  type CountryFactors,
  readAgeFactors,
  readCountryFactors,
  readPostcodes,
  readPrices,
  readSpending,
  type Spending,
  type StatisticsTable,
} from './tables.ts'

/** An estimation model with its tables. Models are immutable: better figures are added as a new model. */
export type OnsModel = {
  id: string
  weeksPerYear: Fraction
  maxAge: number
  spending: Spending
  ageFactors: AgeFactors
  countryFactors: CountryFactors
  findPrice: PriceLookup
  findRegion: FindRegion
  /** The tables without their data. */
  tables: Omit<StatisticsTable<unknown>, 'data'>[]
}

type ModelDefinition = {
  id: string
  weeksPerYear: string
  maxAge: number
  tables: Record<'spending' | 'ageFactors' | 'countryFactors' | 'prices' | 'postcodes', string>
  /** The survey period of the spending table. The mean prices of this period are the price base. */
  base: { first: string; last: string }
}

// The newest model is last and is the default.
const definitions: ModelDefinition[] = [
  {
    id: 'ons-fye2024-1',
    weeksPerYear: '52.1775',
    maxAge: 150,
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

export const modelIds = definitions.map(({ id }) => id)
export const newestModelId = modelIds.at(-1) as string

const models = new Map<string, OnsModel>(
  definitions.map((definition) => [definition.id, openModel(definition)]),
)

export function requireModel(id: string): OnsModel {
  const model = models.get(id)
  if (!model) throw new RangeError('unknown model id')
  return model
}

function openModel({ id, weeksPerYear, maxAge, tables: names, base }: ModelDefinition): OnsModel {
  const tables = {
    spending: readSpending(names.spending),
    ageFactors: readAgeFactors(names.ageFactors),
    countryFactors: readCountryFactors(names.countryFactors),
    prices: readPrices(names.prices),
    postcodes: readPostcodes(names.postcodes),
  }
  return {
    id,
    weeksPerYear: toFraction(weeksPerYear),
    maxAge,
    spending: tables.spending.data,
    ageFactors: tables.ageFactors.data,
    countryFactors: tables.countryFactors.data,
    findPrice: createPriceLookup(tables.prices.data, base),
    findRegion: createRegionLookup(tables.postcodes.data),
    tables: Object.values(tables).map(({ data: _, ...about }) => about),
  }
}
