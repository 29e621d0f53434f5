import { setTimeout as sleep } from 'node:timers/promises'
import { applyErasures } from '../admin/recovery/erasures.ts'
import type { Config } from '../config.ts'
import { openRevocations } from '../features/access/service.ts'
import { openUploadSweep } from '../features/documents/upload-sweep.ts'
import { openRecurringSweep } from '../features/payroll/recurring/sweep.ts'
import { retrieveIncome, startIncomeChecks } from '../features/tax-income/tasks.ts'
import { openWebhookUpkeep } from '../features/webhooks/maintenance.ts'
import { openProbeServer } from '../platform/http/docs-and-probes.ts'
import { openDispatcher } from '../platform/tasks/dispatch/dispatcher.ts'
import type { Lane } from '../platform/tasks/lanes.ts'
import { watchHands, watchLanes } from '../platform/tasks/metrics.ts'
import { openWorker } from '../platform/tasks/work/worker.ts'
import type { Log } from '../platform/telemetry/log.ts'
import { openApi } from './api.ts'
import { openParts, type Parts } from './dependencies.ts'
import { listLanes } from './lanes.ts'
import { openTasks } from './worker.ts'

export const roles = ['all', 'api', 'worker', 'dispatcher'] as const
export type Role = (typeof roles)[number]

/** How long running tasks may go on after the process was asked to stop. */
const graceMs = 20_000
/** A load balancer that has sent nothing for so long has noticed that we stop. */
const quietMs = 1_000

/** One process in one of its roles, not yet listening. `all` is every role in one process. */
export async function openRole(role: Role, config: Config, log: Log, laneNames: readonly string[] = []) {
  const lanes = listLanes(config.LANES, laneNames)
  const parts = await openParts(config, log, role)
  await eraseWhatIsErased(parts)
  let isDraining = false
  let lastRequestAt = 0
  const has = (wanted: Role) => role === 'all' || role === wanted
  const api = has('api') ? await openApi(parts, () => isDraining) : undefined
  const server = api?.server ?? (await openProbeServer({ ...probes(parts), isDraining: () => isDraining }))
  const worker = has('worker') ? startWorker(parts, lanes) : undefined
  const dispatcher = has('dispatcher') ? startDispatcher(parts, lanes) : undefined

  return {
    server,
    /** From here on probes say no and connections close after their reply, but every request is still answered. */
    drain() {
      isDraining = true
      server.server.on('request', ({ url }) => {
        if (url !== '/readyz' && url !== '/livez' && url !== '/metrics') lastRequestAt = Date.now()
      })
    },
    /** Waits until requests go elsewhere: on a busy machine that may take longer than anybody has set. */
    async untilQuiet(longestMs: number) {
      const deadline = Date.now() + longestMs
      while (Date.now() - lastRequestAt < quietMs && Date.now() < deadline) await sleep(50)
    },
    // Requests first: one that waits for a task needs the worker and the dispatcher of this process.
    async close() {
      await (api?.close() ?? server.close())
      await dispatcher?.close()
      await worker?.close()
      await parts.close()
    },
  }
}

/** Before anybody is served: this database may be a copy of an earlier day. */
async function eraseWhatIsErased(parts: Parts) {
  const { ledger, log } = parts
  if (!ledger) return
  const erased = await applyErasures({ ...parts, ledger, revocations: openRevocations(parts.bus) })
  if (erased.users + erased.documents > 0)
    log.warn(erased, 'erased what the ledger says was erased and this database still had')
}

const probes = ({ config, log, database, metrics }: Parts) => ({
  log,
  database,
  metrics,
  metricsToken: config.METRICS_TOKEN,
})

function startDispatcher(parts: Parts, lanes: Lane[]) {
  const { NATS_REPLICAS: replicas, TASKS_KEPT_DAYS: keptDays } = parts.config
  watchLanes({ ...parts, lanes })
  const upkeep = openWebhookUpkeep({ ...parts, showsWorst: parts.config.METRICS_WEBHOOKS })
  const sweep = openRecurringSweep({
    ...parts,
    environment: parts.config.ENVIRONMENT,
    entries: parts.catalogue.providers,
    otherChecks: new Map(
      parts.catalogue.providers
        .filter(({ kind }) => kind === 'tax-authority')
        .map(({ id }) => [id, { lane: retrieveIncome.lane, start: startIncomeChecks }]),
    ),
  })
  const uploads = openUploadSweep(parts)
  const dispatcher = openDispatcher({ ...parts, lanes, replicas, keptDays })
  return {
    async close() {
      upkeep.close()
      uploads.close()
      await sweep.close()
      await dispatcher.close()
    },
  }
}

function startWorker(parts: Parts, lanes: Lane[]) {
  const { tasks, close } = openTasks(parts)
  const worker = openWorker({ ...parts, lanes, tasks, replicas: parts.config.NATS_REPLICAS })
  watchHands(parts.metrics, lanes, worker)
  // A reader process takes a second to start, which the first document would wait for.
  if (parts.config.READER_WARM && lanes.some(({ name }) => name === 'extract')) parts.reader.warm()
  return {
    async close() {
      await worker.close(graceMs)
      await close()
    },
  }
}
