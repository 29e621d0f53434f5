import { expect, test } from 'vitest'
import {
  findNiNumber,
  findPayeReference,
  findSpan,
  normaliseLabel,
  parseDay,
  parseLeadingTaxCode,
  parseNumber,
  parseTaxBasis,
  parseTrailingPostCode,
} from './values.ts'

test('parses two-digit years of this century and the last', () => {
  expect(['14-MAR-91', '01/09/62', '30-OCT-26', '1 June 45'].map(parseDay)).toEqual([
    '1991-03-14',
    '1962-09-01',
    '2026-10-30',
    '2045-06-01',
  ])
})

test('parses amounts in every form that payslips print', () => {
  const pence = (text: string) => parseNumber(text)?.pence
  expect(['1,234.50', '£1234.50', '£ 1,234.50', '.50'].map(pence)).toEqual([123450, 123450, 123450, 50])
  expect(['(12.00)', '£(12.00)', '(£12.00)'].map(pence)).toEqual(Array(3).fill(-1200))
  expect(['12.00-', '-12.00', '-£12.00', '£-12.00', '12.00 CR', '12.00cr'].map(pence)).toEqual(
    Array(6).fill(-1200),
  )
  expect(['0.00-', '-0.00'].map((text) => parseNumber(text)?.decimal)).toEqual(['0.00', '0.00'])
  expect(['7.5', '14.2000', '37'].map((text) => parseNumber(text)?.decimal)).toEqual([
    '7.50',
    '14.20',
    '37.00',
  ])
  expect(['7.5', '14.2055', '37'].map(pence)).toEqual([null, null, null])
  for (const no of ['1,23.00', '12.00)', '(12.00', '£(12.00', '((12.00)', '1257L', '12/05', '', '-', '1.2.3'])
    expect(parseNumber(no), no).toBeNull()
})

test('parses dates in every British form and rejects days that do not exist', () => {
  const forms = ['28 February 2025', '28th Feb 2025', '28-Feb-25', '28/02/2025', '28.02.25', '2025-02-28']
  const more = [
    '28th of February 2025',
    'Friday 28 February 2025',
    'Fri, 28 Feb 2025',
    'February 28, 2025',
    '28FEB2025',
  ]
  for (const text of [...forms, ...more]) expect(parseDay(text), text).toBe('2025-02-28')
  for (const text of ['31/02/2025', '13/13/2025', 'Month 4', '2024/25', '28 Febtober 2025', '120.50'])
    expect(parseDay(text), text).toBeNull()
})

test('parses date ranges that give the year or month only once', () => {
  const may = { start: '2025-05-01', end: '2025-05-31' }
  for (const text of [
    '1 May 2025 to 31 May 2025',
    '01/05/2025 - 31/05/2025',
    '1-31 May 2025',
    '1st to 31st May 2025',
  ])
    expect(findSpan(text), text).toEqual(may)
  expect(findSpan('Your pay for the four weeks 28 Dec to 24 January 2025')).toEqual({
    start: '2024-12-28',
    end: '2025-01-24',
  })
  for (const words of ['i', 'hyd', 'hyd at', 'i / to', 'hyd at / until'])
    expect(findSpan(`01-05-2025 ${words} 31-05-2025`), words).toEqual(may)
  expect(findSpan('31/05/2025 - 01/05/2025')).toBeNull()
})

test('parses tax codes with their country prefix and basis', () => {
  const read = (text: string) => {
    const found = parseLeadingTaxCode(text)
    return found && [found.code, found.basis]
  }
  expect(
    ['1257L', 'S1257L', 'C1257L', 'K475', 'BR', 'D0', 'SD1', '0T', 'NT'].map((text) => read(text)?.[0]),
  ).toEqual(['1257L', 'S1257L', 'C1257L', 'K475', 'BR', 'D0', 'SD1', '0T', 'NT'])
  expect(read('1257L M1')).toEqual(['1257L', 'M1'])
  expect(read('1257L W1')).toEqual(['1257L', 'W1'])
  expect(read('1257L X')).toEqual(['1257L', 'X'])
  expect(read('1257L (Week 1/Month 1)')).toEqual(['1257L', 'period'])
  expect(read('S0T W1/M1')).toEqual(['S0T', 'W1/M1'])
  expect(read('1257L Non-cum')).toEqual(['1257L', 'period'])
  expect(read('OT')).toEqual(['0T', null])
  expect(['1257', 'QQ123456C', 'Basis', 'A', '12345678L'].map(read)).toEqual([null, null, null, null, null])
  expect([parseTaxBasis('Cumulative'), parseTaxBasis('Week 1'), parseTaxBasis('month 10')]).toEqual([
    'cumulative',
    'W1',
    null,
  ])
})

test('recognises National Insurance numbers, PAYE references and post codes by their format', () => {
  expect(findNiNumber('NI No: QQ 12 34 56 C')).toBe('QQ123456C')
  for (const wrong of ['DA123456A', 'BG123456A', 'AO123456A', 'AB123456E', 'AB12345A'])
    expect(findNiNumber(wrong), wrong).toBeNull()
  expect(findPayeReference('PAYE ref. 951/BL204')).toBe('951/BL204')
  for (const wrong of ['28/02/2025', '2024/25', '1/1', '9511/BL204'])
    expect(findPayeReference(wrong), wrong).toBeNull()
  expect(parseTrailingPostCode('Leicester LE2 9QY')).toEqual({
    code: 'LE2 9QY',
    before: 'Leicester',
    country: null,
  })
  expect(parseTrailingPostCode('LE2 9Q')).toBeNull()
})

test('normalises labels by removing punctuation', () => {
  expect(['N.I. NUMBER:', 'Nat. Ins.', "Employee's NIC", 'Take-home pay (£)'].map(normaliseLabel)).toEqual([
    'ni number',
    'nat ins',
    'employees nic',
    'take home pay',
  ])
})

test('reads dates with a Welsh month, alone or before the English one', () => {
  expect(parseDay('25 Tachwedd / November 2025')).toBe('2025-11-25')
  expect(parseDay('3 Mai 2025')).toBe('2025-05-03')
  expect(parseDay('3 Maidstone 2025')).toBeNull()
})
