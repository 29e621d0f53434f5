import { z } from 'zod'
import { Pagination, Uuid } from '../../platform/http/wire.ts'

const Day = z.string().meta({ type: 'string', format: 'date' })

const Match = z
  .strictObject({
    kind: z.enum(['net_pay_on_bank_statement']).describe('Which two sources are compared'),
    status: z.enum(['matched', 'unmatched']),
    strength: z
      .enum(['strong', 'fair'])
      .nullable()
      .describe('strong: amount, days, and the bank names the employer; fair: amount and days'),
    reason: z
      .enum(['no-net-pay', 'no-statement', 'no-credit'])
      .nullable()
      .describe(
        'Why it is unmatched. no-statement: none covers the pay date; no-credit: one does, without such a credit',
      ),
    payroll: z.strictObject({
      submission_id: Uuid,
      source: z.string(),
      account_id: Uuid.nullable(),
      document_id: Uuid.nullable(),
      employer_name: z.string().nullable(),
      pay_date: Day,
      net_pay: z.string().nullable(),
    }),
    bank_credit: z
      .strictObject({
        submission_id: Uuid,
        document_id: Uuid,
        transaction_index: z.int().describe('Which of the transactions, counted from 0'),
        date: Day,
        description: z.string(),
        amount: z.string(),
        days_after_pay_date: z.int().describe('Negative: it came before'),
        names_employer: z.boolean(),
      })
      .nullable(),
  })
  .meta({ id: 'Match', description: 'Whether one source bears out another, and what that rests on.' })

export const MatchPage = z
  .strictObject({ pagination: Pagination, matches: z.array(Match) })
  .meta({ id: 'MatchPage' })

export type Match = z.output<typeof Match>
