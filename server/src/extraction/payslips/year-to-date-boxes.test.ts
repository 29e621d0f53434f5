import { expect, test } from 'vitest'
import {
  drawPages,
  drawText,
  head,
  type PageLine,
  type Piece,
  to,
} from '../../../test/extraction/payslip-page.ts'
import { parsePayslip } from './parse.ts'

// Year-to-date amounts in boxes with captions, and amounts of the period beside a year-to-date table.

const read = (...lines: PageLine[]) => parsePayslip(drawPages(lines)).submission?.income_information
const payments: PageLine[] = [
  [100, [40, 'Payments'], to(280, 'Amount'), [320, 'Deductions'], to(520, 'Amount')],
  [112, [40, 'Salary'], to(280, '3000.00'), [320, 'PAYE'], to(520, '365.60')],
  [124, [320, 'NI'], to(520, '156.16')],
]

test('reads net pay on the line of the year title as that of the period', () => {
  const income = read(
    ...head,
    [100, [40, 'Payments'], to(280, 'Amount'), [320, 'Deductions'], to(520, 'Amount')],
    [112, [40, 'Basic pay'], to(280, '138.79'), [320, 'PAYE'], to(520, '0.00')],
    [124, [40, 'Gross pay'], to(280, '138.79'), [320, 'NI'], to(520, '0.00')],
    [136, [320, 'Total deductions'], to(520, '0.00')],
    [160, [40, 'Year to date'], [320, 'NET PAY'], to(520, '£138.79')],
    [174, [44, 'Taxable pay'], to(280, '138.79')],
    [186, [44, 'Tax paid'], to(280, '0.00')],
  )
  expect(income?.earnings).toMatchObject({
    net_pay: '138.79',
    year_to_date: { net_pay: null, total_taxable_earnings: '138.79', total_tax_paid: '0.00' },
  })
})

test('reads the year to date below captions one of which has no amount', () => {
  const parse = parsePayslip(
    drawText(
      `
BRINDLEWICK BAKERIES LIMITED

EMP NO    NAME                       DEPT     N.I. NUMBER     TAX CODE    N.I. PERIOD
00288     MS W OAKAPPLE              DESP     QQ 12 34 56 C   1257L       A     40

PAYMENTS                    HOURS       RATE       AMOUNT   DEDUCTIONS                AMOUNT

BASIC                       61.51     12.950       796.55   PAYE                      34.40-
                                                            NATIONAL INS               0.00
                                                            SOCIAL FUND                4.00

TOTAL PAYMENTS                                     796.55   TOTAL DEDUCTIONS          30.40-

CUMULATIVES           GROSS        TAXABLE           TAX         N.I.      PENSION
                  19,204.70      19,204.70      1,905.40       775.69

PAY DATE 09.01.26     PAID 4-WEEKLY         METHOD BACS          NET PAY £     826.95
`,
    ),
  )
  expect(parse.submission?.income_information.earnings).toMatchObject({
    gross_pay: '796.55',
    net_pay: '826.95',
    year_to_date: {
      gross_pay: '19204.70',
      total_taxable_earnings: '19204.70',
      total_tax_paid: '1905.40',
      total_ni_paid: '775.69',
    },
  })
})

test('takes a title that is centred over boxes as the title of all of them', () => {
  const income = read(
    ...head,
    ...payments,
    [150, [180, 'YEAR TO DATE BALANCES (THIS EMPLOYMENT ONLY)']],
    [161, [30, 'GROSS PAY'], [120, 'NI PAY'], [210, 'TAXABLE PAY'], [300, 'TAX PAID'], [460, 'NI CONTS']],
    [173, [31, '9,000.00'], [121, '9,000.00'], [211, '8,900.00'], [301, '1,096.80'], [461, '468.48']],
    [196, [230, 'THIS PERIOD SUMMARY']],
    [207, [30, 'TAXABLE PAY'], [120, 'TOTAL PAYMENTS'], [300, 'TOTAL DEDUCTIONS'], [460, 'NET PAY']],
    [219, [31, '2,900.00'], [121, '3,000.00'], [301, '521.76'], [461, '2,478.24']],
  )
  expect(income?.earnings).toMatchObject({
    gross_pay: '3000.00',
    net_pay: '2478.24',
    year_to_date: {
      gross_pay: '9000.00',
      total_taxable_earnings: '8900.00',
      total_tax_paid: '1096.80',
      total_ni_paid: '468.48',
    },
  })
})

