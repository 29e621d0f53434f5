import { expect, test } from 'vitest'
import { en } from '../en.ts'
import { countSyllables, readingAgeOf, textsIn } from './reading-age.ts'

/** Plain English for everyone: a child of nine can read it. */
const maxReadingAge = 9

test('every screen can be read at the age of nine', () => {
  const hard = Object.entries(en)
    .map(([screen, texts]) => ({ screen, age: Number(readingAgeOf(textsIn(texts)).toFixed(1)) }))
    .filter(({ age }) => age > maxReadingAge)
  expect(hard).toEqual([])
})

test('hard texts have a higher reading age than plain ones', () => {
  expect(readingAgeOf(['You can stop at any time. We keep it safe.'])).toBeLessThan(8)
  expect(
    readingAgeOf(['Authorisation constitutes irrevocable acknowledgement of institutional obligations.']),
  ).toBeGreaterThan(20)
})

test.each([
  ['agree', 2],
  ['shared', 1],
  ['password', 2],
  ['payslips', 2],
  ['automatically', 6],
])('counts the syllables of %s', (word, syllables) => {
  expect(countSyllables(word)).toBe(syllables)
})
