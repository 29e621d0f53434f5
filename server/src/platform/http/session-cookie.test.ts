import { expect, test } from 'vitest'
import { createSessionCookie } from './session-cookie.ts'

test('ASVS 3.3.1: over HTTPS, the session cookie belongs to this host only and is sent over HTTPS only', () => {
  const cookie = createSessionCookie('https://payproof.example')
  expect(cookie.create('token')).toBe(
    '__Host-payproof_session=token; Path=/; HttpOnly; SameSite=Strict; Secure',
  )
  expect(cookie.expire()).toContain('Max-Age=0')
  expect(cookie.read({ cookie: 'a=b; __Host-payproof_session=token' })).toBe('token')
  expect(cookie.read({ cookie: 'payproof_session=token' })).toBeUndefined()
})
