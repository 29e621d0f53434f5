import { expect, test } from 'vitest'
import { drawPages, head, type PageLine, to } from '../../../test/extraction/payslip-page.ts'
import { parsePayslip } from './parse.ts'

// Layouts that no other test covers. Each has one feature that was found on real payslips.

const read = (...pages: PageLine[][]) => {
  const parse = parsePayslip(drawPages(...pages))
  const income = parse.submission?.income_information
  return {
    parse,
    totals: [income?.earnings.gross_pay, income?.deductions.total_deductions, income?.earnings.net_pay],
    earnings: income?.earnings.earning_elements.map(({ description, amount }) => [description, amount]),
    deductions: income?.deductions.deductions_elements.map(({ description, amount }) => [
      description,
      amount,
    ]),
    year: income?.earnings.year_to_date,
  }
}
const expectedTotals = ['3000.00', '521.76', '2478.24']
/** The totals of a payslip that prints no total of the deductions. */
const totalsWithoutDeductions = ['3000.00', null, '2478.24']
const tax = ['PAYE', '365.60']
const ni = ['NI', '156.16']

test('reads a single list in which deductions are negative', () => {
  const { totals, earnings, deductions, parse } = read([
    ...head,
    [100, [40, 'Description'], to(300, 'Amount')],
    [112, [40, 'Salary'], to(300, '3,000.00')],
    [124, [40, 'PAYE'], to(300, '-365.60')],
    [136, [40, 'NI'], to(300, '-156.16')],
    [160, [40, 'Net pay'], to(300, '2,478.24')],
  ])
  expect(totals).toEqual(totalsWithoutDeductions)
  expect(earnings).toEqual([['Salary', '3000.00']])
  expect(deductions).toEqual([tax, ni])
  expect(parse.checks.find(({ name }) => name === 'net')?.isPassed).toBe(true)
})

test('gives no gross pay if several earnings lines have no printed sum', () => {
  const readGross = (...sum: PageLine[]) =>
    read([
      ...head,
      [100, [40, 'What we paid you'], to(300, 'Amount')],
      [112, [40, 'Salary'], to(300, '2,900.00')],
      [124, [40, 'Bonus'], to(300, '100.00')],
      ...sum,
      [148, [40, 'What came off'], to(300, 'Amount')],
      [160, [40, 'PAYE'], to(300, '365.60')],
      [172, [40, 'NI'], to(300, '156.16')],
      [190, [40, 'Net pay'], to(300, '2,478.24')],
    ]).parse.submission?.income_information.earnings
  expect(readGross()).toMatchObject({ gross_pay: null, net_pay: '2478.24', bonus: '100.00' })
  expect(readGross([136, to(300, '3,000.00')])).toMatchObject({ gross_pay: '3000.00', bonus: '100.00' })
})

test('reads one table with a payments column and a deductions column', () => {
  const { totals, earnings, deductions, parse } = read([
    ...head,
    [100, [40, 'Description'], to(300, 'Payments'), to(400, 'Deductions')],
    [112, [40, 'Salary'], to(300, '2,900.00')],
    [124, [40, 'On-call'], to(300, '100.00')],
    [136, [40, 'PAYE'], to(400, '365.60')],
    [148, [40, 'NI'], to(400, '156.16')],
    [160, [40, 'Totals'], to(300, '3,000.00'), to(400, '521.76')],
    [180, [40, 'Net pay'], to(400, '2,478.24')],
  ])
  expect(totals).toEqual(expectedTotals)
  expect(earnings).toEqual([
    ['Salary', '2900.00'],
    ['On-call', '100.00'],
  ])
  expect(deductions).toEqual([tax, ni])
  expect(parse.verified).toBe(true)
})

const payments: PageLine[] = [
  [100, [40, 'Payments'], to(280, 'Amount'), [320, 'Deductions'], to(520, 'Amount')],
  [112, [40, 'Salary'], to(280, '3000.00'), [320, 'PAYE'], to(520, '365.60')],
  [124, [320, 'NI'], to(520, '156.16')],
]
const totalsRow: PageLine = [
  148,
  [40, 'Total payments'],
  to(280, '3000.00'),
  [320, 'Total deductions'],
  to(520, '521.76'),
]

