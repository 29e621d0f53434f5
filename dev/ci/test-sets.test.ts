import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { extendedTests, serviceTests, slowTests, smokeTests, unitTests } from './test-sets.ts'

const cwd = fileURLToPath(new URL('../..', import.meta.url))
const exclude = (path: string) => path.includes('node_modules')
const filesOf = (patterns: string[]) => new Set(globSync(patterns, { cwd, exclude }))

test('every test file runs in the gate or in the extended set, and in one project only', () => {
  const smoke = filesOf(smokeTests)
  const extended = filesOf(extendedTests).difference(smoke)
  const unit = filesOf(unitTests).difference(extended)
  const service = filesOf(serviceTests).difference(extended)
  const counts = new Map<string, number>()
  for (const set of [unit, service, smoke, extended])
    for (const file of set) counts.set(file, (counts.get(file) ?? 0) + 1)
  const all = globSync('**/*.test.ts', { cwd, exclude })
  expect(all.length).toBeGreaterThan(300)
  expect(
    all.filter((file) => !counts.has(file)),
    'in no set of dev/ci/test-sets.ts',
  ).toEqual([])
  expect(
    [...counts].filter(([, count]) => count > 1).map(([file]) => file),
    'in more than one set',
  ).toEqual([])
})

test('every pattern matches a file', () => {
  const patterns = [unitTests, serviceTests, smokeTests, extendedTests].flat()
  expect(patterns.filter((pattern) => filesOf([pattern]).size === 0)).toEqual([])
})

test('every slow test is one of the gate', () => {
  const gate = filesOf([...unitTests, ...serviceTests])
    .difference(filesOf(extendedTests))
    .union(filesOf(smokeTests))
  expect(slowTests.filter((path) => !gate.has(path))).toEqual([])
})
