import { expect, test } from 'vitest'
import { isBreached } from './breached-passwords.ts'
import { isGuessable } from './password-strength.ts'

test.each(['Mailcreated5240', 'Sojdlg123aljg', 'ghhh47hj7649'])(
  'ASVS 6.2.12: refuses %s, which was found in data breaches',
  (password) => {
    expect(isBreached(password)).toBe(true)
    expect(isBreached(password.toUpperCase())).toBe(true)
    expect(isGuessable(password, [])).toBe(true)
  },
)

test('ASVS 6.2.12: accepts a password that is not in the list', () => {
  expect(isBreached('correct horse battery staple')).toBe(false)
})
