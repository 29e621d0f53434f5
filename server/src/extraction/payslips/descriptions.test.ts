import { expect, test } from 'vitest'
import { drawPages, head, type PageLine, to } from '../../../test/extraction/payslip-page.ts'
import type { PayslipParse } from '../document.ts'
import { parsePayslip } from './parse.ts'

// Descriptions of earnings and deductions that wrap or contain a number.

const titles: PageLine = [100, [40, 'Payments'], to(280, 'Amount'), [320, 'Deductions'], to(520, 'Amount')]

function read(...rows: PageLine[]) {
  const parse = parsePayslip(
    drawPages([...head, titles, ...rows, [300, [40, 'Net pay'], to(280, '2,478.24')]]),
  )
  const income = parse.submission?.income_information
  return {
    parse,
    deductions: income?.deductions.deductions_elements.map(({ description }) => description),
  }
}

const passes = ({ checks }: PayslipParse, check: string) =>
  checks.find(({ name }) => name === check)?.isPassed

const statutory: PageLine[] = [
  [112, [40, 'Salary'], to(280, '3,041.20'), [320, 'PAYE'], to(520, '365.60')],
  [127, [320, 'NI'], to(520, '156.16')],
]

test('joins a description whose second line is below a row of another table', () => {
  const { deductions, parse } = read(
    ...statutory,
    [142, [320, 'Private Medical'], to(520, '41.20')],
    [147, [40, 'Employer NI'], to(280, '298.15')],
    [151, [320, 'Dependants']],
    [166, [40, 'Gross pay'], to(280, '3,041.20'), [320, 'Total deductions'], to(520, '562.96')],
  )
  expect(deductions).toContain('Private Medical Dependants')
  expect(passes(parse, 'descriptions')).toBe(true)
})

test.each(['Private Medical -', 'Childcare &', 'Cycle (salary', 'Repayment of', 'Union,'])(
  'joins the unfinished description %s with the line below',
  (text) => {
    const { deductions } = read(
      ...statutory,
      [142, [320, text], to(520, '41.20')],
      [151, [320, 'others)']],
      [160, [40, 'Gross pay'], to(280, '3,041.20'), [320, 'Total deductions'], to(520, '562.96')],
    )
    expect(deductions).toContain(`${text} others)`)
  },
)

test('does not verify a payslip with a description that is cut', () => {
  const { parse } = read(
    ...statutory,
    [142, [320, 'Private Medical -'], to(520, '41.20')],
    [170, [40, 'Gross pay'], to(280, '3,041.20'), [320, 'Total deductions'], to(520, '562.96')],
  )
  expect(passes(parse, 'descriptions')).toBe(false)
  expect(parse.certified).not.toContain('this_period')
})

test.each(['Basic Salary Gr 8.41', 'Spine point 32.00', 'Overtime x 1.50', 'Level 2.1 pay'])(
  'reads the description %s with its number',
  (text) => {
    const income = parsePayslip(
      drawPages([
        ...head,
        [100, [40, 'Payments'], [252, 'Amount Deductions'], to(520, 'Amount')],
        [112, [40, text], to(280, '3,041.20'), [290, 'PAYE'], to(520, '365.60')],
        [127, [40, 'On-call'], to(280, '100.00'), [290, 'NI'], to(520, '156.16')],
        [142, [40, 'Gross pay'], to(280, '3,141.20'), [290, 'Total deductions'], to(520, '521.76')],
        [290, [40, 'Net pay'], to(280, '2,619.44')],
      ]),
    ).submission?.income_information
    expect(income?.earnings.earning_elements.map(({ description, amount }) => [description, amount])).toEqual(
      [
        [text, '3041.20'],
        ['On-call', '100.00'],
      ],
    )
    expect(income?.earnings.gross_pay).toBe('3141.20')
  },
)

test('does not verify a payslip with a number that its description does not include', () => {
  const { parse } = read(
    [112, [40, 'Band 6.00 salary'], to(280, '3,000.00'), [320, 'PAYE'], to(520, '365.60')],
    [127, [320, 'NI'], to(520, '156.16')],
    [142, [40, 'Gross pay'], to(280, '3,000.00'), [320, 'Total deductions'], to(520, '521.76')],
  )
  expect(passes(parse, 'descriptions')).toBe(false)
})

