import { expect, test } from 'vitest'
import { failedLoginsIn } from './failed-login-events.ts'

const id = '018f3c1e-9f6b-7c33-8a55-3b1f0d5c2a77'
const refused = (at: string, reason?: string) => ({
  kind: 'account.refused' as const,
  id,
  at,
  ...(reason && { payroll_provider: 'sandbox-payroll', reason }),
})

test('failed logins are counted by provider and reason, with the latest time', () => {
  expect(
    failedLoginsIn([
      refused('2026-06-15T10:03:00Z', 'login-locked'),
      refused('2026-06-15T10:02:00Z', 'login-refused'),
      { kind: 'user.created', id, at: '2026-06-15T10:01:00Z' },
      refused('2026-06-15T10:00:00Z', 'login-refused'),
    ]),
  ).toEqual([
    { provider: 'sandbox-payroll', reason: 'login-locked', at: '2026-06-15T10:03:00Z', count: 1 },
    { provider: 'sandbox-payroll', reason: 'login-refused', at: '2026-06-15T10:02:00Z', count: 2 },
  ])
})

test('an event from before reasons were kept is left out', () => {
  expect(failedLoginsIn([refused('2026-06-15T10:00:00Z')])).toEqual([])
})
