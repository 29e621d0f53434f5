import { text } from 'node:stream/consumers'
import { sql as raw } from 'kysely'
import { expect, test } from 'vitest'
import { type Call, startApi } from '../../../test/api.ts'
import { atEnd } from '../../../test/at-end.ts'
import { aMember, createUser, signInOwner } from '../../../test/people.ts'
import { seedUsers } from '../../../test/seed-users.ts'
import type { Tx } from '../../platform/database/tenancy.ts'
import { openCoreDependencies } from '../../process/dependencies.ts'
import { csvLine } from './csv.ts'
import { listQueue } from './queries.ts'
import { exportQueue } from './queue.ts'
import { ExportQuery } from './schemas.ts'
import { reviewSeverities, statusCode } from './statuses.ts'

const api = await startApi()
const { acme, rival, sql } = api
const support = api.withToken((await aMember(api, acme, 'Support')).token)

type Row = { user_id: string; forename: string | null; annual_gross: string | null }

async function list(call: Call, query: string) {
  const { status, body, text: reply } = await call('GET', `/reviews?${query}`)
  expect(status, reply).toBe(200)
  return body as { reviews: Row[]; next_cursor: string | null }
}

const idsOf = async (call: Call, query: string) =>
  (await list(call, query)).reviews.map(({ user_id }) => user_id)

const find = (call: Call, search: string) => idsOf(call, `search=${encodeURIComponent(search)}`)

