import { decimal, type PenceAmount, totalOf } from '../../money.ts'
import type { GeneratedPayslip, PaymentKind, PayrollDeductionKind } from '../../payroll/types.ts'
import type { StaffPayslip } from '../employer-payroll/company.ts'

/** FreeAgent's field for each kind of payment. Several kinds share a field. */
const paymentFields = {
  basic: 'basic_pay',
  overtime: 'overtime',
  commission: 'commission',
  bonus: 'bonus',
  shift: 'allowance',
  sick: 'statutory_sick_pay',
  maternity: 'statutory_maternity_pay',
  paternity: 'statutory_paternity_pay',
  shared_parental: 'additional_statutory_paternity_pay',
  adoption: 'statutory_adoption_pay',
  bereavement: 'statutory_parental_bereavement_pay',
  absence: 'absence_payments',
  holiday: 'other_payments',
  arrears: 'other_payments',
  termination: 'other_payments',
  expenses: 'deduction_free_pay',
  sacrifice: 'employee_pension_salary_sacrifice',
} as const satisfies Record<PaymentKind, string>

const deductionFields = {
  income_tax: 'tax_deducted',
  national_insurance: 'employee_ni',
  pension: 'employee_pension',
  student_loan: 'student_loan_deduction',
  postgraduate_loan: 'postgrad_loan_deduction',
  attachment_of_earnings: 'attachments',
  loan: 'other_deductions_from_net_pay',
  other: 'other_deductions_from_net_pay',
} as const satisfies Record<PayrollDeductionKind, string>

/** Fields that this simulator always sends as zero. */
const unusedFields = [
  'statutory_neonatal_care_pay',
  'other_deductions',
  'payroll_giving',
  'deductions_subject_to_nic_but_not_paye',
  'employee_pension_not_under_net_pay',
  'other_salary_sacrifice_deductions',
] as const

type AmountField =
  | (typeof paymentFields)[PaymentKind]
  | (typeof deductionFields)[PayrollDeductionKind]
  | (typeof unusedFields)[number]
  | ('employer_ni' | 'employer_pension')

/** Formats an amount as FreeAgent does: decimal text with at least one decimal, such as `2800.0` and `156.25`. */
export const freeagentAmount = (amount: PenceAmount) => decimal(amount).replace(/0$/, '')

/** A payslip as FreeAgent returns it: a fixed set of amounts, without gross, net, totals or pay period. */
export function freeagentPayslip(
  { payslip, job }: Pick<StaffPayslip, 'payslip' | 'job'>,
  { userUrl, timestamp }: { userUrl: string; timestamp: string },
) {
  const { niLetter, isCumulative, deductions } = payslip
  const deducts = (kind: PayrollDeductionKind) => deductions.some((line) => line.kind === kind)
  return {
    user: userUrl,
    tax_code: payslip.taxCode,
    dated_on: payslip.payDate,
    ...amountsOf(payslip),
    ni_calc_type: job.employment.isDirector ? 'Director' : 'Employee',
    frequency: payslip.frequency === 'weekly' ? 'Weekly' : 'Monthly',
    ni_letter: niLetter,
    deduct_student_loan: deducts('student_loan'),
    deduct_postgrad_loan: deducts('postgraduate_loan'),
    week_1_month_1_basis: !isCumulative,
    created_at: timestamp,
    updated_at: timestamp,
  }
}

function amountsOf(payslip: GeneratedPayslip): Record<AmountField, string> {
  const { payments, deductions } = payslip
  const paid = (kind: PaymentKind) =>
    totalOf(payments.filter((line) => line.kind === kind).map(({ amount }) => amount))
  const sums = new Map<AmountField, PenceAmount>(
    [...Object.values(paymentFields), ...Object.values(deductionFields), ...unusedFields].map((name) => [
      name,
      0,
    ]),
  )
  const add = (field: AmountField, amount: PenceAmount) => sums.set(field, (sums.get(field) ?? 0) + amount)
  for (const { kind, amount } of payments) add(paymentFields[kind], kind === 'sacrifice' ? -amount : amount)
  for (const { kind, amount } of deductions) add(deductionFields[kind], amount)
  add('employer_ni', payslip.employerNi)
  // The simulated payroll counts sacrificed pay as the employer's contribution; FreeAgent has a field of its own.
  add('employer_pension', payslip.employerPension + paid('sacrifice'))
  return Object.fromEntries([...sums].map(([name, amount]) => [name, freeagentAmount(amount)])) as Record<
    AmountField,
    string
  >
}
