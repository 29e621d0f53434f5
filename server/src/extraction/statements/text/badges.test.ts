import { expect, test } from 'vitest'
import type { PageWord } from '../../document.ts'
import { dropBadges } from './badges.ts'

const word = (text: string, x: number, y: number, size = 10): PageWord => ({
  text,
  x,
  right: x + 0.5 * size * text.length,
  y,
  size,
})

/** Creates a row of an app: initials in a circle, the name, and the type of the transaction below the name. */
const row = (badge: string, name: string[], y: number): PageWord[] => [
  word(badge, 78, y + 3, 7),
  ...name.map((text, n) => word(text, 103 + 60 * n, y)),
  word('Card', 103, y + 10, 8),
]

const textsOf = (words: PageWord[]) =>
  dropBadges([words])
    .flat()
    .map(({ text }) => text)

const names = [
  ['Fellgate', 'Foods'],
  ['Stitch', '&', 'Bobbin'],
  ['Kinora+'],
  ['Trambus', 'Mobile', 'Tickets'],
]

test('drops the initials that an app prints beside each name', () => {
  const rows = ['FF', 'S&', 'K', 'TM'].flatMap((badge, n) => row(badge, names[n] ?? [], 100 + 40 * n))
  expect(textsOf(rows)).toEqual(names.flatMap((name) => [...name, 'Card']))
})

test('keeps codes that are not the initials of the name', () => {
  const rows = names.flatMap((name, n) => row('DD', name, 100 + 40 * n))
  expect(textsOf(rows)).toEqual(names.flatMap((name) => ['DD', ...name, 'Card']))
})

test('drops initials that are larger than the names', () => {
  const rows = ['F', 'S', 'K', 'T'].flatMap((badge, n) => [
    word(badge, 78, 103 + 40 * n, 12),
    ...row(badge, names[n] ?? [], 100 + 40 * n).slice(1),
  ])
  expect(textsOf(rows)).toEqual(names.flatMap((name) => [...name, 'Card']))
})
