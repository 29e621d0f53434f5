import { expect, test } from 'vitest'
import { drawPages, type PageLine, to } from '../../../../test/extraction/payslip-page.ts'
import { parsePayslip } from '../parse.ts'
import type { TextPiece } from '../text/lines.ts'
import { isCountyDoubtful, parseAddress } from './address.ts'

const facts: PageLine[] = [
  [30, [40, 'Brindlewick Ledger Services Ltd']],
  [42, [40, 'Payslip for June 2025']],
]
const pay: PageLine[] = [
  [200, [40, 'What you earned']],
  [212, [40, 'Salary'], to(280, '3,000.00')],
  [224, [40, 'Gross pay'], to(280, '3,000.00')],
  [205, [320, 'What was taken off']],
  [218, [320, 'Income tax'], to(540, '365.60')],
  [231, [320, 'National Insurance'], to(540, '156.16')],
  [244, [320, 'Total taken off'], to(540, '521.76')],
]

/** Type size of amounts with a currency sign, in points. */
const headlineSize = 20

function readAddress(...lines: PageLine[]) {
  const pages = drawPages([...facts, ...lines, ...pay]).map((page) => ({
    ...page,
    words: page.words.map((word) => (word.text.startsWith('£') ? { ...word, size: headlineSize } : word)),
  }))
  return parsePayslip(pages).submission?.identity_information
}

test('reads an address beside a headline at which a side panel begins', () => {
  const identity = readAddress(
    [88, [50, 'Ottoline Frobisher'], to(540, 'You take home')],
    [100, [50, '19 Quince Row']],
    [109, to(540, '£2,478.24')],
    [112, [50, 'Ludlow']],
    [122, to(540, 'paid on 30 June 2025')],
    [124, [50, 'SY8 1AA']],
    [150, [50, 'About you']],
    [162, [50, 'Tax code'], to(280, '1257L')],
    [174, [50, 'National Insurance number'], to(280, 'QQ123456C')],
    [157, [320, 'So far this tax year']],
    [168, [320, 'Gross pay'], to(540, '9,000.00')],
    [179, [320, 'Income tax'], to(540, '1,096.80')],
    [190, [320, 'National Insurance'], to(540, '468.48')],
  )
  expect(identity).toMatchObject({ name: 'Ottoline Frobisher' })
  expect(identity?.address).toEqual({
    street: '19 Quince Row',
    city: 'Ludlow',
    county: null,
    post_code: 'SY8 1AA',
    country: null,
  })
})

test.each([
  'Corveshire',
  'West Corveshire',
  'North East Corveshire',
  'Clun-shire',
  'W. Yorkshire',
  'E Sussex',
  'Gtr Manchester',
])('takes %s for a county', (county) => {
  const identity = readAddress(
    [60, [40, 'NI number'], [120, 'QQ123456C'], [320, 'Tax code'], [420, '1257L']],
    [72, [320, 'Pay date'], [420, '30 June 2025']],
    [300, [40, 'Ms Ottoline Frobisher']],
    [312, [40, '19 Quince Row']],
    [324, [40, 'Ludlow']],
    [336, [40, county]],
    [348, [40, 'SY8 1AA']],
    [190, [40, 'Net pay'], to(280, '2,478.24')],
  )
  expect(identity?.address).toMatchObject({ street: '19 Quince Row', city: 'Ludlow', county })
})

test.each([
  ['Ludlow Borough Council', 'Ludlow', 'Clun Marches'],
  ['Corve Borough Council', 'Clun Marches', null],
])('reads the town after which %s is named', (employer, city, county) => {
  const block = {
    country: null,
    linesAbove: [],
    lines: ['19 Quince Row', 'Ludlow', 'Clun Marches', 'SY8 1AA'].map((text) => ({
      text,
      figure: null,
      words: [],
      page: 1,
      block: 0,
      x: 0,
      right: 0,
      y: 0,
      size: 8,
    })),
    owner: 'employee' as const,
  }
  expect(parseAddress(block, employer)).toMatchObject({ city, county })
})

test('reads an address with the name of a house, below a row of totals', () => {
  const identity = readAddress(
    [60, [40, 'NI number'], [120, 'QQ123456C'], [320, 'Tax code'], [420, '1257L']],
    [72, [320, 'Pay date'], [420, '30 June 2025']],
    [262, [40, 'Net pay'], to(280, '2,478.24')],
    [288, [40, 'GROSS PAY TO DATE'], to(180, '9,000.00'), [200, 'TAXABLE PAY TO DATE'], to(340, '9,000.00')],
    [300, [40, 'OTTOLINE M FROBISHER']],
    [312, [40, 'THE COTTAGE']],
    [324, [40, 'STATION APPROACH']],
    [336, [40, 'LUDLOW']],
    [348, [40, 'SY8 1AA']],
  )
  expect(identity?.address).toEqual({
    street: 'THE COTTAGE, STATION APPROACH',
    city: 'LUDLOW',
    county: null,
    post_code: 'SY8 1AA',
    country: null,
  })
})

