import type { PayrollSubmission } from '@payproof/sdk'

/** A payslip figure with its path, by which its provenance is looked up. */
export type At = { path: string; amount: string | null }
export type PayslipTotalsRow = { name: string; period?: At; toDate?: At; year?: At }
export type PayslipFigureLine = { key: string; name: string; note: string; at: At }

/** Returns a payslip's totals: this period, tax year to date, and the last 12 months. */
export function totalsOf({ income_information }: PayrollSubmission): PayslipTotalsRow[] {
  const { earnings, deductions } = income_information
  const { year_to_date: toDate, rolling_12m_income: year } = earnings
  const root = 'income_information'
  const earned = (name: keyof typeof earnings & string): At => ({
    path: `${root}.earnings.${name}`,
    amount: earnings[name] as string | null,
  })
  const taken = (name: keyof typeof deductions & string): At => ({
    path: `${root}.deductions.${name}`,
    amount: deductions[name] as string | null,
  })
  const soFar = (name: Exclude<keyof NonNullable<typeof toDate>, 'tax_year'>): At => ({
    path: `${root}.earnings.year_to_date.${name}`,
    amount: toDate?.[name] ?? null,
  })
  const rolling = (name: keyof NonNullable<typeof year>): At => ({
    path: `${root}.earnings.rolling_12m_income.${name}`,
    amount: year?.[name] ?? null,
  })
  const rows: PayslipTotalsRow[] = [
    { name: 'Basic pay', period: earned('base_salary') },
    { name: 'Bonus', period: earned('bonus') },
    { name: 'Fixed pay', period: earned('fixed_pay_total') },
    { name: 'Variable pay', period: earned('variable_pay_total') },
    {
      name: 'Gross pay',
      period: earned('gross_pay'),
      toDate: soFar('gross_pay'),
      year: rolling('gross_pay'),
    },
    { name: 'Taxable pay', toDate: soFar('total_taxable_earnings') },
    { name: 'Income tax', period: taken('income_tax'), toDate: soFar('total_tax_paid') },
    { name: 'National Insurance', period: taken('employee_ni'), toDate: soFar('total_ni_paid') },
    { name: 'Pension', period: taken('employee_pension') },
    { name: 'Loans', period: taken('loan_deductions') },
    { name: 'Total deductions', period: taken('total_deductions') },
    {
      name: 'Net pay',
      period: earned('net_pay'),
      toDate: soFar('net_pay'),
      year: rolling('net_pay'),
    },
  ]
  return rows.filter(({ period, toDate: to, year: of }) => period?.amount || to?.amount || of?.amount)
}

export const earningsOf = ({ income_information: { earnings } }: PayrollSubmission): PayslipFigureLine[] =>
  earnings.earning_elements.map((line, index) => ({
    key: `earning ${index}`,
    name: line.description,
    note: [
      line.quantity && line.rate && `${line.quantity}${line.unit ? ` ${line.unit}` : ''} × £${line.rate}`,
      line.is_fixed ? 'fixed' : 'variable',
      line.is_bik && 'benefit in kind',
      line.is_after_tax && 'not taxed',
      line.is_after_ni && 'no NI',
    ]
      .filter(Boolean)
      .join(', '),
    at: { path: `income_information.earnings.earning_elements.${index}.amount`, amount: line.amount },
  }))

export const deductionsOf = ({
  income_information: { deductions },
}: PayrollSubmission): PayslipFigureLine[] =>
  deductions.deductions_elements.map((line, index) => ({
    key: `deduction ${index}`,
    name: line.description,
    note: line.type === 'Other' ? '' : line.type.replace(/(?<=[a-z])(?=[A-Z])/g, ' '),
    at: { path: `income_information.deductions.deductions_elements.${index}.amount`, amount: line.amount },
  }))

/** Formats the tax year of the year-to-date figures, e.g. `2026-27`. */
export const toDateYear = ({ income_information }: PayrollSubmission) => {
  const year = income_information.earnings.year_to_date?.tax_year
  return year ? `${year}-${String((year + 1) % 100).padStart(2, '0')}` : undefined
}
