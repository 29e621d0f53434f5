import type { z } from 'zod'
import type { Connectors } from '../../connectors/registry.ts'
import { audit, type Tenant } from '../../platform/database/tenancy.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { invalid, notFound, Problem } from '../../platform/problem.ts'
import type { TaskEnd } from '../../platform/tasks/wait-for-end.ts'
import { holdAccount, requireAccount, requireAccountOf, requireConnectionsOn } from '../accounts/service.ts'
import { requireAuthorisation } from '../authorisations/service.ts'
import { removeDocuments } from '../documents/service.ts'
import { requireReachable } from '../providers/call-provider.ts'
import type { ProviderHealth } from '../providers/health.ts'
import { requireUser } from '../users/service.ts'
import {
  deleteEntryRow,
  findEntry,
  findLatestPayDate,
  listAllSubmissions,
  listDirectAccounts,
  listEntries,
  listEntryDocuments,
  listSubmissions,
  type SubmissionFilter,
  setLatestPayDate,
} from './queries.ts'
import { requirePersonSought } from './retrieval/direct-connection.ts'
import { problemOf, requireAuthorised, requireHeldUser } from './retrieval/preconditions.ts'
import type { PayrollConnectionResult } from './schemas.ts'
import { presentRows } from './submissions/open-submissions.ts'
import { direct, optionsFor, retrieve } from './tasks.ts'

type Asking = { tenant: Tenant; caller: Caller; authorisationId: string | undefined }
type Parts = { connectors: Connectors; health: Pick<ProviderHealth, 'openUntil'> }

/** Starts a query of what is new. What can be refused at once is; returns the task to wait for. */
export function requestQuery({ tenant, caller, authorisationId }: Asking, parts: Parts, accountId: string) {
  return tenant.transaction(async (tx) => {
    const account = await requireAccountOf(tx, caller, accountId)
    if (account.is_tax_authority)
      throw invalid(
        'Field [account_id] is invalid: it is of the tax authority; use POST /taxauth/entries/connections',
      )
    await requireConnectionsOn(tx, account.user_id)
    const authorisation_id = await requireAuthorisation(tx, account.user_id, named(authorisationId))
    requireAuthorised(account)
    const entry = parts.connectors.get(account.payroll_provider)?.entry
    if (!entry) throw new Error(`[${account.payroll_provider}] is no longer in the catalogue`)
    requireReachable(parts.health, entry)
    audit(tx, 'payroll.requested', accountId)
    const input = { account_id: accountId, authorisation_id, why: 'query' } as const
    return retrieve.schedule(tx, input, { ...optionsFor(account, entry), awaited: true })
  })
}

export function readQuery(
  tenant: Tenant,
  accountId: string,
  end: TaskEnd | undefined,
): Promise<z.output<typeof PayrollConnectionResult>> {
  const { entry_id, authorisation_id } = requireOutcome(end, { kind: 'Account', id: accountId })
  return tenant.transaction(async (tx) => {
    const rows = entry_id === null ? [] : await listAllSubmissions(tx, { entry: String(entry_id) })
    const { user_id } = await requireAccount(tx, accountId)
    if (rows.length > 0) audit(tx, 'payroll.read', user_id)
    return {
      account_id: accountId,
      entry_id: entry_id === null ? null : String(entry_id),
      payroll_submissions: await presentRows(tx, user_id, rows),
      authorisation_id: String(authorisation_id),
    }
  })
}

/** Starts a look at every direct provider; returns the task to wait for. */
export function requestDirect({ tenant, authorisationId }: Asking, userId: string) {
  return tenant.transaction(async (tx) => {
    await requireUser(tx, userId)
    await requireConnectionsOn(tx, userId)
    const authorisation_id = await requireAuthorisation(tx, userId, named(authorisationId))
    await requirePersonSought(tx, userId)
    audit(tx, 'payroll.requested', userId)
    const options = { key: `direct ${userId}`, userId, awaited: true }
    return direct.schedule(tx, { user_id: userId, authorisation_id }, options)
  })
}

const usualLimit = 100

/** All that the direct accounts of a user have, new or not: asked again, it is the same page. */
export function readDirect(tenant: Tenant, userId: string, end: TaskEnd | undefined) {
  requireOutcome(end, { kind: 'User', id: userId })
  return tenant.transaction(async (tx) => {
    await requireUser(tx, userId)
    const accounts = (await listDirectAccounts(tx, userId)).map(({ id }) => id)
    const rows = await listAllSubmissions(tx, { accounts })
    if (rows.length > 0) audit(tx, 'payroll.read', userId)
    const count = rows.length
    return {
      pagination: { offset: 1, limit: Math.max(usualLimit, count), count, total_count: count },
      payroll_submissions: await presentRows(tx, userId, rows),
    }
  })
}

/** What a task came to, or the answer that says why not. `subject`: what is gone if the task is. */
export function requireOutcome(end: TaskEnd | undefined, subject: { kind: string; id: string }) {
  if (end?.state === 'gone' || end?.state === 'cancelled') throw notFound(subject.kind, subject.id)
  if (end?.state !== 'done')
    throw new Problem(
      503,
      'still-retrieving',
      ['The provider has not answered in time; what it has will be stored and announced. Please ask later.'],
      { retryAfterSeconds: 10 },
    )
  const outcome = end.outcome ?? {}
  if (typeof outcome.refused === 'string') throw problemOf(outcome.refused, subject)
  return outcome
}

type Paging = { offset: number; limit: number }

export function listEntryPage(
  tenant: Tenant,
  { offset, limit, ...filter }: Paging & { user_id: string; account_id?: string | undefined },
) {
  return tenant.transaction(async (tx) => {
    await requireUser(tx, filter.user_id)
    const { total, entries } = await listEntries(tx, filter, { skip: offset - 1, limit })
    audit(tx, 'payroll.listed', filter.user_id)
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

type Filter = Omit<SubmissionFilter, 'document_external_hash'> & { document_external_id?: string | undefined }

export function listSubmissionPage(
  tenant: Tenant,
  { offset, limit, document_external_id, ...filter }: Paging & Filter,
) {
  const document_external_hash =
    document_external_id === undefined
      ? undefined
      : tenant.keys.lookupHash('payroll_submissions.document_external_id', document_external_id)
  return tenant.transaction(async (tx) => {
    await requireUser(tx, filter.user_id)
    const page = { skip: offset - 1, limit }
    const { total, submissions } = await listSubmissions(tx, { ...filter, document_external_hash }, page)
    audit(tx, 'payroll.read', filter.user_id)
    return {
      pagination: { offset, limit, count: submissions.length, total_count: total },
      payroll_submissions: await presentRows(tx, filter.user_id, submissions),
    }
  })
}

/** With its submissions, and the documents of uploads. What was the newest of its account can be fetched again. */
export function deleteEntry(tenant: Tenant, id: string) {
  return tenant.transaction(async (tx) => {
    const entry = await findEntry(tx, id)
    if (!entry) throw notFound('Entry', id)
    await requireHeldUser(tx, entry.user_id)
    if (entry.account_id) await holdAccount(tx, entry.account_id)
    await removeDocuments(tx, entry.user_id, await listEntryDocuments(tx, id))
    if (!(await deleteEntryRow(tx, id))) throw notFound('Entry', id)
    if (entry.account_id)
      await setLatestPayDate(tx, entry.account_id, await findLatestPayDate(tx, entry.account_id))
    audit(tx, 'entry.deleted', id)
  })
}

const named = (id: string | undefined) => (id === undefined ? {} : { id })
