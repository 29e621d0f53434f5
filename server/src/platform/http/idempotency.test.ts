import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startApi } from '../../../test/api.ts'
import { anId, asOwner, aUser, createUser } from '../../../test/people.ts'
import { startApiProcess } from '../../../test/processes.ts'
import { environmentFor } from '../../../test/template.ts'

const api = await startApi()
const { acme, rival, sql, world, databaseName } = api
const owner = await asOwner(api, 'acme')
const newKey = () => ({ 'idempotency-key': randomUUID() })
const clientId = world.clients.acme.clientId

async function countUsers() {
  const [{ count }] = await sql('select count(*) from users')
  return Number(count)
}

const countReplies = async () => (await sql('select from idempotent_replies')).length

/**
 * Locks a row that is needed to create any user of acme, so that requests block in the middle of their transaction.
 */
async function blockUserCreation() {
  const url = `postgres://postgres@${world.postgres.host}:${world.postgres.port}/${databaseName}`
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  await holder.query('begin')
  await holder.query("select from list_heads where client_id = $1 and list = 'users' for update", [clientId])
  return () => holder.end()
}

const listBlocked = () =>
  sql(
    `select from pg_stat_activity where datname = current_database()
       and wait_event_type = 'Lock' and application_name = 'payproof'`,
  )

async function untilBlocked(count = 1) {
  await expect.poll(listBlocked, { interval: 10 }).toHaveLength(count)
}

test('replays the first reply for the same key and body, and runs the handler once', async () => {
  const key = newKey()
  const before = await countUsers()
  const first = await acme('POST', '/users', aUser({ ext_id: 'once' }), key)
  expect(first).toMatchObject({ status: 201 })
  expect(first.headers['idempotent-replayed']).toBeUndefined()
  const reordered = Object.fromEntries(Object.entries(aUser({ ext_id: 'once' })).toReversed())
  for (const body of [aUser({ ext_id: 'once' }), reordered]) {
    const again = await acme('POST', '/users', body, key)
    expect(again).toMatchObject({ status: 201, text: first.text })
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.headers['content-type']).toBe(first.headers['content-type'])
    expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
  }
  expect(await countUsers()).toBe(before + 1)
  const lines = await sql('select action from audit_lines where subject_id = $1 order by at', [
    first.body.user_id,
  ])
  expect(lines.map(({ action }) => action)).toEqual(['user.created', 'reply.replayed', 'reply.replayed'])
})

test('returns 409 for the same key with another body or path', async () => {
  const key = newKey()
  const { body } = await acme('POST', '/users', aUser(), key)
  const before = await countUsers()
  const refused = await acme('POST', '/users', aUser({ surname: 'Elmgrove' }), key)
  expect(refused).toMatchObject({
    status: 409,
    body: { errors: ['This Idempotency-Key was used with another request'] },
  })
  expect(refused.headers['x-svc-error-code']).toBe('idempotency-key-reused')
  expect(await countUsers()).toBe(before)

  const { user_id } = body
  const agreed = { user_id, user_agent: 'test' }
  const [one, two] = [
    await acme('POST', '/authorisations', agreed),
    await acme('POST', '/authorisations', agreed),
  ]
  const revoke = (id: string) => acme('PUT', `/authorisations/${id}/revoke`, undefined, key)
  expect((await revoke(one.body.id)).body.status).toBe('revoked')
  expect((await revoke(one.body.id)).headers['idempotent-replayed']).toBe('true')
  expect((await revoke(two.body.id)).status).toBe(409)
})

test('returns 409 with Retry-After while the first request is still running', async () => {
  await createUser(acme)
  const before = await countUsers()
  const key = newKey()
  const release = await blockUserCreation()
  const first = acme('POST', '/users', aUser(), key)
  await untilBlocked()
  const second = await acme('POST', '/users', aUser(), key)
  expect(second).toMatchObject({
    status: 409,
    body: { errors: ['A request with this Idempotency-Key is still running'] },
  })
  expect(second.headers).toMatchObject({ 'retry-after': '1', 'x-svc-error-code': 'idempotency-key-running' })
  await release()
  const reply = await first
  expect(reply.status).toBe(201)
  expect(await acme('POST', '/users', aUser(), key)).toMatchObject({ status: 201, text: reply.text })
  expect(await countUsers()).toBe(before + 1)
})

test('runs one of twenty concurrent requests; the others get its reply or 409', async () => {
  const before = await countUsers()
  const key = newKey()
  const replies = await Promise.all(Array.from({ length: 20 }, () => acme('POST', '/users', aUser(), key)))
  const made = replies.filter(({ status }) => status === 201)
  expect(new Set(made.map(({ text }) => text)).size).toBe(1)
  expect(made.filter(({ headers }) => !headers['idempotent-replayed'])).toHaveLength(1)
  expect(replies.every(({ status }) => status === 201 || status === 409)).toBe(true)
  expect(await countUsers()).toBe(before + 1)
})

