import type { IsoDate } from '../calendar.ts'
import { formatDay } from '../documents/pen.ts'
import { decimal, type PenceAmount } from '../money.ts'
import type {
  GeneratedPayslip,
  PaymentKind,
  PayrollDeductionKind,
  PayrollFrequency,
} from '../payroll/types.ts'
import type { PersonJob, PostalAddress, SimulatedPerson } from '../people/types.ts'
import { employmentIdOf, type PayRecord } from './pay-records.ts'

// The same payslip in the JSON formats of three providers. Field names, money and date formats and vocabulary differ on
// purpose, to exercise the normalisation in the connectors.

const britishDate = (day: IsoDate) => formatDay(day, 'DD/MM/YYYY')
const fullName = ({ title, forename, surname }: SimulatedPerson) => `${title} ${forename} ${surname}`.trim()

/** Returns the leave date as known on a day: null while it is still in the future. */
export const leaveDateOn = ({ leaveDate }: PersonJob, day: IsoDate) =>
  leaveDate !== null && leaveDate <= day ? leaveDate : null

// sandbox-cloud: snake_case, amounts as decimal text, ISO dates.

export const cloudPerson = (person: SimulatedPerson, address: PostalAddress) => ({
  given_name: person.forename,
  family_name: person.surname,
  birth_date: person.dateOfBirth,
  national_insurance_number: person.niNumber,
  email: person.email,
  phone: `+${person.phone}`,
  address: {
    line_1: address.street,
    town: address.city,
    county: address.county,
    postal_code: address.postCode,
    country_name: address.country,
  },
})

export const cloudEmployment = (job: PersonJob, today: IsoDate) => ({
  employment_id: employmentIdOf('sandbox-cloud', job),
  employer: { legal_name: job.employer.name, paye_reference: job.employer.payeReference },
  payroll_number: job.payrollNumber,
  job_title: job.role,
  department: job.department,
  contract_type: job.type,
  is_director: job.employment.isDirector,
  started_on: job.startDate,
  ended_on: leaveDateOn(job, today),
  pay_schedule: job.employment.frequency,
  salary: 'annual' in job.pay ? decimal(job.pay.annual) : null,
  hourly_rate: 'hourly' in job.pay ? decimal(job.pay.hourly) : null,
})

export const cloudSummary = ({ id, employmentId, payslip }: PayRecord) => ({
  payslip_id: id,
  employment_id: employmentId,
  paid_on: payslip.payDate,
  period_from: payslip.start,
  period_to: payslip.end,
  gross: decimal(payslip.grossPay),
  net: decimal(payslip.netPay),
})

export function cloudPayslip({ id, person, job, payslip, address }: PayRecord) {
  const { yearToDate } = payslip
  return {
    payslip_id: id,
    employee: cloudPerson(person, address),
    employment: cloudEmployment(job, payslip.payDate),
    paid_on: payslip.payDate,
    period_from: payslip.start,
    period_to: payslip.end,
    tax_year: payslip.taxYear,
    tax_period: payslip.taxPeriod,
    tax_code: payslip.taxCode,
    tax_code_is_cumulative: payslip.isCumulative,
    ni_category: payslip.niLetter,
    earnings: payslip.payments.map((payment) => ({
      kind: payment.kind,
      label: payment.description,
      amount: decimal(payment.amount),
      units: payment.quantity === undefined ? null : decimal(payment.quantity),
      unit: payment.unit ?? null,
      unit_rate: payment.rate === undefined ? null : decimal(payment.rate),
      is_fixed: payment.isFixed,
      is_taxable: payment.isTaxable,
      is_niable: payment.isNiable,
      is_pensionable: payment.isPensionable,
    })),
    deductions: payslip.deductions.map(({ kind, description, amount }) => ({
      kind,
      label: description,
      amount: decimal(amount),
    })),
    totals: {
      gross: decimal(payslip.grossPay),
      deductions: decimal(payslip.totalDeductions),
      net: decimal(payslip.netPay),
      taxable: decimal(payslip.taxablePay),
      niable: decimal(payslip.niablePay),
      income_tax: decimal(payslip.incomeTax),
      employee_ni: decimal(payslip.employeeNi),
      employer_ni: decimal(payslip.employerNi),
      employee_pension: decimal(payslip.employeePension),
      employer_pension: decimal(payslip.employerPension),
      student_loan: decimal(payslip.studentLoan),
      postgraduate_loan: decimal(payslip.postgraduateLoan),
    },
    year_to_date: {
      gross: decimal(yearToDate.grossPay),
      taxable: decimal(yearToDate.taxablePay),
      niable: decimal(yearToDate.niablePay),
      income_tax: decimal(yearToDate.incomeTax),
      employee_ni: decimal(yearToDate.employeeNi),
      employer_ni: decimal(yearToDate.employerNi),
      employee_pension: decimal(yearToDate.employeePension),
      employer_pension: decimal(yearToDate.employerPension),
      student_loan: decimal(yearToDate.studentLoan),
      postgraduate_loan: decimal(yearToDate.postgraduateLoan),
      net: decimal(yearToDate.netPay),
    },
  }
}

