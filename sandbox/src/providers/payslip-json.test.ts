import { expect, test } from 'vitest'
import { openClock } from '../clock.ts'
import { openWorld } from '../people/world.ts'
import { bureauRecord, cloudPayslip, payrollPayslip } from './payslip-json.ts'
import { type PayRecord, payRecords } from './records.ts'

const clock = openClock(new Date('2026-11-15T12:00:00Z'))
const world = openWorld({ seed: 'payslip-json' })
const people = [...world.named(), ...Array.from({ length: 20 }, (_, n) => world.anyone(n + 1))]
const records = people.flatMap((person) => payRecords({ world, clock }, 'sandbox-cloud', person))

const pence = (amount: string | number) => Math.round(Number(amount) * 100)
const total = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
const isoDay = (british: string) => british.split('/').reverse().join('-')

/** What three readers make of three replies; none of them looks at the payslip itself. */
const readers: Record<string, (record: PayRecord) => object> = {
  cloud(record) {
    const slip = cloudPayslip(record)
    return {
      employer: [slip.employment.employer.legal_name, slip.employment.employer.paye_reference],
      days: [slip.paid_on, slip.period_from, slip.period_to],
      left: slip.employment.ended_on,
      code: [slip.tax_code, slip.tax_code_is_cumulative],
      money: [slip.totals.gross, slip.totals.deductions, slip.totals.net, slip.totals.taxable].map(pence),
      lines: [slip.earnings, slip.deductions].map((lines) => total(lines.map(({ amount }) => pence(amount)))),
      units: slip.earnings.map(({ units, unit_rate }) => [units, unit_rate].map((one) => one && pence(one))),
      toDate: Object.entries(slip.year_to_date)
        .filter(([name]) => ['gross', 'taxable', 'income_tax', 'employee_ni', 'net'].includes(name))
        .map(([, amount]) => pence(amount)),
    }
  },
  payroll(record) {
    const slip = payrollPayslip(record)
    const [code = '', basis] = slip.taxCode.split(' ')
    const { leaveDate } = slip.employment
    const { yearToDate } = slip
    return {
      employer: [slip.employment.employerName, slip.employment.payeReference],
      days: [slip.payDate, slip.periodStart, slip.periodEnd].map(isoDay),
      left: leaveDate && isoDay(leaveDate),
      code: [code, basis === undefined],
      money: [slip.grossPence, slip.deductionsPence, slip.netPence, slip.taxablePence],
      lines: [slip.payments, slip.deductions].map((lines) =>
        total(lines.map(({ amountPence }) => amountPence)),
      ),
      units: slip.payments.map(({ hundredths = null, ratePence = null }) => [hundredths, ratePence]),
      toDate: [
        ...[yearToDate.grossPence, yearToDate.taxablePence, yearToDate.taxPence],
        ...[yearToDate.niPence, yearToDate.netPence],
      ],
    }
  },
  bureau(record) {
    const slip = bureauRecord(record)
    return {
      employer: [slip.EmployerName, `${slip.OfficeNumber}/${slip.PayeReference}`],
      days: [slip.PaymentDate, slip.PeriodStart, slip.PeriodEnd],
      left: slip.LeavingDate,
      code: [`${slip.TaxRegime}${slip.TaxCode}`, slip.NonCumulative === 'N'],
      money: [slip.GrossPay, slip.TotalDeductions, slip.NetPay, slip.TaxablePay].map(pence),
      lines: [slip.Payments, slip.Deductions].map((lines) => total(lines.map(({ Amount }) => pence(Amount)))),
      units: slip.Payments.map(({ Units, Rate }) => [Units, Rate].map((one) => one && pence(one))),
      toDate: [
        ...[slip.GrossPayToDate, slip.TaxablePayToDate, slip.TaxDeductedToDate],
        ...[slip.EmployeeNiToDate, slip.NetPayToDate],
      ].map(pence),
    }
  },
}

test.each(Object.keys(readers))('%s tells of every payslip what it says', (firm) => {
  expect(records.length).toBeGreaterThan(1_500)
  for (const record of records) {
    const { payslip, job } = record
    const { yearToDate } = payslip
    expect(readers[firm]?.(record)).toEqual({
      employer: [job.employer.name, job.employer.payeReference],
      days: [payslip.payDate, payslip.start, payslip.end],
      left: job.leaveDate !== null && job.leaveDate <= payslip.payDate ? job.leaveDate : null,
      code: [payslip.taxCode, payslip.isCumulative],
      money: [payslip.grossPay, payslip.totalDeductions, payslip.netPay, payslip.taxablePay],
      lines: [payslip.grossPay, payslip.totalDeductions],
      units: payslip.payments.map(({ quantity = null, rate = null }) => [quantity, rate]),
      toDate: [
        ...[yearToDate.grossPay, yearToDate.taxablePay, yearToDate.incomeTax],
        ...[yearToDate.employeeNi, yearToDate.netPay],
      ],
    })
  }
})

test('a payslip from before somebody left does not know of it', () => {
  const slips = records.filter(({ job }) => job.id.startsWith('ignatius.plumtree') && job.leaveDate !== null)
  const left = slips.map((record) => cloudPayslip(record).employment.ended_on)
  expect(left).toContain('2025-09-12')
  expect(left).toContain(null)
})

test('ids are the same in every run, differ between payslips, and between providers', () => {
  const again = openWorld({ seed: 'payslip-json' })
  const person = again.find('barnaby.thistlewick')
  if (!person) throw new Error('nobody')
  const ids = (provider: 'sandbox-cloud' | 'sandbox-payroll') =>
    payRecords({ world: again, clock }, provider, person).map(({ id }) => id)
  expect(ids('sandbox-cloud')).toEqual(
    records.filter((record) => record.person.userName === person.userName).map(({ id }) => id),
  )
  const all = new Set([...records.map(({ id }) => id), ...ids('sandbox-payroll')])
  expect(all.size).toBe(records.length + ids('sandbox-payroll').length)
})
