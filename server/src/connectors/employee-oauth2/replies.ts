import { z } from 'zod'
import { PenceNumber } from '../../vocabulary/money.ts'

// Employment Hero's replies to employees (self-service). Amounts are numbers.

const text = z.string().max(500).nullish()
const id = z.int().min(1)

/** The documents do not state the format of days: ISO 8601, with or without a time, or `31/10/2026`. */
const day = z
  .string()
  .regex(/^(\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d)?)?|\d\d\/\d\d\/\d{4})$/)
  .transform((moment) =>
    moment.includes('/') ? moment.split('/').toReversed().join('-') : moment.slice(0, 10),
  )
  .pipe(z.iso.date())

const Job = z.object({ id, businessName: text, jobTitle: text })
export type Job = z.output<typeof Job>
/** Every employment of the login. */
export const Jobs = z.array(Job).max(100)

const Address = z.object({
  streetAddress: text,
  addressLine2: text,
  city: text,
  county: text,
  postcode: text,
  country: text,
})

export const Details = z.object({
  firstName: text,
  middleName: text,
  surname: text,
  dateOfBirth: day.nullish(),
  email: text,
  homePhone: text,
  mobilePhone: text,
  startDate: day.nullish(),
  endDate: day.nullish(),
  residentialAddress: Address.nullish(),
})
export type Details = z.output<typeof Details>

const ListedPayslip = z.object({
  id,
  datePaid: day,
  payPeriodStart: day.nullish(),
  payPeriodEnd: day.nullish(),
  netPay: PenceNumber,
  payerName: text,
})
export type ListedPayslip = z.output<typeof ListedPayslip>
export const PayslipList = z.array(ListedPayslip).max(2_000)
