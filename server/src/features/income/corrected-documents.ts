import { type CorrectionSummary, summariseCorrected } from '../documents/corrections.ts'
import type { IncomeEvidence } from './evidence.ts'
import { identityFields } from './identity.ts'

// Values that the team corrected are no evidence of the document, so figures that use them are marked.

/** Parts of the summary that a corrected value may change. */
export const correctedParts = ['gross', 'net', 'bank', ...identityFields] as const
type CorrectedPart = (typeof correctedParts)[number]

const pathsOfParts: [CorrectedPart, RegExp][] = [
  ['gross', /^income_information\.earnings\.gross_pay$/],
  ['net', /^income_information\.earnings\.net_pay$/],
  ['name', /^identity_information\.name$/],
  ['date_of_birth', /^identity_information\.date_of_birth$/],
  ['ni_number', /^identity_information\.NI_number$/],
  ['address', /^identity_information\.address\./],
]
/** Dates, employer and earnings lines decide to which employment and month the pay counts, and what of it is income. */
const pathOfAllPay =
  /^income_information\.(pay_|earnings\.earning_elements\.)|^employment_information\.(employer_|start_date|leave_date)/

const partsOf = (path: string): CorrectedPart[] =>
  pathOfAllPay.test(path)
    ? ['gross', 'net']
    : pathsOfParts.flatMap(([part, pattern]) => (pattern.test(path) ? part : []))

export type CorrectedDocument = {
  document_id: string
  submission_id: string
  type: 'payslip' | 'bank_statement'
  corrected_values: number
  parts: CorrectedPart[]
  corrected_by: CorrectionSummary['authors']
  last_corrected_at: string
}

/** Lists the documents with corrected values, the latest correction first. */
export function listCorrectedDocuments({ paid, correctedStatements }: IncomeEvidence): CorrectedDocument[] {
  const payslips = paid.map(({ id, document_id, corrected }) =>
    describe('payslip', { id, document_id }, summariseCorrected(corrected), [
      ...new Set(corrected.flatMap(({ path }) => partsOf(path))),
    ]),
  )
  const statements = correctedStatements.map(({ corrected, ...submission }) =>
    describe('bank_statement', submission, corrected, ['bank']),
  )
  return [...payslips.flat(), ...statements.flat()].sort(
    (one, other) =>
      other.last_corrected_at.localeCompare(one.last_corrected_at) ||
      one.submission_id.localeCompare(other.submission_id),
  )
}

function describe(
  type: CorrectedDocument['type'],
  { id, document_id }: { id: string; document_id: string | null },
  summary: CorrectionSummary | null,
  parts: CorrectedPart[],
): CorrectedDocument[] {
  if (!summary || document_id === null) return []
  const { count, authors, last_at } = summary
  return [
    {
      document_id,
      submission_id: id,
      type,
      corrected_values: count,
      parts: correctedParts.filter((part) => parts.includes(part)),
      corrected_by: authors,
      last_corrected_at: last_at,
    },
  ]
}

const personalDetail = /^identity_information\./

/** Presents the corrected values of a payslip. Personal details are named, but not repeated. */
export const presentCorrections = (corrected: IncomeEvidence['paid'][number]['corrected']) =>
  corrected.map((field) =>
    personalDetail.test(field.path) ? { ...field, reading: null, value: null } : field,
  )
