import { expect, test } from 'vitest'
import { drawPages, head, type PageLine, type Piece, to } from '../../../test/extraction/payslip-page.ts'
import { parsePayslip } from './parse.ts'

// Payslips of small employers, typed as a letter or in a spreadsheet.

const read = (...lines: PageLine[]) => {
  const parse = parsePayslip(drawPages(lines))
  const {
    identity_information: identity,
    employment_information: employment,
    income_information: income,
  } = parse.submission ?? {}
  return {
    checks: parse.checks.filter(({ isPassed }) => !isPassed).map(({ name, note }) => [name, note]),
    name: identity?.name,
    address: identity?.address,
    employer: employment?.employer_name,
    role: employment?.role,
    income,
    elements: income?.earnings.earning_elements.map(({ description, quantity, rate, amount }) => [
      description,
      quantity,
      rate,
      amount,
    ]),
  }
}

test.each([
  ['Wages: 50 hours @ £12.75', 'Wages', '50.00', '12.75'],
  ['Hours worked 50 @ 12.75', 'Hours worked', '50.00', '12.75'],
  ['Basic pay (50 hrs at £12.75)', 'Basic pay', '50.00', '12.75'],
  ['Sick pay - 50 x 12.75', 'Sick pay', '50.00', '12.75'],
  ['Basic hours – 50.00 hours at £12.75 per hour', 'Basic hours', '50.00', '12.75'],
])('separates quantity and rate in %s', (label, description, quantity, rate) => {
  const { elements } = read(
    ...head,
    [100, [40, label], to(300, '637.50')],
    [112, [40, 'Less tax'], to(300, '37.20')],
    [124, [40, 'Less NI'], to(300, '14.83')],
    [136, [40, 'To your bank'], to(300, '585.47')],
  )
  expect(elements).toEqual([[description, quantity, rate, '637.50']])
})

test('keeps numbers in a description whose product is not the amount', () => {
  const { elements } = read(
    ...head,
    [100, [40, 'Cover for room 4 at 12.75'], to(300, '637.50')],
    [112, [40, 'Less tax'], to(300, '37.20')],
    [124, [40, 'Net pay'], to(300, '600.30')],
  )
  expect(elements?.map(([, quantity, rate]) => [quantity, rate])).toEqual([[null, null]])
})

test('reads a pay slip typed as a letter', () => {
  const { income, name, employer } = read(
    [30, [40, 'Bramblewick Florists']],
    [60, [40, 'Pay slip']],
    [80, [40, 'Name: Joan Oakapple']],
    [100, [40, 'Fortnight ending: 26 June 2025']],
    [120, [40, 'Date of payment: 27 June 2025']],
    [140, [40, 'Tax code: 1257L']],
    [160, [40, 'Wages: 50 hours @ £12.75'], [150, '£637.50']],
    [180, [40, 'Less tax:'], [80, '£37.20']],
    [200, [40, 'Less N.I.:'], [84, '£14.83']],
    [220, [40, 'To your bank:'], [100, '£585.47']],
  )
  expect([name, employer]).toEqual(['Joan Oakapple', 'Bramblewick Florists'])
  expect([income?.earnings.gross_pay, income?.earnings.net_pay]).toEqual(['637.50', '585.47'])
  expect(income?.pay_frequency).toBe('fortnightly')
})

/** A letter whose sentences extend over several lines, with an amount within a line. */
const letterWithSentences: PageLine[] = [
  [30, [350, 'Upper Brindle Parish Council']],
  [60, [40, 'Mrs Joan Oakapple']],
  [70, [40, 'Rose Cottage']],
  [80, [40, 'Cantleford']],
  [90, [40, 'NN15 7EW']],
  [110, [40, 'Dear Mrs Oakapple,']],
  [
    130,
    [40, 'This is the statement of pay that we give you each month. It covers your work as Warden to the'],
  ],
  [140, [40, 'Commons from 1 June 2025 to 30 June 2025. £567.97 will reach your account ending']],
  [150, [40, '4471 on Friday 27 June 2025.']],
  [170, [60, 'Wages'], to(300, '620.00')],
  [180, [60, 'PAYE income tax'], to(300, '37.20')],
  [190, [60, "Employee's National Insurance"], to(300, '14.83')],
  [200, [60, 'Leaving you with'], to(300, '567.97')],
  [
    230,
    [40, 'Your tax code was 1257L and your National Insurance number is QQ 12 34 56 C (category A). Since'],
  ],
  [240, [40, '6 April 2025 you have earned £1,860.00 from us and had £111.60 of tax and £44.49 of National']],
  [250, [40, 'Insurance taken. You joined us on 3 June 2019.']],
]

