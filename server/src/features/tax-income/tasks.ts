import type { Entry } from '../../connectors/catalogue.ts'
import type { Device } from '../../connectors/connector.ts'
import type { Tx } from '../../platform/database/tenancy.ts'
import type { SecretDesk } from '../../platform/secrets/credential-handoff.ts'
import { defineTask } from '../../platform/tasks/task.ts'
import { leave } from '../accounts/login/attempt.ts'
import type { AccountRow } from '../accounts/service.ts'
import { retrieveFrom, type TryAgain } from '../payroll/retrieval/retrieve.ts'
import { TaxInput, type TaxTools, taxYearsOf } from './fetch-tax-years.ts'

/** Fetches what is new at the tax authority through an account. */
export const retrieveIncome = defineTask({
  kind: 'tax-income.retrieve',
  lane: 'tax',
  input: TaxInput,
  timeoutMs: 600_000,
  run: (job, tools: TaxTools) => retrieveFrom({ ...taxYearsOf(job, tools), tryAgain }, job, tools),
})

type Paced = Pick<Entry, 'id' | 'per_second'>

/**
 * One retrieval of a client at a time: so no client has more of the workers, nor of the authority, than another, however
 * many it starts. It also keeps two from renewing the same consent at once.
 */
const optionsFor = ({ user_id }: Pick<AccountRow, 'user_id'>, { id, per_second }: Paced) => ({
  key: `provider ${id}`,
  userId: user_id,
  pace: { name: `provider ${id}`, perSecond: per_second },
})

/** Who waits goes before what the same client started without anybody waiting, as if asked so much earlier. */
const aheadMs = 10 * 60_000

type Asked = { account: AccountRow; entry: Paced; authorisation_id: string; device: Device }

/** Somebody waits for this one. Returns the task. */
export async function startQuery(
  tx: Tx,
  desk: SecretDesk,
  { account, entry, authorisation_id, device }: Asked,
) {
  const input = { account_id: account.id, authorisation_id, why: 'query', has_device: true } as const
  const at = new Date(Date.now() - aheadMs)
  const taskId = await retrieveIncome.schedule(tx, input, {
    ...optionsFor(account, entry),
    at,
    awaited: true,
  })
  leave(desk, taskId, device)
  return taskId
}

/** The first retrieval of an account, in the transaction in which it becomes AUTHORISED. */
export async function startFirstIncome(
  tx: Tx,
  desk: SecretDesk,
  { account, entry, device }: { account: AccountRow; entry: Paced; device: Device | null },
) {
  const input = { account_id: account.id, why: 'first', has_device: device !== null } as const
  const taskId = await retrieveIncome.schedule(tx, input, optionsFor(account, entry))
  if (device) leave(desk, taskId, device)
}

/** The recurring checks of accounts of all clients. Their moments were moved on, so nobody starts them again. */
export const startIncomeChecks = (
  tx: Tx,
  accounts: readonly { client_id: string; id: string; user_id: string }[],
  entry: Paced,
) =>
  retrieveIncome.scheduleMany(
    tx,
    accounts.map((account) => ({
      input: { account_id: account.id, why: 'recurring' as const },
      options: { ...optionsFor(account, entry), clientId: account.client_id },
    })),
  )

const tryAgain: TryAgain = async (tx, account, entry, { at, ...again }) => {
  const input = { account_id: account.id, why: 'first', ...again } as const
  await retrieveIncome.schedule(tx, input, { ...optionsFor(account, entry), at })
}
