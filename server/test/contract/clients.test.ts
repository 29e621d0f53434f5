import { clientRows } from './rows.ts'
import { runRows } from './run-rows.ts'

await runRows(clientRows)