test('reads a letter whose sentences extend over several lines', () => {
  const { income, name, role } = read(...letterWithSentences)
  expect(name).toBe('Mrs Joan Oakapple')
  expect(role).toBe('Warden to the Commons')
  expect(income?.pay_date).toBe('2025-06-27')
  expect([income?.pay_interval_start, income?.pay_interval_end]).toEqual(['2025-06-01', '2025-06-30'])
  expect(income?.earnings).toMatchObject({ gross_pay: '620.00', net_pay: '567.97' })
  expect(income?.earnings.year_to_date).toMatchObject({
    gross_pay: '1860.00',
    total_tax_paid: '111.60',
    total_ni_paid: '44.49',
  })
})

test.each([
  ['Dear Dr Petrie,', 'Dr O. Petrie'],
  ['Dear Mr Petrie,', 'Mr Osric K Petrie'],
  ['Dear Osric,', 'Mr Osric K Petrie'],
  ['Hi Osric, here is your pay', 'Mr Osric K Petrie'],
  ['Hello Osric Petrie – this is your pay', 'Osric Petrie'],
  ['Dear Mr Sandringham,', 'Mr Sandringham'],
])('takes the person addressed by %s for the employee', (greeting, expected) => {
  const { name, employer } = read(
    [30, [200, 'Lady Fennel-Boyle']],
    [40, [180, 'Brindle Lodge, Cantleford NN15 7EX']],
    [60, [40, expected.startsWith('Dr') ? expected : 'Mr Osric K Petrie']],
    [70, [40, '2 Quill Lane']],
    [80, [40, 'Cantleford']],
    [90, [40, 'NN15 7EW']],
    [120, [40, greeting]],
    ...letterWithSentences.slice(9, 13),
  )
  expect(name).toBe(expected)
  if (expected.includes('Petrie')) expect(employer).toBe('Lady Fennel-Boyle')
})

test('prefers the person addressed to the text above a job title that ends in Colleague', () => {
  const { name } = read(
    [30, [40, 'Fennel Stores']],
    [60, [40, 'Hi Joan Oakapple, here is what you took home']],
    [90, [40, 'Night Replenishment'], [180, 'Quill Park 24hr'], [300, 'QQ 12 34 56 C'], [420, '1257L']],
    [100, [40, 'Colleague']],
    [112, [40, 'Your job'], [180, 'Where you work'], [300, 'NI number'], [420, 'Tax code']],
    ...letterWithSentences.slice(9, 13),
  )
  expect(name).toBe('Joan Oakapple')
})

test('reads the sign of an amount before its label', () => {
  const { income, checks } = read(
    ...head,
    [100, [40, 'What you earned']],
    [112, [40, '+'], [52, 'Salary'], to(300, '£3,000.00')],
    [124, [40, '+'], [52, 'Bonus'], to(300, '£100.00')],
    [136, [40, '= Gross pay'], to(300, '£3,100.00')],
    [160, [40, 'What came off']],
    [172, [40, '+'], [52, 'Income tax refund'], to(300, '£39.00')],
    [184, [40, '-'], [52, 'National Insurance'], to(300, '£164.16')],
    [196, [40, '= Total deductions'], to(300, '£125.16')],
    [220, [40, 'Gross pay less total deductions ='], to(300, '£2,974.84')],
  )
  expect(income?.earnings).toMatchObject({ gross_pay: '3100.00', net_pay: '2974.84', bonus: '100.00' })
  expect(income?.deductions).toMatchObject({
    income_tax: '-39.00',
    employee_ni: '164.16',
    total_deductions: '125.16',
  })
  expect(checks).toEqual([])
})

