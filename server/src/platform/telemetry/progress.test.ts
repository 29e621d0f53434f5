import { expect, test } from 'vitest'
import { openProgress } from './progress.ts'

/**
 * Returns the output to a terminal or a file during two slow steps: 100 of 400 rows, then a step of unknown length.
 */
function seen(isTTY: boolean) {
  const written: string[] = []
  let time = 0
  const progress = openProgress({ isTTY, write: (text) => written.push(text) }, { now: () => time })
  progress.step('copying rows', 400, 'rows')
  time = 500
  progress.add(50)
  time = 2_000
  progress.add(50)
  time = 12_000
  progress.redraw()
  progress.step('draining tasks')
  time = 15_000
  progress.redraw()
  progress.end()
  return written.join('')
}

test('a terminal gets a bar with rate and time left, after a second', () => {
  expect(seen(true).split('\r\u001b[K')).toEqual([
    '',
    '[######..................]  25 % copying rows: 100 of 400 rows, 50.0 rows/s, 6 s left',
    '[######..................]  25 % copying rows: 100 of 400 rows, 8.3 rows/s, 36 s left',
    'draining tasks',
    'draining tasks, 3 s',
    '',
  ])
})

test('a file gets a line for each step and one every ten seconds', () => {
  expect(seen(false)).toBe(
    '[######..................]  25 % copying rows: 100 of 400 rows, 8.3 rows/s, 36 s left\ndraining tasks\n',
  )
})

test('slow work has a rate by the hour, and short work shows nothing', () => {
  const written: string[] = []
  let time = 0
  const progress = openProgress({ isTTY: false, write: (text) => written.push(text) }, { now: () => time })
  progress.step('running proofs', 10, 'proofs')
  time = 900
  progress.redraw()
  expect(written).toEqual([])
  time = 1_800_000
  progress.add(2)
  progress.end()
  expect(written.join('')).toBe(
    '[####....................]  20 % running proofs: 2 of 10 proofs, 4.0 proofs/h, 2.0 h left\n',
  )
})
