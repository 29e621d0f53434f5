import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Api, type Call, startApi } from '../../../test/api.ts'
import { eventually } from '../../../test/eventually.ts'
import { aMember, anId, createUser } from '../../../test/people.ts'
import { audit } from '../../platform/database/tenancy.ts'
import { openCoreDependencies } from '../../process/dependencies.ts'
import { requireAuthorisation } from './service.ts'

const api = await startApi()
const { acme, rival, sql } = api

const aTerm = (changes: object = {}) => ({
  name: 'Our terms',
  authorisation_text: 'I agree.\nOn two lines.',
  authorisation_category: 'one_time',
  ...changes,
})

/** Repeats the request while the service is busy, as clients do: concurrent terms wait for each other's locks. */
async function createTerm(call: Call, changes: object = {}) {
  const create = () => call('POST', '/authorisations/terms', aTerm(changes))
  const reply = await eventually(async () => {
    const reply = await create()
    return reply.status !== 503 && reply
  })
  if (reply.status !== 201) throw new Error(`no term: ${reply.text}`)
  return reply.body as { id: string; authorisation_version: number }
}

async function accept(call: Call, user_id: string, changes: object = {}) {
  const reply = await call('POST', '/authorisations', { user_id, user_agent: 'Firefox', ...changes })
  if (reply.status !== 201) throw new Error(`no authorisation: ${reply.text}`)
  return reply.body
}

async function aUserToken(of: Api, call: Call, user_id: string) {
  return of.withToken((await call('POST', '/user-tokens', { user_id })).body.token)
}

const termsOf = async (call: Call, query = '') =>
  (await call('GET', `/authorisations/terms?limit=100${query}`)).body.terms as {
    id: string
    name: string
    is_active: boolean
    is_system_term: boolean
    authorisation_version: number
    authorisation_category: string
  }[]

test('a client has two system terms and can create, read and change its own, hidden from other clients', async () => {
  const other = await startApi({}, 'api')
  const system = await termsOf(other.acme)
  expect(system.map((term) => [term.is_system_term, term.is_active, term.authorisation_category])).toEqual([
    [true, true, 'recurring'],
    [true, true, 'one_time'],
  ])
  const created = await other.acme('POST', '/authorisations/terms', aTerm())
  expect(created).toMatchObject({ status: 201 })
  expect(created.body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    is_active: true,
    is_system_term: false,
    authorisation_version: 3,
    created_at: expect.stringMatching(/Z$/),
    ...aTerm(),
    translations: [],
  })
  const path = `/authorisations/terms/${created.body.id}`
  expect((await other.acme('GET', path)).body).toEqual(created.body)
  expect((await other.rival('GET', path)).status).toBe(404)
  expect((await other.rival('PATCH', path, { is_active: false })).status).toBe(404)
  expect(await termsOf(other.rival)).toHaveLength(2)
  // A term may be sent back with all the fields that were read, but its text does not change.
  const changed = await other.acme('PATCH', path, {
    ...created.body,
    authorisation_text: 'Something else',
    is_active: false,
  })
  expect(changed.body).toEqual({ ...created.body, is_active: false })
  expect((await other.acme('PATCH', path, { is_active: true })).body).toEqual(created.body)
})

test('numbers versions per client without gaps or duplicates, also under concurrent requests', async () => {
  const other = await startApi({}, 'api')
  await Promise.all([
    ...Array.from({ length: 12 }, (_, n) => createTerm(other.acme, { name: `a ${n}` })),
    ...Array.from({ length: 4 }, (_, n) => createTerm(other.rival, { name: `r ${n}` })),
  ])
  const versions = (await termsOf(other.acme)).map((term) => term.authorisation_version)
  expect(versions).toEqual(Array.from({ length: 14 }, (_, n) => 14 - n))
  expect((await termsOf(other.rival)).map((term) => term.authorisation_version)).toEqual([6, 5, 4, 3, 2, 1])
})

