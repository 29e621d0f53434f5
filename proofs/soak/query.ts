import pg from 'pg'

/** The second erasure of documents waits for 20 minutes, until their upload links have expired. */
export const isSecondErasure = "kind = 'documents.erase' and attempts = 0 and wake_at > now()"

const timeoutMs = 10_000

/** Runs a query on its own connection; fails, instead of ending the proof, if PostgreSQL is killed meanwhile. */
export async function queryDuringFaults(url: string, text: string, values: unknown[] = []) {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  })
  // A connection that is cut between two steps reports it as an event; the query fails as well.
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(text, values)).rows
  } finally {
    await client.end().catch(() => {})
  }
}
