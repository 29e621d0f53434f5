import { openProgram } from './task-deps.ts'

// Takes a lane or a list of lanes as argument.
const program = await openProgram()
program.dispatch([JSON.parse(process.argv[2] ?? '')].flat())
program.ready()
