import { z } from 'zod'
import { WholePence } from '../../vocabulary/money.ts'

// Replies of this kind of provider. Amounts are in pence, dates are DD/MM/YYYY, and codes are short. Unused fields
// are not validated.

const word = z.string().max(100)
const label = z.string().trim().min(1).max(500)
const note = z.string().max(500).nullish()
const id = z.string().regex(/^[\w.-]{1,100}$/)
const day = z
  .string()
  .regex(/^\d\d\/\d\d\/\d{4}$/)
  .transform((text) => text.split('/').reverse().join('-'))
  .pipe(z.iso.date())
/** Hours or days, in units of one hundredth. */
const hundredths = z.int().min(-1e9).max(1e9)

const Method = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Code'), source: z.enum(['SMS', 'EMAIL', 'AUTHENTICATOR_APP']) }),
  z.object({ type: z.literal('Date'), format: z.string().max(50), message: z.string().max(500) }),
  z.object({
    type: z.literal('PasswordWithPositions'),
    positions: z.array(z.int().min(1).max(100)).min(1).max(20),
    message: z.string().max(500),
  }),
])

export const Session = z.object({
  status: z.literal('signed_in'),
  session_token: z.string().min(1).max(4_000),
  expires_in_seconds: z.number().min(0).max(1e9),
})

export const Challenge = z.object({
  status: z.literal('second_factor'),
  challenge_id: z.string().min(1).max(500),
  // An unknown MFA type is not a malformed reply: it becomes an unsupported challenge.
  method: Method.nullable().catch(null),
})

export const SignIn = z.discriminatedUnion('status', [Session, Challenge])

export const Page = z.object({
  pageSize: z.int().min(1).max(1_000),
  total: z.int().min(0).max(1e6),
  payslips: z.array(z.object({ id })).max(1_000),
})

export const LoginApiPayslip = z.object({
  employee: z.object({
    fullName: note,
    dateOfBirth: day.nullish(),
    niNumber: note,
    emailAddress: note,
    mobile: note,
    addressLines: z.array(z.string().max(500)).max(10),
    postCode: note,
    country: note,
  }),
  employment: z.object({
    employerName: note,
    payeReference: note,
    jobTitle: note,
    contract: word,
    director: z.boolean().nullish(),
    startDate: day.nullish(),
    leaveDate: day.nullish(),
    payFrequency: word,
  }),
  payDate: day,
  periodStart: day,
  periodEnd: day,
  taxCode: note,
  payments: z
    .array(
      z.object({
        code: word,
        description: label,
        amountPence: WholePence,
        hundredths: hundredths.optional(),
        unit: word.optional(),
        ratePence: WholePence.optional(),
        recurring: z.boolean(),
        taxable: z.boolean(),
        niable: z.boolean(),
      }),
    )
    .max(200),
  deductions: z.array(z.object({ code: word, description: label, amountPence: WholePence })).max(200),
  grossPence: WholePence,
  deductionsPence: WholePence,
  netPence: WholePence,
  yearToDate: z.object({
    grossPence: WholePence,
    taxablePence: WholePence,
    taxPence: WholePence,
    niPence: WholePence,
    netPence: WholePence,
  }),
})

export type LoginApiPayslip = z.output<typeof LoginApiPayslip>
