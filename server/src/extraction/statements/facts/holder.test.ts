import { expect, test } from 'vitest'
import type { StatementLine } from '../text/lines.ts'
import { findHolder } from './holder.ts'

type Placed = [x: number, right: number, text: string]

const line = (y: number, ...words: Placed[]): StatementLine => ({
  page: 0,
  y,
  size: 9,
  amounts: [],
  dates: [],
  isOcr: false,
  isPanel: false,
  words: words.map(([x, right, text]) => ({ text, x, right, y, size: 9 })),
})

const label = line(226, [50, 77, 'Account'], [79, 99, 'Name'])
const table = [
  line(262, [54, 72, 'Date'], [112, 147, 'Payment']),
  line(280, [54, 72, '1'], [112, 140, 'CARD']),
]

test('reads the whole name if its last word happens to begin at a column', () => {
  const name = line(238, [50, 69.5, 'Miss'], [72.2, 109.1, 'Rosalind'], [111.8, 151.8, 'Emberley'])
  expect(findHolder([label, name, ...table], [842])?.value).toBe('Miss Rosalind Emberley')
})

test('ends the name before the next column', () => {
  const name = line(238, [50, 69.5, 'Miss'], [72.2, 106, 'Rosalind'], [112, 151.8, 'Harbourside'])
  expect(findHolder([label, name, ...table], [842])?.value).toBe('Miss Rosalind')
})

test('reads two holders joined by the Welsh word for and', () => {
  const address = [
    line(
      90,
      ...'Mr Bleddyn Humphreys a Mrs Nan Humphreys'
        .split(' ')
        .map((text, n): Placed => [50 + 40 * n, 88 + 40 * n, text]),
    ),
    line(100, [50, 80, 'Fferm'], [82, 110, 'Celyn']),
    line(110, [50, 110, 'Abergynol']),
    line(120, [50, 75, 'LL36'], [77, 95, '9YY']),
  ]
  expect(findHolder(address, [842])?.value).toBe('Mr Bleddyn Humphreys a Mrs Nan Humphreys')
})
