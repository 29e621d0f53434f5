import { expect, test } from 'vitest'
import type { PdfPage } from '../document.ts'
import { checkDates } from './impossible-dates.ts'

function line(text: string): PdfPage {
  let x = 50
  const words = text.split(' ').map((part) => {
    const word = { text: part, x, right: x + part.length * 5, y: 100, size: 10 }
    x = word.right + 3
    return word
  })
  return {
    number: 3,
    width: 595,
    height: 842,
    words,
    hidden: [],
    covers: [],
    source: 'text',
    imageShare: 0,
  }
}

test.each([
  ['Tuesday 12 October 2026', 'it is a Mon'],
  ['Paid on 31 September 2026', 'there is no such day in September'],
])('reports "%s" as a date that does not exist', (text, expected) => {
  expect(checkDates([line(text)])).toMatchObject([
    { code: 'NO_SUCH_DAY', severity: 'medium', places: [{ page: 3, expected }] },
  ])
})

test.each(['Mon 12 Oct 2026', 'Monday, 12 October 2026', '30th September 2026', 'Sat 3 Mar 2.50', '31 May'])(
  'accepts "%s"',
  (text) => expect(checkDates([line(text)])).toEqual([]),
)
