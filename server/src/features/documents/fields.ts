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

export const DocumentFields = z
  .strictObject({
    document_id: Uuid,
    user_id: Uuid,
    type: TypeOfDocument,
    pages: z
      .array(
        z.strictObject({
          page: z.int().describe('Counts from 1'),
          width: z.number().describe('In points, as the page is shown'),
          height: z.number(),
          source: z
            .enum(['text', 'ocr', 'empty'])
            .describe(
              'text: the file says its words; ocr: they were recognised in a picture, as of a photo or scan',
            ),
        }),
      )
      .describe('Empty for documents that were stored before sizes were kept'),
    submission_id: Uuid.nullable().describe('What was read from it; null once it was deleted'),
    verified: z.boolean().nullable().describe('Every gate is passed: the figures hold each other in place'),
    fields: z
      .array(TracedValue.extend({ value: z.union([z.string(), z.number(), z.boolean()]) }))
      .describe(
        'Every value of the submission that is not null, also those that stand nowhere by themselves',
      ),
    findings: z.array(TrustSignal).describe('What the trust_score rests on, one for each place'),
  })
  .meta({ id: 'DocumentFields' })

/** What was read from a document, by whoever keeps that. `blocks`: the parts of the submission that hold values. */
export type Traced = { blocks: object; provenance: z.output<typeof SubmissionProvenance> }
export type TraceOf = Record<
  DocumentType,
  (tx: Tx, by: { user_id: string; document_id: string }) => Promise<Traced | undefined>
>

/** All that is needed to draw over the pages of a document what was read there. */
export function readFields(tenant: Tenant, traceOf: TraceOf, id: string) {
  return tenant.transaction(async (tx): Promise<z.output<typeof DocumentFields>> => {
    const row = await findDocument(tx, id)
    if (!row) throw notFound('Document', id)
    const { user_id } = row
    const type = row.type as DocumentType
    const { findings, page_sizes = [] } = openContents((await openUser(tx, user_id)).key, row)
    const traced = await traceOf[type](tx, { user_id, document_id: id })
    audit(tx, 'document.traced', id)
    return {
      document_id: id,
      user_id,
      type,
      pages: page_sizes.map(({ width, height, source }, n) => ({ page: n + 1, width, height, source })),
      submission_id: traced?.provenance.submission_id ?? null,
      verified: traced?.provenance.document?.verified ?? null,
      fields: traced ? fieldsOf(traced) : [],
      findings: findings.flatMap(presentFinding),
    }
  })
}

const fieldsOf = ({ blocks, provenance }: Traced) =>
  provenance.values.map((value) => ({ ...value, value: valueAt(blocks, value.path) }))

function valueAt(blocks: object, path: string) {
  let value: unknown = blocks
  for (const name of path.split('.')) value = (value as Record<string, unknown>)[name]
  return value as string | number | boolean
}