test('reads labels printed above the values in a row of boxes', () => {
  const { totals, parse } = read([
    ...head,
    ...payments,
    [200, [40, 'GROSS PAY'], [220, 'TOTAL DEDUCTIONS'], [400, 'NET PAY']],
    [212, [40, '3000.00'], [220, '521.76'], [400, '2478.24']],
  ])
  expect(totals).toEqual(expectedTotals)
  expect(parse.verified).toBe(true)
})

test('reads a year-to-date column before the period column, with titles on two lines', () => {
  const { year, totals, parse } = read([
    ...head,
    ...payments,
    totalsRow,
    [200, to(300, 'Year to'), to(400, 'This')],
    [209, to(300, 'date'), to(400, 'period')],
    [222, [40, 'Gross pay'], to(300, '9000.00'), to(400, '3000.00')],
    [234, [40, 'Taxable pay'], to(300, '9000.00'), to(400, '3000.00')],
    [260, [400, 'Net pay'], to(520, '2478.24')],
  ])
  expect(totals).toEqual(expectedTotals)
  expect([year?.gross_pay, year?.total_taxable_earnings]).toEqual(['9000.00', '9000.00'])
  expect(parse.verified).toBe(true)
})

test('reads amounts in brackets and with a trailing minus as negative', () => {
  const { totals, earnings, deductions, parse } = read([
    ...head,
    [100, [40, 'Pay'], to(280, '£'), [320, 'Taken off'], to(520, '£')],
    [112, [40, 'Salary'], to(280, '3,200.00'), [320, 'PAYE refund'], to(520, '40.00-')],
    [124, [40, 'Pension sacrifice'], to(280, '(200.00)'), [320, 'NI'], to(520, '156.16')],
    [148, [40, 'Gross'], to(280, '3,000.00'), [320, 'Total deductions off'], to(520, '116.16')],
    [170, [320, 'Take home'], to(520, '2,883.84')],
  ])
  expect(totals).toEqual(['3000.00', '116.16', '2883.84'])
  expect(earnings?.[1]).toEqual(['Pension sacrifice', '-200.00'])
  expect(deductions?.[0]).toEqual(['PAYE refund', '-40.00'])
  expect(parse.submission?.income_information.deductions.income_tax).toBe('-40.00')
  expect(parse.verified).toBe(true)
})

test('leaves employer contributions and benefits in kind out of the totals', () => {
  const { totals, earnings, deductions, parse } = read([
    ...head,
    [100, [40, 'Earnings'], to(280, 'Amount')],
    [112, [40, 'Salary'], to(280, '3,000.00')],
    [124, [40, 'Company car (BIK)'], to(280, '250.00')],
    [136, [40, 'Gross pay'], to(280, '3,000.00')],
    [160, [40, 'Deductions'], to(280, 'Employee'), to(380, 'Employer')],
    [172, [40, 'PAYE'], to(280, '365.60')],
    [184, [40, 'NI'], to(280, '156.16'), to(380, '387.45')],
    [196, [40, 'Pension'], to(280, '100.00'), to(380, '150.00')],
    [220, [40, 'Total deductions'], to(280, '621.76')],
    [240, [40, 'Net pay'], to(280, '2,378.24')],
  ])
  expect(totals).toEqual(['3000.00', '621.76', '2378.24'])
  expect(earnings).toEqual([
    ['Salary', '3000.00'],
    ['Company car (BIK)', '250.00'],
  ])
  expect(parse.submission?.income_information.earnings.earning_elements[1]?.is_bik).toBe(true)
  expect(deductions).toEqual([tax, ni, ['Pension', '100.00']])
  expect(parse.submission?.income_information.deductions.employee_pension).toBe('100.00')
})

