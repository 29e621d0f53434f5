import { z } from 'zod'
import { PenceNumber } from '../../vocabulary/money.ts'

// Staffology's replies. Amounts are numbers. Fields that are not listed are dropped, so that nothing of other employees
// is kept beyond the request.

const text = z.string().max(500).nullish()
const id = z.uuid()
const day = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d(T[\d:.]+Z?)?$/)
  .transform((moment) => moment.slice(0, 10))
  .pipe(z.iso.date())

/** A reference to another resource. The name of an employee is dropped. */
export const Items = z.array(z.object({ id, url: z.string().max(1_000).nullish() })).max(5_000)

export const Employer = z.object({
  id,
  /** Whether the employer takes part in the verification of its employees. */
  isOptedInToEvc: z.boolean().default(false),
})

const personalDetails = z.object({
  firstName: text,
  middleName: text,
  lastName: text,
  dateOfBirth: day.nullish(),
  niNumber: text,
  email: text,
  mobile: text,
  telephone: text,
  address: z
    .object({
      line1: text,
      line2: text,
      line3: text,
      line4: text,
      line5: text,
      postCode: text,
      country: text,
      foreignCountry: text,
    })
    .nullish(),
})
export type StaffologyPerson = z.output<typeof personalDetails>

/** The details by which a person is recognised, and the first day of the employment. */
export const Employee = z.object({
  id,
  personalDetails: personalDetails
    .pick({ firstName: true, lastName: true, dateOfBirth: true, niNumber: true })
    .extend({ address: z.object({ postCode: text }).nullish() }),
  employmentDetails: z.object({ starterDetails: z.object({ startDate: day.nullish() }).nullish() }).nullish(),
})
export type StaffologyEmployee = z.output<typeof Employee>

const totals = z.object({
  additions: PenceNumber.nullish(),
  deductions: PenceNumber,
  gross: PenceNumber,
  grossForTax: PenceNumber.nullish(),
  tax: PenceNumber,
  employeeNi: PenceNumber,
  netPay: PenceNumber.nullish(),
  takeHomePay: PenceNumber,
})
export type StaffologyTotals = z.output<typeof totals>

const line = z.object({
  type: z.string().max(50),
  code: text,
  description: text,
  value: PenceNumber,
  pensionId: text,
  loanId: text,
  attachmentOrderId: text,
  isNotional: z.boolean().nullish(),
})
export type StaffologyLine = z.output<typeof line>

const model = z.object({
  employer: z.object({ name: text }),
  hmrcDetails: z.object({ officeNumber: text, payeReference: text }).nullish(),
  personalDetails,
  employmentDetails: z
    .object({
      jobTitle: text,
      starterDetails: z.object({ startDate: day.nullish() }).nullish(),
      leaverDetails: z.object({ hasLeft: z.boolean().nullish(), leaveDate: day.nullish() }).nullish(),
      directorshipDetails: z.object({ isDirector: z.boolean().nullish() }).nullish(),
      cisSubContractor: z.boolean().nullish(),
    })
    .nullish(),
  payOptions: z
    .object({
      basis: text,
      taxAndNi: z.object({ taxCode: text, week1Month1: z.boolean().nullish() }).nullish(),
    })
    .nullish(),
  taxYear: z.string().regex(/^Year\d{4}$/),
  payPeriod: z.string().max(50),
  from: day.nullish(),
  to: day.nullish(),
  paymentDate: day,
  isClosed: z.boolean(),
  lines: z.array(line).max(200),
  totals,
  totalsYtd: totals.nullish(),
})
export type StaffologyPayslip = z.output<typeof model>
export const PayslipReport = z.object({ model })
