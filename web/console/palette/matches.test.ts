import { expect, test } from 'vitest'
import { matchesQuery, moveSelection } from './matches.ts'

test('every word of the query begins a word of the text', () => {
  expect(matchesQuery('Review rules', 'ru')).toBe(true)
  expect(matchesQuery('Review rules', 'rules rev')).toBe(true)
  expect(matchesQuery('Single sign-on', 'on')).toBe(true)
  expect(matchesQuery('Review rules', 'view')).toBe(false)
  expect(matchesQuery('Review rules', ' ')).toBe(true)
})

test.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 2, 0],
  ['ArrowUp', 0, 2],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['a', 1, undefined],
])('%s moves the selection of three options from %d to %s', (key, from, to) => {
  expect(moveSelection(key, from, 3)).toBe(to)
})

test('nothing can be selected in an empty list', () => {
  expect(moveSelection('ArrowDown', 0, 0)).toBeUndefined()
})
