import { z } from 'zod'
import { modelIds, newestModelId } from '../../affordability/models.ts'
import { regionRules } from '../../affordability/regions.ts'
import { countries } from '../../affordability/tables.ts'
import { Pounds, Uuid } from '../../platform/http/wire.ts'
import { unusedReasons } from './select-periods.ts'

const Money = Pounds.describe('Pounds, two decimals')
const Exact = z
  .string()
  .describe('A decimal number with at most ten decimals; the calculation continues with the unrounded value')
const Day = z.string().meta({ type: 'string', format: 'date' })
const Month = z.string().meta({ type: 'string', pattern: '^\\d{4}-\\d{2}$' })

export const ModelQuery = z.strictObject({
  model: z.enum(modelIds).default(newestModelId).describe('Default: the newest model'),
})

const Expenditure = z
  .strictObject({
    date: z.string().meta({ type: 'string', format: 'date-time' }).describe('Start of the month'),
    cost_of_living: Money,
    housing: Money,
    total: Money.describe('Sum of cost_of_living and housing'),
  })
  .meta({ id: 'Expenditure', description: 'Estimated spending of a household with this income in a month.' })

export const Expenditures = z
  .strictObject({ expenditures: z.array(Expenditure) })
  .meta({ id: 'Expenditures' })

const Table = z
  .strictObject({
    name: z.string(),
    title: z.string(),
    source: z.string(),
    year: z.string(),
    licence: z.string(),
    credit: z.string(),
    notes: z.string(),
    sha256: z.string().describe('Of the data, as compact JSON'),
  })
  .meta({ id: 'ExpenditureTable', description: 'A table of official statistics.' })

const Model = z
  .strictObject({
    id: z.string(),
    weeks_per_year: Exact,
    rounding: z.string(),
    tables: z.array(Table),
  })
  .meta({ id: 'ExpenditureModel' })

const Period = z
  .strictObject({
    submission_id: Uuid,
    source: z.string(),
    trust_score: z.string().nullable(),
    employer_name: z.string().nullable(),
    pay_date: Day,
    pay_interval_start: Day,
    pay_interval_end: Day,
    net_pay: Money,
    days: z.int().describe('Length of the interval, both ends included'),
    days_in_month: z.int(),
    share: Exact.describe('net_pay × days_in_month ÷ days'),
  })
  .meta({ id: 'ExpenditurePayPeriod', description: 'A payslip and its share of the month.' })

const origin = {
  source: z.enum(['payslip', 'user']),
  submission_id: Uuid.nullable().describe('The payslip it was taken from; null if taken from the user'),
}

const Age = z
  .strictObject({
    date_of_birth: Day,
    ...origin,
    on: Day,
    years: z.int(),
    band: z.string(),
    factor: Exact,
  })
  .meta({ id: 'ExpenditureAge' })

const Region = z
  .strictObject({
    post_code: z.string(),
    ...origin,
    country: z.enum(countries),
    rule: z.enum(regionRules).describe('The part of the postcode that determined the country'),
    matched: z.string(),
    factor: Exact,
  })
  .meta({ id: 'ExpenditureRegion' })

const Row = z
  .strictObject({
    decile: z.int().describe('0 is the point of no income and no spending'),
    income: Exact,
    cost_of_living: Exact,
    housing: Exact,
  })
  .meta({ id: 'ExpenditureTableRow', description: 'One row of the expenditure table.' })

const TableRows = z.strictObject({ lower: Row, upper: Row }).meta({ id: 'ExpenditureTableRows' })

const Step = z
  .strictObject({
    slope: Exact.describe('Additional pounds spent per pound of weekly income, between the two rows'),
    spent: Exact.describe('Pounds per week at this income, in the year of the survey'),
    factor: Exact.describe('Factor of the age band or of the country'),
    adjusted: Exact.describe('spent × factor'),
    index: z.enum(['cpi', 'cpih']),
    index_month: Month.describe('Month of the index used'),
    index_note: z
      .enum(['last published index used', 'first published index used'])
      .nullable()
      .describe('If no index was published for the month itself'),
    index_value: Exact,
    index_base: Exact.describe('Mean of the twelve months of the survey'),
    price_factor: Exact.describe('index_value ÷ index_base'),
    weekly: Exact.describe('adjusted × price_factor'),
    unrounded: Exact.describe('weekly × weeks_per_year ÷ 12'),
    amount: Money,
  })
  .meta({ id: 'ExpenditureStep', description: 'The calculation of one kind of spending.' })

const WorkingMonth = z
  .strictObject({
    date: z.string().meta({ type: 'string', format: 'date-time' }),
    left_out: z
      .enum(['net-pay-not-positive', 'no-region'])
      .nullable()
      .describe('Why the month has no estimate'),
    net_pay: Exact.describe('Sum of the shares'),
    pay_periods: z.array(Period),
    post_codes_without_region: z.array(z.string()).describe('Postcodes that were tried first, in vain'),
    age: Age.nullable(),
    region: Region.nullable(),
    weekly_net_pay: Exact.nullable().describe('net_pay × 12 ÷ weeks_per_year'),
    table_rows: TableRows.nullable().describe(
      'The two rows around weekly_net_pay; above the last row, the last two',
    ),
    cost_of_living: Step.nullable(),
    housing: Step.nullable(),
    expenditure: Expenditure.nullable(),
  })
  .meta({ id: 'ExpenditureMonth', description: 'The calculation of one month.' })

const UnusedPayslip = z
  .strictObject({ submission_id: Uuid, reason: z.enum(unusedReasons) })
  .meta({ id: 'UnusedPayslip', description: 'A payslip that the estimate leaves out.' })

export const ExpenditureWorking = z
  .strictObject({
    model: Model,
    months: z.array(WorkingMonth),
    unused_payslips: z
      .array(UnusedPayslip)
      .describe(
        'known-twice: the same payment is already counted from another source; low-trust-document: it counts if you include it ' +
          'in the income summary',
      ),
  })
  .meta({
    id: 'ExpenditureWorking',
    description: 'Every number used, so that the calculation can be reproduced by hand.',
  })

export type Expenditure = z.output<typeof Expenditure>
export type ExpenditureWorking = z.output<typeof ExpenditureWorking>
