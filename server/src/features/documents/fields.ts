import { z } from 'zod'
import { audit, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import { type Caller, hasScope } from '../../platform/http/caller.ts'
import { Uuid } from '../../platform/http/wire.ts'
import { notFound } from '../../platform/problem.ts'
import { readMemberNames } from '../members/service.ts'
import { openUser } from '../users/service.ts'
import { findCorrectable, listSinglePaths } from './correctable-fields.ts'
import { CorrectionEvent, presentCorrected, readingAt, revisionOf } from './corrections.ts'
import {
  ProvenanceCheck,
  presentCheck,
  type SourceDocument,
  type SubmissionProvenance,
  TracedValue,
  traceValue,
} from './provenance.ts'
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

const DocumentField = TracedValue.extend({
  value: z
    .union([z.string(), z.number(), z.boolean()])
    .nullable()
    .describe('Null if the team stated that the document does not show the value'),
  is_correctable: z.boolean().describe('Whether PATCH /documents/{document_id}/fields accepts the path'),
}).meta({
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
      .describe(
        'All checks passed: the figures confirm each other arithmetically. False after a correction of the money, ' +
          'because nothing printed confirms it',
      ),
    model: z
      .string()
      .nullable()
      .describe('Name of the language model that said what the values mean; null if none was used'),
    revision: z.int().describe('Incremented by every correction; 0 if the team has changed nothing'),
    fields: z
      .array(DocumentField)
      .describe(
        'Every value of the submission that is not null, including values that are not printed as such',
      ),
    missing_fields: z
      .array(z.string())
      .describe('Paths without a value that a correction can add, if the document shows one'),
    correction_checks: z
      .array(ProvenanceCheck)
      .describe(
        'Arithmetic of the values with their corrections; empty if no value was corrected. One that failed means ' +
          'that the corrected values contradict each other',
      ),
    correction_history: z.array(CorrectionEvent).describe('What the team changed, oldest first'),
    findings: z.array(TrustSignal).describe('The findings behind the trust_score, one per location'),
  })
  .meta({ id: 'DocumentFields' })

/**
 * A submission extracted from a document. `blocks` are the parts of the submission that contain values; `stored` is the
 * submission as it is stored.
 */
export type TracedSubmission = {
  blocks: object
  stored: object
  source: SourceDocument | null
  provenance: z.output<typeof SubmissionProvenance>
}
export type SubmissionTracers = Record<
  DocumentType,
  (tx: Tx, by: { user_id: string; document_id: string }) => Promise<TracedSubmission | undefined>
>

/** Returns everything needed to highlight the extracted values on the pages of a document. */
export function readFields(tenant: Tenant, caller: Caller, tracers: SubmissionTracers, id: string) {
  return tenant.transaction(async (tx) => {
    audit(tx, 'document.traced', id)
    return presentFields(tx, caller, tracers, id)
  })
}

export async function presentFields(
  tx: Tx,
  caller: Caller,
  tracers: SubmissionTracers,
  id: string,
): Promise<z.output<typeof DocumentFields>> {
  const row = await findDocument(tx, id)
  if (!row) throw notFound('Document', id)
  const { user_id } = row
  const type = row.type as DocumentType
  const { findings, page_sizes = [] } = openContents((await openUser(tx, user_id)).key, row)
  const traced = await tracers[type](tx, { user_id, document_id: id })
  const source = traced?.source ?? null
  return {
    document_id: id,
    user_id,
    type,
    pages: page_sizes.map(({ width, height, source: from }, n) => ({
      page: n + 1,
      width,
      height,
      source: from,
    })),
    submission_id: traced?.provenance.submission_id ?? null,
    verified: traced?.provenance.document?.verified ?? null,
    model: traced?.provenance.document?.model ?? null,
    revision: source ? revisionOf(source) : 0,
    fields: traced ? listFields(type, traced) : [],
    missing_fields: traced ? listMissing(type, traced) : [],
    correction_checks: (source?.team?.checks ?? []).map(presentCheck),
    correction_history: await presentHistory(tx, caller, source),
    findings: findings.flatMap(presentFinding),
  }
}

function listFields(type: DocumentType, { blocks, provenance, source }: TracedSubmission) {
  const removed = Object.entries(source?.team?.values ?? {}).flatMap(([path, { value }]) =>
    value === null && source ? traceValue(source, path) : [],
  )
  return [...provenance.values, ...removed].map((value) => ({
    ...value,
    value: valueAt(blocks, value.path),
    is_correctable: findCorrectable(type, value.path) !== undefined,
  }))
}

const listMissing = (type: DocumentType, { stored, source }: TracedSubmission) =>
  listSinglePaths(type).filter((path) => readingAt(stored, path) === null && !source?.team?.values[path])

/** API keys need the scope `members` to learn the names of members, here as elsewhere. */
async function presentHistory(tx: Tx, caller: Caller, source: SourceDocument | null) {
  const history = source?.team?.history ?? []
  const seesNames = hasScope(caller, 'members')
  const members = seesNames ? history.flatMap(({ by }) => (by.kind === 'member' ? by.id : [])) : []
  const names = await readMemberNames(tx, [...new Set(members)])
  return history.map(({ by, ...line }) => ({
    path: line.path,
    action: line.action,
    from: presentCorrected(line.path, line.from),
    to: presentCorrected(line.path, line.to),
    by: { kind: by.kind, id: by.id, name: names.get(by.id) ?? null },
    at: line.at,
  }))
}

function valueAt(blocks: object, path: string) {
  let value: unknown = blocks
  for (const name of path.split('.')) value = (value as Record<string, unknown> | null)?.[name]
  return (value ?? null) as string | number | boolean | null
}