test('reads a list with hyphens as bullets, which are no signs', () => {
  const { income } = read(
    ...head,
    [100, [40, '-'], [52, 'Salary'], to(300, '3,000.00')],
    [112, [40, '-'], [52, 'Income tax'], to(300, '365.60')],
    [124, [40, '-'], [52, 'National Insurance'], to(300, '156.16')],
    [136, [40, '-'], [52, 'Net pay'], to(300, '2,478.24')],
  )
  expect(income?.earnings).toMatchObject({ gross_pay: '3000.00', net_pay: '2478.24' })
})

const wages: PageLine[] = [
  [100, [40, 'Wages'], to(300, '480.00')],
  [112, [40, 'Tax'], to(300, '0.00')],
  [124, [40, 'Net pay'], to(300, '480.00')],
]

test('names a person as the employer of a household', () => {
  const { employer, name } = read(
    [30, [40, 'Mrs F Oakapple (household employer)']],
    [50, [40, 'Payslip for'], [200, 'Dolores Quill']],
    [62, [40, 'Payment date'], [200, '30.06.2025']],
    ...wages,
  )
  expect([employer, name]).toEqual(['Mrs F Oakapple (household employer)', 'Dolores Quill'])
})

test('takes the first of two employer names on two lines', () => {
  const { employer } = read(
    [40, [40, 'Cyngor Sir Dyffryn Onnen']],
    [45, [400, 'SLIP CYFLOG / PAYSLIP']],
    [50, [40, 'Dyffryn Onnen County Council']],
    ...head.slice(1).map(([y, ...pieces]): PageLine => [y + 30, ...pieces]),
    ...wages.map(([y, ...pieces]): PageLine => [y + 30, ...pieces]),
  )
  expect(employer).toBe('Cyngor Sir Dyffryn Onnen')
})

test('reads a pay date far below its caption in a row of boxes', () => {
  const { income } = read(
    [30, [40, 'Brindlewick Ledger Services Ltd']],
    [50, [40, 'Employee No.'], [140, 'Employee'], [260, 'Process Date'], [420, 'N.I. Number']],
    [80, [50, '17'], [130, 'Mr T Oakapple'], [262, '30/06/2025'], [418, 'QQ123456C']],
    ...wages.map(([y, ...pieces]): PageLine => [y + 20, ...pieces]),
  )
  expect(income?.pay_date).toBe('2025-06-30')
})

test('reads a short quantity under the longer one above it', () => {
  const { elements } = read(
    ...head,
    [
      100,
      [40, 'Payments'],
      to(200, 'Hrs/days'),
      to(250, 'Rate'),
      to(300, 'Amount'),
      [320, 'Deductions'],
      to(520, 'Amount'),
    ],
    [
      112,
      [40, 'Basic'],
      to(211, '40.00'),
      to(258, '12.60'),
      to(308, '504.00'),
      [320, 'PAYE'],
      to(520, '50.00'),
    ],
    [124, [40, 'Sick pay'], to(211, '5'), to(258, '23.75'), to(308, '118.75')],
    [148, [40, 'Total payments'], to(308, '622.75'), [320, 'Total deductions'], to(520, '50.00')],
    [160, [320, 'Net pay'], to(520, '572.75')],
  )
  expect(elements?.[1]).toEqual(['Sick pay', '5.00', '23.75', '118.75'])
})

test.each([
  [[86, [40, 'Payslip for week ending 27 June 2025']] as PageLine],
  [[86, [40, '4 weeks to'], [120, '27/06/2025']] as PageLine],
  [[86, [40, 'Wages, w/e 27/06/25']] as PageLine],
])('finds the end of the pay period in %j', (line) => {
  expect(read(...head, line, ...wages).income?.pay_interval_end).toBe('2025-06-27')
})

test('does not take words behind an amount for the title of a column', () => {
  const { income } = read(
    ...head,
    [90, [40, 'Hours: 62 at'], [87, '£12.21'], [114, 'per hour']],
    [102, [40, 'Gross pay:'], [81, '£757.02']],
    [114, [40, 'Income tax:'], [85, '£151.40']],
    [126, [40, 'Net pay:'], [73, '£605.62']],
  )
  expect(income?.earnings).toMatchObject({ gross_pay: '757.02', net_pay: '605.62' })
  expect(income?.deductions.deductions_elements).toMatchObject([{ description: 'Income tax' }])
})

