import pg from 'pg'
import { unavailable } from '../problem.ts'
import { isNotPrimary } from './transient-errors.ts'

export type DatabasePoolOptions = {
  url: string
  connections: number
  acquireTimeoutMs: number
  queryTimeoutMs?: number
}

// TCP keep-alive detects a vanished server: first probe after this, then one per second, ten times.
const keepAliveAfterMs = 5_000

export function openPool({
  url,
  connections,
  acquireTimeoutMs,
  queryTimeoutMs = 3_000,
}: DatabasePoolOptions) {
  const lockTimeoutMs = Math.round(queryTimeoutMs / 3)
  const pool = new pg.Pool({
    connectionString: url,
    Client: ReplicationAwareClient,
    onConnect: requirePrimary,
    max: connections,
    connectionTimeoutMillis: acquireTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    pipeline: true,
    // Idle connections stay open: a timer per released connection costs more than it saves.
    idleTimeoutMillis: 0,
    // Client-side limit for a server that hangs or is unreachable; the server enforces its own limits below.
    query_timeout: queryTimeoutMs + 2_000,
    options: `-c TimeZone=UTC -c jit=off -c statement_timeout=${queryTimeoutMs} -c lock_timeout=${lockTimeoutMs} -c idle_in_transaction_session_timeout=${queryTimeoutMs + 2_000}`,
    application_name: 'payproof',
  })
  // The pool replaces broken connections; without a listener their error event would crash the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Throws if the commit was not replicated synchronously: it exists only on the primary and is lost if that fails now. */
export function requireReplicated(client: pg.ClientBase) {
  if (isUnreplicated(client)) throw unavailable(new Error('The commit was not confirmed by the standby'))
}

/** Whether a connection can be reused after this error. One to a former primary cannot: it would return stale data. */
export const isReusableAfter = (client: pg.ClientBase, error: unknown) =>
  !isUnreplicated(client) && !isNotPrimary(error)

const isUnreplicated = (client: pg.ClientBase) =>
  client instanceof ReplicationAwareClient && client.isUnreplicated

/** Tracks replication state from server notices and parameter messages. */
class ReplicationAwareClient extends pg.Client {
  isStandby = false
  isUnreplicated = false

  constructor(config?: string | pg.ClientConfig) {
    super(config)
    // The server reports this with every new connection, so it costs no query.
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName === 'in_hot_standby') this.isStandby = parameterValue === 'on'
    })
    // The wait for the standby was cancelled: COMMIT succeeds with a warning, whose text depends on the server's locale.
    this.on('notice', ({ routine }) => {
      if (routine === 'SyncRepWaitForLSN') this.isUnreplicated = true
    })
  }
}

function requirePrimary(client: pg.ClientBase) {
  if (client instanceof ReplicationAwareClient && client.isStandby)
    throw new Error('The database server is a standby')
}
