import { expect, test } from 'vitest'
import { createOAuth2Cookies } from './cookies.ts'

test('ASVS 3.3.1: over HTTPS, cookies of a redirect belong to this host only and are sent over HTTPS only', () => {
  const cookies = createOAuth2Cookies('https://payproof.example')
  for (const use of ['requester', 'confirmation', 'departure'] as const) {
    const header = cookies.set(use, 'ticket', 'value')
    expect(header).toMatch(new RegExp(`^__Host-payproof_${use}_[0-9a-f]{16}=value; Path=/; `))
    expect(header).toMatch(/; HttpOnly; SameSite=(Lax|Strict); Secure$/)
  }
})

test('only a page of our own can confirm; the other cookies arrive with a redirect', () => {
  const cookies = createOAuth2Cookies('https://payproof.example')
  expect(cookies.set('confirmation', 'ticket', 'value')).toContain('SameSite=Strict')
  expect(cookies.set('requester', 'ticket', 'value')).toContain('SameSite=Lax')
  expect(cookies.set('departure', 'state', 'value')).toContain('SameSite=Lax')
})
