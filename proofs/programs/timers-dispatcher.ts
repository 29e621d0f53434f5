import { lanes } from '../timers/kinds.ts'
import { openProgram } from './task-parts.ts'

const program = await openProgram()
program.dispatch(lanes)
program.ready()
