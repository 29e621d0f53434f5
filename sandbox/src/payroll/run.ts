import type { IsoDate } from '../calendar.ts'
import { type PenceAmount, totalOf } from '../money.ts'
import { calculateIncomeTax } from './income-tax.ts'
import { calculateNationalInsurance } from './national-insurance.ts'
import { calculatePension } from './pensions.ts'
import { calculateLoanRepayments } from './student-loans.ts'
import { taxPeriodOf, taxYearOf } from './tax-calendar.ts'
import { parseTaxCode } from './tax-code.ts'
import type {
  EffectiveFrom,
  GeneratedPayslip,
  PayFigures,
  PayRun,
  PayrollDeduction,
  PayrollEmployment,
  PayrollPayment,
  SupportedTaxYear,
  YearToDate,
} from './types.ts'

/** Runs payroll for an employment in order of pay dates, carrying year-to-date figures forward. */
export function runPayroll(employment: PayrollEmployment, runs: PayRun[]): GeneratedPayslip[] {
  const payslips: GeneratedPayslip[] = []
  let totals: RunningTotals | undefined
  let lastPayDate: IsoDate = ''
  for (const run of runs) {
    if (run.payDate < lastPayDate) throw new RangeError(`${run.payDate} is paid after ${lastPayDate}`)
    lastPayDate = run.payDate
    const taxYear = taxYearOf(run.payDate)
    if (taxYear === undefined) throw new RangeError(`There are no tax tables for ${run.payDate}`)
    const taxPeriod = taxPeriodOf(run.payDate, employment.frequency)
    totals = advanceTotals(totals, taxYear, taxPeriod)
    const payslip = calculatePayslip(employment, run, totals)
    payslips.push(payslip)
    totals = { ...totals, year: payslip.yearToDate, period: paidInPeriod(totals.period, payslip) }
  }
  return payslips
}

/**
 * Totals before a payment, for the tax year and, because a period may be paid in several parts, for the same tax week
 * or month.
 */
type RunningTotals = { taxYear: SupportedTaxYear; taxPeriod: number; year: YearToDate; period: PeriodToDate }
type PeriodToDate = {
  taxablePay: PenceAmount
  incomeTax: PenceAmount
  niablePay: PenceAmount
  pensionablePay: PenceAmount
}

function advanceTotals(
  totals: RunningTotals | undefined,
  taxYear: SupportedTaxYear,
  taxPeriod: number,
): RunningTotals {
  const year = totals?.taxYear === taxYear ? totals.year : { taxYear, ...zeroFigures }
  if (totals?.taxYear === taxYear && totals.taxPeriod === taxPeriod) return totals
  const period = { taxablePay: 0, incomeTax: 0, niablePay: 0, pensionablePay: 0 }
  return { taxYear, taxPeriod, year, period }
}

const paidInPeriod = (period: PeriodToDate, payslip: GeneratedPayslip): PeriodToDate => ({
  taxablePay: period.taxablePay + payslip.taxablePay,
  incomeTax: period.incomeTax + payslip.incomeTax,
  niablePay: period.niablePay + payslip.niablePay,
  pensionablePay: period.pensionablePay + pensionablePay(payslip.payments),
})

const zeroFigures: PayFigures = {
  grossPay: 0,
  taxablePay: 0,
  niablePay: 0,
  incomeTax: 0,
  employeeNi: 0,
  employerNi: 0,
  employeePension: 0,
  employerPension: 0,
  studentLoan: 0,
  postgraduateLoan: 0,
  netPay: 0,
}
const figureNames = Object.keys(zeroFigures) as (keyof PayFigures)[]

