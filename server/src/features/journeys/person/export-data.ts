import { Readable } from 'node:stream'
import { audit, type Tenant } from '../../../platform/database/tenancy.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { listHeldPage } from '../../accounts/service.ts'
import { listAuthorisationPage } from '../../authorisations/service.ts'
import { listStatementPage } from '../../bank-statements/service.ts'
import { listSent } from '../../documents/service.ts'
import { listSubmissionPage } from '../../payroll/service.ts'
import * as taxIncome from '../../tax-income/service.ts'
import { readUser } from '../../users/service.ts'
import { listNotes } from './notes.ts'
import { readClient } from './shared-data.ts'

type Page = { offset: number; limit: number }
type ListPage = (page: Page) => Promise<readonly unknown[]>

/** A list of the export: from which number it counts, how much of it is in memory at once, and how a page is read. */
type List = { name: string; first: 0 | 1; limit: number; read: ListPage }

/**
 * All that is held of a person, as it is written page by page: whatever there is of it, little of it is in memory, and no
 * transaction waits for a slow reader. What comes in meanwhile is left out, so that no page moves.
 */
export async function exportData(tenant: Tenant, caller: Caller): Promise<Readable> {
  const { id: user_id } = caller
  const created_before = new Date()
  const registration = await readUser(tenant, caller, user_id)
  const small = await tenant.transaction(async (tx) => {
    audit(tx, 'export.read', user_id)
    return {
      client: await readClient(tx),
      notes: await listNotes(tx, user_id),
      documents: await listSent(tx, user_id),
    }
  })
  const lists: List[] = [
    {
      name: 'authorisations',
      first: 0,
      limit: 100,
      read: async (page) =>
        (await listAuthorisationPage(tenant, caller, { ...page, user_id })).authorisations,
    },
    { name: 'accounts', first: 1, limit: 20, read: (page) => listHeldPage(tenant, { ...page, user_id }) },
    {
      name: 'payroll_submissions',
      first: 1,
      limit: 50,
      read: async (page) =>
        (await listSubmissionPage(tenant, { ...page, user_id, created_before })).payroll_submissions,
    },
    {
      name: 'bank_statement_submissions',
      first: 0,
      limit: 5,
      read: async (page) =>
        (await listStatementPage(tenant, { ...page, user_id, created_before })).bank_statement_submissions,
    },
    {
      name: 'income_submissions',
      first: 1,
      limit: 50,
      read: async (page) =>
        (await taxIncome.listSubmissionPage(tenant, { ...page, user_id })).income_submissions,
    },
  ]
  return Readable.from(write({ exported_at: created_before, registration, ...small }, lists))
}

async function* write(whole: object, lists: readonly List[]) {
  yield JSON.stringify(whole).slice(0, -1)
  for (const { name, ...list } of lists) {
    yield `,${JSON.stringify(name)}:[`
    yield* writeList(list)
    yield ']'
  }
  yield '}'
}

async function* writeList({ first, limit, read }: Omit<List, 'name'>) {
  for (let offset = first; ; offset += limit) {
    const page = await read({ offset, limit })
    const text = page.map((one) => JSON.stringify(one)).join()
    if (text) yield offset === first ? text : `,${text}`
    if (page.length < limit) return
  }
}