test('does not take a job title beside the name for the name', () => {
  const { name } = read(
    [30, [40, 'The Gilded Pear']],
    [50, [40, 'Payslip'], [120, 'June 2025']],
    [62, [40, 'Rosa Quillfeather'], [300, 'Commis Chef']],
    [74, [40, 'Paid 30/06/2025']],
    ...wages,
  )
  expect(name).not.toBe('Commis Chef')
})

const wageSlip = (refund: string, net: string): PageLine[] => [
  ...head,
  [100, [40, 'Caretaker pay'], to(300, '£359.75')],
  [112, [40, 'Gross'], to(300, '£359.75')],
  [124, [40, refund], to(300, '£24.80')],
  [136, [40, 'National Insurance'], to(300, '£0.00')],
  [148, [40, 'Key deposit'], to(300, '£5.00')],
  [160, [40, 'NET PAY'], to(300, net)],
]

test.each(['Tax refund', 'Tax rebate', 'Ad-daliad treth'])(
  'reads %s without a sign as negative',
  (refund) => {
    const { income } = read(...wageSlip(refund, '£379.55'))
    expect(income?.deductions.income_tax).toBe('-24.80')
    expect(income?.deductions.deductions_elements.map(({ amount }) => amount)).toContain('5.00')
  },
)

test.each(['£24.80', '+£24.80'])(
  'reads the tax of %s with the word refund behind it as negative',
  (amount) => {
    const slip = wageSlip('Income tax', '£379.55').map((line): PageLine => {
      const [y, label] = line
      return y === 124 ? [y, label as Piece, to(300, amount), [303, 'refund']] : line
    })
    expect(read(...slip).income?.deductions.income_tax).toBe('-24.80')
  },
)

test.each([
  ['R indicates refund', [to(300, '£24.80'), [303, 'R'] as Piece]],
  ['(RF = tax rebate)', [to(300, '£24.80RF')]],
])('reads the tax with the letter of the note %s behind it as negative', (note, amount) => {
  const slip = wageSlip('Income tax', '£379.55').map((line): PageLine => {
    const [y, label] = line
    return y === 124 ? [y, label as Piece, ...amount] : line
  })
  expect(read(...slip, [180, [40, note]]).income?.deductions.income_tax).toBe('-24.80')
})

test('reads a deduction with a plus sign as a refund and not as pay', () => {
  const { income, elements, employer, address } = read(
    [30, [40, 'Mr & Mrs H Quillfeather (nanny payroll)']],
    [44, [40, 'Larch House, Woodbridge IP12 4AQ']],
    [60, [40, 'Name:'], [200, 'Dolores Quill']],
    [72, [40, 'Tax code:'], [200, '1257L']],
    [100, [40, 'Statutory Maternity Pay'], to(400, '£187.18')],
    [112, [40, 'Gross pay'], to(400, '£187.18')],
    [136, [40, 'Less:']],
    [148, [40, 'Income tax'], to(400, '+£11.00')],
    [160, [40, 'National Insurance'], to(400, '£0.00')],
    [172, [40, 'Take-home pay'], to(400, '£198.18')],
  )
  expect(elements).toEqual([['Statutory Maternity Pay', null, null, '187.18']])
  expect([income?.earnings.gross_pay, income?.deductions.income_tax]).toEqual(['187.18', '-11.00'])
  expect([employer, address]).toEqual(['Mr & Mrs H Quillfeather (nanny payroll)', null])
})

test('reads a refund with a plus sign among deductions in brackets', () => {
  const { income } = read(
    ...head,
    [100, [40, 'Wages'], to(400, '£637.50')],
    [112, [40, 'Gross pay'], to(400, '£637.50')],
    [136, [40, 'Less:']],
    [148, [40, 'Income tax'], to(400, '+£11.00')],
    [160, [40, 'National Insurance'], to(400, '(£30.00)')],
    [172, [40, 'Pension'], to(400, '(£20.00)')],
    [184, [40, 'Take-home pay'], to(400, '£598.50')],
  )
  expect(income?.deductions).toMatchObject({
    income_tax: '-11.00',
    employee_ni: '30.00',
    employee_pension: '20.00',
  })
})

