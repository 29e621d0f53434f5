import { readConfig } from '../../src/config.ts'
import { openWorker } from '../../src/platform/tasks/work/worker.ts'
import { openLog } from '../../src/platform/telemetry/log.ts'
import { openDependencies } from '../../src/process/dependencies.ts'
import { slowTask } from './slow-task.ts'

// A worker process to be killed or frozen in the middle of a task.
const [name = ''] = process.argv.slice(2)
const config = readConfig()
const dependencies = await openDependencies(config, openLog(config.LOG_LEVEL))
const lanes = [{ name: slowTask.lane, concurrency: 4, maxDepth: 100 }]
const worker = openWorker({ ...dependencies, lanes, tasks: [slowTask.withDeps(name)], replicas: 1 })
process.on('SIGTERM', async () => {
  await worker.close(0)
  await dependencies.close()
  process.exit(0)
})
process.send?.('ready')
