import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseBehaviour, parseBehaviourAt } from './behaviours.ts'
import { providers } from './catalogue.ts'
import { errorSpec, errors, isErrorCode } from './errors.ts'

test.each([
  ['pass', {}],
  ['mfa:code', { mfa: 'code' }],
  ['mfa:date', { mfa: 'date' }],
  ['mfa:chars', { mfa: 'chars' }],
  ['error:account_disabled', { error: 'account_disabled' }],
  ['slow:0', { slowSeconds: 0 }],
  ['slow:2.5', { slowSeconds: 2.5 }],
  ['slow:60', { slowSeconds: 60 }],
  ['drop:payslip', { drop: 'payslip' }],
  ['expire:5', { expireMinutes: 5 }],
  ['lock', { locksAccount: true }],
  ['mfa:code+expire:5', { mfa: 'code', expireMinutes: 5 }],
  [
    'slow:1+mfa:chars+error:no_data+drop:list+expire:0',
    { slowSeconds: 1, mfa: 'chars', error: 'no_data', drop: 'list', expireMinutes: 0 },
  ],
])('parses %s', (password, behaviour) => {
  expect(parseBehaviour(password)).toEqual(behaviour)
})

test.each([
  '',
  'Pass',
  'password',
  'pass ',
  'pass:1',
  'mfa',
  'mfa:sms',
  'error',
  'error:nonsense',
  'error:toString',
  'slow:61',
  'slow:-1',
  'slow:1e1',
  'drop:lunch',
  'expire:-1',
  'expire:1.5',
  'lock:now',
  'constructor',
  'pass+',
  '+pass',
  'mfa:code+mfa:date',
  'mfa:code +expire:5',
  'mfa:code+hunter2',
])('rejects the password %s', (password) => {
  expect(parseBehaviour(password)).toBeUndefined()
})

test('any input is a behaviour or undefined and never throws', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), (password) => {
      const behaviour = parseBehaviour(password)
      if (behaviour) expect(password).toMatch(/^(pass|lock|mfa|error|slow|drop|expire)/)
    }),
  )
})

test('an error or step that a provider does not support is a wrong password there', () => {
  expect(parseBehaviourAt('sandbox-payroll', 'error:no_match')).toBeUndefined()
  expect(parseBehaviourAt('sandbox-bureau', 'error:no_match')).toEqual({ error: 'no_match' })
  expect(parseBehaviourAt('sandbox-payroll', 'drop:token')).toBeUndefined()
  expect(parseBehaviourAt('sandbox-cloud', 'drop:token')).toEqual({ drop: 'token' })
  expect(parseBehaviourAt('sandbox-bureau', 'mfa:code')).toBeUndefined()
})

test('every error can occur at every provider that supports it', () => {
  for (const code of Object.keys(errors).filter(isErrorCode)) {
    const { providers: where, occursAt, status, text, when } = errorSpec(code)
    expect(where.length, code).toBeGreaterThan(0)
    expect(
      [text, when].every((words) => words.endsWith('.')),
      code,
    ).toBe(true)
    expect([200, 400, 401, 403, 404, 405, 406, 409, 423, 429, 500, 501, 503, 504]).toContain(status)
    for (const provider of where) {
      const reached = occursAt.some((step) => providers[provider].steps.includes(step))
      // Credentials of bureaus belong to clients, so a person's behaviour cannot cause token errors there.
      const isBureau = provider === 'sandbox-bureau' || provider === 'staffology'
      if (!isBureau || !occursAt.includes('token')) expect(reached, `${code} at ${provider}`).toBe(true)
    }
  }
})