test('does not report a wrong net pay with high severity if a deduction may be misread', () => {
  const { findings } = parsePayslip(drawPages(wageSlip('Tax refund', '£381.55')))
  expect(findings.filter(({ severity }) => severity === 'high')).toEqual([])
})

test('reads a household as employer and the net pay to pay in cash', () => {
  const { employer, income } = read(
    [30, [40, 'Employer'], to(300, 'Dr & Mrs R Hollis')],
    [42, [40, 'Name'], to(300, 'Mrs Anjali Deo')],
    [54, [40, 'Tax code'], to(300, '1257L')],
    [100, [40, 'Wages'], to(300, '637.50')],
    [112, [40, 'less Tax'], to(300, '37.20')],
    [124, [40, 'TO PAY (cash)'], to(300, '600.30')],
  )
  expect([employer, income?.earnings.net_pay]).toEqual(['Dr & Mrs R Hollis', '600.30'])
})

test('reads the university as employer and not one of its parts', () => {
  const { employer, role } = read(
    [30, [40, 'University of Strathgarry']],
    [50, [40, 'Name'], [140, 'Mr Iomhar Dalgarno'], [320, 'Staff number'], [420, '291177']],
    [62, [40, 'Appointment'], [140, 'Estates Electrician'], [320, 'School'], [420, 'Estates']],
    [74, [40, 'POST(S) HELD'], [140, '01 Electrician'], [320, 'Tax code'], [420, 'S1257L']],
    [100, [40, 'Basic Salary'], to(300, '2,406.50')],
    [112, [40, 'PAYE Income Tax'], to(300, '306.50')],
    [124, [40, 'NET PAY'], to(300, '2,100.00')],
  )
  expect([employer, role]).toEqual(['University of Strathgarry', 'Estates Electrician'])
})

test('reads the gross pay as the only earning if no other earning is printed', () => {
  const lines: PageLine[] = [
    ...head,
    [100, [40, 'Gross pay'], to(300, '£1,540.00')],
    [112, [40, 'Income tax'], to(300, '£98.40')],
    [124, [40, 'NET PAY'], to(300, '£1,441.60')],
  ]
  expect(read(...lines).elements).toEqual([['Gross pay', null, null, '1540.00']])
  expect(parsePayslip(drawPages(lines)).verified).toBe(false)
})

test.each([
  ['Season ticket', 'medium'],
  ['Net pay last month', 'high'],
])('reports deductions that lack the amount of %s with %s severity', (label, severity) => {
  const { findings } = parsePayslip(
    drawPages([
      ...head,
      [100, [40, 'Payments'], to(280, 'Amount'), [320, 'Deductions'], to(520, 'Amount')],
      [112, [40, 'Salary'], to(280, '3000.00'), [320, 'PAYE'], to(520, '365.60')],
      [136, [320, 'Total deductions'], to(520, '415.60')],
      [148, [320, 'Net pay'], to(520, '2584.40')],
      [200, [40, 'For information']],
      [212, [40, label], to(280, '50.00')],
    ]),
  )
  expect(findings.find(({ code }) => code === 'ARITHMETIC_DEDUCTIONS')?.severity).toBe(severity)
})

test('reads a line that is called hours', () => {
  const { elements } = read(
    ...head,
    [100, [40, 'Hours'], to(200, '23.5'), to(250, '12.21'), to(300, '286.94')],
    [112, [40, 'Gross'], to(300, '286.94')],
    [124, [40, 'less Tax'], to(300, '22.40')],
    [136, [40, 'Net pay'], to(300, '264.54')],
  )
  expect(elements).toEqual([['Hours', '23.50', '12.21', '286.94']])
})