test('deactivate_previous deactivates only the client’s own terms of that category', async () => {
  const other = await startApi({}, 'api')
  const before = await createTerm(other.acme)
  const recurring = await createTerm(other.acme, { authorisation_category: 'recurring' })
  const foreign = await createTerm(other.rival)
  const kept = await createTerm(other.acme, { deactivate_previous: false })
  expect((await termsOf(other.acme, '&is_active=false')).length).toBe(0)
  const latest = await createTerm(other.acme, { deactivate_previous: true })
  const off = (await termsOf(other.acme, '&is_active=false')).map(({ id }) => id)
  expect(off.sort()).toEqual([before.id, kept.id].sort())
  const on = (await termsOf(other.acme, '&is_active=true&is_system_term=false')).map(({ id }) => id)
  expect(on.sort()).toEqual([recurring.id, latest.id].sort())
  expect(await termsOf(other.acme, '&is_active=true&is_system_term=true')).toHaveLength(2)
  expect((await other.rival('GET', `/authorisations/terms/${foreign.id}`)).body.is_active).toBe(true)
})

test('concurrent terms with deactivate_previous leave one active', async () => {
  const other = await startApi({}, 'api')
  await Promise.all(Array.from({ length: 8 }, () => createTerm(other.acme, { deactivate_previous: true })))
  const [only, ...more] = await termsOf(other.acme, '&is_active=true&is_system_term=false')
  expect(more).toEqual([])
  expect(only?.authorisation_version).toBe(10)
})

test('a system term cannot be changed', async () => {
  const [term] = await termsOf(acme, '&is_system_term=true')
  expect(await acme('PATCH', `/authorisations/terms/${term?.id}`, { is_active: false })).toMatchObject({
    status: 403,
    body: { errors: [`Authorisation term [${term?.id}] is a system term and cannot be changed`] },
  })
})

test('filters and pages terms from 0, newest first', async () => {
  const other = await startApi({}, 'api')
  for (let n = 0; n < 5; n++) {
    await createTerm(other.acme, { authorisation_category: n % 2 ? 'recurring' : 'one_time' })
  }
  const page = (await other.acme('GET', '/authorisations/terms?offset=2&limit=3')).body
  expect(page.pagination).toEqual({ offset: 2, limit: 3, count: 3, total_count: 7 })
  expect(page.terms.map((term: { authorisation_version: number }) => term.authorisation_version)).toEqual([
    5, 4, 3,
  ])
  expect((await other.acme('GET', '/authorisations/terms')).body.pagination).toEqual({
    offset: 0,
    limit: 20,
    count: 7,
    total_count: 7,
  })
  const recurring = await termsOf(other.acme, '&authorisation_category=recurring')
  expect(recurring.map((term) => term.authorisation_version)).toEqual([6, 4, 2])
  expect(
    (await other.acme('GET', '/authorisations/terms?offset=-1&limit=101&is_active=maybe&category=x')).body,
  ).toEqual({
    errors: [
      'Field [offset] is invalid: must be 0 or more',
      'Field [limit] is invalid: must be 100 or less',
      'Field [is_active] is invalid: must be true or false',
      'Field [category] is unknown',
    ],
  })
})

test('reports all problems of a term at once', async () => {
  expect(
    (await acme('POST', '/authorisations/terms', { name: '', category: 'x' })).body.errors.sort(),
  ).toEqual([
    'Field [category] is unknown',
    'Field [name] is invalid: must not be empty',
    'Request is missing the required field [authorisation_category]',
    'Request is missing the required field [authorisation_text]',
  ])
})

test('the latest term is the newest own term, else the system term, of the category from the user’s or client’s setting', async () => {
  const other = await startApi({}, 'api')
  const user = await createUser(other.acme)
  const regular = await createUser(other.acme, { recurring_checks_enabled: true })
  const once = await createUser(other.acme, { recurring_checks_enabled: false })
  const latest = async (user_id: string) =>
    (await other.acme('GET', `/authorisations/terms/latest?user_id=${user_id}`)).body

  expect(await latest(user.user_id)).toMatchObject({
    is_system_term: true,
    authorisation_category: 'one_time',
  })
  expect(await latest(regular.user_id)).toMatchObject({
    is_system_term: true,
    authorisation_category: 'recurring',
  })
  await createTerm(other.acme)
  const own = await createTerm(other.acme)
  const repeated = await createTerm(other.acme, { authorisation_category: 'recurring' })
  expect((await latest(user.user_id)).id).toBe(own.id)
  expect((await latest(regular.user_id)).id).toBe(repeated.id)

  await other.acme('PATCH', '/configuration', { recurring_checks_enabled: true })
  expect((await latest(user.user_id)).id).toBe(repeated.id)
  expect((await latest(once.user_id)).id).toBe(own.id)

  await other.acme('PATCH', `/authorisations/terms/${repeated.id}`, { is_active: false })
  expect(await latest(user.user_id)).toMatchObject({
    is_system_term: true,
    authorisation_category: 'recurring',
  })
  expect((await other.rival('GET', `/authorisations/terms/latest?user_id=${user.user_id}`)).status).toBe(404)
  expect((await other.acme('GET', '/authorisations/terms/latest')).body.errors).toEqual([
    'Request is missing the required field [user_id]',
  ])
})

