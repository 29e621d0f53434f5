import { expect, test } from 'vitest'
import { drawPages, type PageLine, to } from '../../../../test/extraction/payslip-page.ts'
import { parsePayslip } from '../parse.ts'
import { groupIntoLines, type PayslipLine } from '../text/lines.ts'
import { findAddressBlocks } from './address.ts'
import { indexFacts } from './labelled-facts.ts'
import { readName } from './person-name.ts'

/** Draws the captions, which are in capitals, in a font of their own. */
function drawBlock(block: number, lines: PageLine[]): PayslipLine[] {
  const pages = drawPages(lines)
  for (const word of pages[0]?.words ?? []) word.font = /^[A-Z]{2,}$/.test(word.text) ? 'Bold' : 'Regular'
  return groupIntoLines(pages).map((line) => ({
    ...line,
    block,
    pieces: line.pieces.map((piece) => ({ ...piece, block })),
  }))
}

const beside = drawBlock(2, [
  [50, [200, 'JOB TITLE'], [320, 'PAYROLL ID'], [440, 'NI NUMBER']],
  [59, [200, 'Bookkeeper'], [320, '0088'], [440, 'QQ123456C']],
])

test.each([
  ['on the line of the street', ['Bramblehurst, 9 Quill Lane', 'Cantleford']],
  ['on a line of its own', ['Bramblehurst', '9 Quill Lane', 'Cantleford']],
])('a name is not continued by the name of the house %s', (_, address) => {
  const texts = ['EMPLOYEE', 'Osric Wilfrid Tarnowski', ...address, 'NN15 7EW']
  const block = drawBlock(
    1,
    texts.map((text, n) => [50 + 9 * n, [40, text]]),
  )
  const lines = [...block, ...beside]
  const facts = indexFacts(lines)
  expect(readName(lines, facts, findAddressBlocks(lines, facts))?.text).toBe('Osric Wilfrid Tarnowski')
})

test('a name is continued on a second line if the rest does not fit', () => {
  const lines = [
    ...drawBlock(1, [
      [50, [40, 'EMPLOYEE']],
      [59, [40, 'Osric Wilfrid Bartholomew Cuthbert']],
      [68, [40, 'Tarnowski']],
    ]),
    ...beside,
  ]
  const facts = indexFacts(lines)
  expect(readName(lines, facts, [])?.text).toBe('Osric Wilfrid Bartholomew Cuthbert Tarnowski')
})

test('a name is not continued by the job title below it, whose label is beside it', () => {
  const lines = drawBlock(1, [
    [50.2, [40, 'NAME']],
    [50, [120, 'Mrs Wilhelmina Oakapple-Tarnowski'], [260, 'NI NUMBER'], [340, 'QQ123456C']],
    [62.2, [40, 'JOB']],
    [62, [120, 'Athrawes / Teacher'], [260, 'TAX CODE'], [340, 'C1257L']],
  ])
  const facts = indexFacts(lines)
  expect(readName(lines, facts, [])?.text).toBe('Mrs Wilhelmina Oakapple-Tarnowski')
})

test('a caption is no name', () => {
  const lines = drawBlock(1, [
    [30, [290, 'CONFIDENTIAL']],
    [50, [40, 'EMP NO'], [100, 'NAME'], [220, 'TAX CODE'], [290, 'INTERVAL SHUT'], [400, 'PAY DATE']],
    [60, [40, '00388'], [100, 'Osric Tarnowski'], [220, '1257L'], [290, '31JAN26'], [400, '06FEB26']],
  ])
  const facts = indexFacts(lines)
  expect(readName(lines, facts, [])?.text).toBe('Osric Tarnowski')
})

test('a row of a table is neither a name nor a job title', () => {
  const { submission } = parsePayslip(
    drawPages([
      [30, [40, 'Brindlewick Contractor Services Ltd'], [400, 'PAYSLIP']],
      [42, [400, 'Payment date: 11 July 2025']],
      [70, [40, 'Osric Tarnowski'], [300, 'NI no: QQ123456C']],
      [80, [40, '15 Quince Row'], [300, 'Tax code: 1257L']],
      [90, [40, 'Ludlow']],
      [100, [40, 'SY8 1AA']],
      [130, [40, 'Assignment'], to(380, 'Units'), to(460, 'Rate'), to(545, 'Amount')],
      [
        142,
        [40, 'Tutorline Larch - Supply Teacher'],
        to(380, '3.00'),
        to(460, '400.00'),
        to(545, '1,200.00'),
      ],
      [154, [40, 'Available for gross pay'], to(545, '1,200.00')],
      [180, [40, 'Payments'], to(545, 'Amount')],
      [192, [40, 'National Minimum Wage'], to(545, '1,000.00')],
      [204, [40, 'Gross Pay'], to(545, '1,000.00')],
      [216, [40, 'Deductions'], to(545, 'Amount')],
      [228, [40, 'Tax'], to(545, '150.00')],
      [240, [40, 'Pension - Employee'], to(545, '40.00')],
      [252, [40, 'Student Loan (Plan 2)'], to(545, '60.00')],
      [264, [40, 'Total Deductions'], to(545, '250.00')],
      [276, [40, 'Net Pay'], to(545, '750.00')],
    ]),
  )
  expect(submission?.identity_information.name).toBe('Osric Tarnowski')
  expect(submission?.employment_information.role).toBeNull()
})

