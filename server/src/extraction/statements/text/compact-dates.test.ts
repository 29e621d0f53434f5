import { expect, test } from 'vitest'
import type { PageWord } from '../../document.ts'
import { spellCompactDates } from './compact-dates.ts'

const column = (x: number, ...texts: string[]): PageWord[] =>
  texts.map((text, n) => ({ text, x, right: x + 30, y: 100 + 12 * n, size: 9 }))
const textsOf = (words: PageWord[]) => spellCompactDates([words])[0]?.map(({ text }) => text)

test('a column of six digits at the beginning of lines is dates', () => {
  const words = column(30, '140525', '120525', '080525', '280425')
  expect(textsOf(words)).toEqual(['14/05/25', '12/05/25', '08/05/25', '28/04/25'])
})

test.each([
  ['cheque numbers', column(30, '100217', '100219', '100223', '100224')],
  ['sort codes', column(30, '947141', '947141', '947141', '947141')],
  ['too few numbers', column(30, '140525', '120525', '080525')],
])('%s are not dates', (_, words) => {
  expect(textsOf(words)).toEqual(words.map(({ text }) => text))
})

test('numbers after other words of the line are not dates', () => {
  const words = [...column(30, 'A', 'B', 'C', 'D'), ...column(90, '140525', '120525', '080525', '280425')]
  expect(textsOf(words)).toEqual(words.map(({ text }) => text))
})
