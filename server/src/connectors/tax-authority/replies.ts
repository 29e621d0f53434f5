import { z } from 'zod'
import { PenceNumber } from '../../vocabulary/money.ts'

// What the authority says. The three summaries share nothing but the employer's reference, which is free text.

const reference = z.string().max(100)

const employments = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({
    employments: z
      .array(z.object({ employerPayeReference: reference, ...shape }))
      .max(200)
      .default([]),
  })

export const Income = employments({ payFromEmployment: PenceNumber })
export const Employment = employments({ employerName: z.string().max(500).nullish() })
export const Tax = employments({ taxTakenOffPay: PenceNumber })

export type Income = z.output<typeof Income>
export type Employment = z.output<typeof Employment>
export type Tax = z.output<typeof Tax>

export const Tokens = z.object({
  access_token: z.string().min(1).max(4_000),
  refresh_token: z.string().min(1).max(4_000),
  expires_in: z.number().min(0).max(1e9),
})
