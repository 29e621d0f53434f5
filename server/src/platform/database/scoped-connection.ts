import { createHash } from 'node:crypto'
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
import type pg from 'pg'
import type { DB } from './tables.ts'

/** An open transaction in one role. It cannot be made anywhere but in tenancy.ts. */
export type Tx = Kysely<DB>

export type Work<T> = (tx: Tx) => Promise<T>

/** What the transaction is opened with, and what became of it. */
export type Scope = { begin: string; wrote: boolean; ended: boolean }

const compiler = new PostgresQueryCompiler()
const adapter = new PostgresAdapter()

/**
 * A Kysely bound to one open transaction on one connection. The connection is in pipeline mode: BEGIN with
 * its role and tenant is written together with the first query, so the scope costs no round trip.
 */
export function kyselyOn(client: pg.ClientBase, scope: Scope): Tx {
  let begun: Promise<unknown> | undefined

  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<R>> {
      if (scope.ended) throw new Error('This transaction has ended; the query came too late')
      if (query.kind !== 'SelectQueryNode' && query.kind !== 'RawNode') scope.wrote = true
      const opening = begun ? undefined : client.query(scope.begin)
      begun ??= opening
      const running = client.query({ name: nameOf(sql), text: sql, values: parameters as unknown[] })
      // Both are awaited: a refused BEGIN must not leave the query's own rejection unhandled.
      const [opened, result] = await Promise.allSettled([opening, running])
      if (opened.status === 'rejected') throw opened.reason
      if (result.status === 'rejected') throw result.reason
      const { command, rowCount, rows } = result.value
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

async function nested(): Promise<never> {
  throw new Error('A transaction is open already; pass its tx on instead of nesting')
}

const names = new Map<string, string>()
const nameLimit = 2_000

// Named statements are planned once per connection. SQL texts are few because values are parameters; the
// limit guards against a query that builds its text from input.
function nameOf(sql: string) {
  const known = names.get(sql)
  if (known || names.size >= nameLimit) return known
  const name = createHash('sha256').update(sql).digest('base64url').slice(0, 22)
  names.set(sql, name)
  return name
}
