import { decimalOf, type Pence, sumOf } from '../../vocabulary/money.ts'
import type { TaxYear, TaxYearIncome } from '../../vocabulary/tax-income.ts'
import { textOrNull } from '../identity.ts'
import type { EmploymentSummary, IncomeSummary, TaxSummary } from './replies.ts'

type Employer = { names: string[]; incomes: Pence[]; taxes: Pence[] }

/** HMRC reports a State Pension lump sum under this PAYE reference. It is no employer. */
const statePensionLumpSum = '267/LS500'

/**
 * Joins the three summaries of a tax year. A PAYE reference that occurs more than once is treated as one employer
 * with the total of its lines, because nothing links the lines of one summary to those of another. Missing figures
 * stay unknown. An employment without any figures is omitted, and so is a State Pension lump sum.
 */
export function joinYear(
  tax_year: TaxYear,
  {
    income,
    employment,
    tax,
  }: { income: IncomeSummary; employment: EmploymentSummary | null; tax: TaxSummary | null },
): TaxYearIncome {
  const employers = new Map<string, Employer>()
  const employerAt = (reference: string) => {
    const key = reference.replace(/\s/g, '').toUpperCase()
    const employer = employers.get(key) ?? { names: [], incomes: [], taxes: [] }
    employers.set(key, employer)
    return employer
  }
  for (const { employerPayeReference, payFromEmployment } of income.employments)
    employerAt(employerPayeReference).incomes.push(payFromEmployment)
  for (const { employerPayeReference, taxTakenOffPay } of tax?.employments ?? [])
    employerAt(employerPayeReference).taxes.push(taxTakenOffPay)
  for (const { employerPayeReference, employerName } of employment?.employments ?? []) {
    const { names } = employerAt(employerPayeReference)
    const name = textOrNull(employerName)
    if (name !== null && !names.includes(name)) names.push(name)
  }
  employers.delete(statePensionLumpSum)
  const known = [...employers.values()].filter(({ incomes, taxes }) => incomes.length + taxes.length > 0)
  return {
    tax_year,
    total_income: decimalOf(sumOf(known.flatMap(({ incomes }) => incomes))),
    employers: known.map(({ names, incomes, taxes }) => ({
      employer_name: textOrNull(names.join(' / ')),
      income: sumOrNull(incomes),
      tax_paid: sumOrNull(taxes),
    })),
  }
}

const sumOrNull = (amounts: Pence[]) => (amounts.length === 0 ? null : decimalOf(sumOf(amounts)))
