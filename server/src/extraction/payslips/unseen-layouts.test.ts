import { expect, test } from 'vitest'
import { drawPages, head, type PageLine, to } from '../../../test/extraction/payslip-page.ts'
import { parsePayslip } from './parse.ts'

// Wording and positions of layouts that the parser was not written for. Arithmetic chooses between the readings.

const read = (...lines: PageLine[]) => {
  const { submission } = parsePayslip(drawPages(lines))
  const income = submission?.income_information
  return {
    name: submission?.identity_information.name,
    role: submission?.employment_information.role,
    employer: submission?.employment_information.employer_name,
    startDate: submission?.employment_information.start_date,
    income,
    earnings: income?.earnings.earning_elements.map(({ description, quantity, rate, amount }) => [
      description,
      quantity,
      rate,
      amount,
    ]),
    deductions: income?.deductions.deductions_elements.map(({ description, amount }) => [
      description,
      amount,
    ]),
    year: income?.earnings.year_to_date,
  }
}

const deductions: PageLine[] = [
  [160, [40, 'Deductions']],
  [172, [40, 'Income tax'], to(300, '37.20')],
  [184, [40, 'National Insurance'], to(300, '14.83')],
  [196, [40, 'Total deductions'], to(300, '52.03')],
]

test.each(['Hours', 'Units', 'Oriau / Hours'])(
  'reads a table with a row of %s and a row of rates',
  (hours) => {
    const { earnings } = read(
      ...head,
      [100, [40, 'PAY'], to(200, 'Day shifts'), to(300, 'Night shifts'), to(400, 'Gross pay')],
      [114, [40, hours], to(200, '30.00'), to(300, '20.00')],
      [128, [40, 'Rate'], to(200, '12.00'), to(300, '13.00')],
      [142, [40, 'This week'], to(200, '360.00'), to(300, '260.00'), to(400, '620.00')],
      ...deductions,
      [220, [40, 'Net pay'], to(300, '567.97')],
    )
    expect(earnings).toEqual([
      ['Day shifts', '30.00', '12.00', '360.00'],
      ['Night shifts', '20.00', '13.00', '260.00'],
    ])
  },
)

test.each(['March', 'Mar 2025', 'Week 14', 'Month 3'])('reads the column %s beside the year', (title) => {
  const { year, earnings } = read(
    ...head,
    [100, [40, 'What you earned']],
    [114, to(300, title), to(420, 'Tax year so far')],
    [130, [40, 'Salary'], to(300, '620.00'), to(420, '7,440.00')],
    [146, [40, 'Gross pay'], to(300, '620.00'), to(420, '7,440.00')],
    ...deductions,
    [220, [40, 'Hello Joan, you take home'], to(300, '567.97')],
  )
  expect(earnings?.map(([description, , , amount]) => [description, amount])).toEqual([['Salary', '620.00']])
  expect(year?.gross_pay).toBe('7440.00')
})

test.each(['DEDUCTN', 'DEDS', 'Off', 'Stopped'])('finds deductions below the unknown title %s', (title) => {
  const { deductions: lines, income } = read(
    ...head,
    [100, [40, 'DESCRIPTION'], to(240, 'PAYMENT'), to(320, title)],
    [114, [40, 'BASIC'], to(240, '620.00')],
    [128, [40, 'PAYE TAX'], to(320, '37.20')],
    [142, [40, 'NAT INSURANCE'], to(320, '14.83')],
    [156, [40, 'STAFF MEALS'], to(320, '12.50')],
    [170, [40, 'TOTALS'], to(240, '620.00'), to(320, '64.53')],
    [190, [40, 'NET PAY'], to(400, '555.47')],
    [210, [40, 'HOLIDAY HOURS LEFT'], to(240, '28.50')],
  )
  expect(lines).toContainEqual(['STAFF MEALS', '12.50'])
  expect(income?.deductions.total_deductions).toBe('64.53')
})

