import { expect, test } from 'vitest'
import { drawPages, head, type PageLine, to } from '../../../test/extraction/payslip-page.ts'
import { parsePayslip } from './parse.ts'

// Boxes with captions above or below them, bilingual captions, and totals without a label of their own.

const read = (...lines: PageLine[]) => {
  const { submission } = parsePayslip(drawPages(lines))
  const { employment_information: employment, income_information: income } = submission ?? {}
  return { employment, earnings: income?.earnings, deductions: income?.deductions }
}
const readAll = (...lines: PageLine[]) => {
  const { submission } = parsePayslip(drawPages(lines))
  return { employment: submission?.employment_information, income: submission?.income_information }
}
const payments: PageLine[] = [
  [100, [40, 'Payments'], to(280, 'Amount'), [320, 'Deductions'], to(520, 'Amount')],
  [112, [40, 'Salary'], to(280, '3000.00'), [320, 'PAYE'], to(520, '365.60')],
  [124, [320, 'NI'], to(520, '156.16')],
]
const netPay: PageLine = [160, [320, 'Net pay'], to(520, '2478.24')]

test('gives no total of deductions if none is printed', () => {
  const { deductions } = read(...head, ...payments, netPay)
  expect(deductions).toMatchObject({ income_tax: '365.60', total_deductions: null })
})

test('finds the total of deductions in a row of totals for two columns', () => {
  const totals: PageLine = [140, [40, 'Totals'], to(280, '3000.00'), to(520, '521.76')]
  expect(read(...head, ...payments, totals, netPay).deductions?.total_deductions).toBe('521.76')
})

test('does not take a repeated deduction for the total', () => {
  const { deductions } = read(
    ...head,
    ...payments.slice(0, 2),
    [160, [320, 'Net pay'], to(520, '2634.40')],
    [200, [40, 'Tax this period'], [180, 'Tax to date']],
    [212, [40, '365.60'], [180, '1,096.80']],
  )
  expect(deductions).toMatchObject({ income_tax: '365.60', total_deductions: null })
})

test('counts only student and postgraduate loans as loan deductions', () => {
  const { deductions } = read(
    ...head,
    ...payments,
    [136, [320, 'Student loan plan 2'], to(520, '33.00')],
    [148, [320, 'Season ticket loan'], to(520, '82.50')],
    [160, [320, 'Salary advance repaid'], to(520, '50.00')],
    [180, [320, 'Net pay'], to(520, '2312.74')],
  )
  expect(deductions?.loan_deductions).toBe('33.00')
  expect(deductions?.deductions_elements.map(({ type }) => type).slice(2)).toEqual([
    'StudentLoan',
    'Loan',
    'Loan',
  ])
})

test('reads an amount in a row of boxes with other facts', () => {
  const { earnings } = read(
    ...head,
    [76, [40, 'Tax week'], [120, 'PAYE reference'], [320, 'Taxable pay to date']],
    [86, [40, '12'], [120, '951/BL204'], [320, '9,000.00']],
    ...payments,
    netPay,
  )
  expect(earnings?.year_to_date?.total_taxable_earnings).toBe('9000.00')
})

test('reads bilingual captions below the values', () => {
  const { employment, earnings, deductions } = read(
    [30, [40, 'Cartref Brindlewick Cyf'], [400, 'SLIP CYFLOG / PAYSLIP']],
    [50, [40, 'Ms Wilhelmina Oakapple'], [240, 'QQ123456C'], [400, 'C1257L']],
    [58, [40, 'Enw / Name'], [240, 'Rhif YG / NI number'], [400, 'Cod treth / Tax code']],
    [76, [40, '30/06/2025'], [240, '951/BL204']],
    [84, [40, 'Dyddiad talu / Pay date'], [240, 'Cyf. TWE / PAYE ref.']],
    [100, [40, 'Taliadau / Payments'], [320, 'Didyniadau / Deductions']],
    [112, [40, 'Cyflog / Salary'], to(280, '3,000.00'), [320, 'Treth / Tax'], to(520, '365.60')],
    [124, [320, 'YG / NI'], to(520, '156.16')],
    [160, [60, '3,000.00'], [220, '521.76'], [420, '2,478.24']],
    [
      168,
      [40, 'Cyfanswm tâl / Gross pay'],
      [180, 'Cyfanswm didyniadau / Total deductions'],
      [400, 'TÂL CLIR / NET PAY'],
    ],
    [200, [40, 'Cyfansymiau hyd yma eleni / Totals this tax year to date']],
    [214, [50, '9,000.00'], [150, '1,096.80'], [250, '468.48'], [350, '900.00'], [470, '270.00']],
    [
      222,
      [40, 'Tâl / Gross'],
      [140, 'Treth / Tax'],
      [245, 'YG / NI'],
      [330, 'YG cyflogwr / Employer NI'],
      [450, 'Pensiwn cyflogwr /'],
    ],
    [230, [450, 'Employer pension']],
  )
  expect(employment?.employer_name).toBe('Cartref Brindlewick Cyf')
  expect([earnings?.gross_pay, deductions?.total_deductions, earnings?.net_pay]).toEqual([
    '3000.00',
    '521.76',
    '2478.24',
  ])
  expect(earnings?.year_to_date).toMatchObject({
    gross_pay: '9000.00',
    total_tax_paid: '1096.80',
    total_ni_paid: '468.48',
  })
})

