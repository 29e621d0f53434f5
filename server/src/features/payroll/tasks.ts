import type { Entry } from '../../connectors/catalogue.ts'
import type { Tx } from '../../platform/database/tenancy.ts'
import { defineTask, type Ending } from '../../platform/tasks/task.ts'
import { type AccountRow, accountKey } from '../accounts/service.ts'
import { ReadInput, type ReadingTools, readSubmitted } from '../documents/extract-submitted.ts'
import { connectDirectly, DirectInput } from './retrieval/direct-connection.ts'
import { payslipsOf } from './retrieval/fetch-payslips.ts'
import { RetrieveInput, type RetrieveTools, retrieveFrom, type TryAgain } from './retrieval/retrieve.ts'
import { listKnownPayslips, refusePayslip, storePayslips } from './submissions/store-uploaded.ts'

const lane = 'retrieve'

/** Fetches what is new through an account. */
export const retrieve = defineTask({
  kind: 'payroll.retrieve',
  lane,
  input: RetrieveInput,
  timeoutMs: 600_000,
  run: (job, tools: RetrieveTools) => retrieveFrom({ ...payslipsOf, tryAgain }, job, tools),
})

/** Asks every direct provider about a user; somebody waits for it, so it is not tried again by itself. */
export const direct = defineTask({
  kind: 'payroll.direct',
  lane,
  input: DirectInput,
  retry: [],
  timeoutMs: 150_000,
  run: (job, tools: RetrieveTools) => connectDirectly(job, tools),
})

/** Reads submitted files as payslips. */
export const readPayslips = defineTask({
  kind: 'payroll.read-payslips',
  lane: 'extract',
  input: ReadInput,
  timeoutMs: 300_000,
  run: (job, tools: ReadingTools): Promise<Ending> =>
    readSubmitted(job, tools, {
      type: 'payslip',
      refuse: refusePayslip,
      known: listKnownPayslips,
      store: async (tx, { user_id, authorisation_id }, kept) => ({
        entry_id: await storePayslips(tx, { user_id, authorisation_id }, kept),
      }),
      again: (tx, input): Promise<string> => readPayslips.schedule(tx, input, { userId: input.user_id }),
    }),
})

/** Those of one account one after another, and those of a provider no faster than it allows. */
export const optionsFor = (
  { id, user_id }: Pick<AccountRow, 'id' | 'user_id'>,
  entry: Pick<Entry, 'id' | 'per_second'>,
) => ({
  key: accountKey(id),
  userId: user_id,
  pace: { name: `provider ${entry.id}`, perSecond: entry.per_second },
})

/** The recurring checks of accounts of all clients, each once. */
export const startChecks = (
  tx: Tx,
  accounts: readonly { client_id: string; id: string; user_id: string }[],
  entry: Pick<Entry, 'id' | 'per_second'>,
) =>
  retrieve.scheduleMany(
    tx,
    accounts.map((account) => ({
      input: { account_id: account.id, why: 'recurring' as const },
      options: { ...optionsFor(account, entry), once: true, clientId: account.client_id },
    })),
  )

/** The first retrieval of an account, in the transaction in which it becomes AUTHORISED. */
export async function startFirst(tx: Tx, account: AccountRow, entry: Entry) {
  await retrieve.schedule(tx, { account_id: account.id, why: 'first' }, optionsFor(account, entry))
}

/** As a new task that is due later, so that those of its account who come meanwhile need not wait for it. */
const tryAgain: TryAgain = async (tx, account, entry, { at, ...again }) => {
  const input = { account_id: account.id, why: 'first', ...again } as const
  await retrieve.schedule(tx, input, { ...optionsFor(account, entry), at })
}
