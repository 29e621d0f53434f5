import { expect, test } from 'vitest'
import { type Api, type Call, startApi } from '../../../test/api.ts'
import { auditAccounts } from '../../../test/audit-lines/accounts.ts'
import { auditAuthorisations } from '../../../test/audit-lines/authorisations.ts'
import { auditConfiguration } from '../../../test/audit-lines/configuration.ts'
import { auditDocuments } from '../../../test/audit-lines/documents.ts'
import { auditErasure } from '../../../test/audit-lines/erasure.ts'
import { auditJourneys } from '../../../test/audit-lines/journeys.ts'
import { auditMembers } from '../../../test/audit-lines/members.ts'
import { auditPayroll } from '../../../test/audit-lines/payroll.ts'
import { auditReportsAndReviews } from '../../../test/audit-lines/reports-and-reviews.ts'
import { auditSandbox } from '../../../test/audit-lines/sandbox.ts'
import { type AuditLine, canary, createAuditScene, password } from '../../../test/audit-lines/scene.ts'
import { auditTaxIncome } from '../../../test/audit-lines/tax-income.ts'
import { auditUsers } from '../../../test/audit-lines/users.ts'
import { auditWebhooks } from '../../../test/audit-lines/webhooks.ts'
import { eventually } from '../../../test/engine.ts'
import { startObjects } from '../../../test/objects.ts'
import { aMember, anId, aUser, createUser, signInOwner } from '../../../test/people.ts'
import { startSandbox } from '../../../test/sandbox.ts'
import { startWebhooks } from '../../../test/webhooks.ts'

const sandbox = await startSandbox()
const { settings } = await startObjects()
const api = await startWebhooks({ LOG_LEVEL: 'silent', SANDBOX_URL: sandbox.url, ...settings })
const scene = await createAuditScene(api, sandbox)
const { acme, rival, anonymous, sql, byKey, readLines, expectLines, line, noLines } = scene

// 200 calls one after the other: a busy machine needs minutes.
test('every operation writes exactly the expected lines, without personal data', {
  timeout: 600_000,
}, async () => {
  const userId = await auditUsers(scene)
  await auditConfiguration(scene)
  const user = await auditJourneys(scene, userId)
  const authorised = await auditAuthorisations(scene, user)
  const accountId = await auditAccounts(scene, user)
  const entryId = await auditPayroll(scene, user, accountId)
  await auditReportsAndReviews(scene, user)
  await auditTaxIncome(scene, user)
  await auditDocuments(scene, user)
  await auditSandbox(scene)
  await auditErasure(scene, user, { accountId, entryId, ...authorised })
  await auditMembers(scene)
  await auditWebhooks(scene, user)
  await expectLines('listAuditLog', acme, ['GET', '/audit-log'], noLines)
  await expectLines('deleteUser', acme, ['DELETE', `/users/${userId}`], () =>
    line(byKey, 'user.erased', userId),
  )

  expect([...scene.seen].sort()).toEqual(api.server.operations.map(({ schema }) => schema.operationId).sort())
  const everything = JSON.stringify(await sql('select * from audit_lines'))
  for (const secret of [
    canary,
    'QQ987654A',
    'oakapple',
    '246810',
    'mfa:code',
    '203.0.113.77',
    password,
    'team.example',
  ]) {
    expect(everything.toLowerCase()).not.toContain(secret.toLowerCase())
  }
})

