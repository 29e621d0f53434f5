import { expect, test } from 'vitest'
import { listChanges, withoutRule, withRule } from './rule-changes.ts'

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

test('a rule is changed and removed by its name, wherever it is in the list', () => {
  const [first, second] = [rule('First', '3'), rule('Second', '6')]
  const renamed = rule('Renamed', '6')
  expect(withRule([first, second], 'Second', renamed)).toEqual([first, renamed])
  expect(withRule([second, first], 'Second', renamed)).toEqual([renamed, first])
  expect(withRule([first], undefined, second)).toEqual([first, second])
  expect(withoutRule([second, first], 'Second')).toEqual([first])
})

test('the same rules are no change', () => {
  expect(listChanges([rule('Kept', '3')], [rule('Kept', '3')])).toEqual([])
})
