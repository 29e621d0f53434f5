import { readConfig } from '../../src/config.ts'
import { openWorker } from '../../src/platform/tasks/work/worker.ts'
import { openLog } from '../../src/platform/telemetry/log.ts'
import { openDependencies } from '../../src/process/dependencies.ts'
import { poisonTask } from './poison-task.ts'

// A worker process that runs tasks which may crash it.
const [name = ''] = process.argv.slice(2)
const config = readConfig()
const dependencies = await openDependencies(config, openLog(config.LOG_LEVEL))
const lanes = [{ name: poisonTask.lane, concurrency: 4, maxDepth: 100 }]
const worker = openWorker({
  ...dependencies,
  lanes,
  tasks: [poisonTask.withDeps(name)],
  replicas: 1,
  restMs: 5_000,
})
process.on('SIGTERM', async () => {
  await worker.close(0)
  await dependencies.close()
  process.exit(0)
})
process.send?.('ready')
