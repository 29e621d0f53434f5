import { sql } from 'kysely'
import { deleteUnusedDevices } from '../features/access/journey-devices.ts'
import { deleteExpiredLinks } from '../features/access/service.ts'
import { announceConfirmation, listDueConfirmations } from '../features/accounts/bank-consent.ts'
import {
  expireEndedConsent,
  expireOverdueAccounts,
  expirePublishedAccount,
  listEndedConsents,
  listPublishedOverdue,
} from '../features/accounts/login/expire-pending.ts'
import { deleteOldFailedLogins } from '../features/accounts/login/failed-logins.ts'
import { deleteOldAttempts } from '../features/accounts/login/guard.ts'
import { deleteOldLogins } from '../features/accounts/login/limits.ts'
import { activityBatchSize, compactActivity } from '../features/activity/activity.ts'
import { retrieveBankAccounts, startBankChecks } from '../features/bank-income/tasks.ts'
import { deleteOldReadingTimes } from '../features/documents/reading-budget.ts'
import { startUploadSweep } from '../features/documents/upload-sweep.ts'
import { deleteOldMisses } from '../features/journeys/employer-misses/queries.ts'
import { deleteOldProgress } from '../features/journeys/events/progress-queries.ts'
import { compactCounts } from '../features/journeys/events/queries.ts'
import { endExpiredJourney, listExpiredJourneys } from '../features/journeys/expired-journeys.ts'
import { purgeOldInvitations } from '../features/journeys/invitations/invitations.ts'
import { deleteOldReminders } from '../features/journeys/reminders/queries.ts'
import { deleteOldReturnCodes } from '../features/journeys/returning/queries.ts'
import { deleteExpiredSignInState } from '../features/members/service.ts'
import { openRecurringSweep } from '../features/payroll/recurring/sweep.ts'
import { deleteOldHealth } from '../features/providers/queries.ts'
import { deleteExpiredReportLinks } from '../features/reports/links.ts'
import { deleteOldRequests, requestLogBatchSize } from '../features/request-log/queries.ts'
import { recheckRules } from '../features/reviews/rules/apply.ts'
import { listDueRuleSets } from '../features/reviews/rules/queries.ts'
import {
  announceReview,
  listUnannounced,
  stalledBatchSize,
  stallOldReviews,
} from '../features/reviews/service.ts'
import { retrieveIncome, startIncomeChecks } from '../features/tax-income/tasks.ts'
import { startWebhookMaintenance } from '../features/webhooks/maintenance.ts'
import type { Tenant, Tx } from '../platform/database/tenancy.ts'
import { deleteExpiredReplies, expiredRepliesBatchSize } from '../platform/http/idempotency.ts'
import { deleteOldMails } from '../platform/mail/mailer.ts'
import { newUuidV7 } from '../platform/time/uuid-v7.ts'
import type { ProcessDependencies } from './dependencies.ts'

// All periodic work of a process, by role. The only exception is the dispatcher
// (platform/tasks/dispatch/dispatcher.ts), which maintains the partitions of the task tables.

const apiIntervalMs = 60_000

type HousekeepingDeps = Pick<ProcessDependencies, 'database' | 'keyring' | 'log' | 'catalogue' | 'clock'>

/** A clean-up in a transaction of its own. If it returns `batchSize`, there is more to do and it runs again. */
type CleanUp = { name: string; run(tx: Tx): Promise<unknown>; batchSize?: number }

/** Bounds the time of one clean-up; the rest follows in the next minute. */
const maxBatches = 20