test('rejected requests write no line', async () => {
  const user = await createUser(acme)
  const { webhook_id } = await api.subscribe()
  const hook = `/webhooks/${webhook_id}`
  // Tasks of this and earlier tests, such as the notice of the new webhook, write lines too.
  await eventually(
    async () => (await sql("select from tasks where wake_at < now() + interval '1 minute'")).length === 0,
    60_000,
  )
  const [before] = await sql('select count(*) from audit_lines')
  const path = `/users/${user.user_id}`
  const refusals: [Call, string, string, unknown, number][] = [
    [rival, 'GET', path, undefined, 404],
    [rival, 'PATCH', path, { forename: 'Mine' }, 404],
    [rival, 'DELETE', path, undefined, 404],
    [rival, 'POST', '/user-tokens', { user_id: user.user_id }, 404],
    [rival, 'POST', '/authorisations', { user_id: user.user_id, user_agent: 'x' }, 404],
    [rival, 'GET', `/authorisations?user_id=${user.user_id}`, undefined, 404],
    [rival, 'PATCH', hook, { name: 'Mine' }, 404],
    [rival, 'POST', `${hook}/test`, {}, 404],
    [rival, 'POST', `${hook}/pause`, undefined, 404],
    [rival, 'GET', `${hook}/deliveries/${anId()}`, undefined, 404],
    [acme, 'POST', `${hook}/rotate`, { step: 'promote' }, 400],
    [acme, 'GET', `${hook}/deliveries/${anId()}`, undefined, 404],
    [acme, 'PATCH', path, { forename: 7 }, 400],
    [acme, 'POST', '/members', { email: 'owner@acme.example', role: 'Admin' }, 400],
    [acme, 'GET', `/members/${anId()}`, undefined, 404],
    [acme, 'PUT', `/authorisations/${anId()}/revoke`, undefined, 404],
    [anonymous, 'GET', path, undefined, 401],
    [anonymous, 'POST', '/members/mfa/validate', { username: 'a', session: 'b', mfa_code: 'c' }, 401],
  ]
  for (const [call, method, at, body, status] of refusals) {
    expect({ method, at, status: (await call(method, at, body)).status }).toEqual({ method, at, status })
  }
  expect(await sql('select count(*) from audit_lines')).toEqual([before])
})

test('a rolled-back request leaves neither a change nor a line', async () => {
  await sql(`create function refuse() returns trigger language plpgsql as $$ begin raise 'no room'; end $$;
    grant execute on function refuse() to public;
    create trigger refuse before insert on idempotent_replies for each row execute function refuse()`)
  const [before] = await sql('select count(*) from users')
  const reply = await acme('POST', '/users', aUser(), { 'idempotency-key': 'rolled-back' })
  await sql('drop function refuse cascade')
  expect(reply.status).toBe(500)
  expect(reply.text).not.toContain('no room')
  expect(await readLines(reply)).toEqual([])
  expect(await sql('select count(*) from users')).toEqual([before])
})

test('a replayed reply writes its own line instead of repeating the action’s', async () => {
  const headers = { 'idempotency-key': 'only-once' }
  const first = await acme('POST', '/users', aUser(), headers)
  const again = await acme('POST', '/users', aUser(), headers)
  expect(again.body).toEqual(first.body)
  const subject_id = first.body.user_id
  expect(await readLines(first)).toEqual([{ ...byKey, action: 'user.created', subject_id }])
  expect(await readLines(again)).toEqual([{ ...byKey, action: 'reply.replayed', subject_id }])
})

