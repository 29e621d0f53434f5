import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawPages, type PageLine } from '../../../test/extraction/payslip-page.ts'
import { locate } from './locate.ts'
import { numberLines, regionOf } from './words.ts'

// The check that keeps invented values out: a value is accepted only if it is printed where the model says.

const Text = fc.stringMatching(/^[\w£.,-]{1,8}$/)
const Page = fc.array(fc.array(Text, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 8 })
const Pages = fc
  .array(Page, { minLength: 1, maxLength: 3 })
  .map((pages) =>
    drawPages(
      ...pages.map((lines) => lines.map((words, n): PageLine => [40 + 14 * n, [40, words.join(' ')]])),
    ),
  )
const numberAll = (pages: Parameters<typeof numberLines>[0]) =>
  numberLines(pages).flatMap((line) => line.words)

test('property: a located value consists of the named words, on one page, at a place that can be drawn', () => {
  const Value = fc.record({
    ids: fc.array(fc.oneof(fc.integer({ min: -3, max: 60 }), fc.double({ noNaN: false })), { maxLength: 5 }),
    text: fc.oneof(Text, fc.string()),
    isTextOfWords: fc.boolean(),
  })
  fc.assert(
    fc.property(Pages, Value, (pages, { ids, text, isTextOfWords }) => {
      const words = numberAll(pages)
      const printed = ids.map((id) => words[id]?.word.text ?? '').join(' ')
      const located = locate({ words: ids, text: isTextOfWords ? printed : text }, words)
      if (!located) return
      expect(located.words.map(({ id }) => id)).toEqual(ids)
      expect(located.text).toBe(printed)
      const region = regionOf(located.words)
      expect(region).not.toBeNull()
      for (const { page, word } of located.words) {
        expect(page).toBe(region?.page)
        const [left = 0, top = 0, right = 0, bottom = 0] = region?.box ?? []
        expect(left <= word.x && word.right <= right && top < word.y && word.y < bottom).toBe(true)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('property: a text that differs from the named words is never located', () => {
  fc.assert(
    fc.property(Pages, fc.nat(), Text, (pages, n, text) => {
      const words = numberAll(pages)
      const id = n % words.length
      fc.pre(words[id]?.word.text.normalize('NFKC') !== text.normalize('NFKC'))
      expect(locate({ words: [id], text }, words)).toBeUndefined()
    }),
    { numRuns: 2_000 },
  )
})

test('property: every run of words of a page is located, with or without its spaces', () => {
  fc.assert(
    fc.property(Pages, fc.nat(), fc.boolean(), (pages, n, hasSpaces) => {
      const words = numberAll(pages)
      const first = n % words.length
      const run = words.slice(first, first + 3).filter(({ line }) => line === words[first]?.line)
      const text = run.map(({ word }) => word.text).join(hasSpaces ? ' ' : '')
      expect(locate({ words: run.map(({ id }) => id), text }, words)?.words).toEqual(run)
    }),
    { numRuns: 1_000 },
  )
})

test('a value is not put together from words of different places', () => {
  const words = numberAll(
    drawPages(
      [
        [40, [40, 'one two three']],
        [54, [40, 'four']],
        [96, [40, 'five']],
      ],
      [[40, [40, 'six']]],
    ),
  )
  const find = (ids: number[], mayWrap = false) =>
    locate({ words: ids, text: ids.map((id) => words[id]?.word.text).join(' ') }, words, { mayWrap })
  expect(find([0, 1, 2])).toBeDefined()
  for (const apart of [
    [0, 2],
    [1, 0],
    [0, 0],
    [2, 3],
    [4, 5],
  ])
    expect(find(apart), apart.join()).toBeUndefined()
  // Descriptions continue on the next line, but not on the next page, and never backwards.
  expect(find([0, 1, 3], true)).toBeDefined()
  for (const apart of [
    [4, 5],
    [3, 0],
    [0, 2],
  ])
    expect(find(apart, true), apart.join()).toBeUndefined()
})