const listCleanUps = ({ catalogue }: HousekeepingDeps): CleanUp[] => [
  { name: 'replies', run: deleteExpiredReplies, batchSize: expiredRepliesBatchSize },
  { name: 'journey links', run: deleteExpiredLinks },
  { name: 'report links', run: deleteExpiredReportLinks },
  { name: 'invitations', run: purgeOldInvitations },
  { name: 'reminders', run: deleteOldReminders },
  { name: 'journey devices', run: deleteUnusedDevices },
  { name: 'return codes', run: deleteOldReturnCodes },
  { name: 'sign-in state', run: deleteExpiredSignInState },
  { name: 'mails', run: deleteOldMails },
  { name: 'overdue accounts', run: expireOverdueAccounts },
  { name: 'provider health', run: deleteOldHealth },
  { name: 'journey counts', run: compactCounts },
  { name: 'journey progress', run: deleteOldProgress },
  { name: 'employer search misses', run: deleteOldMisses },
  { name: 'activity', run: compactActivity, batchSize: activityBatchSize },
  { name: 'login attempts', run: (tx) => deleteOldAttempts(tx, catalogue.providers) },
  { name: 'logins', run: deleteOldLogins },
  { name: 'failed logins', run: deleteOldFailedLogins },
  { name: 'reading times', run: deleteOldReadingTimes },
  { name: 'request log', run: deleteOldRequests, batchSize: requestLogBatchSize },
  { name: 'stalled reviews', run: stallOldReviews, batchSize: stalledBatchSize },
]

/** Runs every clean-up once, or until nothing is left. A clean-up that fails does not prevent the others. */
export async function cleanUp(deps: HousekeepingDeps) {
  for (const { name, run, batchSize } of listCleanUps(deps)) {
    try {
      for (let batches = 1; batches <= maxBatches; batches++) {
        const count = await deps.database.system(async (tx) => ((await tryLock(tx, name)) ? run(tx) : 0))
        if (batchSize === undefined || count !== batchSize) break
      }
    } catch (error) {
      deps.log.warn({ err: error, name }, 'clean-up failed; will retry')
    }
  }
}

/** Returns false if another process is running this clean-up. */
async function tryLock(tx: Tx, name: string) {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`clean-up ${name}`}, 7306)) as locked`.execute(tx)
  return rows[0]?.locked === true
}

/**
 * Ends what has expired, announces reviews and checks new rules, each in a transaction of its client. An error for one client
 * does not keep the work from the others.
 */
export async function runClientWork({ database, keyring, log, clock }: HousekeepingDeps) {
  async function forEachClient<Row extends { client_id: string }>(
    rows: readonly Row[],
    work: (tenant: Tenant, row: Row) => Promise<unknown>,
  ) {
    for (const row of rows) {
      // Each piece of work has its own request id: one that is in the audit logs of two clients would link them.
      const actor = { kind: 'task', id: 'housekeeping', requestId: `task_${newUuidV7()}` } as const
      try {
        await work(database.tenant(row.client_id, actor, await keyring.of(row.client_id)), row)
      } catch (error) {
        log.warn({ err: error, client_id: row.client_id }, 'housekeeping of a client failed; will retry')
      }
    }
  }
  await forEachClient(await database.system(listPublishedOverdue), expirePublishedAccount)
  for (const group of clock.groups()) {
    const { now } = group
    await forEachClient(await database.system((tx) => listEndedConsents(tx, group)), (tenant, account) =>
      expireEndedConsent(tenant, account, now),
    )
    await forEachClient(await database.system((tx) => listDueConfirmations(tx, group)), (tenant, account) =>
      announceConfirmation(tenant, account, now),
    )
  }
  await forEachClient(await database.system(listExpiredJourneys), endExpiredJourney)
  await forEachClient(await database.system(listUnannounced), announceReview)
  await forEachClient(await database.system(listDueRuleSets), recheckRules)
}

/** Periodic work of the api role: every minute, bounded batches of each clean-up, by one process at a time. */
export function startApiHousekeeping(deps: HousekeepingDeps) {
  let isCleaning = false
  const timer = setInterval(() => {
    runClientWork(deps).catch((error) => deps.log.warn({ err: error }, 'could not list expiries; will retry'))
    if (isCleaning) return
    isCleaning = true
    cleanUp(deps).finally(() => {
      isCleaning = false
    })
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
  const banks = catalogue.providers.filter(({ kind }) => kind === 'bank-income')
  const recurringSweep = openRecurringSweep({
    ...deps,
    environment: config.ENVIRONMENT,
    entries: catalogue.providers,
    otherChecks: new Map([
      ...taxAuthorities.map(
        ({ id }) => [id, { lane: retrieveIncome.lane, start: startIncomeChecks }] as const,
      ),
      ...banks.map(({ id }) => [id, { lane: retrieveBankAccounts.lane, start: startBankChecks }] as const),
    ]),
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
