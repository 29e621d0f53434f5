import { isDeepStrictEqual } from 'node:util'
import { openDocuments } from '../../../sandbox/src/documents/documents.ts'
import type { PayslipTruth } from '../../../sandbox/src/documents/types.ts'
import { openWorld } from '../../../sandbox/src/people/world.ts'
import type { StaffPayslip } from '../../../sandbox/src/providers/employer-payroll/company.ts'
import { randomFor } from '../../../sandbox/src/random.ts'
import { decimalOf, penceOf, sumOf } from '../../src/vocabulary/money.ts'
import { Payslip } from '../../src/vocabulary/payslip.ts'
import { type ConvertedPayslip, convertPayslips, type PayslipSourceId } from './payslip-converters.ts'

// Random payslips in the shape of a source, converted by the connector and compared with the simulated payroll, which
// calculated them. `npm run payslips:compare` compares thousands.

/** A payslip whose figures differ, with the person and pay date that reproduce it from the seed. */
export type PayslipDifference = { userName: string; payDate: string; figures: unknown; expected: unknown }
export type PayslipComparison = { payslips: number; wrongSums: number; differences: PayslipDifference[] }

/** The payroll until this day. */
const until = '2026-11-15'
/**
 * PDFs of one job look alike, and reading one takes far longer than inventing a person, so only a few of each job are
 * read. Other sources need all, because the year to date is computed from the earlier payslips of a job.
 */
const maxPdfsPerJob = 4

export async function comparePayslips(
  source: PayslipSourceId,
  seed: string,
  payslipCount: number,
): Promise<PayslipComparison> {
  const world = openWorld({ seed })
  const documents = openDocuments({ world })
  const result: PayslipComparison = { payslips: 0, wrongSums: 0, differences: [] }
  try {
    for (const payslips of randomJobs()) {
      const converted = await convertPayslips[source](payslips, world, documents)
      for (const [n, one] of converted.entries()) addToResult(one, payslips[n] as StaffPayslip)
    }
  } finally {
    await documents.close()
  }
  return result

  /** Payslips of random people by job, until there are enough. */
  function* randomJobs(): Generator<StaffPayslip[]> {
    for (let n = 1, left = payslipCount; left > 0; n++) {
      const person = world.inventedPerson(n)
      for (const job of person.jobs) {
        const all = world.payslips(job, until).map((payslip, index) => ({ person, job, payslip, index }))
        const sample =
          source === 'employment-hero' ? randomFor(seed, 'pdfs', job.id).sample(all, maxPdfsPerJob) : all
        const payslips = sample.slice(0, left)
        left -= payslips.length
        if (payslips.length > 0) yield payslips
      }
    }
  }

  function addToResult({ payslip, printed }: ConvertedPayslip, truth: StaffPayslip) {
    Payslip.parse(payslip)
    const unavailable = unavailableIn[source](payslip)
    const figures = figuresOf(payslip)
    const compared = {
      ...figures,
      ...(printed && { ...withOmittedZeros(figures), ...factsOf(payslip) }),
      unavailable,
    }
    const expected = {
      ...expectedOf(truth),
      ...(printed && expectedFactsOf(printed)),
      unavailable: unavailable.map(() => null),
    }
    result.payslips++
    if (!addsUp(payslip)) result.wrongSums++
    if (isDeepStrictEqual(compared, expected)) return
    const { person, payslip: ours } = truth
    result.differences.push({ userName: person.userName, payDate: ours.payDate, figures: compared, expected })
  }
}

/** The fields that a source does not have, which must be null. */
const unavailableIn: Record<PayslipSourceId, (payslip: Payslip) => unknown[]> = {
  freeagent: ({ employment_information, income_information: income }) => [
    employment_information.employer_tax_reference,
    employment_information.type,
    income.pay_interval_start,
    income.pay_interval_end,
    income.earnings.year_to_date?.total_taxable_earnings,
  ],
  xero: ({ employment_information, income_information: income }) => [
    employment_information.employer_tax_reference,
    employment_information.role,
    income.tax_code,
    income.earnings.year_to_date?.total_taxable_earnings,
  ],
  staffology: ({ employment_information }) => [employment_information.type],
  'employment-hero': ({ employment_information }) => [employment_information.type],
}