test('without titles, takes the rows above a total that add up to it', () => {
  const { totals, earnings, deductions } = read([
    ...head,
    [100, [40, 'Salary'], to(280, '2,800.00')],
    [112, [40, 'Weekend work'], to(280, '200.00')],
    [124, [40, 'Gross'], to(280, '3,000.00')],
    [136, [40, 'Income tax'], to(280, '365.60')],
    [148, [40, 'National Insurance'], to(280, '156.16')],
    [160, [40, 'Union'], to(280, '12.00')],
    [172, [40, 'Net'], to(280, '2,466.24')],
  ])
  expect(totals).toEqual(['3000.00', null, '2466.24'])
  expect(earnings?.map(([name]) => name)).toEqual(['Salary', 'Weekend work'])
  expect(deductions?.map(([name]) => name)).toEqual(['Income tax', 'National Insurance', 'Union'])
})

test('reads a table that continues on the next page', () => {
  const { totals, earnings, parse } = read(
    [...head, [100, [40, 'Payments'], to(280, 'Amount')], [112, [40, 'Salary'], to(280, '2900.00')]],
    [
      [40, [40, 'Night allowance'], to(280, '100.00')],
      [52, [40, 'Total payments'], to(280, '3000.00')],
      [76, [40, 'Deductions'], to(280, 'Amount')],
      [88, [40, 'PAYE'], to(280, '365.60')],
      [100, [40, 'NI'], to(280, '156.16')],
      [112, [40, 'Total deductions'], to(280, '521.76')],
      [136, [40, 'Net pay'], to(280, '2478.24')],
    ],
  )
  expect(totals).toEqual(expectedTotals)
  expect(earnings?.map(([name]) => name)).toEqual(['Salary', 'Night allowance'])
  expect(parse.verified).toBe(true)
})

test('reads hours and rate from their columns', () => {
  const { parse } = read([
    ...head,
    [
      100,
      [40, 'Pay'],
      to(180, 'Hours'),
      to(230, 'Rate'),
      to(280, 'Amount'),
      [320, 'Deductions'],
      to(520, 'Amount'),
    ],
    [
      112,
      [40, 'Basic'],
      to(180, '37.5'),
      to(230, '20.0000'),
      to(280, '750.00'),
      [320, 'PAYE'],
      to(520, '50.00'),
    ],
    [124, [40, 'Gross pay'], to(280, '750.00'), [320, 'Total deductions'], to(520, '50.00')],
    [150, [320, 'Net pay'], to(520, '700.00')],
  ])
  const [line] = parse.submission?.income_information.earnings.earning_elements ?? []
  expect([line?.quantity, line?.rate, line?.is_fixed]).toEqual(['37.50', '20.00', false])
  expect(parse.verified).toBe(true)
})

test('reads the newest of two payslips in a file, with a warning and never verified', () => {
  const july = head.map((line): PageLine => [...line] as PageLine)
  july[1] = [50, [40, 'Employee'], [120, 'Ms Wilhelmina Oakapple'], [320, 'Pay date'], [420, '31 July 2025']]
  const rest: PageLine[] = [...payments, totalsRow, [180, [320, 'Net pay'], to(520, '2478.24')]]
  const { parse, totals } = read([...head, ...rest], [...july, ...rest])
  expect(parse.submission?.income_information.pay_date).toBe('2025-07-31')
  expect(totals).toEqual(expectedTotals)
  expect(parse.verified).toBe(false)
  expect(parse.warnings[0]).toContain('2 payslips')
})

test('returns no submission for a document that is not a payslip', () => {
  const bill = drawPages([
    [40, [40, 'Water bill']],
    [60, [40, 'Account number'], [200, '12345678']],
    [80, [40, 'Amount due'], to(300, '123.45')],
    [92, [40, 'VAT'], to(300, '20.00')],
  ])
  expect(parsePayslip(bill).submission).toBeNull()
  expect(parsePayslip([]).submission).toBeNull()
})

test('reads a summary with periods in rows and kinds of amounts in columns', () => {
  const { totals, year } = read([
    ...head,
    ...payments,
    [200, [140, 'Gross pay'], [240, 'Tax paid'], [340, 'NI paid'], [440, 'Net pay']],
    [212, [40, 'This period'], [140, '3000.00'], [240, '365.60'], [340, '156.16'], [440, '2478.24']],
    [224, [40, 'Year to date'], [140, '9000.00'], [240, '1096.60'], [340, '468.48'], [440, '7434.92']],
  ])
  expect(totals).toEqual(totalsWithoutDeductions)
  expect([year?.gross_pay, year?.total_tax_paid, year?.total_ni_paid, year?.net_pay]).toEqual([
    '9000.00',
    '1096.60',
    '468.48',
    '7434.92',
  ])
})

