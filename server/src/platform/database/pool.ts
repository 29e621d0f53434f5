import pg from 'pg'
import { unavailable } from '../problem.ts'
import { isDemoted } from './transient-errors.ts'

export type PoolOptions = { url: string; connections: number; waitMs: number; queryMs?: number }

// Of a vanished machine nobody hears; the kernel asks after this, and then every second, ten times.
const keepAliveAfterMs = 5_000

export function openPool({ url, connections, waitMs, queryMs = 3_000 }: PoolOptions) {
  const lockMs = Math.round(queryMs / 3)
  const pool = new pg.Pool({
    connectionString: url,
    Client: WatchfulClient,
    onConnect: requirePrimary,
    max: connections,
    connectionTimeoutMillis: waitMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    pipeline: true,
    // Connections stay: a timer for each one that is handed back costs more than it saves.
    idleTimeoutMillis: 0,
    // The server's own limits are below; this one is for a server that hangs or cannot be reached any more.
    query_timeout: queryMs + 2_000,
    options: `-c TimeZone=UTC -c jit=off -c statement_timeout=${queryMs} -c lock_timeout=${lockMs} -c idle_in_transaction_session_timeout=${queryMs + 2_000}`,
    application_name: 'payproof',
  })
  // A connection that breaks, idle or in use, is replaced; without listeners its error would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** A commit that did not wait for its second disk: it is on the primary, and goes with it if that dies now. */
export function requireReplicated(client: pg.ClientBase) {
  if (isUnreplicated(client)) throw unavailable(new Error('The commit was cut off from its standby'))
}

/** Whether a connection may serve again after this error. One to a former primary must not: it would answer from the past. */
export const isUsableAfter = (client: pg.ClientBase, error: unknown) =>
  !isUnreplicated(client) && !isDemoted(error)

const isUnreplicated = (client: pg.ClientBase) => client instanceof WatchfulClient && client.isUnreplicated

/** Hears what the server says besides its answers. */
class WatchfulClient extends pg.Client {
  isStandby = false
  isUnreplicated = false

  constructor(config?: string | pg.ClientConfig) {
    super(config)
    // Told with every new connection, so it costs no question.
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName === 'in_hot_standby') this.isStandby = parameterValue === 'on'
    })
    // Somebody cancelled the wait for the standby: COMMIT succeeds, with a warning. Its words depend on the server's language.
    this.on('notice', ({ routine }) => {
      if (routine === 'SyncRepWaitForLSN') this.isUnreplicated = true
    })
  }
}

function requirePrimary(client: pg.ClientBase) {
  if (client instanceof WatchfulClient && client.isStandby)
    throw new Error('The database that was reached is a standby')
}
