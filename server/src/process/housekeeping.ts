import { deleteExpiredLinks } from '../features/access/service.ts'
import { expireOverdueAccounts } from '../features/accounts/login/expire-pending.ts'
import { deleteOldAttempts } from '../features/accounts/login/guard.ts'
import { compactActivity } from '../features/activity/activity.ts'
import { startUploadSweep } from '../features/documents/upload-sweep.ts'
import { compactCounts } from '../features/journeys/events/queries.ts'
import { purgeOldInvitations } from '../features/journeys/invitations/invitations.ts'
import { deleteExpiredSignInState } from '../features/members/service.ts'
import { openRecurringSweep } from '../features/payroll/recurring/sweep.ts'
import { deleteOldHealth } from '../features/providers/queries.ts'
import { retrieveIncome, startIncomeChecks } from '../features/tax-income/tasks.ts'
import { startWebhookMaintenance } from '../features/webhooks/maintenance.ts'
import { deleteExpiredReplies } from '../platform/http/idempotency.ts'
import { deleteOldMails } from '../platform/mail/mailer.ts'
import type { ProcessDependencies } from './dependencies.ts'

// All periodic work of a process, by role. The one exception: the dispatcher (platform/tasks/dispatch/dispatcher.ts) maintains
// the partitions of the task tables, which belong to the task engine.

const apiIntervalMs = 60_000

/** For the api role: every minute, one bounded batch of each clean-up. */
export function startApiHousekeeping({
  database,
  log,
  catalogue,
}: Pick<ProcessDependencies, 'database' | 'log' | 'catalogue'>) {
  const timer = setInterval(() => {
    database
      .system(async (tx) => {
        await deleteExpiredReplies(tx)
        await deleteExpiredLinks(tx)
        await purgeOldInvitations(tx)
        await deleteExpiredSignInState(tx)
        await deleteOldMails(tx)
        await expireOverdueAccounts(tx)
        await deleteOldHealth(tx)
        await compactCounts(tx)
        await compactActivity(tx)
        await deleteOldAttempts(tx, catalogue.providers)
      })
      .catch((error) => log.warn({ err: error }, 'housekeeping failed; will retry'))
  }, apiIntervalMs).unref()
  return { close: () => clearInterval(timer) }
}

/** For the dispatcher role: webhook maintenance, recurring checks of accounts, and abandoned uploads. */
export function startDispatcherHousekeeping(deps: ProcessDependencies) {
  const { config, catalogue } = deps
  const webhookMaintenance = startWebhookMaintenance({
    ...deps,
    exposesSlowestWebhooks: config.METRICS_WEBHOOKS,
  })
  const taxAuthorities = catalogue.providers.filter(({ kind }) => kind === 'tax-authority')
  const recurringSweep = openRecurringSweep({
    ...deps,
    environment: config.ENVIRONMENT,
    entries: catalogue.providers,
    otherChecks: new Map(
      taxAuthorities.map(({ id }) => [id, { lane: retrieveIncome.lane, start: startIncomeChecks }]),
    ),
  })
  const uploadSweep = startUploadSweep(deps)
  return {
    async close() {
      webhookMaintenance.close()
      uploadSweep.close()
      await recurringSweep.close()
    },
  }
}