test('reads pay to date as the gross pay of the year', () => {
  const { earnings } = read(
    ...head,
    ...payments,
    netPay,
    [190, [40, 'Pay to date'], to(280, '9,000.00')],
    [202, [40, 'Tax to date'], to(280, '1,096.80')],
  )
  expect(earnings?.year_to_date).toMatchObject({
    gross_pay: '9000.00',
    net_pay: null,
    total_tax_paid: '1096.80',
  })
})

test('reads captions in two languages above each other', () => {
  const { earnings } = read(
    ...head,
    ...payments,
    netPay,
    [200, [40, 'Cyfansymiau hyd yma / Totals to date']],
    [212, [60, 'Cyflog Gros'], [180, 'Trethadwy'], [300, 'Treth']],
    [219, [70, 'Gross'], [182, 'Taxable'], [302, 'Tax']],
    [234, [62, '9,000.00'], [180, '8,900.00'], [298, '1,096.80']],
  )
  expect(earnings).toMatchObject({
    gross_pay: '3000.00',
    year_to_date: { gross_pay: '9000.00', total_taxable_earnings: '8900.00', total_tax_paid: '1096.80' },
  })
})

test('reads a job title without the number of its post', () => {
  const post: PageLine = [76, [40, 'Post(s):'], [120, '01'], [136, 'Highways Officer']]
  expect(read(...head, post, ...payments, netPay).employment?.role).toBe('Highways Officer')
})

test('reads a job title on two lines above its caption', () => {
  const pages = drawPages([
    [30, [40, 'Brindlewick Ledger Services Ltd']],
    [50, [40, 'Ms Wilhelmina Oakapple'], [240, 'QQ123456C'], [400, '1257L']],
    [58, [40, 'Name'], [240, 'NI number'], [400, 'Tax code']],
    [76, [40, 'Senior Nurse'], [240, '30/06/2025'], [400, '951/BL204']],
    [84, [40, 'Manager'], [240, 'Pay date'], [400, 'PAYE reference']],
    [92, [40, 'Job title']],
    ...payments,
    netPay,
  ])
  // Values are in another typeface than captions.
  const values = new Set(['Senior', 'Nurse', 'Manager'])
  for (const word of pages[0]?.words ?? []) word.font = values.has(word.text) ? 'Bold' : 'Regular'
  expect(parsePayslip(pages).submission?.employment_information.role).toBe('Senior Nurse Manager')
})

test('reads captions behind the title of the year to date', () => {
  const { earnings } = read(
    ...head,
    ...payments,
    netPay,
    [200, [40, 'So far this tax year'], to(200, 'Pay'), to(280, 'Taxable'), to(360, 'Tax'), to(440, 'NI')],
    [212, to(200, '9,000.00'), to(280, '8,900.00'), to(360, '1,096.80'), to(440, '468.48')],
  )
  expect(earnings?.year_to_date).toMatchObject({
    gross_pay: '9000.00',
    total_taxable_earnings: '8900.00',
    total_tax_paid: '1096.80',
    total_ni_paid: '468.48',
  })
})

test('reads a year to date below both tables', () => {
  const { earnings, deductions } = read(
    ...head,
    ...payments,
    netPay,
    [200, [40, 'Year to date']],
    [212, [40, 'Gross pay'], to(280, '9,000.00'), [320, 'PAYE'], to(520, '1,096.80')],
    [224, [40, 'Taxable pay'], to(280, '8,900.00'), [320, 'NI'], to(520, '468.48')],
  )
  expect(earnings?.year_to_date).toMatchObject({
    gross_pay: '9000.00',
    total_taxable_earnings: '8900.00',
    total_tax_paid: '1096.80',
    total_ni_paid: '468.48',
  })
  expect(deductions).toMatchObject({ income_tax: '365.60', employee_ni: '156.16' })
})

