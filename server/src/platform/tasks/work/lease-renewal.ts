import type { Tenancy } from '../../database/tenancy.ts'
import type { Log } from '../../telemetry/log.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import { leaseMs } from '../lanes.ts'
import { renewLeases } from '../queries.ts'
import { TaskFailure } from '../task.ts'
import { leaseLost } from './interruption.ts'
import type { RunningTask } from './running-task.ts'

const heartbeatIntervalMs = 1_500
const leaseRenewalIntervalMs = 5_000

/**
 * Prevents a worker's running tasks from being redelivered: sends NATS a heartbeat for each message and renews the
 * database leases of long-running tasks. Interrupts tasks that have timed out or lost their lease.
 */
export function openLeaseRenewal({
  running,
  database,
  log,
  metrics,
}: {
  running: ReadonlySet<RunningTask>
  database: Tenancy
  log: Log
  metrics: Metrics
}) {
  const heartbeat = setInterval(() => {
    const now = performance.now()
    for (const { message, interruption, startedAt, timeoutMs } of running) {
      message.markInProgress()
      if (now - startedAt > timeoutMs) interruption.interrupt(new TaskFailure('task timed out'))
    }
    renewDueLeases().catch((error) => log.warn({ err: error }, 'could not renew task leases'))
  }, heartbeatIntervalMs)

  async function renewDueLeases() {
    const now = performance.now()
    const due = [...running].filter(({ leaseRenewedAt }) => now - leaseRenewedAt >= leaseRenewalIntervalMs)
    if (due.length === 0) return
    for (const task of due) task.leaseRenewedAt = now
    const offers = due.map(({ offer }) => offer)
    const renewed = await database
      .system((tx) => renewLeases(tx, offers, leaseMs))
      .catch((error) => {
        // Renew again at the next heartbeat instead of after a full renewal interval: a lease barely outlasts two
        // intervals.
        for (const task of due) task.leaseRenewedAt = Number.NEGATIVE_INFINITY
        throw error
      })
    for (const { offer, interruption, lane } of due) {
      if (renewed.has(offer)) continue
      metrics.taskLeasesLost.inc({ lane })
      interruption.interrupt(leaseLost)
    }
  }

  return { close: () => clearInterval(heartbeat) }
}