test('Owner and Admin read the log, FullMember and Support get 403, and other clients see only their own', async () => {
  const other = await startApi()
  const owner = other.withToken(await signInOwner(other, 'acme'))
  const user = await createUser(other.acme)
  expect((await owner('GET', '/audit-log')).body.audit_lines[0]).toEqual({
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    actor_kind: 'api_key',
    actor_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    action: 'user.created',
    subject_id: user.user_id,
    request_id: expect.stringMatching(/^req_[0-9a-f]{32}$/),
    chain: expect.stringMatching(/^\d{1,2}\/\d+$/),
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  for (const [role, status] of [
    ['Admin', 200],
    ['FullMember', 403],
    ['Support', 403],
  ] as const) {
    const { token } = await aMember(other, other.acme, role)
    expect((await other.withToken(token)('GET', '/audit-log')).status).toBe(status)
  }
  const foreign = await other.rival('GET', `/audit-log?subject_id=${user.user_id}`)
  expect(foreign.body).toEqual({ audit_lines: [], next_cursor: null })
  const actions = (await other.rival('GET', '/audit-log')).body.audit_lines.map(
    ({ action }: AuditLine) => action,
  )
  expect(actions.sort()).toEqual(['api_key.created', 'client.created', 'member.confirmed'])
})

test('reads by the Support role write no line, since they return no personal data', async () => {
  const user = await createUser(acme)
  const hook = await api.subscribe()
  await api.publishEvent(user.user_id)
  const [sent] = await api.arrivals(hook, 1)
  const { token } = await aMember(api, acme, 'Support')
  const support = api.withToken(token)
  for (const path of [
    '/users',
    `/users/${user.user_id}`,
    `/authorisations?user_id=${user.user_id}`,
    `/webhooks/${hook.webhook_id}/deliveries/${sent?.headers['webhook-id']}`,
    '/events?include_payload=true',
  ]) {
    const reply = await support('GET', path)
    expect(reply.status).toBe(200)
    expect(await readLines(reply)).toEqual([])
  }
})

async function readAllPages(call: Call, query: string, limit: number) {
  const lines: (AuditLine & { chain: string; at: string; request_id: string })[] = []
  let cursor = ''
  for (let page = 0; page < 1_000; page++) {
    const { status, body } = await call('GET', `/audit-log?limit=${limit}${query}${cursor}`)
    expect(status).toBe(200)
    lines.push(...body.audit_lines)
    if (body.next_cursor === null) return lines
    cursor = `&cursor=${body.next_cursor}`
    // These new lines are newer than every page that has yet to be read.
    if (page % 3 === 0) await call('GET', '/users?limit=1')
  }
  throw new Error('the log does not end')
}

test('paging returns every line exactly once, newest first, while new lines are written', async () => {
  const other = await startApi({}, 'api')
  await Promise.all(Array.from({ length: 60 }, () => other.acme('GET', '/users?limit=1')))
  for (const limit of [1, 7, 100]) {
    const before = await writtenChains(other)
    const chains = (await readAllPages(other.acme, '', limit)).map(({ chain }) => chain)
    expect(new Set(chains).size).toBe(chains.length)
    expect(chains.slice(-before.length)).toEqual(before)
  }
})

async function writtenChains({ sql: query, world: { clients } }: Api) {
  const rows = await query(
    `select lane || '/' || seq as chain from audit_lines where client_id = $1
      order by at desc, lane desc, seq desc`,
    [clients.acme.clientId],
  )
  return rows.map(({ chain }) => chain)
}

test('filters the log by subject, actor and time, separately and combined', async () => {
  const other = await startApi()
  const { id, token } = await aMember(other, other.acme, 'Admin')
  const member = other.withToken(token)
  const user = await createUser(member)
  await other.acme('GET', `/users/${user.user_id}`)
  await member('GET', `/users/${user.user_id}`)
  await new Promise((resolve) => setTimeout(resolve, 5))
  const middle = new Date().toISOString()
  await new Promise((resolve) => setTimeout(resolve, 5))
  await member('PATCH', `/users/${user.user_id}`, { forename: 'Late' })
  await other.acme('GET', `/users/${user.user_id}`)

  const actions = async (query: string) =>
    (await readAllPages(other.acme, query, 2)).map(({ action, actor_kind }) => `${actor_kind} ${action}`)
  const about = `&subject_id=${user.user_id}`
  const late = ['api_key user.read', 'member user.changed']
  const early = ['member user.read', 'api_key user.read', 'member user.created']
  expect(await actions(about)).toEqual([...late, ...early])
  expect(await actions(`${about}&actor_id=${id}`)).toEqual([
    'member user.changed',
    'member user.read',
    'member user.created',
  ])
  expect(await actions(`${about}&from=${middle}`)).toEqual(late)
  expect(await actions(`${about}&to=${middle}`)).toEqual(early)
  expect(await actions(`${about}&from=${middle}&to=${middle}`)).toEqual([])
  expect(await actions(`&actor_id=${id}&from=${middle}`)).toEqual(['member user.changed'])
})

test('rejects an invalid filter or cursor with its name', async () => {
  expect((await acme('GET', '/audit-log?subject_id=7&from=yesterday&limit=101&who=me')).body.errors).toEqual([
    'Field [limit] is invalid: must be 100 or less',
    'Field [subject_id] is invalid: must be a UUID',
    'Field [from] is invalid: must be an ISO 8601 date-time with Z or an offset',
    'Field [who] is unknown',
  ])
  const forged = [[], ['1', 64, '1'], ["1' or 1", 0, '1'], ['1', 0], null].map((position) =>
    Buffer.from(JSON.stringify(position)).toString('base64url'),
  )
  for (const cursor of ['nonsense', ...forged]) {
    expect(await acme('GET', `/audit-log?cursor=${cursor}`)).toMatchObject({
      status: 400,
      body: { errors: ['Field [cursor] is invalid: must be the next_cursor of an earlier page'] },
    })
  }
})
