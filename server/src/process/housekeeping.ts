import { randomUUID } from 'node:crypto'
import { deleteExpiredLinks } from '../features/access/service.ts'
import {
  expireOverdueAccounts,
  expirePublishedAccount,
  listPublishedOverdue,
} from '../features/accounts/login/expire-pending.ts'
import { deleteOldAttempts } from '../features/accounts/login/guard.ts'
import { deleteOldLogins } from '../features/accounts/login/limits.ts'
import { compactActivity } from '../features/activity/activity.ts'
import { startUploadSweep } from '../features/documents/upload-sweep.ts'
import { compactCounts } from '../features/journeys/events/queries.ts'
import { endExpiredJourney, listExpiredJourneys } from '../features/journeys/expired-journeys.ts'
import { purgeOldInvitations } from '../features/journeys/invitations/invitations.ts'
import { deleteExpiredSignInState } from '../features/members/service.ts'
import { openRecurringSweep } from '../features/payroll/recurring/sweep.ts'
import { deleteOldHealth } from '../features/providers/queries.ts'
import { deleteExpiredReportLinks } from '../features/reports/links.ts'
import { retrieveIncome, startIncomeChecks } from '../features/tax-income/tasks.ts'
import { startWebhookMaintenance } from '../features/webhooks/maintenance.ts'
import type { Tenant } from '../platform/database/tenancy.ts'
import { deleteExpiredReplies } from '../platform/http/idempotency.ts'
import { deleteOldMails } from '../platform/mail/mailer.ts'
import type { ProcessDependencies } from './dependencies.ts'

// All periodic work of a process, by role. The only exception is the dispatcher
// (platform/tasks/dispatch/dispatcher.ts), which maintains the partitions of the task tables.

const apiIntervalMs = 60_000

/** Periodic work of the api role: every minute, one bounded batch of each clean-up. */
export function startApiHousekeeping({
  database,
  keyring,
  log,
  catalogue,
}: Pick<ProcessDependencies, 'database' | 'keyring' | 'log' | 'catalogue'>) {
  const actor = { kind: 'task', id: 'housekeeping', requestId: `task_${randomUUID()}` } as const
  /** Runs the work with the tenant of each row. If it fails for one client, it continues with the others. */
  async function forEachClient<Row extends { client_id: string }>(
    rows: readonly Row[],
    work: (tenant: Tenant, row: Row) => Promise<unknown>,
  ) {
    for (const row of rows)
      try {
        await work(database.tenant(row.client_id, actor, await keyring.of(row.client_id)), row)
      } catch (error) {
        log.warn({ err: error, client_id: row.client_id }, 'housekeeping of a client failed; will retry')
      }
  }
  async function publishExpiries() {
    await forEachClient(await database.system(listPublishedOverdue), expirePublishedAccount)
    await forEachClient(await database.system(listExpiredJourneys), endExpiredJourney)
  }
  const timer = setInterval(() => {
    publishExpiries().catch((error) => log.warn({ err: error }, 'could not list expiries; will retry'))
    database
      .system(async (tx) => {
        await deleteExpiredReplies(tx)
        await deleteExpiredLinks(tx)
        await deleteExpiredReportLinks(tx)
        await purgeOldInvitations(tx)
        await deleteExpiredSignInState(tx)
        await deleteOldMails(tx)
        await expireOverdueAccounts(tx)
        await deleteOldHealth(tx)
        await compactCounts(tx)
        await compactActivity(tx)
        await deleteOldAttempts(tx, catalogue.providers)
        await deleteOldLogins(tx)
      })
      .catch((error) => log.warn({ err: error }, 'housekeeping failed; will retry'))
  }, apiIntervalMs).unref()
  return { close: () => clearInterval(timer) }
}

/** Periodic work of the dispatcher role: webhook maintenance, recurring checks of accounts, and abandoned uploads. */
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
