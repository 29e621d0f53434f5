import type { z } from 'zod'
import { audit, type Tenant, type Tx } from '../../../platform/database/tenancy.ts'
import { statusNow } from '../../accounts/service.ts'
import { listGiven, withdraw } from '../../authorisations/service.ts'
import { readConfiguration } from '../../configuration/service.ts'
import { listSent } from '../../documents/service.ts'
import { listLatestYears } from '../../tax-income/service.ts'
import { openUser } from '../../users/service.ts'
import { presentClient } from '../pages/branding.ts'
import { countNotes } from './notes-queries.ts'
import { listAccountsOf } from './queries.ts'
import type { Shared } from './schemas.ts'

const mostAuthorisations = 50
const mostAccounts = 50
const mostYears = 30

/** What was shared with whom, and what allowed it. */
export function readShared(tenant: Tenant, userId: string): Promise<z.output<typeof Shared>> {
  return tenant.transaction(async (tx) => {
    const { person } = await openUser(tx, userId)
    audit(tx, 'shared.read', userId)
    return {
      client: await readClient(tx),
      reference: referenceOf(userId, person),
      authorisations: await listGiven(tx, userId, mostAuthorisations),
      accounts: await listAccounts(tx, userId),
      documents: (await listSent(tx, userId)).map(({ id, type, file_name, created_at, pages }) => ({
        id,
        type,
        file_name,
        created_at,
        pages,
      })),
      tax_years: (await listLatestYears(tx, userId, mostYears)).length,
      notes: await countNotes(tx, userId),
    }
  })
}

async function listAccounts(tx: Tx, userId: string) {
  const accounts = await listAccountsOf(tx, userId, mostAccounts)
  return accounts.map(({ id, payroll_provider, created_at, submissions, ...account }) => ({
    account_id: id,
    payroll_provider,
    status: statusNow(account),
    created_at,
    submissions,
  }))
}

/** Nothing more is fetched by it. What was shared stays until it is deleted. */
export const withdrawOwn = (tenant: Tenant, userId: string, id: string) =>
  tenant.transaction((tx) => withdraw(tx, userId, id))

/** Who has asked. */
export async function readClient(tx: Tx) {
  const { name } = presentClient(await readConfiguration(tx), null)
  return { name }
}

/** What a person quotes when they ask the client. */
const referenceOf = (userId: string, { ext_id }: { ext_id?: string | undefined }) =>
  ext_id ?? userId.slice(0, 8)
