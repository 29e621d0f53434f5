import { expect, test } from 'vitest'
import { drawPages, type PageLine, type Piece, to } from '../../../test/extraction/payslip-page.ts'
import { parsePayslip } from './parse.ts'

// Payslips of HR systems: a summary of totals above many small tables with the columns Amount and YTD.

const head: PageLine[] = [
  [30, [40, 'Brindlewick Ledger Services Ltd']],
  [
    50,
    [40, 'Name'],
    [180, 'NI Number'],
    [290, 'Pay Period Begin'],
    [380, 'Pay Period End'],
    [470, 'Pay Date'],
  ],
  [
    62,
    [40, 'Wilhelmina Oakapple'],
    [180, 'QQ123456C'],
    [290, '01/06/2025'],
    [380, '30/06/2025'],
    [470, '30/06/2025'],
  ],
  [76, [40, 'Tax Code']],
  [88, [40, '1257L']],
]

const summary: PageLine[] = [
  [
    110,
    to(215, 'Gross Pay'),
    to(305, 'Pre Tax Deductions'),
    to(395, 'Statutory Deductions'),
    to(485, 'Post Tax Deductions'),
    to(565, 'Net Pay'),
  ],
  [
    122,
    [40, 'Current'],
    to(215, '2,400.00'),
    to(305, '120.00'),
    to(395, '392.40'),
    to(485, '15.00'),
    to(565, '1,872.60'),
  ],
  [
    134,
    [40, 'YTD'],
    to(215, '7,000.00'),
    to(305, '350.00'),
    to(395, '1,130.00'),
    to(485, '45.00'),
    to(565, '5,475.00'),
  ],
]

const columns = (y: number, title: string, year: string): PageLine => [
  y,
  [40, 'Description'],
  to(215, title),
  to(295, year),
  [310, 'Description'],
  to(480, title),
  to(565, year),
]

const earnings: PageLine[] = [
  [160, [290, 'Earnings']],
  [
    172,
    [40, 'Description'],
    [180, 'Dates'],
    to(345, 'Hours'),
    to(410, 'Rate'),
    to(485, 'Amount'),
    to(565, 'YTD'),
  ],
  [184, [40, 'Salary'], to(485, '2,000.00'), to(565, '6,000.00')],
  [
    196,
    [40, 'Overtime'],
    [180, '16/06/2025 - 30/06/2025'],
    to(345, '10.00'),
    to(410, '15.0000'),
    to(485, '150.00'),
    to(565, '400.00'),
  ],
  [208, [40, 'Quarterly Bonus'], to(485, '250.00'), to(565, '600.00')],
  [220, [40, 'Earnings'], to(485, '2,400.00'), to(565, '7,000.00')],
]

const deductions: PageLine[] = [
  [250, [120, 'Statutory Deductions'], [395, 'Pre Tax Deductions']],
  columns(262, 'Amount', 'YTD'),
  [
    274,
    [40, 'Income Tax'],
    to(215, '246.00'),
    to(295, '705.00'),
    [310, 'Pension EE'],
    to(480, '120.00'),
    to(565, '350.00'),
  ],
  [
    286,
    [40, 'Employee NI'],
    to(215, '146.40'),
    to(295, '425.00'),
    [310, 'Pre Tax Deductions'],
    to(480, '120.00'),
    to(565, '350.00'),
  ],
  [298, [40, 'Statutory Deductions'], to(215, '392.40'), to(295, '1,130.00')],
  [330, [120, 'Post Tax Deductions'], [395, 'Taxable Wages']],
  columns(342, 'Amount', 'YTD'),
  [
    354,
    [40, 'Sharesave'],
    to(215, '15.00'),
    to(295, '45.00'),
    [310, 'Tax - Taxable Wages'],
    to(480, '2,280.00'),
    to(565, '6,650.00'),
  ],
  [
    366,
    [40, 'Post Tax Deductions'],
    to(215, '15.00'),
    to(295, '45.00'),
    [310, 'NI - Taxable Wages'],
    to(480, '2,400.00'),
    to(565, '7,000.00'),
  ],
]

