import { expect, test } from 'vitest'
import { at, foot, type Placed, row, sheet, titles } from '../../../../test/extraction/statement-page.ts'
import { parseStatement } from '../parse.ts'

type Lines = (Placed | Placed[])[]

const account: Lines = [
  at(40, 'Sort code 00-31-88 Account number 39308396'),
  at(40, 'Statement period 1 December 2025 to 5 January 2026'),
]

function findHolderOf(...letterhead: Lines) {
  const table = [
    titles('Money out', 'Money in', 'Balance'),
    row('1 Dec 2025', 'Opening balance', '', '', '100.00'),
    row('4 Dec 2025', 'LOOMWIRE', '40.00', '', '60.00'),
    row('5 Jan 2026', 'Closing balance', '', '', '60.00'),
  ]
  const page = sheet([at(40, 'Heronmere Bank'), ...letterhead, [], ...table, ...foot(1, 1)])
  return parseStatement([page], []).submission?.account_information.account_holder_name
}

const person = 'Mr Percival Wobblestone'
const whole = `${person} trading as Wobble Plumbing`

test('the holder is the person, not the line with the trade alone', () => {
  const trade = at(40, 'TRADING AS WOBBLE PLUMBING')
  expect(findHolderOf(at(40, 'MR P WOBBLESTONE'), trade, ...account)).toBe('MR P WOBBLESTONE')
})

test('a trade that is wrapped within its cell is part of the name', () => {
  const holder = findHolderOf(
    [at(40, `${person} trading as`), at(340, 'Sort code 00-31-88')],
    [at(40, 'Wobble Plumbing'), at(340, 'Account number 39308396')],
    [at(40, '12 Gingernut Street'), at(340, 'Statement period')],
    [at(40, 'Nottingham NG7 0YZ'), at(340, '1 December 2025 to 5 January 2026')],
  )
  expect(holder).toBe(whole)
})

test.each<[string, Lines]>([
  ['on a line of its own', [at(40, 'Business Current Account'), at(40, whole)]],
  ['beside a caption', [[at(40, 'Customer'), at(200, whole)]]],
  ['in the title', [at(40, `Business account statement for ${whole}`)]],
])('reads a sole trader %s', (_, lines) => {
  expect(findHolderOf(...lines, ...account)).toBe(whole)
})