test('does not take council tax with a Welsh name for income tax', () => {
  const income = read(
    ...head,
    ...payments,
    [136, [320, 'Treth y Cyngor / Council Tax'], to(520, '88.00')],
    [160, [320, 'Net pay'], to(520, '2390.24')],
  )
  expect(income?.deductions.income_tax).toBe('365.60')
})

test('reads a bilingual row of the tax year below two tables whose rows are not level', () => {
  const income = read(
    ...head,
    [
      90,
      [
        40,
        'Telir eich cyflog ar ddiwrnod gwaith olaf y mis / You are paid on the last working day of the month',
      ],
    ],
    [225, [45, 'Taliadau / Payments'], to(300, 'Swm')],
    [233, [350, 'Didyniadau / Deductions'], to(545, 'Swm')],
    [248, [45, 'Cyflog Sylfaenol / Basic Pay'], to(300, '494.73')],
    [256, [350, 'Treth Incwm / Income Tax'], to(545, '110.80')],
    [262, [45, 'Tâl Gwyliau / Holiday Pay'], to(300, '59.75')],
    [270, [350, 'Yswiriant Gwladol / NI'], to(545, '0.00')],
    [276, [45, 'Cyfanswm Taliadau / Gross Pay'], to(300, '554.48')],
    [289, [350, 'Cyfanswm Didyniadau / Total'], to(545, '110.80')],
    [
      316,
      to(216, 'Cyflog Gros'),
      to(300, 'Cyflog Trethadwy'),
      to(340, 'Treth'),
      to(400, 'YG Cyflogai'),
      to(480, 'Pensiwn Cyflogai'),
    ],
    [320.8, [45, 'Hyd yma eleni / Year to date']],
    [
      325,
      to(216, 'Gross Pay'),
      to(300, 'Taxable Pay'),
      to(340, 'Tax'),
      to(400, 'Employee NI'),
      to(480, 'Employee Pension'),
    ],
    [
      339,
      [45, '2026/27'],
      to(216, '554.48'),
      to(300, '554.48'),
      to(340, '110.80'),
      to(400, '0.00'),
      to(480, '0.00'),
    ],
    [360, [67, 'Ms Wilhelmina Oakapple']],
    [364, [350, 'Cyflog Net / Net Pay'], to(545, '443.68')],
    [370, [67, '16 Stryd y Farchnad']],
    [380, [67, 'RHAEADR GWY']],
    [384, [350, 'Telir trwy BACS / Paid by BACS']],
    [390, [67, 'LD6 5AA']],
  )
  expect(income?.deductions.employee_pension).toBeNull()
  expect(income?.earnings).toMatchObject({
    net_pay: '443.68',
    year_to_date: {
      gross_pay: '554.48',
      net_pay: null,
      total_tax_paid: '110.80',
      total_ni_paid: '0.00',
      total_taxable_earnings: '554.48',
    },
  })
})

test('reads two stacks of boxes whose rows are not level', () => {
  const income = read(
    ...head,
    ...payments,
    [248.5, [352, 'TAXABLE PAY'], [465, 'PENSIONABLE PAY']],
    [251, [98, 'YEAR TO DATE BALANCES']],
    [259, to(460, '2,900.00'), to(572, '0.00')],
    [262.5, [22, 'GROSS PAY'], [187, 'NI LETTER']],
    [268.5, [352, 'TOTAL PAYMENTS'], [465, 'TOTAL DEDUCTIONS']],
    [272.5, to(182, '9,000.00'), to(347, 'A')],
    [279, to(460, '3,000.00'), to(572, '521.76')],
    [282, [22, 'TAXABLE PAY'], [187, 'NI PAY']],
    [288.5, [352, 'TAX PERIOD'], [465, 'NET PAY']],
    [292, to(182, '8,700.00'), to(347, '9,000.00')],
    [299, to(460, 'MONTH 3'), to(572, '2,478.24')],
    [301.5, [22, 'TAX PAID'], [187, 'NI CONTS']],
    [311.5, to(182, '1,096.80'), to(347, '468.48')],
    [321, [22, 'PENSIONABLE PAY'], [187, 'PENSION CONTS']],
    [331, to(182, '0.00'), to(347, '0.00')],
  )
  expect(income?.deductions).toMatchObject({ employee_pension: null, total_deductions: '521.76' })
  expect(income?.earnings.earning_elements).toHaveLength(1)
  expect(income?.earnings).toMatchObject({
    gross_pay: '3000.00',
    net_pay: '2478.24',
    year_to_date: {
      gross_pay: '9000.00',
      net_pay: null,
      total_tax_paid: '1096.80',
      total_ni_paid: '468.48',
      total_taxable_earnings: '8700.00',
    },
  })
})

