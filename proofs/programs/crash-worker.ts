import { act, follow, lane } from './crash-tasks.ts'
import { openJournal } from './journal.ts'
import { openProgram } from './task-deps.ts'

const journal = openJournal(process.argv[2] ?? '')
const program = await openProgram()
program.work([lane], [act.withDeps({ journal }), follow.withDeps({ journal })])
program.ready()
