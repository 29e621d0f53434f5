import { expect, test } from 'vitest'
import { assembleReport, cpuSecondsBetween, type FileReport, parseSteps, summarise } from './report.ts'

const run = {
  commit: 'abc',
  startedAt: '2026-11-16T00:00:00.000Z',
  seconds: 61,
  cores: 2,
  cpuSeconds: 80,
  stolenSeconds: 3,
}
const aFile = (file: string, seconds: number, failures: string[] = []): FileReport => ({
  project: 'unit',
  file,
  seconds,
  passed: 3,
  failed: failures.length,
  failures,
})

test('steps and tests are counted together, and the slowest file comes first', () => {
  const steps = parseSteps('npm ci\t40\t0\ntests\t20\t0\n')
  const report = assembleReport(run, steps, [
    { files: [aFile('quick.test.ts', 1), aFile('slow.test.ts', 9)], unhandledErrors: [] },
  ])
  expect(report).toMatchObject({ passed: 8, failed: 0, failures: [] })
  expect(report.files.map(({ file }) => file)).toEqual(['slow.test.ts', 'quick.test.ts'])
  expect(summarise(report).split('\n').at(-1)).toBe('8 passed, 0 failed')
})

test('a failed step, a failed test and an unhandled error are each named', () => {
  const report = assembleReport(run, parseSteps('tests\t20\t1\n'), [
    { files: [aFile('a.test.ts', 1, ['adds: expected 2'])], unhandledErrors: ['socket hang up'] },
  ])
  expect(report.failed).toBe(2)
  expect(report.failures).toEqual([
    'step: tests',
    'a.test.ts > adds: expected 2',
    'unhandled error: socket hang up',
  ])
})

test('at most ten files are listed', () => {
  const files = Array.from({ length: 30 }, (_, n) => aFile(`${n}.test.ts`, n))
  const text = summarise(assembleReport(run, [], [{ files, unhandledErrors: [] }]))
  expect(text.match(/\.test\.ts$/gm)).toHaveLength(10)
  expect(text).toContain('29.0 s  29.test.ts')
})

test('CPU time counts what was used and what was stolen, not what was idle', () => {
  const before = 'cpu  100 0 100 1000 50 0 7 200 0 0'
  const after = 'cpu  1100 100 600 9000 90 0 9 700 0 0'
  expect(cpuSecondsBetween(before, after)).toEqual({ cpuSeconds: 16, stolenSeconds: 5 })
})
