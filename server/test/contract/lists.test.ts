import { fillLists } from './list-scene.ts'
import { listRows } from './rows.ts'
import { runRows } from './run-rows.ts'

await runRows(listRows, fillLists)
