import { expect, test } from 'vitest'
import { dateAs, faultOf, tidied } from './fields.ts'

const rules = (type: string, more: object = {}) => ({ required: true, type, ...more })

test.each([
  ['DD/MM/YYYY', '30/04/1996', '30/04/1996'],
  ['DD/MM/YYYY', '30 4 1996', '30/04/1996'],
  ['DD/MM/YYYY', '30041996', '30/04/1996'],
  ['YYYY-MM-DD', '1996.4.30', '1996-04-30'],
  ['DDMMYY', '300496', '300496'],
  ['DD/MM/YYYY', '31/04/1996', undefined],
  ['DD/MM/YYYY', '30/04/96', undefined],
  ['DD/MM/YYYY', 'April', undefined],
])('a date as %s, typed %s, is %s', (format, typed, date) => {
  expect(dateAs(format, typed)).toBe(date)
})

test('harmless input differences are corrected automatically', () => {
  expect(tidied(' 20206 87178 ', rules('digits'))).toBe('2020687178')
  expect(tidied('qq 12 34 56 c', rules('ni_number'))).toBe('QQ123456C')
  expect(tidied('1/2/1990', rules('date', { date_format: 'DD/MM/YYYY' }))).toBe('01/02/1990')
  expect(tidied(' E-12 ', rules('text'))).toBe('E-12')
})

test('each input error has its own message', () => {
  const ten = { min_length: 10, max_length: 10 }
  expect(faultOf('', rules('text'))).toEqual({ kind: 'needed' })
  expect(faultOf('', { required: false, type: 'digits' })).toBeUndefined()
  expect(faultOf('12a', rules('digits', ten))).toEqual({ kind: 'digits' })
  expect(faultOf('123', rules('digits', ten))).toEqual({ kind: 'atLeast', count: 10 })
  expect(faultOf('12345678901', rules('digits', ten))).toEqual({ kind: 'atMost', count: 10 })
  expect(faultOf('QQ123456E', rules('ni_number'))).toEqual({ kind: 'niNumber' })
  expect(faultOf('QQ123456C', rules('ni_number'))).toBeUndefined()
  expect(faultOf('1,5', rules('number'))).toEqual({ kind: 'number' })
  expect(faultOf('2026-02-30', rules('date'))).toEqual({ kind: 'date', format: 'YYYY-MM-DD' })
})
