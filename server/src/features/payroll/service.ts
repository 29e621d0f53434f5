import type { z } from 'zod'
import { audit, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { paginationOf } from '../../platform/http/wire.ts'
import { notFound } from '../../platform/problem.ts'
import type { TaskEnd } from '../../platform/tasks/wait-for-end.ts'
import { listMismatchedAccountIds, requireConnectionsEnabled } from '../accounts/service.ts'
import { requireAuthorisation } from '../authorisations/service.ts'
import { deleteDocumentsOfEntry } from '../documents/service.ts'
import { openUser, requireUser } from '../users/service.ts'
import {
  deleteEntry as deleteIncomeEntry,
  type EntryKind,
  listEntryPage as listEntries,
  readEntry as readIncomeEntry,
} from './entries.ts'
import { findDuplicates } from './income/duplicates.ts'
import { listSharedPeriods } from './income/periods.ts'
import {
  findLatestPayDate,
  findSubmission,
  listAllSubmissions,
  listDirectAccounts,
  listEntryDocuments,
  listSubmissions,
  type PayrollSubmissionFilter,
  setLatestPayDate,
} from './queries.ts'
import { requirePersonDetails } from './retrieval/direct-connection.ts'
import {
  type QueryDeps,
  type QueryKind,
  type QueryRequest,
  readQueryResult,
  requestQuery,
  requireOutcome,
} from './retrieval/query.ts'
import type { PayrollConnectionResult } from './schemas.ts'
import { presentRows } from './submissions/open-submissions.ts'
import { direct, retrievalOptions, retrieve } from './tasks.ts'

const payrollEntries: EntryKind<'payroll_entries'> = {
  table: 'payroll_entries',
  auditPrefix: 'payroll',
  async beforeDelete(tx, { id, user_id }) {
    await deleteDocumentsOfEntry(tx, user_id, await listEntryDocuments(tx, id))
  },
  // Resets the latest pay date of the account, so that deleted payslips can be retrieved again.
  async afterDelete(tx, { account_id }) {
    if (account_id) await setLatestPayDate(tx, account_id, await findLatestPayDate(tx, account_id))
  },
}

export const listEntryPage = (tenant: Tenant, query: Parameters<typeof listEntries>[2]) =>
  listEntries(payrollEntries, tenant, query)

export const readEntry = (tenant: Tenant, id: string) => readIncomeEntry(payrollEntries, tenant, id)

/** Deletes an entry with its submissions and uploaded documents. */
export const deleteEntry = (tenant: Tenant, id: string) => deleteIncomeEntry(payrollEntries, tenant, id)

const payslipQuery = {
  auditPrefix: 'payroll',
  requireEnabled: requireConnectionsEnabled,
  isTaxAuthority: false,
  wrongAccountProblem:
    'Field [account_id] is invalid: it is of the tax authority; use POST /taxauth/entries/connections',
  schedule: (tx, { account, entry, authorisation_id }) =>
    retrieve.schedule(
      tx,
      { account_id: account.id, authorisation_id, why: 'query' },
      { ...retrievalOptions(account, entry), awaited: true },
    ),
} satisfies QueryKind

/** Schedules a retrieval of new payslips. Returns the id of the task to wait for. */
export const requestPayslipQuery = (request: QueryRequest, deps: QueryDeps, accountId: string) =>
  requestQuery(payslipQuery, request, deps, accountId)

export async function readPayslipQuery(
  tenant: Tenant,
  caller: Caller,
  accountId: string,
  end: TaskEnd | undefined,
): Promise<z.output<typeof PayrollConnectionResult>> {
  const { submissions, ...result } = await readQueryResult(
    'payroll',
    { tenant, accountId, end },
    async (tx, userId, entry) => {
      const isHidden = isInJourney(caller) && (await listMismatchedAccountIds(tx, userId)).includes(accountId)
      return isHidden ? [] : presentRows(tx, userId, await listAllSubmissions(tx, { entry }))
    },
  )
  return { ...result, payroll_submissions: submissions }
}

/** An applicant in a journey must not see the payslips of another person. A token that the client requested may. */
const isInJourney = (caller: Caller) => caller.kind === 'user' && caller.journeyId !== null

/** Schedules a query of all direct providers. Returns the id of the task to wait for. */
export function requestDirectConnection({ tenant, authorisationId }: QueryRequest, userId: string) {
  return tenant.transaction(async (tx) => {
    await requireUser(tx, userId)
    await requireConnectionsEnabled(tx, userId)
    const authorisation_id = await requireAuthorisation(tx, userId, byId(authorisationId))
    await requirePersonDetails(tx, userId)
    audit(tx, 'payroll.requested', userId)
    const options = { key: `direct ${userId}`, userId, awaited: true }
    return direct.schedule(tx, { user_id: userId, authorisation_id }, options)
  })
}

const defaultLimit = 100

/** Returns all submissions of the user's direct accounts, both new and known, as one page. */
export function readDirectConnection(tenant: Tenant, userId: string, end: TaskEnd | undefined) {
  requireOutcome(end, { kind: 'User', id: userId })
  return tenant.transaction(async (tx) => {
    await requireUser(tx, userId)
    const accounts = (await listDirectAccounts(tx, userId)).map(({ id }) => id)
    const rows = await listAllSubmissions(tx, { accounts })
    if (rows.length > 0) audit(tx, 'payroll.read', userId)
    const limit = Math.max(defaultLimit, rows.length)
    return {
      pagination: paginationOf({ offset: 1, limit }, rows, rows.length),
      payroll_submissions: await presentRows(tx, userId, rows),
    }
  })
}

type Paging = { offset: number; limit: number }

type SubmissionPageFilter = Omit<PayrollSubmissionFilter, 'document_external_hash' | 'except'> & {
  document_external_id?: string | undefined
  include_duplicates?: boolean
}

export function listSubmissionPage(
  tenant: Tenant,
  {
    offset,
    limit,
    document_external_id,
    include_duplicates = true,
    ...filter
  }: Paging & SubmissionPageFilter,
) {
  const document_external_hash =
    document_external_id === undefined
      ? undefined
      : tenant.keys.lookupHash('payroll_submissions.document_external_id', document_external_id)
  return tenant.transaction(async (tx) => {
    const { key } = await openUser(tx, filter.user_id)
    const page = { skip: offset - 1, limit }
    const except = include_duplicates ? [] : await listDuplicateIds(tx, { id: filter.user_id, key })
    const { total, submissions } = await listSubmissions(
      tx,
      { ...filter, document_external_hash, except },
      page,
    )
    audit(tx, 'payroll.read', filter.user_id)
    return {
      pagination: paginationOf({ offset, limit }, submissions, total),
      payroll_submissions: await presentRows(tx, filter.user_id, submissions),
    }
  })
}

export function readSubmission(tenant: Tenant, { user_id, id }: { user_id: string; id: string }) {
  return tenant.transaction(async (tx) => {
    await requireUser(tx, user_id)
    const row = await findSubmission(tx, { user_id, id })
    const [submission] = row ? await presentRows(tx, user_id, [row]) : []
    if (!submission) throw notFound('Payroll submission', id)
    audit(tx, 'payroll.read', user_id)
    return submission
  })
}

const listDuplicateIds = async (tx: Tx, user: Parameters<typeof listSharedPeriods>[1]) => [
  ...findDuplicates(await listSharedPeriods(tx, user)).keys(),
]

const byId = (id: string | undefined) => (id === undefined ? {} : { id })
