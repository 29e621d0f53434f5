import type { Tx } from '../../../platform/database/tenancy.ts'
import { listOpenTasks } from '../../../platform/tasks/open-tasks.ts'
import { RetrieveInput } from './retrieve.ts'

/**
 * Which accounts of a user wait for their first retrieval, of payslips or tax years alike: one that runs, is to begin, or will
 * be tried again; then with the reason of the last failure.
 */
export async function listFirstRetrievals(tx: Tx, userId: string) {
  const found = new Map<string, string | null>()
  for (const input of await listOpenTasks(tx, userId)) {
    const read = RetrieveInput.safeParse(input)
    if (read.data?.why === 'first') found.set(read.data.account_id, read.data.because ?? null)
  }
  return found
}