test('reads a plain total under each table, leader dots and a currency in letters', () => {
  const { totals, earnings, parse } = read([
    ...head,
    [100, [40, 'Earnings'], [320, 'Deductions']],
    [112, [40, 'Salary'], [80, '.................'], to(280, '2,900.00'), [320, 'PAYE'], to(520, '365.60')],
    [124, [40, 'On-call'], [80, '.................'], to(280, '100.00'), [320, 'NI'], to(520, '156.16')],
    [136, [40, 'Total'], to(280, '3,000.00'), [320, 'Total'], to(520, '521.76')],
    [160, [320, 'Nett pay'], [440, 'GBP'], to(520, '2,478.24')],
  ])
  expect(totals).toEqual(expectedTotals)
  expect(earnings?.map(([name]) => name)).toEqual(['Salary', 'On-call'])
  expect(parse.verified).toBe(true)
})

test('reads amounts printed before their labels, and a name in two fields', () => {
  const { totals, earnings, deductions, parse } = read([
    [30, [40, 'Brindlewick Ledger Services Ltd']],
    [50, [40, 'Surname'], [120, 'Oakapple'], [320, 'Forename'], [420, 'Wilhelmina']],
    [62, [40, 'Date paid'], [120, '30/06/2025'], [320, 'Tax code'], [420, '1257L']],
    [74, [40, 'Date of birth'], [120, '01/02/1990'], [320, 'Start date'], [420, '03/04/2019']],
    [112, [40, '3,000.00'], [100, 'Salary']],
    [124, [40, '3,000.00'], [100, 'Gross pay']],
    [136, [40, '365.60'], [100, 'PAYE']],
    [148, [40, '156.16'], [100, 'NI']],
    [160, [40, '521.76'], [100, 'Total deductions']],
    [172, [40, '2,478.24'], [100, 'Net pay']],
  ])
  expect(totals).toEqual(expectedTotals)
  expect([earnings, deductions]).toEqual([[['Salary', '3000.00']], [tax, ni]])
  expect(parse.submission?.identity_information).toMatchObject({
    name: 'Wilhelmina Oakapple',
    date_of_birth: '1990-02-01',
  })
  expect(parse.submission?.employment_information.start_date).toBe('2019-04-03')
})

test('does not verify an unknown deduction if tax or National Insurance is missing', () => {
  const { parse, totals } = read([
    ...head,
    [100, [40, 'Earnings'], to(280, 'Amount'), [320, 'Deductions'], to(520, 'Amount')],
    [112, [40, 'Salary'], to(280, '3,000.00'), [320, 'PAYE'], to(520, '365.60')],
    [124, [320, 'Zork'], to(520, '156.16')],
    [136, [40, 'Gross pay'], to(280, '3,000.00'), [320, 'Total deductions'], to(520, '521.76')],
    [160, [320, 'Net pay'], to(520, '2,478.24')],
  ])
  expect(totals).toEqual(expectedTotals)
  expect(parse.verified).toBe(false)
})

test('leaves amounts without a line of their own null', () => {
  const { parse } = read([
    ...head,
    [100, [40, 'Payments'], to(280, 'Amount'), [320, 'Deductions'], to(520, 'Amount')],
    [112, [40, 'Sunday hours'], to(280, '3,000.00'), [320, 'PAYE'], to(520, '365.60')],
    [124, [320, 'NI'], to(520, '156.16')],
    [136, [40, 'Gross pay'], to(280, '3,000.00'), [320, 'Total deductions'], to(520, '521.76')],
    [160, [320, 'Net pay'], to(520, '2,478.24')],
  ])
  const income = parse.submission?.income_information
  expect([income?.earnings.base_salary, income?.earnings.bonus]).toEqual([null, null])
  expect([income?.deductions.employee_pension, income?.deductions.loan_deductions]).toEqual([null, null])
})