function calculatePayslip(
  employment: PayrollEmployment,
  run: PayRun,
  { taxYear, taxPeriod, year, period }: RunningTotals,
): GeneratedPayslip {
  const { frequency } = employment
  const coding = requireEffectiveOn(employment.taxCodes, run.payDate, 'tax code')
  const code = parseTaxCode(coding.code)
  const isCumulative = coding.isCumulative && code.isCumulative
  const { letter } = requireEffectiveOn(employment.niLetters, run.payDate, 'NI letter')
  const terms = effectiveOn(employment.pensions, run.payDate)
  const plans = effectiveOn(employment.loans, run.payDate)?.plans ?? []

  const pension = calculatePension(
    { pay: pensionablePay(run.payments), terms, taxYear, frequency },
    period.pensionablePay,
  )
  // A contribution cannot exceed the pay of the period.
  const contribution = Math.min(pension.employee, Math.max(0, total(run.payments)))
  const isSacrificed = terms?.scheme === 'sacrifice'
  const employeePension = isSacrificed ? 0 : contribution
  const employerPension = pension.employer + (isSacrificed ? contribution : 0)
  const payments =
    isSacrificed && contribution > 0 ? [...run.payments, sacrifice(contribution)] : run.payments

  const grossPay = total(payments)
  // A net pay arrangement reduces taxable pay but not pay for National Insurance.
  const taxablePay = total(payments.filter((payment) => payment.isTaxable)) - employeePension
  const niablePay = Math.max(0, total(payments.filter((payment) => payment.isNiable)))

  const incomeTax = calculateIncomeTax(
    { pay: taxablePay, code, isCumulative, taxYear, frequency, taxPeriod },
    {
      year: cumulative(year, employment.p45Figures),
      period: { pay: period.taxablePay, tax: period.incomeTax },
    },
  )
  const ni = calculateNationalInsurance(
    { pay: niablePay, letter, taxYear, earningsPeriod: employment.isDirector ? 'annual' : frequency },
    employment.isDirector ? year.niablePay : period.niablePay,
  )
  const loans = calculateLoanRepayments({ pay: niablePay, plans, taxYear, frequency }, period.niablePay)

  // Remaining deductions are taken in order until net pay is used up.
  const netPay = createNetPayAllocator(grossPay - incomeTax - ni.employee - employeePension)
  const studentLoan = netPay.takePounds(loans.student)
  const postgraduateLoan = netPay.takePounds(loans.postgraduate)
  const others = (run.otherDeductions ?? []).map((deduction) => ({
    ...deduction,
    amount: netPay.take(deduction.amount),
  }))

  const deductions: PayrollDeduction[] = [
    { kind: 'income_tax' as const, description: 'Income tax', amount: incomeTax },
    { kind: 'national_insurance' as const, description: 'National Insurance', amount: ni.employee },
    { kind: 'pension' as const, description: 'Pension', amount: employeePension },
    { kind: 'student_loan' as const, description: 'Student loan', amount: studentLoan },
    { kind: 'postgraduate_loan' as const, description: 'Postgraduate loan', amount: postgraduateLoan },
    ...others,
  ].filter(({ amount }) => amount !== 0)
  const totalDeductions = total(deductions)

  const figures: PayFigures = {
    grossPay,
    taxablePay,
    niablePay,
    incomeTax,
    employeeNi: ni.employee,
    employerNi: ni.employer,
    employeePension,
    employerPension,
    studentLoan,
    postgraduateLoan,
    netPay: grossPay - totalDeductions,
  }
  return {
    payDate: run.payDate,
    start: run.start,
    end: run.end,
    frequency,
    taxYear,
    taxPeriod,
    taxCode: code.name,
    isCumulative,
    niLetter: letter,
    payments,
    deductions,
    totalDeductions,
    ...figures,
    yearToDate: addFigures(year, figures),
  }
}

const total = (lines: { amount: PenceAmount }[]): PenceAmount => totalOf(lines.map(({ amount }) => amount))
const pensionablePay = (payments: PayrollPayment[]): PenceAmount =>
  total(payments.filter((payment) => payment.isPensionable))

/** Returns the latest entry that is in effect on a day. */
function effectiveOn<T>(entries: EffectiveFrom<T>[], day: IsoDate): EffectiveFrom<T> | undefined {
  return entries.findLast(({ from }) => from <= day)
}

function requireEffectiveOn<T>(entries: EffectiveFrom<T>[], day: IsoDate, what: string): EffectiveFrom<T> {
  const entry = effectiveOn(entries, day)
  if (entry === undefined) throw new RangeError(`There is no ${what} on ${day}`)
  return entry
}

const sacrifice = (amount: PenceAmount): PayrollPayment => ({
  kind: 'sacrifice',
  description: 'Pension salary sacrifice',
  amount: -amount,
  isFixed: false,
  isTaxable: true,
  isNiable: true,
  isPensionable: false,
})

/** Returns pay and tax to date for the cumulative basis, including P45 figures of the previous employer. */
function cumulative(year: YearToDate, before: PayrollEmployment['p45Figures']) {
  const last = before?.taxYear === year.taxYear ? before : { taxablePay: 0, incomeTax: 0 }
  return { pay: last.taxablePay + year.taxablePay, tax: last.incomeTax + year.incomeTax }
}

function createNetPayAllocator(amount: PenceAmount) {
  let left = Math.max(0, amount)
  const take = (due: PenceAmount) => {
    const taken = Math.min(due, left)
    left -= taken
    return taken
  }
  return { take, takePounds: (due: PenceAmount) => take(Math.min(due, Math.floor(left / 100) * 100)) }
}

function addFigures(year: YearToDate, figures: PayFigures): YearToDate {
  const totals = { ...year }
  for (const name of figureNames) totals[name] += figures[name]
  return totals
}
