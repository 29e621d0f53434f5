import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import pg from 'pg'
import type { DB } from './tables.ts'

/** An open transaction in one role. It cannot be made anywhere but in tenancy.ts. */
export type Tx = Kysely<DB>

export type Work<T> = (tx: Tx) => Promise<T>

/** What the transaction is opened with, and what became of it. */
export type Scope = { begin: string; begun: boolean; wrote: boolean; ended: boolean; failure?: unknown }

// Judged by its text, so that neither a raw statement nor one inside WITH writes unseen.
const writing = /\b(insert\s+into|delete\s+from|merge\s+into)\b|(?<!\bfor(\s+no\s+key)?\s+)\bupdate\b/i

const compiler = new PostgresQueryCompiler()
const adapter = new PostgresAdapter()

/**
 * A Kysely bound to one open transaction on one connection. The connection is in pipeline mode: BEGIN with
 * its role and tenant is written together with the first query, so the scope costs no round trip.
 */
export function kyselyOn(client: pg.ClientBase, scope: Scope): Tx {
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      if (scope.ended) throw new Error('This transaction has ended; the query came too late')
      const { name, writes } = statementOf(sql)
      if (writes) scope.wrote = true
      const running = inOneWrite(client, () => {
        if (!scope.begun) send(client, scope.begin, (error) => noteFailure(scope, error))
        scope.begun = true
        return ask(client, sql, parameters as unknown[], name)
      })
      // Answers come in order: a refused BEGIN is known by now, and says more than what it did to the query.
      const result = await running.catch((error) => {
        if (isOutdated(error)) prepareAnew(name)
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

  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: nested,
    commitTransaction: nested,
    rollbackTransaction: nested,
    releaseConnection: async () => {},
    destroy: async () => {},
  }
  return new Kysely<DB>({
    dialect: {
      createAdapter: () => adapter,
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => compiler,
    },
  })
}

/** client.query with half of its cost: no copy of its configuration, one promise instead of three. */
export function ask(client: pg.ClientBase, text: string, values?: unknown[], name?: string) {
  return new Promise<pg.QueryResult>((resolve, reject) => {
    send(client, text, (error, result) => (error ? reject(error) : resolve(result)), values, name)
  })
}

type Settle = (error: Error | undefined, result: pg.QueryResult) => void

/** The same for a statement that nobody waits for: no promise at all. */
export function send(client: pg.ClientBase, text: string, settle: Settle, values?: unknown[], name?: string) {
  const query = new pg.Query(text, values, settle)
  if (name) Object.assign(query, { name })
  client.query(query)
}

// Queries sent along with one that fails only say that the transaction is aborted; the first says why.
function noteFailure(scope: Scope, error: unknown) {
  if (error) scope.failure ??= error
}

/** What is queried inside goes to the server in one packet: a system call costs more here than a small query. */
export function inOneWrite<T>(client: pg.ClientBase, query: () => T): T {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.cork()
  try {
    return query()
  } finally {
    stream.uncork()
  }
}

async function nested(): Promise<never> {
  throw new Error('A transaction is open already; pass its tx on instead of nesting')
}

type Statement = { name: string | undefined; writes: boolean }

const statements = new Map<string, Statement>()
const statementLimit = 2_000
let edition = 0

/** A migration has changed what a statement gives since this connection prepared it. Any transaction may meet that once. */
export const isOutdated = (error: unknown) =>
  (error as { code?: unknown; routine?: unknown } | null)?.code === '0A000' &&
  (error as { routine?: unknown }).routine === 'RevalidateCachedQuery'

// All under new names, on every connection: what else has changed is not known, and would fail one request for each.
function prepareAnew(outdated: string | undefined) {
  if (!outdated?.endsWith(`.${edition}`)) return
  edition++
  statements.clear()
}

// Named statements are planned once per connection. SQL texts are few because values are parameters; the
// limit guards against a query that builds its text from input.
function statementOf(sql: string): Statement {
  const known = statements.get(sql)
  if (known) return known
  const writes = writing.test(sql)
  if (statements.size >= statementLimit) return { name: undefined, writes }
  const hash = createHash('sha256').update(sql).digest('base64url').slice(0, 22)
  const statement = { name: `${hash}.${edition}`, writes }
  statements.set(sql, statement)
  return statement
}