// sandbox-payroll: camelCase, whole pence, dates as DD/MM/YYYY, proprietary short codes.

const payrollPaymentCodes: Record<PaymentKind, string> = {
  basic: 'BASIC',
  overtime: 'OT',
  shift: 'SHIFT',
  bonus: 'BONUS',
  commission: 'COMM',
  holiday: 'HOL',
  expenses: 'EXP',
  absence: 'ABS',
  sick: 'SSP',
  maternity: 'SMP',
  paternity: 'SPP',
  shared_parental: 'SHPP',
  adoption: 'SAP',
  bereavement: 'SPBP',
  sacrifice: 'SACR',
  arrears: 'ARR',
  termination: 'TERM',
}
const payrollDeductionCodes: Record<PayrollDeductionKind, string> = {
  income_tax: 'PAYE',
  national_insurance: 'NI',
  pension: 'PEN',
  student_loan: 'SL',
  postgraduate_loan: 'PGL',
  attachment_of_earnings: 'AEO',
  loan: 'LOAN',
  other: 'MISC',
}
const payrollFrequencies: Record<PayrollFrequency, string> = {
  weekly: 'Weekly',
  fortnightly: '2-Weekly',
  four_weekly: '4-Weekly',
  monthly: 'Monthly',
}
const payrollContracts: Record<PersonJob['type'], string> = {
  full_time: 'FT',
  part_time: 'PT',
  temporary: 'TEMP',
  contract: 'FTC',
  zero_hours: 'ZH',
  other: 'OTH',
}

/** Returns the tax code with its non-cumulative suffix as printed, e.g. `1257L M1`. */
export const taxCodeText = ({ taxCode, isCumulative, frequency }: GeneratedPayslip) =>
  isCumulative ? taxCode : `${taxCode} ${frequency === 'monthly' ? 'M1' : 'W1'}`

export const payrollEmployment = (job: PersonJob, today: IsoDate) => {
  const leaveDate = leaveDateOn(job, today)
  return {
    employmentId: employmentIdOf('sandbox-payroll', job),
    employerName: job.employer.name,
    payeReference: job.employer.payeReference,
    employeeNumber: job.payrollNumber,
    jobTitle: job.role,
    department: job.department,
    contract: payrollContracts[job.type],
    director: job.employment.isDirector,
    startDate: britishDate(job.startDate),
    leaveDate: leaveDate && britishDate(leaveDate),
    payFrequency: payrollFrequencies[job.employment.frequency],
  }
}

export const payrollSummary = ({ id, employmentId, payslip }: PayRecord) => ({
  id,
  employmentId,
  payDate: britishDate(payslip.payDate),
  grossPence: payslip.grossPay,
  netPence: payslip.netPay,
})

export function payrollPayslip({ id, person, job, payslip, address }: PayRecord) {
  const { yearToDate } = payslip
  return {
    id,
    employee: {
      fullName: fullName(person),
      dateOfBirth: britishDate(person.dateOfBirth),
      niNumber: person.niNumber.replace(/(..)(?=.)/g, '$1 '),
      emailAddress: person.email,
      mobile: person.phone.replace(/^44/, '0'),
      addressLines: [address.street, address.city, address.county].filter((line) => line !== ''),
      postCode: address.postCode,
      country: address.country,
    },
    employment: payrollEmployment(job, payslip.payDate),
    payDate: britishDate(payslip.payDate),
    periodStart: britishDate(payslip.start),
    periodEnd: britishDate(payslip.end),
    taxYear: payslip.taxYear.replace('-', '/'),
    taxPeriod: payslip.taxPeriod,
    taxCode: taxCodeText(payslip),
    niCategory: payslip.niLetter,
    payments: payslip.payments.map((payment) => ({
      code: payrollPaymentCodes[payment.kind],
      description: payment.description,
      amountPence: payment.amount,
      ...(payment.quantity !== undefined && { hundredths: payment.quantity, unit: payment.unit }),
      ...(payment.rate !== undefined && { ratePence: payment.rate }),
      recurring: payment.isFixed,
      taxable: payment.isTaxable,
      niable: payment.isNiable,
    })),
    deductions: payslip.deductions.map(({ kind, description, amount }) => ({
      code: payrollDeductionCodes[kind],
      description,
      amountPence: amount,
    })),
    grossPence: payslip.grossPay,
    deductionsPence: payslip.totalDeductions,
    netPence: payslip.netPay,
    taxablePence: payslip.taxablePay,
    yearToDate: {
      grossPence: yearToDate.grossPay,
      taxablePence: yearToDate.taxablePay,
      taxPence: yearToDate.incomeTax,
      niPence: yearToDate.employeeNi,
      pensionPence: yearToDate.employeePension,
      studentLoanPence: yearToDate.studentLoan + yearToDate.postgraduateLoan,
      netPence: yearToDate.netPay,
    },
  }
}

