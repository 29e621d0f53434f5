import { expect, test } from 'vitest'
import { errorText } from './error-text.ts'
import { isSandboxKey } from './key-scopes.ts'
import { readOnly } from './read-only.ts'

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'post'])(
  'a production connection does not send %s',
  async (method) => {
    const sent: unknown[] = []
    const guarded = readOnly(async (input) => {
      sent.push(input)
      return new Response()
    })
    const url = 'https://api.example/users'
    await expect(guarded(url, { method })).rejects.toThrow('this connection is read-only')
    await expect(guarded(new Request(url, { method }))).rejects.toThrow('this connection is read-only')
    expect(sent).toEqual([])
    await guarded(url)
    await guarded(url, { method: 'GET' })
    expect(sent).toEqual([url, url])
  },
)

test.each([
  ['svc_sbx_a0000000_x', true],
  ['svc_live_a0000000_x', false],
  ['SVC_SBX_a0000000_x', false],
  ['x svc_sbx_', false],
  ['', false],
])('the key %j is for the sandbox: %j', (key, isSandbox) => {
  expect(isSandboxKey(key)).toBe(isSandbox)
})

test('control characters in errors do not reach the client', () => {
  expect(errorText(new Error('no\u001b[2J page'))).toBe('no\ufffd[2J page')
})
