import type { IsoDate } from '../../calendar.ts'
import type { PenceAmount } from '../../money.ts'
import { totalOf } from '../../money.ts'
import type {
  GeneratedPayslip,
  PayFigures,
  PaymentKind,
  PayrollDeductionKind,
  PayrollFrequency,
} from '../../payroll/types.ts'
import type { PersonJob, PostalAddress, SimulatedPerson } from '../../people/types.ts'
import { digestOf, type StaffPayslip } from '../employer-payroll/company.ts'
import { leaveDateOn } from '../payslip-json.ts'

/** Derives a UUID from keys. */
export function staffologyId(...keys: (string | number)[]) {
  const hex = digestOf('staffology', ...keys)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const pounds = (amount: PenceAmount) => amount / 100

/** Staffology's pay periods, and how many tax weeks or months one covers. */
export const payPeriods: Record<PayrollFrequency, { name: string; length: number }> = {
  weekly: { name: 'Weekly', length: 1 },
  fortnightly: { name: 'Fortnightly', length: 2 },
  four_weekly: { name: 'FourWeekly', length: 4 },
  monthly: { name: 'Monthly', length: 1 },
}

/** Pay codes for each kind of payment. Expenses are paid net; everything else is part of gross pay. */
const paymentCodes: Record<PaymentKind, string> = {
  basic: 'BASIC',
  overtime: 'OVERTIME',
  shift: 'SHIFT',
  bonus: 'BONUS',
  commission: 'COMMISSION',
  holiday: 'HOLIDAY',
  expenses: 'EXPENSES',
  absence: 'ABSENCE',
  sick: 'SSP',
  maternity: 'SMP',
  paternity: 'SPP',
  shared_parental: 'SHPP',
  adoption: 'SAP',
  bereavement: 'SPBP',
  sacrifice: 'SALSAC',
  arrears: 'ARREARS',
  termination: 'TERMINATION',
}

const deductionCodes: Record<PayrollDeductionKind, { type: string; code: string }> = {
  income_tax: { type: 'Tax', code: 'PAYE' },
  national_insurance: { type: 'Nic', code: 'NI' },
  pension: { type: 'Net', code: 'PENSION' },
  student_loan: { type: 'Net', code: 'STUDLOAN' },
  postgraduate_loan: { type: 'Net', code: 'PGLOAN' },
  attachment_of_earnings: { type: 'Net', code: 'AEO' },
  loan: { type: 'Net', code: 'LOAN' },
  other: { type: 'Net', code: 'NETDED' },
}

/** The number of the pay period in the tax year. */
export const periodNumberOf = ({ frequency, taxPeriod }: GeneratedPayslip) =>
  Math.ceil(taxPeriod / payPeriods[frequency].length)

/** `Year2026` is the tax year 2026-27. */
export const taxYearNameOf = ({ taxYear }: Pick<GeneratedPayslip, 'taxYear'>) => `Year${taxYear.slice(0, 4)}`

export const personalDetailsOf = (person: SimulatedPerson, address: PostalAddress) => ({
  title: person.title,
  firstName: person.forename,
  middleName: null,
  lastName: person.surname,
  dateOfBirth: person.dateOfBirth,
  niNumber: person.niNumber,
  gender: person.gender === 'female' ? 'Female' : 'Male',
  // Required by the specification; the simulated world has no marital status.
  maritalStatus: 'Unknown',
  email: person.email,
  mobile: `+${person.phone}`,
  telephone: null,
  address: {
    line1: address.street,
    line2: null,
    line3: address.city,
    line4: null,
    line5: address.county,
    postCode: address.postCode,
    ...countryOf(address),
  },
})

/** Names of the parts of the UK in the specification. */
const partsOfUk: Record<string, string> = {
  England: 'England',
  Scotland: 'Scotland',
  Wales: 'Wales',
  'Northern Ireland': 'NorthernIreland',
}

const countryOf = ({ country }: PostalAddress) => {
  const part = partsOfUk[country]
  return { country: part ?? 'OutsideUk', foreignCountry: part ? null : country }
}

export const employmentDetailsOf = (job: PersonJob, on: IsoDate) => {
  const leaveDate = leaveDateOn(job, on)
  return {
    payrollCode: job.payrollNumber,
    jobTitle: job.role,
    onHold: false,
    starterDetails: { startDate: job.startDate, starterDeclaration: 'Unknown' },
    leaverDetails: { hasLeft: leaveDate !== null, leaveDate },
    directorshipDetails: { isDirector: job.employment.isDirector, startDate: null, leaveDate: null },
    cisSubContractor: false,
  }
}

export const payOptionsOf = (
  job: PersonJob,
  { taxCode, isCumulative, niLetter }: Pick<GeneratedPayslip, 'taxCode' | 'isCumulative' | 'niLetter'>,
) => ({
  period: payPeriods[job.employment.frequency].name,
  basis: 'annual' in job.pay ? 'Monthly' : 'Hourly',
  payAmount: 'annual' in job.pay ? Math.round(job.pay.annual / 12) / 100 : pounds(job.pay.hourly),
  taxAndNi: { taxCode, week1Month1: !isCumulative, niTable: niLetter, postgradLoan: false },
})

/** A payslip report as Staffology returns it. Deductions are negative, as in the documented example. */
export function staffologyPayslip(
  { person, job, payslip, index }: StaffPayslip,
  { address, isClosed }: { address: PostalAddress; isClosed: boolean },
) {
  const [officeNumber = '', payeReference = ''] = job.employer.payeReference.split('/')
  return {
    type: 'application/json',
    content: null,
    model: {
      employer: { id: staffologyId('employer', job.employer.id), name: job.employer.name },
      hmrcDetails: { officeNumber, payeReference },
      personalDetails: personalDetailsOf(person, address),
      employmentDetails: employmentDetailsOf(job, payslip.payDate),
      payOptions: payOptionsOf(job, payslip),
      taxYear: taxYearNameOf(payslip),
      payPeriod: payPeriods[payslip.frequency].name,
      periodNumber: periodNumberOf(payslip),
      from: payslip.start,
      to: payslip.end,
      paymentDate: payslip.payDate,
      isClosed,
      isSupplementary: false,
      lines: linesOf(payslip, [job.id, index]),
      totals: totalsOf(payslip, expensesOf(payslip)),
      totalsYtd: totalsOf(payslip.yearToDate, null),
      employerNi: pounds(payslip.employerNi),
      note: null,
    },
  }
}

const expensesOf = ({ payments }: GeneratedPayslip) =>
  totalOf(payments.filter(({ kind }) => kind === 'expenses').map(({ amount }) => amount))

function linesOf({ payments, deductions }: GeneratedPayslip, key: (string | number)[]) {
  const idIf = (condition: boolean, name: string) => (condition ? staffologyId(...key, name) : null)
  const blank = {
    secondaryDescription: null,
    multiplier: null,
    leaveId: null,
    isNotional: false,
    contributesToBasicPay: false,
  }
  return [
    ...payments.map(({ kind, description, amount }) => ({
      ...blank,
      type: kind === 'basic' ? 'BasicPay' : kind === 'expenses' ? 'Net' : 'Gross',
      code: paymentCodes[kind],
      description,
      value: pounds(amount),
      pensionId: idIf(kind === 'sacrifice', 'pension'),
      loanId: null,
      attachmentOrderId: null,
    })),
    ...deductions.map(({ kind, description, amount }) => ({
      ...blank,
      ...deductionCodes[kind],
      description,
      value: pounds(-amount),
      pensionId: idIf(kind === 'pension', 'pension'),
      loanId: idIf(kind === 'loan', 'loan'),
      attachmentOrderId: idIf(kind === 'attachment_of_earnings', 'order'),
    })),
  ]
}

/** Totals of a payslip or of the tax year. The expenses of a whole year are not simulated, and fields without them absent. */
function totalsOf(figures: PayFigures, expenses: PenceAmount | null) {
  return {
    additions: pounds(figures.grossPay),
    deductions: pounds(figures.grossPay - figures.netPay),
    gross: pounds(figures.grossPay - (expenses ?? 0)),
    grossForNi: pounds(figures.niablePay),
    grossForTax: pounds(figures.taxablePay),
    tax: pounds(figures.incomeTax),
    employeeNi: pounds(figures.employeeNi),
    employerNi: pounds(figures.employerNi),
    employeePensionContribution: pounds(figures.employeePension),
    studentLoanRecovered: pounds(figures.studentLoan),
    postgradLoanRecovered: pounds(figures.postgraduateLoan),
    ...(expenses !== null && { netPay: pounds(figures.netPay - expenses), adjustments: pounds(expenses) }),
    takeHomePay: pounds(figures.netPay),
  }
}
