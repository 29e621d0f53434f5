import { expect, test } from 'vitest'
import { employerKey } from './employer.ts'

test('one name however it is written has one key', () => {
  for (const name of ['QUILL AND THIMBLE LIMITED', 'Quill & Thimble Ltd.', 'The Quill-Thimble PLC'])
    expect(employerKey(name)).toBe('quillthimble')
  expect(employerKey("Oakapple's Café Co")).toBe(employerKey('OAKAPPLES CAFE'))
})

test('another name has another, also where nothing but common words is left', () => {
  expect(employerKey('Quill Group')).not.toBe(employerKey('Quill Services'))
  expect(employerKey('The Company Ltd')).toBe('thecompanyltd')
  expect(employerKey(' - ')).toBe('')
})
