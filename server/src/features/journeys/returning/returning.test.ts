import { randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { type Call, startApi } from '../../../../test/api.ts'
import { aPayslip } from '../../../../test/features/sample-payslips.ts'
import { createUser, readMail } from '../../../../test/people.ts'
import { audit } from '../../../platform/database/tenancy.ts'
import { openCoreDependencies } from '../../../process/dependencies.ts'
import { addAccount } from '../../accounts/service.ts'
import { storeRetrieved } from '../../payroll/retrieval/store.ts'

const api = await startApi()
const { acme, anonymous, sql, world, withToken } = api
const { database, keyring } = await openCoreDependencies(api.config)
afterAll(() => database.close())

const statusAndCode = ({ status, headers }: Awaited<ReturnType<Call>>) => [
  status,
  headers['x-svc-error-code'],
]
const aSecret = () => randomBytes(32).toString('base64url')
const anAddress = () => `p${randomBytes(6).toString('hex')}@people.example`

async function openLink(code: string, device = aSecret()) {
  const { body } = await anonymous('POST', '/journeys/sessions', { code, device })
  return { send: withToken(body.token), journey_id: body.journey_id as string, device }
}

/** Creates a person with a link, opened on a first device that gave consent. */
async function aPerson(changes: object = {}) {
  const { user_id } = await createUser(acme, changes)
  const { webapp_link } = (await acme('POST', '/user-tokens', { user_id })).body
  const code = String(webapp_link).split('/').at(-1) ?? ''
  const first = await openLink(code)
  const { body } = await first.send('POST', '/authorisations', { user_id, user_agent: 'test' })
  return { user_id, code, first, authorisation_id: body.id as string }
}

/** Stores a payslip, as if it was retrieved through a login. */
async function addData({ user_id, authorisation_id }: { user_id: string; authorisation_id: string }) {
  const { clientId } = world.clients.acme
  const actor = { kind: 'user', id: user_id, requestId: 'test' } as const
  const tenant = database.tenant(clientId, actor, await keyring.of(clientId))
  await tenant.transaction(async (tx) => {
    const holder = { user_name: 'w.oakapple', employee_name: null }
    const account = await addAccount(tx, {
      user_id,
      authorisation_id,
      payroll_provider: 'sandbox-payroll',
      status: 'AUTHORISED',
      holder,
      reason: 'test',
    })
    const options = { authorisation_id, now: new Date(), environment: 'sandbox' } as const
    await storeRetrieved(tx, account, { ...options, payslips: [aPayslip({ pay_date: '2026-04-30' })] })
    audit(tx, 'test.stored', user_id)
  })
}

/** The requests that show, export or delete shared data. */
const requests = ({ authorisation_id, user_id }: { authorisation_id: string; user_id: string }) =>
  [
    ['GET', '/journeys/current/findings'],
    ['GET', '/journeys/current/shared'],
    ['GET', '/journeys/current/export'],
    ['GET', `/accounts?user_id=${user_id}`],
    ['PUT', `/journeys/current/authorisations/${authorisation_id}/revoke`],
    ['DELETE', '/journeys/current/data'],
  ] as const

const mark = (user_id: string) =>
  sql('update journey_devices set brought_at = now() where user_id = $1', [user_id])

test('security finding 17: the link alone shows, exports and deletes nothing on another device', async () => {
  const person = await aPerson()
  await mark(person.user_id)
  await addData(person)
  const stranger = await openLink(person.code)
  for (const [method, path] of requests(person))
    expect([path, ...statusAndCode(await stranger.send(method, path))]).toEqual([
      path,
      403,
      'device-not-confirmed',
    ])
  // The device that shared the data needs no further step, even after the link was opened again.
  const again = await openLink(person.code, person.first.device)
  for (const [method, path] of requests(person))
    expect([path, (await again.send(method, path)).status]).toEqual([path, 200])
})

test('a person on another device confirms who they are by date of birth or post code', async () => {
  for (const answer of [{ date_of_birth: '1988-04-17' }, { post_code: 'yo241ab' }]) {
    const person = await aPerson()
    await addData(person)
    const other = await openLink(person.code)
    expect((await other.send('GET', '/journeys/current')).body.confirm_with).toBe('date_of_birth')
    const wrong = await other.send('POST', '/journeys/current/confirmations', { post_code: 'LS1 4AQ' })
    expect([...statusAndCode(wrong), wrong.headers['x-svc-attempts-left']]).toEqual([
      403,
      'confirmation-wrong',
      '4',
    ])
    const right = await other.send('POST', '/journeys/current/confirmations', answer)
    expect(right).toMatchObject({ status: 201, body: { confirmed_at: expect.any(String) } })
    expect((await other.send('GET', '/journeys/current/export')).status).toBe(200)
    // The browser keeps its secret, so the person answers once.
    const later = await openLink(person.code, other.device)
    expect((await later.send('GET', '/journeys/current/findings')).status).toBe(200)
  }
})

test('after five wrong answers on any devices, only a one-time code helps', async () => {
  const person = await aPerson({ email: anAddress() })
  await addData(person)
  const tries = await Promise.all(
    Array.from({ length: 7 }, async () =>
      (await openLink(person.code)).send('POST', '/journeys/current/confirmations', {
        date_of_birth: '1990-01-01',
      }),
    ),
  )
  const codes = tries.map(({ headers }) => headers['x-svc-error-code'])
  expect(codes.filter((code) => code === 'confirmation-wrong')).toHaveLength(4)
  expect(codes.filter((code) => code === 'confirmation-locked')).toHaveLength(3)
  const { send } = await openLink(person.code)
  const right = await send('POST', '/journeys/current/confirmations', { date_of_birth: '1988-04-17' })
  expect(statusAndCode(right)).toEqual([403, 'confirmation-locked'])
  expect((await send('GET', '/journeys/current')).body.confirm_with).toBe('one_time_code')
})

test('two devices that both shared data are both asked to confirm', async () => {
  const person = await aPerson()
  const second = await openLink(person.code)
  await mark(person.user_id)
  await addData(person)
  for (const { send } of [person.first, second])
    expect(statusAndCode(await send('GET', '/journeys/current/export'))).toEqual([
      403,
      'device-not-confirmed',
    ])
})

test('a token that the client requested needs no confirmation', async () => {
  const person = await aPerson()
  await addData(person)
  const { token } = (await acme('POST', '/user-tokens', { user_id: person.user_id })).body
  expect((await withToken(token)('GET', '/journeys/current/findings')).status).toBe(200)
})

const requestCode = (journeyId: string, body: object = {}) =>
  anonymous('POST', `/journeys/${journeyId}/return-codes`, body)
const redeem = (journeyId: string, one_time_code: string, device = aSecret()) =>
  anonymous('POST', `/journeys/${journeyId}/returns`, { one_time_code, device })

async function readCode(email: string, about = '') {
  const { text } = await readMail(world.inboxUrl, email, /code|cod/, about)
  return /\b(\d{6})\b/.exec(text)?.[1] ?? ''
}

test('a person whose link expired returns with a one-time code, which works once', async () => {
  const email = anAddress()
  const person = await aPerson({ email })
  await addData(person)
  await sql(`update journey_links set expires_at = now() - interval '1 year' where user_id = $1`, [
    person.user_id,
  ])
  const { journey_id } = person.first
  expect(await requestCode(journey_id)).toMatchObject({ status: 202 })
  const code = await readCode(email)
  const [row] = await sql(
    'select row_to_json(c)::text as row from journey_return_codes c where user_id = $1',
    [person.user_id],
  )
  expect(row.row).not.toContain(code)
  const back = await redeem(journey_id, code)
  expect(back.status).toBe(201)
  expect(back.body.journey_id).not.toBe(journey_id)
  const { send } = { send: withToken(back.body.token) }
  expect((await send('GET', '/journeys/current/export')).status).toBe(200)
  expect((await send('POST', '/journeys/sessions/renewals', {})).status).toBe(201)
  expect(statusAndCode(await redeem(journey_id, code))).toEqual([403, 'return-code-rejected'])
  const lines = await sql(
    `select action from audit_lines where subject_id = $1 and action like 'journey.return%' order by at`,
    [person.user_id],
  )
  expect(lines.map(({ action }) => action)).toEqual([
    'journey.return_code_sent',
    'journey.returned',
    'journey.return_failed',
  ])
})

test('a code can be tried five times, for ten minutes', async () => {
  const email = anAddress()
  const { first, user_id } = await aPerson({ email })
  await requestCode(first.journey_id, { language: 'cy' })
  const code = await readCode(email, 'Helo')
  const wrong = code === '000000' ? '000001' : '000000'
  const guesses = await Promise.all(Array.from({ length: 5 }, () => redeem(first.journey_id, wrong)))
  expect(guesses.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
  expect((await redeem(first.journey_id, code)).status).toBe(403)

  await requestCode(first.journey_id, { language: 'en' })
  const late = await readCode(email, 'Hello')
  await sql('update journey_return_codes set expires_at = now() where user_id = $1', [user_id])
  expect((await redeem(first.journey_id, late)).status).toBe(403)
})

test('the reply reveals neither whether a journey exists nor whether a mail was sent', async () => {
  const known = await aPerson({ email: anAddress() })
  const withoutAddress = await aPerson()
  const unknown = `${known.first.journey_id.slice(0, 8)}-0000-4000-8000-${known.first.journey_id.slice(24)}`
  const replies = []
  for (const id of [known.first.journey_id, withoutAddress.first.journey_id, unknown])
    replies.push(await requestCode(id))
  // Only five codes are sent within 24 hours.
  for (let count = 0; count < 6; count++) replies.push(await requestCode(known.first.journey_id))
  for (const { status, body } of replies) expect([status, body]).toEqual([202, replies[0]?.body])
  const codes = await sql('select id from journey_return_codes where user_id = any ($1)', [
    [known.user_id, withoutAddress.user_id],
  ])
  expect(codes).toHaveLength(5)
  const guesses = [withoutAddress.first.journey_id, unknown].map((id) => redeem(id, '123456'))
  for (const { status, body } of await Promise.all(guesses))
    expect([status, body]).toEqual([403, (await redeem(unknown, '123456')).body])
})

test('a revoked link has no way back', async () => {
  const email = anAddress()
  const { user_id, first } = await aPerson({ email })
  await requestCode(first.journey_id)
  const code = await readCode(email)
  await acme('POST', '/user-tokens/revocations', { user_id })
  expect((await redeem(first.journey_id, code)).status).toBe(403)
})

test('the address of an invitation becomes the way back, unless one is registered', async () => {
  const [one, other] = [await createUser(acme), await createUser(acme, { email: 'kept@people.example' })]
  const email = anAddress()
  for (const { user_id } of [one, other]) await acme('POST', '/journeys/invitations', { user_id, email })
  const emailOf = async ({ user_id }: { user_id: string }) =>
    (await acme('GET', `/users/${user_id}`)).body.email
  expect([await emailOf(one), await emailOf(other)]).toEqual([email, 'kept@people.example'])
})
