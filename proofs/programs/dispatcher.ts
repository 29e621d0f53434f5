import { openProgram } from './task-deps.ts'

// The lane, or a list of them, comes as an argument: every proof has its own.
const program = await openProgram()
program.dispatch([JSON.parse(process.argv[2] ?? '')].flat())
program.ready()
