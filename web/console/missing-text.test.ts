import { expect, test } from 'vitest'
import { missingText } from './missing-text.ts'

test.each([
  ['Date of birth', 'enter the date of birth'],
  ['NI number', 'enter the NI number'],
  ['Your name', 'enter your name'],
  ['', 'enter a value'],
])('a missing field with the label “%s” says: %s', (label, text) => {
  expect(missingText(label)).toBe(text)
})
