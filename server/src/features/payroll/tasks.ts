import type { CatalogueEntry } from '../../connectors/catalogue.ts'
import type { Tx } from '../../platform/database/tenancy.ts'
import { defineTask, type TaskResult } from '../../platform/tasks/task.ts'
import { type AccountRow, accountKey } from '../accounts/service.ts'
import { type ExtractionTools, extractSubmitted, ReadInput } from '../documents/extract-submitted.ts'
import { connectDirectly, DirectInput } from './retrieval/direct-connection.ts'
import { payslipSource } from './retrieval/fetch-payslips.ts'
import { type RetrievalDeps, RetrieveInput, runRetrieval, type ScheduleRetry } from './retrieval/retrieve.ts'
import {
  listKnownPayslips,
  listMissingValues,
  refusePayslip,
  storeUploadedPayslips,
} from './submissions/store-uploaded.ts'

const lane = 'retrieve'

/** Retrieves new payslips through an account. */
export const retrieve = defineTask({
  kind: 'payroll.retrieve',
  lane,
  input: RetrieveInput,
  timeoutMs: 600_000,
  run: (job, deps: RetrievalDeps) => runRetrieval({ ...payslipSource, scheduleRetry }, job, deps),
})

/** Queries every direct provider about a user. A caller is waiting, so the task is never retried automatically. */
export const direct = defineTask({
  kind: 'payroll.direct',
  lane,
  input: DirectInput,
  retry: [],
  timeoutMs: 150_000,
  run: (job, deps: RetrievalDeps) => connectDirectly(job, deps),
})

/** Extracts payslips from submitted files. */
export const readPayslips = defineTask({
  kind: 'payroll.read-payslips',
  lane: 'extract',
  input: ReadInput,
  timeoutMs: 300_000,
  run: (job, deps: ExtractionTools): Promise<TaskResult> =>
    extractSubmitted(job, deps, {
      type: 'payslip',
      refuse: refusePayslip,
      listMissing: listMissingValues,
      listKnown: listKnownPayslips,
      store: async (tx, { user_id, authorisation_id }, documents) => ({
        entry_id: await storeUploadedPayslips(tx, { user_id, authorisation_id }, documents),
      }),
      reschedule: (tx, input, options): Promise<string> => readPayslips.schedule(tx, input, options),
    }),
})

/**
 * Task options of retrievals. Retrievals of one account run one at a time, and those of one provider within its rate
 * limit.
 */
export const retrievalOptions = (
  { id, user_id }: Pick<AccountRow, 'id' | 'user_id'>,
  entry: Pick<CatalogueEntry, 'id' | 'per_second'>,
) => ({
  key: accountKey(id),
  userId: user_id,
  pace: { name: `provider ${entry.id}`, perSecond: entry.per_second },
})

/** Schedules the recurring checks of accounts of all clients. A check that has not ended is not scheduled again. */
export const startChecks = (
  tx: Tx,
  accounts: readonly { client_id: string; id: string; user_id: string }[],
  entry: Pick<CatalogueEntry, 'id' | 'per_second'>,
) =>
  retrieve.scheduleMany(
    tx,
    accounts.map((account) => ({
      input: { account_id: account.id, why: 'recurring' as const },
      options: { ...retrievalOptions(account, entry), once: true, clientId: account.client_id },
    })),
  )

/** Schedules the first retrieval, in the transaction that makes the account AUTHORISED. */
export async function startFirstRetrieval(tx: Tx, account: AccountRow, entry: CatalogueEntry) {
  await retrieve.schedule(tx, { account_id: account.id, why: 'first' }, retrievalOptions(account, entry))
}

/**
 * Schedules a new task for later instead of retrying this one, so that queries of the account do not have to wait for
 * it.
 */
const scheduleRetry: ScheduleRetry = async (tx, account, entry, { at, ...again }) => {
  const input = { account_id: account.id, why: 'first', ...again } as const
  await retrieve.schedule(tx, input, { ...retrievalOptions(account, entry), at })
}