test('reads a table with a row for each period and a column for each payment and deduction', () => {
  const { earnings, deductions } = read(
    ...head,
    [100, [120, 'Basic'], [190, 'Overtime'], [260, 'Gross'], [330, 'PAYE'], [400, 'NI'], [470, 'Net pay']],
    [
      112,
      [40, 'This month'],
      [120, '2,850.00'],
      [190, '150.00'],
      [260, '3,000.00'],
      [330, '365.60'],
      [400, '156.16'],
      [470, '2,478.24'],
    ],
    [
      124,
      [40, 'Year to date'],
      [120, '8,550.00'],
      [190, '450.00'],
      [260, '9,000.00'],
      [330, '1,096.80'],
      [400, '468.48'],
      [470, '7,434.72'],
    ],
  )
  expect(earnings?.earning_elements.map(({ description, amount }) => [description, amount])).toEqual([
    ['Basic', '2850.00'],
    ['Overtime', '150.00'],
  ])
  expect(earnings?.year_to_date?.gross_pay).toBe('9000.00')
  expect(deductions).toMatchObject({ income_tax: '365.60', employee_ni: '156.16' })
})

test('reads a column with the title Y.T.D.', () => {
  const { earnings } = read(
    ...head,
    [100, [40, 'Description'], to(310, 'Payments'), to(400, 'Deductions'), to(520, 'Y.T.D.')],
    [112, [40, 'Salary'], to(310, '3,000.00'), to(520, '9,000.00')],
    [124, [40, 'PAYE'], to(400, '365.60'), to(520, '1,096.80')],
    [136, [40, 'NI'], to(400, '156.16'), to(520, '468.48')],
    [148, [40, 'Totals'], to(310, '3,000.00'), to(400, '521.76')],
    [160, [40, 'Net pay'], to(310, '2,478.24')],
  )
  expect(earnings?.year_to_date).toMatchObject({ total_tax_paid: '1096.80', total_ni_paid: '468.48' })
})

test('reads deductions that continue the table of earnings below the gross pay', () => {
  const { employment, earnings, deductions } = read(
    ...head,
    [100, [40, 'Assignment'], [160, 'Client'], to(330, 'Hours'), to(390, 'Rate'), to(460, 'Pay')],
    [112, [40, 'Packing'], to(330, '40.00'), to(390, '12.80'), to(460, '512.00')],
    [124, [40, 'Total gross'], to(460, '512.00')],
    [136, [40, 'Tax'], to(460, '54.00')],
    [148, [40, 'Minibus'], to(460, '20.00')],
    [160, [40, 'Total deductions'], to(460, '74.00')],
    [172, [40, 'Net pay'], to(460, '438.00')],
  )
  expect(employment?.role).not.toBe('Client')
  expect(earnings?.earning_elements).toHaveLength(1)
  expect(deductions?.deductions_elements.map(({ description }) => description)).toEqual(['Tax', 'Minibus'])
})

test('reads the values of boxes that are not below their captions', () => {
  const { income } = readAll(
    [40, [40, 'Marrowdale Foods Ltd']],
    [60, [40, 'Employee'], [150, 'Pay date'], [260, 'NI number'], [400, 'Tax code']],
    [72, [80, 'Mrs Oriel Hough'], [195, '30/05/2025'], [320, 'QQ 12 34 56 C'], [450, 'K117']],
    ...payments,
    netPay,
  )
  expect([income?.tax_code, income?.pay_date]).toEqual(['K117', '2025-05-30'])
})

test('reads one table with a column of running totals', () => {
  const { earnings, deductions } = read(
    ...head,
    [
      100,
      [40, 'Entry'],
      to(250, 'Qty'),
      to(300, 'at'),
      to(360, 'Add'),
      to(440, 'Take off'),
      to(520, 'Running'),
    ],
    [112, [40, 'Ordinary hours'], to(250, '78'), to(300, '13.10'), to(360, '1,021.80'), to(520, '1,021.80')],
    [124, [40, 'Lambing bonus'], to(360, '150.00'), to(520, '1,171.80')],
    [136, [40, 'Gross'], to(520, '1,171.80')],
    [148, [40, 'Income tax'], to(440, '175.00'), to(520, '996.80')],
    [160, [40, 'House rent'], to(440, '74.62'), to(520, '922.18')],
    [180, [420, 'NET'], to(520, '£922.18')],
  )
  expect(earnings?.earning_elements.map(({ amount }) => amount)).toEqual(['1021.80', '150.00'])
  expect(deductions?.income_tax).toBe('175.00')
})

test('reads captions behind the words to date', () => {
  const { earnings } = read(
    ...head,
    ...payments,
    [
      140,
      [40, 'TO DATE:'],
      to(100, 'GROSS'),
      to(200, 'TAXABLE'),
      to(280, 'TAX'),
      to(340, 'NI EE'),
      to(480, 'NET PAY'),
    ],
    [
      152,
      to(100, '9,000.00'),
      to(200, '8,900.00'),
      to(280, '1,096.80'),
      to(340, '468.48'),
      to(480, '2,478.24'),
    ],
  )
  expect(earnings?.net_pay).toBe('2478.24')
  expect(earnings?.year_to_date).toMatchObject({
    gross_pay: '9000.00',
    total_taxable_earnings: '8900.00',
    total_tax_paid: '1096.80',
    total_ni_paid: '468.48',
  })
})

