import { expect, test } from 'vitest'
import { openClock } from '../clock.ts'
import { openWorld } from '../people/world.ts'
import { listPayRecords, type PayRecord } from './pay-records.ts'
import { bureauRecord, cloudPayslip, payrollPayslip } from './payslip-json.ts'

const clock = openClock(new Date('2026-11-15T12:00:00Z'))
const world = openWorld({ seed: 'payslip-json' })
const people = [...world.named(), ...Array.from({ length: 20 }, (_, n) => world.inventedPerson(n + 1))]
const records = people.flatMap((person) => listPayRecords({ world, clock }, 'sandbox-cloud', person))

const pence = (amount: string | number) => Math.round(Number(amount) * 100)
const total = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
const isoDay = (british: string) => british.split('/').reverse().join('-')

/** Meaning of the payroll provider's short codes. */
const words: Record<string, string> = {
  BASIC: 'basic',
  OT: 'overtime',
  SHIFT: 'shift',
  BONUS: 'bonus',
  COMM: 'commission',
  HOL: 'holiday',
  EXP: 'expenses',
  ABS: 'absence',
  SSP: 'sick',
  SMP: 'maternity',
  SACR: 'sacrifice',
  ARR: 'arrears',
  PAYE: 'income_tax',
  NI: 'national_insurance',
  PEN: 'pension',
  SL: 'student_loan',
  LOAN: 'loan',
  PGL: 'postgraduate_loan',
  AEO: 'attachment_of_earnings',
  MISC: 'other',
  FT: 'full_time',
  PT: 'part_time',
  TEMP: 'temporary',
  FTC: 'contract',
  ZH: 'zero_hours',
  OTH: 'other',
  Weekly: 'weekly',
  '2-Weekly': 'fortnightly',
  '4-Weekly': 'four_weekly',
  Monthly: 'monthly',
  W1: 'weekly',
  W2: 'fortnightly',
  W4: 'four_weekly',
  M1: 'monthly',
}

/** Parsers of the three provider formats. They do not use the original payslip. */
const readers: Record<string, (record: PayRecord) => object> = {
  cloud(record) {
    const payslip = cloudPayslip(record)
    const { employee, employment } = payslip
    const { address } = employee
    return {
      name: `${employee.given_name} ${employee.family_name}`,
      who: [employee.birth_date, employee.national_insurance_number, employee.email, employee.phone.slice(1)],
      home: [address.line_1, address.town, address.county, address.postal_code, address.country_name],
      job: [employment.job_title, employment.contract_type, employment.pay_schedule, employment.started_on],
      isDirector: employment.is_director,
      employer: [payslip.employment.employer.legal_name, payslip.employment.employer.paye_reference],
      days: [payslip.paid_on, payslip.period_from, payslip.period_to],
      left: payslip.employment.ended_on,
      code: [payslip.tax_code, payslip.tax_code_is_cumulative],
      money: [
        payslip.totals.gross,
        payslip.totals.deductions,
        payslip.totals.net,
        payslip.totals.taxable,
      ].map(pence),
      lines: [payslip.earnings, payslip.deductions].map((lines) =>
        total(lines.map(({ amount }) => pence(amount))),
      ),
      units: payslip.earnings.map(({ units, unit, unit_rate }) => [
        units && pence(units),
        unit,
        unit_rate && pence(unit_rate),
      ]),
      words: [...payslip.earnings, ...payslip.deductions].map(({ kind, label }) => [kind, label]),
      flags: payslip.earnings.map((one) => [one.is_fixed, one.is_taxable, one.is_niable]),
      toDate: Object.entries(payslip.year_to_date)
        .filter(([name]) => ['gross', 'taxable', 'income_tax', 'employee_ni', 'net'].includes(name))
        .map(([, amount]) => pence(amount)),
    }
  },
  payroll(record) {
    const payslip = payrollPayslip(record)
    const [code = '', basis] = payslip.taxCode.split(' ')
    const { yearToDate, employee, employment } = payslip
    const { leaveDate } = employment
    const [street, city, county = ''] = employee.addressLines
    return {
      name: employee.fullName.replace(/^\w+ /, ''),
      who: [
        isoDay(employee.dateOfBirth),
        employee.niNumber.replaceAll(' ', ''),
        employee.emailAddress,
        employee.mobile.replace(/^0/, '44'),
      ],
      home: [street, city, county, employee.postCode, employee.country],
      job: [
        employment.jobTitle,
        words[employment.contract],
        words[employment.payFrequency],
        isoDay(employment.startDate),
      ],
      isDirector: employment.director,
      employer: [payslip.employment.employerName, payslip.employment.payeReference],
      days: [payslip.payDate, payslip.periodStart, payslip.periodEnd].map(isoDay),
      left: leaveDate && isoDay(leaveDate),
      code: [code, basis === undefined],
      money: [payslip.grossPence, payslip.deductionsPence, payslip.netPence, payslip.taxablePence],
      lines: [payslip.payments, payslip.deductions].map((lines) =>
        total(lines.map(({ amountPence }) => amountPence)),
      ),
      units: payslip.payments.map(({ hundredths = null, unit = null, ratePence = null }) => [
        hundredths,
        unit,
        ratePence,
      ]),
      words: [...payslip.payments, ...payslip.deductions].map((one) => [words[one.code], one.description]),
      flags: payslip.payments.map((one) => [one.recurring, one.taxable, one.niable]),
      toDate: [
        yearToDate.grossPence,
        yearToDate.taxablePence,
        yearToDate.taxPence,
        yearToDate.niPence,
        yearToDate.netPence,
      ],
    }
  },
  bureau(record) {
    const payslip = bureauRecord(record)
    const isYes = (letter: string) => letter === 'Y'
    return {
      name: `${payslip.Forename} ${payslip.Surname}`,
      who: [payslip.BirthDate, payslip.NationalInsuranceNumber, payslip.Email, payslip.Telephone],
      home: [
        payslip.AddressLine1,
        payslip.AddressLine2,
        payslip.AddressLine3,
        payslip.PostCode,
        payslip.Country,
      ],
      job: [payslip.JobTitle, payslip.ContractType, words[payslip.PayFrequency], payslip.StartDate],
      isDirector: isYes(payslip.Director),
      employer: [payslip.EmployerName, `${payslip.OfficeNumber}/${payslip.PayeReference}`],
      days: [payslip.PaymentDate, payslip.PeriodStart, payslip.PeriodEnd],
      left: payslip.LeavingDate,
      code: [`${payslip.TaxRegime}${payslip.TaxCode}`, payslip.NonCumulative === 'N'],
      money: [payslip.GrossPay, payslip.TotalDeductions, payslip.NetPay, payslip.TaxablePay].map(pence),
      lines: [payslip.Payments, payslip.Deductions].map((lines) =>
        total(lines.map(({ Amount }) => pence(Amount))),
      ),
      units: payslip.Payments.map(({ Units, Unit, Rate }) => [
        Units && pence(Units),
        Unit,
        Rate && pence(Rate),
      ]),
      words: [...payslip.Payments, ...payslip.Deductions].map(({ Kind, Text }) => [Kind, Text]),
      flags: payslip.Payments.map((one) => [one.Fixed, one.Taxable, one.Niable].map(isYes)),
      toDate: [
        payslip.GrossPayToDate,
        payslip.TaxablePayToDate,
        payslip.TaxDeductedToDate,
        payslip.EmployeeNiToDate,
        payslip.NetPayToDate,
      ].map(pence),
    }
  },
}

