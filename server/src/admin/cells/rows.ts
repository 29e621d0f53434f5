import { sql } from 'kysely'
import type { Tenancy, Tx } from '../../platform/database/tenancy.ts'
import { noProgress, type ProgressReporter } from '../../platform/telemetry/progress.ts'
import type { movedTables } from './tables.ts'

// Copies rows as PostgreSQL record text. The first copy, every later copy and the final check find differences in the
// same way: they compare hash sums over buckets of rows on both sides.

type Table = (typeof movedTables)[number]
type DescribedTable = { name: string; key: string[]; hasPrimaryKey: boolean; compared: string[] }
type BucketSum = { bucket: number; rows: number; sum: string }

const rowsPerBucket = 16
const maxBuckets = 2 ** 18
const batchSize = 2_000
/** Maximum number of rows in a chunk, which is kept in memory as a whole. */
const maxRowsPerChunk = 20_000

type Databases = { from: Tx; target: Tenancy }

/**
 * Makes the target's rows of these tables equal to those in the source's transaction. Returns the number of rows
 * written per table; a chunk that needed only deletions counts as one.
 */
export async function copyTables(
  { from, target }: Databases,
  tables: readonly Table[],
  clientId: string,
  progress: ProgressReporter = noProgress,
) {
  const described = await describeAll(from, tables)
  const [ours, theirs] = await Promise.all([
    countAll(from, described, clientId),
    target.system((tx) => countAll(tx, described, clientId)),
  ])
  const total = [...ours.values()].reduce((sum, count) => sum + count, 0)
  progress.step('comparing and copying rows', total, 'rows')
  const copied = new Map<string, number>()
  for (const table of described) {
    const [here = 0, there = 0] = [ours.get(table.name), theirs.get(table.name)]
    if (here > 0 && there === 0)
      copied.set(table.name, await copyWholeTable({ from, target }, table, clientId, progress))
    else if (here + there > 0) {
      const differing = await compare({ from, target }, table, { clientId, count: here })
      copied.set(table.name, await copyBuckets({ from, target }, table, { clientId, differing }))
      progress.add(here)
    }
  }
  return copied
}

type DifferingChunk = { buckets: number[]; rows: number; mask: number }

async function compare(
  { from, target }: Databases,
  table: DescribedTable,
  { clientId, count }: { clientId: string; count: number },
) {
  const mask = Math.min(maxBuckets, 2 ** Math.ceil(Math.log2(count / rowsPerBucket + 1))) - 1
  const [ours, theirs] = await Promise.all([
    sumBuckets(from, table, { clientId, mask }),
    target.system((tx) => sumBuckets(tx, table, { clientId, mask })),
  ])
  const targetBuckets = new Map(theirs.map((one) => [one.bucket, one]))
  const changed = ours.filter(({ bucket, rows, sum }) => {
    const other = targetBuckets.get(bucket)
    targetBuckets.delete(bucket)
    return other?.rows !== rows || other.sum !== sum
  })
  const deleted = [...targetBuckets.values()].map(({ bucket }) => ({ bucket, rows: 0 }))
  return groupIntoChunks([...changed, ...deleted], mask)
}

/** Groups buckets into chunks whose rows fit into memory. */
function groupIntoChunks(buckets: { bucket: number; rows: number }[], mask: number) {
  const chunks: DifferingChunk[] = []
  for (const { bucket, rows } of buckets) {
    const last = chunks.at(-1)
    if (last && last.rows + rows <= maxRowsPerChunk) {
      last.buckets.push(bucket)
      last.rows += rows
    } else chunks.push({ buckets: [bucket], rows, mask })
  }
  return chunks
}

/** Copies a table for the first time by streaming all rows of the source. */
async function copyWholeTable(
  { from, target }: Databases,
  table: DescribedTable,
  clientId: string,
  progress: ProgressReporter,
) {
  await sql`declare leaving no scroll cursor for
    select t::text as row from ${sql.table(table.name)} t where t.client_id = ${sql.lit(clientId)}`.execute(
    from,
  )
  let total = 0
  let nextRows = fetchRows(from)
  for (;;) {
    const rows = await nextRows
    if (rows.length === 0) break
    nextRows = fetchRows(from)
    // If the write fails, the prefetched rows are never awaited, which would cause an unhandled rejection.
    nextRows.catch(() => {})
    total += rows.length
    await target.system(async (tx) => {
      await skipTriggers(tx)
      await insertRows(tx, table, rows)
    })
    progress.add(rows.length)
  }
  await sql`close leaving`.execute(from)
  return total
}

async function fetchRows(tx: Tx) {
  const { rows } = await sql<{ row: string }>`fetch ${sql.lit(batchSize)} from leaving`.execute(tx)
  return rows.map(({ row }) => row)
}