test('reads quantity and rate before the description, behind the amount and in rows of their own', () => {
  const rest: PageLine[] = [...deductions, [220, [40, 'Net pay'], to(300, '567.97')]]
  const expected = [['Calls', '50.00', '12.40', '620.00']]
  const before = read(
    ...head,
    [140, to(80, '50.00'), to(120, '12.40'), [130, 'Calls'], to(300, '620.00')],
    ...rest,
  )
  expect(before.earnings).toEqual(expected)
  const behind = read(...head, [140, [40, 'Calls'], to(300, '620.00'), [320, '50 hours at 12.40']], ...rest)
  expect(behind.earnings).toEqual(expected)
  const rows = read(
    ...head,
    [116, [40, 'Hours'], to(300, '50')],
    [128, [40, 'Per hour'], to(300, '£12.40')],
    [140, [40, 'Calls'], to(300, '£620.00')],
    [152, [40, 'Less tax'], to(300, '£37.20')],
    [164, [40, 'Less NI'], to(300, '£14.83')],
    [176, [40, 'To pay'], to(300, '£567.97')],
  )
  expect(rows.earnings).toEqual(expected)
})

test.each(['Gross for tax and NI', 'Sum of the above', 'Earned before stoppages'])(
  'takes the last row, %s, as the total that it equals',
  (label) => {
    const { income, earnings } = read(
      ...head,
      [100, [40, 'Payments']],
      [114, [40, 'Salary'], to(300, '500.00')],
      [128, [40, 'Allowance'], to(300, '120.00')],
      [142, [40, label], to(300, '620.00')],
      ...deductions,
      [220, [40, 'Net pay'], to(300, '567.97')],
    )
    expect(earnings).toHaveLength(2)
    expect(income?.earnings.gross_pay).toBe('620.00')
  },
)

test('reads captions below a row of year-to-date boxes, in two languages', () => {
  const { year } = read(
    ...head,
    [120, [40, 'Payments']],
    [140, [40, 'Salary'], to(300, '620.00')],
    ...deductions,
    [220, [40, 'Net pay'], to(300, '567.97')],
    [260, [40, 'Hyd yma eleni / This year to date']],
    [284, to(110, '2,480.00'), to(210, '148.80'), to(310, '59.32')],
    [295, [40, 'Tâl gros'], [140, 'Treth'], [240, 'YG']],
    [303, [40, 'Gross pay'], [140, 'Tax'], [240, 'NI']],
  )
  expect(year).toMatchObject({ gross_pay: '2480.00', total_tax_paid: '148.80', total_ni_paid: '59.32' })
})

test.each([
  ['So far this tax year: gross £2,480.00, tax £148.80, NI £59.32.'],
  ['Since 6 April: pay £2,480.00, tax £148.80, National Insurance £59.32.'],
  [
    'In this tax year you have had gross pay of £2,480.00 and paid tax of £148.80 and National Insurance of £59.32.',
  ],
  ['Since 6 April 2025 you have earned £2,480.00 from us and had £148.80 of tax and £59.32 of NI taken.'],
  ['So far this tax year you had £2,480.00 before deductions and we sent off £148.80 tax, £59.32 NI.'],
  ['Tax paid since 6 April 2025 in this job: £148.80 on pay of £2,480.00 and NI of £59.32.'],
])('reads the year to date in the sentence %s', (sentence) => {
  const { year } = read(
    ...head,
    [120, [40, 'Payments']],
    [140, [40, 'Salary'], to(300, '620.00')],
    ...deductions,
    [220, [40, 'Net pay'], to(300, '567.97')],
    [260, [40, sentence]],
  )
  expect(year).toMatchObject({ gross_pay: '2480.00', total_tax_paid: '148.80', total_ni_paid: '59.32' })
})

test('reads the year to date in sentences below a title', () => {
  const { year } = read(
    ...head,
    [120, [40, 'Payments']],
    [140, [40, 'Salary'], to(300, '620.00')],
    ...deductions,
    [220, [40, 'Net pay'], to(300, '567.97')],
    [260, [40, 'So far this tax year']],
    [272, [40, 'With this payslip we have paid you £2,480.00 before deductions. You have paid £148.80 tax,']],
    [281, [40, '£59.32 National Insurance and £31.00 into the scheme. We added £40.00 to the scheme too.']],
  )
  expect(year).toMatchObject({ gross_pay: '2480.00', total_tax_paid: '148.80', total_ni_paid: '59.32' })
})

test('reads no year to date where one amount is tax and National Insurance together', () => {
  const { year } = read(
    ...head,
    [120, [40, 'Payments']],
    [140, [40, 'Salary'], to(300, '620.00')],
    ...deductions,
    [220, [40, 'Net pay'], to(300, '567.97')],
    [
      260,
      [40, 'Since 6 April you have earned £2,480.00 and £208.12 of tax and National Insurance was taken.'],
    ],
  )
  expect(year).toMatchObject({ gross_pay: '2480.00', total_tax_paid: null, total_ni_paid: null })
})