test('an accepted one_time term is active for 24 hours, then expired', async () => {
  const user = await createUser(acme)
  const term = await createTerm(acme)
  const evidence = { user_agent: 'Firefox 140', ip_address: '2001:db8::7', fingerprint: 'f-1' }
  const accepted = await acme('POST', '/authorisations', {
    user_id: user.user_id,
    term_id: term.id,
    ...evidence,
  })
  expect(accepted.status).toBe(201)
  const { accepted_at, expires_at } = accepted.body
  expect(accepted.body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    user_id: user.user_id,
    term_id: term.id,
    status: 'active',
    is_valid: true,
    ...evidence,
    seen_ip_address: '127.0.0.1',
    seen_user_agent: 'lightMyRequest',
    recorded_by: 'client',
    accepted_text: aTerm().authorisation_text,
    accepted_language: 'en',
    accepted_at: expect.stringMatching(/Z$/),
    revoked_at: null,
    withdrawn_by: null,
    expires_at: expect.stringMatching(/Z$/),
    created_at: expect.stringMatching(/Z$/),
  })
  expect(Date.parse(expires_at) - Date.parse(accepted_at)).toBe(24 * 3_600_000)

  const readFirst = async () =>
    (await acme('GET', `/authorisations?user_id=${user.user_id}`)).body.authorisations[0]
  const shiftBack = (by: string) =>
    sql(
      `update authorisations set accepted_at = accepted_at - $2::interval, expires_at = expires_at - $2::interval
        where id = $1`,
      [accepted.body.id, by],
    )
  await shiftBack('23 hours 59 minutes')
  expect(await readFirst()).toMatchObject({ status: 'active', is_valid: true })
  await shiftBack('1 minute')
  expect(await readFirst()).toMatchObject({ status: 'expired', is_valid: false })
  const byStatus = async (status: string) =>
    (await acme('GET', `/authorisations?user_id=${user.user_id}&status=${status}`)).body.authorisations.length
  expect([await byStatus('active'), await byStatus('expired'), await byStatus('revoked')]).toEqual([0, 1, 0])
})

test('an accepted recurring term never expires, and is invalid while its term is inactive', async () => {
  const user = await createUser(acme)
  const term = await createTerm(acme, { authorisation_category: 'recurring' })
  const accepted = await accept(acme, user.user_id, { term_id: term.id })
  expect(accepted).toMatchObject({ expires_at: null, status: 'active', is_valid: true })
  expect(accepted).toMatchObject({ ip_address: null, fingerprint: null })
  const readFirst = async () =>
    (await acme('GET', `/authorisations?user_id=${user.user_id}`)).body.authorisations[0]
  await acme('PATCH', `/authorisations/terms/${term.id}`, { is_active: false })
  expect(await readFirst()).toMatchObject({ status: 'active', is_valid: false })
  expect(
    await acme('POST', '/authorisations', { user_id: user.user_id, user_agent: 'x', term_id: term.id }),
  ).toMatchObject({ status: 400, body: { errors: [`Authorisation term [${term.id}] is not active`] } })
  await acme('PATCH', `/authorisations/terms/${term.id}`, { is_active: true })
  expect(await readFirst()).toMatchObject({ status: 'active', is_valid: true })
})

