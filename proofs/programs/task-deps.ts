import { readConfig } from '../../server/src/config.ts'
import { openDispatcher } from '../../server/src/platform/tasks/dispatch/dispatcher.ts'
import type { Lane } from '../../server/src/platform/tasks/lanes.ts'
import type { RunnableTask } from '../../server/src/platform/tasks/task.ts'
import { openWorker } from '../../server/src/platform/tasks/work/worker.ts'
import { openLog } from '../../server/src/platform/telemetry/log.ts'
import { openDependencies } from '../../server/src/process/dependencies.ts'

/**
 * Opens the dependencies of a service process from environment variables and closes them on SIGTERM, as `main.ts`
 * does.
 */
export async function openProgram() {
  const config = readConfig()
  const deps = await openDependencies(config, openLog(config.LOG_LEVEL))
  const closing: (() => Promise<unknown>)[] = [() => deps.close()]
  const stop = async () => {
    for (const close of closing.reverse()) await close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('disconnect', () => process.exit(1))
  return {
    ...deps,
    dispatch(lanes: Lane[]) {
      const dispatcher = openDispatcher({
        ...deps,
        lanes,
        replicas: config.NATS_REPLICAS,
        keptDays: config.TASKS_KEPT_DAYS,
      })
      closing.push(() => dispatcher.close())
    },
    work(lanes: Lane[], tasks: RunnableTask[]) {
      const worker = openWorker({ ...deps, lanes, tasks, replicas: config.NATS_REPLICAS })
      closing.push(() => worker.close(20_000))
      return worker
    },
    /** Tells the parent process that this process is ready. */
    ready: (message: object = {}) => process.send?.({ ready: true, ...message }),
  }
}