const read = (...lines: PageLine[]) => {
  const income = parsePayslip(drawPages(lines)).submission?.income_information
  return {
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
  }
}

const all = read(...head, ...summary, ...earnings, ...deductions)

test('reads rows with and without dates in a column of dates', () => {
  expect(all.earnings).toEqual([
    ['Salary', null, null, '2000.00'],
    ['Overtime', '10.00', '15.00', '150.00'],
    ['Quarterly Bonus', null, null, '250.00'],
  ])
  expect(all.income?.earnings).toMatchObject({
    gross_pay: '2400.00',
    base_salary: '2000.00',
    bonus: '250.00',
  })
})

test('takes the subtotals of several tables of deductions neither for deductions nor for their total', () => {
  expect(all.deductions).toEqual([
    ['Income Tax', '246.00'],
    ['Pension EE', '120.00'],
    ['Employee NI', '146.40'],
    ['Sharesave', '15.00'],
  ])
  expect(all.income?.deductions).toMatchObject({
    income_tax: '246.00',
    employee_ni: '146.40',
    employee_pension: '120.00',
    total_deductions: null,
  })
})

test('reads the pay to date from a table of taxable wages', () => {
  expect(all.income?.earnings.year_to_date).toMatchObject({
    gross_pay: '7000.00',
    net_pay: '5475.00',
    total_tax_paid: '705.00',
    total_ni_paid: '425.00',
    total_taxable_earnings: '6650.00',
  })
})

test('prefers the named start and end of the period to the dates of a starter in the first row', () => {
  const ofStarter = earnings.map((line): PageLine => {
    const [y, first, ...others] = line
    return y === 184 ? [y, first as Piece, [180, '16/06/2025 - 30/06/2025'], ...others] : line
  })
  const { income } = read(...head, ...summary, ...ofStarter, ...deductions)
  expect(income).toMatchObject({ pay_interval_start: '2025-06-01', pay_interval_end: '2025-06-30' })
})

const listWithCodes = (codes: string[]): PageLine[] => [
  [100, [40, 'Payments'], to(300, 'Amount'), [320, 'Deductions'], to(540, 'Amount')],
  [112, [40, `${codes[0]} Basic`], to(300, '2,000.00'), [320, `${codes[1]} PAYE`], to(540, '190.00')],
  [
    124,
    [40, `${codes[2]} Shift allowance`],
    to(300, '400.00'),
    [320, `${codes[3]} Pension`],
    to(540, '120.00'),
  ],
  [148, [40, 'Total payments'], to(300, '2,400.00'), [320, 'Total deductions'], to(540, '310.00')],
  [170, [320, 'Net pay'], to(540, '2,090.00')],
]

test('leaves out a column of payroll codes of letters and digits', () => {
  const {
    income,
    earnings: lines,
    deductions: deducted,
  } = read(...head, ...listWithCodes(['001', 'T01', '030', 'P20']))
  expect(lines?.map(([name]) => name)).toEqual(['Basic', 'Shift allowance'])
  expect(deducted?.map(([name]) => name)).toEqual(['PAYE', 'Pension'])
  expect(income?.deductions).toMatchObject({ income_tax: '190.00', employee_pension: '120.00' })
})

test('keeps a code that begins only some descriptions', () => {
  const { earnings: lines } = read(...head, ...listWithCodes(['B12', 'T01', 'Night', 'P20']))
  expect(lines?.map(([name]) => name)).toEqual(['B12 Basic', 'Night Shift allowance'])
})

test('keeps a deduction that is named like its table and equals the one above it', () => {
  const { deductions: deducted } = read(
    ...head,
    [100, [40, 'Payments']],
    [112, [40, 'Basic'], to(300, '2,400.00')],
    [124, [40, 'Gross pay'], to(300, '2,400.00')],
    [148, [40, 'Tax'], to(300, 'Amount')],
    [160, [40, 'Income tax'], to(300, '270.40')],
    [172, [40, 'National Insurance'], to(300, '108.16')],
    [196, [40, 'Loans'], to(300, 'Amount')],
    [208, [40, 'Cycle scheme'], to(300, '40.00')],
    [220, [40, 'Loans'], to(300, '40.00')],
    [244, [40, 'Net pay'], to(300, '1,941.44')],
  )
  expect(deducted?.slice(-2)).toEqual([
    ['Cycle scheme', '40.00'],
    ['Loans', '40.00'],
  ])
})

