import type { Day } from '../calendar.ts'
import type { Pence } from '../money.ts'

export type TaxYear = '2024-25' | '2025-26' | '2026-27'
export type Frequency = 'weekly' | 'fortnightly' | 'four_weekly' | 'monthly'
export type NiLetter = 'A' | 'B' | 'C' | 'H' | 'J' | 'M' | 'V' | 'X' | 'Z'
export type LoanPlan = 'plan_1' | 'plan_2' | 'plan_4' | 'plan_5' | 'postgraduate'

/** What holds from a day on, until the next entry; lists of it are in the order of their days. */
export type From<T> = { from: Day } & T

export type PaymentKind =
  | ('basic' | 'overtime' | 'shift' | 'bonus' | 'commission' | 'holiday' | 'expenses' | 'absence')
  | ('sick' | 'maternity' | 'paternity' | 'shared_parental' | 'adoption' | 'bereavement')
  | ('sacrifice' | 'arrears' | 'termination')

/** A line on the left side of a payslip. Absence and sacrifice are negative. */
export type Payment = {
  kind: PaymentKind
  description: string
  amount: Pence
  /** Hours or days in hundredths, and pence for one of them. */
  quantity?: number
  rate?: Pence
  unit?: 'hours' | 'days'
  /** The same every period, unless the terms change. */
  isFixed: boolean
  isTaxable: boolean
  isNiable: boolean
  isPensionable: boolean
}

export type DeductionKind =
  | ('income_tax' | 'national_insurance' | 'pension' | 'student_loan' | 'postgraduate_loan')
  | ('attachment_of_earnings' | 'loan' | 'other')

/** A line on the right side. Positive is taken from the pay; a tax refund is negative. */
export type Deduction = { kind: DeductionKind; description: string; amount: Pence }

/** What a payroll office knows of an employment when it runs a period. */
export type Employment = {
  frequency: Frequency
  /** A director's National Insurance is worked out over the whole tax year. */
  isDirector: boolean
  /** `1257L`, `S1257L`, `K475`, `BR`, `D0`, `0T`, `NT` …; not cumulative is what a slip shows as W1 or M1. */
  taxCodes: From<{ code: string; isCumulative: boolean }>[]
  niLetters: From<{ letter: NiLetter }>[]
  loans: From<{ plans: LoanPlan[] }>[]
  /** Rates in hundredths of a percent. `qualifying`: of what lies between the auto-enrolment limits. */
  pensions: From<{
    scheme: 'none' | 'net_pay' | 'sacrifice'
    employeeRate: number
    employerRate: number
    of: 'qualifying' | 'pensionable'
  }>[]
  /** From the slip that the last employer gave (P45), for the tax year in which this employment begins. */
  before?: { taxYear: TaxYear; taxablePay: Pence; incomeTax: Pence }
}

/** One period to be paid, before anything is worked out. */
export type PayRun = {
  payDate: Day
  start: Day
  end: Day
  payments: Payment[]
  /** Taken from net pay after everything else: an attachment order, a season-ticket loan. */
  otherDeductions?: Deduction[]
}

/** What is worked out for a payment, and added up over the tax year. */
export type Figures = {
  /** The sum of the payments. */
  grossPay: Pence
  taxablePay: Pence
  niablePay: Pence
  incomeTax: Pence
  employeeNi: Pence
  employerNi: Pence
  /** Only what is deducted; sacrificed pay is the employer's contribution. */
  employeePension: Pence
  employerPension: Pence
  studentLoan: Pence
  postgraduateLoan: Pence
  /** `grossPay - totalDeductions`, to the penny. */
  netPay: Pence
}

export type YearToDate = { taxYear: TaxYear } & Figures

export type Payslip = Figures & {
  payDate: Day
  start: Day
  end: Day
  frequency: Frequency
  taxYear: TaxYear
  /** Tax month, or the last tax week that the payment covers. */
  taxPeriod: number
  taxCode: string
  isCumulative: boolean
  niLetter: NiLetter
  /** With a negative line for what is sacrificed. */
  payments: Payment[]
  /** Income tax, National Insurance, pension, loans and others; a line that would be zero is left out. */
  deductions: Deduction[]
  totalDeductions: Pence
  /** Of this employment, this payslip included. */
  yearToDate: YearToDate
}
