import { z } from 'zod'
import {
  type DocumentReading,
  type FieldGroup,
  fieldGroups,
  type ParseCheck,
  type Provenance,
  type ValueSource,
} from '../../extraction/document.ts'
import { Uuid } from '../../platform/http/wire.ts'
import {
  certifiedAfter,
  FieldCorrection,
  presentCorrected,
  readingAt,
  type TeamCorrections,
  verifiedAfter,
} from './corrections.ts'
import type { DocumentType } from './queries.ts'

/**
 * Stored encrypted with a submission that was extracted from a document: hash of the file, extractor version and
 * source of each value.
 */
export type SourceDocument = {
  sha256: string
  reader_version: string
  verified: boolean
  /** Missing in documents stored before groups were certified apart. */
  certified?: FieldGroup[]
  /** Name of the model whose opinion was used. Missing if none was. */
  model?: string
  gates: ParseCheck[]
  warnings: string[]
  values: Provenance
  /** Set after the first correction or confirmation by the team. */
  team?: TeamCorrections
}

export const describeSource = (reading: DocumentReading, sha256: string): SourceDocument => ({
  sha256,
  reader_version: reading.reader_version,
  verified: reading.verified,
  certified: reading.certified,
  ...(reading.model !== undefined && { model: reading.model }),
  gates: reading.gates,
  warnings: reading.warnings,
  values: reading.provenance,
})

export const TracedValue = z
  .strictObject({
    path: z
      .string()
      .describe('Path in the submission, such as `transactions.3.amount`; array indexes count from 0'),
    page: z.int().nullable().describe('Page number, from 1; null if the value is not printed as such'),
    box: z
      .array(z.number())
      .length(4)
      .nullable()
      .describe(
        'Left, top, right and bottom in points (1/72 inch) from the top left of the ' +
          'page as a viewer shows it: its crop box, rotated by /Rotate, y downwards. For a skewed photo or scan, the ' +
          'upright bounding box of the words as they appear',
      ),
    method: z
      .enum(['text', 'ocr', 'computed', 'inferred', 'provider', 'model', 'member'])
      .describe(
        'text: as printed; ocr: recognised in an image; computed: from other values; inferred: by a heuristic; ' +
          'provider: as returned by the payroll provider; model: printed in the box, and a language model of the operator ' +
          'said what it means; member: corrected or confirmed by the team',
      ),
    confidence: z
      .enum(['proven', 'printed', 'likely', 'doubtful'])
      .nullable()
      .describe(
        'proven: confirmed by arithmetic with other printed values; printed: read next to its label; likely: read at ' +
          'a typical position for such a value; doubtful: contradicted by other evidence; null: not extracted, or corrected',
      ),
    correction: FieldCorrection.nullable().describe('Null if the value is as read'),
  })
  .meta({ id: 'ProvenanceValue', description: 'The source of one value.' })

export const ProvenanceCheck = z
  .strictObject({ name: z.string(), is_passed: z.boolean(), note: z.string() })
  .meta({ id: 'ProvenanceCheck', description: 'A check of the figures against each other.' })

const ProvenanceDocument = z
  .strictObject({
    document_id: Uuid,
    sha256: z.string().describe('Of the file, as returned by GET /documents/{document_id}/file'),
    reader_version: z.string(),
    verified: z
      .boolean()
      .describe('The money is certified: balances and amounts of a statement, this period of a payslip'),
    certified: z
      .array(z.enum(fieldGroups))
      .describe(
        'Groups of fields whose checks all passed. Statements: `balances_and_amounts` (with dates) and ' +
          '`descriptions`; payslips: `this_period`, `year_to_date` and `identity`. Compare the other groups with the document',
      ),
    model: z
      .string()
      .nullable()
      .describe('Name of the language model that said what the values mean; null if none was used'),
    gates: z.array(ProvenanceCheck),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'ProvenanceDocument' })

