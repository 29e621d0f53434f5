import { decodeJwt } from 'jose'
import { afterAll, expect, test } from 'vitest'
import { type Call, startApi } from '../../../test/api.ts'
import { createUser } from '../../../test/people.ts'
import { openCoreDependencies } from '../../process/dependencies.ts'
import { deleteExpiredLinks } from '../access/service.ts'

const api = await startApi()
const { acme, rival, anonymous, sql } = api
const { database } = await openCoreDependencies(api.config)
afterAll(() => database.close())

const statusAndCode = ({ status, headers }: Awaited<ReturnType<Call>>) => [
  status,
  headers['x-svc-error-code'],
]
const open = (code: string) => anonymous('POST', '/journeys/sessions', { code })

async function aLink(call: Call = acme) {
  const { user_id } = await createUser(call)
  const { token, webapp_link } = (await call('POST', '/user-tokens', { user_id })).body
  return { user_id, token: token as string, code: (webapp_link as string).split('/').at(-1) ?? '' }
}

test('exchanges the code of a link for a one-hour token, any number of times', async () => {
  const { user_id, code } = await aLink()
  const before = Date.now()
  const first = await open(code)
  expect(first.status).toBe(201)
  const { token, expires_at, journey_id, link_expires_at } = first.body
  const claims = decodeJwt(token)
  expect(claims).toMatchObject({ sub: user_id, token_use: 'user', jid: journey_id })
  expect(Date.parse(expires_at)).toBe((claims.exp ?? 0) * 1000)
  expect(Date.parse(expires_at) - before).toBeGreaterThan(3_590_000)
  expect(Date.parse(expires_at) - before).toBeLessThanOrEqual(3_600_000 + 2_000)
  expect(Date.parse(link_expires_at)).toBeGreaterThan(Date.parse(expires_at))
  expect((await api.withToken(token)('GET', '/providers')).status).toBe(200)
  const again = await open(code)
  expect(again.body.journey_id).toBe(journey_id)
  expect(again.body.token).not.toBe(token)
  // The journey id must not be accepted as a code.
  expect(statusAndCode(await open(journey_id))).toEqual([404, 'link-expired'])
})

test('returns the same 404 for unknown, expired and revoked links', async () => {
  const { user_id, code } = await aLink()
  const late = await aLink()
  await sql(`update journey_links set expires_at = now() where user_id = $1`, [late.user_id])
  await acme('POST', '/user-tokens/revocations', { user_id })
  const replies = await Promise.all([open(code), open(late.code), open('x'.repeat(43)), open('')])
  for (const reply of replies) {
    expect(statusAndCode(reply)).toEqual([404, 'link-expired'])
    expect(reply.body).toEqual(replies[0]?.body)
  }
})

test('renews a session until its link expires', async () => {
  const { user_id, code } = await aLink()
  const { body } = await open(code)
  const person = api.withToken(body.token)
  const renewed = await person('POST', '/journeys/sessions/renewals', {})
  expect(renewed).toMatchObject({ status: 201, body: { journey_id: body.journey_id } })
  const end = new Date(Date.now() + 90_000)
  await sql('update journey_links set expires_at = $2 where user_id = $1', [user_id, end])
  const last = await person('POST', '/journeys/sessions/renewals', {})
  expect(Date.parse(last.body.expires_at)).toBeLessThanOrEqual(end.getTime())
  expect(Date.parse(last.body.expires_at)).toBeGreaterThan(end.getTime() - 3_000)
  await sql('update journey_links set expires_at = now() where user_id = $1', [user_id])
  expect(statusAndCode(await person('POST', '/journeys/sessions/renewals', {}))).toEqual([
    403,
    'link-expired',
  ])
})

test('rejects renewal of a token that the client created', async () => {
  const { token } = await aLink()
  const reply = await api.withToken(token)('POST', '/journeys/sessions/renewals', {})
  expect(statusAndCode(reply)).toEqual([403, 'journey-missing'])
})

test('revocation ends the sessions of a link, and none of another client', async () => {
  const [ours, theirs] = [await aLink(), await aLink(rival)]
  const sessions = [await open(ours.code), await open(theirs.code)].map(({ body }) =>
    api.withToken(body.token),
  )
  await acme('POST', '/user-tokens/revocations', { user_id: ours.user_id })
  await expect.poll(async () => (await sessions[0]?.('GET', '/providers'))?.status).toBe(401)
  expect((await sessions[1]?.('GET', '/providers'))?.status).toBe(200)
})

test('keeps expired links for thirty days, and the last one of a user as the way back', async () => {
  const { user_id } = await aLink()
  for (let more = 0; more < 2; more++) await acme('POST', '/user-tokens', { user_id })
  const links = await sql('select id from journey_links where user_id = $1', [user_id])
  for (const [at, { id }] of links.entries())
    await sql(`update journey_links set expires_at = now() - $2 * interval '1 day' where id = $1`, [
      id,
      [45, 31, 29][at],
    ])
  const left = async () => (await sql('select from journey_links where user_id = $1', [user_id])).length
  await database.system(deleteExpiredLinks)
  expect(await left()).toBe(1)
  await sql(`update journey_links set expires_at = now() - interval '2 years' where user_id = $1`, [user_id])
  await database.system(deleteExpiredLinks)
  expect(await left()).toBe(1)
})
