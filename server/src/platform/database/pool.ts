import pg from 'pg'
import { unavailable } from '../problem.ts'
import { isNotPrimary } from './transient-errors.ts'

export type DatabasePoolOptions = {
  url: string
  connections: number
  acquireTimeoutMs: number
  queryTimeoutMs?: number
}

// TCP keep-alive detects a server that has vanished: the first probe is sent after this time, then ten probes, one
// per second.
const keepAliveAfterMs = 5_000
// Likewise the server detects a vanished client. By default it does so after two hours, and until then sessions of a cut
// connection use up its connections.
const serverKeepAlive =
  '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=4 -c tcp_user_timeout=30000'

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
    // Idle connections stay open: a timer for every released connection would cost more than closing them saves.
    idleTimeoutMillis: 0,
    // Client-side limit for a server that hangs or is unreachable; the server enforces its own limits below.
    query_timeout: queryTimeoutMs + 2_000,
    options: `-c TimeZone=UTC -c jit=off -c statement_timeout=${queryTimeoutMs} -c lock_timeout=${lockTimeoutMs} -c idle_in_transaction_session_timeout=${queryTimeoutMs + 2_000} ${serverKeepAlive}`,
    application_name: 'payproof',
  })
  // The pool replaces broken connections; without a listener their error event would crash the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/**
 * Throws if the commit was not replicated synchronously: the data exists only on the primary and would be lost if the
 * primary failed now.
 */
export function requireReplicated(client: pg.ClientBase) {
  if (isUnreplicated(client)) throw unavailable(new Error('The commit was not confirmed by the standby'))
}

/**
 * Whether a connection can be reused after this error. A connection to a former primary cannot: it would return stale
 * data.
 */
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
    // The server reports this parameter on every new connection, so reading it costs no query.
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName === 'in_hot_standby') this.isStandby = parameterValue === 'on'
    })
    // If the wait for the standby is cancelled, COMMIT succeeds with a warning. The text of the warning depends on
    // the server's locale, so the routine is checked.
    this.on('notice', ({ routine }) => {
      if (routine === 'SyncRepWaitForLSN') this.isUnreplicated = true
    })
  }
}

function requirePrimary(client: pg.ClientBase) {
  if (client instanceof ReplicationAwareClient && client.isStandby)
    throw new Error('The database server is a standby')
}
