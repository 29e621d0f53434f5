import { expect, test } from 'vitest'
import { repairWords } from './repair-words.ts'

/** Returns the words of the given lines, with a fixed gap between words. */
const page = (...lines: string[]) =>
  lines.flatMap((line, n) =>
    line.split(' ').map((text, m) => ({
      text,
      x: 50 + m * 60,
      right: 50 + m * 60 + 52,
      y: 100 + n * 12,
      size: 10,
      certainty: 60,
    })),
  )
const repaired = (...lines: string[]) =>
  repairWords(page(...lines))
    .map(({ text }) => text)
    .join(' ')

test.each([
  ['Page | of 3', 'Page 1 of 3'],
  ['From | December', 'From 1 December'],
  ['Rate | Amount =', 'Rate Amount'],
  ['Apr 30,2024 Apr19, 2024', 'Apr 30, 2024 Apr 19, 2024'],
  ['Unit30, 1,204', 'Unit30, 1,204'],
  ['Bristol BS6 92x', 'Bristol BS6 9ZX'],
  ['Bristol BS6 02ZQ', 'Bristol BS6 0ZQ'],
  ['Week A4 400', 'Week A4 400'],
  ['£12.00 €13.00', '£12.00 £13.00'],
  ['EUR €13.00', 'EUR €13.00'],
])('repairs "%s" to "%s"', (recognised, expected) => {
  expect(repaired(recognised)).toBe(expected)
})

test('restores lost date separators in a column of dates, and nowhere else', () => {
  const days = ['01/05', '02/05', '1105', '12705', '14/05', '16/05', '9905']
  expect(repaired(...days)).toBe('01/05 02/05 11/05 12/05 14/05 16/05 9905')
  expect(repaired('1105', '14/05')).toBe('1105 14/05')
})
