import { audit, type Tenant, type Tx } from '../../../platform/database/tenancy.ts'
import { deleteRepliesAbout, redactRepliesAbout } from '../../../platform/http/idempotency.ts'
import type { ErasureLedger } from '../../../platform/objects/erasure-ledger.ts'
import { Problem } from '../../../platform/problem.ts'
import { dayOf } from '../../../vocabulary/days.ts'
import { forgetSharingDevices } from '../../access/journey-devices.ts'
import { deleteAccount } from '../../accounts/login/connections.ts'
import type { SignOutHandoff } from '../../accounts/login/sign-out.ts'
import { withdrawAll } from '../../authorisations/service.ts'
import { eraseUserUploads } from '../../documents/erase.ts'
import { deleteDocument } from '../../documents/service.ts'
import { markIncomeChanged } from '../../income-changes/service.ts'
import { deleteEntry } from '../../payroll/service.ts'
import { clearFigures, noReviewedIncome, updateReviewedIncome } from '../../reviews/service.ts'
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
const dataOperations =
  /^(POST|PUT) \/(accounts|documents|payroll|taxauth|journeys\/current\/(notes|direct)|users\/:user_id\/notes)/

/** A repeated decision could replace a newer one, so its stored reply is kept without the figures. */
const decisionOperation = /^PUT \/users\/:user_id\/review\/decision$/
const withoutFigures = ({ rule_figures: _, ...review }: { rule_figures?: unknown }) => ({
  ...review,
  employer: null,
  annual_gross: null,
  finding: null,
  advice: 'none',
})

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
  const { userId, before } = erasure
  if (deps.ledger) {
    await tenant.transaction((tx) => requireUser(tx, userId))
    await deps.ledger.record({ client_id: tenant.clientId, user_id: userId, is_data_only: true })
  }
  await tenant.transaction(async (tx) => {
    await requireUser(tx, userId)
    // Locks the user, which must come before the events of a withdrawal.
    await cancelReminders(tx, userId, before)
    await withdrawAll(tx, erasure)
    audit(tx, 'data.erasing', userId)
  })
  await deleteEach(tenant, erasure, 'accounts', (id) => deleteAccount(tenant, deps, id))
  // The remaining entries have no account, because their data was extracted from uploaded payslips.
  await deleteEach(tenant, erasure, 'payroll_entries', (id) => deleteEntry(tenant, id))
  await deleteEach(tenant, erasure, 'documents', (id) => deleteDocument(tenant, id))
  for (let round = 0; round < maxRounds && (await eraseSomeUploads(tenant, erasure)); round++);
  await tenant.transaction(async (tx) => {
    await deleteNotes(tx, userId, before)
    await deleteMissingDocuments(tx, userId, before)
    await deleteReportLinks(tx, userId, before)
    await forgetSharingDevices(tx, userId, before)
    await eraseEventContent(tx, userId, before)
    await eraseReplies(tx, erasure)
    await eraseFigures(tx, erasure)
    audit(tx, 'data.erased', userId)
  })
}

async function eraseReplies(tx: Tx, { userId, before }: DataErasure) {
  await deleteRepliesAbout(tx, userId, dataOperations, before)
  await redactRepliesAbout(tx, userId, decisionOperation, withoutFigures)
}

/** A replay may keep data that was shared later, so the figures are calculated again. */
async function eraseFigures(tx: Tx, { userId, before }: DataErasure) {
  if (!before) return updateReviewedIncome(tx, userId, noReviewedIncome(dayOf(new Date())))
  await clearFigures(tx, userId)
  await markIncomeChanged(tx, userId)
}

const eraseSomeUploads = (tenant: Tenant, { userId, before }: DataErasure) =>
  tenant.transaction((tx) => {
    audit(tx, 'upload.erased', userId)
    return eraseUserUploads(tx, userId, before)
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
