import { expect, test } from 'vitest'
import { openClock } from '../clock.ts'
import { openWorld } from '../people/world.ts'
import { bureauRecord, cloudPayslip, payrollPayslip } from './payslip-json.ts'
import { type PayRecord, payRecords } from './pay-records.ts'

const clock = openClock(new Date('2026-11-15T12:00:00Z'))
const world = openWorld({ seed: 'payslip-json' })
const people = [...world.named(), ...Array.from({ length: 20 }, (_, n) => world.anyone(n + 1))]
const records = people.flatMap((person) => payRecords({ world, clock }, 'sandbox-cloud', person))

const pence = (amount: string | number) => Math.round(Number(amount) * 100)
const total = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
const isoDay = (british: string) => british.split('/').reverse().join('-')

/** What short words mean, as whoever reads them has to know. */
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

/** What three readers make of three replies; none of them looks at the payslip itself. */
const readers: Record<string, (record: PayRecord) => object> = {
  cloud(record) {
    const slip = cloudPayslip(record)
    const { employee, employment } = slip
    const { address } = employee
    return {
      name: `${employee.given_name} ${employee.family_name}`,
      who: [employee.birth_date, employee.national_insurance_number, employee.email, employee.phone.slice(1)],
      home: [address.line_1, address.town, address.county, address.postal_code, address.country_name],
      job: [employment.job_title, employment.contract_type, employment.pay_schedule, employment.started_on],
      isDirector: employment.is_director,
      employer: [slip.employment.employer.legal_name, slip.employment.employer.paye_reference],
      days: [slip.paid_on, slip.period_from, slip.period_to],
      left: slip.employment.ended_on,
      code: [slip.tax_code, slip.tax_code_is_cumulative],
      money: [slip.totals.gross, slip.totals.deductions, slip.totals.net, slip.totals.taxable].map(pence),
      lines: [slip.earnings, slip.deductions].map((lines) => total(lines.map(({ amount }) => pence(amount)))),
      units: slip.earnings.map(({ units, unit, unit_rate }) => [
        units && pence(units),
        unit,
        unit_rate && pence(unit_rate),
      ]),
      words: [...slip.earnings, ...slip.deductions].map(({ kind, label }) => [kind, label]),
      flags: slip.earnings.map((one) => [one.is_fixed, one.is_taxable, one.is_niable]),
      toDate: Object.entries(slip.year_to_date)
        .filter(([name]) => ['gross', 'taxable', 'income_tax', 'employee_ni', 'net'].includes(name))
        .map(([, amount]) => pence(amount)),
    }
  },
  payroll(record) {
    const slip = payrollPayslip(record)
    const [code = '', basis] = slip.taxCode.split(' ')
    const { yearToDate, employee, employment } = slip
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
      employer: [slip.employment.employerName, slip.employment.payeReference],
      days: [slip.payDate, slip.periodStart, slip.periodEnd].map(isoDay),
      left: leaveDate && isoDay(leaveDate),
      code: [code, basis === undefined],
      money: [slip.grossPence, slip.deductionsPence, slip.netPence, slip.taxablePence],
      lines: [slip.payments, slip.deductions].map((lines) =>
        total(lines.map(({ amountPence }) => amountPence)),
      ),
      units: slip.payments.map(({ hundredths = null, unit = null, ratePence = null }) => [
        hundredths,
        unit,
        ratePence,
      ]),
      words: [...slip.payments, ...slip.deductions].map((one) => [words[one.code], one.description]),
      flags: slip.payments.map((one) => [one.recurring, one.taxable, one.niable]),
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
    const slip = bureauRecord(record)
    const isYes = (letter: string) => letter === 'Y'
    return {
      name: `${slip.Forename} ${slip.Surname}`,
      who: [slip.BirthDate, slip.NationalInsuranceNumber, slip.Email, slip.Telephone],
      home: [slip.AddressLine1, slip.AddressLine2, slip.AddressLine3, slip.PostCode, slip.Country],
      job: [slip.JobTitle, slip.ContractType, words[slip.PayFrequency], slip.StartDate],
      isDirector: isYes(slip.Director),
      employer: [slip.EmployerName, `${slip.OfficeNumber}/${slip.PayeReference}`],
      days: [slip.PaymentDate, slip.PeriodStart, slip.PeriodEnd],
      left: slip.LeavingDate,
      code: [`${slip.TaxRegime}${slip.TaxCode}`, slip.NonCumulative === 'N'],
      money: [slip.GrossPay, slip.TotalDeductions, slip.NetPay, slip.TaxablePay].map(pence),
      lines: [slip.Payments, slip.Deductions].map((lines) => total(lines.map(({ Amount }) => pence(Amount)))),
      units: slip.Payments.map(({ Units, Unit, Rate }) => [Units && pence(Units), Unit, Rate && pence(Rate)]),
      words: [...slip.Payments, ...slip.Deductions].map(({ Kind, Text }) => [Kind, Text]),
      flags: slip.Payments.map((one) => [one.Fixed, one.Taxable, one.Niable].map(isYes)),
      toDate: [
        slip.GrossPayToDate,
        slip.TaxablePayToDate,
        slip.TaxDeductedToDate,
        slip.EmployeeNiToDate,
        slip.NetPayToDate,
      ].map(pence),
    }
  },
}

test.each(Object.keys(readers))('%s tells of every payslip what it says', (firm) => {
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
