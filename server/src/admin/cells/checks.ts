import { sql } from 'kysely'
import type { Tenancy, Tx } from '../../platform/database/tenancy.ts'
import type { AdminCell } from '../with-cell.ts'
import { readState } from './states.ts'

/** Checks all preconditions of a move before anything is copied. */
export async function requireMovable(
  { source, target }: { source: AdminCell; target: AdminCell },
  { id, name }: { id: string; name: string },
) {
  const [ours, theirs] = [source.config, target.config]
  require(ours.CELL !== theirs.CELL, `Both cells are called ${ours.CELL}`)
  require(ours.ENVIRONMENT === theirs.ENVIRONMENT, 'The cells have different environments')
  // BASE_URL is the issuer of tokens, and a token is only valid under its issuer.
  require(ours.BASE_URL === theirs.BASE_URL, 'The cells have different values of BASE_URL')
  const versions = await Promise.all([source, target].map(({ database }) => listMigrations(database)))
  require(versions[0] ===
    versions[1], 'The databases have different schema versions; migrate the older one first')
  const state = await readState(source.database, id)
  require(state?.state !== 'arriving', `Client ${name} is still arriving in ${ours.CELL}`)
  const targetState = await readState(target.database, id)
  const isOpenAtTarget = !targetState && (await target.database.system((tx) => clientExists(tx, id)))
  require(!isOpenAtTarget, `Client ${name} is already in ${theirs.CELL}`)
  const conflicts = await target.database.system((tx) => findConflictingClients(tx, id, name))
  require(conflicts.length ===
    0, `Cell ${theirs.CELL} has another client called ${name}, or one whose id starts with the same eight digits`)
}

function require(condition: boolean, message: string) {
  if (!condition) throw new Error(message)
}

async function listMigrations(database: Tenancy) {
  const { rows } = await database.system((tx) =>
    sql<{ hashes: string }>`select string_agg(hash, ' ' order by name) as hashes from migrations`.execute(tx),
  )
  return rows[0]?.hashes
}

async function clientExists(tx: Tx, id: string) {
  const { rows } = await sql`select from clients where id = ${id}`.execute(tx)
  return rows.length > 0
}

// The router identifies moved clients by the first eight digits of their id.
async function findConflictingClients(tx: Tx, id: string, name: string) {
  const { rows } = await sql`select from clients
    where id <> ${id} and (name = ${name} or left(id::text, 8) = left(${id}::text, 8))`.execute(tx)
  return rows
}
