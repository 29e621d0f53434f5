import type { Socket } from 'node:net'
import pg from 'pg'

/** Opens a connection with pipelining: queries are sent without waiting for earlier results. */
export async function connectPipelined(url: string, options = '') {
  const client = new pg.Client({ connectionString: url, pipeline: true, options })
  await client.connect()
  return client
}

/**
 * Runs one statement in its own transaction with one network packet in each direction, which is the cheapest possible
 * commit.
 */
export function commitOne(client: pg.Client, text: string, values: unknown[], name: string) {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.cork()
  const begun = runQuery(client, 'begin')
  const queried = runQuery(client, text, values, name)
  const committed = runQuery(client, 'commit')
  stream.uncork()
  return Promise.all([queried, committed, begun]).then(([result, { command }]) => {
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back')
    return result
  })
}

/** Like client.query at half the cost: it does not copy the configuration, and uses one promise instead of three. */
export function runQuery(client: pg.Client, text: string, values?: unknown[], name?: string) {
  return new Promise<pg.QueryResult>((resolve, reject) => {
    const query = new pg.Query(text, values, (error: Error | undefined, result: pg.QueryResult) =>
      error ? reject(error) : resolve(result),
    )
    if (name) Object.assign(query, { name })
    client.query(query)
  })
}
