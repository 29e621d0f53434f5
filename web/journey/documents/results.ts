import type {
  BankStatementSubmission,
  BankStatementsResult,
  FileError,
  JourneyFileReading,
  PayrollSubmission,
  PayslipsResult,
} from '@payproof/sdk'
import {
  type DocumentKind,
  documentIdOf,
  type ExtractedSummary,
  type UploadOutcome,
  type UploadReading,
} from './uploads.ts'

type SubmittedFile = { id: string; path: string; manualReview: boolean }

/** Summaries of the files that were read, by document id, and the errors of the others in the order of the request. */
type ReadingResults = {
  kind: DocumentKind
  summaries: ReadonlyMap<string, ExtractedSummary>
  errors: readonly FileError[]
}

export const payslipResults = ({ payroll_submissions, payslip_errors }: PayslipsResult): ReadingResults => ({
  kind: 'payslips',
  summaries: new Map(payroll_submissions.map((each) => [each.document_id ?? '', summarisePayslip(each)])),
  errors: payslip_errors,
})

export const statementResults = (reply: BankStatementsResult): ReadingResults => ({
  kind: 'bank_statements',
  summaries: new Map(
    reply.bank_statement_submissions.map((each) => [each.document_id ?? '', summariseStatement(each)]),
  ),
  errors: reply.bank_statement_errors,
})

/**
 * Maps each file to its outcome. File names may be duplicated, so errors are matched by order, which is the order of
 * the request without the files that were read.
 */
export function outcomesOf(
  files: readonly SubmittedFile[],
  { kind, summaries, errors }: ReadingResults,
): Map<string, UploadOutcome> {
  const outcomes = new Map<string, UploadOutcome>()
  let next = 0
  for (const file of files) {
    const summary = summaries.get(documentIdOf(file.path))
    const outcome: UploadOutcome = summary
      ? { at: 'read', found: summary }
      : outcomeOf(errors[next++], file, kind)
    outcomes.set(file.id, outcome)
  }
  return outcomes
}

/**
 * Returns the outcome of a file by its error. A file that is not mentioned is still being processed. One that cannot be
 * read is kept if it was submitted for manual review.
 */
function outcomeOf(
  error: FileError | undefined,
  { path, manualReview }: SubmittedFile,
  kind: DocumentKind,
): UploadOutcome {
  if (!error || error.code === 'still-processing') return { at: 'later', path }
  if (manualReview && isUnread(error.code)) return { at: 'read', found: { kind: 'manual', as: kind } }
  return { at: 'stopped', problem: error.code }
}

/** Whether a document was recognised, but cannot be read. */
const isUnread = (code: FileError['code']) => code === 'not-read' || code === 'incomplete'

const kindsOfTypes = { payslip: 'payslips', bank_statement: 'bank_statements' } as const

const summarisePayslip = ({
  employment_information,
  income_information,
}: PayrollSubmission): ExtractedSummary => ({
  kind: 'payslip',
  employer: employment_information.employer_name,
  payDate: income_information.pay_date,
  gross: income_information.earnings.gross_pay,
  net: income_information.earnings.net_pay,
})

function summariseStatement(each: BankStatementSubmission): ExtractedSummary {
  const { account_information, statement_period, balance_information } = each
  return {
    kind: 'statement',
    bank: account_information.bank_name,
    ending: account_information.account_number?.slice(-4) ?? null,
    from: statement_period.start_date,
    to: statement_period.end_date,
    // Statements print thousands separators; amounts in the journey have none.
    closing: balance_information.closing_balance?.replaceAll(',', '') ?? null,
  }
}

/** Returns what was read before sending. A file of a kind that the client does not accept cannot be used. */
export function readingOf(
  { document_type, payslip, bank_statement, problem }: JourneyFileReading,
  kind: DocumentKind,
  sources: readonly string[],
): UploadReading {
  if (problem === 'still-processing') return { found: null }
  const isAccepted = (other: DocumentKind) => kind === other || sources.includes(other)
  const recognised = document_type && kindsOfTypes[document_type]
  if (problem && isUnread(problem) && recognised)
    return isAccepted(recognised) ? { problem, unread: recognised } : { problem: otherKindProblems[kind] }
  if (problem) return { problem }
  if (payslip) {
    const { employer_name: employer, pay_date: payDate, gross_pay: gross, net_pay: net } = payslip
    return isAccepted('payslips')
      ? { found: { kind: 'payslip', employer, payDate, gross, net } }
      : { problem: otherKindProblems[kind] }
  }
  if (!bank_statement) return { found: null }
  const { bank_name: bank, account_ending: ending, start_date, end_date, closing_balance } = bank_statement
  return isAccepted('bank_statements')
    ? { found: { kind: 'statement', bank, ending, from: start_date, to: end_date, closing: closing_balance } }
    : { problem: otherKindProblems[kind] }
}

const otherKindProblems = { payslips: 'not-a-payslip', bank_statements: 'not-a-bank-statement' } as const
