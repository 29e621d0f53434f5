import type { Config } from '../config.ts'
import { openObjectStore } from '../platform/objects/objects.ts'
import { ledgerOf, objectSettings, openCoreDependencies } from '../process/dependencies.ts'

export type CommandOptions = Record<string, string | undefined>
export type AdminCell = Awaited<ReturnType<typeof openCell>>

const longQueryMs = 3_600_000
const longWaitMs = 10_000

export function requireOption(options: CommandOptions, name: string) {
  const value = options[name]
  if (!value) throw new Error(`--${name} is missing`)
  return value
}

/** Replaces the database timeouts, which are set for requests, for commands that scan whole tables. */
export const withLongTimeouts = (config: Config, queryMs = longQueryMs): Config => ({
  ...config,
  DATABASE_QUERY_MS: queryMs,
  DATABASE_WAIT_MS: longWaitMs,
})

/** Opens a cell's database, keys, object store and erasure ledger for an operator command, and closes them afterwards. */
export async function withCell<T>(config: Config, work: (cell: AdminCell) => Promise<T>): Promise<T> {
  const cell = await openCell(config)
  try {
    return await work(cell)
  } finally {
    await cell.objects.close()
    await cell.database.close()
  }
}

async function openCell(config: Config) {
  const core = await openCoreDependencies(config)
  const objects = openObjectStore(objectSettings(config))
  return { ...core, config, objects, ledger: ledgerOf(config, objects, core.root) }
}
