import { expect, test } from 'vitest'
import { type Call, startApi } from '../../test/api.ts'
import { atEnd } from '../../test/at-end.ts'
import { createUser } from '../../test/people.ts'
import { openLog } from '../platform/telemetry/log.ts'
import { openDependencies } from './dependencies.ts'
import { cleanUp, runClientWork } from './housekeeping.ts'

async function startWithExpiredReplies(count: number) {
  const api = await startApi({ LOG_LEVEL: 'silent' }, 'api')
  const { clientId } = api.world.clients.acme
  await api.sql(
    `insert into idempotent_replies (client_id, operation, key_hash, body_hash, expires_at)
       select $1, 'createUser', sha256(n::text::bytea), '', now() - interval '1 hour' from generate_series(1, ${count}) n`,
    [clientId],
  )
  const countReplies = async () =>
    Number((await api.sql('select count(*) from idempotent_replies where expires_at < now()'))[0].count)
  const warnings: object[] = []
  const log = Object.assign(openLog('silent'), { warn: (entry: object) => warnings.push(entry) })
  const dependencies = await openDependencies(api.config, log)
  atEnd(() => dependencies.close())
  const { database } = dependencies
  return { ...api, database, countReplies, warnings, cleanUp: () => cleanUp({ ...dependencies, log }) }
}

test('deletes several batches in one run', async () => {
  const { countReplies, warnings, cleanUp } = await startWithExpiredReplies(12_000)
  await cleanUp()
  expect(await countReplies()).toBe(0)
  expect(warnings).toEqual([])
})

test('a clean-up that fails does not prevent the others', async () => {
  const { sql, countReplies, warnings, cleanUp } = await startWithExpiredReplies(10)
  await sql('alter table report_links rename to report_links_renamed')
  await cleanUp()
  expect(await countReplies()).toBe(0)
  expect(warnings).toEqual([expect.objectContaining({ name: 'report links' })])
})

test('a row that is locked, or a clean-up that another process runs, is skipped without waiting', async () => {
  const { countReplies, warnings, cleanUp, database } = await startWithExpiredReplies(10)
  await database.system(async (tx) => {
    await tx.selectFrom('idempotent_replies').selectAll().limit(1).forUpdate().execute()
    await cleanUp()
    expect(await countReplies()).toBe(1)
  })
  await Promise.all([cleanUp(), cleanUp(), cleanUp()])
  expect(await countReplies()).toBe(0)
  expect(warnings).toEqual([])
})

test('the audit logs of two clients have no request id in common', async () => {
  const api = await startApi({ LOG_LEVEL: 'silent' }, 'api')
  const { acme, rival, config, sql } = api
  const dependencies = await openDependencies(config, openLog('silent'))
  atEnd(() => dependencies.close())
  async function startJourney(call: Call) {
    const webhook = {
      name: 'Journeys',
      events: ['journey-ended'],
      url: 'https://receiver.invalid/hook',
      signing_secret: 'a secret of at least 32 characters',
    }
    expect((await call('POST', '/webhooks', webhook)).status).toBe(201)
    const { user_id } = await createUser(call)
    expect((await call('POST', '/user-tokens', { user_id })).status).toBe(201)
  }
  await startJourney(acme)
  await startJourney(rival)
  await sql(`update webhooks set created_at = now() - interval '1 hour'`)
  await sql(`update journey_links set expires_at = now() - interval '1 minute'`)
  await runClientWork(dependencies)
  const lines = await sql(
    `select client_id, request_id from audit_lines where action = 'journey.expired' and actor_id = 'housekeeping'`,
  )
  expect(new Set(lines.map(({ client_id }) => client_id)).size).toBe(2)
  expect(new Set(lines.map(({ request_id }) => request_id)).size).toBe(2)
})
