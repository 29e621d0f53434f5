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