const letter: PageLine[] = [
  [160, [40, 'Wages'], to(300, '£620.00')],
  [172, [40, 'Less income tax (code 1257L)'], to(300, '£37.20')],
  [184, [40, 'Less National Insurance'], to(300, '£14.83')],
  [196, [40, 'Pay in your bank'], to(300, '£567.97')],
]

test.each([
  ['Employee: Joan Oakapple, nanny', 'Joan Oakapple', 'nanny'],
  ['Employee: Joan Oakapple (gardener)', 'Joan Oakapple', 'gardener'],
  ['Nanny: Joan Oakapple', 'Joan Oakapple', 'Nanny'],
  ['Joan Oakapple · Product designer', 'Joan Oakapple', 'Product designer'],
  ['Pay statement for Joan Oakapple, Data Analyst, for the week', 'Joan Oakapple', 'Data Analyst'],
])('reads name and job title from %s', (line, name, role) => {
  const result = read([40, [40, 'Payslip from Mr & Mrs T. Fennel']], [60, [40, line]], ...letter)
  expect(result).toMatchObject({ name, role, employer: 'Mr & Mrs T. Fennel' })
  expect(result.income?.tax_code).toBe('1257L')
})

test('reads the name, job title and start of employment from a letter', () => {
  const result = read(
    [40, [40, 'Bramblewick Care Ltd']],
    [60, [40, 'Dear Joan Oakapple,']],
    [80, [40, 'Your pay as Senior Carer for the month is shown below; employed since 3 March 2021.']],
    ...letter,
  )
  expect(result).toMatchObject({ name: 'Joan Oakapple', role: 'Senior Carer', startDate: '2021-03-03' })
})

test('reads a job title below the name and a tax code without a label', () => {
  const result = read(
    [40, [40, 'Bramblewick Labs Ltd'], [380, 'Joan Oakapple']],
    [52, [380, 'Data Analyst']],
    [90, [40, 'Payslip']],
    [110, [40, 'S1257L']],
    [160, [40, 'Salary'], to(300, '£620.00')],
    [172, [40, 'Income tax'], to(300, '£37.20')],
    [184, [40, 'National Insurance'], to(300, '£14.83')],
    [196, [40, 'Net pay'], to(300, '£567.97')],
  )
  expect(result).toMatchObject({ name: 'Joan Oakapple', role: 'Data Analyst' })
  expect(result.income?.tax_code).toBe('S1257L')
})

test.each([
  ['above', 100, 114],
  ['below', 114, 102],
])('reads payments in boxes with captions %s the amounts', (_, captions, amounts) => {
  const rows = (first: number, values: PageLine[1][], second: PageLine[1][]): PageLine[] => [
    [captions + first, ...second],
    [amounts + first, ...values],
  ]
  const { earnings, income } = read(
    ...head,
    ...rows(
      0,
      [to(100, '500.00'), to(200, '120.00'), to(300, '620.00')],
      [
        [60, 'basic'],
        [160, 'tool money'],
        [260, 'GROSS'],
      ],
    ),
    ...rows(
      60,
      [to(100, '37.20'), to(200, '14.83'), to(300, '52.03')],
      [
        [60, 'income tax'],
        [160, 'ni'],
        [240, 'TOTAL OFF'],
      ],
    ),
    ...rows(
      120,
      [to(100, '567.97'), to(200, '2,480.00')],
      [
        [60, 'net pay'],
        [150, 'gross to date'],
      ],
    ),
  )
  expect(earnings?.map(([description, , , amount]) => [description, amount])).toEqual([
    ['basic', '500.00'],
    ['tool money', '120.00'],
  ])
  expect(income?.deductions.total_deductions).toBe('52.03')
})

test.each([
  ['Period', 'Month 11'],
  ['Tax period', 'Week 7'],
  ['Pay period', 'June 2025'],
])('does not take the fact %s %s for a table heading', (label, value) => {
  const { earnings } = read(
    ...head,
    [76, [40, label], [120, value]],
    [100, to(200, 'Hours'), to(260, 'Rate'), to(320, '£')],
    [112, [40, 'Salary'], to(320, '620.00')],
    [124, [40, 'Gross'], to(320, '620.00')],
    [136, [40, 'Less:']],
    [148, [40, 'Tax'], to(320, '37.20')],
    [160, [40, 'Nat. Ins.'], to(320, '14.83')],
    [172, [40, 'NET PAY'], to(320, '567.97')],
  )
  expect(earnings).toEqual([['Salary', null, null, '620.00']])
})

