import { expect, test } from 'vitest'
import { startApi } from '../../../test/api.ts'
import { anId, aUser, createUser } from '../../../test/people.ts'

const { acme, rival, sql } = await startApi({}, 'api')

test('creates, reads, changes and erases a user', async () => {
  const created = await acme('POST', '/users', aUser({ ext_id: 'loan-17', ni_number: 'QQ123456C' }))
  expect(created.status).toBe(201)
  expect(created.body).toEqual({
    ...aUser({ ext_id: 'loan-17', ni_number: 'QQ123456C' }),
    user_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  })
  const path = `/users/${created.body.user_id}`
  expect(await acme('GET', path)).toMatchObject({ status: 200, body: created.body })

  const changed = await acme('PATCH', path, {
    surname: 'Elmgrove',
    ni_number: null,
    recurring_checks_enabled: true,
  })
  const { ni_number: _, ...kept } = created.body
  expect(changed).toMatchObject({ status: 200 })
  expect(changed.body).toEqual({ ...kept, surname: 'Elmgrove', recurring_checks_enabled: true })
  expect((await acme('PATCH', path, { recurring_checks_enabled: null })).body).toEqual({
    ...kept,
    surname: 'Elmgrove',
  })

  expect((await rival('DELETE', path)).status).toBe(404)
  expect(await acme('DELETE', path)).toMatchObject({
    status: 200,
    body: { message: `User [${created.body.user_id}] was deleted` },
  })
  expect(await acme('GET', path)).toMatchObject({
    status: 404,
    body: { errors: [`User [${created.body.user_id}] does not exist`] },
  })
  expect(await sql('select from user_keys where user_id = $1', [created.body.user_id])).toHaveLength(0)
})

test('accepts a user in a PATCH exactly as returned by GET', async () => {
  const user = await createUser(acme, { ext_id: 'round-trip' })
  expect((await acme('PATCH', `/users/${user.user_id}`, user)).body).toEqual(user)
})

test('reports all problems of a request at once', async () => {
  const reply = await acme('POST', '/users', {
    forename: 7,
    post_codes: [],
    payroll_period_months: 121,
    surnam: 'x',
  })
  expect(reply.status).toBe(400)
  expect(reply.body.errors.sort()).toEqual([
    'Field [forename] is invalid: must be text',
    'Field [payroll_period_months] is invalid: must be 120 or less',
    'Field [post_codes] is invalid: must not be empty',
    'Field [surnam] is unknown',
    'Request is missing the required field [date_of_birth]',
    'Request is missing the required field [surname]',
  ])
})

test('lists users newest first, paged from 1, filtered by ext_id', async () => {
  const { acme: other } = await startApi({}, 'api')
  const made = []
  for (let n = 0; n < 7; n++) made.push(await createUser(other, { ext_id: n % 2 ? 'odd' : `even-${n}` }))
  const newest = made.toReversed()
  expect((await other('GET', '/users')).body).toEqual({
    pagination: { offset: 1, limit: 20, count: 7, total_count: 7 },
    users: newest,
  })
  expect((await other('GET', '/users?offset=3&limit=2')).body).toEqual({
    pagination: { offset: 3, limit: 2, count: 2, total_count: 7 },
    users: newest.slice(2, 4),
  })
  expect((await other('GET', '/users?offset=8')).body).toEqual({
    pagination: { offset: 8, limit: 20, count: 0, total_count: 7 },
    users: [],
  })
  const odd = await other('GET', '/users?ext_id=odd&limit=2')
  expect(odd.body.pagination).toEqual({ offset: 1, limit: 2, count: 2, total_count: 3 })
  expect(odd.body.users).toEqual([newest[1], newest[3]])
  expect((await other('GET', '/users?offset=0&limit=101&ext_idd=1')).body).toEqual({
    errors: [
      'Field [offset] is invalid: must be 1 or more',
      'Field [limit] is invalid: must be 100 or less',
      'Field [ext_idd] is unknown',
    ],
  })
})

test('lists users by whether recurring checks are enabled', async () => {
  const { acme: other } = await startApi({}, 'api')
  const silent = await createUser(other)
  const on = await createUser(other, { recurring_checks_enabled: true })
  const ended = await createUser(other, {
    recurring_checks_enabled: true,
    recurring_check_end_date: '2020-01-01',
  })
  const ids = async (path: string) =>
    (await other('GET', path)).body.users.map((user: { user_id: string }) => user.user_id)
  expect(await ids('/users/recurring')).toEqual([on.user_id])
  expect(await ids('/users/recurring?recurring_enabled=false')).toEqual([ended.user_id, silent.user_id])
  await other('PATCH', '/configuration', { recurring_checks_enabled: true })
  expect(await ids('/users/recurring')).toEqual([on.user_id, silent.user_id])
})

test('honours time zone offsets and reads a plain date as noon UTC', async () => {
  const early = await createUser(acme, { date_of_birth: '1990-01-01T00:30:00+02:00' })
  expect(early.date_of_birth).toBe('1989-12-31T22:30:00.000Z')
  expect((await createUser(acme, { date_of_birth: '1990-01-01' })).date_of_birth).toBe(
    '1990-01-01T12:00:00.000Z',
  )
  expect((await acme('POST', '/users', aUser({ date_of_birth: '1990-01-01T00:00:00' }))).status).toBe(400)
  expect((await acme('POST', '/users', aUser({ date_of_birth: '1990-02-30' }))).status).toBe(400)
})

test('accepts HOURLY in the sandbox', async () => {
  const user = await createUser(acme, { recurring_check_frequency: 'HOURLY' })
  expect(user.recurring_check_frequency).toBe('HOURLY')
})

test('returns 404 for a malformed user id', async () => {
  expect(await acme('GET', '/users/not-an-id')).toMatchObject({
    status: 404,
    body: { errors: ['User [not-an-id] does not exist'] },
  })
  expect((await acme('PATCH', `/users/${anId()}`, { forename: 'x' })).status).toBe(404)
})

test('stores personal data encrypted', async () => {
  const canary = 'Zanzibarro'
  await createUser(acme, { forename: canary, ext_id: `${canary}-ext`, post_codes: [canary] })
  const rows = await sql('select row_to_json(users)::text as text, sealed from users')
  for (const { text, sealed } of rows) {
    expect(text).not.toContain(canary)
    expect(sealed.toString('latin1')).not.toContain(canary)
  }
})
