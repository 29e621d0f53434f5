import { listLanes } from '../../server/src/process/lanes.ts'
import { openTasks } from '../../server/src/process/worker.ts'
import { lanes, steps } from './cluster-tasks.ts'
import { openProgram } from './task-deps.ts'

// Works on the proof's lanes, and on the service's own lane that delivers webhooks.
const program = await openProgram()
program.work(
  [...lanes, ...listLanes('', ['deliver'])],
  [...steps.map((step) => step.withDeps({})), ...openTasks(program).tasks],
)
program.ready()