// sandbox-bureau: flat records like an employer's real-time (RTI) report to HMRC, with amounts as numbers.

const bureauFrequencies: Record<PayrollFrequency, string> = {
  weekly: 'W1',
  fortnightly: 'W2',
  four_weekly: 'W4',
  monthly: 'M1',
}
const pounds = (amount: PenceAmount) => amount / 100
const yesNo = (is: boolean) => (is ? 'Y' : 'N')

export function bureauEmployment(job: PersonJob, today: IsoDate) {
  const { officeNumber, reference } = splitPayeReference(job)
  return {
    EmploymentId: employmentIdOf('sandbox-bureau', job),
    EmployerName: job.employer.name,
    OfficeNumber: officeNumber,
    PayeReference: reference,
    AccountsOfficeReference: job.employer.accountsOfficeReference,
    PayrollId: job.payrollNumber,
    JobTitle: job.role,
    ContractType: job.type,
    StartDate: job.startDate,
    LeavingDate: leaveDateOn(job, today),
    Director: yesNo(job.employment.isDirector),
    IrregularEmployment: yesNo(job.type === 'zero_hours'),
    PayFrequency: bureauFrequencies[job.employment.frequency],
  }
}

/** Splits `123/AB456` into tax office number and employer reference. */
function splitPayeReference({ employer }: PersonJob) {
  const [officeNumber = '', reference = ''] = employer.payeReference.split('/')
  return { officeNumber, reference }
}

export function bureauRecord({ id, person, job, payslip, address }: PayRecord) {
  const { yearToDate } = payslip
  const [, regime = '', plainCode = ''] = /^([SC]?)(.*)$/.exec(payslip.taxCode) ?? []
  return {
    RecordId: id,
    ...bureauEmployment(job, payslip.payDate),
    Title: person.title,
    Forename: person.forename,
    Surname: person.surname,
    BirthDate: person.dateOfBirth,
    Gender: person.gender === 'female' ? 'F' : 'M',
    NationalInsuranceNumber: person.niNumber,
    Email: person.email,
    Telephone: person.phone,
    AddressLine1: address.street,
    AddressLine2: address.city,
    AddressLine3: address.county,
    PostCode: address.postCode,
    Country: address.country,
    TaxYear: payslip.taxYear,
    PaymentDate: payslip.payDate,
    PeriodStart: payslip.start,
    PeriodEnd: payslip.end,
    [payslip.frequency === 'monthly' ? 'TaxMonth' : 'TaxWeek']: payslip.taxPeriod,
    TaxCode: plainCode,
    TaxRegime: regime,
    NonCumulative: yesNo(!payslip.isCumulative),
    NiLetter: payslip.niLetter,
    GrossPay: pounds(payslip.grossPay),
    TaxablePay: pounds(payslip.taxablePay),
    TaxDeducted: pounds(payslip.incomeTax),
    NiablePay: pounds(payslip.niablePay),
    EmployeeNi: pounds(payslip.employeeNi),
    EmployerNi: pounds(payslip.employerNi),
    EmployeePension: pounds(payslip.employeePension),
    StudentLoan: pounds(payslip.studentLoan),
    PostgraduateLoan: pounds(payslip.postgraduateLoan),
    TotalDeductions: pounds(payslip.totalDeductions),
    NetPay: pounds(payslip.netPay),
    GrossPayToDate: pounds(yearToDate.grossPay),
    TaxablePayToDate: pounds(yearToDate.taxablePay),
    TaxDeductedToDate: pounds(yearToDate.incomeTax),
    NiablePayToDate: pounds(yearToDate.niablePay),
    EmployeeNiToDate: pounds(yearToDate.employeeNi),
    EmployerNiToDate: pounds(yearToDate.employerNi),
    EmployeePensionToDate: pounds(yearToDate.employeePension),
    StudentLoanToDate: pounds(yearToDate.studentLoan),
    PostgraduateLoanToDate: pounds(yearToDate.postgraduateLoan),
    NetPayToDate: pounds(yearToDate.netPay),
    Payments: payslip.payments.map(
      ({ kind, description, amount, quantity, rate, unit, isFixed, isTaxable, isNiable }) => ({
        Kind: kind,
        Text: description,
        Amount: pounds(amount),
        Units: quantity === undefined ? null : quantity / 100,
        Unit: unit ?? null,
        Rate: rate === undefined ? null : pounds(rate),
        Fixed: yesNo(isFixed),
        Taxable: yesNo(isTaxable),
        Niable: yesNo(isNiable),
      }),
    ),
    Deductions: payslip.deductions.map(({ kind, description, amount }) => ({
      Kind: kind,
      Text: description,
      Amount: pounds(amount),
    })),
  }
}
