import type { z } from 'zod'
import { audit, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { notFound } from '../../platform/problem.ts'
import type { Comparison } from '../identity/compare.ts'
import { closeReview, openReview } from '../identity/service.ts'
import { markIncomeChanged } from '../income-changes/service.ts'
import type { CorrectionRequest, FieldChanges } from './corrections.ts'
import { presentFields, type SubmissionTracers } from './fields.ts'
import { type DocumentRow, type DocumentType, setIdentityMatch } from './queries.ts'
import { lockDocument } from './service.ts'

/**
 * Functions that apply a request to the submission extracted from a document, by document type. They return how the
 * submission then compares with the registered person, or undefined if the document has no submission.
 */
export type SubmissionCorrectors = Record<
  DocumentType,
  (
    tx: Tx,
    by: { user_id: string; document_id: string },
    request: CorrectionRequest,
  ) => Promise<Comparison | undefined>
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
    const identity = await correctors[row.type as DocumentType](
      tx,
      { user_id: row.user_id, document_id: id },
      { revision, changes, by, at: new Date() },
    )
    if (identity === undefined) throw notFound('Submission of document', id)
    if (identity.match !== row.identity_match) await updateIdentity(tx, row, identity)
    audit(tx, 'document.corrected', id)
    await markIncomeChanged(tx, row.user_id)
    return presentFields(tx, caller, tracers, id)
  })
}

/**
 * Opens or closes the identity review of the document. An earlier acceptance was about what the document showed then.
 * Data on hold is not affected, because it has no submission that could be corrected.
 */
async function updateIdentity(tx: Tx, { id, user_id, authorisation_id }: DocumentRow, identity: Comparison) {
  await setIdentityMatch(tx, id, identity.match)
  if (identity.match === 'none')
    await openReview(tx, { user_id, document_id: id, authorisation_id }, identity)
  else await closeReview(tx, id)
}