/** Like `to`, but exactly right-aligned: `to` measures with wider spaces than it draws. */
const flush = (edge: number, text: string) => to(edge + 1.6 * (text.split(' ').length - 1), text)

test.each(['Ottoline Frobisher', 'Osric Strand'])('reads the right-aligned address of %s', (name) => {
  const identity = readAddress(
    [60, [40, 'NI number'], [120, 'QQ123456C']],
    [72, [40, 'Name'], [120, name]],
    [84, [40, 'Pay date'], [120, '30 June 2025'], flush(550, name)],
    [96, [40, 'Tax code'], [120, '1257L'], flush(550, 'Flat 8, 19 Quince Row')],
    [108, flush(550, 'Ludlow')],
    [120, flush(550, 'SY8 1AA')],
    [190, [40, 'Net pay'], to(280, '2,478.24')],
  )
  expect(identity?.address).toEqual({
    street: 'Flat 8, 19 Quince Row',
    city: 'Ludlow',
    county: null,
    post_code: 'SY8 1AA',
    country: null,
  })
})

test.each([
  ['a post code', ['19 Quince Row,', 'Ludlow, Shropshire, SY8', '1AA'], '19 Quince Row'],
  ['a street', ['Apartment 4, Clun', 'Mill, Ludlow, Shropshire, SY8', '1AA'], 'Apartment 4, Clun Mill'],
])('reads an address that wraps within %s in the cell beside its label', (_, [first, ...rest], street) => {
  const identity = readAddress(
    [60, [40, 'Employee'], [120, 'Ms Ottoline Frobisher'], [220, 'Tax code'], [300, '1257L']],
    [72, [40, 'Address'], [120, first ?? ''], [215, 'Pay date'], [300, '30 June 2025']],
    ...rest.map((text, n): PageLine => [82 + 10 * n, [120, text]]),
    [110, [40, 'NI number'], [120, 'QQ123456C'], [220, 'Tax week'], [300, '21']],
  )
  expect(identity?.address).toEqual({
    street,
    city: 'Ludlow',
    county: 'Shropshire',
    post_code: 'SY8 1AA',
    country: null,
  })
})

test('reads an address on one line behind its label in two languages', () => {
  const identity = readAddress([88, [50, 'Cyfeiriad / Address: 14 Stryd Fawr, Betws-y-coed, LL24 0AA']])
  expect(identity?.address).toMatchObject({
    street: '14 Stryd Fawr',
    city: 'Betws-y-coed',
    post_code: 'LL24 0AA',
  })
})

/** Reads an address below a name, from its lines. */
const readLines = (...lines: string[]) =>
  readAddress(
    [60, [40, 'NI number'], [120, 'QQ123456C'], [320, 'Tax code'], [420, '1257L']],
    [72, [320, 'Pay date'], [420, '30 June 2025']],
    [300, [40, 'Ms Ottoline Frobisher']],
    ...lines.map((text, n): PageLine => [312 + 12 * n, [40, text]]),
    [190, [40, 'Net pay'], to(280, '2,478.24')],
  )?.address

test.each([
  ['2A Linen Hall Mews, Portglen,', 'BT99 4ZX'],
  ['2A Linen Hall Mews, Portglen', 'BT99 4ZX'],
  ['2A Linen Hall Mews,', 'Portglen,', 'BT99 4ZX'],
  ['2A Linen Hall Mews,', 'Portglen BT99 4ZX'],
])('reads street and town of the lines %j', (...lines) => {
  expect(readLines(...lines)).toMatchObject({ street: '2A Linen Hall Mews', city: 'Portglen', county: null })
})

test('reads a county below a house, its street and a town in capitals', () => {
  expect(readLines('Rose Cottage', 'Pump Lane', 'HENSBY ST MARY', 'Norvolk', 'NV15 9GQ')).toMatchObject({
    street: 'Rose Cottage, Pump Lane',
    city: 'HENSBY ST MARY',
    county: 'Norvolk',
  })
})

test.each([
  [['Rose Cottage', 'Pump Lane', 'Hensby', 'Norvolk', 'NV15 9GQ'], true],
  [['Rose Cottage', 'Pump Lane', 'HENSBY', 'Norvolk', 'NV15 9GQ'], false],
  [['Rose Cottage', 'Pump Lane', 'Hensby', 'Norfolk', 'NV15 9GQ'], false],
  [['Flat 4', '12 Park Road', 'Hensby', 'Portglen', 'M20 1AA'], false],
])('takes the last place of %j for doubtful: %s', (texts, isDoubtful) => {
  const lines = texts.map((text) => ({ text }) as TextPiece)
  expect(isCountyDoubtful({ lines, linesAbove: [], country: null, owner: null })).toBe(isDoubtful)
})

