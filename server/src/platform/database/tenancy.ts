import { CompiledQuery, sql } from 'kysely'
import type pg from 'pg'
import { unavailable } from '../problem.ts'
import type { ClientKeys } from '../secrets/keyring.ts'
import { currentSpan } from '../telemetry/tracing.ts'
import { isUsableAfter, openPool, type PoolOptions, requireReplicated } from './pool.ts'
import {
  ask,
  inOneWrite,
  isOutdated,
  kyselyOn,
  type Scope,
  send,
  type Tx,
  type Work,
} from './scoped-connection.ts'

export type { Tx }

/** Who acts, as the audit log will name them. */
export type Actor = {
  kind: 'api_key' | 'member' | 'user' | 'operator' | 'public' | 'task'
  id: string
  requestId: string
}

/** The only key to a client's rows. Features receive a Tenant, never the pool. */
export type Tenant = {
  clientId: string
  actor: Actor
  keys: ClientKeys
  transaction<T>(work: Work<T>): Promise<T>
}

export type Tenancy = ReturnType<typeof openDatabase>

export type DatabaseOptions = PoolOptions & {
  /** The name of our cell, which links and codes carry. */
  cell?: string
  /** Told of everybody who did not find a connection free. */
  onWait?: (seconds: number) => void
}

/** A statement whose answer nobody waits for. */
export type Statement = { name: string; text: string; values: unknown[] }

type State = Scope & {
  lines: { action: string; subjectId: string | null }[]
  withCommit: Statement[]
  afterCommit: (() => void)[]
  tenant: boolean
  clientId: string
  keys: ClientKeys | undefined
  database: object
  cell: string
}

const states = new WeakMap<Tx, State>()
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Adds a line to the client's audit log. It is written with the commit, in the same transaction. */
export function audit(tx: Tx, action: string, subjectId: string | null = null) {
  stateOf(tx).lines.push({ action, subjectId })
}

/**
 * For a write that nothing later in the transaction reads: it travels in the packet of the commit, so it costs no
 * round trip. Whoever needs to see it sooner calls writeNow.
 */
export function withCommit(tx: Tx, statement: Statement) {
  const state = stateOf(tx)
  state.wrote = true
  state.withCommit.push(statement)
}

export async function writeNow(tx: Tx) {
  const { withCommit: waiting } = stateOf(tx)
  for (const { text, values } of waiting.splice(0)) await tx.executeQuery(CompiledQuery.raw(text, values))
}

/** For what must only happen once the transaction is durable: telling other processes, sending mail. */
export function afterCommit(tx: Tx, effect: () => void) {
  stateOf(tx).afterCommit.push(effect)
}

/** The database that a transaction belongs to, and its client; '' in a transaction of the system. */
export const databaseOf = (tx: Tx) => stateOf(tx).database
export const clientIdOf = (tx: Tx) => stateOf(tx).clientId

/**
 * The cell and the beginning of the client's id: what secrets that come back without a credential begin with, so that a
 * router knows where they belong. Ten characters.
 */
export const routeTagOf = (tx: Tx) => stateOf(tx).cell + clientIdOf(tx).slice(0, 8)

/** The keys of the client that a transaction belongs to. */
export function keysOf(tx: Tx): ClientKeys {
  const { keys } = stateOf(tx)
  if (!keys) throw new Error('A transaction of the system has no keys')
  return keys
}