/** The rows of a payslip with deductions above the fact line, as on a wage slip of a building contractor. */
const readBelowTable = (...facts: PageLine[]) =>
  parsePayslip(
    drawPages([
      [30, [40, 'LARCHWAY GROUNDWORKS LTD'], [400, 'PAY ADVICE']],
      [70, [40, 'PAYMENTS'], to(240, 'AMOUNT'), [260, 'DEDUCTIONS'], [430, 'TOTALS TO DATE']],
      [
        86,
        [40, 'BASIC'],
        to(240, '700.00'),
        [260, 'TAX'],
        to(410, '98.00'),
        [430, 'GROSS'],
        to(560, '9491.31'),
      ],
      [98, [260, 'CHILD MAINT DEO'], to(410, '38.40'), [430, 'TAX'], to(560, '1737.00')],
      ...facts,
      [190, [40, 'GROSS PAY'], [260, 'TOTAL DEDUCTIONS'], [430, 'NET PAY']],
      [202, to(240, '700.00'), to(410, '136.40'), to(560, '563.60')],
    ]),
  ).submission?.identity_information.name ?? null

test('a deduction above the National Insurance number is no name', () => {
  const facts: PageLine = [124, [260, 'N.I. NUMBER'], [344, 'TAX CODE']]
  expect(readBelowTable(facts, [136, [260, 'QQ123456C'], [344, '1257L']])).toBeNull()
})

test.each([
  ['EMPLOYEE NO. AND NAME', '0127 MR O J TARNOWSKI', 'MR O J TARNOWSKI'],
  ['NO. & NAME', '0127 OSRIC TARNOWSKI', 'OSRIC TARNOWSKI'],
  ['NAME / WORKS NO', 'OSRIC TARNOWSKI / 0127', 'OSRIC TARNOWSKI'],
  ['CLOCK NO. / EMPLOYEE', '0127 / OSRIC TARNOWSKI', 'OSRIC TARNOWSKI'],
])('reads the name below the label %s', (label, printed, name) => {
  const captions: PageLine = [124, [40, label], [260, 'N.I. NUMBER'], [344, 'TAX CODE']]
  const values: PageLine = [136, [40, printed], [260, 'QQ123456C'], [344, '1257L']]
  expect(readBelowTable(captions, values)).toBe(name)
})

test.each([
  ['Ottoline St. Clair', '19 Quince Row', 'Ottoline St. Clair'],
  ['Ottoline St John', '19 Quince Row', 'Ottoline St John'],
  ['Ottoline Green', '19 Quince Row', 'Ottoline Green'],
  ['Ottoline Page', '19 Quince Row', 'Ottoline Page'],
  ['Manor Park', '19 Quince Row', null],
  ['Ms Ottoline Frobisher', 'Staff House, Quay Street', 'Ms Ottoline Frobisher'],
])('reads the name %s above the address %s', (name, street, expected) => {
  const { submission } = parsePayslip(
    drawPages([
      [30, [40, 'Larchway Hotels Limited']],
      [60, [40, name], [320, 'Pay date'], [420, '27 June 2025']],
      [72, [40, street], [320, 'NI number'], [420, 'QQ123456C']],
      [84, [40, 'Ludlow'], [320, 'Tax code'], [420, '1257L']],
      [96, [40, 'SY8 1AA']],
      [130, [40, 'Salary'], to(280, '800.00')],
      [142, [40, 'Tax'], to(280, '50.00')],
      [154, [40, 'Net pay'], to(280, '750.00')],
    ]),
  )
  expect(submission?.identity_information.name).toBe(expected)
  if (expected) expect(submission?.identity_information.address).toMatchObject({ street, city: 'Ludlow' })
})

const readBeside = (...texts: string[]) =>
  parsePayslip(
    drawPages([
      [30, [40, 'Larchway Hotels Limited']],
      ...texts.map((text, n): PageLine => [50 + 12 * n, [40, text]]),
      [90, [40, 'NI number'], [120, 'QQ123456C'], [320, 'Tax code'], [420, '1257L']],
      [130, [40, 'Salary'], to(280, '800.00')],
      [142, [40, 'Tax'], to(280, '50.00')],
      [154, [40, 'Net pay'], to(280, '750.00')],
    ]),
  ).submission

test.each(['Line manager: Quill Bramble', 'Your consultant: Quill Bramble', 'Account name: Quill Bramble'])(
  'does not take the person of %s for the employee',
  (line) => {
    expect(readBeside(line)?.identity_information.name).toBeNull()
    expect(readBeside(line, 'Name: Osric Tarnowski')?.identity_information.name).toBe('Osric Tarnowski')
  },
)

test('prefers a labelled name to one whose label is a job title', () => {
  const submission = readBeside('Nurse: Quill Bramble', 'Name: Osric Tarnowski')
  expect(submission?.identity_information.name).toBe('Osric Tarnowski')
  expect(submission?.employment_information.role).toBeNull()
})

test.each(['Individual Pathways Plus', 'Person Centred Living'])(
  'does not read a name from the headline %s, which begins like a label',
  (headline) => {
    expect(readBeside(headline, 'Employee: Osric Tarnowski')?.identity_information.name).toBe(
      'Osric Tarnowski',
    )
  },
)

test.each(['Cllr Osric Tarnowski', 'Cyng. / Cllr Osric Tarnowski'])('reads the labelled name %s', (name) => {
  expect(readBeside(`Name: ${name}`)?.identity_information.name).toBe(name)
})
