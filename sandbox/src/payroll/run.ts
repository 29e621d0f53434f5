import type { Day } from '../calendar.ts'
import { type Pence, sum } from '../money.ts'
import { incomeTaxOf } from './income-tax.ts'
import { nationalInsuranceOf } from './national-insurance.ts'
import { pensionOf } from './pensions.ts'
import { loanRepaymentsOf } from './student-loans.ts'
import { taxPeriodOf, taxYearOf } from './tax-calendar.ts'
import { parseTaxCode } from './tax-code.ts'
import type {
  Deduction,
  Employment,
  Figures,
  From,
  Payment,
  PayRun,
  Payslip,
  TaxYear,
  YearToDate,
} from './types.ts'

/** Pays an employment period by period, in the order of pay dates, and carries what has to be carried. */
export function runPayroll(employment: Employment, runs: PayRun[]): Payslip[] {
  const payslips: Payslip[] = []
  let carried: Carried | undefined
  let lastPayDate: Day = ''
  for (const run of runs) {
    if (run.payDate < lastPayDate) throw new RangeError(`${run.payDate} is paid after ${lastPayDate}`)
    lastPayDate = run.payDate
    const taxYear = taxYearOf(run.payDate)
    if (taxYear === undefined) throw new RangeError(`There are no tax tables for ${run.payDate}`)
    const taxPeriod = taxPeriodOf(run.payDate, employment.frequency)
    carried = carryOn(carried, taxYear, taxPeriod)
    const payslip = payOne(employment, run, carried)
    payslips.push(payslip)
    carried = { ...carried, year: payslip.yearToDate, period: paidInPeriod(carried.period, payslip) }
  }
  return payslips
}

/** What stands before a payment: in its tax year, and in its own tax week or month if that is paid in parts. */
type Carried = { taxYear: TaxYear; taxPeriod: number; year: YearToDate; period: PeriodToDate }
type PeriodToDate = { taxablePay: Pence; incomeTax: Pence; niablePay: Pence; pensionablePay: Pence }

function carryOn(carried: Carried | undefined, taxYear: TaxYear, taxPeriod: number): Carried {
  const year = carried?.taxYear === taxYear ? carried.year : { taxYear, ...nothing }
  if (carried?.taxYear === taxYear && carried.taxPeriod === taxPeriod) return carried
  const period = { taxablePay: 0, incomeTax: 0, niablePay: 0, pensionablePay: 0 }
  return { taxYear, taxPeriod, year, period }
}

const paidInPeriod = (period: PeriodToDate, payslip: Payslip): PeriodToDate => ({
  taxablePay: period.taxablePay + payslip.taxablePay,
  incomeTax: period.incomeTax + payslip.incomeTax,
  niablePay: period.niablePay + payslip.niablePay,
  pensionablePay: period.pensionablePay + pensionablePay(payslip.payments),
})

