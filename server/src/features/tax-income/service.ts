import type { z } from 'zod'
import type { Device } from '../../connectors/connector.ts'
import { audit, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import { paginationOf } from '../../platform/http/wire.ts'
import type { CredentialHandoff } from '../../platform/secrets/credential-handoff.ts'
import type { TaskEnd } from '../../platform/tasks/wait-for-end.ts'
import { requireTaxAuthorityEnabled } from '../accounts/service.ts'
import {
  deleteEntry as deleteIncomeEntry,
  type EntryKind,
  listEntryPage as listEntries,
  readEntry as readIncomeEntry,
} from '../payroll/entries.ts'
import {
  type QueryDeps,
  type QueryKind,
  type QueryRequest,
  readQueryResult,
  requestQuery,
} from '../payroll/retrieval/query.ts'
import { requireUser } from '../users/service.ts'
import { listEntrySubmissions, listSubmissions, type TaxYearFilter } from './queries.ts'
import type { IncomeConnectionResult } from './schemas.ts'
import { presentRows } from './store-tax-years.ts'
import { startQuery } from './tasks.ts'
import type { TaxYearSubmission } from './wire.ts'

export type TaxIncomeDeps = QueryDeps & { credentialHandoff: CredentialHandoff }

const taxIncomeEntries: EntryKind<'tax_income_entries'> = {
  table: 'tax_income_entries',
  auditPrefix: 'tax_income',
}

export const listEntryPage = (tenant: Tenant, query: Parameters<typeof listEntries>[2]) =>
  listEntries(taxIncomeEntries, tenant, query)

export const readEntry = (tenant: Tenant, id: string) => readIncomeEntry(taxIncomeEntries, tenant, id)

/** Deletes an entry and its submissions. The next query or recurring check retrieves the data again. */
export const deleteEntry = (tenant: Tenant, id: string) => deleteIncomeEntry(taxIncomeEntries, tenant, id)

/** Schedules a retrieval of new tax years. Returns the id of the task to wait for. */
export function requestTaxYearQuery(
  { device, ...request }: QueryRequest & { device: Device },
  { credentialHandoff, ...deps }: TaxIncomeDeps,
  accountId: string,
) {
  const taxYearQuery = {
    auditPrefix: 'tax_income',
    requireEnabled: requireTaxAuthorityEnabled,
    isTaxAuthority: true,
    wrongAccountProblem:
      'Field [account_id] is invalid: it is of a payroll provider; use POST /payroll/entries/connections',
    schedule: (tx, query) => startQuery(tx, credentialHandoff, { ...query, device }),
  } satisfies QueryKind
  return requestQuery(taxYearQuery, request, deps, accountId)
}

export async function readTaxYearQuery(
  tenant: Tenant,
  accountId: string,
  end: TaskEnd | undefined,
): Promise<z.output<typeof IncomeConnectionResult>> {
  const { submissions, ...result } = await readQueryResult(
    'tax_income',
    { tenant, accountId, end },
    async (tx, userId, entryId) => presentRows(tx, userId, await listEntrySubmissions(tx, entryId)),
  )
  return { ...result, income_submissions: submissions }
}

type Paging = { offset: number; limit: number }

export function listSubmissionPage(tenant: Tenant, { offset, limit, ...filter }: Paging & TaxYearFilter) {
  return tenant.transaction(async (tx) => {
    await requireUser(tx, filter.user_id)
    const { total, submissions } = await listSubmissions(tx, filter, { skip: offset - 1, limit })
    audit(tx, 'tax_income.read', filter.user_id)
    return {
      pagination: paginationOf({ offset, limit }, submissions, total),
      income_submissions: await presentRows(tx, filter.user_id, submissions),
    }
  })
}

/** Sufficient for every tax year, even if the authority has corrected some of them many times. */
const maxSubmissions = 100

/** Lists the latest submission of each tax year, newest year first. */
export async function listLatestYears(tx: Tx, userId: string, maxYears: number) {
  const page = { skip: 0, limit: maxSubmissions }
  const { submissions } = await listSubmissions(tx, { user_id: userId }, page)
  const latest = new Map<string, TaxYearSubmission>()
  for (const submission of await presentRows(tx, userId, submissions)) {
    const { start } = submission.income_period
    if (!latest.has(start)) latest.set(start, submission)
  }
  const newestFirst = [...latest].toSorted(([one], [other]) => other.localeCompare(one))
  return newestFirst.slice(0, maxYears).map(([, submission]) => submission)
}
