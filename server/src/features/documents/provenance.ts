import { z } from 'zod'
import type { Gate, Provenance, Reading, Source } from '../../extraction/document.ts'
import { Uuid } from '../../platform/http/wire.ts'

/** What is sealed beside a submission that was read from a document: which bytes, which reader, and where each value stands. */
export type Paper = {
  sha256: string
  reader_version: string
  verified: boolean
  gates: Gate[]
  warnings: string[]
  values: Provenance
}

export const paperOf = (reading: Reading, sha256: string): Paper => ({
  sha256,
  reader_version: reading.reader_version,
  verified: reading.verified,
  gates: reading.gates,
  warnings: reading.warnings,
  values: reading.provenance,
})

export const TracedValue = z.strictObject({
  path: z.string().describe('Where in the submission: `transactions.3.amount`; items count from 0'),
  page: z.int().nullable().describe('Counts from 1; null: it stands nowhere by itself'),
  box: z
    .array(z.number())
    .length(4)
    .nullable()
    .describe(
      'Left, top, right and bottom in points (1/72 inch) from the top left of the ' +
        'page as a viewer shows it: its crop box, turned as /Rotate says, y downwards. Of a photo or scan that was ' +
        'crooked, the upright box around the words where they are seen',
    ),
  method: z
    .enum(['text', 'ocr', 'computed', 'inferred', 'provider'])
    .describe(
      'text: as printed; ocr: recognised in a picture; computed: from other values; inferred: by a rule that may be ' +
        'wrong; provider: as the payroll provider said it',
    ),
  confidence: z
    .enum(['proven', 'printed', 'likely', 'doubtful'])
    .nullable()
    .describe(
      'proven: arithmetic over other printed values holds it in place; printed: read beside its label; likely: read ' +
        'where such a value stands; doubtful: something contradicts it; null: nothing was read',
    ),
})

export const SubmissionProvenance = z
  .strictObject({
    submission_id: Uuid,
    source: z.string(),
    account_id: Uuid.nullable().describe('Through which account it came; null for documents'),
    document: z
      .strictObject({
        document_id: Uuid,
        sha256: z.string().describe('Of the file, as GET /documents/{document_id}/file gives it'),
        reader_version: z.string(),
        verified: z.boolean().describe('Every gate is passed: the figures hold each other in place'),
        gates: z.array(z.strictObject({ name: z.string(), is_passed: z.boolean(), note: z.string() })),
        warnings: z.array(z.string()),
      })
      .nullable()
      .describe('What every value with a page was read from; null for connections'),
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

type Subject = { id: string; source: string; account_id: string | null; document_id: string | null }

/**
 * Where each value that a reply shows comes from. `blocks`: the parts of the submission that hold values. What the reader
 * says nothing of follows from other values, by a rule of ours.
 */
export function presentProvenance(
  { id, source, account_id, document_id }: Subject,
  blocks: object,
  paper: Paper | null,
): z.output<typeof SubmissionProvenance> {
  return {
    submission_id: id,
    source,
    account_id,
    document:
      paper && document_id
        ? {
            document_id,
            sha256: paper.sha256,
            reader_version: paper.reader_version,
            verified: paper.verified,
            gates: paper.gates.map(({ name, isPassed, note }) => ({ name, is_passed: isPassed, note })),
            warnings: paper.warnings,
          }
        : null,
    values: pathsOf(blocks).map((path) => {
      if (ours.test(path)) return { path, page: null, box: null, method: 'computed', confidence: null }
      if (!paper) return { path, page: null, box: null, method: 'provider', confidence: null }
      const { place, method, confidence } = paper.values[path] ?? inferredAt(paper.values, path)
      return {
        path,
        page: place?.page ?? null,
        box: place ? place.box.map(rounded) : null,
        method,
        confidence,
      }
    }),
  }
}

/** What a line is (its type, whether it is fixed) follows from what it is called, so that is where it stands. */
const inferredAt = (values: Provenance, path: string): Source => ({
  place: values[path.replace(/[^.]+$/, 'description')]?.place ?? null,
  method: 'inferred',
  confidence: 'likely',
})

/** What we add up ourselves, over several submissions. */
const ours = /\.rolling_12m_income\./

/** The path of everything in it that is not null. */
function pathsOf(value: unknown, path = ''): string[] {
  if (value === null || value === undefined) return []
  if (typeof value !== 'object') return [path]
  return Object.entries(value).flatMap(([name, inner]) => pathsOf(inner, path ? `${path}.${name}` : name))
}

const rounded = (points: number) => Math.round(points * 100) / 100
