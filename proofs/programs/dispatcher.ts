import { openProgram } from './task-deps.ts'

// The argument is a lane or a list of lanes, as JSON.
const program = await openProgram()
program.dispatch([JSON.parse(process.argv[2] ?? '')].flat())
program.ready()
