import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { afterAll, expect, inject, test } from 'vitest'
import { runAdmin } from '../src/admin/commands.ts'
import { type Config, readConfig } from '../src/config.ts'
import { publish } from '../src/features/webhooks/service.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { audit } from '../src/platform/database/tenancy.ts'
import { openLog } from '../src/platform/telemetry/log.ts'
import { openCoreDependencies } from '../src/process/dependencies.ts'
import { openRole } from '../src/process/roles.ts'
import { runSql } from './api.ts'
import { atEnd } from './at-end.ts'
import { aUser } from './people.ts'
import { environmentFor } from './template.ts'

// In the other tests the table owner is a superuser, whom row-level security does not restrict. In production it is
// not.
const world = inject('world')
const { host, port } = world.postgres
const superuser = `postgres://postgres@${host}:${port}`
const role = `owner_${randomBytes(4).toString('hex')}`
const runAsAdmin = (text: string) => runSql(`${superuser}/postgres`, text)
await runAsAdmin(`create role ${role} login`)
const databases: string[] = []
afterAll(async () => {
  for (const database of databases) await runAsAdmin(`drop database if exists ${database} with (force)`)
  await runAsAdmin(`drop role ${role}`)
})

/** Creates an empty database that belongs to the ordinary role. */
async function createDatabase() {
  const name = `${role}_${databases.length}`
  databases.push(name)
  await runAsAdmin(`create database ${name} owner ${role}`)
  return {
    name,
    ownerUrl: `postgres://${role}@${host}:${port}/${name}`,
    asSuperuser: (text: string) => runSql(`${superuser}/${name}`, text),
  }
}

/** Creates a database with all tables and the client acme. */
async function createCell() {
  const database = await createDatabase()
  const config = readConfig(environmentFor(world, database.name))
  await migrate(database.ownerUrl)
  await runAdmin(config, ['prepare-cell'])
  return { ...database, config, acme: await createClient(config, 'acme') }
}

const actor = { kind: 'operator', id: 'test', requestId: 'test' } as const

const createClient = (config: Config, client: string) =>
  runAdmin(config, [
    'create-client',
    '--name',
    client,
    '--owner-mfa',
    'disabled',
    '--owner-email',
    `owner@${client}.example`,
    '--owner-name',
    'Olive',
  ]) as Promise<{ clientId: string; apiKey: string }>

/** Publishes a payroll event as a feature would. */
async function publishEvent(config: Config, clientId: string, user_id: string) {
  const { database, keyring } = await openCoreDependencies(config)
  const tenant = database.tenant(clientId, actor, await keyring.of(clientId))
  const fields = { entry_id: user_id, account_id: null }
  await tenant.transaction(async (tx) => {
    audit(tx, 'test.acted')
    return publish(tx, { event: 'user-payroll-submitted', user_id, fields })
  })
  await database.close()
}

test('the service works when the tables belong to an ordinary role, and that role sees no rows', async () => {
  const { ownerUrl, asSuperuser, config, acme } = await createCell()
  const { clientId, apiKey } = acme
  const api = await openRole('api', config, openLog('error'))
  const call = async (method: 'GET' | 'POST' | 'DELETE' | 'PATCH', url: string, payload?: object) =>
    api.server.inject({ method, url, headers: { 'x-api-key': apiKey }, ...(payload && { payload }) })

  const created = await call('POST', '/users', aUser())
  expect(created.statusCode).toBe(201)
  const { user_id } = created.json()
  expect((await call('POST', '/authorisations', { user_id, user_agent: 'test' })).statusCode).toBe(201)
  expect((await call('POST', '/user-tokens', { user_id })).statusCode).toBe(201)
  expect((await call('GET', '/users')).json().pagination.total_count).toBe(1)
  const webhook = { name: 'ours', events: ['user-payroll-submitted'], url: 'https://receiver.example/hook' }
  expect((await call('POST', '/webhooks', webhook)).statusCode).toBe(201)
  await publishEvent(config, clientId, user_id)

  for (const table of [
    'users',
    'user_keys',
    'members',
    'api_keys',
    'clients',
    'audit_lines',
    'authorisations',
    'webhooks',
    'webhook_queues',
    'webhook_sequences',
    'events',
    'deliveries',
  ]) {
    expect(await runSql(ownerUrl, `select from ${table}`), table).toEqual([])
    expect((await asSuperuser(`select from ${table}`)).length, table).toBeGreaterThan(0)
  }

  expect((await call('DELETE', `/users/${user_id}`)).statusCode).toBe(200)
  for (const table of ['users', 'user_keys', 'journey_links', 'authorisations', 'webhook_sequences']) {
    expect(await asSuperuser(`select from ${table}`), table).toEqual([])
  }
  expect(await asSuperuser('select user_id, body from events')).toEqual([{ user_id, body: null }])
  expect((await call('GET', '/users')).json().pagination.total_count).toBe(0)
  expect(await runAdmin(config, ['verify-audit'])).toMatchObject({ clients: 1, intact: true })
  await api.close()
})

