import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import pg from 'pg'
import type { DB } from './tables.ts'

/** An open transaction with one database role. Only tenancy.ts can create one. */
export type Tx = Kysely<DB>

export type TransactionWork<T> = (tx: Tx) => Promise<T>

/** The BEGIN statement and the state of a transaction. */
export type OpenTransaction = {
  begin: string
  begun: boolean
  wrote: boolean
  ended: boolean
  /** Whether COMMIT is sent in the packet of the first query, so that there can be no second one. */
  isSingleQuery: boolean
  /** The COMMIT of a single-query transaction, once it is sent. */
  sentCommit?: Promise<pg.QueryResult>
  failure?: unknown
}

// Writes are detected in the SQL text, which also covers raw statements and writes inside WITH. The functions are those
// that write and that a tenant may call.
const writePattern =
  /\b(insert\s+into|delete\s+from|merge\s+into|publish_event|end_tasks|look_again)\b|(?<!\bfor(\s+no\s+key)?\s+)\bupdate\b/i

export const isWrite = (sql: string) => writePattern.test(sql)

const adapter = new PostgresAdapter()
const compiler = new PostgresQueryCompiler()
// Queries get their connection from the executor, so the driver is never asked for one.
const driver: Driver = {
  init: async () => {},
  acquireConnection: refuseNesting,
  beginTransaction: refuseNesting,
  commitTransaction: refuseNesting,
  rollbackTransaction: refuseNesting,
  releaseConnection: async () => {},
  destroy: async () => {},
}
const dialect: Dialect = {
  createAdapter: () => adapter,
  createDriver: () => driver,
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => compiler,
}
const executor = new DefaultQueryExecutor(compiler, adapter, {
  provideConnection: async () => {
    throw new Error('This query is not bound to a transaction')
  },
})

/**
 * Binds Kysely to one open transaction on one connection. The connection is in pipeline mode: BEGIN, with role and
 * tenant, is sent together with the first query, so it costs no extra round trip.
 */
export function bindKysely(client: pg.ClientBase, scope: OpenTransaction): Tx {
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      if (scope.ended) throw new Error('This transaction has already ended')
      if (scope.sentCommit) throw new Error('This transaction was opened for a single query')
      const { name, writes } = statementOf(sql)
      if (writes && scope.isSingleQuery) throw new Error('A single query must not write')
      if (writes) scope.wrote = true
      const running = inOnePacket(client, () => {
        if (!scope.begun) sendQuery(client, scope.begin, (error) => noteFailure(scope, error))
        scope.begun = true
        const query = runQuery(client, sql, parameters as unknown[], name)
        if (scope.isSingleQuery) scope.sentCommit = sendCommit(client)
        return query
      })
      // Replies arrive in order: if BEGIN failed, its error is already known and is more informative than the error
      // of the query.
      const result = await running.catch((error) => {
        if (isStalePlan(error)) invalidateStatementNames(name)
        noteFailure(scope, error)
        throw scope.failure
      })
      if (scope.failure) throw scope.failure
      const { command, rowCount, rows } = result
      return command === 'SELECT' ? { rows } : { rows, numAffectedRows: BigInt(rowCount ?? 0) }
    },
    // biome-ignore lint/correctness/useYield: streaming holds a portal open, which a pipelined connection cannot.
    async *streamQuery() {
      throw new Error('Streaming is not supported inside a scoped transaction')
    },
  }

  // One of each is shared by all transactions, except the connection: to make them anew costs more than a short query.
  return new Kysely<DB>({
    config: { dialect },
    dialect,
    driver,
    executor: executor.withConnectionProvider({ provideConnection: (consume) => consume(connection) }),
  })
}

/**
 * Does the same as client.query at half the cost: it does not copy the query config and creates one promise instead
 * of three.
 */
export function runQuery(client: pg.ClientBase, text: string, values?: unknown[], name?: string) {
  return new Promise<pg.QueryResult>((resolve, reject) => {
    sendQuery(client, text, (error, result) => (error ? reject(error) : resolve(result)), values, name)
  })
}

type OnSettled = (error: Error | undefined, result: pg.QueryResult) => void

/** Like runQuery, but with a callback instead of a promise, for statements whose result is not awaited. */
export function sendQuery(
  client: pg.ClientBase,
  text: string,
  settle: OnSettled,
  values?: unknown[],
  name?: string,
) {
  const query = new pg.Query(text, values, settle)
  if (name) Object.assign(query, { name })
  client.query(query)
}

export function sendCommit(client: pg.ClientBase) {
  const commit = runQuery(client, 'commit')
  // If an earlier query of the packet fails, its error is thrown instead and nothing awaits this promise.
  commit.catch(() => {})
  return commit
}

// Queries pipelined behind a failed one only report that the transaction is aborted, so the first error is kept as
// the cause.
function noteFailure(scope: OpenTransaction, error: unknown) {
  if (error) scope.failure ??= error
}

/** Sends all queries issued by the callback in one packet, because a system call costs more than a small query. */
export function inOnePacket<T>(client: pg.ClientBase, query: () => T): T {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.cork()
  try {
    return query()
  } finally {
    stream.uncork()
  }
}

async function refuseNesting(): Promise<never> {
  throw new Error('A transaction is already open; pass on its tx instead of nesting')
}

type Statement = { name: string | undefined; writes: boolean }

const statements = new Map<string, Statement>()
const maxStatements = 2_000
let generation = 0

/**
 * Whether a migration changed the result type of a prepared statement on this connection. Any transaction can hit
 * this error once.
 */
export const isStalePlan = (error: unknown) =>
  (error as { code?: unknown; routine?: unknown } | null)?.code === '0A000' &&
  (error as { routine?: unknown }).routine === 'RevalidateCachedQuery'

// Renames all statements on all connections: the others may be stale too, and each would make one request fail.
function invalidateStatementNames(staleName: string | undefined) {
  if (!staleName?.endsWith(`.${generation}`)) return
  generation++
  statements.clear()
}

// Named statements are planned once per connection. There are few distinct SQL texts because values are parameters;
// the limit protects against a query that builds its text from input.
function statementOf(sql: string): Statement {
  const existing = statements.get(sql)
  if (existing) return existing
  const writes = isWrite(sql)
  if (statements.size >= maxStatements) return { name: undefined, writes }
  const hash = createHash('sha256').update(sql).digest('base64url').slice(0, 22)
  const statement = { name: `${hash}.${generation}`, writes }
  statements.set(sql, statement)
  return statement
}
