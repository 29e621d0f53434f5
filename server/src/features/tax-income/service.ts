import type { z } from 'zod'
import type { Device } from '../../connectors/connector.ts'
import type { Connectors } from '../../connectors/registry.ts'
import { audit, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { invalid, notFound } from '../../platform/problem.ts'
import type { SecretDesk } from '../../platform/secrets/credential-handoff.ts'
import type { TaskEnd } from '../../platform/tasks/wait-for-end.ts'
import { holdAccount, requireAccount, requireAccountOf, requireTaxauthOn } from '../accounts/service.ts'
import { requireAuthorisation } from '../authorisations/service.ts'
import { requireAuthorised, requireHeldUser } from '../payroll/retrieval/preconditions.ts'
import { requireOutcome } from '../payroll/service.ts'
import { requireReachable } from '../providers/call-provider.ts'
import type { ProviderHealth } from '../providers/health.ts'
import { requireUser } from '../users/service.ts'
import {
  deleteEntryRow,
  findEntry,
  listEntries,
  listOfEntry,
  listSubmissions,
  type SubmissionFilter,
} from './queries.ts'
import type { IncomeConnectionResult } from './schemas.ts'
import { presentRows } from './store-tax-years.ts'
import { startQuery } from './tasks.ts'
import type { Submission } from './wire.ts'

export type TaxIncomeParts = {
  connectors: Connectors
  health: Pick<ProviderHealth, 'openUntil'>
  desk: SecretDesk
}

type Asking = { tenant: Tenant; caller: Caller; authorisationId: string | undefined; device: Device }

/** Starts a query of what is new. What can be refused at once is; returns the task to wait for. */
export function requestQuery(
  { tenant, caller, authorisationId, device }: Asking,
  { connectors, health, desk }: TaxIncomeParts,
  accountId: string,
) {
  return tenant.transaction(async (tx) => {
    const account = await requireAccountOf(tx, caller, accountId)
    if (!account.is_tax_authority)
      throw invalid(
        'Field [account_id] is invalid: it is of a payroll provider; use POST /payroll/entries/connections',
      )
    await requireTaxauthOn(tx, account.user_id)
    const named = authorisationId === undefined ? {} : { id: authorisationId }
    const authorisation_id = await requireAuthorisation(tx, account.user_id, named)
    requireAuthorised(account)
    const entry = connectors.get(account.payroll_provider)?.entry
    if (!entry) throw new Error(`[${account.payroll_provider}] is no longer in the catalogue`)
    requireReachable(health, entry)
    audit(tx, 'tax_income.requested', accountId)
    return startQuery(tx, desk, { account, entry, authorisation_id, device })
  })
}

export function readQuery(
  tenant: Tenant,
  accountId: string,
  end: TaskEnd | undefined,
): Promise<z.output<typeof IncomeConnectionResult>> {
  const outcome = requireOutcome(end, { kind: 'Account', id: accountId })
  const entry_id = outcome.entry_id === null ? null : String(outcome.entry_id)
  return tenant.transaction(async (tx) => {
    const rows = entry_id === null ? [] : await listOfEntry(tx, entry_id)
    const { user_id } = await requireAccount(tx, accountId)
    if (rows.length > 0) audit(tx, 'tax_income.read', user_id)
    return {
      account_id: accountId,
      entry_id,
      income_submissions: await presentRows(tx, user_id, rows),
      authorisation_id: String(outcome.authorisation_id),
    }
  })
}

type Paging = { offset: number; limit: number }

export function listEntryPage(
  tenant: Tenant,
  { offset, limit, ...filter }: Paging & { user_id: string; account_id?: string | undefined },
) {
  return tenant.transaction(async (tx) => {
    await requireUser(tx, filter.user_id)
    const { total, entries } = await listEntries(tx, filter, { skip: offset - 1, limit })
    audit(tx, 'tax_income.listed', filter.user_id)
    return {
      pagination: { offset, limit, count: entries.length, total_count: total },
      entries: entries.map(({ id, created_at, ...entry }) => ({
        ...entry,
        entry_id: id,
        created_at: created_at.toISOString(),
      })),
    }
  })
}

export function listSubmissionPage(tenant: Tenant, { offset, limit, ...filter }: Paging & SubmissionFilter) {
  return tenant.transaction(async (tx) => {
    await requireUser(tx, filter.user_id)
    const { total, submissions } = await listSubmissions(tx, filter, { skip: offset - 1, limit })
    audit(tx, 'tax_income.read', filter.user_id)
    return {
      pagination: { offset, limit, count: submissions.length, total_count: total },
      income_submissions: await presentRows(tx, filter.user_id, submissions),
    }
  })
}

/** With its submissions. What the authority still says is fetched again by the next query or check. */
export function deleteEntry(tenant: Tenant, id: string) {
  return tenant.transaction(async (tx) => {
    const entry = await findEntry(tx, id)
    if (!entry) throw notFound('Entry', id)
    await requireHeldUser(tx, entry.user_id)
    await holdAccount(tx, entry.account_id)
    if (!(await deleteEntryRow(tx, id))) throw notFound('Entry', id)
    audit(tx, 'entry.deleted', id)
  })
}

/** A person has few years; a year that the authority corrected again and again is still found among these. */
const mostSubmissions = 100

/** What the authority said last of each tax year, the newest year first. */
export async function listLatestYears(tx: Tx, userId: string, most: number) {
  const page = { skip: 0, limit: mostSubmissions }
  const { submissions } = await listSubmissions(tx, { user_id: userId }, page)
  const latest = new Map<string, Submission>()
  for (const submission of await presentRows(tx, userId, submissions)) {
    const { start } = submission.income_period
    if (!latest.has(start)) latest.set(start, submission)
  }
  const newestFirst = [...latest].toSorted(([one], [other]) => other.localeCompare(one))
  return newestFirst.slice(0, most).map(([, submission]) => submission)
}