test('takes no amount beside the caption of the National Insurance category for an earning', () => {
  const income = read(
    ...head,
    ...payments.slice(0, 2),
    [124, [40, 'NI letter'], to(280, '0.00'), [320, 'NI'], to(520, '156.16')],
    [160, [320, 'Net pay'], to(520, '2478.24')],
  )
  expect(income?.earnings.earning_elements.map(({ description }) => description)).toEqual(['Salary'])
})

test('joins captions of boxes that wrap', () => {
  const income = read(
    ...head,
    ...payments,
    [150, [40, 'Net pay'], to(280, '2478.24')],
    [200, [40, 'Gross pay to date'], [160, 'Taxable pay to'], [280, 'Tax to date'], [400, 'Employer NI to']],
    [210, to(216, 'date'), to(456, 'date')],
    [224, to(108, '9000.00'), to(216, '8550.00'), to(324, '1090.40'), to(456, '612.30')],
  )
  expect(income?.earnings.year_to_date).toMatchObject({
    gross_pay: '9000.00',
    total_taxable_earnings: '8550.00',
    total_tax_paid: '1090.40',
    total_ni_paid: null,
  })
})

test('does not join the captions of boxes with the title above them', () => {
  const income = read(
    ...head,
    ...payments,
    [150, [40, 'Net pay'], to(280, '2478.24')],
    [200, [40, 'Year to date']],
    [210, [40, 'Gross pay'], [160, 'Taxable pay'], [280, 'Tax']],
    [224, [40, '9000.00'], [160, '8550.00'], [280, '1090.40']],
  )
  expect(income?.earnings.year_to_date).toMatchObject({
    gross_pay: '9000.00',
    total_taxable_earnings: '8550.00',
    total_tax_paid: '1090.40',
  })
})

test('reads boxes beside the letter of National Insurance as those of the year', () => {
  const income = read(
    ...head,
    ...payments,
    [200, [120, 'Year to date balances'], [420, 'This period summary']],
    [
      210,
      [40, 'Gross pay'],
      [110, 'Tax paid'],
      [200, 'NI letter'],
      [330, 'Taxable pay'],
      [450, 'Total payments'],
    ],
    [222, to(90, '9000.00'), to(180, '1090.40'), [250, 'A'], to(430, '3000.00'), to(520, '3000.00')],
    [234, [40, 'Taxable pay'], [110, 'NI conts'], [330, 'Net pay'], [450, 'Total deductions']],
    [246, to(90, '8550.00'), to(180, '468.48'), to(430, '2478.24'), to(520, '521.76')],
  )
  expect(income?.earnings).toMatchObject({
    gross_pay: '3000.00',
    year_to_date: {
      gross_pay: '9000.00',
      total_taxable_earnings: '8550.00',
      total_tax_paid: '1090.40',
      total_ni_paid: '468.48',
    },
  })
})

