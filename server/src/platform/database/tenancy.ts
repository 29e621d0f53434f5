import { CompiledQuery, sql } from 'kysely'
import type pg from 'pg'
import { unavailable } from '../problem.ts'
import type { ClientKeySet } from '../secrets/keyring.ts'
import { currentSpan } from '../telemetry/tracing.ts'
import { createAuditGroups } from './audit-groups.ts'
import { type DatabasePoolOptions, isReusableAfter, openPool, requireReplicated } from './pool.ts'
import {
  bindKysely,
  inOnePacket,
  isStalePlan,
  type OpenTransaction,
  sendCommit,
  sendQuery,
  type TransactionWork,
  type Tx,
} from './scoped-connection.ts'
import { isDeadlock } from './transient-errors.ts'

export type { Tx }

/** The actor recorded in the audit log. */
export type Actor = {
  kind: 'api_key' | 'member' | 'user' | 'operator' | 'public' | 'task'
  id: string
  requestId: string
}

/** The only way to access a client's rows. Features receive a Tenant, never the pool. */
export type Tenant = {
  clientId: string
  actor: Actor
  keys: ClientKeySet
  transaction<T>(work: TransactionWork<T>): Promise<T>
  /**
   * Runs one query in a read-only transaction. BEGIN, query and COMMIT travel in one packet, which saves a round trip.
   * A second query is refused.
   */
  singleQuery<T>(work: TransactionWork<T>): Promise<T>
}

/** A tenant whose transactions all run in one that is already open. */
export const insideTransaction = (tenant: Tenant, tx: Tx): Tenant => ({
  ...tenant,
  transaction: (work) => work(tx),
  singleQuery: (work) => work(tx),
})

export type Tenancy = ReturnType<typeof openDatabase>

export type DatabaseOptions = DatabasePoolOptions & {
  /** Name of this cell, which is part of links and codes. */
  cell?: string
  /** Called for every caller that had to wait for a connection. */
  onWait?: (seconds: number) => void
}

/** A write whose result is not read. It is sent together with the commit. */
export type DeferredStatement = { name: string; text: string; values: unknown[] }

type TransactionState = OpenTransaction & {
  auditLines: { action: string; subjectId: string | null }[]
  writeAtCommit: DeferredStatement[]
  afterCommit: (() => void)[]
  tenant: boolean
  clientId: string
  keys: ClientKeySet | undefined
  database: object
  cell: string
}

const states = new WeakMap<Tx, TransactionState>()
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * Adds a line to the client's audit log. If the transaction writes, the line is committed with it. The line of a read
 * is durable before the transaction resolves.
 */
export function audit(tx: Tx, action: string, subjectId: string | null = null) {
  stateOf(tx).auditLines.push({ action, subjectId })
}

/**
 * Defers a write that nothing later in the transaction reads. The write is sent in the same packet as the commit, so
 * it costs no round trip. Call flushDeferredWrites first if the transaction has to read it after all.
 */
export function writeAtCommit(tx: Tx, statement: DeferredStatement) {
  const state = stateOf(tx)
  state.wrote = true
  state.writeAtCommit.push(statement)
}

export async function flushDeferredWrites(tx: Tx) {
  const { writeAtCommit: deferred } = stateOf(tx)
  for (const { text, values } of deferred.splice(0)) await tx.executeQuery(CompiledQuery.raw(text, values))
}

/** Runs a side effect that requires the transaction to be durable, such as notifying other processes. */
export function afterCommit(tx: Tx, effect: () => void) {
  stateOf(tx).afterCommit.push(effect)
}

/**
 * Continues a system transaction as the login role. Only a role sees the times of its own sessions in
 * pg_stat_activity, and all sessions belong to the login.
 */
export const becomeLogin = (tx: Tx) => sql`set local role none`.execute(tx)

export const databaseOf = (tx: Tx) => stateOf(tx).database

/** Returns the client of a tenant transaction, or '' for a system transaction. */
export const clientIdOf = (tx: Tx) => stateOf(tx).clientId

/**
 * Prefix of secrets that are presented without a credential: the cell name and the first 8 characters of the client
 * id, from which a router can find the cell. The prefix has ten characters.
 */
export const routeTagOf = (tx: Tx) => stateOf(tx).cell + clientIdOf(tx).slice(0, 8)

