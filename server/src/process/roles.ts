import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { registerDatabaseHealth } from '../platform/database/health-metrics.ts'
import { openProbeServer } from '../platform/http/docs-and-probes.ts'
import { openDispatcher } from '../platform/tasks/dispatch/dispatcher.ts'
import type { Lane } from '../platform/tasks/lanes.ts'
import { registerLaneMetrics, registerWorkerMetrics } from '../platform/tasks/metrics.ts'
import { openWorker } from '../platform/tasks/work/worker.ts'
import type { Log } from '../platform/telemetry/log.ts'
import { openApi } from './api.ts'
import { openDependencies, type ProcessDependencies } from './dependencies.ts'
import { repeatErasures, type StartErasures } from './erasures-at-start.ts'
import { startHeadsExport } from './export-audit-heads.ts'
import { startDispatcherHousekeeping } from './housekeeping.ts'
import { listLanes } from './lanes.ts'
import { openTasks } from './worker.ts'

export const processRoles = ['all', 'api', 'worker', 'dispatcher'] as const
export type ProcessRole = (typeof processRoles)[number]

/** Time for which running tasks may continue after the process was asked to stop. */
const taskGraceMs = 20_000
/** Time without requests after which the load balancer is assumed to have taken the process out of rotation. */
const quietMs = 1_000

/** Opens a process with one role, or with all roles (`all`). It does not listen yet. */
export async function openRole(
  role: ProcessRole,
  config: Config,
  log: Log,
  laneNames: readonly string[] = [],
) {
  const lanes = selectLanes(role, config.LANES, laneNames)
  requireMailServer(role, lanes.worker, config.SMTP_URL)
  const deps = await openDependencies(config, log, role)
  let erasures: StartErasures | undefined
  try {
    erasures = await repeatErasures(deps)
  } catch (error) {
    await deps.close()
    throw error
  }
  let isDraining = false
  let lastRequestAt = 0
  const hasRole = (candidate: ProcessRole) => role === 'all' || role === candidate
  const api = hasRole('api') ? await openApi(deps, () => isDraining) : undefined
  const server = api?.server ?? (await openProbeServer({ ...probeDeps(deps), isDraining: () => isDraining }))
  const worker = hasRole('worker') ? startWorker(deps, lanes.worker) : undefined
  const dispatcher = hasRole('dispatcher') ? startDispatcher(deps, lanes.dispatcher) : undefined

  return {
    server,
    cellListener: api?.cellListener,
    /**
     * Starts a graceful shutdown: readiness fails and connections are closed after their reply, but requests are
     * still served.
     */
    drain() {
      isDraining = true
      server.server.on('request', ({ url }) => {
        if (url !== '/readyz' && url !== '/livez' && url !== '/metrics') lastRequestAt = Date.now()
      })
    },
    /** Waits until requests stop arriving, because the load balancer may need longer than the configured drain time. */
    async untilQuiet(maxMs: number) {
      const deadline = Date.now() + maxMs
      while (Date.now() - lastRequestAt < quietMs && Date.now() < deadline) await sleep(50)
    },
    // The API is closed first, because requests that wait for a task need this process's worker and dispatcher.
    async close() {
      erasures?.stop()
      await (api?.close() ?? server.close())
      await dispatcher?.close()
      await worker?.close()
      await deps.close()
    },
  }
}

/** Only workers of the lane `mail` get the password of the mail server. */
export function requireMailServer(role: ProcessRole, lanes: readonly Lane[], smtpUrl: string | undefined) {
  const sendsMail = (role === 'all' || role === 'worker') && lanes.some(({ name }) => name === 'mail')
  if (sendsMail && !smtpUrl)
    throw new Error('The configuration is incomplete:\n  SMTP_URL: is required by workers of the lane mail')
}

/**
 * Selects the lanes whose tasks this process runs, and those it dispatches. `all` dispatches every lane even if it runs
 * only some, because the workers of the others have no dispatcher.
 */
export const selectLanes = (role: ProcessRole, overrides: string, names: readonly string[]) => ({
  worker: listLanes(overrides, names),
  dispatcher: listLanes(overrides, role === 'all' ? [] : names),
})

const probeDeps = ({ config, log, database, metrics }: ProcessDependencies) => ({
  log,
  database,
  metrics,
  metricsToken: config.METRICS_TOKEN,
})

function startDispatcher(deps: ProcessDependencies, lanes: Lane[]) {
  const { NATS_REPLICAS: replicas, TASKS_KEPT_DAYS: keptDays } = deps.config
  registerLaneMetrics({ ...deps, lanes })
  registerDatabaseHealth(deps)
  const housekeeping = startDispatcherHousekeeping(deps)
  const headsExport = startHeadsExport(deps)
  const dispatcher = openDispatcher({ ...deps, lanes, replicas, keptDays })
  return {
    async close() {
      await housekeeping.close()
      await headsExport?.close()
      await dispatcher.close()
    },
  }
}

function startWorker(deps: ProcessDependencies, lanes: Lane[]) {
  const { tasks, close } = openTasks(deps)
  const worker = openWorker({ ...deps, lanes, tasks, replicas: deps.config.NATS_REPLICAS })
  registerWorkerMetrics(deps.metrics, lanes, worker)
  // Starting a reader process takes a second, so it is started before the first document arrives.
  if (deps.config.READER_WARM && lanes.some(({ name }) => name === 'extract')) deps.reader.warm()
  return {
    async close() {
      await worker.close(taskGraceMs)
      await close()
    },
  }
}
