import type { z } from 'zod'
import { audit, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import { invalid, notFound } from '../../platform/problem.ts'
import { type AccountRow, requireLockedAccount, storeIdentityAcceptance } from '../accounts/service.ts'
import { requireNotWithdrawn } from '../authorisations/service.ts'
import { type HeldAccounts, storeReleasedAccounts } from '../bank-income/store-accounts.ts'
import { storeStatements } from '../bank-statements/store-statements.ts'
import type { HeldDocument } from '../documents/extract-submitted.ts'
import { acceptIdentityOf, lockDocument } from '../documents/service.ts'
import { closeReview, openReviewOf, presentMatch } from '../identity/service.ts'
import { type HeldPayslips, storeReleased } from '../payroll/retrieval/store.ts'
import { storeUploadedPayslips } from '../payroll/submissions/store-uploaded.ts'
import type { IdentityAcceptance } from './schemas.ts'

type Acceptance = z.output<typeof IdentityAcceptance>

export function acceptAccountIdentity(tenant: Tenant, id: string): Promise<Acceptance> {
  return tenant.transaction(async (tx) => {
    const account = await requireLockedAccount(tx, id)
    requireMismatch(`Account [${id}]`, account.identity_match)
    const held = await takeHeld<HeldPayslips | HeldAccounts>(tx, id)
    const { identity_accepted_at } = await storeIdentityAcceptance(tx, account)
    audit(tx, 'identity.accepted', id)
    return {
      account_id: id,
      document_id: null,
      identity_match: presentMatch(account.identity_match),
      identity_accepted_at: identity_accepted_at ?? new Date(),
      ...(await storeHeldAccount(tx, account, held)),
    }
  })
}

async function storeHeldAccount(
  tx: Tx,
  account: AccountRow,
  held: Held<HeldPayslips | HeldAccounts> | undefined,
) {
  if (!held) return { entry_id: null, submission_ids: [] }
  const { data, authorised } = held
  if ('bank' in data)
    return {
      entry_id: null,
      submission_ids: await storeReleasedAccounts(tx, account, { ...data, ...authorised }),
    }
  return { entry_id: await storeReleased(tx, account, { ...data, ...authorised }), submission_ids: [] }
}

export function acceptDocumentIdentity(tenant: Tenant, id: string): Promise<Acceptance> {
  return tenant.transaction(async (tx) => {
    const document = await lockDocument(tx, id)
    if (!document) throw notFound('Document', id)
    requireMismatch(`Document [${id}]`, document.identity_match)
    const held = await takeHeld<HeldDocument>(tx, id)
    const identity_accepted_at = await acceptIdentityOf(tx, document)
    audit(tx, 'identity.accepted', id)
    return {
      account_id: null,
      document_id: id,
      identity_match: presentMatch(document.identity_match),
      identity_accepted_at,
      ...(await storeHeldDocument(tx, document, held)),
    }
  })
}

async function storeHeldDocument(
  tx: Tx,
  { user_id, type }: { user_id: string; type: string },
  held: Held<HeldDocument> | undefined,
) {
  if (!held) return { entry_id: null, submission_ids: [] }
  const owner = { user_id, ...held.authorised }
  if (type === 'payslip')
    return { entry_id: await storeUploadedPayslips(tx, owner, [held.data]), submission_ids: [] }
  return { entry_id: null, submission_ids: await storeStatements(tx, owner, [held.data]) }
}

function requireMismatch(subject: string, match: string | null) {
  if (match !== 'none')
    throw invalid(`${subject} cannot be accepted: its identity_match is [${presentMatch(match)}], not [none]`)
}

type Held<Data> = { data: Data; authorised: { authorisation_id: string } }

/**
 * Ends the review and returns the held data, if there is any. Throws if there is held data but consent was withdrawn.
 */
async function takeHeld<Data>(tx: Tx, id: string): Promise<Held<Data> | undefined> {
  const review = await openReviewOf<Data>(tx, id)
  if (!review) return undefined
  if (review.data !== undefined) await requireNotWithdrawn(tx, review.authorisation_id)
  await closeReview(tx, id)
  const { data, authorisation_id } = review
  return data === undefined ? undefined : { data, authorised: { authorisation_id } }
}
