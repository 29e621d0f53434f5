import { readConfig } from '../../server/src/config.ts'
import { openDispatcher } from '../../server/src/platform/tasks/dispatch/dispatcher.ts'
import type { Lane } from '../../server/src/platform/tasks/lanes.ts'
import type { Runnable } from '../../server/src/platform/tasks/task.ts'
import { openWorker } from '../../server/src/platform/tasks/work/worker.ts'
import { openLog } from '../../server/src/platform/telemetry/log.ts'
import { openParts } from '../../server/src/process/dependencies.ts'

/** The parts of a process, from the environment as main.ts reads it; ended by SIGTERM as main.ts would. */
export async function openProgram() {
  const config = readConfig()
  const parts = await openParts(config, openLog(config.LOG_LEVEL))
  const closing: (() => Promise<unknown>)[] = [() => parts.close()]
  const stop = async () => {
    for (const close of closing.reverse()) await close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('disconnect', () => process.exit(1))
  return {
    ...parts,
    dispatch(lanes: Lane[]) {
      const dispatcher = openDispatcher({
        ...parts,
        lanes,
        replicas: config.NATS_REPLICAS,
        keptDays: config.TASKS_KEPT_DAYS,
      })
      closing.push(() => dispatcher.close())
    },
    work(lanes: Lane[], tasks: Runnable[]) {
      const worker = openWorker({ ...parts, lanes, tasks, replicas: config.NATS_REPLICAS })
      closing.push(() => worker.close(20_000))
      return worker
    },
    /** Tells the parent that this process is ready. */
    ready: (message: object = {}) => process.send?.({ ready: true, ...message }),
  }
}