export const SubmissionProvenance = z
  .strictObject({
    submission_id: Uuid,
    source: z.string(),
    account_id: Uuid.nullable().describe('Account it was retrieved through; null for documents'),
    document: ProvenanceDocument.nullable().describe(
      'The source document; null for data retrieved from a provider',
    ),
    values: z.array(TracedValue).describe('Every value of the submission that is not null'),
  })
  .meta({ id: 'SubmissionProvenance' })

export const SignedSubmission = z
  .strictObject({
    jws: z
      .string()
      .describe(
        'Compact JWS (EdDSA) over iss, iat, user_id, kind, submission and provenance; keys: /.well-known/jwks.json',
      ),
  })
  .meta({ id: 'SignedSubmission' })

type ProvenanceSubject = { id: string; source: string; account_id: string | null; document_id: string | null }

/**
 * Returns the source of each value of a submission. `blocks` are the parts of the submission that contain values.
 * `computedFields` are figures that the provider does not state.
 */
export function presentProvenance(
  type: DocumentType,
  { id, source, account_id, document_id }: ProvenanceSubject,
  blocks: object,
  sourceDocument: SourceDocument | null,
  computedFields: readonly string[] = [],
): z.output<typeof SubmissionProvenance> {
  return {
    submission_id: id,
    source,
    account_id,
    document:
      sourceDocument && document_id
        ? {
            document_id,
            sha256: sourceDocument.sha256,
            reader_version: sourceDocument.reader_version,
            verified: verifiedAfter(type, sourceDocument),
            certified: certifiedAfter(type, sourceDocument),
            model: sourceDocument.model ?? null,
            gates: [...sourceDocument.gates, ...(sourceDocument.team?.checks ?? [])].map(presentCheck),
            warnings: sourceDocument.warnings,
          }
        : null,
    values: listPaths(blocks).map((path) => {
      if (computedPath.test(path) || computedFields.some((field) => isWithin(path, field)))
        return { path, ...nowhere, method: 'computed' }
      return sourceDocument ? traceValue(sourceDocument, path) : { path, ...nowhere, method: 'provider' }
    }),
  }
}

const nowhere = { page: null, box: null, confidence: null, correction: null }

/** Returns the source of one value of a document. A corrected value keeps the position of the reading. */
export function traceValue(source: SourceDocument, path: string): z.output<typeof TracedValue> {
  const correction = source.team?.values[path]
  const read = source.values[path] ?? (correction ? null : inferSource(source.values, path))
  const position = {
    path,
    page: read?.place?.page ?? null,
    box: read?.place ? read.place.box.map(roundPoints) : null,
  }
  if (!correction)
    return {
      ...position,
      method: read?.method ?? 'inferred',
      confidence: read?.confidence ?? null,
      correction: null,
    }
  const { action, by, at } = correction
  const reading = presentCorrected(path, readingAt(source.team?.reading ?? {}, path) ?? null)
  return {
    ...position,
    method: 'member',
    confidence: action === 'confirmed' ? (read?.confidence ?? null) : null,
    correction: { action, reading, by, at },
  }
}

export const presentCheck = ({ name, isPassed, note }: ParseCheck) => ({ name, is_passed: isPassed, note })

/**
 * Attributes of a line that the extractor does not locate, such as its type, are inferred from the description of the
 * line.
 */
const inferSource = (values: Provenance, path: string): ValueSource => ({
  place: values[path.replace(/[^.]+$/, 'description')]?.place ?? null,
  method: 'inferred',
  confidence: 'likely',
})

/** Paths of values that we compute from several submissions. */
const computedPath = /\.rolling_12m_income\./

const isWithin = (path: string, field: string) => path === field || path.startsWith(`${field}.`)

/** Lists the paths of all values that are not null. */
function listPaths(value: unknown, path = ''): string[] {
  if (value === null || value === undefined) return []
  if (typeof value !== 'object') return [path]
  return Object.entries(value).flatMap(([name, inner]) => listPaths(inner, path ? `${path}.${name}` : name))
}

const roundPoints = (points: number) => Math.round(points * 100) / 100