test('does not join two descriptions whose amounts are behind dates', () => {
  const dates: Piece = [180, '01/06/2025 - 30/06/2025']
  const { income } = read(
    ...head,
    ...summary,
    [160, [290, 'Earnings']],
    [
      172,
      [40, 'Description'],
      [180, 'Dates'],
      to(345, 'Hours'),
      to(410, 'Rate'),
      to(485, 'Amount'),
      to(565, 'YTD'),
    ],
    [183, [40, 'Salary'], dates, to(485, '2,000.00'), to(565, '6,000.00')],
    [194, [40, 'Quarterly Bonus'], dates, to(485, '250.00'), to(565, '600.00')],
    [
      205,
      [40, 'On Call Standby'],
      dates,
      to(345, '10.00'),
      to(410, '15.0000'),
      to(485, '150.00'),
      to(565, '400.00'),
    ],
    [217, [40, 'Total Earnings'], to(485, '2,400.00'), to(565, '7,000.00')],
    ...deductions,
  )
  expect(income?.earnings.earning_elements.map(({ description }) => description)).toEqual([
    'Salary',
    'Quarterly Bonus',
    'On Call Standby',
  ])
})

test('reads titles at the left edge of columns whose numbers are at the right edge, above the net pay', () => {
  const { submission } = parsePayslip(
    drawPages([
      ...head,
      [120, [40, 'Description'], to(540, 'Amount')],
      [132, [40, 'Salary'], to(540, '3,000.00')],
      [144, [40, 'Gross pay'], to(540, '3,000.00')],
      [170, [40, 'Deductions from your pay']],
      [182, [40, 'Description'], [200, 'This month'], [370, 'Year to date']],
      [194, [40, 'Tax (PAYE)'], to(350, '365.60'), to(540, '1,096.80')],
      [206, [40, "Employee's National Insurance"], to(350, '156.16'), to(540, '468.48')],
      [218, [40, 'Total deductions'], to(350, '521.76')],
      [230, [40, 'Taxable pay'], to(540, '9,000.00')],
      [260, [40, 'Take home pay'], [140, '£2,478.24']],
    ]),
  )
  const income = submission?.income_information
  expect(income?.deductions).toMatchObject({ income_tax: '365.60', employee_ni: '156.16' })
  expect(income?.earnings.year_to_date).toMatchObject({
    total_tax_paid: '1096.80',
    total_ni_paid: '468.48',
    total_taxable_earnings: '9000.00',
  })
})

test.each(['Total', 'Employee Taxes'])(
  'does not take %s below the taxes for the total of deductions',
  (label) => {
    const { income, deductions: lines } = read(
      ...head,
      [120, [40, 'Earnings'], [310, 'Employee Taxes']],
      [
        132,
        [40, 'Description'],
        to(215, 'Amount'),
        to(295, 'YTD'),
        [310, 'Description'],
        to(480, 'Amount'),
        to(565, 'YTD'),
      ],
      [
        144,
        [40, 'Salary'],
        to(215, '2,400.00'),
        to(295, '7,000.00'),
        [310, 'Income Tax'],
        to(480, '246.00'),
        to(565, '705.00'),
      ],
      [
        156,
        [40, 'Total'],
        to(215, '2,400.00'),
        to(295, '7,000.00'),
        [310, 'Employee NI'],
        to(480, '146.40'),
        to(565, '425.00'),
      ],
      [168, [310, label], to(480, '392.40'), to(565, '1,130.00')],
      [200, [40, 'Net Pay'], to(215, '2,007.60')],
    )
    expect(lines).toEqual([
      ['Income Tax', '246.00'],
      ['Employee NI', '146.40'],
    ])
    expect(income?.deductions.total_deductions).toBe(null)
  },
)

