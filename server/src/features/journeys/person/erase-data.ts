import { audit, type Tenant } from '../../../platform/database/tenancy.ts'
import { deleteRepliesAbout } from '../../../platform/http/idempotency.ts'
import type { ErasureLedger } from '../../../platform/objects/erasure-ledger.ts'
import { Problem } from '../../../platform/problem.ts'
import { dayOf } from '../../../vocabulary/days.ts'
import { forgetSharingDevices } from '../../access/journey-devices.ts'
import { deleteAccount } from '../../accounts/login/connections.ts'
import type { SignOutHandoff } from '../../accounts/login/sign-out.ts'
import { withdrawAll } from '../../authorisations/service.ts'
import { eraseUserUploads } from '../../documents/erase.ts'
import { deleteDocument } from '../../documents/service.ts'
import { deleteEntry } from '../../payroll/service.ts'
import { noReviewedIncome, updateReviewedIncome } from '../../reviews/service.ts'
import { requireUser } from '../../users/service.ts'
import { eraseEventContent } from '../../webhooks/service.ts'
import { deleteMissingDocuments } from '../coverage/service.ts'
import { cancelReminders } from '../reminders/reminders.ts'
import { deleteNotes } from './notes-queries.ts'
import { deleteReportLinks, listUserRowIds } from './queries.ts'

const batchSize = 50
/** Far more rounds than any user needs. Stops the loop if rows are added as fast as they are deleted. */
const maxRounds = 100

/** Stored idempotent replies of these operations contain personal data and are deleted. */
const dataOperations = /^(POST|PUT) \/(accounts|documents|payroll|taxauth|journeys\/current\/(notes|direct))/

export type DataErasureDeps = {
  credentialHandoff: SignOutHandoff
  /** Undefined if erasures are not recorded, or if this erasure is replayed from the ledger. */
  ledger?: ErasureLedger | undefined
}

export type DataErasure = {
  userId: string
  /** Whether the person asked for it on a page of the journey. */
  inJourney: boolean
  /** Set for a replay: what the person shared again after this time is kept. */
  before?: Date | undefined
}

/**
 * Deletes all data of a user except the registration, which belongs to the client. The erasure is first recorded in the
 * ledger, so that a restored backup does not bring the data back. Authorisations are withdrawn next, so that retrievals and
 * extractions in progress discard their results. Each account and document is deleted in its own transaction. After
 * a failure, the request can be repeated.
 */
export async function eraseData(tenant: Tenant, deps: DataErasureDeps, erasure: DataErasure) {
  const { userId } = erasure
  if (deps.ledger) {
    await tenant.transaction((tx) => requireUser(tx, userId))
    await deps.ledger.record({ client_id: tenant.clientId, user_id: userId, is_data_only: true })
  }
  await tenant.transaction(async (tx) => {
    await requireUser(tx, userId)
    await withdrawAll(tx, erasure)
    await cancelReminders(tx, userId)
    audit(tx, 'data.erasing', userId)
  })
  await deleteEach(tenant, erasure, 'accounts', (id) => deleteAccount(tenant, deps, id))
  // The remaining entries have no account, because their data was extracted from uploaded payslips.
  await deleteEach(tenant, erasure, 'payroll_entries', (id) => deleteEntry(tenant, id))
  await deleteEach(tenant, erasure, 'documents', (id) => deleteDocument(tenant, id))
  for (let round = 0; round < maxRounds && (await eraseSomeUploads(tenant, userId)); round++);
  await tenant.transaction(async (tx) => {
    await deleteNotes(tx, userId)
    await deleteMissingDocuments(tx, userId)
    await deleteReportLinks(tx, userId)
    await forgetSharingDevices(tx, userId)
    await eraseEventContent(tx, userId)
    await deleteRepliesAbout(tx, userId, dataOperations)
    await updateReviewedIncome(tx, userId, noReviewedIncome(dayOf(new Date())))
    audit(tx, 'data.erased', userId)
  })
}

const eraseSomeUploads = (tenant: Tenant, userId: string) =>
  tenant.transaction((tx) => {
    audit(tx, 'upload.erased', userId)
    return eraseUserUploads(tx, userId)
  })

async function deleteEach(
  tenant: Tenant,
  { userId, before }: DataErasure,
  table: Parameters<typeof listUserRowIds>[1],
  remove: (id: string) => Promise<unknown>,
) {
  for (let round = 0; round < maxRounds; round++) {
    const ids = await tenant.transaction((tx) =>
      listUserRowIds(tx, table, { userId, before, limit: batchSize }),
    )
    if (ids.length === 0) return
    for (const id of ids) await remove(id).catch(ignoreNotFound)
  }
}

function ignoreNotFound(error: unknown) {
  if (!(error instanceof Problem) || error.status !== 404) throw error
}
