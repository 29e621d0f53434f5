import type { CatalogueEntry } from '../../../connectors/catalogue.ts'
import type { ClientConnectors } from '../../../connectors/registry.ts'
import { audit, type Tenant, type Tx } from '../../../platform/database/tenancy.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { invalid, notFound, Problem } from '../../../platform/problem.ts'
import type { TaskEnd } from '../../../platform/tasks/wait-for-end.ts'
import { type AccountRow, requireAccount, requireAccountOf } from '../../accounts/service.ts'
import { requireAuthorisation } from '../../authorisations/service.ts'
import { requireReachable } from '../../providers/call-provider.ts'
import type { ProviderHealth } from '../../providers/health.ts'
import { problemOf, requireAuthorised } from './preconditions.ts'
import type { IncomeSource } from './retrieve.ts'

// Queries are retrievals of payslips or tax years that a caller requests and waits for.

export type QueryDeps = { connectors: ClientConnectors; health: Pick<ProviderHealth, 'openUntil'> }

export type QueryRequest = { tenant: Tenant; caller: Caller; authorisationId: string | undefined }

/** The differences between queries of payslips and of tax years. */
export type QueryKind = Pick<IncomeSource<object>, 'auditPrefix' | 'requireEnabled'> & {
  isTaxAuthority: boolean
  /** Error text for a query of an account of the other kind. */
  wrongAccountProblem: string
  schedule(
    tx: Tx,
    query: { account: AccountRow; entry: CatalogueEntry; authorisation_id: string },
  ): Promise<string>
}

/** Schedules a retrieval after checking the preconditions. Returns the id of the task to wait for. */
export function requestQuery(
  kind: QueryKind,
  { tenant, caller, authorisationId }: QueryRequest,
  { connectors, health }: QueryDeps,
  accountId: string,
) {
  return tenant.transaction(async (tx) => {
    const account = await requireAccountOf(tx, caller, accountId)
    if (account.is_bank)
      throw invalid(
        'Field [account_id] is invalid: it is of a bank, whose transactions are retrieved automatically',
      )
    if (account.is_tax_authority !== kind.isTaxAuthority) throw invalid(kind.wrongAccountProblem)
    await kind.requireEnabled(tx, account.user_id)
    const byId = authorisationId === undefined ? {} : { id: authorisationId }
    const authorisation_id = await requireAuthorisation(tx, account.user_id, byId)
    requireAuthorised(account)
    const entry = connectors.of(tenant.clientId).get(account.payroll_provider)?.entry
    if (!entry) throw new Error(`[${account.payroll_provider}] is no longer in the catalogue`)
    requireReachable(health, entry)
    audit(tx, `${kind.auditPrefix}.requested`, accountId)
    return kind.schedule(tx, { account, entry, authorisation_id })
  })
}

/** Returns the reply to a query whose task has ended. `presentEntry` formats the submissions of the new entry. */
export function readQueryResult<Submission>(
  auditPrefix: string,
  { tenant, accountId, end }: { tenant: Tenant; accountId: string; end: TaskEnd | undefined },
  presentEntry: (tx: Tx, userId: string, entryId: string) => Promise<Submission[]>,
) {
  const outcome = requireOutcome(end, { kind: 'Account', id: accountId })
  const entry_id = outcome.entry_id === null ? null : String(outcome.entry_id)
  return tenant.transaction(async (tx) => {
    const { user_id } = await requireAccount(tx, accountId)
    const submissions = entry_id === null ? [] : await presentEntry(tx, user_id, entry_id)
    if (submissions.length > 0) audit(tx, `${auditPrefix}.read`, user_id)
    return {
      account_id: accountId,
      entry_id,
      submissions,
      authorisation_id: String(outcome.authorisation_id),
    }
  })
}

/**
 * Returns the outcome of a retrieval task, or throws its failure as an HTTP problem. `subject` is named in the 404 if
 * the task no longer exists.
 */
export function requireOutcome(end: TaskEnd | undefined, subject: { kind: string; id: string }) {
  if (end?.state === 'gone' || end?.state === 'cancelled') throw notFound(subject.kind, subject.id)
  if (end?.state !== 'done')
    throw new Problem(
      503,
      'still-retrieving',
      [
        'The provider has not replied in time; its data will be stored and announced. Please try again later.',
      ],
      { retryAfterSeconds: 10 },
    )
  const outcome = end.outcome ?? {}
  const { refused, retry_after_ms: retryAfterMs } = outcome
  if (typeof refused === 'string')
    throw problemOf(refused, subject, typeof retryAfterMs === 'number' ? retryAfterMs : undefined)
  return outcome
}
