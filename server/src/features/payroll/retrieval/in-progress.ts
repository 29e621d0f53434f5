import type { Tx } from '../../../platform/database/tenancy.ts'
import { listOpenTaskInputs } from '../../../platform/tasks/open-tasks.ts'
import { RetrieveInput } from './retrieve.ts'

/**
 * Lists the accounts of a user whose first retrieval, of payslips or tax years, is not finished: it is running,
 * queued or scheduled for a retry. The value is the reason for the last failure, or null.
 */
export async function listFirstRetrievals(tx: Tx, userId: string) {
  const pending = new Map<string, string | null>()
  for (const input of await listOpenTaskInputs(tx, userId)) {
    const read = RetrieveInput.safeParse(input)
    if (read.data?.why === 'first') pending.set(read.data.account_id, read.data.because ?? null)
  }
  return pending
}
