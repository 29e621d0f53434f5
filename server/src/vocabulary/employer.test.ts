import { expect, test } from 'vitest'
import { employerKey } from './employer.ts'

test('spellings of one name have the same key', () => {
  for (const name of ['QUILL AND THIMBLE LIMITED', 'Quill & Thimble Ltd.', 'The Quill-Thimble PLC'])
    expect(employerKey(name)).toBe('quillthimble')
  expect(employerKey("Oakapple's Café Co")).toBe(employerKey('OAKAPPLES CAFE'))
})

test('different names have different keys, even if they consist of generic words', () => {
  expect(employerKey('Quill Group')).not.toBe(employerKey('Quill Services'))
  expect(employerKey('The Company Ltd')).toBe('thecompanyltd')
  expect(employerKey(' - ')).toBe('')
})
