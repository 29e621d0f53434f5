import { z } from 'zod'
import { Body, Timestamp, Uuid } from '../../../platform/http/wire.ts'

export const documentKinds = ['payslips', 'bank_statements'] as const

/** Reasons come from a fixed list, so that no personal data is typed. */
export const missingReasons = [
  'new-job',
  'not-working',
  'self-employed',
  'not-given',
  'lost',
  'rather-not',
  'another-reason',
] as const

const Kind = z.enum(documentKinds).describe('Kind of document')
const Reason = z
  .enum(missingReasons)
  .describe(
    'new-job: not paid yet. not-given: the employer or bank gives none. rather-not: the person does not want to share them.',
  )

export const CoveredMonth = z
  .strictObject({
    month: z
      .string()
      .regex(/^\d{4}-\d{2}$/)
      .describe('Calendar month'),
    has_payslip: z.boolean().describe('Whether a payslip has a pay date in the month, from any source'),
    has_bank_statement: z.boolean().describe('Whether a bank statement covers a day of the month'),
  })
  .meta({ id: 'CoveredMonth', description: 'A calendar month and the data received for it.' })

/** As many months as a user can be asked for. */
const maxRequestedMonths = 120

export const RequestedDocuments = z
  .strictObject({
    kind: Kind,
    months: z
      .array(z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-05'))
      .min(1)
      .max(maxRequestedMonths)
      .transform((months) => [...new Set(months)].sort())
      .describe('Calendar months, oldest first'),
  })
  .meta({ id: 'RequestedDocuments', description: 'Documents that the client asks for.' })

export const NewMissingDocuments = Body({ kind: Kind, reason: Reason }).meta({ id: 'NewMissingDocuments' })

export const MissingDocuments = z
  .strictObject({ kind: Kind, reason: Reason, stated_at: Timestamp.describe('When the person said so') })
  .meta({ id: 'MissingDocuments', description: 'Documents that the person says they do not have.' })

export const Coverage = z
  .strictObject({
    user_id: Uuid,
    months: z.array(CoveredMonth).describe('Complete months of the requested period, newest first'),
    missing_documents: z.array(MissingDocuments),
  })
  .meta({ id: 'Coverage' })
