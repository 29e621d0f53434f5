import { sql } from 'kysely'
import type { Tenancy, Tx } from '../../platform/database/tenancy.ts'
import type { moved } from './tables.ts'

// Rows go over as PostgreSQL writes them, whole. What differs is found by sums of hashes over buckets of rows, on both sides
// at once, so one way of comparing serves the first copy, every later one, and the check at the end.

type Table = (typeof moved)[number]
type Described = { name: string; key: string[]; hasPrimaryKey: boolean; compared: string[] }
type Bucket = { bucket: number; rows: number; sum: string }

const rowsInBucket = 16
const mostBuckets = 2 ** 18
const batch = 2_000
const rowsInChunk = 20_000

type Sides = { from: Tx; target: Tenancy }

/**
 * Makes the target's rows of these tables those of the source, as the transaction sees them. Returns by table how many of the
 * source's rows had to be written; a chunk from which rows only had to be removed counts as one.
 */
export async function copyTables({ from, target }: Sides, tables: readonly Table[], clientId: string) {
  const described = await describeAll(from, tables)
  const [ours, theirs] = await Promise.all([
    countAll(from, described, clientId),
    target.system((tx) => countAll(tx, described, clientId)),
  ])
  const copied = new Map<string, number>()
  for (const table of described) {
    const [here = 0, there = 0] = [ours.get(table.name), theirs.get(table.name)]
    if (here > 0 && there === 0) copied.set(table.name, await copyWhole({ from, target }, table, clientId))
    else if (here + there > 0) {
      const differing = await compare({ from, target }, table, { clientId, count: here })
      copied.set(table.name, await copyBuckets({ from, target }, table, { clientId, differing }))
    }
  }
  return copied
}

type Differing = { buckets: number[]; rows: number; mask: number }

async function compare(
  { from, target }: Sides,
  table: Described,
  { clientId, count }: { clientId: string; count: number },
) {
  const mask = Math.min(mostBuckets, 2 ** Math.ceil(Math.log2(count / rowsInBucket + 1))) - 1
  const [ours, theirs] = await Promise.all([
    sumBuckets(from, table, { clientId, mask }),
    target.system((tx) => sumBuckets(tx, table, { clientId, mask })),
  ])
  const known = new Map(theirs.map((one) => [one.bucket, one]))
  const changed = ours.filter(({ bucket, rows, sum }) => {
    const other = known.get(bucket)
    known.delete(bucket)
    return other?.rows !== rows || other.sum !== sum
  })
  const gone = [...known.values()].map(({ bucket }) => ({ bucket, rows: 0 }))
  return intoChunks([...changed, ...gone], mask)
}

/** Chunks of so many buckets that a chunk has not too many rows for the memory. */
function intoChunks(buckets: { bucket: number; rows: number }[], mask: number) {
  const chunks: Differing[] = []
  for (const { bucket, rows } of buckets) {
    const last = chunks.at(-1)
    if (last && last.rows + rows <= rowsInChunk) {
      last.buckets.push(bucket)
      last.rows += rows
    } else chunks.push({ buckets: [bucket], rows, mask })
  }
  return chunks
}

/** The first time: one pass over the source, written as it is read. */
async function copyWhole({ from, target }: Sides, table: Described, clientId: string) {
  await sql`declare leaving no scroll cursor for
    select t::text as row from ${sql.table(table.name)} t where t.client_id = ${sql.lit(clientId)}`.execute(
    from,
  )
  let total = 0
  let coming = fetchRows(from)
  for (;;) {
    const rows = await coming
    if (rows.length === 0) break
    coming = fetchRows(from)
    // Should the write fail, nobody waits for what was already asked for.
    coming.catch(() => {})
    total += rows.length
    await target.system(async (tx) => {
      await announce(tx)
      await insertRows(tx, table, rows)
    })
  }
  await sql`close leaving`.execute(from)
  return total
}

async function fetchRows(tx: Tx) {
  const { rows } = await sql<{ row: string }>`fetch ${sql.lit(batch)} from leaving`.execute(tx)
  return rows.map(({ row }) => row)
}

async function copyBuckets(
  { from, target }: Sides,
  table: Described,
  { clientId, differing }: { clientId: string; differing: Differing[] },
) {
  let total = 0
  for (const chunk of differing) {
    const rows = await readBuckets(from, table, { clientId, ...chunk })
    await target.system(async (tx) => {
      await announce(tx)
      await removeOthers(tx, table, { clientId, ...chunk, rows })
      for (let n = 0; n < rows.length; n += batch) await insertRows(tx, table, rows.slice(n, n + batch))
    })
    total += Math.max(1, rows.length)
  }
  return total
}

