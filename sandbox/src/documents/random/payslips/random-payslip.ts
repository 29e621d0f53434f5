import { addDays } from '../../../calendar.ts'
import { decimal, type PenceAmount, totalOf } from '../../../money.ts'
import type { PayrollDeductionKind } from '../../../payroll/types.ts'
import type { SeededRandom } from '../../../random.ts'
import type { DrawnDocument, PayslipSource } from '../../types.ts'
import type { RandomPayslipTruth } from '../ground-truth.ts'
import type { PrintedPayslip } from './drawing-context.ts'
import { payslipFactsOf } from './header-facts.ts'
import type { PayslipFigure } from './labels.ts'
import { layOutPayslip } from './layout.ts'
import { choosePayslipPlan, type PayslipPlan } from './plan.ts'

/** Draws a payslip in a unique random layout, with figures from the payroll engine. */
export function randomPayslip(
  content: PayslipSource,
  random: SeededRandom,
): DrawnDocument<RandomPayslipTruth> {
  const plan = choosePayslipPlan(random)
  const facts = payslipFactsOf(content, plan, random)
  const { sheets, printed } = layOutPayslip(content, plan, facts, random)
  return {
    drawing: {
      title: `Payslip ${content.payslip.payDate}`,
      creator: random.pick(['Wages desk', 'Payrun 9', 'People ledger', 'Slipstream pay']),
      madeOn: addDays(content.payslip.payDate, -2),
      sheets,
    },
    truth: truthOf(content, plan, facts, printed),
  }
}

function truthOf(
  { person, job, payslip }: PayslipSource,
  plan: PayslipPlan,
  facts: ReturnType<typeof payslipFactsOf>,
  printed: PrintedPayslip,
): RandomPayslipTruth {
  const deducted = (...kinds: PayrollDeductionKind[]): PenceAmount =>
    totalOf(payslip.deductions.filter(({ kind }) => kinds.includes(kind)).map(({ amount }) => amount))
  const isDeducted = (...kinds: PayrollDeductionKind[]) =>
    payslip.deductions.some(({ kind }) => kinds.includes(kind))
  const amountOf = (...kinds: PayrollDeductionKind[]) =>
    isDeducted(...kinds) ? decimal(deducted(...kinds)) : null
  const deductedAmounts = {
    income_tax: amountOf('income_tax'),
    employee_ni: amountOf('national_insurance'),
    employee_pension: amountOf('pension'),
    loan_deductions: amountOf('student_loan', 'postgraduate_loan'),
  }
  const year = (figure: PayslipFigure) =>
    printed.year.has(figure) ? decimal(payslip.yearToDate[figure]) : null
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
        ...deductedAmounts,
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
      // Deductions of zero are either omitted or printed as zero, so both answers are accepted.
      ...Object.fromEntries(
        Object.entries(deductedAmounts)
          .filter(([, amount]) => amount === null)
          .map(([field]) => [`income_information.deductions.${field}`, ['0.00']]),
      ),
    },
    switches: plan,
  }
}
