import { sql } from 'kysely'
import type { Tenancy, Tx } from '../../platform/database/tenancy.ts'
import type { Cell } from '../with-cell.ts'
import { readState } from './states.ts'

/** Everything that would stop the move later is said before anything is copied. */
export async function requireMovable(
  { source, target }: { source: Cell; target: Cell },
  { id, name }: { id: string; name: string },
) {
  const [ours, theirs] = [source.config, target.config]
  require(ours.CELL !== theirs.CELL, `Both cells are called ${ours.CELL}`)
  require(ours.ENVIRONMENT === theirs.ENVIRONMENT, 'The cells are of different environments')
  // Tokens name it, and are only good where it is the same.
  require(ours.BASE_URL === theirs.BASE_URL, 'The cells have different values of BASE_URL')
  const versions = await Promise.all([source, target].map(({ database }) => listMigrations(database)))
  require(versions[0] === versions[1], 'The databases are of different versions; migrate the older one first')
  const state = await readState(source.database, id)
  require(state?.state !== 'arriving', `Client ${name} is only arriving in ${ours.CELL}`)
  const there = await readState(target.database, id)
  const isOpenThere = !there && (await target.database.system((tx) => isKnown(tx, id)))
  require(!isOpenThere, `Client ${name} is in ${theirs.CELL} already`)
  const rivals = await target.database.system((tx) => findRivals(tx, id, name))
  require(rivals.length ===
    0, `Cell ${theirs.CELL} has another client called ${name}, or with an id that begins alike`)
}

function require(isFine: boolean, message: string) {
  if (!isFine) throw new Error(message)
}

async function listMigrations(database: Tenancy) {
  const { rows } = await database.system((tx) =>
    sql<{ hashes: string }>`select string_agg(hash, ' ' order by name) as hashes from migrations`.execute(tx),
  )
  return rows[0]?.hashes
}

async function isKnown(tx: Tx, id: string) {
  const { rows } = await sql`select from clients where id = ${id}`.execute(tx)
  return rows.length > 0
}

// The router tells clients that were moved by the first eight digits of their ids.
async function findRivals(tx: Tx, id: string, name: string) {
  const { rows } = await sql`select from clients
    where id <> ${id} and (name = ${name} or left(id::text, 8) = left(${id}::text, 8))`.execute(tx)
  return rows
}
