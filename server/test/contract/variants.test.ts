import { fixtureOf } from './operations.ts'
import { variantRows } from './rows.ts'
import { runRows } from './run-rows.ts'

await runRows(variantRows, fixtureOf)
