import { expect, test } from 'vitest'
import { isGuessable } from './password-strength.ts'

const aboutOwner = ['olive.owner@acme-lending.example', 'Olive Owner']

test.each([
  ['a common password with digits', 'password1234'],
  ['a common password with other letters', 'P@ssw0rd!!!!'],
  ['a keyboard row', 'qwertyuiop12'],
  ['one letter repeated', 'aaaaaaaaaaaa'],
  ['a sequence', '123456789012'],
  ['a word repeated', 'letmeinletmein'],
  ['the name of the service', 'Payproof2026'],
  ['the email address', 'olive.owner@acme-lending.example'],
  ['the name', 'OliveOwner26'],
  ['a long repetition', 'x'.repeat(200)],
])('refuses %s', (_, password) => {
  expect(isGuessable(password, aboutOwner)).toBe(true)
})

test.each(['correct horse battery staple', 'kT9#vQ2$mLx8', 'tangerine-observatory-41'])(
  'accepts %s',
  (password) => {
    expect(isGuessable(password, aboutOwner)).toBe(false)
  },
)
