import { decimalOf, type Pence, sumOf } from './money.ts'
import type { Payslip } from './payslip.ts'

// Turns earnings and deduction lines into elements and totals of the API. Shared by the connectors and the payslip
// extraction.

type Income = Payslip['income_information']
type EarningElement = Income['earnings']['earning_elements'][number]
type DeductionElement = Income['deductions']['deductions_elements'][number]
type YearToDate = NonNullable<Income['earnings']['year_to_date']>

/** Our own kinds of earnings, with their types in the API. Connectors map provider terms to these kinds. */
const earningTypes = {
  basic: 'Other',
  overtime: 'Other',
  shift: 'Other',
  commission: 'Other',
  arrears: 'Other',
  other: 'Other',
  bonus: 'Bonus',
  holiday: 'Holiday',
  expenses: 'Expense',
  absence: 'OtherLeave',
  sick: 'StatutorySickPay',
  maternity: 'StatutoryParentalPayment',
  paternity: 'StatutoryParentalPayment',
  shared_parental: 'StatutorySharedParentalPay',
  adoption: 'StatutoryAdoptionPay',
  bereavement: 'StatutoryParentalBereavementPay',
  sacrifice: 'Pension',
  termination: 'Termination',
  medical: 'Medical',
  strike: 'Strike',
  testimonial: 'SportingTestimonial',
} as const satisfies Record<string, EarningElement['type']>

/** Kinds of deductions. Tax and National Insurance are included, so that the elements add up to the total. */
const deductionTypes = {
  income_tax: 'Other',
  national_insurance: 'Other',
  other: 'Other',
  pension: 'Pension',
  student_loan: 'StudentLoan',
  postgraduate_loan: 'StudentLoan',
  attachment_of_earnings: 'AttachmentOfEarnings',
  loan: 'Loan',
} as const satisfies Record<string, DeductionElement['type']>

export type EarningKind = keyof typeof earningTypes
export type DeductionKind = keyof typeof deductionTypes

/** Maps a provider's term to a kind. Unknown terms become `other`. */
export const toEarningKind = (text: string): EarningKind =>
  Object.hasOwn(earningTypes, text) ? (text as EarningKind) : 'other'
export const toDeductionKind = (text: string): DeductionKind =>
  Object.hasOwn(deductionTypes, text) ? (text as DeductionKind) : 'other'

/** `quantity` and `rate` are decimal text. */
export type EarningsLine = {
  kind: EarningKind
  label: string
  amount: Pence
  isFixed: boolean
  isTaxable: boolean
  isNiable: boolean
  /** A benefit in kind is listed but not paid, so it is not part of gross pay. */
  isBenefit?: boolean
  quantity?: string | null
  rate?: string | null
  unit?: string | null
}

export type DeductionLine = { kind: DeductionKind; label: string; amount: Pence }

/**
 * Composes the earnings. Partial totals are null if the lines do not add up to the gross pay, because a line may be
 * missing.
 */
export function composeEarnings(
  lines: EarningsLine[],
  totals: { gross: Pence | null; net: Pence | null; yearToDate: YearToDate | null },
): Income['earnings'] {
  const paid = lines.filter(({ isBenefit }) => !isBenefit)
  const total = (test: (line: EarningsLine) => boolean) =>
    sumOf(paid.filter(test).map(({ amount }) => amount))
  const isWhole = total(() => true) === totals.gross
  const part = (test: (line: EarningsLine) => boolean) => (isWhole ? decimalOf(total(test)) : null)
  return {
    gross_pay: totals.gross === null ? null : decimalOf(totals.gross),
    net_pay: totals.net === null ? null : decimalOf(totals.net),
    base_salary: part(({ kind }) => kind === 'basic'),
    bonus: part(({ kind }) => kind === 'bonus'),
    fixed_pay_total: part(({ isFixed }) => isFixed),
    variable_pay_total: part(({ isFixed }) => !isFixed),
    earning_elements: lines.map(earningElement),
    year_to_date: totals.yearToDate,
  }
}

const earningElement = (line: EarningsLine): EarningElement => ({
  type: earningTypes[line.kind],
  description: line.label,
  amount: decimalOf(line.amount),
  is_fixed: line.isFixed,
  is_after_tax: !line.isTaxable,
  is_after_ni: !line.isNiable,
  is_bik: line.isBenefit ?? false,
  quantity: line.quantity ?? null,
  rate: line.rate ?? null,
  unit: line.unit ?? null,
})

/** Loans of an employer are deductions of the type Loan, and not part of `loan_deductions`. */
const loanKinds: DeductionKind[] = ['student_loan', 'postgraduate_loan']

/** Composes the deductions. A kind without a line is zero, because providers omit lines of zero. */
export function composeDeductions(lines: DeductionLine[], total: Pence): Income['deductions'] {
  const deducted = (...kinds: DeductionKind[]) =>
    decimalOf(sumOf(lines.filter(({ kind }) => kinds.includes(kind)).map(({ amount }) => amount)))
  return {
    income_tax: deducted('income_tax'),
    employee_ni: deducted('national_insurance'),
    employee_pension: deducted('pension'),
    total_deductions: decimalOf(total),
    loan_deductions: deducted(...loanKinds),
    deductions_elements: lines.map(({ kind, label, amount }) => ({
      type: deductionTypes[kind],
      description: label,
      amount: decimalOf(amount),
    })),
  }
}

/** Formats a tax code. Non-cumulative codes get the suffix that payslips print, such as `1257L M1`. */
export const formatTaxCode = (code: string, isCumulative: boolean, frequency: string | null): string =>
  isCumulative ? code : `${code} ${frequency === 'monthly' ? 'M1' : 'W1'}`
