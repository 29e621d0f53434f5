import { latencyLane, noteStart } from './latency-task.ts'
import { openProgram } from './task-deps.ts'

const program = await openProgram()
program.work([latencyLane], [noteStart.with(undefined)])
program.ready()
