import type { DocumentGenerator, PayslipTruth } from '../../../sandbox/src/documents/types.ts'
import type { SimulatedWorld } from '../../../sandbox/src/people/types.ts'
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
import type { Payslip } from '../../src/vocabulary/payslip.ts'

/** A payslip that a connector converted. `printed` is what its PDF shows, for sources that have PDFs only. */
export type ConvertedPayslip = { payslip: Payslip; printed: PayslipTruth | null }
/** Converts payslips of one job, oldest first, from the shape of the source. */
type Convert = (
  payslips: StaffPayslip[],
  world: SimulatedWorld,
  documents: DocumentGenerator,
) => Promise<ConvertedPayslip[]>

export const payslipSources = ['freeagent', 'xero', 'staffology', 'employment-hero'] as const
export type PayslipSourceId = (typeof payslipSources)[number]

const withoutPdf = (payslip: Payslip): ConvertedPayslip => ({ payslip, printed: null })
/** Sends a value through JSON, as the simulator does. */
const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

export const convertPayslips: Record<PayslipSourceId, Convert> = {
  async freeagent(payslips) {
    const userUrl = 'https://payroll.example/v2/users/1'
    const employee = {
      company: payslips[0]?.job.employer.name ?? '',
      user: { first_name: 'Ada', last_name: 'Whitcombe', email: null, role: 'Employee', ni_number: null },
      profile: null,
    }
    const converted = payslips.map((one) => {
      const theirs = freeagentPayslip(one, { userUrl, timestamp: '2026-11-15T09:00:00.000Z' })
      return transformFreeagent(FreeagentPayslip.parse(throughJson(theirs)), employee)
    })
    return withYearToDate(converted).map(withoutPdf)
  },

  async xero(payslips) {
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
      return transformXero(XeroPayslip.parse(throughJson(theirs)), run, employment, { isNewest: false })
    })
    return withYearToDate(converted).map(withoutPdf)
  },

  staffology: async (payslips, world) =>
    payslips.map((one) => {
      const address = world.address(one.person, one.payslip.payDate)
      const theirs = staffologyPayslip(one, { address, isClosed: true })
      return withoutPdf(transformStaffology(PayslipReport.parse(throughJson(theirs)).model))
    }),

  // Read in this process, which saves the start of an isolated one.
  'employment-hero': async (payslips, world, documents) => {
    const converted: ConvertedPayslip[] = []
    for (const one of payslips) {
      const address = world.address(one.person, one.payslip.payDate)
      const record = { ...one, address, id: String(one.index + 1), employmentId: one.job.id }
      const [listed] = PayslipList.parse(throughJson([listItemOf(record)]))
      if (!listed) throw new Error('the list is empty')
      const { bytes, truth } = await documents.payslip(record, { layout: payslipLayout })
      const reading = await readDocument(bytes)
      const payslip = transformEmploymentHero(listed, reading, { job: { id: 1 }, details: {} })
      converted.push({ payslip, printed: truth })
    }
    return converted
  },
}