/** Returns the keys of the client that a transaction belongs to. */
export function keysOf(tx: Tx): ClientKeySet {
  const { keys } = stateOf(tx)
  if (!keys) throw new Error('A system transaction has no client keys')
  return keys
}

export function openDatabase(options: DatabaseOptions) {
  const pool = openPool(options)
  // A transaction that needs a second connection must not take it from the same pool: if all transactions did, they
  // would deadlock.
  const reservedPool = openPool({ ...options, connections: 1 })

  // A transaction that hit a stale prepared statement or lost a deadlock was rolled back, so it can be repeated: with newly
  // prepared statements, or after the other transaction.
  function runInScope<T>(
    scope: TransactionScope,
    work: TransactionWork<T>,
    from = pool,
    maxAttempts = 3,
  ): Promise<T> {
    return runOnceInScope(scope, work, from).catch((error) => {
      const isRepeatable = isStalePlan(error) || isDeadlock(error)
      if (!isRepeatable || maxAttempts <= 1) throw error
      return runInScope(scope, work, from, maxAttempts - 1)
    })
  }

  async function runOnceInScope<T>(scope: TransactionScope, work: TransactionWork<T>, from: pg.Pool) {
    const state = newState(scope)
    const committed = await runOnConnection(scope, state, work, from)
    // The connection is free again while the audit lines of a read wait for their group.
    await committed.appended
    for (const effect of state.afterCommit) effect()
    return committed.result
  }

  async function runOnConnection<T>(
    scope: TransactionScope,
    state: TransactionState,
    work: TransactionWork<T>,
    from: pg.Pool,
  ) {
    const client = await acquireConnection(from, options.onWait)
    const tx = bindKysely(client, state)
    states.set(tx, state)
    let isBroken = true
    try {
      const result = await work(tx)
      state.ended = true
      if (state.wrote && state.tenant && state.auditLines.length === 0) {
        throw new Error('A tenant transaction wrote without leaving an audit line')
      }
      const appended = state.wrote ? undefined : appendReadLines(state, scope.actor)
      await commit(client, state, scope.actor)
      isBroken = false
      return { result, appended }
    } catch (error) {
      state.ended = true
      if (isReusableAfter(client, error)) {
        await client.query('rollback').then(
          () => {
            isBroken = false
          },
          () => {},
        )
      }
      throw error
    } finally {
      client.release(isBroken)
    }
  }

  const newState = (scope: TransactionScope): TransactionState => ({
    begin: beginStatement(scope),
    begun: false,
    wrote: false,
    ended: false,
    isSingleQuery: scope.isSingleQuery ?? false,
    auditLines: [],
    writeAtCommit: [],
    afterCommit: [],
    tenant: scope.actor !== undefined,
    clientId: scope.clientId,
    keys: scope.keys,
    database,
    cell: options.cell ?? 'a0',
  })

  // Groups use the reserved connection: on the pool they would queue behind the requests that wait for them.
  const auditGroups = createAuditGroups((statement) =>
    runInScope(systemScope, async (tx) => writeAtCommit(tx, statement), reservedPool),
  )

  function appendReadLines({ auditLines, clientId }: TransactionState, actor: Actor | undefined) {
    if (!actor || auditLines.length === 0) return undefined
    const lines = auditLines.splice(0).map((line) => ({ ...line, clientId, actor }))
    const appended = auditGroups.append(lines)
    // If the commit fails, its error is thrown instead and nothing awaits this promise.
    appended.catch(() => {})
    return appended
  }

  const database = {
    tenant: (clientId: string, actor: Actor, keys: ClientKeySet): Tenant => ({
      clientId,
      actor,
      keys,
      transaction: (work) => runInScope({ role: 'payproof_tenant', clientId, actor, keys }, work),
      singleQuery: (work) =>
        runInScope(
          { role: 'payproof_tenant', clientId, actor, keys, mode: 'read only', isSingleQuery: true },
          work,
        ),
    }),
    /**
     * Runs a transaction that sees the rows of all clients. Only for finding a caller's client, for background work
     * and for the operator.
     */
    system: <T>(work: TransactionWork<T>) => runInScope(systemScope, work),
    /** Like system, but on a reserved connection. It is used to load keys in the middle of another transaction. */
    systemReserved: <T>(work: TransactionWork<T>) => runInScope(systemScope, work, reservedPool),
    /** Like system, but read-only and on one consistent snapshot. */
    snapshot: <T>(work: TransactionWork<T>) =>
      runInScope({ ...systemScope, mode: 'isolation level repeatable read read only' }, work),
    /** Number of callers waiting for a connection. */
    waitingCount: () => pool.waitingCount,
    /** The property names are label values of the metric payproof_database_connections. */
    connections: () => ({ busy: pool.totalCount - pool.idleCount, idle: pool.idleCount }),
    close: async () => {
      await Promise.all([pool.end(), reservedPool.end()])
    },
  }
  return database
}