test('reads boxes below two centred titles', () => {
  const { earnings } = read(
    ...head,
    ...payments,
    [150, [130, 'YEAR TO DATE BALANCES'], [380, 'THIS PERIOD SUMMARY']],
    [162, [40, 'GROSS PAY'], [120, 'TAXABLE PAY'], [210, 'TAX PAID'], [320, 'TAXABLE PAY'], [420, 'NET PAY']],
    [174, to(110, '9000.00'), to(200, '8900.00'), to(290, '1096.80'), to(410, '2900.00'), to(510, '2478.24')],
  )
  expect(earnings?.net_pay).toBe('2478.24')
  expect(earnings?.year_to_date).toMatchObject({ gross_pay: '9000.00', total_taxable_earnings: '8900.00' })
})

test('reads a line of captions one of which has two lines', () => {
  const { earnings } = read(
    ...head,
    ...payments,
    netPay,
    [180, [40, 'Year to date']],
    [192, [40, 'Gross Pay'], [120, 'Taxable Pay'], [200, 'Tax'], [280, 'Employee NIC'], [360, 'Employee']],
    [201, [40, '£9,000.00'], [120, '£8,900.00'], [200, '£1,096.80'], [280, '£468.48'], [360, 'Pension']],
    [210, [360, '£100.00']],
    [230, [40, 'Your employer also paid NIC of'], [170, '£50.80'], [210, 'this month.']],
  )
  expect(earnings?.year_to_date).toMatchObject({ gross_pay: '9000.00', total_ni_paid: '468.48' })
})

test('reads amounts from sentences that consist of a label and an amount', () => {
  const { earnings, deductions } = read(...head, ...payments, netPay, [
    200,
    [40, 'Taxable pay to date £8,900.00. Taxes and deductions together 521.76. Refer a friend for £50.00.'],
  ])
  expect(earnings?.year_to_date?.total_taxable_earnings).toBe('8900.00')
  expect(deductions?.total_deductions).toBe('521.76')
})

test.each([
  'Last month the taxable pay to date was £8,900.00.',
  'Taxable pay to date £8,900.00 at your last employer.',
])('reads no amount from other sentences: %s', (sentence) => {
  const { earnings } = read(...head, ...payments, netPay, [200, [40, sentence]])
  expect(earnings?.year_to_date?.total_taxable_earnings ?? null).toBeNull()
})

test('reads all columns below a year-to-date title that ends a table without a name', () => {
  const { earnings } = read(
    ...head,
    [100, [40, 'CODE'], [80, 'DESCRIPTION'], to(300, 'RATE'), to(400, 'PAYMENTS'), to(500, 'DEDUCTIONS')],
    [112, [40, '1000'], [80, 'BASIC PAY'], to(400, '3,000.00')],
    [124, [40, '3000'], [80, 'INCOME TAX'], to(500, '365.60')],
    [136, [40, 'NET PAY TO BANK'], to(500, '2,634.40')],
    [160, [40, 'CUMULATIVES THIS TAX YEAR']],
    [172, [50, 'TOTAL GROSS'], to(190, '9,000.00'), [220, 'TAXABLE PAY'], to(350, '8,900.00')],
  )
  expect(earnings?.year_to_date).toMatchObject({ gross_pay: '9000.00', total_taxable_earnings: '8900.00' })
})

test('does not split a row of boxes below two panels', () => {
  const { earnings } = read(
    ...head,
    [101, [40, 'Reconciliation (not part of your pay)']],
    [113, [40, 'Company income'], to(240, '3,400.00')],
    [125, [40, "Employer's NI"], to(240, '-310.00')],
    [137, [40, 'Employer pension'], to(240, '-60.00')],
    [149, [40, 'Company margin'], to(240, '-30.00')],
    [161, [40, 'Available for gross pay'], to(240, '3,000.00')],
    [105, [270, 'Your pay']],
    [118, [270, 'Salary'], to(520, '3,000.00')],
    [130, [270, 'Gross pay'], to(520, '3,000.00')],
    [142, [270, 'Deductions']],
    [154, [270, 'PAYE tax'], to(520, '365.60')],
    [166, [270, 'Employee NI'], to(520, '156.16')],
    [178, [270, 'Net pay'], to(520, '2,478.24')],
    [210, [40, 'Year to date']],
    [
      222,
      [40, 'Gross pay'],
      [110, 'Taxable pay'],
      [190, 'PAYE tax'],
      [290, 'Employee NI'],
      [400, 'Employer NI'],
    ],
    [234, [40, '9,000.00'], [110, '9,000.00'], [190, '1,096.80'], [290, '468.48'], [400, '930.00']],
    [
      300,
      [
        40,
        'The company income is paid by the agency to us. It is not your rate of pay, and never was your pay.',
      ],
    ],
  )
  expect(earnings?.year_to_date).toMatchObject({ total_tax_paid: '1096.80', total_ni_paid: '468.48' })
})

