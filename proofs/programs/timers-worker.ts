import { lanes, timer, urgent } from '../timers/kinds.ts'
import { openProgram } from './task-deps.ts'

const program = await openProgram()
program.work(lanes, [timer.withDeps(undefined), urgent.withDeps(undefined)])
program.ready()
