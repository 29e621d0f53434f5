import { expect, test } from 'vitest'
import { findDirection } from './vocabulary.ts'

test.each([
  ['Taliadau i mewn / Payments in', 'in'],
  ['Payments in (Taliadau i mewn)', 'in'],
  ['Debydau uniongyrchol ac archebion sefydlog / Direct debits and standing orders', 'out'],
  ['Trosglwyddiadau allan / Transfers out', 'out'],
  ['Codi arian parod', 'out'],
  ['Arian i mewn', 'in'],
  ['Payments received (10)', 'in'],
  ['Payments in / Payments out', null],
  ['Oakmantle Ltd / Payments', 'out'],
  ['Oakmantle Ltd', null],
])('the rows below %j have the direction %j', (heading, direction) => {
  expect(findDirection(heading)).toBe(direction)
})