test('does not separate the hours of a row from its rate by an address below the table', () => {
  const { earnings } = read(
    ...head,
    [
      100,
      [40, 'Payments'],
      to(160, 'Units'),
      to(220, 'Rate'),
      to(280, 'Amount'),
      [320, 'Deductions'],
      to(520, 'Amount'),
    ],
    [112, [40, 'Salary'], to(280, '2948.00'), [320, 'PAYE'], to(520, '365.60')],
    [124, [40, 'Nights'], to(160, '8.00'), to(220, '6.50'), to(280, '52.00'), [320, 'NI'], to(520, '156.16')],
    [150, [320, 'This period']],
    [163, [320, 'Total gross pay'], to(520, '3000.00')],
    [176, [320, 'Gross for tax'], to(520, '3000.00')],
    [189, [320, 'Earnings for NI'], to(520, '3000.00')],
    [202, [320, 'Net pay'], to(520, '2478.24')],
    [157, [45, 'Mr N Achter']],
    [168, [45, '5 Dock View']],
    [181, [45, 'Hull']],
    [194, [45, 'HU9 1TX']],
  )
  expect(
    earnings?.earning_elements.map(({ description, quantity, rate }) => [description, quantity, rate]),
  ).toEqual([
    ['Salary', null, null],
    ['Nights', '8.00', '6.50'],
  ])
})

test('reads an amount beside facts whose captions are below them', () => {
  const { employment, earnings } = read(
    [30, [40, 'Brindlewick Ledger Services Ltd']],
    [50, [40, 'Ms Wilhelmina Oakapple'], [200, '70118823'], [320, 'Stock Assistant'], [440, '£2,478.24']],
    [60, [40, 'Colleague'], [200, 'Colleague number'], [320, 'Job'], [440, 'Paid into your bank']],
    [80, [40, '30 June 2025'], [200, 'QQ123456C'], [320, '1257L']],
    [90, [40, 'Pay day'], [200, 'NI number'], [320, 'Tax code']],
    [112, [40, 'Item'], to(300, 'Hours/units'), to(400, 'Rate'), to(520, '£')],
    [124, [40, 'Salary'], to(520, '3,000.00')],
    [136, [40, 'Gross pay'], to(520, '3,000.00')],
    [148, [40, 'Income tax'], to(520, '-365.60')],
    [160, [40, 'National Insurance'], to(520, '-156.16')],
    [172, [40, 'Net pay'], to(520, '£2,478.24')],
  )
  expect(employment?.role).toBe('Stock Assistant')
  expect(earnings).toMatchObject({ gross_pay: '3000.00', net_pay: '2478.24' })
  expect(earnings?.earning_elements.map(({ description }) => description)).toEqual(['Salary'])
})

const month: PageLine[] = [...payments, netPay]
const year = { gross_pay: '9000.00', total_tax_paid: '1096.80', total_ni_paid: '468.48' }

test('reads the year to date behind its mark in the rows of the period', () => {
  const { earnings, deductions } = read(
    ...head,
    [100, [40, 'Payments'], [320, 'Deductions']],
    [
      112,
      [40, 'Salary'],
      [140, '3000.00'],
      [200, 'YTD'],
      to(290, '9000.00'),
      [320, 'PAYE'],
      [420, '365.60'],
      [480, 'YTD'],
      to(550, '1096.80'),
    ],
    [124, [320, 'NI'], [420, '156.16'], [480, 'YTD'], to(550, '468.48')],
    [142, [40, 'Gross pay'], [140, '3000.00'], [200, 'YTD'], to(290, '9000.00')],
    netPay,
  )
  expect(earnings).toMatchObject({ gross_pay: '3000.00', year_to_date: year })
  expect(deductions).toMatchObject({ income_tax: '365.60', employee_ni: '156.16' })
})

test('reads a column of the tax year that is titled with its dates', () => {
  const rows: [string, string, string][] = [
    ['Salary', '3000.00', '9000.00'],
    ['Total gross', '3000.00', '9000.00'],
    ['Income tax', '-365.60', '-1096.80'],
    ['National Insurance', '-156.16', '-468.48'],
    ['Take-home pay', '2478.24', '7434.72'],
  ]
  const { earnings } = read(
    ...head,
    [100, to(300, 'Jun 25'), to(440, '6 Apr 25 \u2013 30 Jun 25')],
    ...rows.map(
      ([label, now, total], n): PageLine => [114 + 12 * n, [40, label], to(300, now), to(440, total)],
    ),
  )
  expect(earnings).toMatchObject({ gross_pay: '3000.00', year_to_date: { ...year, net_pay: '7434.72' } })
})