test('reads year-to-date amounts with their captions below them', () => {
  const { year } = read([
    ...head,
    ...payments,
    [148, [40, 'Gross pay'], to(280, '3000.00'), [320, 'Total deductions'], to(520, '521.76')],
    [172, [320, 'Net pay'], to(520, '2478.24')],
    [212, [40, '9000.00'], [220, '1096.60'], [400, '468.48']],
    [220, [40, 'Gross pay to date'], [220, 'Tax to date'], [400, 'NI to date']],
    [236, [40, '2999.00'], [220, '414.00']],
    [244, [40, 'Taxable pay this month'], [220, 'Employer NI this month']],
  ])
  expect([year?.gross_pay, year?.total_tax_paid, year?.total_ni_paid]).toEqual([
    '9000.00',
    '1096.60',
    '468.48',
  ])
  expect(year?.total_taxable_earnings).toBeNull()
})

test('reads bilingual labels and Welsh lines', () => {
  const { totals, parse } = read([
    ...head,
    [100, [40, 'Taliadau / Payments'], to(280, 'Swm'), [320, 'Didyniadau / Deductions'], to(520, 'Swm')],
    [112, [40, 'Cyflog Sylfaenol'], to(280, '3,000.00'), [320, 'Treth Incwm'], to(520, '365.60')],
    [124, [320, 'Yswiriant Gwladol'], to(520, '156.16')],
    [136, [40, 'Cyflog gros'], to(280, '3,000.00'), [320, 'Cyfanswm didyniadau'], to(520, '521.76')],
    [160, [320, 'Cyflog net'], to(520, '2,478.24')],
  ])
  expect(totals).toEqual(expectedTotals)
  const income = parse.submission?.income_information
  expect([income?.deductions.income_tax, income?.deductions.employee_ni]).toEqual(['365.60', '156.16'])
  expect(income?.earnings.base_salary).toBe('3000.00')
})

test('reads the year to date below dashes that stand for zero', () => {
  const { year, totals, parse } = read([
    ...head,
    [100, [40, 'Element'], to(300, 'This pay £'), to(420, 'Year to date £')],
    [112, [40, "Director's salary"], to(300, '1,047.50'), to(420, '8,380.00')],
    [124, [40, 'GROSS PAY'], to(300, '1,047.50'), to(420, '8,380.00')],
    [136, [40, 'Income tax'], to(300, '-'), to(420, '-')],
    [148, [40, 'Employee NIC'], to(300, '-'), to(420, '-')],
    [160, [40, 'TOTAL DEDUCTIONS'], to(300, '-'), to(420, '-')],
    [172, [40, 'NET PAY'], to(300, '1,047.50'), to(420, '8,380.00')],
  ])
  expect(totals).toEqual(['1047.50', null, '1047.50'])
  expect(year).toMatchObject({ gross_pay: '8380.00', net_pay: '8380.00' })
  expect(parse.checks.find(({ name }) => name === 'agreement')?.isPassed).toBe(true)
})

const carer: PageLine[] = [
  [30, [40, 'Brindlewick Homecare'], [400, 'Fortnightly pay statement']],
  [50, [40, 'Carer:'], [120, 'Osric Tarnowski'], [320, 'Payment due:'], [420, '13/06/2025']],
  [62, [40, 'Tax code:'], [120, '1257L'], [320, 'Paid into:'], [420, 'Account ****3367']],
  [100, [40, 'Item'], to(180, 'Quantity'), to(240, 'Rate £'), to(300, 'Amount £')],
]
const footer: PageLine = [800, [60, 'Brindlewick Homecare, 2 Quay Road, Poole BH15 4AB']]