// Most callers get an idle connection immediately; only callers that wait are timed.
async function acquireConnection(pool: pg.Pool, onWait?: (seconds: number) => void) {
  const requestedAt = pool.idleCount === 0 ? performance.now() : undefined
  try {
    const client = await pool.connect()
    if (requestedAt !== undefined) onWait?.((performance.now() - requestedAt) / 1000)
    return client
  } catch (cause) {
    throw unavailable(cause)
  }
}

/** Fails if the login role can bypass row-level security. Called before a process accepts requests. */
export async function requireRowLevelSecurity(database: Tenancy) {
  await database.system(async (tx) => {
    const { rows } = await listRolesBypassingRls(tx)
    if (rows.length > 0) {
      throw new Error('The database login role can bypass row level security; log in as payproof_login')
    }
  })
}

function stateOf(tx: Tx) {
  const state = states.get(tx)
  if (!state) throw new Error('Not a scoped transaction')
  return state
}

type TransactionScope = {
  role: 'payproof_tenant' | 'payproof_system'
  clientId: string
  actor?: Actor
  keys?: ClientKeySet
  mode?: string
  isSingleQuery?: boolean
}

const systemScope: TransactionScope = { role: 'payproof_system', clientId: '' }

// BEGIN and SET accept no parameters, so values are interpolated; the client id is checked to be a UUID. SET LOCAL is
// used instead of set_config() because a SELECT would have to be planned, and its row read, on every request.
function beginStatement({ role, clientId, mode = '' }: TransactionScope) {
  if (clientId !== '' && !uuid.test(clientId)) throw new Error('Not a client id')
  const scope = `begin ${mode}; set local role ${role}`
  const tenant = clientId === '' ? scope : `${scope}; set local app.client_id = '${clientId}'`
  const span = currentSpan()
  // Tasks and events created in the transaction continue its trace.
  return span ? `${tenant}; set local app.trace = '${span.traceparent}'` : tenant
}

async function commit(client: pg.ClientBase, state: TransactionState, actor: Actor | undefined) {
  const { auditLines, begin, begun, writeAtCommit: statements } = state
  let failure: Error | undefined
  const note = (error: Error | undefined) => {
    failure ??= error
  }
  const ending =
    state.sentCommit ??
    inOnePacket(client, () => {
      // If no query has run yet, the transaction consists only of deferred writes and BEGIN is still to be sent.
      if (!begun) sendQuery(client, begin, note)
      for (const { text, values, name } of statements) sendQuery(client, text, note, values, name)
      if (actor && auditLines.length > 0)
        sendQuery(client, appendAuditSql, note, valuesOf(auditLines, actor), 'audit_append')
      return sendCommit(client)
    })
  const { command } = await ending.catch((error) => {
    throw failure ?? error
  })
  if (failure) throw failure
  // COMMIT of a failed transaction does not return an error. Its command tag is ROLLBACK.
  if (command === 'ROLLBACK') throw new Error('The transaction was rolled back')
  requireReplicated(client)
}

const appendAuditSql = 'select audit_append($1, $2, $3, $4::text[], $5::uuid[])'

function valuesOf(auditLines: TransactionState['auditLines'], { kind, id, requestId }: Actor) {
  const actions = auditLines.map(({ action }) => action)
  const subjects = auditLines.map(({ subjectId }) => subjectId)
  return [kind, id, requestId, actions, subjects]
}

/**
 * Lists the roles that bypass row-level security, among the roles that the login role has or can take with SET ROLE.
 */
function listRolesBypassingRls(tx: Tx) {
  return sql`
    select from pg_roles where pg_has_role(session_user, oid, 'member') and (
      rolsuper or rolbypassrls or exists (select from pg_class where relowner = pg_roles.oid))`.execute(tx)
}
