import { z } from 'zod'
import { audit, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import { Uuid } from '../../platform/http/wire.ts'
import { notFound } from '../../platform/problem.ts'
import { openUser } from '../users/service.ts'
import { type SubmissionProvenance, TracedValue } from './provenance.ts'
import { type DocumentType, findDocument } from './queries.ts'
import { TrustSignal, DocumentType as TypeOfDocument } from './schemas.ts'
import { openContents } from './sealed-contents.ts'
import { presentFinding } from './wire.ts'

const PageSize = z
  .strictObject({
    page: z.int().describe('Page number, from 1'),
    width: z.number().describe('In points, as displayed'),
    height: z.number(),
    source: z
      .enum(['text', 'ocr', 'empty'])
      .describe(
        'text: the page has a text layer; ocr: its text was recognised in an image, such as a photo or scan',
      ),
  })
  .meta({ id: 'DocumentPageSize', description: 'A page of the document and its size.' })

const DocumentField = TracedValue.extend({ value: z.union([z.string(), z.number(), z.boolean()]) }).meta({
  id: 'DocumentField',
  description: 'An extracted value and its position.',
})

export const DocumentFields = z
  .strictObject({
    document_id: Uuid,
    user_id: Uuid,
    type: TypeOfDocument,
    pages: z.array(PageSize).describe('Empty for documents stored before page sizes were recorded'),
    submission_id: Uuid.nullable().describe('The submission extracted from it; null if it was deleted'),
    verified: z
      .boolean()
      .nullable()
      .describe('All checks passed: the figures confirm each other arithmetically'),
    model: z
      .string()
      .nullable()
      .describe('Name of the language model that said what the values mean; null if none was used'),
    fields: z
      .array(DocumentField)
      .describe(
        'Every value of the submission that is not null, including values that are not printed as such',
      ),
    findings: z.array(TrustSignal).describe('The findings behind the trust_score, one per location'),
  })
  .meta({ id: 'DocumentFields' })

/** A submission extracted from a document. `blocks` are the parts of the submission that contain values. */
export type TracedSubmission = { blocks: object; provenance: z.output<typeof SubmissionProvenance> }
export type SubmissionTracers = Record<
  DocumentType,
  (tx: Tx, by: { user_id: string; document_id: string }) => Promise<TracedSubmission | undefined>
>

/** Returns everything needed to highlight the extracted values on the pages of a document. */
export function readFields(tenant: Tenant, tracers: SubmissionTracers, id: string) {
  return tenant.transaction(async (tx): Promise<z.output<typeof DocumentFields>> => {
    const row = await findDocument(tx, id)
    if (!row) throw notFound('Document', id)
    const { user_id } = row
    const type = row.type as DocumentType
    const { findings, page_sizes = [] } = openContents((await openUser(tx, user_id)).key, row)
    const traced = await tracers[type](tx, { user_id, document_id: id })
    audit(tx, 'document.traced', id)
    return {
      document_id: id,
      user_id,
      type,
      pages: page_sizes.map(({ width, height, source }, n) => ({ page: n + 1, width, height, source })),
      submission_id: traced?.provenance.submission_id ?? null,
      verified: traced?.provenance.document?.verified ?? null,
      model: traced?.provenance.document?.model ?? null,
      fields: traced ? listFields(traced) : [],
      findings: findings.flatMap(presentFinding),
    }
  })
}

const listFields = ({ blocks, provenance }: TracedSubmission) =>
  provenance.values.map((value) => ({ ...value, value: valueAt(blocks, value.path) }))

function valueAt(blocks: object, path: string) {
  let value: unknown = blocks
  for (const name of path.split('.')) value = (value as Record<string, unknown>)[name]
  return value as string | number | boolean
}