test.each([
  ['P60 figures so far', 'Pay in this employment', 'Tax deducted'],
  ['Totals for this employment, 6 April 2025 to date', 'Total pay', 'Total tax'],
])('reads pay and tax below the title %s', (title, pay, tax) => {
  const { earnings } = read(
    ...head,
    ...month,
    [200, [40, title]],
    [212, [40, pay], to(240, '9000.00')],
    [224, [40, tax], to(240, '1096.80')],
  )
  expect(earnings?.year_to_date).toMatchObject({ gross_pay: '9000.00', total_tax_paid: '1096.80' })
})

test('reads a narrow panel of captions and amounts beside the tables', () => {
  const left: PageLine[] = [
    [90, [40, 'Payments']],
    [102, [40, 'Salary'], to(400, '3000.00')],
    [114, [40, 'Gross pay'], to(400, '3000.00')],
    [131, [40, 'Deductions']],
    [143, [40, 'PAYE tax'], to(400, '365.60')],
    [155, [40, 'National Insurance'], to(400, '156.16')],
    [167, [40, 'Total deductions'], to(400, '521.76')],
    [180, [40, 'Net pay'], to(400, '2478.24')],
  ]
  const panel = [
    ['Pay this year', '9000.00'],
    ['Tax this year', '1096.80'],
    ['NI this year', '468.48'],
    ['Pension this year', '300.00'],
  ].flatMap(([caption = '', amount = ''], n): PageLine[] => [
    [96 + 14 * n, [425, caption]],
    [103 + 14 * n, [425, amount]],
  ])
  const { earnings, deductions } = read(...head, ...left, ...panel)
  expect(earnings).toMatchObject({ gross_pay: '3000.00', year_to_date: year })
  expect(deductions).toMatchObject({
    income_tax: '365.60',
    employee_ni: '156.16',
    total_deductions: '521.76',
  })
})

test('does not take the value of a box for an earning if the rows do not add up', () => {
  const parse = (salary: string) =>
    parsePayslip(
      drawPages([
        ...head,
        [100, [136, 'PAY AND ALLOWANCES'], [414, 'DEDUCTIONS']],
        [112, [40, 'Basic pay'], to(280, salary), [320, 'PAYE'], to(480, '365.60')],
        [124, [40, 'Night duty'], to(280, '100.00'), [320, 'NI'], to(480, '156.16')],
        [160, [40, 'Gross pay to date'], [160, 'NI letter'], [240, 'Pensionable pay']],
        [172, to(140, '9,000.00'), to(230, 'A'), to(330, '3,000.00')],
        [190, [40, 'Total deductions'], [240, 'Total payments'], [400, 'Net pay']],
        [202, to(140, '521.76'), to(330, '3,000.00'), to(480, '2,478.24')],
      ]),
    )
  const read = (salary: string) => {
    const { submission, verified } = parse(salary)
    const elements = submission?.income_information.earnings.earning_elements
    return { verified, names: elements?.map(({ description }) => description) }
  }
  expect(read('2,900.00')).toEqual({ verified: true, names: ['Basic pay', 'Night duty'] })
  expect(read('3,900.00').verified).toBe(false)
  expect(read('3,900.00').names).not.toContain('A')
})

test('reads the net pay in a row of boxes below a column of balances', () => {
  const { earnings, deductions } = read(
    ...head,
    [
      100,
      [40, 'Description'],
      to(280, 'Amount'),
      [320, 'Description'],
      to(480, 'Amount'),
      to(560, 'Balance c/f'),
    ],
    [112, [40, 'Salary'], to(280, '2,900.00'), [320, 'PAYE'], to(480, '365.60')],
    [124, [40, 'Add Rostered Hours'], to(280, '100.00'), [320, 'NI'], to(480, '156.16')],
    [160, [40, 'Taxable pay to date'], [160, 'Tax to date'], [300, 'Total deductions'], [460, 'Net pay']],
    [172, to(140, '9,000.00'), to(250, '1,096.80'), to(420, '521.76'), to(560, '2,478.24')],
  )
  expect([earnings?.net_pay, deductions?.total_deductions]).toEqual(['2478.24', '521.76'])
  expect(earnings?.earning_elements.map(({ description }) => description)).toEqual([
    'Salary',
    'Add Rostered Hours',
  ])
})

test.each([
  ['Add expenses', 'expenses'],
  ['Add: Expenses', 'Expenses'],
  ['Plus Expenses', 'Expenses'],
  ['Add Responsibility', 'Add Responsibility'],
])('reads the row %s as %s', (label, description) => {
  const { earnings } = read(
    ...head,
    ...payments.with(1, [112, [40, 'Salary'], to(280, '2900.00'), [320, 'PAYE'], to(520, '365.60')]),
    [136, [40, label], to(280, '100.00')],
    netPay,
  )
  expect(earnings?.earning_elements.map((element) => element.description)).toEqual(['Salary', description])
})

