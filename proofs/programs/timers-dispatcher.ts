import { lanes } from '../timers/kinds.ts'
import { openProgram } from './task-deps.ts'

const program = await openProgram()
program.dispatch(lanes)
program.ready()
