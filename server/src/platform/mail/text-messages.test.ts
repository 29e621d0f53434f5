import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { startApi } from '../../../test/api.ts'
import { createUser } from '../../../test/people.ts'
import { startSandbox } from '../../../test/sandbox.ts'

const sandbox = await startSandbox()
const gateway = {
  SMS_GATEWAY_URL: `${sandbox.url}/sms/messages`,
  SMS_GATEWAY_TOKEN: 'sandbox-sms',
}
const api = await startApi(gateway)
const { acme, anonymous, sql } = api

const polling = { interval: 100 }
/** A number of Ofcom's range for drama: the last three digits differ between tests. */
const numbers = {
  invited: '+447700900101',
  back: '+447700900102',
  mistyped: '+447700900104',
  second: '+447700900105',
  down: '+447700900999',
  bad: '+447700900998',
}

async function textsTo(to: string) {
  const reply = await fetch(`${sandbox.url}/sms/messages?to=${encodeURIComponent(to)}`)
  return ((await reply.json()) as { messages: { text: string }[] }).messages.map(({ text }) => text)
}

async function readText(to: string) {
  await expect.poll(() => textsTo(to), polling).toHaveLength(1)
  return (await textsTo(to))[0] ?? ''
}

const aSecret = () => randomBytes(32).toString('base64url')

test('the text message names the client and the expiry, and its link opens the journey', async () => {
  const { user_id } = await createUser(acme)
  const listStored = () => sql('select id from outgoing_mails order by id')
  // Other tests send mails too.
  const before = await listStored()
  const invitation = { user_id, phone: '07700 900 101' }
  expect((await acme('POST', '/journeys/invitations', invitation)).status).toBe(202)
  const text = await readText(numbers.invited)
  expect(text).toMatch(/^acme asks you to share your income\. .*: http:\S+\/r\/[\w-]{43}$/)
  expect(text).not.toMatch(/Wilhelmina|Oakapple/)
  const code = text.split('/').at(-1)
  expect((await anonymous('POST', '/journeys/sessions', { code })).status).toBe(201)
  expect((await acme('GET', `/users/${user_id}`)).body.phone).toBe(numbers.invited)
  await expect
    .poll(
      async () => (await listStored()).filter((mail) => !before.some(({ id }) => id === mail.id)),
      polling,
    )
    .toEqual([])
})

test('sends a one-time code by text message that leads back to the journey', async () => {
  const { user_id } = await createUser(acme, { phone: '+44 7700 900102' })
  const { webapp_link } = (await acme('POST', '/user-tokens', { user_id })).body
  const opened = await anonymous('POST', '/journeys/sessions', {
    code: String(webapp_link).split('/').at(-1),
  })
  const { journey_id } = opened.body
  const path = `/journeys/${journey_id}/return-codes`
  const reply = await anonymous('POST', path, { channel: 'sms', language: 'cy' })
  // No address is registered, and the reply does not reveal it.
  expect(await anonymous('POST', path, {})).toMatchObject({ status: 202, body: reply.body })
  const text = await readText(numbers.back)
  expect(text).toMatch(/^\d{6} yw eich cod/)
  const body = { one_time_code: text.slice(0, 6), device: aSecret() }
  expect((await anonymous('POST', `/journeys/${journey_id}/returns`, body)).status).toBe(201)
})

test('an invitation to a number does not open a second way back for a person with a registered address', async () => {
  const { user_id } = await createUser(acme, { email: 'wilhelmina@people.example' })
  await acme('POST', '/journeys/invitations', { user_id, phone: numbers.mistyped })
  await readText(numbers.mistyped)
  const { body } = await acme('GET', `/users/${user_id}`)
  expect([body.email, body.phone ?? null]).toEqual(['wilhelmina@people.example', null])
})

test('an invitation by text message cancels the reminders of an earlier one by email', async () => {
  await acme('PATCH', '/configuration', { reminder_days: [1, 3] })
  const { user_id } = await createUser(acme)
  const planned = () => sql('select id from journey_reminders where user_id = $1', [user_id])
  await acme('POST', '/journeys/invitations', { user_id, email: 'mistyped@people.example' })
  expect(await planned()).toHaveLength(2)
  await acme('POST', '/journeys/invitations', { user_id, phone: numbers.second })
  expect(await planned()).toEqual([])
  await acme('PATCH', '/configuration', { reminder_days: null })
})

test('an invitation goes by email or by text message, not both, and needs a known address', async () => {
  const { user_id } = await createUser(acme)
  const both = { user_id, email: 'wilhelmina@people.example', phone: '07700900103' }
  const errorsOf = async (body: object) => (await acme('POST', '/journeys/invitations', body)).body.errors
  expect(await errorsOf({ user_id })).toEqual([
    'Field [email] is missing: no e-mail address is registered for the user',
  ])
  expect(await errorsOf(both)).toEqual(['Field [email] is invalid: must not be sent together with [phone]'])
  for (const phone of ['01632 960123', '7700900103', '+44', 'call me', '+4477009001030000'])
    expect((await acme('POST', '/journeys/invitations', { user_id, phone })).status, phone).toBe(400)
})

test('sends again after an outage of the gateway, once, and gives up on a number that it refuses', async () => {
  const [one, other] = [await createUser(acme), await createUser(acme)]
  await acme('POST', '/journeys/invitations', { user_id: one.user_id, phone: numbers.down })
  await acme('POST', '/journeys/invitations', { user_id: other.user_id, phone: numbers.bad })
  await readText(numbers.down)
  await expect
    .poll(() => sql(`select reason from dead_tasks where kind = 'text.send'`), polling)
    .toEqual([{ reason: 'SMS gateway replied 422' }])
  expect(await textsTo(numbers.bad)).toEqual([])
  expect(await textsTo(numbers.down)).toHaveLength(1)
})

test('refuses text messages if there is no gateway, and sends no code', async () => {
  const without = await startApi({}, 'api')
  const { user_id } = await createUser(without.acme, { phone: numbers.back })
  const refused = await without.acme('POST', '/journeys/invitations', { user_id, phone: numbers.back })
  expect(refused.body.errors).toEqual(['Field [phone] is invalid: this service sends no text messages'])
  const { webapp_link } = (await without.acme('POST', '/user-tokens', { user_id })).body
  const code = String(webapp_link).split('/').at(-1)
  const { body } = await without.anonymous('POST', '/journeys/sessions', { code })
  const reply = await without.anonymous('POST', `/journeys/${body.journey_id}/return-codes`, {
    channel: 'sms',
  })
  expect(reply.status).toBe(202)
  expect(await without.sql('select id from outgoing_mails')).toEqual([])
})
