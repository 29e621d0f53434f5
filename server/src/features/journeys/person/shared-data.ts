import type { z } from 'zod'
import { audit, type Tenant, type Tx } from '../../../platform/database/tenancy.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { CredentialHandoff } from '../../../platform/secrets/credential-handoff.ts'
import { endSessionsAfterWithdrawal } from '../../accounts/login/sign-out.ts'
import { effectiveStatus } from '../../accounts/service.ts'
import { hasValidAuthorisation, listUserAuthorisations, withdraw } from '../../authorisations/service.ts'
import { readConfiguration } from '../../configuration/service.ts'
import { listAllDocuments } from '../../documents/service.ts'
import { listLatestYears } from '../../tax-income/service.ts'
import { customerReference, openUser } from '../../users/service.ts'
import { presentClient } from '../pages/branding.ts'
import { countNotes } from './notes-queries.ts'
import { listSharedAccounts, listViews } from './queries.ts'
import type { Shared } from './schemas.ts'

const maxAuthorisations = 50
const maxAccounts = 50
const maxYears = 30
const maxViews = 30

/** Returns the data shared with the client, and the authorisations under which it was shared. */
export function readShared(tenant: Tenant, userId: string): Promise<z.output<typeof Shared>> {
  return tenant.transaction(async (tx) => {
    const { person } = await openUser(tx, userId)
    audit(tx, 'shared.read', userId)
    return {
      client: await readClient(tx),
      reference: customerReference(userId, person),
      authorisations: await listUserAuthorisations(tx, userId, maxAuthorisations),
      accounts: await listAccounts(tx, userId),
      documents: (await listAllDocuments(tx, userId)).map(({ id, type, file_name, created_at, pages }) => ({
        id,
        type,
        file_name,
        created_at,
        pages,
      })),
      tax_years: (await listLatestYears(tx, userId, maxYears)).length,
      notes: await countNotes(tx, userId),
      views: await listViews(tx, userId, maxViews),
    }
  })
}

async function listAccounts(tx: Tx, userId: string) {
  const accounts = await listSharedAccounts(tx, userId, maxAccounts)
  return accounts.map(({ id, payroll_provider, created_at, submissions, ...account }) => ({
    account_id: id,
    payroll_provider,
    status: effectiveStatus(account),
    created_at,
    submissions,
  }))
}

/**
 * Stops further retrievals; data already shared is kept until it is deleted. After the last authorisation, also ends the
 * sessions at the providers.
 */
export const withdrawOwn = (
  tenant: Tenant,
  { credentialHandoff }: { credentialHandoff: CredentialHandoff },
  person: Caller,
  id: string,
) =>
  tenant.transaction(async (tx) => {
    const withdrawn = await withdraw(tx, person, id)
    if (!(await hasValidAuthorisation(tx, person.id)))
      await endSessionsAfterWithdrawal(tx, credentialHandoff, person.id)
    return withdrawn
  })

export async function readClient(tx: Tx) {
  const { name } = presentClient(await readConfiguration(tx), null)
  return { name }
}