test('stores nothing for a failed request, so that it can be retried with the same key', async () => {
  const user = await createUser(acme)
  const stored = await countReplies()
  const key = newKey()
  expect((await acme('POST', '/user-tokens', {}, key)).status).toBe(400)
  expect((await acme('POST', '/user-tokens', { user_id: anId() }, key)).status).toBe(404)
  expect(await countReplies()).toBe(stored)
  const reply = await acme('POST', '/user-tokens', { user_id: user.user_id }, key)
  expect(reply.status).toBe(201)
  expect(reply.headers['idempotent-replayed']).toBeUndefined()
  expect(await countReplies()).toBe(stored + 1)
})

test('rolls back both effect and reply of a request that fails midway', async () => {
  await createUser(acme)
  const [before, stored] = [await countUsers(), await countReplies()]
  const key = newKey()
  const release = await blockUserCreation()
  // The request fails after the lock timeout of one second.
  const busy = await acme('POST', '/users', aUser(), key)
  await release()
  expect(busy.status).toBe(503)
  expect(Number(busy.headers['retry-after'])).toBeGreaterThan(0)
  expect(await countUsers()).toBe(before)
  expect(await countReplies()).toBe(stored)
  expect((await acme('POST', '/users', aUser(), key)).status).toBe(201)
  expect(await countUsers()).toBe(before + 1)
})

test('keys are separate per client and per operation', async () => {
  const key = newKey()
  const replies = [
    await acme('POST', '/users', aUser(), key),
    await rival('POST', '/users', aUser({ surname: 'Elmgrove' }), key),
  ]
  replies.push(
    await acme('POST', '/user-tokens', { user_id: replies[0]?.body.user_id }, key),
    await rival('POST', '/user-tokens', { user_id: replies[1]?.body.user_id }, key),
  )
  for (const { status, headers } of replies) {
    expect(status).toBe(201)
    expect(headers['idempotent-replayed']).toBeUndefined()
  }
})

test('keys are separate per user', async () => {
  const { acme: client, withToken } = await startApi()
  const key = { 'idempotency-key': 'consent-1' }
  const ids = []
  for (let n = 0; n < 2; n++) {
    const { user_id } = await createUser(client)
    const { token } = (await client('POST', '/user-tokens', { user_id })).body
    const person = withToken(token)
    const accepted = await person('POST', '/authorisations', { user_id, user_agent: 'phone' }, key)
    expect(accepted).toMatchObject({ status: 201, body: { user_id } })
    const again = await person('POST', '/authorisations', { user_id, user_agent: 'phone' }, key)
    expect(again.body).toEqual(accepted.body)
    ids.push(accepted.body.id)
  }
  expect(new Set(ids).size).toBe(2)
})

test('finding 25: an API key is not shown again to a repeated Idempotency-Key, nor stored', async () => {
  const key = newKey()
  const made = await owner('POST', '/api-keys', { name: 'shown once' }, key)
  expect(made.status).toBe(201)
  const again = await owner('POST', '/api-keys', { name: 'shown once' }, key)
  expect(again).toMatchObject({ status: 409, headers: { 'x-svc-error-code': 'secret-not-repeated' } })
  expect(again.body.errors).toEqual([
    `The first request with this Idempotency-Key created [${made.body.id}]. Its secret is shown only once; delete it and create another`,
  ])
  expect(again.text).not.toContain(made.body.key)
  const [{ count }] = await sql("select count(*)::int as count from api_keys where name = 'shown once'")
  expect(count).toBe(1)
  expect(await owner('POST', '/api-keys', { name: 'another' }, key)).toMatchObject({
    status: 409,
    headers: { 'x-svc-error-code': 'idempotency-key-reused' },
  })
})

test('finding 25: a repeated Idempotency-Key gets a fresh token for the same user', async () => {
  const { user_id } = (await acme('POST', '/users', aUser())).body
  const key = newKey()
  const first = await acme('POST', '/user-tokens', { user_id }, key)
  const second = await acme('POST', '/user-tokens', { user_id }, key)
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.headers['idempotent-replayed']).toBeUndefined()
  expect(second.body.webapp_link).not.toBe(first.body.webapp_link)
  const other = (await acme('POST', '/users', aUser())).body
  expect((await acme('POST', '/user-tokens', { user_id: other.user_id }, key)).status).toBe(409)
})

