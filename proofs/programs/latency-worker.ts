import { latencyLane, noteStart } from './latency-task.ts'
import { openProgram } from './task-deps.ts'

const program = await openProgram()
program.work([latencyLane], [noteStart.withDeps(undefined)])
program.ready()
