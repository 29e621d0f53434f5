import fc from 'fast-check'
import { expect, test } from 'vitest'
import { behaviourAt, parseBehaviour } from './behaviours.ts'
import { providers } from './catalogue.ts'
import { errorRow, errors, isErrorCode } from './errors.ts'

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
  ['lock', { locks: true }],
  ['mfa:code+expire:5', { mfa: 'code', expireMinutes: 5 }],
  [
    'slow:1+mfa:chars+error:no_data+drop:list+expire:0',
    { slowSeconds: 1, mfa: 'chars', error: 'no_data', drop: 'list', expireMinutes: 0 },
  ],
])('%s is understood', (password, behaviour) => {
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
])('%s is no password', (password) => {
  expect(parseBehaviour(password)).toBeUndefined()
})

test('whatever is typed, it is a behaviour or nothing, never a failure', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), (password) => {
      const behaviour = parseBehaviour(password)
      if (behaviour) expect(password).toMatch(/^(pass|lock|mfa|error|slow|drop|expire)/)
    }),
  )
})

test('an error or a step that a provider does not have is a wrong password there', () => {
  expect(behaviourAt('sandbox-payroll', 'error:no_match')).toBeUndefined()
  expect(behaviourAt('sandbox-bureau', 'error:no_match')).toEqual({ error: 'no_match' })
  expect(behaviourAt('sandbox-payroll', 'drop:token')).toBeUndefined()
  expect(behaviourAt('sandbox-cloud', 'drop:token')).toEqual({ drop: 'token' })
  expect(behaviourAt('sandbox-bureau', 'mfa:code')).toBeUndefined()
})

test('every error can strike at every provider that has it', () => {
  for (const code of Object.keys(errors).filter(isErrorCode)) {
    const { providers: where, strikesAt, status, text, when } = errorRow(code)
    expect(where.length, code).toBeGreaterThan(0)
    expect(
      [text, when].every((words) => words.endsWith('.')),
      code,
    ).toBe(true)
    expect([200, 400, 401, 403, 404, 406, 409, 423, 429, 500, 503]).toContain(status)
    for (const provider of where) {
      const reached = strikesAt.some((step) => providers[provider].steps.includes(step))
      // The bureau's tokens belong to nobody, so an error there cannot be asked for by a person.
      if (provider !== 'sandbox-bureau' || !strikesAt.includes('token'))
        expect(reached, `${code} at ${provider}`).toBe(true)
    }
  }
})
