import { describe, expect, test } from 'vitest'
import { openSandbox } from './server.ts'
import { settings, startSandbox, textOf } from './testing/start-sandbox.ts'

const { sandbox, call } = await startSandbox()
const person = 'wilhelmina.oakapple'

describe('access control', () => {
  test('a form on another site cannot change anything', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x'])
      for (const path of ['/controls/reset', '/controls/scenarios', '/controls/providers/taxauth/unlock']) {
        const reply = await fetch(`${sandbox.url}${path}`, {
          method: 'POST',
          headers: { 'content-type': type },
          body: '{}',
        })
        expect([reply.status, await reply.json()]).toEqual([
          415,
          { errors: ['The content type must be application/json'] },
        ])
      }
    expect((await fetch(`${sandbox.url}/controls/reset`, { method: 'POST' })).status).toBe(415)
  })

  test('rejects requests with an unknown host name', async () => {
    const reply = await sandbox.server.inject({ url: '/controls/people', headers: { host: 'evil.example' } })
    expect(reply.statusCode).toBe(421)
    for (const host of ['localhost:1', '127.0.0.1', '[::1]:8090'])
      expect((await sandbox.server.inject({ url: '/controls/clock', headers: { host } })).statusCode).toBe(
        200,
      )
  })

  test('rejects malformed requests with a plain message', async () => {
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(`${sandbox.url}/controls/clock`, { method: 'PUT', headers, body: '{' })
    expect([reply.status, await reply.json()]).toEqual([400, { errors: ['The body is not JSON'] }])
    const address = await call('GET', '/people/%E0%A4%A')
    expect([address.status, address.body]).toEqual([
      400,
      { errors: ['The address is not in the right form'] },
    ])
  })

  test('a body over 1 MiB is refused', async () => {
    const reply = await call('PUT', '/controls/clock', { now: 'x'.repeat(2 ** 20) })
    expect([reply.status, reply.body]).toEqual([413, { errors: ['The body is too large'] }])
  })

  test('a configured control key is required for controls and inboxes, but not for delivering webhooks', async () => {
    const controlKey = 'a key of sixteen letters'
    const guarded = await openSandbox({ ...settings, controlKey })
    const status = async (method: string, path: string, headers: Record<string, string> = {}) =>
      (
        await fetch(`${guarded.url}${path}`, {
          method,
          headers: { 'content-type': 'application/json', ...headers },
        })
      ).status
    const basic = (password: string) => ({ authorization: `Basic ${btoa(`anybody:${password}`)}` })
    for (const [method, path] of [
      ['GET', '/controls/clock'],
      ['DELETE', '/controls/clock'],
      ['GET', '/controls/people'],
      ['GET', '/inbox'],
      ['GET', '/inbox/acme'],
      ['GET', '/inbox/acme/deliveries'],
    ] as const) {
      expect(await status(method, path), path).toBe(401)
      expect(await status(method, path, { 'x-control-key': 'another key of letters' }), path).toBe(401)
      expect(await status(method, path, basic('another key of letters')), path).toBe(401)
      expect(await status(method, path, { 'x-control-key': controlKey }), path).toBe(200)
      expect(await status(method, path, basic(controlKey)), path).toBe(200)
    }
    expect(await status('POST', '/controls/reset')).toBe(401)
    expect(await status('PUT', '/inbox/acme/keys')).toBe(401)
    expect(await status('POST', '/inbox/acme')).toBe(200)
    expect(await status('GET', '/')).toBe(200)
    expect(await status('GET', '/portal/')).toBe(200)
    await guarded.close()
  })
})

test('two sandboxes with the same seed and clock return identical bytes; another seed differs', async () => {
  const others = [await openSandbox(settings), await openSandbox({ ...settings, seed: 'another' })]
  const paths = [
    '/controls/people?limit=100',
    ...[person, 'person.7', 'dashiell.pennyfeather'].flatMap((userName) => [
      `/controls/people/${userName}`,
      `/controls/people/${userName}/payslips?limit=100`,
      `/controls/people/${userName}/statements?limit=3`,
      `/controls/documents/payslip.json?user_name=${userName}`,
      `/controls/documents/payslip?user_name=${userName}`,
      `/controls/documents/statement?user_name=${userName}`,
      `/controls/documents/statement?user_name=${userName}&tamper=wrong-arithmetic`,
    ]),
  ]
  const read = async (url: string) =>
    Promise.all(
      paths.map(async (path) => {
        const reply = await fetch(`${url}${path}`)
        const bytes = Buffer.from(await reply.arrayBuffer())
        return path.includes('.json') || !path.includes('documents') ? bytes.toString() : textOf(bytes)
      }),
    )
  const [here, same, different] = await Promise.all([sandbox, ...others].map(({ url }) => read(url)))
  expect(same).toEqual(here)
  expect(different).not.toEqual(here)
  await Promise.all(others.map((other) => other.close()))
})
