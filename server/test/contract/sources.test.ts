import { sourceRows } from './rows.ts'
import { runRows } from './run-rows.ts'

await runRows(sourceRows)