test('does not end the boxes of the year at the letter of National Insurance', () => {
  const income = read(
    ...head,
    ...payments,
    [200, [40, 'Year to date balances'], [320, 'This period summary']],
    [
      210,
      [40, 'Gross pay'],
      [130, 'NI letter'],
      [220, 'NI pay'],
      [320, 'Pensionable pay'],
      [430, 'Taxable pay'],
    ],
    [222, to(120, '9000.00'), to(210, 'A'), to(310, '9000.00'), to(520, '3000.00')],
    [
      234,
      [40, 'Taxable pay'],
      [130, 'Tax paid'],
      [220, 'NI conts'],
      [320, 'Net pay'],
      [430, 'Total payments'],
    ],
    [246, to(120, '8550.00'), to(210, '1090.40'), to(310, '468.48'), to(420, '2478.24'), to(520, '3000.00')],
  )
  expect(income?.earnings.year_to_date).toMatchObject({ gross_pay: '9000.00', total_ni_paid: '468.48' })
})

test('reads the row Year below the captions of To date', () => {
  const income = read(
    ...head,
    ...payments,
    [150, [40, 'Net pay'], to(280, '2478.24')],
    [200, [40, 'To date'], [100, 'Taxable pay'], [200, 'Tax'], [280, 'NI'], [360, 'Pension Er']],
    [214, [40, 'Year'], [100, '8550.00'], [200, '1090.40'], [280, '468.48'], [360, '262.81']],
  )
  expect(income?.earnings.year_to_date).toMatchObject({
    total_taxable_earnings: '8550.00',
    total_tax_paid: '1090.40',
    total_ni_paid: '468.48',
  })
})

test('reads the column of the year in a row whose label names the period', () => {
  const income = read(
    ...head,
    [100, [40, 'Payments'], to(280, 'This week'), to(400, 'Year to date')],
    [112, [40, 'Salary'], to(280, '500.00'), to(400, '4500.00')],
    [124, [40, 'Gross pay'], to(280, '500.00'), to(400, '4500.00')],
    [148, [40, 'Deductions'], to(280, 'This week'), to(400, 'Year to date')],
    [160, [40, 'PAYE'], to(280, '51.60'), to(400, '464.40')],
    [172, [40, 'NI'], to(280, '20.64'), to(400, '185.76')],
    [184, [40, 'Net pay'], to(280, '427.76')],
    [208, [40, 'Taxable pay this week'], to(280, '490.00'), to(400, '4410.00')],
  )
  expect(income?.earnings.year_to_date?.total_taxable_earnings).toBe('4410.00')
})

test.each(['To date', 'YTD', 'Cumulative', 'Totals since start'])(
  'reads the year to date behind the title %s, with facts in the same row of boxes',
  (title) => {
    const income = read(
      ...head,
      ...payments,
      [136, [40, 'Gross pay'], to(280, '3000.00'), [320, 'Total deductions'], to(520, '521.76')],
      [160, [40, title], to(170, 'GROSS'), to(250, 'TAXABLE'), to(310, 'TAX'), to(370, 'NI')],
      [160, [400, 'NI NUMBER'], to(520, 'NET PAY')],
      [174, to(170, '20962.50'), to(250, '20962.50'), to(310, '2740.80'), to(370, '1096.20')],
      [174, [400, 'QQ123456C'], to(520, '2478.24')],
    )
    expect(income?.earnings).toMatchObject({
      gross_pay: '3000.00',
      net_pay: '2478.24',
      year_to_date: {
        gross_pay: '20962.50',
        total_taxable_earnings: '20962.50',
        total_tax_paid: '2740.80',
        total_ni_paid: '1096.20',
        net_pay: null,
      },
    })
  },
)

test.each(['Totals since start', 'Totals since you joined', 'Pay since joining', 'Figures since starting'])(
  'reads the year to date below the title %s, beside a table of leave',
  (title) => {
    const income = read(
      ...head,
      ...payments,
      [136, [40, 'Gross pay'], to(280, '3000.00'), [320, 'Total deductions'], to(520, '521.76')],
      [148, [320, 'Net pay'], to(520, '2478.24')],
      [180, [40, title], [320, 'Holiday']],
      [192, [40, 'Gross'], [80, '9,034.28'], [320, 'Accrued'], [370, '22.40'], [400, 'hours']],
      [204, [40, 'PAYE'], [80, '1,316.20'], [320, 'Taken'], [370, '7.60'], [400, 'hours']],
      [216, [40, 'NI'], [80, '426.60']],
    )
    expect(income?.earnings).toMatchObject({
      gross_pay: '3000.00',
      year_to_date: { gross_pay: '9034.28', total_tax_paid: '1316.20', total_ni_paid: '426.60' },
    })
  },
)

