import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openHttp } from '../http-server.ts'
import { type ReceivedText, smsRoutes, smsToken, unusualNumbers } from './routes.ts'

const messages: ReceivedText[] = []
const server = openHttp({ host: '127.0.0.1' })
let url = ''
beforeAll(async () => {
  await server.register(smsRoutes, { messages, controlKey: 'a control key of length' })
  url = await server.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => server.close())
beforeEach(() => messages.splice(0))

const send = async (body: object, token = smsToken) =>
  (
    await fetch(`${url}/sms/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
  ).status
const key = { headers: { 'x-control-key': 'a control key of length' } }
const message = { id: 'one', to: '+447700900123', text: 'Hello <b>you</b>' }

test('keeps each message once, and shows it', async () => {
  expect([await send(message), await send(message)]).toEqual([202, 202])
  expect(await send({ ...message, id: 'two', to: '+447700900124' })).toBe(202)
  const reply = await fetch(`${url}/sms/messages?to=%2B447700900123`, key)
  expect(await reply.json()).toMatchObject({ messages: [message] })
  const shown = await (await fetch(`${url}/sms`, key)).text()
  expect(shown).toContain('Hello &lt;b&gt;you&lt;/b&gt;')
})

test('needs the token to send and the control key to read', async () => {
  expect(await send(message, 'wrong')).toBe(401)
  for (const path of ['/sms', '/sms/messages']) expect((await fetch(`${url}${path}`)).status).toBe(401)
})

test('refuses what is no message, one number always and one number once', async () => {
  expect(await send({ ...message, to: '07700 900123' })).toBe(400)
  expect(await send({ ...message, to: unusualNumbers.refused })).toBe(422)
  const late = { ...message, to: unusualNumbers.unavailableOnce }
  expect([await send(late), await send(late)]).toEqual([503, 202])
})
