import { Readable } from 'node:stream'
import { audit, type Tenant } from '../../../platform/database/tenancy.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { listAccountsForExport, listMismatchedAccountIds } from '../../accounts/service.ts'
import { listAuthorisationPage } from '../../authorisations/service.ts'
import { listStatementPage } from '../../bank-statements/service.ts'
import { listAllDocuments } from '../../documents/service.ts'
import { listSubmissionPage } from '../../payroll/service.ts'
import * as taxIncome from '../../tax-income/service.ts'
import { readUser } from '../../users/service.ts'
import { listMissingDocuments } from '../coverage/service.ts'
import { listNotes } from './notes.ts'
import { readClient } from './shared-data.ts'

type ListPageQuery = { offset: number; limit: number }
type ListPage = (page: ListPageQuery) => Promise<readonly unknown[]>

/** A list of the export, read in pages of `limit` items. */
type ExportedList = { name: string; firstOffset: 0 | 1; limit: number; read: ListPage }

/**
 * Streams all data stored about a user, page by page. This limits memory use, and no transaction has to wait for a
 * slow reader. Data that is added during the export is left out, so that pages do not shift.
 */
export async function exportData(tenant: Tenant, caller: Caller): Promise<Readable> {
  const { id: user_id } = caller
  const created_before = new Date()
  const registration = await readUser(tenant, caller, user_id)
  const { except_accounts, ...small } = await tenant.transaction(async (tx) => {
    audit(tx, 'export.read', user_id)
    return {
      client: await readClient(tx),
      notes: await listNotes(tx, user_id),
      missing_documents: await listMissingDocuments(tx, user_id),
      documents: await listAllDocuments(tx, user_id),
      // Payslips that show another person are that person's data.
      except_accounts: await listMismatchedAccountIds(tx, user_id),
    }
  })
  const lists: ExportedList[] = [
    {
      name: 'authorisations',
      firstOffset: 0,
      limit: 100,
      read: async (page) =>
        (await listAuthorisationPage(tenant, caller, { ...page, user_id })).authorisations,
    },
    {
      name: 'accounts',
      firstOffset: 1,
      limit: 20,
      read: (page) => listAccountsForExport(tenant, { ...page, user_id }),
    },
    {
      name: 'payroll_submissions',
      firstOffset: 1,
      limit: 50,
      read: async (page) =>
        (await listSubmissionPage(tenant, { ...page, user_id, created_before, except_accounts }))
          .payroll_submissions,
    },
    {
      name: 'bank_statement_submissions',
      firstOffset: 0,
      limit: 5,
      read: async (page) =>
        (await listStatementPage(tenant, { ...page, user_id, created_before })).bank_statement_submissions,
    },
    {
      name: 'income_submissions',
      firstOffset: 1,
      limit: 50,
      read: async (page) =>
        (await taxIncome.listSubmissionPage(tenant, { ...page, user_id })).income_submissions,
    },
  ]
  return Readable.from(write({ exported_at: created_before, registration, ...small }, lists))
}

async function* write(head: object, lists: readonly ExportedList[]) {
  yield JSON.stringify(head).slice(0, -1)
  for (const { name, ...list } of lists) {
    yield `,${JSON.stringify(name)}:[`
    yield* writeList(list)
    yield ']'
  }
  yield '}'
}

async function* writeList({ firstOffset, limit, read }: Omit<ExportedList, 'name'>) {
  for (let offset = firstOffset; ; offset += limit) {
    const page = await read({ offset, limit })
    const text = page.map((one) => JSON.stringify(one)).join()
    if (text) yield offset === firstOffset ? text : `,${text}`
    if (page.length < limit) return
  }
}