test('does not verify a payslip with text below a description that may belong to it', () => {
  const rows = (third: PageLine): PageLine[] => [
    [112, [40, 'Salary'], to(280, '3,041.20'), [320, 'PAYE'], to(520, '365.60')],
    [122, [320, 'Private Medical'], to(520, '41.20')],
    third,
    [142, [320, 'NI'], to(520, '156.16')],
    [160, [40, 'Gross pay'], to(280, '3,041.20'), [320, 'Total deductions'], to(520, '562.96')],
  ]
  expect(passes(read(...rows([132, [320, 'Dependants']])).parse, 'descriptions')).toBe(false)
  expect(passes(read(...rows([132, [200, 'Dependants']])).parse, 'descriptions')).toBe(true)
})

test.each([
  ['Shift', 'Client'],
  ['Description', 'Site'],
  ['Pay element', 'Cost centre'],
  ['Element', 'Post'],
  ['Description', 'Role'],
  ['Payment', 'Assignment'],
  ['Shift', 'Job title'],
  ['Details', 'Worked for'],
])('reads the descriptions below %s, not the texts below %s', (description, side) => {
  const parse = parsePayslip(
    drawPages([
      ...head,
      [94, [40, description], [150, side], to(300, 'Hours'), to(350, 'Pay rate'), to(420, 'Total')],
      [106, [40, 'Basic Pay'], [150, '1 Packing'], to(420, '100.00')],
      [118, [40, 'Days early'], [150, 'Lakeside DC'], to(300, '15.00'), to(350, '12.00'), to(420, '180.00')],
      [130, [40, 'Overtime Sat'], [150, 'Forge 2'], to(300, '10.00'), to(350, '18.00'), to(420, '180.00')],
      [142, [40, 'Total gross pay'], to(420, '460.00')],
      [154, [40, 'PAYE tax'], to(420, '30.00')],
      [166, [40, 'Net pay'], to(420, '430.00')],
    ]),
  )
  const elements = parse.submission?.income_information.earnings.earning_elements
  expect(elements?.map((element) => element.description)).toEqual(['Basic Pay', 'Days early', 'Overtime Sat'])
})

test.each([
  ['Less one day unpaid', '-112.00', 'Less one day unpaid'],
  ['Less till shortage', '(112.00)', 'Less till shortage'],
  ['Less: one day unpaid', '-112.00', 'Less: one day unpaid'],
  ['Deduct: short hours', '-112.00', 'Deduct: short hours'],
])('reads the name of the earnings line %j with the amount %s', (label, amount, description) => {
  const parse = parsePayslip(
    drawPages([
      ...head,
      [112, [40, 'Wages'], to(300, '602.00')],
      [124, [40, label], to(300, amount)],
      [136, [40, 'Gross pay'], to(300, '490.00')],
      [148, [40, 'Income tax'], to(300, '-49.60')],
      [160, [40, 'NI'], to(300, '-19.84')],
      [172, [40, 'Net pay'], to(300, '420.56')],
    ]),
  )
  const { earning_elements: elements } = parse.submission?.income_information.earnings ?? {}
  expect(elements?.map((line) => line.description)).toEqual(['Wages', description])
})

test.each([
  ['NHS PENS 1995/2015', '12.5%'],
  ['LOCAL GOVT PENSION', '(6.8%)'],
])('completes the description %s with the percentage %s below it', (label, rate) => {
  const parse = parsePayslip(
    drawPages([
      ...head,
      [100, [40, 'PAYMENTS'], to(280, 'AMOUNT'), [320, 'DEDUCTIONS'], to(520, 'AMOUNT')],
      [112, [40, 'Basic pay'], to(280, '900.00'), [320, 'PAYE'], to(520, '20.00')],
      [121, [40, 'On call'], to(280, '100.00'), [320, label], to(520, '80.00')],
      [130, [40, 'Award'], to(280, '50.00'), [320, rate]],
      [139, [320, 'Cycle to work'], to(520, '10.00')],
      [170, [40, 'TOTAL PAY'], to(280, '1,050.00'), [320, 'TOTAL DEDUCTIONS'], to(520, '110.00')],
      [190, [320, 'NET PAY'], to(520, '940.00')],
    ]),
  )
  const { deductions_elements: elements } = parse.submission?.income_information.deductions ?? {}
  expect(elements?.map((line) => line.description)).toEqual(['PAYE', `${label} ${rate}`, 'Cycle to work'])
})