test('stored replies are encrypted and deleted with their user', async () => {
  const canary = 'Zanzibarro'
  const key = newKey()
  const { body } = await acme('POST', '/users', aUser({ forename: canary, ext_id: `${canary}-1` }), key)
  await acme('POST', '/user-tokens', { user_id: body.user_id }, key)
  const apiKey = await owner('POST', '/api-keys', { name: 'sealed' }, key)
  const rows = await sql('select row_to_json(r)::text as text, sealed from idempotent_replies r')
  expect(rows.length).toBeGreaterThan(2)
  for (const { text, sealed } of rows) {
    for (const secret of [canary, key['idempotency-key'], apiKey.body.key]) {
      expect(text).not.toContain(secret)
      expect(sealed.toString('latin1')).not.toContain(secret)
    }
  }
  // A reader of the database cannot confirm a guessed body either: the hash is keyed.
  const guess = JSON.stringify([{}, {}, { user_id: body.user_id }])
  const hashes = (await sql('select body_hash from idempotent_replies')).map(({ body_hash }) => body_hash)
  expect(hashes).not.toContainEqual(createHash('sha256').update(guess).digest())

  const ofUser = () => sql('select operation from idempotent_replies where user_id = $1', [body.user_id])
  expect(await ofUser()).toHaveLength(2)
  await acme('DELETE', `/users/${body.user_id}`)
  expect(await ofUser()).toEqual([])
  const later = await acme('POST', '/users', aUser({ forename: canary, ext_id: `${canary}-1` }), key)
  expect(later.body.user_id).not.toBe(body.user_id)
})

test('a key can be reused after it has expired', async () => {
  const key = newKey()
  const first = await acme('POST', '/users', aUser(), key)
  const [{ hours }] = await sql(
    'select extract(epoch from expires_at - now()) / 3600 as hours from idempotent_replies where user_id = $1',
    [first.body.user_id],
  )
  expect(Number(hours)).toBeCloseTo(24, 1)
  await sql("update idempotent_replies set expires_at = now() - interval '1 second' where user_id = $1", [
    first.body.user_id,
  ])
  const other = aUser({ surname: 'Elmgrove' })
  const second = await acme('POST', '/users', other, key)
  expect(second).toMatchObject({ status: 201, body: { surname: 'Elmgrove' } })
  expect(await acme('POST', '/users', other, key)).toMatchObject({ status: 201, text: second.text })
  // The stored reply now belongs to the second user, so erasing the first user keeps it.
  await acme('DELETE', `/users/${first.body.user_id}`)
  expect((await acme('POST', '/users', other, key)).text).toBe(second.text)
})

test('returns 400 for a key that is empty, too long or not visible ASCII', async () => {
  for (const wrong of ['', ' ', 'two words', 'x'.repeat(256), 'grüße']) {
    const reply = await acme('POST', '/users', aUser(), { 'idempotency-key': wrong })
    expect(reply, JSON.stringify(wrong)).toMatchObject({
      status: 400,
      body: { errors: [expect.stringContaining('Header [Idempotency-Key] is invalid')] },
    })
  }
  expect((await acme('POST', '/users', aUser(), { 'idempotency-key': 'x'.repeat(255) })).status).toBe(201)
})

test('ignores the key on PATCH and GET', async () => {
  const { user_id } = await createUser(acme)
  const key = newKey()
  for (const surname of ['Elmgrove', 'Oakapple']) {
    const reply = await acme('PATCH', `/users/${user_id}`, { surname }, key)
    expect(reply).toMatchObject({ status: 200, body: { surname } })
  }
  expect((await acme('GET', '/users?limit=1', undefined, key)).headers['idempotent-replayed']).toBeUndefined()
})

test('a process killed after its reply, or midway, leaves both effect and reply or neither', async () => {
  const environment = environmentFor(world, databaseName)
  const [first, second] = await Promise.all([startApiProcess(environment), startApiProcess(environment)])
  const before = await countUsers()
  const call = first.withKey(world.clients.acme.apiKey)
  const key = newKey()
  const reply = await call('POST', '/users', aUser(), key)
  expect(reply.status).toBe(201)

  const unfinished = newKey()
  const release = await blockUserCreation()
  const cutOff = call('POST', '/users', aUser(), unfinished).catch(() => 'cut off')
  await untilBlocked()
  first.signal('SIGKILL')
  expect(await first.ended).toMatchObject({ signal: 'SIGKILL' })
  await release()
  expect(await cutOff).toBe('cut off')
  // PostgreSQL rolls the transaction back once it writes to the closed connection.
  await expect.poll(listBlocked).toHaveLength(0)
  await sleep(50)
  expect(await countUsers()).toBe(before + 1)

  const survivor = second.withKey(world.clients.acme.apiKey)
  const replayed = await survivor('POST', '/users', aUser(), key)
  expect(replayed).toMatchObject({ status: 201, text: reply.text })
  expect(replayed.headers['idempotent-replayed']).toBe('true')
  const redone = await survivor('POST', '/users', aUser(), unfinished)
  expect(redone.status).toBe(201)
  expect(redone.headers['idempotent-replayed']).toBeUndefined()
  expect(await countUsers()).toBe(before + 2)
})
