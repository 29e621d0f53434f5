import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startApi } from '../../../test/api.ts'
import { openCoreDependencies } from '../../process/dependencies.ts'
import { audit } from './tenancy.ts'

const api = await startApi({ DATABASE_CONNECTIONS: '1' }, 'api')
const { clientId } = api.world.clients.acme
const { database, keyring } = await openCoreDependencies(api.config)
afterAll(() => database.close())
const requestId = randomUUID()
const actor = { kind: 'operator', id: 'test', requestId } as const
const acme = database.tenant(clientId, actor, await keyring.of(clientId))

test('returns rows of the client and stores the audit line', async () => {
  const rows = await acme.singleQuery((tx) => {
    audit(tx, 'client.read', clientId)
    return tx.selectFrom('clients').select('id').execute()
  })
  expect(rows).toEqual([{ id: clientId }])
  const lines = await api.sql('select action from audit_lines where request_id = $1', [requestId])
  expect(lines).toEqual([{ action: 'client.read' }])
})

test('refuses a second query and a write', async () => {
  const twice = acme.singleQuery(async (tx) => {
    await tx.selectFrom('clients').select('id').execute()
    return tx.selectFrom('clients').select('id').execute()
  })
  await expect(twice).rejects.toThrow('This transaction was opened for a single query')
  const write = acme.singleQuery((tx) => tx.deleteFrom('users').execute())
  await expect(write).rejects.toThrow('A single query must not write')
})

test('a failed query is reported, and its connection can be used again', async () => {
  const failing = acme.singleQuery((tx) => sql`select 1 / 0`.execute(tx))
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  expect(await acme.transaction((tx) => tx.selectFrom('clients').select('id').execute())).toHaveLength(1)
})

test('an error after the query is thrown, without an audit line', async () => {
  const failing = acme.singleQuery(async (tx) => {
    await tx.selectFrom('clients').select('id').execute()
    audit(tx, 'client.listed', clientId)
    throw new Error('not shown')
  })
  await expect(failing).rejects.toThrow('not shown')
  const lines = await api.sql("select from audit_lines where request_id = $1 and action = 'client.listed'", [
    requestId,
  ])
  expect(lines).toEqual([])
})
