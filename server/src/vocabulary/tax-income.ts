import { z } from 'zod'

const Amount = z.string().regex(/^-?\d+\.\d\d$/)

/** `2024-25`: from 6 April 2024 to 5 April 2025. */
export type TaxYear = string

/** What the tax authority says of one tax year. Null is what it does not say; nothing is ever taken for zero. */
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

const firstDay = '04-06'
const lastDay = '04-05'

export const taxYearFrom = (begins: number): TaxYear =>
  `${begins}-${String((begins + 1) % 100).padStart(2, '0')}`

/** The year that a day belongs to, by the calendar year in which it begins. */
export const beginningOf = (day: string) => Number(day.slice(0, 4)) - (day.slice(5) < firstDay ? 1 : 0)

/** Both days are part of it. */
export function daysOf(year: TaxYear) {
  const begins = Number(year.slice(0, 4))
  return { start: `${begins}-${firstDay}`, end: `${begins + 1}-${lastDay}` }
}

/** Every tax year that has ended before `today` and shares a day with the period, newest first. */
export function taxYearsIn({ from, to }: { from: string; to: string | null }, today: string): TaxYear[] {
  const lastEnded = beginningOf(today) - 1
  const last = Math.min(lastEnded, to === null ? lastEnded : beginningOf(to))
  const years: TaxYear[] = []
  for (let begins = last; begins >= beginningOf(from); begins--) years.push(taxYearFrom(begins))
  return years
}