const packing = (...rows: [label: string, units: string, rate: string, amount: string][]) =>
  read(
    ...head,
    [100, [40, 'Payments'], to(200, 'Units'), to(250, 'Rate'), to(300, 'Amount')],
    ...rows.map(
      ([label, units, rate, amount], n): PageLine => [
        112 + 12 * n,
        [40, label],
        to(200, units),
        to(250, rate),
        to(300, amount),
      ],
    ),
    [160, [40, 'Gross pay'], to(300, '316.00')],
    [172, [40, 'PAYE tax'], to(300, '63.20')],
    [184, [40, 'Net pay'], to(300, '252.80')],
  ).income?.earnings.base_salary

test('takes hours that are named after the work for the basic pay', () => {
  const base = packing(
    ['Packing hours', '23.00', '11.44', '263.12'],
    ['Packing hours adj', '-2.00', '11.44', '-22.88'],
    ['Night premium', '20.00', '3.7880', '75.76'],
  )
  expect(base).toBe('263.12')
})

test.each([
  ['Sunday hours', 'Packing bonus', null],
  ['Packing hours', 'Loading hours', '316.00'],
])('reads the basic pay of %s and %s', (first, second, base) => {
  expect(packing([first, '20.00', '11.44', '228.80'], [second, '10.00', '8.72', '87.20'])).toBe(base)
})

test('reads hours below a row although a row of the table beside it is between them', () => {
  const { elements } = read(
    ...head,
    [96, [40, 'Pay'], [320, 'Deductions']],
    [112, [40, 'Basic'], to(300, '505.05'), [320, 'PAYE'], to(520, '54.00')],
    [120, [40, '39.00 hrs @ £12.95']],
    [124, [320, 'NI'], to(520, '21.60')],
    [132, [40, 'Early start premium'], to(300, '7.00')],
    [136, [320, 'Pension'], to(520, '15.68')],
    [140, [40, '5.00 hrs @ £1.40']],
    [170, [40, 'Total pay'], to(300, '512.05'), [320, 'Total deductions'], to(520, '91.28')],
    [190, [320, 'Net pay'], to(520, '420.77')],
  )
  expect(elements).toEqual([
    ['Basic', '39.00', '12.95', '505.05'],
    ['Early start premium', '5.00', '1.40', '7.00'],
  ])
})

test('reads the hours and the rate before the words per hour', () => {
  const { elements } = read(
    ...head,
    [
      100,
      [40, 'Basic hours –'],
      [110, '11.50'],
      [140, 'hours at'],
      [180, '£12.75'],
      [210, 'per hour'],
      to(400, '£146.63'),
    ],
    [112, [40, 'Gross pay'], to(400, '£146.63')],
    [124, [40, 'Tax'], to(400, '£29.40')],
    [136, [40, 'Net pay'], to(400, '£117.23')],
  )
  expect(elements).toEqual([['Basic hours', '11.50', '12.75', '146.63']])
})

test('reads the quantity although the name of a post separates it from its column title', () => {
  const { elements } = read(
    ...head,
    [96, [40, 'Payments'], to(208, 'Units'), to(254, 'Rate'), to(339, 'Amount')],
    [110, [40, 'Post 1: Midday Supervisor, Larchway School']],
    [122, [40, 'Basic Pay'], to(339, '612.48')],
    [134, [40, 'Additional Hours'], to(208, '1.25'), to(254, '12.85'), to(339, '16.06')],
    [146, [40, 'Total payments'], to(339, '628.54')],
    [158, [40, 'Deductions'], to(339, 'Amount')],
    [170, [40, 'Tax'], to(339, '3.20')],
    [182, [40, 'Net pay'], to(339, '625.34')],
  )
  expect(elements?.at(-1)).toEqual(['Additional Hours', '1.25', '12.85', '16.06'])
})

function readBaseSalary(...rows: [label: string, quantity: string, rate: string, amount: string][]) {
  const gross = rows.reduce((sum, [, , , amount]) => sum + Math.round(Number(amount) * 100), 0) / 100
  return parsePayslip(
    drawPages([
      ...head,
      [100, [40, 'Payments'], to(300, 'Units'), to(360, 'Rate'), to(420, 'Amount')],
      ...rows.map(
        ([label, quantity, rate, amount], n): PageLine => [
          112 + n * 12,
          [40, label],
          ...(quantity === '' ? [] : [to(300, quantity), to(360, rate)]),
          to(420, amount),
        ],
      ),
      [172, [40, 'Gross pay'], to(420, gross.toFixed(2))],
      [184, [40, 'Deductions'], to(420, 'Amount')],
      [196, [40, 'PAYE'], to(420, '65.60')],
      [208, [40, 'Net pay'], to(420, (gross - 65.6).toFixed(2))],
    ]),
  ).submission?.income_information.earnings.base_salary
}