function figuresOf({ income_information: { pay_date, earnings, deductions } }: Payslip) {
  return {
    pay_date,
    gross: earnings.gross_pay,
    net: earnings.net_pay,
    tax: deductions.income_tax,
    ni: deductions.employee_ni,
    pension: deductions.employee_pension,
    loans: deductions.loan_deductions,
    total: deductions.total_deductions,
    year_gross: earnings.year_to_date?.gross_pay,
    year_net: earnings.year_to_date?.net_pay,
    year_tax: earnings.year_to_date?.total_tax_paid,
    year_ni: earnings.year_to_date?.total_ni_paid,
  }
}

/** The same figures as the simulated payroll calculated them. */
const expectedOf = ({ payslip }: StaffPayslip): ReturnType<typeof figuresOf> => ({
  pay_date: payslip.payDate,
  gross: decimalOf(payslip.grossPay),
  net: decimalOf(payslip.netPay),
  tax: decimalOf(payslip.incomeTax),
  ni: decimalOf(payslip.employeeNi),
  pension: decimalOf(payslip.employeePension),
  loans: decimalOf(payslip.studentLoan + payslip.postgraduateLoan),
  total: decimalOf(payslip.totalDeductions),
  year_gross: decimalOf(payslip.yearToDate.grossPay),
  year_net: decimalOf(payslip.yearToDate.netPay),
  year_tax: decimalOf(payslip.yearToDate.incomeTax),
  year_ni: decimalOf(payslip.yearToDate.employeeNi),
})

/** A PDF may omit deductions of zero, and an amount that is not printed is null. */
const withOmittedZeros = ({ tax, ni, pension, loans }: ReturnType<typeof figuresOf>) => ({
  tax: tax ?? '0.00',
  ni: ni ?? '0.00',
  pension: pension ?? '0.00',
  loans: loans ?? '0.00',
})

/** The reader can take an amount of zero in a summary for a line. Neither amounts nor sums depend on it. */
const withoutZeros = <Line extends { amount: string }>(lines: readonly Line[]) =>
  lines.filter(({ amount }) => amount !== '0.00')

/** Facts and lines that a connector reads from a PDF. */
function factsOf({ identity_information, employment_information, income_information }: Payslip) {
  const { earnings, deductions, tax_code, pay_frequency } = income_information
  return {
    ni_number: identity_information.NI_number,
    reference: employment_information.employer_tax_reference,
    tax_code,
    pay_frequency,
    year_taxable: earnings.year_to_date?.total_taxable_earnings,
    earnings: withoutZeros(earnings.earning_elements).map(({ description, amount, quantity, rate }) => ({
      description,
      amount,
      quantity,
      rate,
    })),
    deductions: withoutZeros(deductions.deductions_elements).map(({ description, amount }) => ({
      description,
      amount,
    })),
  }
}

/** The same facts as they are printed. */
function expectedFactsOf({
  identity_information,
  employment_information,
  income_information,
}: PayslipTruth): ReturnType<typeof factsOf> {
  const { earnings, deductions, tax_code, pay_frequency } = income_information
  return {
    ni_number: identity_information.NI_number,
    reference: employment_information.employer_tax_reference,
    tax_code,
    pay_frequency: pay_frequency as ReturnType<typeof factsOf>['pay_frequency'],
    year_taxable: earnings.year_to_date.total_taxable_earnings,
    earnings: withoutZeros(earnings.earning_elements),
    deductions: withoutZeros(deductions.deductions_elements),
  }
}

/** Whether lines and totals of a payslip add up. */
function addsUp({ income_information: { earnings, deductions } }: Payslip) {
  const sum = (elements: { amount: string }[]) => sumOf(elements.map(({ amount }) => penceOf(amount)))
  const totals = [earnings.gross_pay, earnings.net_pay, deductions.total_deductions]
  if (totals.includes(null)) return false
  const [gross = 0, net, total = 0] = totals.map((amount) => penceOf(amount ?? ''))
  return (
    sum(earnings.earning_elements) === gross &&
    sum(deductions.deductions_elements) === total &&
    gross - total === net
  )
}
