import { openJournal } from './journal.ts'
import { lane, step } from './keys-tasks.ts'
import { openProgram } from './task-deps.ts'

const journal = openJournal(process.argv[2] ?? '')
const program = await openProgram()
program.work([lane], [step.withDeps({ journal })])
program.ready()
