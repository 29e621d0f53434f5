import pg from 'pg'
import type { Config } from '../config.ts'

const connectTimeoutMs = 10_000

/**
 * Runs a statement as the owner of the tables. The service's own login may neither add foreign lines to an audit log
 * nor delete any, so that a compromised process cannot rewrite it.
 */
export async function runAsOwner({ MIGRATION_DATABASE_URL, CELL }: Config, text: string, values: unknown[]) {
  if (!MIGRATION_DATABASE_URL)
    throw new Error(
      `MIGRATION_DATABASE_URL of cell ${CELL} is missing: only the owner of the tables may move audit lines`,
    )
  const client = new pg.Client({
    connectionString: MIGRATION_DATABASE_URL,
    connectionTimeoutMillis: connectTimeoutMs,
  })
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}
