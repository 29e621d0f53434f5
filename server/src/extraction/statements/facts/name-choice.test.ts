import { expect, test } from 'vitest'
import { chooseName, type NameCandidate } from './name-choice.ts'

type Feature = 'captioned' | 'addressed' | 'titled' | 'isBank'

const weights = { strongest: { captioned: 5, addressed: 3 }, added: { titled: 2, isBank: -8 } }
const candidate = (value: string, ...features: Feature[]): NameCandidate<Feature> => ({
  value,
  words: [],
  page: 0,
  features,
})
const choose = (...candidates: NameCandidate<Feature>[]) =>
  chooseName(
    candidates,
    weights,
    { minScore: 4, minMargin: 1 },
    (one, other) => one.endsWith(other) || other.endsWith(one),
  )

test('adds up the features of all occurrences of a name, each once', () => {
  const chosen = choose(
    candidate('Mrs P Quince', 'captioned'),
    candidate('MRS P QUINCE', 'titled', 'captioned'),
  )
  expect(chosen).toMatchObject({ value: 'MRS P QUINCE', score: 7 })
})

test('counts only the strongest of features about the same thing', () => {
  expect(choose(candidate('Mrs P Quince', 'captioned', 'addressed'))?.score).toBe(5)
})

test('chooses no name without enough evidence', () => {
  expect(choose(candidate('Mrs P Quince', 'titled'))).toBeUndefined()
  expect(choose(candidate('Heron Bank', 'captioned', 'isBank'))).toBeUndefined()
})

test('chooses no name if another is about as likely', () => {
  expect(choose(candidate('Mrs P Quince', 'captioned'), candidate('Tom Hale', 'captioned'))).toBeUndefined()
})

test('does not count another form of the name as a rival', () => {
  const chosen = choose(candidate('Mrs P Quince', 'captioned'), candidate('P Quince', 'captioned'))
  expect(chosen?.value).toBe('Mrs P Quince')
})
