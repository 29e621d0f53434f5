import { expect, test } from 'vitest'
import { failureOf } from './refusals.ts'

test('an unknown code of a page means that the portal has changed, even if objects inherit a property of that name', () => {
  for (const code of ['unheard_of', 'constructor', 'toString', '__proto__'])
    expect([code, failureOf({ code, attemptsLeft: null }).code]).toEqual([code, 'provider-changed'])
})
