import { z } from 'zod'
import { PenceNumber } from '../../../vocabulary/money.ts'

// Xero's replies. Amounts are numbers, and days are `2026-10-30T00:00:00` or `2026-10-30`. Fields that are not listed are
// dropped, so that nothing of other employees is kept beyond the request.

const text = z.string().max(500).nullish()
const id = z.uuid()
const day = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d(T[\d:.]+Z?)?$/)
  .transform((moment) => moment.slice(0, 10))
  .pipe(z.iso.date())

export const Connections = z
  .array(
    z.object({
      id,
      tenantId: id,
      tenantType: z.string().max(100),
      tenantName: z.string().max(500).nullish(),
    }),
  )
  .max(1_000)

const pagination = z.object({ page: z.int(), pageCount: z.int() }).nullish()

export const Employees = z.object({
  pagination,
  employees: z
    .array(
      z.object({
        employeeID: id,
        firstName: text,
        lastName: text,
        dateOfBirth: day.nullish(),
        nationalInsuranceNumber: text,
        email: text,
      }),
    )
    .max(1_000),
})

const Employee = z.object({
  employeeID: id,
  firstName: text,
  lastName: text,
  dateOfBirth: day.nullish(),
  email: text,
  phoneNumber: text,
  startDate: day.nullish(),
  endDate: day.nullish(),
  nationalInsuranceNumber: text,
  address: z
    .object({ addressLine1: text, addressLine2: text, city: text, postCode: text, countryName: text })
    .nullish(),
  contracts: z
    .array(z.object({ startDate: day.nullish(), contractType: text, isFixedTerm: z.boolean().nullish() }))
    .nullish(),
})
export type Employee = z.output<typeof Employee>
export const EmployeeReply = z.object({ employee: Employee })

const EmployeeTax = z.object({
  taxCode: text,
  w1M1: z.boolean().nullish(),
  isDirector: z.boolean().nullish(),
})
export type EmployeeTax = z.output<typeof EmployeeTax>
export const TaxReply = z.object({ employeeTax: EmployeeTax })

const XeroPayRun = z.object({
  payRunID: id,
  periodStartDate: day,
  periodEndDate: day,
  paymentDate: day,
  payRunStatus: z.string().max(50),
  payRunType: z.string().max(50),
  calendarType: text,
})
export type XeroPayRun = z.output<typeof XeroPayRun>
export const PayRuns = z.object({ pagination, payRuns: z.array(XeroPayRun).max(1_000) })

const EarningsRate = z.object({
  earningsRateID: id,
  name: z.string().max(500),
  earningsType: z.string().max(100),
})
export type EarningsRate = z.output<typeof EarningsRate>
export const EarningsRates = z.object({ pagination, earningsRates: z.array(EarningsRate).max(1_000) })

const Deduction = z.object({
  deductionId: id,
  deductionName: z.string().max(500),
  deductionCategory: text,
  isPension: z.boolean().nullish(),
})
export type Deduction = z.output<typeof Deduction>
export const Deductions = z.object({ pagination, deductions: z.array(Deduction).max(1_000) })

const decimal = z.number().nullish()
const earningsLine = z.object({
  earningsRateID: id,
  displayName: text,
  ratePerUnit: decimal,
  numberOfUnits: decimal,
  amount: PenceNumber,
})
const lines = <Line extends z.ZodType>(line: Line) => z.array(line).max(200).nullish()
/** Xero's example has integers, its schema text. */
const taxTypeId = z
  .union([z.string().max(100), z.number()])
  .transform(String)
  .nullish()

export const XeroPayslip = z.object({
  employeeID: id,
  grossEarnings: PenceNumber,
  totalPay: PenceNumber,
  totalEmployeeTaxes: PenceNumber,
  totalDeductions: PenceNumber,
  totalReimbursements: PenceNumber,
  totalCourtOrders: PenceNumber,
  earningsLines: lines(earningsLine),
  leaveEarningsLines: lines(earningsLine),
  timesheetEarningsLines: lines(earningsLine),
  deductionLines: lines(z.object({ deductionTypeID: id, amount: PenceNumber })),
  reimbursementLines: lines(z.object({ description: text, amount: PenceNumber })),
  employeeTaxLines: lines(z.object({ description: text, amount: PenceNumber, globalTaxTypeID: taxTypeId })),
  courtOrderLines: lines(z.object({ amount: PenceNumber })),
})
export type XeroPayslip = z.output<typeof XeroPayslip>

/** The payslips of all employees of a run. Only the person's own are parsed further. */
export const Payslips = z.object({
  pagination,
  paySlips: z.array(z.looseObject({ employeeID: id })).max(1_000),
})

/** Claims of the ID token that name the user who gave the consent. */
export const UserClaims = z.object({ email: text, given_name: text, family_name: text })
export type UserClaims = z.output<typeof UserClaims>