test("reads the employee's taxable pay below the employer's contributions", () => {
  const { year } = read(
    ...head,
    [100, [40, 'Earnings'], to(300, 'This period'), to(420, 'This tax year')],
    [112, [40, 'Salary'], to(300, '620.00'), to(420, '2,480.00')],
    [124, [40, 'Gross pay'], to(300, '620.00'), to(420, '2,480.00')],
    [140, [40, 'Deductions'], to(300, 'This period'), to(420, 'This tax year')],
    [152, [40, 'Income tax'], to(300, '37.20'), to(420, '148.80')],
    [164, [40, 'National Insurance'], to(300, '14.83'), to(420, '59.32')],
    [180, [40, 'Net pay'], to(300, '567.97'), to(420, '2,271.88')],
    [210, [45, 'What your employer also pays (not deducted from your pay)']],
    [222, [45, 'Employer National Insurance £30.45 · Employer pension £31.00']],
    [234, [45, 'Taxable pay this period £620.00 · Taxable pay this tax year £2,480.00']],
    [246, [45, 'Your NI this tax year £59.32 · Employer NI this tax year £121.80']],
  )
  expect(year).toMatchObject({ total_taxable_earnings: '2480.00', total_ni_paid: '59.32' })
})

test('finds an employer named after a street at the foot of the payslip', () => {
  const { employer } = read(
    ...head.slice(1),
    [100, [40, 'Salary'], to(300, '620.00')],
    ...deductions,
    [220, [40, 'Net pay'], to(300, '567.97')],
    [260, [40, 'Saffron Lane Surgery']],
  )
  expect(employer).toBe('Saffron Lane Surgery')
})

test.each(['Client', 'Client:'])('does not take the company beside %s for the employer', (label) => {
  const { employer } = read(
    ...head,
    [76, [40, label], [120, 'Tallis Rail Projects Ltd']],
    [100, [40, 'Salary'], to(300, '620.00')],
    ...deductions,
    [220, [40, 'Net pay'], to(300, '567.97')],
  )
  expect(employer).toBe('Brindlewick Ledger Services Ltd')
})

test('takes a row of a list without titles as the gross pay if it equals all rows above it', () => {
  const { income, earnings } = read(
    ...head,
    [100, [40, 'Basic hours'], to(300, '500.00')],
    [112, [40, 'Sleep-in shift'], to(300, '120.00')],
    [124, [40, 'Worked out'], to(300, '620.00')],
    [136, [40, 'PAYE tax'], to(300, '-37.20')],
    [148, [40, 'National Insurance'], to(300, '-14.83')],
    [160, [40, 'Uniform deposit'], to(300, '-5.00')],
    [172, [40, 'Take-home pay'], to(300, '562.97')],
  )
  expect(earnings).toHaveLength(2)
  expect(income?.earnings).toMatchObject({ gross_pay: '620.00', net_pay: '562.97' })
})

test('gives no gross pay that is only a sum which the net pay contradicts', () => {
  const { income } = read(
    ...head,
    [100, [40, 'Wages'], to(300, '620.00')],
    [112, [40, 'Zorvel'], to(300, '14.83')],
    [124, [40, 'PAYE tax'], to(300, '37.20')],
    [136, [40, 'Take-home pay'], to(300, '567.97')],
  )
  expect(income?.earnings).toMatchObject({ gross_pay: null, net_pay: '567.97' })
})

test('takes the label of the net pay for no title of the year-to-date amounts below it', () => {
  const { year } = read(
    ...head,
    [120, [40, 'Payments']],
    [140, [40, 'Salary'], to(300, '620.00')],
    ...deductions,
    [220, [40, 'Net pay'], to(300, '567.97')],
    [244, [40, 'To date'], [100, 'Gross pay'], [200, 'Tax'], [280, 'Zorvel']],
    [258, [40, 'Year'], [100, '2480.00'], [200, '148.80'], [280, '262.81']],
  )
  expect(year).toMatchObject({ gross_pay: '2480.00', net_pay: null, total_tax_paid: '148.80' })
})