/** What is counted from rows is copied as well, so nothing is to be counted by writing them. */
export const announce = (tx: Tx) => sql`set local app.arriving = 'yes'`.execute(tx)

const bucketOf = ({ key }: Described, mask: number) =>
  sql`hashtext(concat_ws('/', ${sql.join(key.map((column) => sql.ref(`t.${column}`)))})) & ${sql.lit(mask)}`

async function sumBuckets(tx: Tx, table: Described, { clientId, mask }: { clientId: string; mask: number }) {
  const compared = sql.join(table.compared.map((column) => sql.ref(`t.${column}`)))
  const { rows } = await sql<Bucket>`
    select ${bucketOf(table, mask)} as bucket, count(*)::int as rows,
        sum(hashtextextended(row(${compared})::text, 0))::text as sum
      from ${sql.table(table.name)} t where t.client_id = ${clientId} group by 1`.execute(tx)
  return rows
}

/** In one statement: most tables have no rows of most clients. */
async function countAll(tx: Tx, tables: Described[], clientId: string) {
  const counts = tables.map(
    ({ name }) => sql`select ${sql.lit(name)} as name, count(*)::int as rows
      from ${sql.table(name)} where client_id = ${sql.lit(clientId)}`,
  )
  const { rows } = await sql<{ name: string; rows: number }>`${sql.join(counts, sql` union all `)}`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.name, row.rows]))
}

type Chunk = Differing & { clientId: string }

async function readBuckets(tx: Tx, table: Described, { clientId, buckets, mask }: Omit<Chunk, 'rows'>) {
  const { rows } = await sql<{ row: string }>`
    select t::text as row from ${sql.table(table.name)} t
      where t.client_id = ${clientId} and ${bucketOf(table, mask)} = any (${buckets}::int[])`.execute(tx)
  return rows.map(({ row }) => row)
}

/** Of these buckets, what is not among the rows; without a primary key all of it, for it comes anew. */
async function removeOthers(
  tx: Tx,
  table: Described,
  { clientId, buckets, mask, rows }: Omit<Chunk, 'rows'> & { rows: string[] },
) {
  const name = sql.table(table.name)
  const same = table.key.map((column) => sql`s.${sql.ref(column)} = t.${sql.ref(column)}`)
  const isGone = table.hasPrimaryKey
    ? sql`and not exists (select from unnest(${rows}::${name}[]) s where ${sql.join(same, sql` and `)})`
    : sql``
  await sql`delete from ${name} t where t.client_id = ${clientId}
    and ${bucketOf(table, mask)} = any (${buckets}::int[]) ${isGone}`.execute(tx)
}

/** A cell's own columns keep the cell's own values. */
async function insertRows(tx: Tx, table: Described, rows: string[]) {
  const name = sql.table(table.name)
  const changing = table.compared.filter((column) => !table.key.includes(column))
  const set = changing.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`)
  const key = sql.join(table.key.map((column) => sql.ref(column)))
  const conflict =
    set.length > 0 ? sql`on conflict (${key}) do update set ${sql.join(set)}` : sql`on conflict do nothing`
  await sql`insert into ${name} select r.* from unnest(${rows}::${name}[]) r
    ${table.hasPrimaryKey ? conflict : sql``}`.execute(tx)
}

async function describeAll(tx: Tx, tables: readonly Table[]): Promise<Described[]> {
  const names = tables.map(({ name }) => name)
  const { rows } = await sql<{ name: string; column: string; is_key: boolean }>`
    select t.name, a.attname as column, coalesce(a.attnum = any (i.indkey), false) as is_key
      from unnest(${names}::text[]) t (name) join pg_attribute a on a.attrelid = t.name::regclass
      left join pg_index i on i.indrelid = a.attrelid and i.indisprimary
      where a.attnum > 0 and not a.attisdropped order by a.attnum`.execute(tx)
  return tables.map(({ name, key, own = [] }) => {
    const mine = rows.filter((row) => row.name === name)
    const primary = mine.filter(({ is_key }) => is_key).map(({ column }) => column)
    const compared = mine.map(({ column }) => column).filter((column) => !own.includes(column))
    return { name, key: key ?? primary, hasPrimaryKey: primary.length > 0, compared }
  })
}
