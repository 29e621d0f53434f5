import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { classifyAmountLabel } from './statements/text/vocabulary.ts'

const program = fileURLToPath(new URL('../../test/programs/measure-patterns.ts', import.meta.url))
// The program takes 8 s of CPU time. An exponential pattern would never end.
const deadlineMs = 110_000

test('finding 7: no regular expression for outside text costs more than quadratic time', {
  timeout: deadlineMs + 10_000,
}, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [program], { timeout: deadlineMs })
  const { patterns, costly } = JSON.parse(stdout)
  expect(costly).toEqual([])
  expect(patterns).toBeGreaterThan(500)
})

test('finding 7: labels of totals are still recognised, and words run together are not', () => {
  const totals = ['Total paid in', 'Money in (\u00a3)', '\u00a3 paid in:', 'Total credits']
  expect(totals.map((label) => classifyAmountLabel(label))).toEqual(['in', 'in', 'in', 'in'])
  expect(classifyAmountLabel(`paid in ${'\u00a3'.repeat(40)} x`)).toBe(null)
  expect(classifyAmountLabel(`paid in ${'into'.repeat(15)}`)).toBe(null)
})