test('accepts the latest term for the user by default', async () => {
  const user = await createUser(acme, { recurring_checks_enabled: true })
  const latest = (await acme('GET', `/authorisations/terms/latest?user_id=${user.user_id}`)).body
  const accepted = await accept(acme, user.user_id)
  expect(accepted).toMatchObject({
    term_id: latest.id,
    accepted_text: latest.authorisation_text,
    expires_at: null,
  })
})

test('revoking again keeps the first revocation time', async () => {
  const user = await createUser(acme)
  const accepted = await accept(acme, user.user_id)
  const path = `/authorisations/${accepted.id}/revoke`
  expect((await rival('PUT', path)).status).toBe(404)
  const revoked = await acme('PUT', path)
  expect(revoked.status).toBe(200)
  expect(revoked.body).toEqual({
    ...accepted,
    status: 'revoked',
    is_valid: false,
    revoked_at: expect.stringMatching(/Z$/),
    withdrawn_by: 'client',
  })
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect((await acme('PUT', path)).body).toEqual(revoked.body)
  expect((await acme('PUT', `/authorisations/${anId()}/revoke`)).status).toBe(404)
  expect((await acme('PUT', '/authorisations/nonsense/revoke')).status).toBe(404)
  // An authorisation that is both revoked and expired is shown as revoked.
  await sql("update authorisations set expires_at = now() - interval '1 day' where id = $1", [accepted.id])
  const { authorisations } = (await acme('GET', `/authorisations?user_id=${user.user_id}&status=revoked`))
    .body
  expect(authorisations).toHaveLength(1)
})

test('filters and pages authorisations of a user from 0, newest first', async () => {
  const user = await createUser(acme)
  const neighbour = await createUser(acme)
  await accept(acme, neighbour.user_id)
  const term = await createTerm(acme, { authorisation_category: 'recurring' })
  const made = []
  for (let n = 0; n < 5; n++) {
    made.unshift((await accept(acme, user.user_id, n % 2 ? { term_id: term.id } : {})).id)
  }
  const list = async (query = '') =>
    (await acme('GET', `/authorisations?user_id=${user.user_id}${query}`)).body as {
      pagination: object
      authorisations: { id: string }[]
    }
  const all = await list()
  expect(all.pagination).toEqual({ offset: 0, limit: 20, count: 5, total_count: 5 })
  expect(all.authorisations.map(({ id }) => id)).toEqual(made)
  const page = await list('&offset=1&limit=2')
  expect(page.pagination).toEqual({ offset: 1, limit: 2, count: 2, total_count: 5 })
  expect(page.authorisations.map(({ id }) => id)).toEqual(made.slice(1, 3))
  expect((await list(`&term_id=${term.id}`)).authorisations.map(({ id }) => id)).toEqual([made[1], made[3]])
  await acme('PUT', `/authorisations/${made[1]}/revoke`)
  expect((await list(`&term_id=${term.id}&status=active`)).authorisations.map(({ id }) => id)).toEqual([
    made[3],
  ])
  expect((await list('&offset=5')).authorisations).toEqual([])
  expect((await acme('GET', '/authorisations?status=gone&term_id=x')).body.errors).toEqual([
    'Request is missing the required field [user_id]',
    'Field [status] is invalid: must be active, revoked or expired',
    'Field [term_id] is invalid: must be a UUID',
  ])
})

test('returns 404 for a user or term of another client', async () => {
  const user = await createUser(acme)
  const foreignUser = await createUser(rival)
  const foreignTerm = await createTerm(rival)
  const send = (user_id: string, term_id?: string) =>
    acme('POST', '/authorisations', { user_id, user_agent: 'x', ...(term_id && { term_id }) })
  for (const [reply, kind, id] of [
    [await send(foreignUser.user_id), 'User', foreignUser.user_id],
    [await send(user.user_id, foreignTerm.id), 'Authorisation term', foreignTerm.id],
    [await acme('GET', `/authorisations?user_id=${foreignUser.user_id}`), 'User', foreignUser.user_id],
  ] as const) {
    expect(reply).toMatchObject({ status: 404, body: { errors: [`${kind} [${id}] does not exist`] } })
  }
  const unknown = anId()
  expect((await send(unknown)).body.errors).toEqual([`User [${unknown}] does not exist`])
  expect((await send(user.user_id, unknown)).body.errors).toEqual([
    `Authorisation term [${unknown}] does not exist`,
  ])
  expect(
    (await acme('POST', '/authorisations', { ip_address: 'home', fingerprint: '' })).body.errors,
  ).toEqual([
    'Request is missing the required field [user_id]',
    'Request is missing the required field [user_agent]',
    'Field [ip_address] is invalid: must be an IP address',
    'Field [fingerprint] is invalid: must not be empty',
  ])
})

