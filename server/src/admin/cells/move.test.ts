import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { expect, inject, test } from 'vitest'
import { type Call, startApi } from '../../../test/api.ts'
import { atEnd } from '../../../test/at-end.ts'
import { eventually } from '../../../test/eventually.ts'
import { callerOf } from '../../../test/open-test-api.ts'
import { aUser, createUser } from '../../../test/people.ts'
import { envOf, prepareCell } from '../../../test/second-cell.ts'
import { publish } from '../../features/webhooks/service.ts'
import { audit } from '../../platform/database/tenancy.ts'
import { openLog } from '../../platform/telemetry/log.ts'
import { openCoreDependencies } from '../../process/dependencies.ts'
import { openRole } from '../../process/roles.ts'
import { runAdmin } from '../commands.ts'
import { movedTables, tablesNotMoved } from './tables.ts'

const world = inject('world')
const here = await startApi({}, 'api')
const cell = await prepareCell(world, 'b0')
atEnd(cell.remove)
const opened = await openRole('api', cell.config, openLog('error'))
atEnd(opened.close)
const there = callerOf(opened.server)

const { clientId, apiKey, ownerPassword } = world.clients.acme
const elsewhere = there({ 'x-api-key': apiKey })
const admin = (...args: string[]) => runAdmin(here.config, args) as Promise<Record<string, unknown>>
const move = () => admin('move-client', '--client', 'acme', '--target-env', cell.envFile)

async function publishEvent(config: typeof here.config, userId: string) {
  const { database, keyring } = await openCoreDependencies(config)
  try {
    const actor = { kind: 'operator', id: 'test', requestId: 'test' } as const
    const tenant = database.tenant(clientId, actor, await keyring.of(clientId))
    return await tenant.transaction(async (tx) => {
      audit(tx, 'test.acted')
      const fields = { entry_id: randomUUID(), account_id: null }
      return publish(tx, { event: 'user-payroll-submitted', user_id: userId, fields })
    })
  } finally {
    await database.close()
  }
}

/**
 * Polls the feed, which shows an event only after all older transactions have ended, including those of other tests.
 */
const listEvents = (call: Call, count: number, cursor = '') =>
  eventually(async () => {
    const { body } = await call('GET', `/events${cursor && `?cursor=${cursor}`}`)
    const ids: string[] = body.events.map(({ event_id }: { event_id: string }) => event_id)
    return ids.length >= count && { ids, cursor: body.cursor as string }
  })

test('every table is listed as copied or has a reason why not, parents before children', async () => {
  const rows = await here.sql(
    `select c.relname as name from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  )
  const tables = rows.map(({ name }) => name as string)
  const named = [...movedTables.map(({ name }) => name), ...Object.keys(tablesNotMoved)]
  expect(named.toSorted()).toEqual(tables.toSorted())
  const parents = await here.sql(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint
       where contype = 'f' and conparentid = 0 and conrelid <> confrelid`,
  )
  const order = movedTables.map(({ name }) => name)
  for (const { child, parent } of parents)
    if (order.includes(child) && order.includes(parent))
      expect(order.indexOf(parent), `${parent} before ${child}`).toBeLessThan(order.indexOf(child))
})

test('a closed client is read-only, and writable again after cancel-move', async () => {
  const { user_id } = await createUser(here.rival)
  const { clientId: rival } = world.clients.rival
  await here.sql(`insert into client_moves (client_id, state, cell) values ('${rival}', 'closed', 'b0')`)
  expect(await here.rival('GET', `/users/${user_id}`)).toMatchObject({ status: 200 })
  const refused = await here.rival('POST', '/users', aUser())
  expect(refused).toMatchObject({
    status: 503,
    headers: { 'retry-after': '1', 'x-svc-error-code': 'client-moving' },
  })
  expect(await here.acme('POST', '/users', aUser())).toMatchObject({ status: 201 })
  await admin('cancel-move', '--client', 'rival')
  expect(await here.rival('POST', '/users', aUser())).toMatchObject({ status: 201 })
})

