import type { z } from 'zod'
import { audit, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { notFound } from '../../platform/problem.ts'
import type { IdentityMatch } from '../identity/compare.ts'
import { markIncomeChanged } from '../income-changes/service.ts'
import type { CorrectionRequest, FieldChanges } from './corrections.ts'
import { presentFields, type SubmissionTracers } from './fields.ts'
import { type DocumentType, setIdentityMatch } from './queries.ts'
import { lockDocument } from './service.ts'

/**
 * Functions that apply a request to the submission extracted from a document, by document type. They return how the
 * submission then matches the registered person, or undefined if the document has no submission.
 */
export type SubmissionCorrectors = Record<
  DocumentType,
  (
    tx: Tx,
    by: { user_id: string; document_id: string },
    request: CorrectionRequest,
  ) => Promise<IdentityMatch | undefined>
>

type CorrectionDeps = { tracers: SubmissionTracers; correctors: SubmissionCorrectors }

/** Corrects, confirms or restores fields. The trust score and the findings stay as they are. */
export function correctFields(
  tenant: Tenant,
  caller: Caller,
  { tracers, correctors }: CorrectionDeps,
  id: string,
  { revision, changes }: z.output<typeof FieldChanges>,
) {
  return tenant.transaction(async (tx) => {
    const row = await lockDocument(tx, id)
    if (!row) throw notFound('Document', id)
    const by = { kind: caller.kind === 'member' ? ('member' as const) : ('api_key' as const), id: caller.id }
    const match = await correctors[row.type as DocumentType](
      tx,
      { user_id: row.user_id, document_id: id },
      { revision, changes, by, at: new Date() },
    )
    if (match === undefined) throw notFound('Submission of document', id)
    if (match !== row.identity_match) await setIdentityMatch(tx, id, match)
    audit(tx, 'document.corrected', id)
    await markIncomeChanged(tx, row.user_id)
    return presentFields(tx, tracers, id)
  })
}