test.each([
  'including this payment',
  '(including this payslip)',
  'up to and including this week',
  'inclusive of this month',
])('reads the year to date of a sentence with %j', (remark) => {
  const income = read(
    ...head,
    ...payments,
    [136, [40, 'Gross pay'], to(280, '3000.00'), [320, 'Total deductions'], to(520, '521.76')],
    [148, [320, 'Net pay'], to(520, '2478.24')],
    [200, [40, `Pay this tax year ${remark}: £12,351.15. Tax this tax year: £583.20.`]],
  )
  expect(income?.earnings.year_to_date).toMatchObject({ gross_pay: '12351.15', total_tax_paid: '583.20' })
})

test.each<[string, PageLine[]]>([
  [
    'gross and NI beside tax and net pay',
    [
      [170, [40, 'Year to date (this employment)']],
      [182, [40, 'Gross pay'], to(240, '9000.00'), [320, 'Tax'], to(520, '1096.80')],
      [194, [40, 'NI employee'], to(240, '468.48'), [320, 'Net pay'], to(520, '7434.72')],
    ],
  ],
  [
    'tax and gross beside net pay and NI',
    [
      [170, [40, 'Totals to date']],
      [182, [40, 'Tax paid'], to(240, '1096.80'), [320, 'Net pay'], to(520, '7434.72')],
      [194, [40, 'Gross'], to(240, '9000.00'), [320, 'National Insurance'], to(520, '468.48')],
    ],
  ],
  [
    'three rows with a pension',
    [
      [170, [40, 'Cumulative']],
      [182, [40, 'Gross to date'], to(240, '9000.00'), [320, 'PAYE'], to(520, '1096.80')],
      [194, [40, 'Pension'], to(240, '0.00'), [320, 'NI'], to(520, '468.48')],
      [206, [40, 'Net pay'], to(240, '7434.72')],
    ],
  ],
])('reads a year to date in two columns below the deductions: %s', (_name, year) => {
  const income = read(
    ...head,
    ...payments,
    [136, [40, 'Gross pay'], to(280, '3000.00'), [320, 'Total deductions'], to(520, '521.76')],
    [148, [40, 'Net pay'], to(280, '2478.24')],
    ...year,
  )
  expect(income).toMatchObject({
    earnings: {
      gross_pay: '3000.00',
      net_pay: '2478.24',
      year_to_date: {
        gross_pay: '9000.00',
        net_pay: '7434.72',
        total_tax_paid: '1096.80',
        total_ni_paid: '468.48',
      },
    },
    deductions: { income_tax: '365.60', employee_ni: '156.16' },
  })
})

test.each<[string, Piece[], Piece[]]>([
  [
    'an empty box between them',
    [
      [40, 'EMPLOYEE NO'],
      [130, 'SD REF'],
      [190, 'PAY METHOD'],
      [420, 'NET PAY'],
    ],
    [[41, '31750926'], [192, 'BACS'], to(540, '2478.24')],
  ],
  [
    'an empty box at the start',
    [
      [40, 'BANK REF'],
      [190, 'METHOD'],
      [420, 'NET PAY'],
    ],
    [[193, 'CHEQUE'], to(540, '2478.24')],
  ],
  [
    'all boxes filled',
    [
      [40, 'REF'],
      [190, 'PAY METHOD'],
      [420, 'NET PAY'],
    ],
    [[41, '7715'], [192, 'BACS'], to(540, '2478.24')],
  ],
])(
  'does not limit the boxes of the year by boxes of facts below them, with %s',
  (_name, captions, values) => {
    const parse = parsePayslip(
      drawPages([
        ...head,
        ...payments,
        [160, [40, 'YEAR TO DATE BALANCES'], [320, 'THIS PERIOD SUMMARY']],
        [
          172,
          [40, 'GROSS PAY'],
          [110, 'TAXABLE PAY'],
          [200, 'TAX PAID'],
          [320, 'TAXABLE PAY'],
          [420, 'TOTAL PAYMENTS'],
        ],
        [
          184,
          to(105, '9000.00'),
          to(190, '9000.00'),
          to(290, '1096.80'),
          to(400, '3000.00'),
          to(540, '3000.00'),
        ],
        [
          196,
          [40, 'NI PAY'],
          [110, 'NI CONTS'],
          [200, 'PENSION'],
          [320, 'FREQUENCY'],
          [420, 'TOTAL DEDUCTIONS'],
        ],
        [208, to(105, '9000.00'), to(190, '468.48'), to(290, '0.00'), [350, 'Monthly'], to(540, '521.76')],
        [220, ...captions],
        [232, ...values],
      ]),
    )
    expect(parse.submission?.income_information).toMatchObject({
      earnings: {
        gross_pay: '3000.00',
        net_pay: '2478.24',
        year_to_date: { gross_pay: '9000.00', total_tax_paid: '1096.80', total_ni_paid: '468.48' },
      },
    })
  },
)

