import { audit, type Tenant } from '../../../platform/database/tenancy.ts'
import { forgetRepliesAbout } from '../../../platform/http/idempotency.ts'
import { Problem } from '../../../platform/problem.ts'
import type { SecretDesk } from '../../../platform/secrets/credential-handoff.ts'
import { deleteAccount } from '../../accounts/login/connections.ts'
import { withdrawAll } from '../../authorisations/service.ts'
import { eraseUploadsOf } from '../../documents/erase.ts'
import { deleteDocument } from '../../documents/service.ts'
import { deleteEntry } from '../../payroll/service.ts'
import { requireUser } from '../../users/service.ts'
import { forgetSaid } from '../../webhooks/service.ts'
import { deleteNotes } from './notes-queries.ts'
import { listIdsOf } from './queries.ts'

const atOnce = 50
/** More than anybody has: a loop that runs so often has met somebody who adds as fast as it deletes. */
const mostRounds = 100

/** Of these no answer may be left; whoever repeats one finds no authorisation. */
const dataOperations = /^(POST|PUT) \/(accounts|documents|payroll|taxauth|journeys\/current\/(notes|direct))/

/**
 * Deletes what is known of a person but their registration, which is the client's. First everything is withdrawn: what is
 * still being fetched or read is thrown away by whoever fetches it, so that nothing comes after. Each account and document
 * goes in a transaction of its own; broken off, it can be asked for again.
 */
export async function eraseData(tenant: Tenant, parts: { desk: SecretDesk }, userId: string) {
  await tenant.transaction(async (tx) => {
    await requireUser(tx, userId)
    await withdrawAll(tx, userId)
    audit(tx, 'data.erasing', userId)
  })
  await deleteEach(tenant, userId, 'accounts', (id) => deleteAccount(tenant, parts, id))
  // Those that are left have no account: what was read from uploaded payslips, with their documents.
  await deleteEach(tenant, userId, 'payroll_entries', (id) => deleteEntry(tenant, id))
  await deleteEach(tenant, userId, 'documents', (id) => deleteDocument(tenant, id))
  for (let round = 0; round < mostRounds && (await eraseSomeUploads(tenant, userId)); round++);
  await tenant.transaction(async (tx) => {
    await deleteNotes(tx, userId)
    await forgetSaid(tx, userId)
    await forgetRepliesAbout(tx, userId, dataOperations)
    audit(tx, 'data.erased', userId)
  })
}

const eraseSomeUploads = (tenant: Tenant, userId: string) =>
  tenant.transaction((tx) => {
    audit(tx, 'upload.erased', userId)
    return eraseUploadsOf(tx, userId)
  })

async function deleteEach(
  tenant: Tenant,
  userId: string,
  table: Parameters<typeof listIdsOf>[1],
  remove: (id: string) => Promise<unknown>,
) {
  for (let round = 0; round < mostRounds; round++) {
    const ids = await tenant.transaction((tx) => listIdsOf(tx, table, userId, atOnce))
    if (ids.length === 0) return
    for (const id of ids) await remove(id).catch(unlessGone)
  }
}

function unlessGone(error: unknown) {
  if (!(error instanceof Problem) || error.status !== 404) throw error
}
