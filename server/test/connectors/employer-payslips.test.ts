import { expect, test } from 'vitest'
import { openDocuments } from '../../../sandbox/src/documents/documents.ts'
import { openWorld } from '../../../sandbox/src/people/world.ts'
import type { StaffPayslip } from '../../../sandbox/src/providers/employer-payroll/company.ts'
import { listItemOf, payslipLayout } from '../../../sandbox/src/providers/employment-hero/provider.ts'
import { freeagentPayslip } from '../../../sandbox/src/providers/freeagent/payslip.ts'
import { staffologyPayslip } from '../../../sandbox/src/providers/staffology/payslip.ts'
import {
  deductionTypesOf,
  earningsRatesOf,
  xeroId,
  xeroPayslip,
} from '../../../sandbox/src/providers/xero/payslip.ts'
import { PayslipList } from '../../src/connectors/employee-oauth2/replies.ts'
import { transform as transformEmploymentHero } from '../../src/connectors/employee-oauth2/transform.ts'
import { PayslipReport } from '../../src/connectors/employer-key/replies.ts'
import { transform as transformStaffology } from '../../src/connectors/employer-key/transform.ts'
import { withYearToDate } from '../../src/connectors/employer-oauth2/computed-figures.ts'
import { FreeagentPayslip } from '../../src/connectors/employer-oauth2/freeagent/replies.ts'
import { transform as transformFreeagent } from '../../src/connectors/employer-oauth2/freeagent/transform.ts'
import { Deductions, EarningsRates, XeroPayslip } from '../../src/connectors/employer-oauth2/xero/replies.ts'
import { transform as transformXero } from '../../src/connectors/employer-oauth2/xero/transform.ts'
import { readDocument } from '../../src/extraction/read.ts'
import { decimalOf, penceOf, sumOf } from '../../src/vocabulary/money.ts'
import { Payslip } from '../../src/vocabulary/payslip.ts'
import { atEnd } from '../at-end.ts'

// Random payslips in the shape of each source, converted by the connector and compared with the simulated payroll,
// which calculated them. EMPLOYER_PAYSLIPS=10000 runs the full number. To run it in pieces, EMPLOYER_PAYSLIPS_FROM=3000
// leaves out the first 3,000 payslips.
// biome-ignore lint/style/noProcessEnv: the size of the test.
const { EMPLOYER_PAYSLIPS = '0', EMPLOYER_PAYSLIPS_FROM = '0' } = process.env
const [fullCount, skippedCount] = [Number(EMPLOYER_PAYSLIPS), Number(EMPLOYER_PAYSLIPS_FROM)]
const defaultCount = 500
/** Each payslip is drawn and read as a PDF, which takes about a fifth of a second. */
const defaultPdfCount = 25
const seed = 'employer payslips'
const until = '2026-11-15'
const world = openWorld({ seed })
const documents = openDocuments({ world })
atEnd(() => documents.close())

/**
 * Jobs of random people with all their payslips, until there are enough payslips. The first ones of a piece are left out
 * after the conversion, because year-to-date figures are computed from the earlier payslips of a job.
 */
function* randomJobs(payslipCount: number): Generator<{ payslips: StaffPayslip[]; skipped: number }> {
  const end = skippedCount + payslipCount
  for (let n = 1, count = 0; count < end; n++) {
    const person = world.inventedPerson(n)
    for (const job of person.jobs) {
      const all = world.payslips(job, until).map((payslip, index) => ({ person, job, payslip, index }))
      const payslips = all.slice(0, end - count)
      const skipped = Math.max(0, skippedCount - count)
      count += payslips.length
      if (skipped < payslips.length) yield { payslips, skipped }
    }
  }
}

type Convert = (payslips: StaffPayslip[]) => Payslip[] | Promise<Payslip[]>
const sources = ['FreeAgent', 'Xero', 'Staffology', 'Employment Hero'] as const
type Source = (typeof sources)[number]

