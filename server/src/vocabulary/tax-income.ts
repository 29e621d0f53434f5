import { z } from 'zod'
import { taxYearOf, taxYearStart } from './days.ts'

const Amount = z.string().regex(/^-?\d+\.\d\d$/)

/** A tax year such as `2024-25`, which means 6 April 2024 to 5 April 2025. */
export type TaxYear = string

/** Income of one tax year, as reported by the tax authority. Values that it does not report are null, never zero. */
export const TaxYearIncome = z.strictObject({
  tax_year: z.string().regex(/^\d{4}-\d{2}$/),
  total_income: Amount,
  employers: z.array(
    z.strictObject({
      employer_name: z.string().nullable(),
      income: Amount.nullable(),
      tax_paid: Amount.nullable(),
    }),
  ),
})

export type TaxYearIncome = z.output<typeof TaxYearIncome>

const taxYearEnd = '04-05'

export const formatTaxYear = (startYear: number): TaxYear =>
  `${startYear}-${String((startYear + 1) % 100).padStart(2, '0')}`

/** Returns the first and last day of a tax year, both inclusive. */
export function taxYearDays(year: TaxYear) {
  const startYear = Number(year.slice(0, 4))
  return { start: `${startYear}-${taxYearStart}`, end: `${startYear + 1}-${taxYearEnd}` }
}

/** Lists the tax years that ended before `today` and overlap the period, newest first. */
export function taxYearsIn({ from, to }: { from: string; to: string | null }, today: string): TaxYear[] {
  const lastEnded = taxYearOf(today) - 1
  const last = Math.min(lastEnded, to === null ? lastEnded : taxYearOf(to))
  const years: TaxYear[] = []
  for (let startYear = last; startYear >= taxYearOf(from); startYear--) years.push(formatTaxYear(startYear))
  return years
}
