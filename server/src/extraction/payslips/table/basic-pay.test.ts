import { expect, test } from 'vitest'
import { toEarnings } from './pay-lines.ts'
import type { PayLine } from './solver/pay-solution.ts'

/** Builds an earnings line from `label | quantity | rate | amount`. Quantity and rate may be empty. */
function toLine(text: string): PayLine {
  const [label = '', quantity = '', rate = '', amount = ''] = text.split('|').map((part) => part.trim())
  const toPiece = (decimal: string) => (decimal === '' ? null : { figure: { decimal } })
  const row = { label: { text: label }, quantity: toPiece(quantity), rate: toPiece(rate) }
  return { row, pence: Math.round(Number(amount) * 100) } as PayLine
}

/** The descriptions of the lines that make up the basic pay. */
const readBasicPay = (...lines: string[]): string[] =>
  toEarnings(lines.map(toLine))
    .filter(({ kind }) => kind === 'basic')
    .map(({ label }) => label)

test.each([
  ['Salary', ['Salary | | | 2000.00', 'Saturday hours | 4 | 12.00 | 48.00']],
  ['Monthly pay', ['Monthly pay | | | 2000.00']],
  ['Std hrs', ['Std hrs | 20 | 12.00 | 240.00', 'Night premium | 8 | 3.00 | 24.00']],
  ['Driving - plain time', ['Driving - plain time | 40 | 12 | 480', 'Overtime, plain time | 2 | 12 | 24']],
  ['Mon 10/11 Basic nights', ['Mon 10/11 Basic nights | 8 | 14 | 112', 'Night premium | 8 | 2 | 16']],
])('takes the line %s, which names the basic pay, for it', (name, lines) => {
  expect(readBasicPay(...lines)).toEqual([name])
})

test.each([
  ['days of the week', ['Weekday hours | 26 | 12.30 | 319.80', 'Saturday hours | 7.5 | 12.30 | 92.25']],
  ['posts', ['Supervisor hours | 96 | 13.75 | 1320.00', 'Night porter hours | 24 | 13.75 | 330.00']],
  ['posts at different rates', ['Bar hours | 20 | 13.75 | 275.00', 'Kitchen hours | 10 | 12.50 | 125.00']],
  ['shifts of days', ['Mon 01/09 Days | 8 | 13.15 | 105.20', 'Tue 02/09 Days | 8 | 13.15 | 105.20']],
])('adds up the usual hours of several %s', (_, lines) => {
  expect(readBasicPay(...lines)).toHaveLength(2)
})

test.each([
  ['Day rate', ['Night rate | 22 | 14.12 | 310.64', 'Weekend enhancement | 15.5 | 1.5 | 23.25']],
  ['Ambient days - w/e 24/05', ['Ambient nights - w/e 24/05 | 16 | 14.20 | 227.20']],
  ['FLT days', ['FLT Saturday | 6 | 17.40 | 104.40', 'Overtime | 3 | 19.07 | 57.21']],
  ['Garage hours', ['Holiday owed on leaving | 60 | 13.50 | 810.00']],
  ['Kitchen porter', ['Tronc | | | 64.20', 'Team leader rate | 40 | 0.50 | 20.00']],
  ['Gardening', ['Mileage | 20 | 0.45 | 9.00']],
  ['Packing hours', ['Packing hours adj | -2 | 13.50 | -27.00', 'Holiday hours | 8 | 13.50 | 108.00']],
])('takes %s alone for the basic pay', (name, others) => {
  expect(readBasicPay(`${name} | 40 | 13.50 | 540.00`, ...others)).toEqual([name])
})

test.each([
  [
    'a line without a known name at a similar rate',
    ['Kitchen hours | 20 | 12 | 240', 'Events | 10 | 12 | 120'],
  ],
  ['a larger line of another kind', ['Kitchen hours | 20 | 12 | 240', 'Retention payment | | | 500']],
  ['two lines without a known name', ['Gardening | 9 | 14 | 126', 'Invigilation | 5 | 12 | 60']],
  ['hours on Sundays only', ['Sunday hours | 20 | 12 | 240']],
  ['a fee', ['Sessional fee | 6 | 412.50 | 2475', 'On-call supplement | | | 220']],
  ['piecework', ['Punnets | 1240 | 0.38 | 471.20']],
  ['additional hours', ['Additional hours | 8 | 12 | 96']],
  ['additional hours at plain time', ['Plain Time Additional Hrs | 8 | 12 | 96']],
  ['extra standard hours', ['Standard hours - extra | 8 | 12 | 96']],
  ['excess hours', ['Excess hrs plain rate | 8 | 12 | 96']],
  ['an advance', ['Salary advance | | | 200']],
  ['a top-up', ['Living wage top-up | | | 20']],
  ['a correction', ['Overpaid salary June | | | -20']],
])('leaves the basic pay open with %s', (_, lines) => {
  expect(readBasicPay(...lines)).toEqual([])
})

test('takes an incentive for a bonus', () => {
  expect(toEarnings([toLine('Annual Incentive Plan | | | 4210.00')])).toMatchObject([{ kind: 'bonus' }])
})