test('reads totals in wide boxes whose captions are below them, to the left of the amounts', () => {
  const { earnings, deductions } = read(
    ...head,
    [100, [110, 'PAYMENTS'], [300, 'DEDUCTIONS'], [450, 'THIS YEAR TO DATE']],
    [
      112,
      [24, 'BASIC PAY'],
      to(256, '2500.00'),
      [269, 'PAYE TAX'],
      to(414, '290.40'),
      [424, 'GROSS PAY'],
      to(570, '5000.00'),
    ],
    [
      124,
      [24, 'FIRST AID'],
      to(256, '12.50'),
      [269, 'NAT INS'],
      to(414, '117.16'),
      [424, 'TAX'],
      to(570, '580.80'),
    ],
    [136, [269, 'UNION'], to(414, '16.40'), [424, 'NI'], to(570, '234.32')],
    [148, [269, 'SAVINGS CLUB'], to(414, '50.00'), [424, 'PENSION'], to(570, '100.00')],
    [228, to(256, '2512.50'), to(414, '473.96'), to(570, '2038.54')],
    [238, [118, 'TOTAL PAYMENTS'], [315, 'TOTAL DEDUCTIONS'], [486, 'NET PAY']],
    [280, [70, 'MS W OAKAPPLE']],
    [292, [70, '118 QUILL LANE']],
    [304, [70, 'CANTLEFORD']],
    [316, [70, 'BRINDLESHIRE']],
    [328, [70, 'NN15 7EW']],
  )
  expect(earnings).toMatchObject({ gross_pay: '2512.50', net_pay: '2038.54' })
  expect(deductions?.total_deductions).toBe('473.96')
})

test('does not take the captions of the next row of boxes for those below the amounts', () => {
  const { earnings, deductions } = read(
    ...head,
    ...payments,
    [160, [40, 'TAXABLE PAY'], [220, 'NIABLE PAY'], [400, 'PENSION PAY']],
    [172, to(140, '2900.00'), to(320, '2950.00'), to(500, '2960.00')],
    [184, [40, 'GROSS PAY'], [220, 'TOTAL DEDUCTIONS'], [400, 'NET PAY']],
    [196, to(140, '3000.00'), to(320, '521.76'), to(500, '2478.24')],
  )
  expect(earnings).toMatchObject({ gross_pay: '3000.00', net_pay: '2478.24' })
  expect(deductions?.total_deductions).toBe('521.76')
})

test('reads year-to-date amounts above their captions, beside an address', () => {
  const { earnings } = read(
    [20, [40, '7'], [120, 'Ms Wilhelmina Oakapple'], [320, '27/06/2025'], [440, 'QQ123456C']],
    [28, [40, 'employee no.'], [120, 'employee name'], [320, 'process date'], [440, 'ni number']],
    ...payments,
    [200, to(440, '9,000.00'), to(570, '3,000.00')],
    [208, to(440, 'gross pay td'), to(570, 'total gross pay')],
    [220, [40, 'Ludlow'], to(440, '8,700.00'), to(570, '3,000.00')],
    [228, to(440, 'gross for tax td'), to(570, 'gross for tax')],
    [240, [40, 'Shropshire'], to(440, '1,096.80'), to(570, '521.76')],
    [248, to(440, 'tax paid td'), to(570, 'total deductions')],
    [270, [40, '1257L'], [120, 'A'], [200, '3'], [320, 'Monthly'], to(570, '2,478.24')],
    [
      278,
      [40, 'tax code'],
      [120, 'ni table'],
      [200, 'tax period'],
      [320, 'payment period'],
      to(570, 'net pay'),
    ],
  )
  expect(earnings).toMatchObject({
    net_pay: '2478.24',
    year_to_date: { gross_pay: '9000.00', total_taxable_earnings: '8700.00', total_tax_paid: '1096.80' },
  })
})

test('reads column titles below the rows', () => {
  const { earnings, deductions } = read(
    ...head,
    [
      112,
      [40, 'BASIC HOURS'],
      to(200, '150.00'),
      to(240, '20.0000'),
      to(280, '3000.00'),
      [320, 'PAYE'],
      to(520, '365.60'),
    ],
    [
      124,
      [40, 'ABSENCE UNPAID'],
      to(200, '-1.00'),
      to(240, '20.0000'),
      to(280, '-20.00'),
      [320, 'NAT INS'],
      to(520, '156.16'),
    ],
    [136, [320, 'STAFF SHOP'], to(520, '10.00')],
    [
      180,
      [40, 'PAYMENTS'],
      [160, 'UNITS'],
      [212, 'RATE'],
      to(280, 'AMOUNT'),
      [320, 'DEDUCTIONS'],
      to(520, 'AMOUNT'),
    ],
    [200, to(140, '2,980.00'), to(260, '531.76'), to(360, '2,448.24')],
    [210, to(140, 'GROSS PAY'), to(260, 'TOTAL DEDUCTIONS'), to(360, 'NET PAY')],
  )
  expect(earnings?.earning_elements).toMatchObject([
    { description: 'BASIC HOURS', amount: '3000.00', quantity: '150.00', rate: '20.00' },
    { description: 'ABSENCE UNPAID', amount: '-20.00', quantity: '-1.00', rate: '20.00' },
  ])
  expect(deductions?.deductions_elements).toHaveLength(3)
})