/** Returns the number of users that the session has read and not reported to the statistics yet. */
async function countReads(tx: Tx) {
  const { rows } = await raw<{ count: number }>`
    select (seq_tup_read + idx_tup_fetch)::int as count from pg_stat_xact_user_tables
      where relname = 'users'`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Reads all pages of a list. */
async function readAll(call: Call, query: string, limit: number) {
  const ids: string[] = []
  let cursor = ''
  for (let page = 0; page < 50; page++) {
    const { reviews, next_cursor } = await list(call, `${query}&limit=${limit}${cursor}`)
    ids.push(...reviews.map(({ user_id }) => user_id))
    if (next_cursor === null) return ids
    cursor = `&cursor=${next_cursor}`
  }
  throw new Error('The list does not end')
}

test('finds people by the beginnings of names and references, and by NI number and e-mail address', async () => {
  const person = {
    forename: 'Zenobia',
    surname: "O'Quill-Barrowby",
    ext_id: 'LOAN-4711-22',
    ni_number: 'QQ 12 34 56 C',
    email: 'Zenobia@people.example',
  }
  const { user_id } = await createUser(acme, person)
  const { user_id: short } = await createUser(acme, { forename: 'Wu', surname: 'Ng', ext_id: 'LOAN-4799' })
  await createUser(rival, person)
  for (const text of ['zen', 'ZENOB', 'oqu', 'bar', 'barrowby', 'zen oqui', 'loan-4711', 'QQ123456C'])
    expect(await find(acme, text), text).toEqual([user_id])
  for (const text of ['zenobia@PEOPLE.example', 'LOAN-4711-22', user_id, 'o’quill-bar'])
    expect(await find(acme, text), text).toEqual([user_id])
  for (const text of ['ze', 'zen nob', 'zenobias', 'QQ123456D', 'quill', '%', "'"])
    expect(await find(acme, text), text).toEqual([])
  expect((await find(acme, 'loan')).toSorted()).toEqual([user_id, short].toSorted())
  expect(await find(acme, 'ng')).toEqual([short])
  expect(await find(support, 'zen')).toEqual([])
  expect(await find(support, 'LOAN-4711-22')).toEqual([user_id])
  await acme('PATCH', `/users/${user_id}`, { forename: 'Yolanda', ni_number: null })
  expect(await find(acme, 'zen')).toEqual([])
  expect(await find(acme, 'QQ123456C')).toEqual([])
  expect(await find(acme, 'yol barr')).toEqual([user_id])
})

test('compares the whole of a long reference', async () => {
  const ids: string[] = []
  for (const n of [1, 2, 11])
    ids.push((await createUser(acme, { ext_id: `Mortgage-Application-2026/${n}` })).user_id)
  expect(await find(acme, 'Mortgage-Application-2026/2')).toEqual([ids[1]])
  expect(await find(acme, 'mortgage application 2026 2')).toEqual([ids[1]])
  expect((await find(acme, 'mortgage-application-2026/1')).toSorted()).toEqual([ids[0], ids[2]].toSorted())
  expect(await find(acme, 'mortgage-application-2027')).toEqual([])
  expect((await find(acme, 'mortgage-app')).toSorted()).toEqual(ids.toSorted())
  const { text: csv } = await acme('GET', '/reviews/export?search=Mortgage-Application-2026/2')
  expect(csv.trimEnd().split('\r\n')).toHaveLength(2)
})

test('refuses an employer without a letter or digit', async () => {
  for (const employer of ['-', '...', '&'])
    expect(await acme('GET', `/reviews?employer=${encodeURIComponent(employer)}`)).toMatchObject({
      status: 400,
      body: { errors: ['Field [employer] is invalid: must contain a letter or a digit'] },
    })
})

test('stores no readable part of a name with the search terms', async () => {
  const { user_id } = await createUser(acme, { forename: 'Xanthippe', surname: 'Quartermaine' })
  const rows = await sql('select hash from user_search_terms where user_id = $1', [user_id])
  expect(rows).toHaveLength(12)
  for (const { hash } of rows) expect(hash).toHaveLength(8)
  await acme('DELETE', `/users/${user_id}`)
  expect(await sql('select from user_search_terms where user_id = $1', [user_id])).toEqual([])
})

test('sorts, filters and pages by every column', async () => {
  const ids: string[] = []
  for (let n = 0; n < 12; n++) ids.push((await createUser(acme, { surname: 'Queuetip' })).user_id)
  for (const [n, id] of ids.entries())
    await sql(
      `update users set review_status = $2, review_severity = $3, review_gross = $4,
        review_updated_at = now() - $5 * interval '1 hour' where id = $1`,
      [id, n % 3 === 0 ? 5 : 1, n % 4, n === 0 ? -1 : n * 5, n],
    )
  const all = 'search=queuetip'
  expect(await readAll(acme, all, 5)).toEqual(ids)
  expect(await readAll(acme, `${all}&direction=asc`, 5)).toEqual(ids.toReversed())
  const byGross = await readAll(acme, `${all}&sort=annual_gross`, 5)
  expect(byGross).toEqual([...ids.slice(1).toReversed(), ids[0]])
  const bySeverity = await readAll(acme, `${all}&sort=severity`, 5)
  expect(bySeverity.map((id) => ids.indexOf(id) % 4)).toEqual([3, 3, 3, 2, 2, 2, 1, 1, 1, 0, 0, 0])
  const byStatus = await readAll(acme, `${all}&sort=status`, 5)
  expect(byStatus.slice(0, 4)).toEqual([ids[0], ids[3], ids[6], ids[9]])
  expect(await readAll(acme, `${all}&status=ready`, 3)).toEqual([ids[0], ids[3], ids[6], ids[9]])
  expect(await readAll(acme, `${all}&severity=high,medium`, 3)).toHaveLength(6)
  expect(await readAll(acme, `${all}&gross_from=10000&gross_below=21000`, 5)).toEqual([
    ids[2],
    ids[3],
    ids[4],
  ])
  expect(await readAll(acme, `${all}&sort=assignee`, 5)).toEqual([])
  const without = await readAll(acme, 'is_assigned=false', 100)
  expect(without).toEqual(expect.arrayContaining(ids))
})

test('a cursor is valid for the sort that it was made with', async () => {
  for (let n = 0; n < 3; n++) await createUser(acme, { surname: 'Cursorly' })
  const { next_cursor } = await list(acme, 'search=cursorly&limit=1')
  expect((await acme('GET', `/reviews?sort=status&cursor=${next_cursor}`)).status).toBe(400)
  expect((await acme('GET', '/reviews?cursor=nonsense')).status).toBe(400)
  expect((await acme('GET', '/reviews/export?sort=status')).status).toBe(400)
  for (const query of ['gross_from=1234', 'status=ready,unknown', 'severity=', 'sort=name'])
    expect((await acme('GET', `/reviews?${query}`)).status, query).toBe(400)
})

test('the Support role sees states, but no names and amounts', async () => {
  const { user_id } = await createUser(acme, { forename: 'Pernel', ext_id: 'support-1' })
  const { reviews } = await list(support, 'search=support-1')
  expect(reviews).toMatchObject([
    { user_id, forename: null, surname: null, ext_id: null, employer: null, annual_gross: null },
  ])
  for (const query of ['employer=acme', 'gross_from=1000', 'sort=annual_gross'])
    expect((await support('GET', `/reviews?${query}`)).status, query).toBe(400)
  expect((await support('GET', '/reviews/export')).status).toBe(403)
})

test('exports the filtered list as CSV that no spreadsheet runs', async () => {
  for (let n = 0; n < 3; n++)
    await createUser(acme, { forename: '=HYPERLINK("x")', surname: 'Exporter', ext_id: `export, ${n}` })
  const audited = async () => (await sql("select from audit_lines where action = 'review.exported'")).length
  const before = await audited()
  const { status, text: csv, headers } = await acme('GET', '/reviews/export?search=exporter')
  expect(status).toBe(200)
  expect(headers['content-type']).toMatch(/^text\/csv/)
  expect(headers['content-disposition']).toContain('attachment')
  const lines = csv.trimEnd().split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines[0]).toMatch(/^user_id,ext_id,forename,surname,status,/)
  expect(csv).toContain(`"export, 2","'=HYPERLINK(""x"")",Exporter,registered,`)
  const ids = lines.slice(1).map((line) => line.slice(0, 36))
  expect(ids).toEqual(ids.toSorted())
  expect(await audited()).toBe(before + 1)
})

