import { decimalOf, type Pence, sumOf } from './money.ts'
import type { Day, Payslip } from './payslip.ts'

// What every transform and the reader of paper do alike: lines of pay in plain words become elements, and the sums over them.

type Income = Payslip['income_information']
type EarningElement = Income['earnings']['earning_elements'][number]
type DeductionElement = Income['deductions']['deductions_elements'][number]
type YearToDate = NonNullable<Income['earnings']['year_to_date']>

/** Plain words for what is paid, and what the interface calls them. A connector brings its provider's words to these. */
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

/** The same for what is taken off. Tax and National Insurance are among the elements, so that they add up. */
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

export type EarningWord = keyof typeof earningTypes
export type DeductionWord = keyof typeof deductionTypes

/** A word that nobody has heard of yet is no reason to fail. */
export const earningWord = (text: string): EarningWord =>
  Object.hasOwn(earningTypes, text) ? (text as EarningWord) : 'other'
export const deductionWord = (text: string): DeductionWord =>
  Object.hasOwn(deductionTypes, text) ? (text as DeductionWord) : 'other'

/** A line of pay. Quantity and rate are decimal text. */
export type Earning = {
  word: EarningWord
  label: string
  amount: Pence
  isFixed: boolean
  isTaxable: boolean
  isNiable: boolean
  /** A benefit in kind is shown but not paid: it is no part of the gross pay. */
  isBenefit?: boolean
  quantity?: string | null
  rate?: string | null
  unit?: string | null
}

export type Deduction = { word: DeductionWord; label: string; amount: Pence }

/** The parts are told only where the lines account for the whole of the gross pay; else a part may be missing. */
export function earningsOf(
  lines: Earning[],
  sums: { gross: Pence | null; net: Pence | null; yearToDate: YearToDate | null },
): Income['earnings'] {
  const paid = lines.filter(({ isBenefit }) => !isBenefit)
  const total = (test: (line: Earning) => boolean) => sumOf(paid.filter(test).map(({ amount }) => amount))
  const isWhole = total(() => true) === sums.gross
  const part = (test: (line: Earning) => boolean) => (isWhole ? decimalOf(total(test)) : null)
  return {
    gross_pay: sums.gross === null ? null : decimalOf(sums.gross),
    net_pay: sums.net === null ? null : decimalOf(sums.net),
    base_salary: part(({ word }) => word === 'basic'),
    bonus: part(({ word }) => word === 'bonus'),
    fixed_pay_total: part(({ isFixed }) => isFixed),
    variable_pay_total: part(({ isFixed }) => !isFixed),
    earning_elements: lines.map(earningElement),
    year_to_date: sums.yearToDate,
  }
}

const earningElement = (line: Earning): EarningElement => ({
  type: earningTypes[line.word],
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

const loanWords: DeductionWord[] = ['student_loan', 'postgraduate_loan', 'loan']

/** A kind of which there is no line was not deducted; providers leave lines of zero out. */
export function deductionsOf(lines: Deduction[], total: Pence): Income['deductions'] {
  const deducted = (...words: DeductionWord[]) =>
    decimalOf(sumOf(lines.filter(({ word }) => words.includes(word)).map(({ amount }) => amount)))
  return {
    income_tax: deducted('income_tax'),
    employee_ni: deducted('national_insurance'),
    employee_pension: deducted('pension'),
    total_deductions: decimalOf(total),
    loan_deductions: deducted(...loanWords),
    deductions_elements: lines.map(({ word, label, amount }) => ({
      type: deductionTypes[word],
      description: label,
      amount: decimalOf(amount),
    })),
  }
}

/** The year in which the tax year of a day begins: 5 April 2026 is of 2025, 6 April of 2026. */
export function taxYearOf(day: Day): number {
  const year = Number(day.slice(0, 4))
  return day.slice(5) < '04-06' ? year - 1 : year
}

/** `1257L M1`: a code that looks at this period only, written as paper writes it. */
export const taxCodeOf = (code: string, isCumulative: boolean, frequency: string | null): string =>
  isCumulative ? code : `${code} ${frequency === 'monthly' ? 'M1' : 'W1'}`
