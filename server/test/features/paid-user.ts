import { addAccount } from '../../src/features/accounts/service.ts'
import { storeRetrieved } from '../../src/features/payroll/retrieval/store.ts'
import type { Tx } from '../../src/platform/database/tenancy.ts'
import type { Day } from '../../src/vocabulary/payslip.ts'
import type { Call } from '../api.ts'
import { eventually } from '../eventually.ts'
import { createUser } from '../people.ts'
import { aPayslip } from './sample-payslips.ts'

type Options = {
  call: Call
  inTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  payDates: readonly Day[]
  /** Details of the user that differ from the sample. */
  changes?: object
}

/** Creates a user with one payslip per pay date, and waits until the review shows them. */
export async function createPaidUser({
  call,
  inTransaction,
  payDates,
  changes = {},
}: Options): Promise<string> {
  const { user_id } = await createUser(call, changes)
  const accepted = await call('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
  const authorisation_id = accepted.body.id as string
  await inTransaction(async (tx) => {
    const account = await addAccount(tx, {
      user_id,
      authorisation_id,
      payroll_provider: 'sandbox-payroll',
      status: 'AUTHORISED',
      holder: { user_name: null, employee_name: null },
      reason: 'connected',
    })
    await storeRetrieved(tx, account, {
      authorisation_id,
      payslips: payDates.map((pay_date) => aPayslip({ pay_date })),
      now: new Date(),
      environment: 'sandbox',
    })
  })
  await eventually(async () => (await call('GET', `/users/${user_id}/review`)).body.employer !== null)
  return user_id
}