test.each(Object.keys(readers))('%s returns every figure of each payslip', (firm) => {
  expect(records.length).toBeGreaterThan(1_500)
  for (const record of records) {
    const { payslip, job, person, address } = record
    const { yearToDate } = payslip
    expect(readers[firm]?.(record)).toEqual({
      name: `${person.forename} ${person.surname}`,
      who: [person.dateOfBirth, person.niNumber, person.email, person.phone],
      home: [address.street, address.city, address.county, address.postCode, address.country],
      job: [job.role, job.type, job.employment.frequency, job.startDate],
      isDirector: job.employment.isDirector,
      employer: [job.employer.name, job.employer.payeReference],
      days: [payslip.payDate, payslip.start, payslip.end],
      left: job.leaveDate !== null && job.leaveDate <= payslip.payDate ? job.leaveDate : null,
      code: [payslip.taxCode, payslip.isCumulative],
      money: [payslip.grossPay, payslip.totalDeductions, payslip.netPay, payslip.taxablePay],
      lines: [payslip.grossPay, payslip.totalDeductions],
      units: payslip.payments.map(({ quantity = null, unit = null, rate = null }) => [quantity, unit, rate]),
      words: [...payslip.payments, ...payslip.deductions].map(({ kind, description }) => [kind, description]),
      flags: payslip.payments.map((one) => [one.isFixed, one.isTaxable, one.isNiable]),
      toDate: [
        yearToDate.grossPay,
        yearToDate.taxablePay,
        yearToDate.incomeTax,
        yearToDate.employeeNi,
        yearToDate.netPay,
      ],
    })
  }
})

test('a payslip from before the leave date does not show it', () => {
  const payslips = records.filter(
    ({ job }) => job.id.startsWith('ignatius.plumtree') && job.leaveDate !== null,
  )
  const left = payslips.map((record) => cloudPayslip(record).employment.ended_on)
  expect(left).toContain('2025-09-12')
  expect(left).toContain(null)
})

test('ids are stable across runs and differ between payslips and providers', () => {
  const again = openWorld({ seed: 'payslip-json' })
  const person = again.find('barnaby.thistlewick')
  if (!person) throw new Error('no such person')
  const ids = (provider: 'sandbox-cloud' | 'sandbox-payroll') =>
    listPayRecords({ world: again, clock }, provider, person).map(({ id }) => id)
  expect(ids('sandbox-cloud')).toEqual(
    records.filter((record) => record.person.userName === person.userName).map(({ id }) => id),
  )
  const all = new Set([...records.map(({ id }) => id), ...ids('sandbox-payroll')])
  expect(all.size).toBe(records.length + ids('sandbox-payroll').length)
})
