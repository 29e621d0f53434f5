import { z } from 'zod'
import { Body, Pagination, TextLine, Timestamp, Uuid } from '../../platform/http/wire.ts'
import { identityFieldsOfSource } from '../identity/schemas.ts'
import { unreadProblems } from './file-problems.ts'
import { maxFileBytes, maxFiles } from './limits.ts'

export const DocumentType = z.enum(['payslip', 'bank_statement'])

const FileToUpload = z
  .strictObject({
    file_name: TextLine(255),
    external_id: TextLine(255).optional().describe('Your own id of the document'),
    bytes: z
      .int()
      .min(0)
      .max(maxFileBytes)
      .optional()
      .describe('Length of the file. If given, it is signed: the store refuses a file of another length'),
  })
  .meta({ id: 'FileToUpload', description: 'A file that you want to upload.' })

export const PresignRequest = Body({
  files: z.array(FileToUpload).min(1).max(maxFiles),
}).meta({ id: 'PresignRequest' })

export const PresignedUploads = z
  .strictObject({
    presigned_urls: z.array(
      z
        .strictObject({
          file_name: z.string(),
          presigned_url: z.url().describe('PUT the file here, once, within 15 minutes'),
          headers: z
            .record(z.string(), z.string())
            .describe(
              'Headers that the PUT must send, exactly so: they are signed. With `bytes`, Content-Length is among them; ' +
                'browsers and most HTTP clients set that one themselves',
            ),
          path: z.string().describe('Submit this path once the file is uploaded'),
          external_id: z.string().nullable(),
        })
        .meta({ id: 'PresignedUpload' }),
    ),
  })
  .meta({ id: 'PresignedUploads' })

const BoxOnPage = z
  .strictObject({
    page: z.int().describe('Page number, from 1'),
    box: z
      .tuple([z.number(), z.number(), z.number(), z.number()])
      .describe('Left, top, right and bottom, as in DocumentFields'),
    expected: z.string().optional(),
    actual: z.string().optional(),
  })
  .meta({ id: 'TrustSignalBox', description: 'A finding at a place on a page.' })

const AffectedFields = z
  .strictObject({ fields: z.array(z.string()) })
  .meta({ id: 'TrustSignalFields', description: 'A finding about values.' })

const Location = z.union([BoxOnPage, AffectedFields])

export const TrustSignal = z
  .strictObject({
    code: z.string(),
    category: z.enum(['file', 'page', 'arithmetic', 'content']),
    severity: z.enum(['info', 'low', 'medium', 'high']),
    title: z.string(),
    message: z.string(),
    location: Location,
  })
  .meta({ id: 'TrustSignal', description: 'A trust finding and its location.' })

const PdfMetadata = z
  .strictObject({
    version: z.string(),
    producer: z.string().nullable(),
    creator: z.string().nullable(),
    title: z.string().nullable(),
    created_at: z.string().nullable(),
    modified_at: z.string().nullable(),
    revisions: z.int().describe('Number of saved revisions; 1 if the file was never changed'),
    is_encrypted: z.boolean(),
    has_javascript: z.boolean(),
    has_form: z.boolean(),
    embedded_files: z.int(),
    signatures: z.int(),
    fonts: z.array(z.string()),
    sha256: z.string(),
  })
  .meta({ id: 'PdfMetadata', description: 'Metadata of the PDF file.' })

const hidden = 'Omitted for the Support role'

const OwedBalance = z
  .string()
  .regex(/^-?\d{1,3}(,\d{3})*\.\d\d$/)
  .describe('Balance owed, with thousands separators: 1,234.56. Negative if the card is in credit')
const CardAmount = z
  .string()
  .regex(/^-?\d+\.\d\d$/)
  .describe('Positive if it increases the balance owed, negative for payments and refunds')
const CardDay = z.string().meta({ type: 'string', format: 'date' }).nullable()

const DocumentCardStatement = z
  .strictObject({
    card_information: z
      .strictObject({
        card_holder_name: z.string().nullable().describe('Name of the cardholder, as printed'),
        card_number_ending: z.string().nullable().describe('The last four digits'),
        provider_name: z.string().nullable().describe('Name of the card issuer, as printed'),
      })
      .meta({ id: 'CardInformation' })
      .describe('The card that the statement is about'),
    statement_date: CardDay.describe('Date of the statement'),
    statement_period: z
      .strictObject({ start_date: CardDay, end_date: CardDay })
      .meta({ id: 'CardStatementPeriod' }),
    balance_information: z
      .strictObject({
        opening_balance: OwedBalance.nullable(),
        closing_balance: OwedBalance.nullable(),
        credit_limit: z.string().nullable().describe('Credit limit in pounds'),
      })
      .meta({ id: 'CardBalanceInformation' }),
    payment_information: z
      .strictObject({
        minimum_payment: z.string().nullable().describe('Minimum payment in pounds'),
        due_date: CardDay.describe('Day by which the minimum payment is due'),
      })
      .meta({ id: 'CardPaymentInformation' })
      .describe('The next payment'),
    transactions: z
      .array(
        z
          .strictObject({
            date: z.string().meta({ type: 'string', format: 'date' }),
            description: z.string(),
            amount: CardAmount,
            type: z
              .enum(['charge', 'credit'])
              .describe('`charge` increases the balance owed, `credit` lowers it'),
          })
          .meta({ id: 'CardTransaction', description: 'One line of a credit card statement.' }),
      )
      .describe('Oldest first'),
    verified: z
      .boolean()
      .describe('Whether the balances and transactions add up and every amount of the table is explained'),
  })
  .meta({ id: 'DocumentCardStatement', description: 'What was read from a credit card statement.' })

const DocumentUnread = z
  .strictObject({
    problem: z
      .enum(unreadProblems)
      .describe('`not-read`: its amounts could not be read. `incomplete`: a required value is missing'),
    missing: z
      .array(z.string())
      .describe('Required values that were not found: `pay_date`, `net_pay` or `transactions`'),
  })
  .meta({ id: 'DocumentUnread', description: 'Why a document could not be read.' })

const fields = {
  id: Uuid,
  user_id: Uuid,
  type: DocumentType,
  file_name: z.string().optional().describe(hidden),
  external_id: z.string().nullable().optional().describe(hidden),
  created_at: Timestamp,
  pages: z.int(),
  bytes: z.int(),
  trust_score: z.enum(['Low', 'Medium', 'High']).nullable(),
  ...identityFieldsOfSource,
  trust_analysis: z
    .array(TrustSignal)
    .optional()
    .describe(`The findings behind the trust_score; empty if nothing was detected. ${hidden}`),
  pdf_metadata: PdfMetadata.nullable().optional().describe(hidden),
  card_statement: DocumentCardStatement.optional().describe(
    `Only if the document is a credit card statement. It has no bank statement submission and counts for no income. ${hidden}`,
  ),
  unread: DocumentUnread.optional().describe(
    `Only if the document could not be read and was submitted with \`manual_review\`. It has no submission and counts for no income. ${hidden}`,
  ),
}

export const DocumentPage = z
  .strictObject({
    pagination: Pagination,
    documents: z.array(z.strictObject(fields).meta({ id: 'Document' })),
  })
  .meta({ id: 'DocumentPage' })

export const DocumentWithFile = z
  .strictObject({ ...fields, file_contents: z.string().optional().describe(`Base64. ${hidden}`) })
  .meta({ id: 'DocumentWithFile' })
