import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareLayouts, plannedPerLayout } from './consent-test.ts'

const compare = (list: [agreed: number, journeys: number], questions: [agreed: number, journeys: number]) =>
  compareLayouts([
    { layout: 'list', agreed: list[0], journeys: list[1] },
    { layout: 'questions', agreed: questions[0], journeys: questions[1] },
  ])

test('intervals match published examples', () => {
  // Newcombe (1998), example (a): 56 of 70 and 48 of 80.
  const { layouts, difference } = compare([48, 80], [56, 70])
  expect(difference).toEqual({ share: 0.2, share_from: 0.0524, share_to: 0.3339 })
  expect(layouts[1]).toMatchObject({ share: 0.8, share_from: 0.6918, share_to: 0.877 })
})

test('an interval stays within 0 and 1', () => {
  const { layouts } = compare([0, 10], [10, 10])
  expect(layouts[0]).toMatchObject({ share: 0, share_from: 0 })
  expect(layouts[1]).toMatchObject({ share: 1, share_to: 1 })
})

test('decides nothing before both layouts have the planned number of journeys', () => {
  expect(compare([0, plannedPerLayout], [plannedPerLayout - 1, plannedPerLayout - 1]).outcome).toBe(
    'collecting',
  )
  expect(compare([0, plannedPerLayout], [plannedPerLayout, plannedPerLayout]).outcome).toBe('questions')
  expect(compare([plannedPerLayout, plannedPerLayout], [0, plannedPerLayout]).outcome).toBe('list')
})

test('has no shares and no difference without journeys', () => {
  expect(compareLayouts([])).toEqual({
    planned_per_layout: plannedPerLayout,
    layouts: [
      { layout: 'list', journeys: 0, agreed: 0, share: null, share_from: null, share_to: null },
      { layout: 'questions', journeys: 0, agreed: 0, share: null, share_from: null, share_to: null },
    ],
    difference: null,
    outcome: 'collecting',
  })
})

/** Number of agreements among `journeys`, drawn with a fixed generator. */
function draw(journeys: number, share: number, next: () => number) {
  let agreed = 0
  for (let n = 0; n < journeys; n++) if (next() < share) agreed++
  return agreed
}

test('calls equal layouts different in about 5 % of tests, and finds five points in four of five', () => {
  const tests = 500
  let random = 20261118
  const next = () => {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0
    return random / 2 ** 32
  }
  const countFound = (list: number, questions: number) => {
    let found = 0
    for (let n = 0; n < tests; n++) {
      const { outcome } = compare(
        [draw(plannedPerLayout, list, next), plannedPerLayout],
        [draw(plannedPerLayout, questions, next), plannedPerLayout],
      )
      if (outcome !== 'no-difference') found++
    }
    return found / tests
  }
  expect(countFound(0.5, 0.5)).toBeLessThan(0.08)
  expect(countFound(0.5, 0.55)).toBeGreaterThan(0.74)
})

test('swapping the layouts mirrors the difference', () => {
  const count = fc
    .integer({ min: 1, max: 3_000 })
    .chain((journeys) =>
      fc.integer({ min: 0, max: journeys }).map((agreed): [number, number] => [agreed, journeys]),
    )
  fc.assert(
    fc.property(count, count, (one, other) => {
      const forward = compare(one, other).difference
      const backward = compare(other, one).difference
      expect(backward?.share_from).toBeCloseTo(-(forward?.share_to ?? Number.NaN), 10)
      expect(backward?.share).toBeCloseTo(-(forward?.share ?? Number.NaN), 10)
    }),
  )
})
