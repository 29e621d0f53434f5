import { z } from 'zod'
import { PenceNumber } from '../../vocabulary/money.ts'

// Yapily's replies (OpenAPI 12.13.0), reduced to the fields that are used. Other fields are ignored.

const Text = z.string().max(1_000)
const Time = z.iso.datetime({ offset: true })

const envelope = <Schema extends z.ZodType>(data: Schema) => z.object({ data })

export const Institutions = envelope(
  z
    .array(
      z.object({
        id: z.string().min(1).max(200),
        name: Text,
        features: z.array(z.string().max(100)).max(200).default([]),
      }),
    )
    .max(10_000),
)

export const AuthorisationRequest = envelope(
  z.object({ id: z.string().min(1).max(100), authorisationUrl: z.url({ protocol: /^https?$/ }).max(4_000) }),
)

const ConsentFields = z.object({
  id: z.string().min(1).max(100),
  status: z.string().max(100),
  institutionId: z.string().max(200).nullish(),
  consentToken: z.string().min(1).max(10_000).nullish(),
  expiresAt: Time.nullish(),
  reconfirmBy: Time.nullish(),
})
export const Consent = envelope(ConsentFields)
/** The exchange of a one-time token returns the consent without an envelope. */
export const BareConsent = ConsentFields
export type Consent = z.output<typeof ConsentFields>

export const Accounts = envelope(
  z
    .array(
      z.object({
        id: z.string().min(1).max(500),
        currency: z.string().max(3).nullish(),
        usageType: z.string().max(50).nullish(),
        balance: PenceNumber.nullish(),
        accountNames: z
          .array(z.object({ name: Text.nullish() }))
          .max(50)
          .nullish(),
        accountIdentifications: z
          .array(z.object({ type: z.string().max(50), identification: z.string().max(100) }))
          .max(50)
          .nullish(),
      }),
    )
    .max(200),
)
export type YapilyAccount = z.output<typeof Accounts>['data'][number]

const YapilyTransaction = z.object({
  id: z.string().min(1).max(500).nullish(),
  date: Time.nullish(),
  bookingDateTime: Time.nullish(),
  status: z.string().max(50).nullish(),
  amount: PenceNumber.nullish(),
  currency: z.string().max(3).nullish(),
  transactionAmount: z.object({ amount: PenceNumber, currency: z.string().max(3) }).nullish(),
  reference: Text.nullish(),
  description: Text.nullish(),
  transactionInformation: z.array(Text).max(50).nullish(),
  proprietaryBankTransactionCode: z.object({ code: z.string().max(100).nullish() }).nullish(),
  payerDetails: z.object({ name: Text.nullish() }).nullish(),
})
export type YapilyTransaction = z.output<typeof YapilyTransaction>

export const Transactions = z.object({
  meta: z.object({ pagination: z.object({ totalCount: z.int().min(0).nullish() }).nullish() }).nullish(),
  data: z.array(YapilyTransaction).max(1_000),
})
