import { expect, test } from 'vitest'
import { listWelsh } from './welsh-list.ts'

test('lists every Welsh text once, those that need the most care first', () => {
  const all = listWelsh()
  expect(new Set(all.map(({ key }) => key)).size).toBe(all.length)
  expect(all.length).toBeGreaterThan(500)
  expect(all[0]?.reasons.length).toBeGreaterThan(1)
  expect(all.at(-1)?.reasons).toEqual([])
})

test('names why a text needs care', () => {
  const reasonsOf = (key: string) => listWelsh().find((each) => each.key === key)?.reasons
  expect(reasonsOf('done.statements.other')).toContain('number form')
  expect(reasonsOf('months.stated')).toContain('rights, reasons or errors')
})
