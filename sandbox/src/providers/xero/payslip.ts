import type { PenceAmount } from '../../money.ts'
import { totalOf } from '../../money.ts'
import type {
  PaymentKind,
  PayrollDeduction,
  PayrollDeductionKind,
  PayrollPayment,
} from '../../payroll/types.ts'
import type { Employer } from '../../people/types.ts'
import { digestOf, type StaffPayslip } from '../employer-payroll/company.ts'

/** Derives a UUID from keys. */
export function xeroId(...keys: (string | number)[]) {
  const hex = digestOf('xero', ...keys)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export const pounds = (amount: PenceAmount) => amount / 100

type LineKind = Exclude<PaymentKind, 'expenses' | 'sacrifice'>

/** Xero's earnings type for each kind of payment. Expenses are reimbursements, and sacrifice is a deduction. */
const earningsTypes: Record<LineKind, string> = {
  basic: 'RegularEarnings',
  overtime: 'OvertimeEarnings',
  shift: 'Allowance',
  bonus: 'Bonus',
  commission: 'Commission',
  arrears: 'BackPay',
  termination: 'TerminationPay',
  holiday: 'OtherEarnings',
  absence: 'OtherEarnings',
  sick: 'StatutorySickPay',
  maternity: 'StatutoryMaternityPay',
  paternity: 'StatutoryPaternityPay',
  shared_parental: 'StatutorySharedParentalPay',
  adoption: 'StatutoryAdoptionPay',
  bereavement: 'StatutoryParentalBereavementPayNonPensionable',
}
const leaveKinds: PaymentKind[] = ['holiday', 'absence']

const isEarning = (payment: PayrollPayment): payment is PayrollPayment & { kind: LineKind } =>
  payment.kind !== 'expenses' && payment.kind !== 'sacrifice'

type DeductionLineKind = Exclude<
  PayrollDeductionKind,
  'income_tax' | 'national_insurance' | 'attachment_of_earnings'
>

/** Deduction categories; a pension by sacrifice has one of its own. */
const deductionCategories: Record<DeductionLineKind | 'sacrifice', { category: string; isPension: boolean }> =
  {
    pension: { category: 'StakeholderPension', isPension: true },
    sacrifice: { category: 'SalarySacrifice', isPension: true },
    student_loan: { category: 'StudentLoanDeductions', isPension: false },
    postgraduate_loan: { category: 'PostgraduateLoanDeductions', isPension: false },
    loan: { category: 'UkOther', isPension: false },
    other: { category: 'UkOther', isPension: false },
  }

type NamedDeduction = { kind: DeductionLineKind | 'sacrifice'; description: string; amount: PenceAmount }

/** Deductions other than taxes and court orders, including sacrificed pay. */
function deductionsOf({ payslip }: Pick<StaffPayslip, 'payslip'>): NamedDeduction[] {
  const isLine = (line: PayrollDeduction): line is PayrollDeduction & { kind: DeductionLineKind } =>
    !['income_tax', 'national_insurance', 'attachment_of_earnings'].includes(line.kind)
  const sacrificed = payslip.payments
    .filter(({ kind }) => kind === 'sacrifice')
    .map(({ description, amount }) => ({ kind: 'sacrifice' as const, description, amount: -amount }))
  return [...payslip.deductions.filter(isLine), ...sacrificed]
}

const rateIdOf = ({ id }: Employer, kind: LineKind) => xeroId(id, 'rate', kind)
const deductionIdOf = ({ id }: Employer, { kind, description }: Omit<NamedDeduction, 'amount'>) =>
  xeroId(id, 'deduction', kind, description)

/** The earnings rates of a company, one for each kind of payment. */
export const earningsRatesOf = (employer: Employer) =>
  (Object.keys(earningsTypes) as LineKind[]).map((kind) => ({
    earningsRateID: rateIdOf(employer, kind),
    name: kind.replaceAll('_', ' '),
    earningsType: earningsTypes[kind],
    rateType: kind === 'overtime' ? 'RatePerUnit' : 'FixedAmount',
    typeOfUnits: kind === 'overtime' ? 'Hours' : 'Fixed',
    currentRecord: true,
    expenseAccountID: xeroId(employer.id, 'account', 'wages'),
  }))

/** The deduction types that the payslips of a company use. */
export function deductionTypesOf(employer: Employer, payslips: readonly StaffPayslip[]) {
  const used = new Map(
    payslips.flatMap(deductionsOf).map((line) => [deductionIdOf(employer, line), line] as const),
  )
  return [...used].map(([deductionId, { kind, description }]) => ({
    deductionId,
    deductionName: description,
    deductionCategory: deductionCategories[kind].category,
    liabilityAccountId: xeroId(employer.id, 'account', 'liability'),
    currentRecord: true,
    calculationType: 'FixedAmount',
    subjectToNIC: kind !== 'sacrifice',
    subjectToTax: kind !== 'sacrifice' && kind !== 'pension',
    isPension: deductionCategories[kind].isPension,
  }))
}

/** A payslip as Xero returns it. Unlike Xero's published example, it adds up. */
export function xeroPayslip(
  employer: Employer,
  { person, payslip, index, job }: StaffPayslip,
  { payRunID, employeeID }: { payRunID: string; employeeID: string },
) {
  const payslipKey = [employer.id, job.id, index] as const
  const total = (lines: { amount: PenceAmount }[]) => totalOf(lines.map(({ amount }) => amount))
  const earnings = payslip.payments.filter(isEarning)
  const expenses = payslip.payments.filter(({ kind }) => kind === 'expenses')
  const deductions = deductionsOf({ payslip })
  const courtOrders = payslip.deductions.filter(({ kind }) => kind === 'attachment_of_earnings')
  const taxLine = (n: number, description: string, amount: PenceAmount, isEmployerTax: boolean) => ({
    taxLineID: xeroId(...payslipKey, 'tax', n),
    description,
    amount: pounds(amount),
    globalTaxTypeID: String(n),
    manualAdjustment: false,
    isEmployerTax,
  })
  return {
    paySlipID: xeroId(...payslipKey, 'payslip'),
    employeeID,
    payRunID,
    lastEdited: null,
    firstName: person.forename,
    lastName: person.surname,
    totalEarnings: pounds(total(earnings)),
    grossEarnings: pounds(total(earnings)),
    totalPay: pounds(payslip.netPay),
    totalEmployerTaxes: pounds(payslip.employerNi),
    totalEmployeeTaxes: pounds(payslip.incomeTax + payslip.employeeNi),
    totalDeductions: pounds(total(deductions)),
    totalReimbursements: pounds(total(expenses)),
    totalCourtOrders: pounds(total(courtOrders)),
    totalBenefits: 0,
    bacsHash: null,
    paymentMethod: 'Electronically',
    earningsLines: earnings
      .filter(({ kind }) => !leaveKinds.includes(kind))
      .map((line, n) => ({
        earningsLineID: xeroId(...payslipKey, 'earnings', n),
        earningsRateID: rateIdOf(employer, line.kind),
        displayName: line.description,
        ratePerUnit: line.rate === undefined ? null : pounds(line.rate),
        numberOfUnits: line.quantity === undefined ? null : line.quantity / 100,
        fixedAmount: line.quantity === undefined ? pounds(line.amount) : null,
        amount: pounds(line.amount),
        isLinkedToTimesheet: false,
        isAverageDailyPayRate: null,
      })),
    leaveEarningsLines: earnings
      .filter(({ kind }) => leaveKinds.includes(kind))
      .map((line) => ({
        earningsRateID: rateIdOf(employer, line.kind),
        ratePerUnit: line.rate === undefined ? null : pounds(line.rate),
        numberOfUnits: line.quantity === undefined ? null : line.quantity / 100,
        fixedAmount: line.quantity === undefined ? pounds(line.amount) : null,
        amount: pounds(line.amount),
        isLinkedToTimesheet: false,
      })),
    timesheetEarningsLines: [],
    deductionLines: deductions.map((line) => ({
      deductionTypeID: deductionIdOf(employer, line),
      amount: pounds(line.amount),
      subjectToTax: line.kind !== 'sacrifice' && line.kind !== 'pension',
    })),
    reimbursementLines: expenses.map(({ description, amount }) => ({
      reimbursementTypeID: xeroId(employer.id, 'reimbursement', description),
      description,
      amount: pounds(amount),
    })),
    leaveAccrualLines: [],
    benefitLines: [],
    paymentLines: [
      {
        paymentLineID: xeroId(...payslipKey, 'payment'),
        amount: pounds(payslip.netPay),
        accountNumber: person.bank.accountNumber,
        sortCode: '102030',
        accountName: `${person.forename} ${person.surname}`,
      },
    ],
    employeeTaxLines: [
      taxLine(1, 'PAYE', payslip.incomeTax, false),
      taxLine(2, 'Employee National Insurance Contribution', payslip.employeeNi, false),
    ],
    employerTaxLines: [taxLine(3, 'Employer National Insurance Contribution', payslip.employerNi, true)],
    courtOrderLines: courtOrders.map(({ description, amount }) => ({
      courtOrderTypeID: xeroId(employer.id, 'court-order', description),
      amount: pounds(amount),
    })),
  }
}
