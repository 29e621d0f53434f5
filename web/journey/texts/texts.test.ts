import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { errorWordOf } from '../errors.ts'
import { cy } from './cy.ts'
import { en } from './en.ts'
import {
  type JourneyLanguage,
  say,
  sayClock,
  sayCount,
  sayDay,
  sayIn,
  sayMoment,
  sayMoney,
  sayMonth,
} from './say.ts'

type Leaf = { key: string; text: string }

/** Lists all texts by key. A plural counts as one text, because languages have different numbers of forms. */
function leaves(tree: object, at = ''): Leaf[] {
  return Object.entries(tree).flatMap(([name, value]): Leaf[] => {
    const key = at ? `${at}.${name}` : name
    if (typeof value === 'string') return [{ key, text: value }]
    if ('other' in value) return [{ key, text: value.other }]
    return leaves(value, key)
  })
}

const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted()
const english = leaves(en)
const welsh = new Map(leaves(cy).map(({ key, text }) => [key, text]))

test('Welsh says everything that English does, with the same names in it', () => {
  expect([...welsh.keys()].toSorted()).toEqual(english.map(({ key }) => key).toSorted())
  for (const { key, text } of english) expect([key, names(welsh.get(key) ?? '')]).toEqual([key, names(text)])
})

test('every form of a plural has the names of the others', () => {
  const plurals = (tree: object): Record<string, string>[] =>
    Object.values(tree).flatMap((value) =>
      typeof value !== 'object' ? [] : 'other' in value ? [value] : plurals(value),
    )
  const withoutCount = (text: string) => names(text).filter((name) => name !== 'count')
  for (const forms of [...plurals(en), ...plurals(cy)]) {
    for (const form of Object.values(forms)) {
      expect(withoutCount(form)).toEqual(withoutCount(forms.other ?? ''))
    }
  }
})

test('Welsh is not English', () => {
  const same = english.filter(
    ({ key, text }) => welsh.get(key) === text && /[a-z]{4}/.test(text.replace(/\{\w+\}/g, '')),
  )
  // Texts that are the same in both languages must be listed above, so that a missing translation is noticed.
  expect(same.map(({ key }) => key)).toEqual([])
})

test('no text is empty, has two spaces, or a straight apostrophe', () => {
  for (const { key, text } of [...english, ...leaves(cy)]) {
    expect([key, text.trim() === text && text !== '' && !/ {2}|'/.test(text)]).toEqual([key, true])
  }
})

test('every error between us and a provider has a text for the applicant', () => {
  const page = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8')
  const section = page.slice(page.indexOf('## Connections to providers'), page.indexOf('**No data is not'))
  const words = [...section.matchAll(/^\| `([a-z-]+)`/gm)].map(([, word]) => word ?? '')
  expect(words.length).toBeGreaterThan(20)
  expect(words.filter((word) => errorWordOf(word) === 'unexpected')).toEqual([])
})

test('numbers choose their form, in Welsh among six', () => {
  const form = (language: JourneyLanguage, count: number) =>
    sayCount(language, language === 'cy' ? cy.done.statements : en.done.statements, count)
  expect([1, 2].map((count) => form('en', count))).toEqual(['1 bank statement', '2 bank statements'])
  expect([1, 2, 3, 6, 7].map((count) => form('cy', count))).toEqual([
    '1 gyfriflen banc',
    '2 gyfriflen banc',
    '3 cyfriflen banc',
    '6 chyfriflen banc',
    '7 cyfriflen banc',
  ])
  expect(sayCount('en', { other: '{count} x' }, 12345)).toBe('12,345 x')
})

test('dates are those printed on the document, timestamps are in local time', () => {
  expect(sayDay('en', '2026-03-31T12:00:00Z')).toBe('31 March 2026')
  expect(sayDay('cy', '2026-03-31T12:00:00Z')).toBe('31 Mawrth 2026')
  expect(sayMonth('en', '2026-03')).toBe('March 2026')
  expect(sayMonth('cy', '2026-12')).toBe('Rhagfyr 2026')
  expect(sayMoment('en', '2026-07-01T23:30:00Z')).toBe('2 July 2026, 00:30')
  expect(sayMoment('cy', '2026-12-01T23:30:00Z')).toBe('1 Rhagfyr 2026, 23:30')
})

test('money keeps every penny', () => {
  expect(sayMoney('2439.19')).toBe('£2,439.19')
  expect(sayMoney('-0.10')).toBe('-£0.10')
  expect(sayMoney('90071992547409.93')).toBe('£90,071,992,547,409.93')
})

test('a clock never runs below nothing', () => {
  expect([899_400, 60_000, 1, -5_000].map(sayClock)).toEqual(['15:00', '1:00', '0:01', '0:00'])
})

test('placeholders are filled in, and unknown ones stay visible', () => {
  expect(say('{a} and {b}', { a: 'one' })).toBe('one and {b}')
  expect(say('{provider} is away', { provider: 'the tax authority' })).toBe('The tax authority is away')
  expect(sayIn('cy')('Parhau i {provider}', { provider: 'yr awdurdod treth' })).toBe(
    'Parhau i’r awdurdod treth',
  )
})