export function openDatabase(options: DatabaseOptions) {
  const pool = openPool(options)
  // Whoever holds a connection must not queue for another of the same pool: all of them might.
  const asidePool = openPool({ ...options, connections: 1 })

  // Nothing of a transaction that met a migration is left, so it is done again with statements of the new schema.
  function inScope<T>(scope: ScopeOf, work: Work<T>, from = pool, tries = 3): Promise<T> {
    return tryInScope(scope, work, from).catch((error) => {
      if (!isOutdated(error) || tries <= 1) throw error
      return inScope(scope, work, from, tries - 1)
    })
  }

  async function tryInScope<T>(scope: ScopeOf, work: Work<T>, from: pg.Pool) {
    const begin = beginAs(scope)
    const client = await connectTo(from, options.onWait)
    const state: State = {
      begin,
      begun: false,
      wrote: false,
      ended: false,
      lines: [],
      withCommit: [],
      afterCommit: [],
      tenant: scope.actor !== undefined,
      clientId: scope.clientId,
      keys: scope.keys,
      database,
      cell: options.cell ?? 'a0',
    }
    const tx = kyselyOn(client, state)
    states.set(tx, state)
    let broken = true
    try {
      const result = await work(tx)
      state.ended = true
      if (state.wrote && state.tenant && state.lines.length === 0) {
        throw new Error('A tenant transaction wrote without leaving an audit line')
      }
      await commit(client, state, scope.actor)
      broken = false
      for (const effect of state.afterCommit) effect()
      return result
    } catch (error) {
      state.ended = true
      if (isUsableAfter(client, error)) {
        await client.query('rollback').then(
          () => {
            broken = false
          },
          () => {},
        )
      }
      throw error
    } finally {
      client.release(broken)
    }
  }

  const database = {
    tenant: (clientId: string, actor: Actor, keys: ClientKeys): Tenant => ({
      clientId,
      actor,
      keys,
      transaction: (work) => inScope({ role: 'payproof_tenant', clientId, actor, keys }, work),
    }),
    /** Sees every client. For finding the client of a caller, and for the operator; nothing else. */
    system: <T>(work: Work<T>) => inScope({ role: 'payproof_system', clientId: '' }, work),
    /** Like system, but on a connection of its own: for keys, which may be missing in the middle of a transaction. */
    aside: <T>(work: Work<T>) => inScope({ role: 'payproof_system', clientId: '' }, work, asidePool),
    /** Like system, but reads one moment of the database throughout and cannot write. */
    snapshot: <T>(work: Work<T>) =>
      inScope(
        { role: 'payproof_system', clientId: '', mode: 'isolation level repeatable read read only' },
        work,
      ),
    /** How many callers wait for a connection, and how many connections are used and not; metrics. */
    waiting: () => pool.waitingCount,
    connections: () => ({ busy: pool.totalCount - pool.idleCount, idle: pool.idleCount }),
    close: async () => {
      await Promise.all([pool.end(), asidePool.end()])
    },
  }
  return database
}

// Most find one at once; only those who do not are worth a clock.
async function connectTo(pool: pg.Pool, onWait?: (seconds: number) => void) {
  const askedAt = pool.idleCount === 0 ? performance.now() : undefined
  try {
    const client = await pool.connect()
    if (askedAt !== undefined) onWait?.((performance.now() - askedAt) / 1000)
    return client
  } catch (cause) {
    throw unavailable(cause)
  }
}

/** Refuses a login role that could see past the fence. Run before a process takes its first request. */
export async function requireFencedRole(database: Tenancy) {
  await database.system(async (tx) => {
    const { rows } = await listDangerousRoles(tx)
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

type ScopeOf = {
  role: 'payproof_tenant' | 'payproof_system'
  clientId: string
  actor?: Actor
  keys?: ClientKeys
  mode?: string
}

// The values are put into the text because BEGIN and SET take no parameters; the id is checked to be harmless.
// SET LOCAL and not set_config: a SELECT would have to be planned, and its row read, for every request.
function beginAs({ role, clientId, mode = '' }: ScopeOf) {
  if (clientId !== '' && !uuid.test(clientId)) throw new Error('Not a client id')
  const scope = `begin ${mode}; set local role ${role}`
  const tenant = clientId === '' ? scope : `${scope}; set local app.client_id = '${clientId}'`
  const span = currentSpan()
  // Tasks and events that the transaction makes carry its trace on.
  return span ? `${tenant}; set local app.trace = '${span.traceparent}'` : tenant
}

async function commit(client: pg.ClientBase, state: State, actor: Actor | undefined) {
  const { lines, begin, begun, withCommit: statements } = state
  let failure: Error | undefined
  const note = (error: Error | undefined) => {
    failure ??= error
  }
  const ending = inOneWrite(client, () => {
    // Nothing was asked of the database yet: what goes with the commit is all there is to write.
    if (!begun) send(client, begin, note)
    for (const { text, values, name } of statements) send(client, text, note, values, name)
    if (actor && lines.length > 0) send(client, appending, note, valuesOf(lines, actor), 'audit_append')
    return ask(client, 'commit')
  })
  const { command } = await ending.catch((error) => {
    throw failure ?? error
  })
  if (failure) throw failure
  // COMMIT of a failed transaction does not fail, it says ROLLBACK.
  if (command === 'ROLLBACK') throw new Error('The transaction was rolled back')
  requireReplicated(client)
}

const appending = 'select audit_append($1, $2, $3, $4::text[], $5::uuid[])'

function valuesOf(lines: State['lines'], { kind, id, requestId }: Actor) {
  const actions = lines.map(({ action }) => action)
  const subjects = lines.map(({ subjectId }) => subjectId)
  return [kind, id, requestId, actions, subjects]
}

/** Roles that are not held by the fence, among those the login has or can take by SET ROLE. */
function listDangerousRoles(tx: Tx) {
  return sql`
    select from pg_roles where pg_has_role(session_user, oid, 'member') and (
      rolsuper or rolbypassrls or exists (select from pg_class where relowner = pg_roles.oid))`.execute(tx)
}
