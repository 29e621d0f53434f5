import { expect, test } from 'vitest'
import { classifyEarning } from './payslip-lines.ts'

test.each([
  ['Holiday Bonus', 'bonus'],
  ['Bank holiday bonus', 'bonus'],
  ['Absence bonus', 'bonus'],
  ['Long notice bonuses', 'bonus'],
  ['Holiday pay on bonus', 'holiday'],
  ['Holiday on annual bonus', 'holiday'],
  ['Bonus holiday pay', 'holiday'],
  ['Bonus arrears', 'arrears'],
  ['Bonus sacrifice', 'sacrifice'],
  ['Performance Bonus Q3', 'bonus'],
])('classifies the earning %s as %s', (description, kind) => {
  expect(classifyEarning(description, { isByUnit: false }).kind).toBe(kind)
})
