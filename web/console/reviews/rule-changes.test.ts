import { expect, test } from 'vitest'
import { listChanges } from './rule-changes.ts'

const rule = (name: string, limit: string) => ({
  name,
  kind: 'min_months_covered' as const,
  limit,
  severity: null,
  finding_codes: [],
  outcome: 'refer' as const,
})

test('names added, changed and removed rules', () => {
  const [kept, old, gone] = [rule('Kept', '3'), rule('Changed', '3'), rule('Gone', '1')]
  const [changed, added] = [rule('Changed', '6'), rule('New', '2')]
  expect(listChanges([kept, old, gone], [changed, kept, added])).toEqual([
    { label: 'Changed', before: old, after: changed },
    { label: 'Added', after: added },
    { label: 'Removed', before: gone },
  ])
})

test('the same rules are no change', () => {
  expect(listChanges([rule('Kept', '3')], [rule('Kept', '3')])).toEqual([])
})