test('takes the total below one of two tables of deductions for no total of all', () => {
  const { income } = read(
    ...head,
    [120, [40, 'Earnings'], to(300, 'This pay')],
    [132, [40, 'Salary'], to(300, '620.00')],
    [144, [40, 'Total'], to(300, '620.00')],
    [168, [40, 'Taxes'], to(300, 'This pay')],
    [180, [40, 'PAYE tax'], to(300, '37.20')],
    [192, [40, 'Total'], to(300, '37.20')],
    [216, [40, 'Deductions'], to(300, 'This pay')],
    [228, [40, 'Pension'], to(300, '14.83')],
    [240, [40, 'Total'], to(300, '14.83')],
    [264, [40, 'Zorvel'], to(300, '567.97')],
  )
  expect(income?.deductions.total_deductions ?? null).toBe(null)
})

test.each(['Annual salary / 12', 'Annual salary (1/12)', 'Annual pay ÷ 12'])(
  'reads %s as pay in a table of payments and deductions with signs',
  (label) => {
    const {
      income,
      earnings,
      deductions: lines,
    } = read(
      ...head,
      [100, [40, 'Description'], to(300, 'Amount'), to(400, 'Year to date')],
      [114, [40, label], to(300, '600.00'), to(400, '1,800.00')],
      [128, [40, 'Salary sacrifice pension'], to(300, '-30.00'), to(400, '-90.00')],
      [142, [40, 'Gross pay'], to(300, '570.00'), to(400, '1,710.00')],
      [156, [40, 'Income tax'], to(300, '-37.20'), to(400, '-111.60')],
      [170, [40, 'Give As You Earn'], to(300, '-10.00'), to(400, '-30.00')],
      [184, [40, 'Net pay'], to(300, '522.80'), to(400, '1,568.40')],
    )
    expect(earnings).toEqual([
      [label, null, null, '600.00'],
      ['Salary sacrifice pension', null, null, '-30.00'],
    ])
    expect(lines).toEqual([
      ['Income tax', '37.20'],
      ['Give As You Earn', '10.00'],
    ])
    expect(income?.deductions.employee_pension).toBeNull()
  },
)

test('reads a refund that exceeds the other deductions in two lists with unknown titles', () => {
  const { income, earnings } = read(
    ...head,
    [100, [100, 'Pay and more ( - = minus amount)'], [350, 'Taken (R indicates refund)']],
    [114, [40, 'Basic Pay'], to(300, '600.00'), [320, 'PAYE'], to(440, '69.60'), [446, 'R']],
    [128, [40, 'Maternity Reduction'], to(300, '-600.00'), [320, 'Pension'], to(440, '48.67')],
    [142, [40, 'SMP'], to(300, '748.72'), [320, 'Lottery'], to(440, '4.34')],
    [184, [320, 'Total payments'], to(440, '748.72')],
    [198, [320, 'Total deductions'], to(440, '-16.59')],
    [212, [320, 'Net pay'], to(440, '765.31')],
  )
  expect(earnings).toHaveLength(3)
  expect(income?.deductions).toMatchObject({
    income_tax: '-69.60',
    employee_pension: '48.67',
    total_deductions: '-16.59',
  })
})

test.each([
  ['This month', 'Tax year to date', '£4,950.00'],
  ['This period', 'Year to date', '£4,950.00'],
  ['This week', 'So far this year', '£4,950.00'],
  ['This period', 'Tax year to date', '–'],
])(
  'reads the only earning below a table title and the column titles %s and %s above %s',
  (period, year, first) => {
    const parse = parsePayslip(
      drawPages([
        ...head,
        [90, [40, 'What you earned']],
        [102, { to: 460, text: period }, { to: 550, text: year }],
        [118, [41, 'Salary (part month)'], to(460, '£1,650.00'), to(550, first)],
        [134, [41, 'Gross pay'], to(460, '£1,650.00'), to(550, '£4,950.00')],
        [160, [40, 'What we took off']],
        [172, { to: 460, text: period }, { to: 550, text: year }],
        [188, [41, 'Income Tax'], to(460, '£120.40'), to(550, '£361.20')],
        [204, [41, 'National Insurance'], to(460, '£48.16'), to(550, '£144.48')],
        [230, [40, 'Net pay'], to(460, '£1,481.44')],
      ]),
    )
    const { earnings, deductions } = parse.submission?.income_information ?? {}
    expect(earnings?.earning_elements?.map((line) => [line.description, line.amount])).toEqual([
      ['Salary (part month)', '1650.00'],
    ])
    expect(deductions?.deductions_elements?.map((line) => line.amount)).toEqual(['120.40', '48.16'])
    expect(earnings?.year_to_date).toMatchObject({ gross_pay: '4950.00', total_tax_paid: '361.20' })
  },
)
