import type { CatalogueEntry } from '../../connectors/catalogue.ts'
import type { Device } from '../../connectors/connector.ts'
import type { Tx } from '../../platform/database/tenancy.ts'
import type { CredentialHandoff } from '../../platform/secrets/credential-handoff.ts'
import { defineTask } from '../../platform/tasks/task.ts'
import { handOffSecret } from '../accounts/login/attempt.ts'
import type { AccountRow } from '../accounts/service.ts'
import { runRetrieval, type ScheduleRetry } from '../payroll/retrieval/retrieve.ts'
import { type TaxIncomeTaskDeps, TaxYearInput, taxYearSource } from './fetch-tax-years.ts'

/** Retrieves new tax years through an account. */
export const retrieveIncome = defineTask({
  kind: 'tax-income.retrieve',
  lane: 'tax',
  input: TaxYearInput,
  timeoutMs: 600_000,
  run: (job, deps: TaxIncomeTaskDeps) =>
    runRetrieval({ ...taxYearSource(job, deps), scheduleRetry }, job, deps),
})

type PacedEntry = Pick<CatalogueEntry, 'id' | 'per_second'>

/**
 * Task options of retrievals. Each client has one retrieval at a time, so that no client takes more than its share of
 * the workers and of the authority's rate limit. This also prevents concurrent renewals of the same consent.
 */
const retrievalOptions = ({ user_id }: Pick<AccountRow, 'user_id'>, { id, per_second }: PacedEntry) => ({
  key: `provider ${id}`,
  userId: user_id,
  pace: { name: `provider ${id}`, perSecond: per_second },
})

/** Head start of queries. A caller waits for them, so they run before background retrievals of the same client. */
const queryHeadStartMs = 10 * 60_000

type QueryStart = { account: AccountRow; entry: PacedEntry; authorisation_id: string; device: Device }

/** Schedules a retrieval that a caller waits for. Returns the task id. */
export async function startQuery(
  tx: Tx,
  credentialHandoff: CredentialHandoff,
  { account, entry, authorisation_id, device }: QueryStart,
) {
  const input = { account_id: account.id, authorisation_id, why: 'query', has_device: true } as const
  const at = new Date(Date.now() - queryHeadStartMs)
  const taskId = await retrieveIncome.schedule(tx, input, {
    ...retrievalOptions(account, entry),
    at,
    awaited: true,
  })
  handOffSecret(credentialHandoff, taskId, device)
  return taskId
}

/** Schedules the first retrieval, in the transaction that makes the account AUTHORISED. */
export async function startFirstIncome(
  tx: Tx,
  credentialHandoff: CredentialHandoff,
  { account, entry, device }: { account: AccountRow; entry: PacedEntry; device: Device | null },
) {
  const input = { account_id: account.id, why: 'first', has_device: device !== null } as const
  const taskId = await retrieveIncome.schedule(tx, input, retrievalOptions(account, entry))
  if (device) handOffSecret(credentialHandoff, taskId, device)
}

/**
 * Schedules the recurring checks of accounts of all clients. Their next due time is already set, so they are not
 * scheduled twice.
 */
export const startIncomeChecks = (
  tx: Tx,
  accounts: readonly { client_id: string; id: string; user_id: string }[],
  entry: PacedEntry,
) =>
  retrieveIncome.scheduleMany(
    tx,
    accounts.map((account) => ({
      input: { account_id: account.id, why: 'recurring' as const },
      options: { ...retrievalOptions(account, entry), clientId: account.client_id },
    })),
  )

const scheduleRetry: ScheduleRetry = async (tx, account, entry, { at, ...again }) => {
  const input = { account_id: account.id, why: 'first', ...again } as const
  await retrieveIncome.schedule(tx, input, { ...retrievalOptions(account, entry), at })
}
