import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/tenancy.ts'

type SentLogin = { taskId: string; userId: string; provider: string }

/** Keeps the provider and the reason for the user's timeline. A user who was erased meanwhile has none. */
export const storeFailedLogin = (tx: Tx, { taskId, userId, provider }: SentLogin, reason: string) =>
  sql`insert into failed_logins (task_id, user_id, payroll_provider, reason)
    select ${taskId}, id, ${provider}, ${reason} from users where id = ${userId} for key share
    on conflict do nothing`.execute(tx)

const retention = sql`interval '90 days'`

/** Deletes up to 5,000 failed logins that are no longer shown. */
export const deleteOldFailedLogins = (tx: Tx) =>
  sql`delete from failed_logins where (client_id, task_id) in (
    select client_id, task_id from failed_logins where at < now() - ${retention} limit 5000 for update skip locked)`.execute(
    tx,
  )