test('takes totals of the tables below for no earnings lines', () => {
  const { earnings, deductions } = read(
    ...head,
    [76, to(180, 'Gross Pay'), to(290, 'Pre-Tax Deductions'), to(400, 'Employee Taxes'), to(510, 'Net Pay')],
    [88, [40, 'Current'], to(180, '3,000.00'), to(290, '100.00'), to(400, '521.76'), to(510, '2,378.24')],
    [100, [40, 'YTD'], to(180, '9,000.00'), to(290, '300.00'), to(400, '1,565.28'), to(510, '7,134.72')],
    [124, [40, 'Earnings']],
    [136, [40, 'Description'], to(280, 'Amount'), to(360, 'YTD')],
    [148, [40, 'Salary'], to(280, '3,000.00'), to(360, '9,000.00')],
    [172, [40, 'Employee Taxes'], [320, 'Pre-Tax Deductions']],
    [
      184,
      [40, 'Description'],
      to(220, 'Amount'),
      to(300, 'YTD'),
      [320, 'Description'],
      to(480, 'Amount'),
      to(560, 'YTD'),
    ],
    [
      196,
      [40, 'Income Tax'],
      to(220, '365.60'),
      to(300, '1,096.80'),
      [320, 'Cycle to Work'],
      to(480, '100.00'),
      to(560, '300.00'),
    ],
    [208, [40, 'National Insurance'], to(220, '156.16'), to(300, '468.48')],
  )
  expect(earnings?.earning_elements.map(({ description }) => description)).toEqual(['Salary'])
  expect(deductions?.deductions_elements).toHaveLength(3)
})

test('reads captioned amounts at the right edges of boxes below two titles', () => {
  const { earnings } = read(
    ...head,
    ...payments,
    [200, [31, 'YEAR TO DATE BALANCES'], [361, 'THIS PERIOD SUMMARY']],
    [210, [31, 'GROSS PAY'], [140, 'NI LETTER'], [250, 'TAX PAID'], [361, 'TAXABLE PAY'], [465, 'NI PAY']],
    [222, to(135, '9,000.00'), to(245, 'A'), to(353, '1,096.80'), to(460, '3,000.00'), to(570, '3,000.00')],
    [
      232,
      [31, 'TAXABLE PAY'],
      [140, 'PENSION CONTS'],
      [250, 'NI CONTS'],
      [361, 'TOTAL PAYMENTS'],
      [465, 'NET PAY'],
    ],
    [244, to(135, '9,000.00'), to(245, '0.00'), to(353, '468.48'), to(460, '3,000.00'), to(570, '2,478.24')],
  )
  expect(earnings?.year_to_date).toMatchObject({ total_tax_paid: '1096.80', total_ni_paid: '468.48' })
})

test('reads the tax of the employee', () => {
  const { deductions } = read(
    ...head,
    ...payments.slice(0, 1),
    [112, [40, 'Salary'], to(280, '3000.00'), [320, "Employee's tax"], to(520, '365.60')],
    [124, [320, "Employee's NI"], to(520, '156.16')],
    netPay,
  )
  expect(deductions).toMatchObject({ income_tax: '365.60', employee_ni: '156.16' })
})

test('takes corrections of earlier pay for no basic pay', () => {
  const { earnings } = read(
    ...head,
    ...payments,
    [136, [40, 'Salary Adjustment'], to(280, '-50.00')],
    [148, [40, 'Basic Hours Prev Period'], to(280, '-10.00')],
    [172, [40, 'Gross pay'], to(280, '2940.00'), [320, 'Net pay'], to(520, '2418.24')],
  )
  expect(earnings?.base_salary).toBe('3000.00')
})

test('keeps the days in a description', () => {
  const { earnings } = read(
    ...head,
    ...payments,
    [136, [40, 'Unpaid leave (1 day)'], to(280, '-100.00')],
    [172, [40, 'Gross pay'], to(280, '2900.00'), [320, 'Net pay'], to(520, '2378.24')],
  )
  expect(earnings?.earning_elements[1]?.description).toBe('Unpaid leave (1 day)')
})
