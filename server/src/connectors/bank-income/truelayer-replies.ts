import { z } from 'zod'
import { PenceNumber } from '../../vocabulary/money.ts'

// Replies of TrueLayer's Data API v1, reduced to the fields that are used. Other fields are ignored.

const Text = z.string().max(1_000)
const Time = z.iso.datetime({ offset: true })

const results = <Schema extends z.ZodType>(result: Schema, max: number) =>
  z.object({ results: z.array(result).max(max) })

export const Me = results(
  z.object({
    credentials_id: z.string().max(200).nullish(),
    consent_expires_at: Time.nullish(),
  }),
  10,
)

export const Info = results(z.object({ full_name: Text.nullish() }), 50)

export const Accounts = results(
  z.object({
    account_id: z.string().min(1).max(500),
    account_type: z.string().max(50).nullish(),
    currency: z.string().max(3).nullish(),
    account_number: z
      .object({
        iban: z.string().max(100).nullish(),
        number: z.string().max(100).nullish(),
        sort_code: z.string().max(100).nullish(),
      })
      .nullish(),
  }),
  200,
)
export type TrueLayerAccount = z.output<typeof Accounts>['results'][number]

export const Balance = results(z.object({ current: PenceNumber.nullish() }), 10)

const Transaction = z.object({
  transaction_id: z.string().min(1).max(500),
  normalised_provider_transaction_id: z.string().min(1).max(500).nullish(),
  timestamp: Time,
  description: Text.nullish(),
  amount: PenceNumber,
  currency: z.string().max(3).nullish(),
  transaction_type: z.enum(['CREDIT', 'DEBIT']),
  meta: z
    .object({
      provider_transaction_category: z.string().max(100).nullish(),
      counter_party_preferred_name: Text.nullish(),
    })
    .nullish(),
})
export type TrueLayerTransaction = z.output<typeof Transaction>

/** No person has this many transactions in the longest period. A provider that returns more is faulty. */
const maxTransactions = 50_000
export const Transactions = results(Transaction, maxTransactions)

export const Extension = z.object({
  action_needed: z.string().max(100),
  access_token: z.string().min(1).max(8_000).nullish(),
  refresh_token: z.string().min(1).max(4_000).nullish(),
  expires_in: z.number().min(0).max(1e9).nullish(),
})