test('exports each user once, even if one changes meanwhile', async () => {
  const ids: string[] = []
  // More than one page of the export.
  for (let n = 0; n < 203; n++) ids.push((await createUser(acme, { surname: 'Changeling' })).user_id)
  const dependencies = await openCoreDependencies(api.config)
  atEnd(() => dependencies.database.close())
  const { clientId } = api.world.clients.acme
  const actor = { kind: 'operator', id: 'test', requestId: 'test' } as const
  const tenant = dependencies.database.tenant(clientId, actor, await dependencies.keyring.of(clientId))
  let transactions = 0
  const changing: typeof tenant = {
    ...tenant,
    async transaction(work) {
      // After the first page, all users change.
      if (++transactions === 3)
        await sql(`update users set review_updated_at = now() where id = any ($1)`, [ids])
      return tenant.transaction(work)
    },
  }
  const limits = { scopes: null, allowsAddress: () => true }
  const caller = { kind: 'api_key', id: clientId, clientId, role: 'Admin', limits } as const
  const csv = await text(await exportQueue(changing, caller, ExportQuery.parse({ search: 'changeling' })))
  const exported = csv.trimEnd().split('\r\n').slice(1)
  expect(exported.map((line) => line.slice(0, 36)).toSorted()).toEqual(ids.toSorted())
})

test('finds and sorts the matches of a common term, of which it does not sort all', async () => {
  const big = await startApi()
  const { host, port } = big.world.postgres
  const databaseUrl = `postgres://postgres@${host}:${port}/${big.databaseName}`
  const seeded = await seedUsers(big.world, databaseUrl, big.world.clients.acme.clientId, 2_000)
  const { user_id } = await createUser(big.acme, { surname: 'Commonly', ext_id: 'common-1' })
  expect(await find(big.acme, 'commonly')).toEqual([user_id])
  await big.sql(
    `insert into user_search_terms (client_id, hash, user_id, kind)
      select client_id, hash, unnest($2::uuid[]), kind from user_search_terms where user_id = $1`,
    [user_id, seeded],
  )
  await big.sql(
    `update users set review_updated_at = now() - random() * interval '90 days',
        review_status = case when id = any ($2) then 5 else 1 end
      where id = any ($1)`,
    [seeded, seeded.slice(0, 3)],
  )
  const sorted = await big.sql('select id from users order by review_updated_at desc')
  expect(await readAll(big.acme, 'search=commonly', 100)).toEqual(sorted.map(({ id }) => id))
  const ready = await readAll(big.acme, 'search=commonly&status=ready', 2)
  expect(ready.toSorted()).toEqual(seeded.slice(0, 3).toSorted())
  expect(await find(big.acme, user_id)).toEqual([user_id])
  expect(await readAll(big.acme, 'search=common-1', 100)).toHaveLength(2_001)
})