test('reads the second column of a year-to-date table beside a row of the first column without a number', () => {
  const parse = parsePayslip(
    drawPages([
      ...head.slice(0, -1),
      [62, [40, 'NI number'], [120, 'QQ123456C'], [320, 'Tax code'], [420, '1257L']],
      [88, [100, 'PAY AND ALLOWANCES'], [420, 'DEDUCTIONS']],
      [100, [40, 'DESCRIPTION'], [230, 'AMOUNT'], [320, 'DESCRIPTION'], [500, 'AMOUNT']],
      [112, [40, 'Salary'], to(260, '3000.00'), [320, 'PAYE'], to(530, '365.60')],
      [124, [320, 'NI'], to(530, '156.16')],
      [152, [90, 'YEAR TO DATE BALANCES'], [440, 'THIS PERIOD SUMMARY']],
      [160, [90, '(THIS EMPLOYMENT ONLY)']],
      [172, [40, 'GROSS PAY'], to(190, '9000.00'), [210, 'TAXABLE PAY'], to(370, '9000.00')],
      [184, [40, 'NI LETTER'], [185, 'A'], [210, 'TAX PAID'], to(370, '1096.80')],
      [196, [40, 'NI CONTS'], to(190, '468.48'), [210, 'PREVIOUS TAX PAID'], to(370, '0.00')],
      [172, [390, 'TAXABLE PAY'], to(560, '3000.00')],
      [184, [390, 'TOTAL DEDUCTIONS'], to(560, '521.76')],
      [196, [390, 'NET PAY'], to(560, '2478.24')],
    ]),
  )
  expect(parse.submission?.income_information.earnings).toMatchObject({
    net_pay: '2478.24',
    year_to_date: { gross_pay: '9000.00', total_tax_paid: '1096.80', total_ni_paid: '468.48' },
  })
})

test('reads the labels and amounts of one line below the year title beside tables that begin above it', () => {
  const income = read(
    ...head,
    [100, [40, 'Payments'], to(170, 'Amount'), [190, 'Gross pay'], [380, 'Deductions'], to(560, 'Amount')],
    [112, [40, 'Salary'], to(170, '3000.00'), [380, 'PAYE'], to(560, '365.60')],
    [124, [380, 'NI'], to(560, '156.16')],
    [136, [380, 'Net pay'], to(560, '2478.24')],
    [170, [40, 'Year to date']],
    [
      186,
      [40, 'Gross pay'],
      to(120, '9,000.00'),
      [150, 'Taxable pay'],
      to(240, '9,000.00'),
      [260, 'PAYE tax'],
      to(330, '1,096.80'),
      [360, "Employee's NI"],
      to(460, '468.48'),
    ],
  )
  expect(income?.earnings.year_to_date).toMatchObject({
    gross_pay: '9000.00',
    total_taxable_earnings: '9000.00',
    total_tax_paid: '1096.80',
    total_ni_paid: '468.48',
  })
  expect(income?.deductions).toMatchObject({ income_tax: '365.60', employee_ni: '156.16' })
})