async function copyBuckets(
  { from, target }: Databases,
  table: DescribedTable,
  { clientId, differing }: { clientId: string; differing: DifferingChunk[] },
) {
  let total = 0
  for (const chunk of differing) {
    const rows = await readBuckets(from, table, { clientId, ...chunk })
    await target.system(async (tx) => {
      await skipTriggers(tx)
      await deleteOtherRows(tx, table, { clientId, ...chunk, rows })
      for (let n = 0; n < rows.length; n += batchSize)
        await insertRows(tx, table, rows.slice(n, n + batchSize))
    })
    total += Math.max(1, rows.length)
  }
  return total
}

/** Disables the triggers that maintain derived rows, such as counters, because those rows are copied as well. */
export const skipTriggers = (tx: Tx) => sql`set local app.arriving = 'yes'`.execute(tx)

const bucketOf = ({ key }: DescribedTable, mask: number) =>
  sql`hashtext(concat_ws('/', ${sql.join(key.map((column) => sql.ref(`t.${column}`)))})) & ${sql.lit(mask)}`

async function sumBuckets(
  tx: Tx,
  table: DescribedTable,
  { clientId, mask }: { clientId: string; mask: number },
) {
  const compared = sql.join(table.compared.map((column) => sql.ref(`t.${column}`)))
  const { rows } = await sql<BucketSum>`
    select ${bucketOf(table, mask)} as bucket, count(*)::int as rows,
        sum(hashtextextended(row(${compared})::text, 0))::text as sum
      from ${sql.table(table.name)} t where t.client_id = ${clientId} group by 1`.execute(tx)
  return rows
}

/** Counts the client's rows of all tables in one statement, because most tables have none. */
async function countAll(tx: Tx, tables: DescribedTable[], clientId: string) {
  const counts = tables.map(
    ({ name }) => sql`select ${sql.lit(name)} as name, count(*)::int as rows
      from ${sql.table(name)} where client_id = ${sql.lit(clientId)}`,
  )
  const { rows } = await sql<{ name: string; rows: number }>`${sql.join(counts, sql` union all `)}`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.name, row.rows]))
}

type Chunk = DifferingChunk & { clientId: string }

async function readBuckets(tx: Tx, table: DescribedTable, { clientId, buckets, mask }: Omit<Chunk, 'rows'>) {
  const { rows } = await sql<{ row: string }>`
    select t::text as row from ${sql.table(table.name)} t
      where t.client_id = ${clientId} and ${bucketOf(table, mask)} = any (${buckets}::int[])`.execute(tx)
  return rows.map(({ row }) => row)
}

/**
 * Deletes the rows of these buckets that the source does not have. In a table without a primary key, all rows are
 * deleted, because they are inserted again.
 */
async function deleteOtherRows(
  tx: Tx,
  table: DescribedTable,
  { clientId, buckets, mask, rows }: Omit<Chunk, 'rows'> & { rows: string[] },
) {
  const name = sql.table(table.name)
  const same = table.key.map((column) => sql`s.${sql.ref(column)} = t.${sql.ref(column)}`)
  const isMissingAtSource = table.hasPrimaryKey
    ? sql`and not exists (select from unnest(${rows}::${name}[]) s where ${sql.join(same, sql` and `)})`
    : sql``
  await sql`delete from ${name} t where t.client_id = ${clientId}
    and ${bucketOf(table, mask)} = any (${buckets}::int[]) ${isMissingAtSource}`.execute(tx)
}

/** Inserts or updates rows. Columns in `own` keep the target's values. */
async function insertRows(tx: Tx, table: DescribedTable, rows: string[]) {
  const name = sql.table(table.name)
  const changing = table.compared.filter((column) => !table.key.includes(column))
  const set = changing.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`)
  const key = sql.join(table.key.map((column) => sql.ref(column)))
  const conflict =
    set.length > 0 ? sql`on conflict (${key}) do update set ${sql.join(set)}` : sql`on conflict do nothing`
  await sql`insert into ${name} select r.* from unnest(${rows}::${name}[]) r
    ${table.hasPrimaryKey ? conflict : sql``}`.execute(tx)
}

async function describeAll(tx: Tx, tables: readonly Table[]): Promise<DescribedTable[]> {
  const names = tables.map(({ name }) => name)
  const { rows } = await sql<{ name: string; column: string; is_key: boolean }>`
    select t.name, a.attname as column, coalesce(a.attnum = any (i.indkey), false) as is_key
      from unnest(${names}::text[]) t (name) join pg_attribute a on a.attrelid = t.name::regclass
      left join pg_index i on i.indrelid = a.attrelid and i.indisprimary
      where a.attnum > 0 and not a.attisdropped order by a.attnum`.execute(tx)
  return tables.map(({ name, key, own = [] }) => {
    const columns = rows.filter((row) => row.name === name)
    const primary = columns.filter(({ is_key }) => is_key).map(({ column }) => column)
    const compared = columns.map(({ column }) => column).filter((column) => !own.includes(column))
    return { name, key: key ?? primary, hasPrimaryKey: primary.length > 0, compared }
  })
}