test.each([
  'Teacher Main M6',
  'Teachers Upper Pay Range U3',
  'UPS 3',
  'Leadership Scale L12',
  'SCP 12',
  'NJC SCP 23',
  'AfC Band 5',
  'Lecturer Scale 8',
])('reads the salary %s, which is named by its point on a pay scale, as the basic pay', (label) => {
  expect(readBaseSalary([label, '', '', '3779.33'], ['TLR 2', '', '', '293.92'])).toBe('3779.33')
})

test.each(['TLR 2', 'Teacher SEN allowance 1', 'Leadership supplement L2', 'Cover supply band 5'])(
  'does not read %s as the basic pay',
  (label) => {
    expect(readBaseSalary([label, '', '', '293.92'])).toBeNull()
  },
)

test('adds up the ordinary hours of several assignments', () => {
  const lines: [string, string, string, string][] = [
    ['Quill Depot - Standard', '32.00', '13.10', '419.20'],
    ['Quill Depot - Night', '8.00', '15.72', '125.76'],
    ['Fennel Foods: Standard rate', '6.50', '12.86', '83.59'],
    ['Fennel Foods - Saturday standard', '2.00', '15.00', '30.00'],
  ]
  expect(readBaseSalary(...lines)).toBe('502.79')
})

const paidLessVoucher = (voucher: string) =>
  drawPages([
    ...head,
    [100, [40, 'Monthly salary'], to(300, '£2,000.00')],
    [112, [40, 'Childcare voucher sacrifice'], to(300, voucher)],
    [124, [40, 'First aider allowance'], to(300, '£15.00')],
    [136, [40, 'Total earnings'], to(300, '£1,891.00')],
    [148, [40, 'Income tax'], to(300, '£100.00')],
    [160, [40, 'Total deductions'], to(300, '£100.00')],
    [172, [40, 'Net pay'], to(300, '£1,791.00')],
  ])

test.each(['£(124.00)', '(£124.00)', '-£124.00'])('subtracts %s from the earnings', (voucher) => {
  const { submission, findings } = parsePayslip(paidLessVoucher(voucher))
  expect(submission?.income_information.earnings.earning_elements.map(({ amount }) => amount)).toEqual([
    '2000.00',
    '-124.00',
    '15.00',
  ])
  expect(findings).toEqual([])
})

test('does not accuse a payslip with an amount in a form that is not read', () => {
  const { findings } = parsePayslip(paidLessVoucher('<124.00>'))
  expect(findings.filter(({ severity }) => severity === 'high')).toEqual([])
  const accused = parsePayslip(paidLessVoucher('-£125.00')).findings
  expect(accused.map(({ code, severity }) => [code, severity])).toEqual([['ARITHMETIC_EARNINGS', 'high']])
})

test('joins an employer whose last word is on a line of its own at the right edge', () => {
  const { employer } = read(
    [30, [40, 'Kyle Sutcliffe'], to(550, 'Ormerod Daughters (Electrical)')],
    [34, [40, '3 Machpelah Terrace']],
    [40, to(550, 'Ltd')],
    [44, [40, 'Todmorden']],
    [54, [40, 'OL14 5XP'], to(550, 'Unit 11, Calder Bank Works')],
    [64, to(550, 'Todmorden OL14 6ZZ')],
    ...head.slice(2),
    [100, [40, 'Monthly salary'], to(300, '£2,000.00')],
    [124, [40, 'Aspen Master Trust (6%)'], to(300, '£100.00')],
    [148, [40, 'Income tax'], to(300, '£100.00')],
    [160, [40, 'Net pay'], to(300, '£1,800.00')],
  )
  expect(employer).toBe('Ormerod Daughters (Electrical) Ltd')
})