test.each(['Wage type text', 'Lohnart'])('reads a list with a year column below the title %s', (title) => {
  const { income, deductions: lines } = read(
    ...head,
    [
      120,
      [40, 'WT'],
      [80, title],
      to(300, 'Number'),
      to(360, 'Rate'),
      to(450, 'Amount GBP'),
      to(540, 'YTD GBP'),
    ],
    [132, [40, '1000'], [80, 'Basic pay'], to(450, '3,000.00'), to(540, '9,000.00')],
    [
      144,
      [40, '2310'],
      [80, 'Standby'],
      to(300, '2.00'),
      to(360, '50.00'),
      to(450, '100.00'),
      to(540, '250.00'),
    ],
    [156, [40, '/101'], [80, 'Total gross'], to(450, '3,100.00'), to(540, '9,250.00')],
    [180, [40, '/401'], [80, 'Tax deduction'], to(454, '385.60-'), to(544, '1,102.40-')],
    [192, [40, '/421'], [80, 'NI contribution EE'], to(454, '164.16-'), to(544, '477.12-')],
    [204, [40, '/110'], [80, 'Total deductions'], to(454, '549.76-')],
    [216, [40, '/559'], [80, 'Bank transfer'], to(450, '2,550.24')],
  )
  expect(lines).toEqual([
    ['Tax deduction', '385.60'],
    ['NI contribution EE', '164.16'],
  ])
  expect(income?.earnings).toMatchObject({
    gross_pay: '3100.00',
    net_pay: '2550.24',
    year_to_date: { gross_pay: '9250.00', total_tax_paid: '1102.40', total_ni_paid: '477.12', net_pay: null },
  })
})

test.each([
  ['Amount', 'Year to date', 'Employer cost'],
  ['Amount', 'Employer contribution', 'Year to date'],
  ['This period', 'Employer', 'To date'],
  ['Employee', 'Employer', 'YTD'],
])('reads the deductions below the columns %s, %s and %s', (...titles) => {
  const ofRow = (period: string, year: string, employer: string) =>
    titles.flatMap((title, n) => {
      const text = n === 0 ? period : /employer/i.test(title) ? employer : year
      return text === '' ? [] : [to(340 + 100 * n, text)]
    })
  const { submission, checks } = parsePayslip(
    drawPages([
      ...head,
      [100, [40, 'Payments']],
      [112, [40, 'Element'], to(540, 'Amount')],
      [124, [40, 'Salary'], to(540, '2,400.00')],
      [136, [40, 'Total payments'], to(540, '2,400.00')],
      [152, [40, 'Deductions']],
      [164, [40, 'Element'], ...titles.map((title, n) => to(340 + 100 * n, title))],
      [176, [40, 'PAYE tax'], ...ofRow('270.40', '780.20', '')],
      [188, [40, 'National Insurance'], ...ofRow('122.00', '350.00', '250.10')],
      [200, [40, 'LGPS pension'], ...ofRow('120.00', '360.00', '480.00')],
      [212, [40, 'Total deductions'], ...ofRow('512.40', '', '')],
      [240, [40, 'Net pay'], to(540, '1,887.60')],
    ]),
  )
  const { deductions, earnings } = submission?.income_information ?? {}
  expect(deductions?.employee_pension).toBe('120.00')
  expect(deductions?.income_tax).toBe('270.40')
  expect(deductions?.employee_ni).toBe('122.00')
  expect(earnings?.net_pay).toBe('1887.60')
  expect(checks).toContainEqual(expect.objectContaining({ name: 'net', isPassed: true }))
})

// One pair of columns for the whole page: earnings, deductions and net pay are separated by gaps and subtitles.

const listHead: PageLine[] = [
  [30, [40, 'Brindlewick Ledger Services Ltd']],
  [50, [40, 'Employee'], [120, 'Ms Wilhelmina Oakapple'], [320, 'Pay date'], [420, '31 July 2025']],
  [62, [40, 'NI number'], [120, 'QQ123456C'], [320, 'Tax code'], [420, '1257L']],
]

