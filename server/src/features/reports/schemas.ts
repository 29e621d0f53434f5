import { z } from 'zod'
import { Body, PageQuery, Pagination, Timestamp, Uuid } from '../../platform/http/wire.ts'
import { IncomeSummary, IncomeWorking } from '../income/schemas.ts'

const ReportClient = z
  .strictObject({ name: z.string().describe('Display name of the client') })
  .meta({ id: 'IncomeReportClient' })
const ReportPerson = z
  .strictObject({
    user_id: Uuid,
    name: z.string().describe('As registered by the client; empty if no name is registered'),
    date_of_birth: z
      .string()
      .meta({ format: 'date' })
      .nullable()
      .describe('As registered by the client; null if none is registered'),
    reference: z.string().nullable().describe('Your reference (`ext_id`)'),
  })
  .meta({ id: 'IncomeReportPerson' })
const ReportDocument = z
  .strictObject({
    document_id: Uuid,
    type: z.enum(['payslip', 'bank_statement']).describe('Kind of document'),
    file_name: z.string(),
    created_at: Timestamp.describe('When the document was uploaded'),
    pages: z.int().describe('Number of pages'),
    trust_score: z.enum(['Low', 'Medium', 'High']).nullable().describe('What the checks found'),
    sha256: z.string().describe('SHA-256 of the file, hexadecimal'),
    corrected_values: z
      .int()
      .describe('How many values the team corrected. Neither trust score nor hash is about them'),
  })
  .meta({ id: 'IncomeReportDocument' })

export const IncomeReport = z
  .strictObject({
    report_id: Uuid,
    created_at: Timestamp.describe('When the report was created'),
    environment: z.enum(['sandbox', 'production']).describe('Reports from the sandbox are test data'),
    client: ReportClient.describe('Who had the report made'),
    person: ReportPerson.describe('Who the report is about'),
    income: IncomeSummary.describe('The income summary, as GET /users/{user_id}/income returns it'),
    working: IncomeWorking.describe('Every payslip, and whether it counts'),
    documents: z.array(ReportDocument).describe('All uploaded documents, newest first'),
  })
  .meta({ id: 'IncomeReport', description: 'An income report: figures, findings and their sources.' })

export const SignedReport = z
  .strictObject({
    report: IncomeReport.describe('The same content as in the signature'),
    jws: z.string().describe('Compact JWS (EdDSA) over iss, iat and report; keys: /.well-known/jwks.json'),
  })
  .meta({ id: 'SignedIncomeReport' })

/** A link is meant for one decision, so a week is enough for most and a month for all. */
export const defaultLinkDays = 7
export const maxLinkDays = 30
export const maxOpenLinks = 20

export const NewReportLink = Body({
  expires_in_days: z
    .int()
    .min(1)
    .max(maxLinkDays)
    .default(defaultLinkDays)
    .describe('Days until the link stops working'),
}).meta({ id: 'NewReportLink' })

const linkFields = {
  link_id: Uuid,
  report_id: Uuid.describe('The report that the link opens'),
  created_at: Timestamp.describe('When the link was created'),
  expires_at: Timestamp.describe('When the link stops working'),
}
const ReportLink = z
  .strictObject({
    ...linkFields,
    status: z.enum(['open', 'expired', 'revoked']).describe('Only an open link works'),
    opened: z.int().describe('How often the link was opened'),
    last_opened_at: Timestamp.nullable().describe('When the link was last opened'),
  })
  .meta({ id: 'ReportLink' })

export const CreatedReportLink = z
  .strictObject({
    ...linkFields,
    url: z.url().describe('Anyone with this URL can open the report. It is returned only once'),
  })
  .meta({ id: 'CreatedReportLink' })

export const ReportLinkPage = z
  .strictObject({ pagination: Pagination, links: z.array(ReportLink).describe('Newest first') })
  .meta({ id: 'ReportLinkPage' })

export const LinkPageQuery = z.strictObject(PageQuery({ firstOffset: 1, maxLimit: 100, defaultLimit: 20 }))

/** A report as it is after JSON, which is what is signed, stored and printed. */
export type ReportContent = Jsonified<z.output<typeof IncomeReport>>

type Jsonified<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? Jsonified<Item>[]
    : T extends object
      ? { [Key in keyof T]: Jsonified<T[Key]> }
      : T