test('a user token can accept terms for its own user only, and cannot list or revoke', async () => {
  const user = await createUser(acme)
  const neighbour = await createUser(acme)
  const person = await aUserToken(api, acme, user.user_id)
  const accepted = await accept(person, user.user_id)
  expect(accepted).toMatchObject({ user_id: user.user_id, user_agent: 'Firefox', is_valid: true })
  expect((await person('GET', `/authorisations/terms/latest?user_id=${user.user_id}`)).status).toBe(200)
  for (const id of [neighbour.user_id, anId()]) {
    const missing = { status: 404, body: { errors: [`User [${id}] does not exist`] } }
    expect(await person('POST', '/authorisations', { user_id: id, user_agent: 'x' })).toMatchObject(missing)
    expect(await person('GET', `/authorisations/terms/latest?user_id=${id}`)).toMatchObject(missing)
  }
  expect((await acme('GET', `/authorisations?user_id=${neighbour.user_id}`)).body.authorisations).toEqual([])
  for (const [method, path] of [
    ['GET', `/authorisations?user_id=${user.user_id}`],
    ['PUT', `/authorisations/${accepted.id}/revoke`],
    ['GET', '/authorisations/terms'],
  ] as const) {
    expect((await person(method, path)).status).toBe(401)
  }
})

test('the Support role sees authorisations without evidence, and cannot accept or revoke', async () => {
  const user = await createUser(acme)
  const accepted = await accept(acme, user.user_id, { ip_address: '203.0.113.9', fingerprint: 'f' })
  const support = api.withToken((await aMember(api, acme, 'Support')).token)
  const [listed] = (await support('GET', `/authorisations?user_id=${user.user_id}`)).body.authorisations
  const {
    ip_address: _,
    user_agent: __,
    fingerprint: ___,
    seen_ip_address: ____,
    seen_user_agent: _____,
    ...rest
  } = accepted
  expect(listed).toEqual(rest)
  expect((await support('PUT', `/authorisations/${accepted.id}/revoke`)).status).toBe(403)
  expect((await support('POST', '/authorisations', { user_id: user.user_id, user_agent: 'x' })).status).toBe(
    403,
  )
  expect((await support('POST', '/authorisations/terms', aTerm())).status).toBe(403)
})

test('stores consent evidence encrypted and deletes it with the user', async () => {
  const user = await createUser(acme)
  await accept(acme, user.user_id, {
    user_agent: 'Canaryfox',
    fingerprint: 'canaryprint',
    ip_address: '203.0.113.250',
  })
  const rows = await sql('select row_to_json(authorisations)::text as text, sealed from authorisations')
  for (const { text, sealed } of rows) {
    for (const secret of ['Canaryfox', 'canaryprint', '203.0.113.250']) {
      expect(text).not.toContain(secret)
      expect(text).not.toContain(Buffer.from(secret).toString('hex'))
      expect(sealed.toString('latin1')).not.toContain(secret)
    }
  }
  await acme('DELETE', `/users/${user.user_id}`)
  expect(await sql('select from authorisations where user_id = $1', [user.user_id])).toEqual([])
})

test('keeps the address and agent of the request beside those in the body', async () => {
  const user = await createUser(acme)
  const body = { user_id: user.user_id, user_agent: 'Claimed 1', ip_address: '203.0.113.9' }
  const reply = await acme('POST', '/authorisations', body, { 'user-agent': 'Lender server 1' })
  expect(reply.body).toMatchObject({
    user_agent: 'Claimed 1',
    ip_address: '203.0.113.9',
    seen_user_agent: 'Lender server 1',
    seen_ip_address: '127.0.0.1',
  })
  const long = await acme('POST', '/authorisations', body, { 'user-agent': 'x'.repeat(3000) })
  expect(long.body.seen_user_agent).toBe('x'.repeat(1024))
})

