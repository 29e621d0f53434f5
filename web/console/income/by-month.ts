import type { PayrollSubmission } from '@payproof/sdk'
import { penceOf, sumOf } from '../../ui/pence.ts'
import { type Names, sourceOf } from './sources.ts'

export type Measure = 'gross_pay' | 'net_pay'
export type Series = {
  key: string
  label: string /** Source of the figures; bars of one source are stacked. */
  source: string
}
export type MonthlyPay = { month: string; pence: Map<string, bigint> }

/** Pay by source, employer and month of the pay date; months without pay are included. */
export function byMonth(payslips: readonly PayrollSubmission[], measure: Measure, names: Names) {
  const series = new Map<string, Series>()
  const months = new Map<string, Map<string, bigint>>()
  for (const payslip of payslips) {
    const { pay_date, earnings } = payslip.income_information
    const amount = penceOf(earnings[measure])
    if (amount === undefined) continue
    const source = sourceOf(payslip, names)
    const employer = payslip.employment_information.employer_name ?? 'Employer not named'
    const key = `${source.key} ${employer}`
    series.set(key, { key, label: `${employer} (${source.label})`, source: source.key })
    const month = pay_date.slice(0, 7)
    const paid = months.get(month) ?? new Map<string, bigint>()
    months.set(month, paid.set(key, sumOf([paid.get(key) ?? 0n, amount])))
  }
  return {
    series: [...series.values()].sort((one, other) => one.source.localeCompare(other.source)),
    months: everyMonth([...months.keys()].sort()).map(
      (month): MonthlyPay => ({ month, pence: months.get(month) ?? new Map() }),
    ),
  }
}

function everyMonth(known: string[]) {
  const [first] = known
  const last = known.at(-1)
  if (!first || !last) return []
  const all = [first]
  for (let month = first; month < last; month = after(month)) all.push(after(month))
  return all
}

function after(month: string) {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}