test('a moved client finds all of its data in the target cell', async () => {
  const { user_id } = await createUser(here.acme, { ext_id: 'loan 7' })
  await createUser(here.acme, { ext_id: 'loan 8' })
  const token = (await here.acme('POST', '/user-tokens', { user_id })).body
  const owner = { username: 'owner@acme.example', password: ownerPassword }
  const { jwt } = (await here.anonymous('POST', '/members/signin', owner)).body
  const first = await publishEvent(here.config, user_id)
  const page = await listEvents(here.acme, 1)
  expect(page.ids).toEqual([first])
  const unread = await publishEvent(here.config, user_id)
  const repeated = { 'idempotency-key': randomUUID() }
  const created = await here.acme('POST', '/users', aUser(), repeated)
  const { body: users } = await here.acme('GET', '/users')
  // Make the source's transaction ids higher than the target's.
  await here.sql('do $$ begin for n in 1 .. 3000 loop perform pg_current_xact_id(); commit; end loop; end $$')

  const { routes, ...result } = await move()
  expect(result).toMatchObject({ client_id: clientId, from: 'a0', to: 'b0' })
  const [, , keyId] = apiKey.split('_')
  expect(routes).toEqual([`client/${clientId.slice(0, 8)} b0`, `key/${keyId} b0`])

  expect(await elsewhere('GET', `/users/${user_id}`)).toMatchObject({
    status: 200,
    body: { ext_id: 'loan 7' },
  })
  expect((await elsewhere('GET', '/users')).body).toEqual(users)
  expect(await there({ authorization: `Bearer ${token.token}` })('GET', '/providers')).toMatchObject({
    status: 200,
  })
  expect(await there({ authorization: `Bearer ${jwt}` })('GET', '/members')).toMatchObject({ status: 200 })
  expect(await there({})('POST', '/members/signin', owner)).toMatchObject({ status: 200 })
  expect(await there({})('POST', '/members/signin', { ...owner, password: 'wrong' })).toMatchObject({
    status: 401,
  })
  const replayed = await elsewhere('POST', '/users', aUser(), repeated)
  expect(replayed.body).toEqual(created.body)

  const later = await publishEvent(cell.config, user_id)
  const next = await listEvents(elsewhere, 2, page.cursor)
  expect(next.ids).toEqual([unread, later])
  expect(await cell.admin('verify-audit')).toMatchObject({ intact: true })

  for (const gone of [here.acme, here.withToken(jwt), here.withToken(token.token)])
    expect(await gone('GET', '/providers')).toMatchObject({ status: 503 })
  expect(await here.acme('POST', '/users', aUser())).toMatchObject({ status: 503 })
})

test('deletes the remains in the source cell, and moves the client back', async () => {
  const forget = () => admin('forget-moved-client', '--client', 'acme', '--target-env', cell.envFile)
  await expect(forget()).rejects.toThrow(/20 minutes/)
  await here.sql("update client_moves set changed_at = now() - interval '1 hour'")
  await forget()
  const tablesWithRows = []
  for (const table of [...movedTables.map(({ name }) => name), 'audit_lines', 'audit_heads']) {
    const rows = await here.sql(`select from ${table} where client_id = '${clientId}' limit 1`)
    if (rows.length > 0) tablesWithRows.push(table)
  }
  expect(tablesWithRows).toEqual([])
  // Processes cache API keys for a moment, so this is polled.
  await expect.poll(async () => (await here.acme('GET', '/users')).status).toBe(401)

  const { body: users } = await elsewhere('GET', '/users')
  const envFile = `${cell.envFile}.back`
  await writeFile(envFile, envOf(here.environment))
  const { routes } = (await cell.admin('move-client', '--client', 'acme', '--target-env', envFile)) as {
    routes: string[]
  }
  // The router still has the entries of the first move, so every key needs a new entry, including keys that this cell
  // issued.
  const [, , keyId] = apiKey.split('_')
  expect(routes).toEqual([`client/${clientId.slice(0, 8)} a0`, `key/${keyId} a0`])
  // Processes cache unknown keys for less than a second, so this is polled.
  await expect.poll(async () => (await here.acme('GET', '/users')).body).toEqual(users)
  const owner = { username: 'owner@acme.example', password: ownerPassword }
  expect(await here.anonymous('POST', '/members/signin', owner)).toMatchObject({ status: 200 })
  expect(await admin('verify-audit')).toMatchObject({ intact: true })
  expect(await elsewhere('GET', '/users')).toMatchObject({ status: 503 })
})

test('an interrupted move is completed by running it again', async () => {
  const { clientId: rival, apiKey: key } = world.clients.rival
  const moveRival = () => admin('move-client', '--client', 'rival', '--target-env', cell.envFile)
  await here.sql(`insert into client_moves (client_id, state, cell) values ('${rival}', 'closed', 'b0')`)
  expect(await moveRival()).toMatchObject({ client_id: rival, to: 'b0' })
  const again = there({ 'x-api-key': key })
  await expect.poll(async () => (await again('GET', '/users')).status).toBe(200)
  // Simulate that the process was killed after the client had left the source and before the target opened it.
  await cell.sql(`insert into client_moves (client_id, state, cell) values ('${rival}', 'arriving', 'a0')`)
  await expect.poll(async () => (await again('GET', '/users')).status).toBe(503)
  await expect(admin('cancel-move', '--client', 'rival')).rejects.toThrow(/has left/)
  await moveRival()
  await expect.poll(async () => (await again('GET', '/users')).status).toBe(200)
})

test('refuses to move a client to a cell with a client of the same name, or to its own cell', async () => {
  // Rename what is left of acme, so that the other client can take the name.
  await cell.sql(`update clients set name = 'left behind' where id = '${clientId}'`)
  await cell.admin(
    'create-client',
    '--name',
    'acme',
    '--owner-mfa',
    'disabled',
    '--owner-email',
    'owner@other.example',
    '--owner-name',
    'Olive of another acme',
  )
  await expect(move()).rejects.toThrow(/another client called acme/)
  const own = `${cell.envFile}.own`
  await writeFile(own, envOf(here.environment))
  await expect(admin('move-client', '--client', 'acme', '--target-env', own)).rejects.toThrow(/called a0/)
  expect(await here.acme('POST', '/users', aUser())).toMatchObject({ status: 201 })
})