test('reads a list of signed amounts below the account to which the pay goes', () => {
  const { totals, earnings, deductions, parse } = read([
    ...carer,
    [112, [40, 'Basic hours'], to(180, '60.00'), to(240, '12.50'), to(300, '+750.00')],
    [124, [40, 'Travel time'], to(180, '6.00'), to(240, '12.50'), to(300, '+75.00')],
    [140, [40, 'Gross'], to(300, '825.00')],
    [152, [40, 'PAYE tax'], to(300, '-68.20')],
    [164, [40, 'National Insurance'], to(300, '-27.28')],
    [180, [40, 'Take-home pay'], to(300, '£729.52')],
    footer,
  ])
  expect(totals).toEqual(['825.00', null, '729.52'])
  expect(earnings).toEqual([
    ['Basic hours', '750.00'],
    ['Travel time', '75.00'],
  ])
  expect(deductions).toEqual([
    ['PAYE tax', '68.20'],
    ['National Insurance', '27.28'],
  ])
  const identity = parse.submission?.identity_information
  expect([identity?.name, identity?.address]).toEqual(['Osric Tarnowski', null])
})

test('takes tax with a plus sign below the gross pay as a refund', () => {
  const { totals, parse } = read([
    ...carer,
    [112, [40, 'Basic hours'], to(180, '20.00'), to(240, '12.50'), to(300, '+250.00')],
    [140, [40, 'Gross'], to(300, '250.00')],
    [152, [40, 'PAYE tax'], to(300, '+47.40')],
    [164, [40, 'National Insurance'], to(300, '0.00')],
    [180, [40, 'Take-home pay'], to(300, '£297.40')],
  ])
  expect(totals).toEqual(['250.00', null, '297.40'])
  expect(parse.submission?.income_information.deductions.income_tax).toBe('-47.40')
  expect(parse.checks.find(({ name }) => name === 'net')?.isPassed).toBe(true)
})

test('reads a description in brackets and a pay date that are broken over two lines', () => {
  const { earnings, parse } = read([
    [30, [40, 'Brindlewick Ledger Services Ltd']],
    [50, [40, 'Employee'], [120, 'Ms Wilhelmina Oakapple'], [320, 'Pay date'], [420, 'Monday 30 June']],
    [60, [420, '2025']],
    [72, [40, 'NI number'], [120, 'QQ123456C'], [320, 'Week ending'], [420, '28/06/2025']],
    [100, [40, 'Description'], to(300, 'Amount')],
    [112, [40, 'Basic pay (National'], to(300, '2,000.00')],
    [122, [40, 'Minimum Wage)']],
    [132, [40, 'Holiday pay'], to(300, '1,000.00')],
    [142, [40, 'PAYE'], to(300, '-365.60')],
    [152, [40, 'NI'], to(300, '-156.16')],
    [184, [40, 'Net pay'], to(300, '2,478.24')],
  ])
  expect(earnings).toEqual([
    ['Basic pay (National Minimum Wage)', '2000.00'],
    ['Holiday pay', '1000.00'],
  ])
  expect(parse.submission?.income_information.pay_date).toBe('2025-06-30')
})

test.each(['Post', 'Job no.', 'Assignment', 'Cost centre', 'Grade', 'Code', 'Wk'])(
  'reads no quantity from a column of numbers titled %s',
  (title) => {
    const { parse } = read([
      ...head,
      [100, [40, 'Payments'], [180, title], to(300, 'Units'), to(360, 'Rate'), to(420, 'Amount')],
      [112, [40, 'Basic pay'], [180, '1'], to(420, '2,812.06')],
      [124, [40, 'SEN allowance'], [180, '02'], to(420, '121.64')],
      [136, [40, 'Additional hours'], [180, '1'], to(300, '5.00'), to(360, '13.26'), to(420, '66.30')],
      [148, [40, 'Gross pay'], to(420, '3,000.00')],
      [172, [40, 'Deductions'], to(420, 'Amount')],
      [184, [40, 'PAYE'], to(420, '365.60')],
      [196, [40, 'NI'], to(420, '156.16')],
      [208, [40, 'Net pay'], to(420, '2,478.24')],
    ])
    const quantities = parse.submission?.income_information.earnings.earning_elements.map(
      (line) => line.quantity,
    )
    expect(quantities).toEqual([null, null, '5.00'])
    expect(parse.checks.find(({ name }) => name === 'units')?.isPassed).toBe(true)
  },
)
