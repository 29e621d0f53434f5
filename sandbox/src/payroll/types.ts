import type { IsoDate } from '../calendar.ts'
import type { PenceAmount } from '../money.ts'

export type SupportedTaxYear = '2024-25' | '2025-26' | '2026-27'
export type PayrollFrequency = 'weekly' | 'fortnightly' | 'four_weekly' | 'monthly'
export type NiLetter = 'A' | 'B' | 'C' | 'H' | 'J' | 'M' | 'V' | 'X' | 'Z'
export type LoanPlan = 'plan_1' | 'plan_2' | 'plan_4' | 'plan_5' | 'postgraduate'

/** A value in effect from a day until the next entry; lists are sorted by `from`. */
export type EffectiveFrom<T> = { from: IsoDate } & T

export type PaymentKind =
  | ('basic' | 'overtime' | 'shift' | 'bonus' | 'commission' | 'holiday' | 'expenses' | 'absence')
  | ('sick' | 'maternity' | 'paternity' | 'shared_parental' | 'adoption' | 'bereavement')
  | ('sacrifice' | 'arrears' | 'termination')

/** A payment line of a payslip. Absence and salary sacrifice are negative. */
export type PayrollPayment = {
  kind: PaymentKind
  description: string
  amount: PenceAmount
  /** Hours or days in hundredths; `rate` is pence per unit. */
  quantity?: number
  rate?: PenceAmount
  unit?: 'hours' | 'days'
  /** Whether the amount is the same in every period unless the terms change. */
  isFixed: boolean
  isTaxable: boolean
  isNiable: boolean
  isPensionable: boolean
}

export type PayrollDeductionKind =
  | ('income_tax' | 'national_insurance' | 'pension' | 'student_loan' | 'postgraduate_loan')
  | ('attachment_of_earnings' | 'loan' | 'other')

/** A deduction line of a payslip. A tax refund is negative. */
export type PayrollDeduction = { kind: PayrollDeductionKind; description: string; amount: PenceAmount }

export type PayrollEmployment = {
  frequency: PayrollFrequency
  /** Whether National Insurance is calculated over the whole tax year, as for directors. */
  isDirector: boolean
  /**
   * Tax codes such as `1257L`, `S1257L`, `K475`, `BR`, `D0`, `0T` or `NT`; non-cumulative codes are printed with W1
   * or M1.
   */
  taxCodes: EffectiveFrom<{ code: string; isCumulative: boolean }>[]
  niLetters: EffectiveFrom<{ letter: NiLetter }>[]
  loans: EffectiveFrom<{ plans: LoanPlan[] }>[]
  /** Rates are in hundredths of a percent. `qualifying` means of earnings between the auto-enrolment limits. */
  pensions: EffectiveFrom<{
    scheme: 'none' | 'net_pay' | 'sacrifice'
    employeeRate: number
    employerRate: number
    of: 'qualifying' | 'pensionable'
  }>[]
  /** Pay and tax to date from the previous employer's P45, for the tax year in which this employment starts. */
  p45Figures?: { taxYear: SupportedTaxYear; taxablePay: PenceAmount; incomeTax: PenceAmount }
}

/** Input of one pay period. */
export type PayRun = {
  payDate: IsoDate
  start: IsoDate
  end: IsoDate
  payments: PayrollPayment[]
  /** Deductions taken from net pay last, e.g. an attachment order or a season-ticket loan. */
  otherDeductions?: PayrollDeduction[]
}

/** Calculated figures of a payment; also used for totals over the tax year. */
export type PayFigures = {
  /** Total of the payment lines. */
  grossPay: PenceAmount
  taxablePay: PenceAmount
  niablePay: PenceAmount
  incomeTax: PenceAmount
  employeeNi: PenceAmount
  employerNi: PenceAmount
  /** Deducted contributions only; contributions by salary sacrifice count as the employer's. */
  employeePension: PenceAmount
  employerPension: PenceAmount
  studentLoan: PenceAmount
  postgraduateLoan: PenceAmount
  /** `grossPay - totalDeductions`, to the penny. */
  netPay: PenceAmount
}

export type YearToDate = { taxYear: SupportedTaxYear } & PayFigures

export type GeneratedPayslip = PayFigures & {
  payDate: IsoDate
  start: IsoDate
  end: IsoDate
  frequency: PayrollFrequency
  taxYear: SupportedTaxYear
  /** Tax month, or the last tax week that the payment covers. */
  taxPeriod: number
  taxCode: string
  isCumulative: boolean
  niLetter: NiLetter
  /** Payment lines, including a negative line for salary sacrifice. */
  payments: PayrollPayment[]
  /** Lines of income tax, National Insurance, pension, loans and other deductions; lines of zero are omitted. */
  deductions: PayrollDeduction[]
  totalDeductions: PenceAmount
  /** Totals of this employment in the tax year, including this payslip. */
  yearToDate: YearToDate
}