test('an authorisation of an older release has recorded_by and withdrawn_by null', async () => {
  const user = await createUser(acme)
  const { id } = await accept(acme, user.user_id)
  await sql('update authorisations set recorded_by = null, revoked_at = now() where id = $1', [id])
  expect((await acme('GET', `/authorisations/${id}`)).body).toMatchObject({
    status: 'revoked',
    recorded_by: null,
    withdrawn_by: null,
  })
  // Nothing shows that the person withdrew, so the client may record consent again.
  expect(await accept(acme, user.user_id)).toMatchObject({ recorded_by: 'client', is_valid: true })
})

async function openJourney(user_id: string) {
  const { webapp_link } = (await acme('POST', '/user-tokens', { user_id })).body
  const code = String(webapp_link).split('/').at(-1)
  return api.withToken((await api.withToken('')('POST', '/journeys/sessions', { code })).body.token)
}

test('after the person withdrew, only the person can authorise again', async () => {
  const user = await createUser(acme)
  const { user_id } = user
  const consent = { user_id, user_agent: 'Firefox' }
  const person = await openJourney(user_id)
  const given = await accept(acme, user_id)
  const kept = await accept(acme, user_id)
  await person('PUT', `/journeys/current/authorisations/${given.id}/revoke`)
  expect((await acme('GET', `/authorisations/${given.id}`)).body.withdrawn_by).toBe('person')
  const member = api.withToken((await aMember(api, acme, 'Admin')).token)
  for (const call of [acme, member, await aUserToken(api, acme, user_id)]) {
    const refused = await call('POST', '/authorisations', consent)
    expect(refused).toMatchObject({ status: 403 })
    expect(refused.headers['x-svc-error-code']).toBe('consent-withdrawn')
  }
  // The client's own withdrawal does not lift the block.
  await acme('PUT', `/authorisations/${kept.id}/revoke`)
  expect((await acme('POST', '/authorisations', consent)).status).toBe(403)

  expect(await accept(person, user_id)).toMatchObject({ recorded_by: 'person', is_valid: true })
  expect(await accept(acme, user_id)).toMatchObject({ recorded_by: 'client', is_valid: true })
  // Erasing all data withdraws everything, too.
  await person('DELETE', '/journeys/current/data')
  expect((await acme('POST', '/authorisations', consent)).status).toBe(403)
})

test('a person who withdrew with a token that the client requested can authorise again with one', async () => {
  const { user_id } = await createUser(acme)
  const person = await aUserToken(api, acme, user_id)
  const { id } = await accept(person, user_id)
  await person('PUT', `/journeys/current/authorisations/${id}/revoke`)
  expect((await acme('POST', '/authorisations', { user_id, user_agent: 'Firefox' })).status).toBe(403)
  expect(await accept(person, user_id)).toMatchObject({ recorded_by: 'person', is_valid: true })
})

test('erasure waits for a transaction that is storing data about the user', async () => {
  const { user_id } = await createUser(acme)
  await accept(acme, user_id)
  const { database, keyring } = await openCoreDependencies(api.config)
  const { clientId } = api.world.clients.acme
  const actor = { kind: 'operator', id: 'test', requestId: 'test' } as const
  const tenant = database.tenant(clientId, actor, await keyring.of(clientId))
  let erased: ReturnType<Call> | undefined
  await tenant.transaction(async (tx) => {
    audit(tx, 'test.acted')
    await requireAuthorisation(tx, user_id)
    erased = acme('DELETE', `/users/${user_id}`)
    await sleep(200)
    // Inserting an account needs a key-share lock on the user, so the erasure must not have locked the user yet.
    const account = { id: anId(), user_id, payroll_provider: 'sandbox-payroll', status: 'PENDING' }
    const row = {
      ...account,
      sealed: Buffer.alloc(0),
      authorisation_id: await requireAuthorisation(tx, user_id),
    }
    await tx.insertInto('accounts').values(row).execute()
  })
  expect((await erased)?.status).toBe(200)
  expect(await sql('select from accounts where user_id = $1', [user_id])).toEqual([])
  await database.close()
})
