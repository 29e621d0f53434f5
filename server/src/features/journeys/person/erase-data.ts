import { audit, type Tenant } from '../../../platform/database/tenancy.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { deleteRepliesAbout } from '../../../platform/http/idempotency.ts'
import { Problem } from '../../../platform/problem.ts'
import type { CredentialHandoff } from '../../../platform/secrets/credential-handoff.ts'
import { forgetSharingDevices } from '../../access/journey-devices.ts'
import { deleteAccount } from '../../accounts/login/connections.ts'
import { withdrawAll } from '../../authorisations/service.ts'
import { eraseUserUploads } from '../../documents/erase.ts'
import { deleteDocument } from '../../documents/service.ts'
import { deleteEntry } from '../../payroll/service.ts'
import { requireUser } from '../../users/service.ts'
import { eraseEventContent } from '../../webhooks/service.ts'
import { deleteMissingDocuments } from '../coverage/service.ts'
import { deleteNotes } from './notes-queries.ts'
import { deleteReportLinks, listUserRowIds } from './queries.ts'

const batchSize = 50
/** Far more rounds than any user needs. Stops the loop if rows are added as fast as they are deleted. */
const maxRounds = 100

/** Stored idempotent replies of these operations contain personal data and are deleted. */
const dataOperations = /^(POST|PUT) \/(accounts|documents|payroll|taxauth|journeys\/current\/(notes|direct))/

/**
 * Deletes all data of a user except the registration, which belongs to the client. Authorisations are withdrawn
 * first, so that retrievals and extractions in progress discard their results. Each account and document is deleted
 * in its own transaction. After a failure, the request can be repeated.
 */
export async function eraseData(
  tenant: Tenant,
  deps: { credentialHandoff: CredentialHandoff },
  person: Caller,
) {
  const userId = person.id
  await tenant.transaction(async (tx) => {
    await requireUser(tx, userId)
    await withdrawAll(tx, person)
    audit(tx, 'data.erasing', userId)
  })
  await deleteEach(tenant, userId, 'accounts', (id) => deleteAccount(tenant, deps, id))
  // The remaining entries have no account, because their data was extracted from uploaded payslips.
  await deleteEach(tenant, userId, 'payroll_entries', (id) => deleteEntry(tenant, id))
  await deleteEach(tenant, userId, 'documents', (id) => deleteDocument(tenant, id))
  for (let round = 0; round < maxRounds && (await eraseSomeUploads(tenant, userId)); round++);
  await tenant.transaction(async (tx) => {
    await deleteNotes(tx, userId)
    await deleteMissingDocuments(tx, userId)
    await deleteReportLinks(tx, userId)
    await forgetSharingDevices(tx, userId)
    await eraseEventContent(tx, userId)
    await deleteRepliesAbout(tx, userId, dataOperations)
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
  userId: string,
  table: Parameters<typeof listUserRowIds>[1],
  remove: (id: string) => Promise<unknown>,
) {
  for (let round = 0; round < maxRounds; round++) {
    const ids = await tenant.transaction((tx) => listUserRowIds(tx, table, userId, batchSize))
    if (ids.length === 0) return
    for (const id of ids) await remove(id).catch(ignoreNotFound)
  }
}

function ignoreNotFound(error: unknown) {
  if (!(error instanceof Problem) || error.status !== 404) throw error
}