test.each<[string, Piece[]]>([
  [
    'This month £ and To date £',
    [to(300, 'Hours'), to(350, 'Rate'), to(430, 'This month £'), to(510, 'To date £')],
  ],
  ['centred titles', [to(300, 'Hours'), to(350, 'Rate'), [382, 'This pay'], [466, 'So far']]],
  [
    'This week (£) and Cumulative (£)',
    [to(300, 'Hours'), to(350, 'Rate'), to(430, 'This week (£)'), to(510, 'Cumulative (£)')],
  ],
  [
    'Now and Tax year to date',
    [to(300, 'Units'), to(350, 'Rate'), to(430, 'Now'), to(510, 'Tax year to date')],
  ],
])('reads the year below a subtitle in a list with the columns %s', (_name, titles) => {
  const parse = parsePayslip(
    drawPages([
      ...listHead,
      [100, ...titles],
      [
        112,
        [40, 'Hours worked'],
        to(300, '100.00'),
        to(350, '12.75'),
        to(430, '1,275.00'),
        to(510, '4,910.00'),
      ],
      [124, [40, 'Bank holiday'], to(300, '5.00'), to(350, '25.20'), to(430, '126.00'), to(510, '126.00')],
      [136, [40, 'Gross wage'], to(430, '1,401.00'), to(510, '5,036.00')],
      [162, [40, 'Less:']],
      [174, [40, 'Tax'], to(430, '70.60'), to(510, '168.00')],
      [186, [40, 'Nat Ins'], to(430, '28.24'), to(510, '67.52')],
      [198, [40, 'Total off'], to(430, '98.84'), to(510, '235.52')],
      [224, [40, 'Paid to you'], to(430, '1,302.16'), to(510, '4,800.48')],
    ]),
  )
  expect(parse.submission?.income_information).toMatchObject({
    earnings: {
      gross_pay: '1401.00',
      net_pay: '1302.16',
      year_to_date: {
        gross_pay: '5036.00',
        net_pay: '4800.48',
        total_tax_paid: '168.00',
        total_ni_paid: '67.52',
      },
    },
    deductions: { income_tax: '70.60', employee_ni: '28.24', total_deductions: '98.84' },
  })
})

test('reads the year in a column before that of the period, below a subtitle', () => {
  const parse = parsePayslip(
    drawPages([
      ...listHead,
      [100, [40, 'Your earnings'], to(430, 'Year to date'), to(510, 'This month')],
      [112, [40, 'Salary'], to(430, '8,004.00'), to(510, '2,001.00')],
      [124, [40, 'Gross pay'], to(430, '8,004.00'), to(510, '2,001.00')],
      [150, [40, 'What we took off']],
      [162, [40, 'Income tax'], to(430, '762.40'), to(510, '190.60')],
      [174, [40, 'National Insurance'], to(430, '304.96'), to(510, '76.24')],
      [186, [40, 'Total taken off'], to(430, '1,067.36'), to(510, '266.84')],
      [212, [40, 'Net pay'], to(430, '6,936.64'), to(510, '1,734.16')],
    ]),
  )
  expect(parse.submission?.income_information).toMatchObject({
    earnings: {
      gross_pay: '2001.00',
      net_pay: '1734.16',
      year_to_date: {
        gross_pay: '8004.00',
        net_pay: '6936.64',
        total_tax_paid: '762.40',
        total_ni_paid: '304.96',
      },
    },
    deductions: { income_tax: '190.60', employee_ni: '76.24', total_deductions: '266.84' },
  })
})

const statutoryRows = (y: number, x: number): PageLine[] => [
  [y, [x, 'Income Tax'], to(x + 175, '246.00'), to(x + 255, '705.00')],
  [y + 12, [x, 'National Insurance'], to(x + 175, '146.40'), to(x + 255, '425.00')],
  [y + 24, [x, 'Student Loan Plan 2'], to(x + 175, '12.00'), to(x + 255, '36.00')],
  [y + 36, [x, 'Statutory Deductions'], to(x + 175, '404.40'), to(x + 255, '1,166.00')],
]
const voluntaryRows = (y: number, x: number): PageLine[] => [
  [y, [x, 'Sports Club'], to(x + 175, '15.00'), to(x + 255, '45.00')],
  [y + 12, [x, 'Voluntary Deductions'], to(x + 175, '15.00'), to(x + 255, '45.00')],
]
const mergeLines = (...lines: PageLine[]): PageLine[] =>
  [...Map.groupBy(lines, ([y]) => y)].map(([y, ofLine]) => [
    y,
    ...ofLine.flatMap(([, ...pieces]) => pieces as Piece[]),
  ])
