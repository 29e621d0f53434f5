import { z } from 'zod'
import { Body, MultilineText, Pagination, Pounds, Timestamp, Uuid } from '../../../platform/http/wire.ts'
import { payFrequencies } from '../../../vocabulary/payslip.ts'
import { AuthorisationStatus, Category, Language } from '../../authorisations/schemas.ts'

const Text = z.string().nullable()
const Noon = Timestamp.describe('A date, as 12:00 UTC so that time zones do not change the day')

export const noteFields = {
  job: [
    'employer_name',
    'role',
    'pay_frequency',
    'payslips',
    'first_pay_date',
    'latest_pay_date',
    'gross_pay',
    'net_pay',
    'other',
  ],
  bank_account: [
    'bank_name',
    'account_ending',
    'statements',
    'period_start',
    'period_end',
    'closing_balance',
    'other',
  ],
  tax_year: ['tax_year', 'total_income', 'employers', 'other'],
} as const satisfies Record<string, readonly string[]>

export type Subject = keyof typeof noteFields
const subjects = Object.keys(noteFields) as [Subject, ...Subject[]]
const allFields = [...new Set(Object.values(noteFields).flat())] as [string, ...string[]]

const noteShape = {
  subject: z.enum(subjects),
  submission_id: Uuid.describe('As in the findings'),
  field: z.enum(allFields).describe('A field of the finding, or `other`'),
}

export const NewNote = Body({ ...noteShape, text: MultilineText(500) })
  .refine(({ subject, field }) => (noteFields[subject] as readonly string[]).includes(field), {
    path: ['field'],
    message: 'must be a field of the subject',
  })
  .meta({ id: 'NewJourneyNote' })

export const NewNoteAnswer = Body({ text: MultilineText(1_000) }).meta({ id: 'NewNoteAnswer' })

const NoteAnswer = z
  .strictObject({ text: z.string(), answered_at: Timestamp })
  .meta({ id: 'NoteAnswer', description: 'The client’s answer to a note.' })

export const Note = z
  .strictObject({
    id: Uuid,
    ...noteShape,
    text: z.string(),
    created_at: Timestamp,
    answer: NoteAnswer.nullable().describe(
      'The client’s answer, which the person sees; null if there is none',
    ),
  })
  .meta({ id: 'JourneyNote', description: 'A user’s comment on their data. The data is not changed.' })

export const NotePage = z
  .strictObject({ pagination: Pagination, notes: z.array(Note) })
  .meta({ id: 'JourneyNotePage' })

const Job = z
  .strictObject({
    submission_id: Uuid.describe('The latest payslip'),
    source: z.enum(['direct', 'payroll', 'payslip']),
    account_id: Uuid.nullable(),
    payroll_provider: Text,
    employer_name: Text,
    role: Text,
    pay_frequency: z.enum(payFrequencies).nullable(),
    payslips: z.int(),
    first_pay_date: Noon,
    latest_pay_date: Noon,
    gross_pay: Pounds.nullable().describe('Of the latest payslip, as is net_pay'),
    net_pay: Pounds.nullable(),
  })
  .meta({ id: 'FoundJob' })

const FoundAccount = z
  .strictObject({
    submission_id: Uuid.describe('The most recent statement'),
    bank_name: Text,
    account_ending: Text.describe('The last four digits'),
    statements: z.int(),
    period_start: Noon.nullable(),
    period_end: Noon.nullable(),
    closing_balance: Pounds.nullable(),
  })
  .meta({ id: 'FoundBankAccount' })

const FoundEmployerIncome = z
  .strictObject({ employer_name: Text, income: Pounds.nullable(), tax_paid: Pounds.nullable() })
  .meta({ id: 'FoundEmployerIncome', description: 'Income from one employer in the tax year.' })

const FoundYear = z
  .strictObject({
    submission_id: Uuid,
    tax_year: z.string().regex(/^\d{4}-\d{2}$/),
    total_income: Pounds,
    employers: z.array(FoundEmployerIncome),
  })
  .meta({ id: 'FoundTaxYear' })

export const Findings = z
  .strictObject({
    jobs: z.array(Job).describe('One per employment and source, most recently paid first; 50 at most'),
    bank_accounts: z.array(FoundAccount).describe('50 at most'),
    tax_years: z.array(FoundYear).describe('Newest first; 30 at most'),
    notes: z.array(Note).describe('Newest first; 200 at most'),
  })
  .meta({ id: 'JourneyFindings' })

export const GivenAuthorisation = z
  .strictObject({
    id: Uuid,
    status: AuthorisationStatus,
    is_valid: z.boolean(),
    term_name: z.string(),
    authorisation_version: z.int(),
    authorisation_category: Category,
    accepted_text: z.string(),
    accepted_language: Language.describe('Language of accepted_text'),
    accepted_at: Timestamp,
    revoked_at: Timestamp.nullable(),
    expires_at: Timestamp.nullable(),
  })
  .meta({ id: 'GivenAuthorisation', description: 'An authorisation as shown to the user who gave it.' })

const SharedClient = z.strictObject({ name: z.string() }).meta({ id: 'JourneySharedClient' })

const SharedAccount = z
  .strictObject({
    account_id: Uuid,
    payroll_provider: z.string(),
    status: z.enum(['PENDING', 'AUTHORISED', 'INVALID', 'EXPIRED']),
    created_at: Timestamp,
    submissions: z.int().describe('Number of payslips or tax years'),
  })
  .meta({ id: 'JourneySharedAccount', description: 'An account as shown to the user.' })

const SharedDocument = z
  .strictObject({
    id: Uuid,
    type: z.enum(['payslip', 'bank_statement']),
    file_name: z.string(),
    created_at: Timestamp,
    pages: z.int(),
  })
  .meta({ id: 'JourneySharedDocument', description: 'A document as shown to the user who sent it.' })

const SharedView = z
  .strictObject({
    day: z.iso.date().describe('The day (UTC)'),
    by: z.enum(['member', 'api_key']).describe('A member of the client’s team, or one of its programs'),
    last_at: Timestamp.describe('Time of the last view of that day'),
  })
  .meta({ id: 'JourneyDataView', description: 'A day on which the client looked at the data.' })

export const Shared = z
  .strictObject({
    client: SharedClient,
    reference: z.string().describe('Reference that the user can quote to the client'),
    authorisations: z.array(GivenAuthorisation).describe('Newest first; 50 at most'),
    accounts: z.array(SharedAccount).describe('Newest first; 50 at most'),
    documents: z.array(SharedDocument).describe('Newest first; 250 at most'),
    tax_years: z.int(),
    notes: z.int(),
    views: z.array(SharedView).describe('Days on which the client read the data, newest first; 30 at most'),
  })
  .meta({ id: 'JourneyShared' })
