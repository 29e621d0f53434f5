import type { Config } from '../config.ts'
import { openObjects } from '../platform/objects/objects.ts'
import { ledgerOf, objectSettings, openFoundation } from '../process/dependencies.ts'

// What the operator's commands share (admin.ts, recovery/, cells/).

export type Options = Record<string, string | undefined>
export type Cell = Awaited<ReturnType<typeof openCell>>

// They read whole tables, which no request may.
const usualQueryMs = 3_600_000

export function required(options: Options, name: string) {
  const value = options[name]
  if (!value) throw new Error(`--${name} is missing`)
  return value
}

/** A cell as an operator sees it, without serving anybody: its rows, keys, files and ledger. */
export async function withCell<T>(
  config: Config,
  work: (cell: Cell) => Promise<T>,
  queryMs = usualQueryMs,
): Promise<T> {
  const cell = await openCell(config, queryMs)
  try {
    return await work(cell)
  } finally {
    await cell.objects.close()
    await cell.database.close()
  }
}

async function openCell(config: Config, queryMs: number) {
  const foundation = await openFoundation({ ...config, DATABASE_QUERY_MS: queryMs, DATABASE_WAIT_MS: 10_000 })
  const objects = openObjects(objectSettings(config))
  return { ...foundation, config, objects, ledger: ledgerOf(config, objects) }
}