test.each([
  [['3 Larches Lane', 'Hensby-on-Stour', 'PORTGLEN', 'PR2 1AA'], 'PORTGLEN'],
  [['Flat 4', '12 Park Road', 'Hensby', 'Portglen', 'M20 1AA'], 'Portglen'],
  [['3 Larches Lane', 'Hensby', 'Portglen', 'PR2 1AA'], 'Portglen'],
])('reads the town below a village or suburb of the lines %j', (lines, city) => {
  expect(readLines(...lines)).toMatchObject({ city, county: null })
})

test('reads a county below a town in capitals', () => {
  expect(readLines('3 Larches Lane', 'HENSBY', 'Norvolk', 'NV2 1AA')).toMatchObject({
    street: '3 Larches Lane',
    city: 'HENSBY',
    county: 'Norvolk',
  })
})

const details: PageLine[] = [
  [60, [40, 'NI number'], [120, 'QQ123456C'], [320, 'Tax code'], [420, '1257L']],
  [72, [40, 'Name'], [120, 'Ms Ottoline Frobisher'], [320, 'Pay date'], [420, '30 June 2025']],
  [270, [40, 'Net pay'], to(280, '2,478.24')],
]

test.each([
  [
    [[84, [40, 'Home address'], [120, '22 Lanyard Court, Portglen, BT99 4ZX']]],
    '22 Lanyard Court',
    'Portglen',
  ],
  [
    [
      [84, [40, 'Home Address']],
      [96, [40, 'The Old Granary, Mill Lane, Portglen, Kent, BR1 2ZZ']],
    ],
    'The Old Granary, Mill Lane',
    'Portglen',
  ],
  [
    [
      [84, [40, 'Address'], [120, '51 Pellow Street, Portglen,']],
      [96, [120, 'Cornwall TR15 9XX']],
    ],
    '51 Pellow Street',
    'Portglen',
  ],
  [
    [[300, [40, 'Miss O Frobisher, 16 Quince Row, Hensby, Portglen, BT99 4ZX']]],
    '16 Quince Row, Hensby',
    'Portglen',
  ],
  [[[84, [40, '9 Tanners Row | Portglen | BT99 4ZX']]], '9 Tanners Row', 'Portglen'],
] as [PageLine[], string, string][])('reads street and town of the address on %j', (lines, street, city) => {
  expect(readAddress(...details, ...lines)?.address).toMatchObject({ street, city })
})

test.each([
  [[[300, [40, 'PAYE ref: 271/AC0031'], [200, 'County Hall, Portglen, BT99 4ZX']]]],
  [[[300, [40, '4 Mill Lane, Portglen, BT99 4ZX']]]],
  [
    [
      [84, [40, 'Company'], [320, 'Address']],
      [96, [40, 'Larchway Ltd'], [320, '4 Mill Lane, Portglen, BT99 4ZX']],
    ],
  ],
] as [PageLine[]][])('does not take the address of the employer for the employee’s: %j', (lines) => {
  expect(readAddress(...details, ...lines)?.address?.post_code ?? null).toBeNull()
})

test.each([
  ['Larch Insurance Services plc', 'One Tannery Square, Hexley HX1 4QB'],
  ['Larch Insurance', 'One Tannery Square, Hexley HX1 4QB'],
  ['Larch Insurance Services plc', 'Head Office, Hexley'],
])('reads an address at the right edge, beside the title and %s above %s', (employer, office) => {
  const pages = drawPages([
    [54, to(556, 'Dominic Ashgrove-Patel')],
    [62, [40, 'Payslip']],
    [64.5, to(556, 'Holm House')],
    [75, to(556, '4 Priory Lane')],
    [80.3, [40, employer]],
    [85.5, to(556, 'Netherby')],
    [90.8, [40, office]],
    [96, to(556, 'LV21 8HX')],
    [133, [45, 'Name'], [180, 'Employee ID'], [260, 'Position'], [430, 'Cost Centre']],
    [
      152,
      [45, 'Dominic Ashgrove-Patel'],
      [180, '40007145'],
      [260, 'Head of Pricing and Actuarial Models'],
      [430, 'UK3001 Actuarial Services'],
    ],
    [170, [45, 'NI Number'], [218, 'Tax Code'], [400, 'Payment Date']],
    [182, [45, 'QQ123456C'], [218, '1257L'], [400, '30/06/2025']],
    ...pay,
    [270, [40, 'Net pay'], to(280, '2,478.24')],
  ])
  const { submission } = parsePayslip(pages)
  expect(submission?.employment_information.employer_name).toBe(employer)
  expect(submission?.identity_information).toMatchObject({
    name: 'Dominic Ashgrove-Patel',
    address: { street: 'Holm House, 4 Priory Lane', city: 'Netherby', post_code: 'LV21 8HX' },
  })
})