const nothing: Figures = {
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
const figureNames = Object.keys(nothing) as (keyof Figures)[]

function payOne(employment: Employment, run: PayRun, { taxYear, taxPeriod, year, period }: Carried): Payslip {
  const { frequency } = employment
  const coding = required(employment.taxCodes, run.payDate, 'tax code')
  const code = parseTaxCode(coding.code)
  const isCumulative = coding.isCumulative && code.isCumulative
  const { letter } = required(employment.niLetters, run.payDate, 'NI letter')
  const terms = inForce(employment.pensions, run.payDate)
  const plans = inForce(employment.loans, run.payDate)?.plans ?? []

  const pension = pensionOf(
    { pay: pensionablePay(run.payments), terms, taxYear, frequency },
    period.pensionablePay,
  )
  // Nobody can give up, or have taken, more than is paid.
  const contribution = Math.min(pension.employee, Math.max(0, total(run.payments)))
  const isSacrificed = terms?.scheme === 'sacrifice'
  const employeePension = isSacrificed ? 0 : contribution
  const employerPension = pension.employer + (isSacrificed ? contribution : 0)
  const payments =
    isSacrificed && contribution > 0 ? [...run.payments, sacrifice(contribution)] : run.payments

  const grossPay = total(payments)
  // A net pay arrangement takes the contribution before tax, not before National Insurance.
  const taxablePay = total(payments.filter((payment) => payment.isTaxable)) - employeePension
  const niablePay = Math.max(0, total(payments.filter((payment) => payment.isNiable)))

  const incomeTax = incomeTaxOf(
    { pay: taxablePay, code, isCumulative, taxYear, frequency, taxPeriod },
    {
      year: cumulative(year, employment.before),
      period: { pay: period.taxablePay, tax: period.incomeTax },
    },
  )
  const ni = nationalInsuranceOf(
    { pay: niablePay, letter, taxYear, earningsPeriod: employment.isDirector ? 'annual' : frequency },
    employment.isDirector ? year.niablePay : period.niablePay,
  )
  const loans = loanRepaymentsOf({ pay: niablePay, plans, taxYear, frequency }, period.niablePay)

  // The rest is taken one after the other, as far as there is anything left.
  const purse = openPurse(grossPay - incomeTax - ni.employee - employeePension)
  const studentLoan = purse.takePounds(loans.student)
  const postgraduateLoan = purse.takePounds(loans.postgraduate)
  const others = (run.otherDeductions ?? []).map((deduction) => ({
    ...deduction,
    amount: purse.take(deduction.amount),
  }))

  const deductions: Deduction[] = [
    { kind: 'income_tax' as const, description: 'Income tax', amount: incomeTax },
    { kind: 'national_insurance' as const, description: 'National Insurance', amount: ni.employee },
    { kind: 'pension' as const, description: 'Pension', amount: employeePension },
    { kind: 'student_loan' as const, description: 'Student loan', amount: studentLoan },
    { kind: 'postgraduate_loan' as const, description: 'Postgraduate loan', amount: postgraduateLoan },
    ...others,
  ].filter(({ amount }) => amount !== 0)
  const totalDeductions = total(deductions)

  const figures: Figures = {
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
    yearToDate: added(year, figures),
  }
}

const total = (lines: { amount: Pence }[]): Pence => sum(lines.map(({ amount }) => amount))
const pensionablePay = (payments: Payment[]): Pence =>
  total(payments.filter((payment) => payment.isPensionable))

/** The entry that holds on a day: the last that has begun. */
function inForce<T>(entries: From<T>[], day: Day): From<T> | undefined {
  return entries.findLast(({ from }) => from <= day)
}

function required<T>(entries: From<T>[], day: Day, what: string): From<T> {
  const entry = inForce(entries, day)
  if (entry === undefined) throw new RangeError(`There is no ${what} on ${day}`)
  return entry
}

const sacrifice = (amount: Pence): Payment => ({
  kind: 'sacrifice',
  description: 'Pension salary sacrifice',
  amount: -amount,
  isFixed: false,
  isTaxable: true,
  isNiable: true,
  isPensionable: false,
})

/** Pay and tax of the tax year for the cumulative basis: also those that the last employer wrote down. */
function cumulative(year: YearToDate, before: Employment['before']) {
  const last = before?.taxYear === year.taxYear ? before : { taxablePay: 0, incomeTax: 0 }
  return { pay: last.taxablePay + year.taxablePay, tax: last.incomeTax + year.incomeTax }
}

function openPurse(amount: Pence) {
  let left = Math.max(0, amount)
  const take = (wanted: Pence) => {
    const taken = Math.min(wanted, left)
    left -= taken
    return taken
  }
  return { take, takePounds: (wanted: Pence) => take(Math.min(wanted, Math.floor(left / 100) * 100)) }
}

function added(year: YearToDate, figures: Figures): YearToDate {
  const sums = { ...year }
  for (const name of figureNames) sums[name] += figures[name]
  return sums
}
