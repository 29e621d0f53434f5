import type { CatalogueEntry } from '../../connectors/catalogue.ts'
import type { Tx } from '../../platform/database/tenancy.ts'
import { defineTask } from '../../platform/tasks/task.ts'
import { type AccountRow, accountKey } from '../accounts/service.ts'
import {
  type RetrievalDeps,
  RetrieveInput,
  runRetrieval,
  type ScheduleRetry,
} from '../payroll/retrieval/retrieve.ts'
import { bankAccountSource } from './fetch-accounts.ts'

/** Retrieves new transactions of the bank accounts of a connection. */
export const retrieveBankAccounts = defineTask({
  kind: 'bank-income.retrieve',
  lane: 'retrieve',
  input: RetrieveInput,
  timeoutMs: 600_000,
  run: (job, deps: RetrievalDeps) => runRetrieval({ ...bankAccountSource, scheduleRetry }, job, deps),
})

type PacedEntry = Pick<CatalogueEntry, 'id' | 'per_second'>

const retrievalOptions = ({ id, user_id }: Pick<AccountRow, 'id' | 'user_id'>, entry: PacedEntry) => ({
  key: accountKey(id),
  userId: user_id,
  pace: { name: `provider ${entry.id}`, perSecond: entry.per_second },
})

/** Schedules the first retrieval, in the transaction that makes the account AUTHORISED. */
export const startFirstBankRetrieval = (tx: Tx, account: AccountRow, entry: CatalogueEntry) =>
  retrieveBankAccounts.schedule(
    tx,
    { account_id: account.id, why: 'first' },
    retrievalOptions(account, entry),
  )

/** Schedules the recurring checks of accounts of all clients. A check that has not ended is not scheduled again. */
export const startBankChecks = (
  tx: Tx,
  accounts: readonly { client_id: string; id: string; user_id: string }[],
  entry: PacedEntry,
) =>
  retrieveBankAccounts.scheduleMany(
    tx,
    accounts.map((account) => ({
      input: { account_id: account.id, why: 'recurring' as const },
      options: { ...retrievalOptions(account, entry), once: true, clientId: account.client_id },
    })),
  )

const scheduleRetry: ScheduleRetry = async (tx, account, entry, { at, ...again }) => {
  const input = { account_id: account.id, why: 'first', ...again } as const
  await retrieveBankAccounts.schedule(tx, input, { ...retrievalOptions(account, entry), at })
}