test('deleting a client deletes its events, and no others', async () => {
  const { asSuperuser, config } = await createCell()
  const tables = ['events', 'deliveries', 'delivery_attempts']
  const { clientId } = await createClient(config, 'leaver')
  await asSuperuser(
    `insert into events (client_id, id, kind, at) select id, new_timed_id(), 'test', now() from clients;
     insert into deliveries (client_id, webhook_id, id, event_id, kind)
       select client_id, id, id, id, kind from events where kind = 'test';
     insert into delivery_attempts (client_id, delivery_id, number, started_at, duration_ms)
       select client_id, id, 1, now(), 1 from deliveries where kind = 'test'`,
  )
  const owners = async (table: string) =>
    (await asSuperuser(`select distinct client_id from ${table}`)).map((row) => row.client_id as string)
  for (const table of tables) expect(await owners(table), table).toHaveLength(2)
  await asSuperuser(`delete from clients where id = '${clientId}'`)
  for (const table of tables) {
    expect(await owners(table), table).toEqual([expect.not.stringContaining(clientId)])
  }
})

test('weekly event partitions are created and dropped without a migration, and the owner sees none of their rows', async () => {
  const { ownerUrl, asSuperuser, config } = await createCell()
  const { database } = await openCoreDependencies(config)
  const listWeeks = async () =>
    (
      await runSql(
        ownerUrl,
        `select relname from pg_class where relname ~ '^events_\\d{4}_' and relkind = 'r'`,
      )
    )
      .map(({ relname }) => relname as string)
      .sort()
  const before = await listWeeks()
  const rotate = async (parent: string) => {
    const { rows } = await database.system((tx) =>
      sql<{ dropped: number }>`select turn_weeks(${parent}, 9, 30, ${new Date()}) as dropped`.execute(tx),
    )
    return rows[0]?.dropped ?? 0
  }
  const rotateAll = async () =>
    (await rotate('delivery_attempts')) + (await rotate('deliveries')) + (await rotate('events'))
  await rotateAll()
  const later = await listWeeks()
  expect(later).toHaveLength(before.length + 5)
  const [last] = later.slice(-1)
  await asSuperuser(`insert into events (client_id, id, kind, at)
       select id, new_timed_id(to_date(right('${last}', 10), 'YYYY_MM_DD') + interval '1 day'), 'test', now() from clients`)
  expect((await asSuperuser(`select from ${last}`)).length).toBeGreaterThan(0)
  expect(await runSql(ownerUrl, `select from ${last}`)).toEqual([])
  for (const parent of ['events', 'deliveries', 'delivery_attempts'])
    for (const week of ['2026-01-05', '2026-01-12'])
      await runSql(
        ownerUrl,
        `create table ${parent}_${week.replaceAll('-', '_')} partition of ${parent}
           for values from (first_id_at('${week}Z')) to (first_id_at(timestamptz '${week}Z' + interval '7 days'))`,
      )
  expect(await rotateAll(), 'the clock has not been steady for a day').toBe(0)
  await asSuperuser(`update clock_checks set steady_since = now() - interval '2 days'`)
  expect(await rotateAll(), 'one week of events, deliveries and attempts').toBe(3)
  expect(await listWeeks()).toEqual(['events_2026_01_12', ...later])
  expect(await rotateAll()).toBe(3)
  expect(await rotateAll()).toBe(0)
  expect(await listWeeks()).toEqual(later)
  await database.close()
})

test('after a late migration the audit lines of that time are kept and chained', async () => {
  const { ownerUrl, asSuperuser } = await createCell()
  const [{ month }] = await runSql(ownerUrl, "select to_char(now() + interval '1 month', 'YYYY_MM') as month")
  // Creates the state after the prepared monthly partitions have run out.
  await asSuperuser(`drop table audit_lines_${month};
    insert into audit_lines (client_id, at, lane, seq, actor_kind, actor_id, action, request_id, hash)
      select id, now() + interval '1 month', 0, 0, 'operator', 'test', 'late', 'test', '' from clients`)
  await migrate(ownerUrl)
  expect(await asSuperuser('select action from audit_lines_other')).toEqual([{ action: 'late' }])
})

test('mails pending during the upgrade to tasks get their task', async () => {
  const { name, ownerUrl: url, asSuperuser } = await createDatabase()
  const all = new URL('../migrations/', import.meta.url)
  const before = join(tmpdir(), name)
  mkdirSync(before)
  atEnd(async () => rmSync(before, { recursive: true }))
  for (const file of readdirSync(all).filter((file) => file < '0010')) {
    cpSync(new URL(file, all), join(before, file))
  }
  await migrate(url, undefined, pathToFileURL(`${before}/`))
  await asSuperuser(`insert into clients (id, name) values (gen_random_uuid(), 'acme');
     insert into outgoing_mails (client_id, id, sealed) select id, id, '' from clients`)
  await migrate(url)
  const [task] = await asSuperuser('select kind, input from tasks')
  const [mail] = await asSuperuser('select id from outgoing_mails')
  expect(task).toEqual({ kind: 'mail.send', input: { mail_id: mail.id } })
  expect(await runSql(url, 'select from tasks'), 'and the owner sees no rows').toEqual([])
})
