import { expect, test } from 'vitest'
import { drawPages, head, type PageLine, type Piece, to } from '../../../test/extraction/payslip-page.ts'
import { parsePayslip } from './parse.ts'

// Earnings and deductions in a grid of boxes: a description, and its numbers on the line below.

const read = (...lines: PageLine[]) => {
  const { submission, checks } = parsePayslip(drawPages([...head, ...lines]))
  const income = submission?.income_information
  return {
    earnings: income?.earnings.earning_elements.map(({ description, quantity, rate, amount }) =>
      [description, quantity, rate, amount].filter((value) => value !== null).join(' '),
    ),
    deductions: income?.deductions.deductions_elements.map(
      ({ description, amount }) => `${description} ${amount}`,
    ),
    year: income?.earnings.year_to_date,
    net: income?.earnings.net_pay,
    hasAgreement: checks.find(({ name }) => name === 'agreement')?.isPassed,
  }
}

const totals: PageLine[] = [
  [250, [40, 'Gross pay'], [220, 'Deductions'], [400, 'Net pay']],
  [264, to(200, '620.00'), to(380, '57.03'), to(560, '562.97')],
]

const earningsInBoxes: PageLine[] = [
  [100, [40, 'Earnings this period']],
  [112, [40, 'Basic pay'], [220, 'Rest day working'], [400, 'Sunday premium']],
  [124, to(200, '480.00'), [220, '8.00 @ 12.00'], to(380, '96.00'), [400, '4.00 @ 6.00'], to(560, '24.00')],
  [140, [40, 'Tool money']],
  [152, to(200, '20.00')],
]
const earnings = [
  'Basic pay 480.00',
  'Rest day working 8.00 12.00 96.00',
  'Sunday premium 4.00 6.00 24.00',
  'Tool money 20.00',
]
const deductions = ['PAYE 37.20', 'National Insurance 14.83', 'Union 5.00']

const ofYear: Record<string, (x: number, year: string, amount: string) => Piece[]> = {
  'To date 90.00 | 30.00': (x, year, amount) => [[x, 'To date'], [x + 50, year], to(x + 160, amount)],
  'YTD 90.00 | 30.00': (x, year, amount) => [[x, 'YTD'], [x + 50, year], to(x + 160, amount)],
  '30.00 | To date 90.00': (x, year, amount) => [[x, amount], [x + 60, 'To date'], to(x + 160, year)],
  '30.00 | Year to date: 90.00': (x, year, amount) => [
    [x, amount],
    [x + 50, 'Year to date:'],
    to(x + 160, year),
  ],
}

test.each(Object.keys(ofYear))('reads a grid of boxes with two lines each and %s', (form) => {
  const box = ofYear[form] as (x: number, year: string, amount: string) => Piece[]
  const slip = read(
    ...earningsInBoxes,
    [170, [40, 'Deductions this period']],
    [182, [40, 'PAYE'], [220, 'National Insurance'], [400, 'Union']],
    [194, ...box(40, '111.60', '37.20'), ...box(220, '44.49', '14.83'), ...box(400, '15.00', '5.00')],
    ...totals,
  )
  expect(slip).toMatchObject({ earnings, deductions, net: '562.97', hasAgreement: true })
  expect(slip.year?.total_tax_paid).toBe('111.60')
})

test.each([
  ['8.00 x 12.00', (x: number): Piece[] => [[x, '8.00 x 12.00'], to(x + 160, '96.00')]],
  ['8.00 hrs at 12.00', (x: number): Piece[] => [[x, '8.00 hrs at 12.00'], to(x + 160, '96.00')]],
  ['8.00 | 12.00', (x: number): Piece[] => [[x, '8.00'], [x + 60, '12.00'], to(x + 160, '96.00')]],
  [
    'an amount before 8.00 @ 12.00',
    (x: number): Piece[] => [
      [x, '96.00'],
      [x + 60, '8.00 @ 12.00'],
    ],
  ],
])('reads boxes with %s in two columns', (_, box) => {
  const slip = read(
    [100, [40, 'Payments']],
    [112, [40, 'Basic pay'], [220, 'Rest day working']],
    [124, to(200, '504.00'), ...box(220)],
    [140, [40, 'Tool money']],
    [152, to(200, '20.00')],
    [170, [40, 'Deductions']],
    [182, [40, 'PAYE'], [220, 'National Insurance']],
    [194, to(200, '37.20'), to(380, '14.83')],
    [206, [40, 'Union']],
    [218, to(200, '5.00')],
    ...totals,
  )
  expect(slip.earnings).toEqual(['Basic pay 504.00', 'Rest day working 8.00 12.00 96.00', 'Tool money 20.00'])
  expect(slip.net).toBe('562.97')
})

test('reads a list of descriptions with the units and the amount on the line below', () => {
  const slip = read(
    [100, [40, 'Earnings']],
    [112, [40, 'Day shifts']],
    [122, [40, '40.00 @ 12.00'], to(300, '480.00')],
    [138, [40, 'Rest day working']],
    [148, [40, '10.00 @ 14.00'], to(300, '140.00')],
    [170, [40, 'Deductions']],
    [182, [40, 'PAYE']],
    [192, [40, 'To date'], [80, '111.60'], to(300, '37.20')],
    [208, [40, 'National Insurance']],
    [218, [40, 'To date'], [80, '44.49'], to(300, '14.83')],
    [232, [40, 'Union']],
    [242, [40, 'To date'], [80, '15.00'], to(300, '5.00')],
    [260, [40, 'Net pay'], to(300, '562.97')],
  )
  expect(slip).toMatchObject({
    earnings: ['Day shifts 40.00 12.00 480.00', 'Rest day working 10.00 14.00 140.00'],
    deductions,
    net: '562.97',
  })
})

test('does not take column titles for descriptions of boxes', () => {
  const slip = read(
    [100, [40, 'Earnings'], to(200, 'Hours'), to(260, 'Rate'), to(330, 'Amount')],
    [112, [40, 'Day shifts'], to(200, '40.00'), to(260, '12.00'), to(330, '480.00')],
    [124, [40, 'Rest day working'], to(200, '10.00'), to(260, '14.00'), to(330, '140.00')],
    [140, [40, 'PAYE'], to(330, '37.20')],
    [152, [40, 'National Insurance'], to(330, '14.83')],
    [164, [40, 'Union'], to(330, '5.00')],
    [180, [40, 'Net pay'], to(330, '562.97')],
  )
  expect(slip).toMatchObject({
    earnings: ['Day shifts 40.00 12.00 480.00', 'Rest day working 10.00 14.00 140.00'],
    deductions,
  })
})
