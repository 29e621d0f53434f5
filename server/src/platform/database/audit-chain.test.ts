import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startApi } from '../../../test/api.ts'
import { forgeHead, lineEdits, rehashChain } from '../../../test/audit-tampering.ts'
import { createUser } from '../../../test/people.ts'
import { runAdmin } from '../../admin/commands.ts'
import { chainsPerClient } from './audit-chain.ts'

// 500 concurrent requests are admitted gradually, so on a slow machine the last one waits for a long time.
const api = await startApi()
const { acme, rival, sql, config, world } = api
const { clientId } = world.clients.acme
const folder = await mkdtemp(join(tmpdir(), 'payproof-audit-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

type Row = { lane: number; seq: string; at: Date; action: string }

let lane = 0
let length = 0

beforeAll(async () => {
  const user = await createUser(acme)
  await createUser(rival)
  // Sequential requests make one chain long, with a time of its own for each line. Concurrent ones share times.
  for (let n = 0; n < 10; n++) await acme('GET', `/users/${user.user_id}`)
  await Promise.all(Array.from({ length: 40 }, () => acme('GET', `/users/${user.user_id}`)))
  const [longest] = await sql(
    'select lane, count(*)::int as length from audit_lines where client_id = $1 group by 1 order by 2 desc',
    [clientId],
  )
  lane = longest.lane
  length = longest.length
  expect(length).toBeGreaterThan(5)
  await sql('create table kept_lines as select * from audit_lines')
  await sql('create table kept_heads as select * from audit_heads')
})

async function restore() {
  await sql(`delete from audit_lines; insert into audit_lines select * from kept_lines;
    delete from audit_heads; insert into audit_heads select * from kept_heads`)
}

// Some tests let the log grow.
afterEach(restore)

const verify = (...args: string[]) => runAdmin(config, ['verify-audit', ...args])

/** Tampers with the log, returns the fault that verify-audit reports, and restores the log. */
async function faultAfter(tamper: () => Promise<unknown>, ...args: string[]) {
  await tamper()
  try {
    return await verify(...args).then(
      () => 'intact',
      (error: Error) => error.message,
    )
  } finally {
    await restore()
  }
}

const change = (seq: number, set: string) =>
  sql(`update audit_lines set ${set} where client_id = $1 and lane = $2 and seq = $3`, [clientId, lane, seq])

const chain = () => ({ clientId, lane })

const remove = (seq: number) =>
  sql('delete from audit_lines where client_id = $1 and lane = $2 and seq = $3', [clientId, lane, seq])

async function storeHeads() {
  const path = join(folder, 'heads.json')
  await writeFile(path, JSON.stringify(await runAdmin(config, ['audit-heads'])))
  return path
}

test('an untouched log is intact', async () => {
  const [{ lines }] = (await sql('select count(*)::int as lines from audit_lines')) as [{ lines: number }]
  expect(await verify()).toEqual({ clients: 2, lines, intact: true })
  expect(await verify('--client', 'acme')).toMatchObject({ clients: 1, intact: true })
  expect(await verify('--heads', await storeHeads())).toMatchObject({ intact: true })
})

for (const [column, set] of Object.entries(lineEdits)) {
  test(`reports an edited line: ${column}`, async () => {
    expect(await faultAfter(() => change(3, set))).toContain(`line ${lane}/3 of `)
  })
}

test('reports a line whose number, chain or time was edited', async () => {
  expect(await faultAfter(() => change(3, 'seq = 1000000'))).toContain(`line ${lane}/4 of `)
  const other = (lane + 1) % chainsPerClient
  expect(await faultAfter(() => change(3, `lane = ${other}`))).toMatch(
    new RegExp(`line (${lane}/4|${other}/\\d+) of `),
  )
  expect(await faultAfter(() => change(3, `lane = ${chainsPerClient}`))).toContain(
    `line ${chainsPerClient}/3 of `,
  )
  expect(await faultAfter(() => change(3, "at = at - interval '1 hour'"))).toContain(`line ${lane}/3 of `)
  expect(await faultAfter(() => change(3, "at = at + interval '1 hour'"))).toContain(`line ${lane}/4 of `)
  expect(await faultAfter(() => change(3, "at = at + interval '10 years'"))).toContain(`line ${lane}/4 of `)
})

test('reports a deleted line at the start, in the middle or at the end', async () => {
  expect(await faultAfter(() => remove(1))).toContain(`line ${lane}/2 of `)
  expect(await faultAfter(() => remove(4))).toContain(`line ${lane}/5 of `)
  expect(await faultAfter(() => remove(length))).toContain(`chain ${lane} ends at ${length - 1}`)
})

test('reports an inserted line, even one with the right hash', async () => {
  const copy = (seq: number, values: string) =>
    sql(
      `insert into audit_lines select client_id, ${values}, request_id, hash
        from audit_lines where client_id = $1 and lane = $2 and seq = $3`,
      [clientId, lane, seq],
    )
  const forged = "actor_kind, actor_id, 'user.read', subject_id"
  expect(await faultAfter(() => copy(3, `at + interval '1 microsecond', lane, seq, ${forged}`))).toContain(
    `line ${lane}/3 of `,
  )
  expect(
    await faultAfter(() => copy(3, `at + interval '1 microsecond', lane, seq + 1, ${forged}`)),
  ).toContain(`line ${lane}/4 of `)
  const forgedEnd = async () => {
    await copy(length, `at + interval '1 second', lane, seq + 1, ${forged}`)
    await rehashChain(sql, chain(), length + 1)
  }
  expect(await faultAfter(forgedEnd)).toContain(`line ${lane}/${length + 1} of `)
})

test('reports two swapped lines', async () => {
  const swap = (columns: string[]) =>
    sql(
      `update audit_lines as line set ${columns.map((column) => `${column} = other.${column}`).join(', ')}
        from kept_lines as other
        where line.client_id = $1 and other.client_id = $1 and line.lane = $2 and other.lane = $2
          and line.seq in (3, 4) and other.seq = 7 - line.seq`,
      [clientId, lane],
    )
  for (const columns of [
    ['actor_kind', 'actor_id', 'action', 'request_id'],
    ['at'],
    ['hash'],
    ['seq', 'hash'],
  ]) {
    expect(await faultAfter(() => swap(columns))).toMatch(new RegExp(`line ${lane}/[34] of `))
  }
})

test('reports a line that was moved to another client in both logs', async () => {
  const move = () => change(3, `client_id = '${world.clients.rival.clientId}'`)
  expect(await faultAfter(move, '--client', 'acme')).toContain(`line ${lane}/4 of `)
  expect(await faultAfter(move, '--client', 'rival')).toContain(`line ${lane}/3 of `)
})

test('reports a head that was edited, added or deleted', async () => {
  const editHead = (set: string) =>
    sql(`update audit_heads set ${set} where client_id = $1 and lane = $2`, [clientId, lane])
  expect(await faultAfter(() => editHead('seq = seq + 1'))).toContain(`chain ${lane} ends at ${length}`)
  expect(await faultAfter(() => editHead('hash = sha256(hash)'))).toContain(`chain ${lane} ends at ${length}`)
  for (const distance of [-1, 1]) {
    const addHead = () =>
      sql(
        `insert into audit_heads select client_id, lane, seq + $3, at, hash from audit_heads
          where client_id = $1 and lane = $2`,
        [clientId, lane, distance],
      )
    expect(await faultAfter(addHead)).toContain(`chain ${lane} has two heads`)
  }
  const deleteHead = async () => {
    await remove(length)
    await sql('delete from audit_heads where client_id = $1 and lane = $2', [clientId, lane])
  }
  expect(await faultAfter(deleteHead)).toContain(`chain ${lane} has no head`)
})

test('with externally stored heads, reports a truncated chain', async () => {
  const storedHeads = await storeHeads()
  const truncate = async () => {
    await remove(length)
    await forgeHead(sql, chain(), await rehashChain(sql, chain(), 1))
  }
  expect(await faultAfter(truncate)).toBe('intact')
  expect(await faultAfter(truncate, '--heads', storedHeads)).toContain(
    `line ${lane}/${length}, whose head is stored externally, is missing`,
  )
})

test('with externally stored heads, reports a rewritten chain', async () => {
  const storedHeads = await storeHeads()
  const rewrite = async () => {
    await change(3, "action = 'user.listed'")
    await forgeHead(sql, chain(), await rehashChain(sql, chain(), 1))
  }
  expect(await faultAfter(rewrite)).toBe('intact')
  expect(await faultAfter(rewrite, '--heads', storedHeads)).toContain(`line ${lane}/${length} of `)
})

test('with externally stored heads, reports a client whose whole log is missing', async () => {
  const storedHeads = await storeHeads()
  const wipe = () =>
    sql(`delete from audit_lines where client_id = '${clientId}';
      delete from audit_heads where client_id = '${clientId}'`)
  expect(await faultAfter(wipe)).toContain('has no head')
  expect(await faultAfter(wipe, '--heads', storedHeads)).toContain(clientId)

  const emptied = await startApi()
  const file = join(folder, 'emptied.json')
  const heads = (await runAdmin(emptied.config, ['audit-heads'])) as { client_id: string; seq: number }[]
  await writeFile(file, JSON.stringify(heads))
  await emptied.sql('delete from clients where id = $1', [clientId])
  await emptied.sql('delete from audit_lines where client_id = $1', [clientId])
  await expect(runAdmin(emptied.config, ['verify-audit'])).resolves.toMatchObject({ intact: true })
  await expect(runAdmin(emptied.config, ['verify-audit', '--heads', file])).rejects.toThrow(clientId)
})

test('heads stored earlier still match a log that has grown since', async () => {
  const storedHeads = await storeHeads()
  await Promise.all(Array.from({ length: 20 }, () => createUser(acme)))
  expect(await verify('--heads', storedHeads)).toMatchObject({ intact: true })
})

test('500 concurrent requests leave 500 lines in intact chains, verified while they are written', async () => {
  const user = await createUser(acme)
  const [before] = await sql('select count(*)::int as lines from audit_lines where client_id = $1', [
    clientId,
  ])
  const requests = Array.from({ length: 500 }, () => acme('GET', `/users/${user.user_id}`))
  expect(await verify()).toMatchObject({ intact: true })
  const replies = await Promise.all(requests)
  expect(replies.filter(({ status }) => status !== 200)).toEqual([])
  const written: Row[] = (await sql(
    'select lane, seq, at, action from audit_lines where client_id = $1 order by lane, seq',
    [clientId],
  )) as Row[]
  expect(written).toHaveLength(before.lines + 500)
  expect(await verify()).toMatchObject({ intact: true })
  // Within a chain, sequence numbers have no gaps and times never decrease.
  for (const [n, line] of written.entries()) {
    const next = written[n + 1]
    if (next?.lane !== line.lane) continue
    expect(Number(next.seq)).toBe(Number(line.seq) + 1)
    expect(next.at.getTime()).toBeGreaterThanOrEqual(line.at.getTime())
  }
})

test('each connection takes a chain of its own while that is free, and the next free one otherwise', async () => {
  const { host, port } = world.postgres
  const connectionString = `postgres://postgres@${host}:${port}/${api.databaseName}`
  const writers = Array.from({ length: 5 }, () => new pg.Client({ connectionString }))
  const lockHead = async (writer: pg.Client) => {
    await writer.query(`begin; set local app.client_id = '${clientId}'`)
    const { rows } = await writer.query('select lane, pg_backend_pid() % 64 as own from lock_audit_head()')
    return rows[0] as { lane: number; own: number }
  }
  try {
    for (const writer of writers) {
      await writer.connect()
      const { lane, own } = await lockHead(writer)
      expect(lane).toBe(own)
      await writer.query('rollback')
    }
    const [first, second] = writers as [pg.Client, pg.Client]
    await first.query('begin')
    await first.query(
      'select pg_advisory_xact_lock(audit_chain_lock($1, $2 % 64)), pg_advisory_xact_lock(audit_chain_lock($1, ($2 + 1) % 64))',
      [clientId, (await second.query('select pg_backend_pid() as pid')).rows[0].pid],
    )
    const { lane, own } = await lockHead(second)
    expect(lane).toBe((own + 2) % chainsPerClient)
  } finally {
    await Promise.all(writers.map((writer) => writer.end()))
  }
})

test('appends stay as cheap beside a transaction with an old snapshot', async () => {
  const { host, port } = world.postgres
  const connectionString = `postgres://postgres@${host}:${port}/${api.databaseName}`
  const [reader, writer] = [new pg.Client({ connectionString }), new pg.Client({ connectionString })]
  await Promise.all([reader.connect(), writer.connect()])
  // With statistics of a small table, the planner would prefer to read all of it.
  await sql('vacuum analyze audit_heads')
  try {
    // The first append of a session also reads the catalogue.
    await pagesPerAppend(writer)
    const before = await pagesPerAppend(writer)
    await reader.query('begin isolation level repeatable read; select')
    await writer.query(`do $$ begin
      for n in 1 .. 3000 loop
        perform audit_append_group(array['${clientId}'::uuid], array['api_key'], array['key'], array['req'],
          array['user.read'], array[null::uuid]);
        commit;
      end loop;
    end $$`)
    expect(await pagesPerAppend(writer)).toBeLessThan(before + 10)
  } finally {
    await Promise.all([reader.end(), writer.end()])
  }
  expect(await verify()).toMatchObject({ intact: true })
})

/** Pages that PostgreSQL reads to append one line to a chain. */
async function pagesPerAppend(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    `explain (analyze, buffers, format json) select audit_append_group(array[$1::uuid], array['api_key'],
      array['key'], array['req'], array['user.read'], array[null::uuid])`,
    [clientId],
  )
  const [{ Plan: plan }] = rows[0]['QUERY PLAN']
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}
