import { z } from 'zod'
import { PenceNumber } from '../../vocabulary/money.ts'

// HMRC's replies. The three summaries have only the employer's reference in common, which is free text.

const reference = z.string().max(100)

const employments = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({
    employments: z
      .array(z.object({ employerPayeReference: reference, ...shape }))
      .max(200)
      .default([]),
  })

export const IncomeSummary = employments({ payFromEmployment: PenceNumber })
export const EmploymentSummary = employments({ employerName: z.string().max(500).nullish() })
export const TaxSummary = employments({ taxTakenOffPay: PenceNumber })

export type IncomeSummary = z.output<typeof IncomeSummary>
export type EmploymentSummary = z.output<typeof EmploymentSummary>
export type TaxSummary = z.output<typeof TaxSummary>

export const Tokens = z.object({
  access_token: z.string().min(1).max(4_000),
  refresh_token: z.string().min(1).max(4_000),
  expires_in: z.number().min(0).max(1e9),
})