test.each([
  ['September', 'Apr - Sep'],
  ['Sep 2026', 'Apr–Sep 2026'],
  ['Month 6', 'Months 1 to 6'],
  ['Week 24', 'Weeks 1-24'],
  ['September', 'April to date'],
])('reads columns of the period %s and the year so far %s', (period, year) => {
  const income = read(
    ...head,
    [100, [40, 'Payments'], to(280, period), to(360, year)],
    [112, [40, 'Salary'], to(280, '3,000.00'), to(360, '17,800.00')],
    [124, [40, 'Gross pay'], to(280, '3,000.00'), to(360, '17,800.00')],
    [140, [40, 'Deductions'], to(280, period), to(360, year)],
    [152, [40, 'PAYE tax'], to(280, '365.60'), to(360, '2,190.00')],
    [164, [40, 'Employee NI'], to(280, '156.16'), to(360, '930.40')],
    [176, [40, 'Total deductions'], to(280, '521.76'), to(360, '3,120.40')],
    [190, [40, 'Net pay'], to(280, '2,478.24'), to(360, '14,679.60')],
  )
  expect(income?.earnings).toMatchObject({
    gross_pay: '3000.00',
    net_pay: '2478.24',
    year_to_date: {
      gross_pay: '17800.00',
      net_pay: '14679.60',
      total_tax_paid: '2190.00',
      total_ni_paid: '930.40',
    },
  })
})

const readPlain = (text: string) =>
  parsePayslip(
    drawText(`Brindlewick Ledger Services Ltd
Employee: Ms Amara Nwosu     NI number AB123456C   Tax code 1257L   Pay date 30 June 2025

${text}`),
  )

const thisPeriod = `
Payments                                  Deductions
Salary                      3,000.00      Income tax                   390.60
                                          NI contribution              156.16
Gross pay                   3,000.00      Total deductions             546.76
                                          Net pay                    2,453.24
`

test.each([
  `Year to date                  Pay             Tax            NI
Previous employment      4,000.00          400.00
This employment          9,000.00        1,171.60        468.48
Total                   13,000.00        1,571.60        468.48`,
  `Year to date      Previous employment   This employment      Total
Gross pay                4,000.00            9,000.00       13,000.00
Tax                        400.00            1,171.60        1,571.60`,
  `Gross pay in previous employment   4,000.00    Tax in previous employment       400.00
Gross pay in this employment       9,000.00    Tax in this employment         1,171.60
Total gross pay to date           13,000.00    Total tax to date              1,571.60`,
  'P45 pay   4,000.00    P45 tax   400.00    Gross pay this employment 9,000.00  Tax this employment 1,171.60',
  `Prev Emp Pay    Prev Emp Tax    Gross Pay TD    Tax Paid TD    NI TD     Pension TD
  4,000.00              400.00     9,000.00      1,171.60       468.48      0.00`,
])('reads the year to date of this employment beside that of a former one', (text) => {
  const { submission, certified } = readPlain(thisPeriod + text)
  const income = submission?.income_information
  expect(income?.earnings).toMatchObject({
    gross_pay: '3000.00',
    net_pay: '2453.24',
    year_to_date: { gross_pay: '9000.00', total_tax_paid: '1171.60', total_taxable_earnings: null },
  })
  expect(income?.deductions).toMatchObject({ income_tax: '390.60', employee_ni: '156.16' })
  expect(certified).toContain('this_period')
})

test.each(['Previously', 'Brought fwd', 'B/F', 'To last month'])(
  'reads the period and the year beside a column titled %s',
  (previous) => {
    const { submission, certified } = readPlain(`
                  ${previous.padStart(16)}     This month    Year to date
Basic pay                 6,000.00       3,000.00        9,000.00
Total pay                 6,000.00       3,000.00        9,000.00
Income tax                  781.00         390.60        1,171.60
National Insurance          312.32         156.16          468.48
Total deductions          1,093.32         546.76        1,640.08
Net pay                   4,906.68       2,453.24        7,359.92`)
    expect(submission?.income_information.earnings).toMatchObject({
      gross_pay: '3000.00',
      net_pay: '2453.24',
      year_to_date: {
        gross_pay: '9000.00',
        net_pay: '7359.92',
        total_tax_paid: '1171.60',
        total_ni_paid: '468.48',
      },
    })
    expect(certified).toContain('this_period')
  },
)