const converters: Record<Source, Convert> = {
  Staffology: (payslips) =>
    payslips.map((one) => {
      const address = world.address(one.person, one.payslip.payDate)
      const theirs = staffologyPayslip(one, { address, isClosed: true })
      return transformStaffology(PayslipReport.parse(JSON.parse(JSON.stringify(theirs))).model)
    }),
  'Employment Hero': (payslips) =>
    Promise.all(
      payslips.map(async (one) => {
        const address = world.address(one.person, one.payslip.payDate)
        const record = { ...one, address, id: String(one.index + 1), employmentId: one.job.id }
        const [listed] = PayslipList.parse([listItemOf(record)])
        const { bytes } = await documents.payslip(record, { layout: payslipLayout })
        if (!listed) throw new Error('the list is empty')
        return transformEmploymentHero(listed, await readDocument(bytes), { job: { id: 1 }, details: {} })
      }),
    ),
  FreeAgent(payslips) {
    const userUrl = 'https://payroll.example/v2/users/1'
    const employee = {
      company: payslips[0]?.job.employer.name ?? '',
      user: { first_name: 'Ada', last_name: 'Whitcombe', email: null, role: 'Employee', ni_number: null },
      profile: null,
    }
    const converted = payslips.map((one) => {
      const theirs = freeagentPayslip(one, { userUrl, timestamp: '2026-11-15T09:00:00.000Z' })
      return transformFreeagent(FreeagentPayslip.parse(JSON.parse(JSON.stringify(theirs))), employee)
    })
    return withYearToDate(converted)
  },
  Xero(payslips) {
    const { job } = payslips[0] as StaffPayslip
    const { employer } = job
    const employeeID = xeroId('employee')
    const { earningsRates } = EarningsRates.parse({ earningsRates: earningsRatesOf(employer) })
    const { deductions } = Deductions.parse({ deductions: deductionTypesOf(employer, payslips) })
    const employment = {
      company: employer.name,
      employee: { employeeID },
      tax: {},
      rates: new Map(earningsRates.map((rate) => [rate.earningsRateID, rate])),
      deductionTypes: new Map(deductions.map((type) => [type.deductionId, type])),
    }
    const converted = payslips.map((one) => {
      const payRunID = xeroId('run', one.index)
      const theirs = xeroPayslip(employer, one, { payRunID, employeeID })
      const run = {
        payRunID,
        periodStartDate: one.payslip.start,
        periodEndDate: one.payslip.end,
        paymentDate: one.payslip.payDate,
        payRunStatus: 'Posted',
        payRunType: 'Scheduled',
        calendarType: 'Monthly',
      }
      const parsed = XeroPayslip.parse(JSON.parse(JSON.stringify(theirs)))
      return transformXero(parsed, run, employment, { isNewest: false })
    })
    return withYearToDate(converted)
  },
}

/** The figures of a payslip as the simulated payroll knows them. */
const expectedOf = ({ payslip }: StaffPayslip) => ({
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

function figuresOf(source: Source, { income_information: { pay_date, earnings, deductions } }: Payslip) {
  // A PDF omits deductions of zero, and an amount that is not printed is null.
  const deducted = (amount: string | null) => (source === 'Employment Hero' ? (amount ?? '0.00') : amount)
  return {
    pay_date,
    gross: earnings.gross_pay,
    net: earnings.net_pay,
    tax: deducted(deductions.income_tax),
    ni: deducted(deductions.employee_ni),
    pension: deducted(deductions.employee_pension),
    loans: deducted(deductions.loan_deductions),
    total: deductions.total_deductions,
    year_gross: earnings.year_to_date?.gross_pay,
    year_net: earnings.year_to_date?.net_pay,
    year_tax: earnings.year_to_date?.total_tax_paid,
    year_ni: earnings.year_to_date?.total_ni_paid,
  }
}

/** Whether lines and totals of a payslip add up. */
function addsUp({ income_information: { earnings, deductions } }: Payslip) {
  const sum = (elements: { amount: string }[]) => sumOf(elements.map(({ amount }) => penceOf(amount)))
  const [gross, net, total] = [earnings.gross_pay, earnings.net_pay, deductions.total_deductions].map(
    (amount) => penceOf(amount ?? 'missing'),
  )
  return (
    sum(earnings.earning_elements) === gross &&
    sum(deductions.deductions_elements) === total &&
    (gross ?? 0) - (total ?? 0) === net
  )
}

const countOf = (source: Source) =>
  fullCount || (source === 'Employment Hero' ? defaultPdfCount : defaultCount)

test.each(sources.map((source) => [source, countOf(source)] as const))(
  '%s: converts %d random payslips without a difference',
  { timeout: 7_200_000 },
  async (source, payslipCount) => {
    let [count, differences, wrongSums] = [0, 0, 0]
    for (const { payslips, skipped } of randomJobs(payslipCount)) {
      const converted = await converters[source](payslips)
      for (const [n, result] of converted.slice(skipped).entries()) {
        count++
        Payslip.parse(result)
        const expected = expectedOf(payslips[skipped + n] as StaffPayslip)
        const figures = figuresOf(source, result)
        if (JSON.stringify(figures) !== JSON.stringify(expected)) {
          differences++
          expect(figures).toEqual(expected)
        }
        if (!addsUp(result)) wrongSums++
      }
    }
    process.stdout.write(
      `${source}: ${count} payslips, ${differences} differences, ${wrongSums} wrong sums\n`,
    )
    expect([count, differences, wrongSums]).toEqual([payslipCount, 0, 0])
  },
)