test('filters by status and severity in the order of every sort, and reads few users for a page', async () => {
  const big = await startApi()
  const { host, port } = big.world.postgres
  const { clientId } = big.world.clients.acme
  const databaseUrl = `postgres://postgres@${host}:${port}/${big.databaseName}`
  const seeded = await seedUsers(big.world, databaseUrl, clientId, 3_000)
  // As in practice, only people who have shared something have an income. Many have the same income and time.
  await big.sql(
    `update users set review_status = n % 8, review_severity = n % 5 % 4, review_advice = n % 3,
        review_gross = case when n % 8 < 5 then -1 else n % 50 end,
        review_updated_at = '2026-11-01Z'::timestamptz + n % 400 * interval '1 minute'
      from unnest($1::uuid[]) with ordinality seeded (id, n) where users.id = seeded.id`,
    [seeded],
  )
  await big.sql('vacuum analyze users')
  const columns = { updated_at: 'updated_at', status: 'status', annual_gross: 'gross', severity: 'severity' }
  const filters = {
    'status=invited': 'review_status = 1',
    'severity=medium': 'review_severity = 2',
    'status=ready,invited,decided&severity=high,low':
      'review_status in (1, 5, 7) and review_severity in (1, 3)',
    'status=ready,decided&severity=high&gross_from=10000':
      'review_status in (5, 7) and review_severity = 3 and review_gross >= 10',
    'severity=high,medium&advice=incomplete': 'review_severity in (2, 3) and review_advice = 2',
    'status=stalled,ready&is_assigned=false&gross_below=20000':
      'review_status in (4, 5) and review_gross between 0 and 19',
  }
  for (const [query, condition] of Object.entries(filters))
    for (const [sort, column] of Object.entries(columns))
      for (const direction of ['asc', 'desc']) {
        const expected = await big.sql(
          `select id from users where ${condition}
            order by review_${column} ${direction}, review_updated_at ${direction}, id ${direction}`,
        )
        expect(expected.length).toBeGreaterThan(100)
        const listed = await readAll(big.acme, `${query}&sort=${sort}&direction=${direction}`, 60)
        expect(listed, `${query} ${sort} ${direction}`).toEqual(expected.map(({ id }) => id))
      }

  const dependencies = await openCoreDependencies(big.config)
  atEnd(() => dependencies.database.close())
  const actor = { kind: 'operator', id: 'test', requestId: 'test' } as const
  const tenant = dependencies.database.tenant(clientId, actor, await dependencies.keyring.of(clientId))
  const filter = {
    search: undefined,
    employerTerms: [],
    statuses: [statusCode('invited')],
    severities: undefined,
    advice: undefined,
    assignee: undefined,
    isAssigned: undefined,
    grossFrom: undefined,
    grossBelow: undefined,
    isDescending: true,
  }
  const limit = 50
  for (const sort of ['annual_gross', 'severity', 'updated_at', 'status'] as const) {
    const read = await tenant.transaction(async (tx) => {
      const before = await countReads(tx)
      expect(await listQueue(tx, { ...filter, sort }, { after: undefined, limit })).toHaveLength(limit)
      return (await countReads(tx)) - before
    })
    expect(read, sort).toBeGreaterThanOrEqual(limit)
    expect(read, sort).toBeLessThanOrEqual(reviewSeverities.length * limit)
  }
})

test('a cell that begins like a formula is text, and amounts stay numbers', () => {
  expect(csvLine(['=1+1', '+44 20', '-5.00', '@a', '\tb', null, 'a"b', ' =x'])).toBe(
    `'=1+1,'+44 20,-5.00,'@a,'\tb,,"a""b",' =x\r\n`,
  )
})

test('saved views belong to a member', async () => {
  const owner = api.withToken(await signInOwner(api, 'acme'))
  expect((await owner('GET', '/reviews/views')).body).toEqual({ views: [] })
  const views = [
    { name: 'Ready', query: 'status=ready' },
    { name: 'Mine', query: 'search=oakapple' },
  ]
  expect((await owner('PUT', '/reviews/views', { views })).body).toEqual({ views })
  expect((await owner('PUT', '/reviews/views', { views: views.slice(1) })).status).toBe(200)
  expect((await owner('GET', '/reviews/views')).body).toEqual({ views: views.slice(1) })
  expect((await support('GET', '/reviews/views')).body).toEqual({ views: [] })
  expect((await acme('GET', '/reviews/views')).status).toBe(403)
  const [row] = await sql('select sealed from review_views')
  expect(row.sealed.toString()).not.toContain('oakapple')
})
