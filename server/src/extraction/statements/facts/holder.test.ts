import { expect, test } from 'vitest'
import type { Line } from '../text/lines.ts'
import { holderOf } from './holder.ts'

type Placed = [x: number, right: number, text: string]

const line = (y: number, ...words: Placed[]): Line => ({
  page: 0,
  y,
  size: 9,
  moneys: [],
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

test('a name whose last word happens to stand where a column begins is read whole', () => {
  const name = line(238, [50, 69.5, 'Miss'], [72.2, 109.1, 'Rosalind'], [111.8, 151.8, 'Emberley'])
  expect(holderOf([label, name, ...table], [842])?.value).toBe('Miss Rosalind Emberley')
})

test('a name ends before the column beside it', () => {
  const name = line(238, [50, 69.5, 'Miss'], [72.2, 106, 'Rosalind'], [112, 151.8, 'Harbourside'])
  expect(holderOf([label, name, ...table], [842])?.value).toBe('Miss Rosalind')
})
