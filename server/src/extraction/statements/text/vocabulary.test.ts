import { expect, test } from 'vitest'
import { areTitles, classifyAmountLabel, findDirection } from './vocabulary.ts'

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

test.each([
  ['Opening', 'opening'],
  ['You had', 'opening'],
  ['Balance b/f', 'opening'],
  ['Money at start', 'opening'],
  ['Balans agoriadol', 'opening'],
  ['Closing', 'closing'],
  ['You have now', null],
  ['Last balance', 'closing'],
  ['Month closed at', 'closing'],
  ['Balans terfynol', 'closing'],
  ['Now Pensions', null],
])('the amount beside %j is the balance %j', (label, kind) => {
  expect(classifyAmountLabel(label)).toBe(kind)
})

test.each([
  [['Day', 'Entry', '\u00a3'], true],
  [['Transaction Date', 'Sort Code', 'Balance'], true],
  [['Date', 'Loomwire', 'Balance'], false],
  [['Payment', 'Details'], false],
])('%j are column titles: %j', (cells, expected) => {
  expect(areTitles(cells)).toBe(expected)
})
