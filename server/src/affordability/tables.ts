import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { toFraction } from './fraction.ts'

// Official statistics, stored as files with their sources. Tables are immutable: new figures are added as a new
// table, so that earlier estimates can be reproduced.

export const countries = ['England', 'Wales', 'Scotland', 'Northern Ireland'] as const
export type Country = (typeof countries)[number]

const Exact = z
  .string()
  .regex(/^\d+(\.\d+)?$/)
  .transform(toFraction)
const Exacts = z
  .string()
  .transform((text) => text.split(' '))
  .pipe(z.array(Exact).min(1).max(12))
const Words = z.string().transform((text) => text.split(' '))
const Country = z.enum(countries)

const Spending = z
  .array(z.strictObject({ decile: z.int(), income: Exact, cost_of_living: Exact, housing: Exact }))
  .length(10)
const AgeFactors = z.array(z.strictObject({ band: z.string(), from: z.int(), factor: Exact })).min(1)
const CountryFactors = z.strictObject(
  Object.fromEntries(countries.map((country) => [country, Exact])) as Record<Country, typeof Exact>,
)
const Prices = z.array(z.strictObject({ year: z.int(), cpi: Exacts, cpih: Exacts })).min(1)
const Postcodes = z.strictObject({
  areas: z.partialRecord(Country, Words),
  outcodes: z.partialRecord(Country, Words),
  sectors: z.array(
    z.strictObject({
      sector: z.string(),
      country: Country,
      except: Country.optional(),
      units: Words.optional(),
    }),
  ),
})

export type StatisticsTable<Rows> = {
  name: string
  title: string
  source: string
  year: string
  licence: string
  credit: string
  notes: string
  sha256: string
  data: Rows
}
export type Spending = z.output<typeof Spending>
export type AgeFactors = z.output<typeof AgeFactors>
export type CountryFactors = z.output<typeof CountryFactors>
export type Prices = z.output<typeof Prices>
export type Postcodes = z.output<typeof Postcodes>

export const readSpending = (name: string) => read(name, Spending)
export const readAgeFactors = (name: string) => read(name, AgeFactors)
export const readCountryFactors = (name: string) => read(name, CountryFactors)
export const readPrices = (name: string) => read(name, Prices)
export const readPostcodes = (name: string) => read(name, Postcodes)

/** Reads a table. Throws if the data does not match the table's hash. */
function read<Schema extends z.ZodType>(name: string, data: Schema): StatisticsTable<z.output<Schema>> {
  const raw = JSON.parse(readFileSync(new URL(`tables/${name}.json`, import.meta.url), 'utf8'))
  const text = z.string().min(1)
  const table = z
    .strictObject({
      name: z.literal(name),
      title: text,
      source: text,
      year: text,
      licence: text,
      credit: text,
      notes: text,
      sha256: z.literal(hashOf(raw.data)),
      data,
    })
    .parse(raw)
  return table as StatisticsTable<z.output<Schema>>
}

const hashOf = (data: unknown) => createHash('sha256').update(JSON.stringify(data)).digest('hex')