const payAndNet: PageLine[] = [
  [110, to(215, 'Gross Pay'), to(395, 'Deductions'), to(565, 'Net Pay')],
  [122, [40, 'Current'], to(215, '2,400.00'), to(395, '419.40'), to(565, '1,980.60')],
  [134, [40, 'YTD'], to(215, '7,000.00'), to(395, '1,211.00'), to(565, '5,789.00')],
]

const tableHead = (
  y: number,
  first: string | null,
  second: string | null,
  amount: string,
  firstAmount = amount,
): PageLine => [
  y,
  ...(first ? [[40, first] satisfies Piece] : []),
  to(215, firstAmount),
  to(295, 'YTD'),
  ...(second ? [[310, second] satisfies Piece] : []),
  to(485, amount),
  to(565, 'YTD'),
]

test.each([
  ['Description', 'Description', 'Amount'],
  ['Description', null, 'Current'],
  ['Item', 'Item', 'Amount'],
  ['Type', 'Type', 'Current'],
])('ends the column YTD of deductions where the next table begins: %s | %s | %s', (first, second, amount) => {
  const { deductions } = read(
    ...head,
    ...payAndNet,
    ...earnings,
    [250, [40, 'Statutory Deductions'], [310, 'Voluntary Deductions']],
    tableHead(262, first, second, amount),
    ...mergeLines(...statutoryRows(274, 40), ...voluntaryRows(274, 310)),
    // These labels begin below the column YTD.
    [324, [40, 'Taxable Wages'], [270, 'Employer Contributions']],
    [336, [40, 'Description'], to(180, 'Amount'), to(250, 'YTD'), [270, 'Description'], to(565, 'Amount')],
    [348, [40, 'Taxable Pay'], to(180, '2,400.00'), to(250, '7,000.00'), [270, 'NI ER'], to(565, '297.52')],
  )
  expect(deductions).toEqual([
    ['Income Tax', '246.00'],
    ['Sports Club', '15.00'],
    ['National Insurance', '146.40'],
    ['Student Loan Plan 2', '12.00'],
  ])
})

test.each([
  ['Description', 'Amount'],
  [null, 'Current'],
])(
  'reads deductions beside a table for information whose column titles are on the same line: %s | %s',
  (title, amount) => {
    const { deductions, income } = read(
      ...head,
      ...payAndNet,
      ...earnings,
      [250, [40, 'Employer Contributions'], [310, 'Statutory Deductions']],
      tableHead(262, title, title, amount),
      [
        274,
        [40, 'NI Employer'],
        to(215, '297.52'),
        [310, 'Income Tax'],
        to(485, '246.00'),
        to(565, '705.00'),
      ],
      [286, [310, 'National Insurance'], to(485, '146.40'), to(565, '425.00')],
      [298, [310, 'Total Statutory Deductions'], to(485, '392.40'), to(565, '1,130.00')],
      [322, [40, 'Taxable Balances'], [310, 'Post Tax Deductions']],
      tableHead(334, null, title, amount, 'Current'),
      ...mergeLines(
        [346, [40, 'Taxable Pay'], to(215, '2,400.00'), to(295, '7,000.00')],
        [358, [40, 'NI-able Pay'], to(215, '2,400.00'), to(295, '7,000.00')],
        [346, [310, 'Student Loan Plan 2'], to(485, '12.00'), to(565, '36.00')],
        [358, [310, 'Private Medical Partner'], to(485, '15.00'), to(565, '45.00')],
        [370, [310, 'Total Post Tax Deductions'], to(485, '27.00'), to(565, '81.00')],
      ),
    )
    expect(deductions).toEqual([
      ['Income Tax', '246.00'],
      ['National Insurance', '146.40'],
      ['Student Loan Plan 2', '12.00'],
      ['Private Medical Partner', '15.00'],
    ])
    expect(income?.deductions.loan_deductions).toBe('12.00')
  },
)
