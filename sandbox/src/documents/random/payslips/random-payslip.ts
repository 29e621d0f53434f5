import { addDays } from '../../../calendar.ts'
import { decimal, type Pence, sum } from '../../../money.ts'
import type { DeductionKind } from '../../../payroll/types.ts'
import type { Random } from '../../../random.ts'
import type { Drawn, PayslipMatter } from '../../types.ts'
import type { RandomPayslipTruth } from '../ground-truth.ts'
import { slipFactsOf } from './header-facts.ts'
import { layOutSlip } from './layout.ts'
import { drawPayslipPlan, type PayslipPlan } from './plan.ts'
import type { Printed } from './drawing-context.ts'
import type { Figure } from './labels.ts'

/** A payslip in a layout that no other paper has; its figures are those of the payroll. */
export function randomPayslip(matter: PayslipMatter, random: Random): Drawn<RandomPayslipTruth> {
  const plan = drawPayslipPlan(random)
  const facts = slipFactsOf(matter, plan, random)
  const { sheets, printed } = layOutSlip(matter, plan, facts, random)
  return {
    drawing: {
      title: `Payslip ${matter.payslip.payDate}`,
      creator: random.pick(['Wages desk', 'Payrun 9', 'People ledger', 'Slipstream pay']),
      madeOn: addDays(matter.payslip.payDate, -2),
      sheets,
    },
    truth: truthOf(matter, plan, facts, printed),
  }
}

function truthOf(
  { person, job, payslip }: PayslipMatter,
  plan: PayslipPlan,
  facts: ReturnType<typeof slipFactsOf>,
  printed: Printed,
): RandomPayslipTruth {
  const deducted = (...kinds: DeductionKind[]): Pence =>
    sum(payslip.deductions.filter(({ kind }) => kinds.includes(kind)).map(({ amount }) => amount))
  const isDeducted = (...kinds: DeductionKind[]) =>
    payslip.deductions.some(({ kind }) => kinds.includes(kind))
  const amountOf = (...kinds: DeductionKind[]) => (isDeducted(...kinds) ? decimal(deducted(...kinds)) : null)
  const taken = {
    income_tax: amountOf('income_tax'),
    employee_ni: amountOf('national_insurance'),
    employee_pension: amountOf('pension'),
    loan_deductions: amountOf('student_loan', 'postgraduate_loan', 'loan'),
  }
  // A loan that is not called one cannot be told from other deductions.
  const called = decimal(deducted('student_loan', 'postgraduate_loan'))
  if (taken.loan_deductions !== called && called === '0.00') taken.loan_deductions = null
  const year = (figure: Figure) => (printed.year.has(figure) ? decimal(payslip.yearToDate[figure]) : null)
  const [isStart, isEnd] = [plan.period === 'range' || plan.period === 'from and to', plan.period !== 'none']
  return {
    kind: 'payslip',
    layout: 'random',
    identity_information: {
      name: facts.name,
      address: facts.address
        ? (({ postCode, ...rest }) => ({ ...rest, post_code: postCode }))(facts.address)
        : null,
      NI_number: plan.hasNiNumber ? person.niNumber : null,
    },
    employment_information: {
      employer_name: facts.employerName,
      role: plan.hasRole ? job.role : null,
      employer_tax_reference: plan.hasReference ? job.employer.payeReference : null,
      payroll_number: plan.hasPayrollNumber ? job.payrollNumber : null,
    },
    income_information: {
      pay_date: payslip.payDate,
      pay_interval_start: isStart ? payslip.start : null,
      pay_interval_end: isEnd ? payslip.end : null,
      pay_frequency: plan.isFrequencyPrinted ? payslip.frequency : null,
      tax_period: plan.taxPeriod === 'none' ? null : payslip.taxPeriod,
      tax_code: facts.taxCode,
      ni_letter: plan.hasNiLetter ? payslip.niLetter : null,
      earnings: {
        gross_pay: printed.hasGross ? decimal(payslip.grossPay) : null,
        net_pay: decimal(payslip.netPay),
        earning_elements: printed.earnings,
        year_to_date: {
          gross_pay: year('grossPay'),
          net_pay: year('netPay'),
          total_tax_paid: year('incomeTax'),
          total_ni_paid: year('employeeNi'),
          total_taxable_earnings: year('taxablePay'),
        },
      },
      deductions: {
        ...taken,
        total_deductions: printed.hasTotalDeductions ? decimal(payslip.totalDeductions) : null,
        deductions_elements: printed.deductions,
      },
    },
    also: {
      'income_information.tax_code': facts.alsoTaxCodes,
      'income_information.pay_frequency': [payslip.frequency],
      'income_information.pay_interval_start': [payslip.start],
      'income_information.pay_interval_end': [payslip.end],
      'income_information.earnings.gross_pay': [decimal(payslip.grossPay)],
      'income_information.deductions.total_deductions': [decimal(payslip.totalDeductions)],
      // What was not taken is not printed, or as nothing.
      ...Object.fromEntries(
        Object.entries(taken)
          .filter(([, amount]) => amount === null)
          .map(([field]) => [`income_information.deductions.${field}`, ['0.00']]),
      ),
      'income_information.deductions.loan_deductions': [
        called,
        decimal(deducted('student_loan', 'postgraduate_loan', 'loan')),
      ],
    },
    switches: plan,
  }
}
