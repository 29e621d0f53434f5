import { expect, test } from 'vitest'
import { drawPages, drawText, to } from '../../../../test/extraction/payslip-page.ts'
import { parsePayslip } from '../parse.ts'

function readInterval(top: string, note: string) {
  const { submission } = parsePayslip(
    drawText(`Larch & Yew Ltd
    Employee: Ms Amara Nwosu     NI number AB123456C   Tax code 1257L   Pay date 11 July 2025
    ${top}
    Salary                           1,650.00
    Tax                                120.40
    National Insurance                  48.16
    Net pay                          1,481.44
    ${note}`),
  )
  const income = submission?.income_information
  return [income?.pay_interval_start ?? null, income?.pay_interval_end ?? null]
}

test.each([
  'WORKS SHUTDOWN 26.07.25 TO 10.08.25',
  'The payroll office is closed from 1 July 2025 to 4 July 2025.',
  'Depot    05/07/25 - 09/07/25 stock count',
  'Sick pay 1 July 2025 to 3 July 2025 is included.',
  'Pay for 1 August 2025 to 31 August 2025 follows.',
  'Contract period 1 January 2025 to 31 December 2025',
  'Benefits window: 1 - 31 July 2025',
  'Timesheets for week ending 13 July 2025 are due on Monday.',
  'Your pay for week ending 29 June 2025 was corrected.',
])('reads no pay period from the note %j', (note) => {
  expect(readInterval('', note)).toEqual([null, null])
})

test.each([
  ['30/06/2025 to 06/07/2025', ''],
  ['Weekly payroll 30 June 2025 - 6 July 2025', ''],
  ['Warehouse team   30/06/25 - 06/07/25', ''],
  ['', 'This payslip covers 30 June 2025 to 6 July 2025.'],
  ['', 'Pay period 30/06/2025 - 06/07/2025'],
  ['Pay for the week ending 06/07/2025    (from 30/06/2025)', ''],
])('reads the pay period of %j and the note %j', (top, note) => {
  expect(readInterval(top, note)).toEqual(['2025-06-30', '2025-07-06'])
})

test.each([
  'Week 14 ending 6 July 2025',
  'Tax week 14, ending 06/07/2025',
  'Month 4 (ending 6 July 2025)',
  'Payslip: period no. 4 ended 06.07.25',
])('reads the end of the pay period of %j', (top) => {
  expect(readInterval(top, '')).toEqual([null, '2025-07-06'])
})

test('reads no pay period from timesheets of different weeks', () => {
  expect(readInterval('Quill Foods - week ending 06.07.25', 'Fennel Mill - week ending 29.06.25')).toEqual([
    null,
    null,
  ])
})

test('reads the end of a period without a start above its label', () => {
  const { submission } = parsePayslip(
    drawPages([
      [
        34,
        [34, 'Larch & Yew Ltd'],
        [166, 'Dr Amara Nwosu'],
        [280, 'Dentist'],
        [376, 'AB123456C'],
        [471, '1257L'],
      ],
      [43, [34, 'employer'], [166, 'employee'], [280, 'position'], [376, 'NI number'], [471, 'tax code']],
      [
        58,
        [34, '914/K5502'],
        [166, '9 Feb 1981'],
        [280, '5 Nov 2012'],
        [376, 'to 30 June 2025'],
        [471, '11 July 2025'],
      ],
      [
        67,
        [34, 'PAYE scheme'],
        [166, 'date of birth'],
        [280, 'employed since'],
        [376, 'pay period (monthly)'],
        [471, 'paid on'],
      ],
      [100, [40, 'Salary'], to(300, '1,650.00')],
      [112, [40, 'Tax'], to(300, '120.40')],
      [124, [40, 'National Insurance'], to(300, '48.16')],
      [136, [40, 'Net pay'], to(300, '1,481.44')],
    ]),
  )
  expect(submission?.income_information).toMatchObject({
    pay_interval_start: null,
    pay_interval_end: '2025-06-30',
  })
})

test('reads a pay date behind a title in larger type on the same line', () => {
  const [page] = drawPages([
    [30, [40, 'MONTHLY PAY ADVICE Pay date 26-SEP-2025']],
    [50, [40, 'Employer'], [120, 'Larch & Yew Ltd'], [300, 'Start date'], [400, '04.10.2021']],
    [62, [40, 'Employee name'], [120, 'Ms Amara Nwosu'], [300, 'Tax code'], [400, '1257L']],
    [90, [40, 'Salary'], [300, '1,650.00']],
    [102, [40, 'Tax'], [300, '120.40']],
    [114, [40, 'Net pay'], [300, '1,529.60']],
  ])
  const words = page?.words.map((word) => (/^[A-Z]{3,}$/.test(word.text) ? { ...word, size: 10.4 } : word))
  const { submission } = parsePayslip(page && words ? [{ ...page, words }] : [])
  expect(submission?.income_information.pay_date).toBe('2025-09-26')
})

test.each(['Fortnight', 'Two weeks'])('reads a pay period on two lines beside the label %s', (label) => {
  const { submission } = parsePayslip(
    drawPages([
      [30, [40, 'Larch & Yew Ltd']],
      [50, [40, 'Employee'], [120, 'Ms Amara Nwosu'], [300, 'Payment date'], [400, '11/07/2025']],
      [62, [40, 'Job'], [120, 'Baker'], [300, label], [400, '23/06/2025 to']],
      [72, [400, '06/07/2025']],
      [84, [40, 'Tax code'], [120, '1257L'], [300, 'NI number'], [400, 'AB123456C']],
      [110, [40, 'Salary'], to(280, '800.00')],
      [122, [40, 'Tax'], to(280, '50.00')],
      [134, [40, 'Net pay'], to(280, '750.00')],
    ]),
  )
  expect(submission?.income_information).toMatchObject({
    pay_interval_start: '2025-06-23',
    pay_interval_end: '2025-07-06',
  })
})

test.each([
  ['Net pay, 28 Nov 2025', '2025-11-28'],
  ['Net pay on 28 Nov 2025', '2025-11-28'],
  ['Net pay', null],
])('reads the pay date in %s', (label, payDate) => {
  const { submission } = parsePayslip(
    drawPages([
      [30, [40, 'Larch & Yew Ltd']],
      [50, [40, 'Name'], [200, 'NI number'], [320, 'Tax code'], [420, 'Pay period']],
      [62, [40, 'Amara Nwosu'], [200, 'AB123456C'], [320, '1257L'], [420, '1 to 30 November 2025']],
      [80, [40, 'Total pay'], [200, 'Total deductions'], [320, label]],
      [92, [40, '£1,650.00'], [200, '£120.40'], [320, '£1,529.60']],
      [120, [40, 'Salary'], to(280, '1,650.00')],
      [132, [40, 'Tax'], to(280, '120.40')],
    ]),
  )
  expect(submission?.income_information.pay_date).toBe(payDate)
})

test.each([
  ['Weeks ending  28/06/2025 & 05/07/2025', [null, '2025-07-05']],
  ['Weeks ending  28/06/2025 and 05/07/2025', [null, '2025-07-05']],
  ['W/C  30/06/2025', ['2025-06-30', null]],
])('reads the pay period of %j', (top, interval) => {
  expect(readInterval(top, '')).toEqual(interval)
})

test.each(['W/E 05-Apr-26 Std', 'W/E 05/04/26 Standard', 'Week ending 05/04/2026 days'])(
  'reads no pay period from rows of several weeks such as %j',
  (row) => {
    const rows = ['05', '12', '19']
      .map((day) => `    ${row.replace('05', day)}          10.00     12.00     120.00`)
      .join('\n')
    expect(readInterval('', `\n    TIMESHEETS    Hours  Rate  Amount\n${rows}`)).toEqual([null, null])
  },
)

test.each(['Period ending: 30 June 2025', 'Week ending 30/06/2025'])(
  'reads the end of the pay period of %j beside rows of weeks',
  (top) => {
    const rows = ['22/06/25', '29/06/25'].map((day) => `    W/E ${day} Std     10.00   12.00   120.00`)
    expect(readInterval(top, `\n    TIMESHEETS    Hours  Rate  Amount\n${rows.join('\n')}`)[1]).toBe(
      '2025-06-30',
    )
  },
)

function readPayDate(top: string) {
  const { submission } = parsePayslip(
    drawText(`${top}

    Employee: Ms Amara Nwosu     NI number AB123456C   Tax code 1257L
    Salary                             560.00
    Tax                                 63.60
    National Insurance                  25.44
    Net pay                            470.96`),
  )
  const income = submission?.income_information
  return [income?.pay_date ?? null, income?.pay_frequency ?? null]
}

test.each([
  'Larch & Yew Ltd     PAY ADVICE   WEEK 46    21 FEB 25',
  'Larch & Yew Ltd     Tax week 46  21-Feb-2025',
  'Larch & Yew Ltd\n   Week 46\n   Friday 21st February 2025',
])('reads the pay date of %j, which is in the tax week', (top) => {
  expect(readPayDate(top)).toEqual(['2025-02-21', 'weekly'])
})

test.each([
  'Larch & Yew Ltd\n\n   Friday 26th December 2025\n\n   Pay for week 38 (22nd to 28th December 2025)',
  'Larch & Yew Ltd\n\n   26/12/2025\n\n   Your wages 22/12/2025 to 28/12/2025',
  'Larch & Yew Ltd\n\n   Pay period: 15/12/2025 to 21/12/2025\n\n   26 December 2025',
])('reads the pay date of %j, a date in or after the pay period', (top) => {
  expect(readPayDate(top)[0]).toBe('2025-12-26')
})

test.each([
  'Larch & Yew Ltd     WEEK 46    Start date 21 FEB 25',
  'Larch & Yew Ltd     WEEK 46    14 FEB 25',
  'Larch & Yew Ltd\n\n   26/12/2025\n\n   Pay period 1/10/2025 to 31/10/2025',
  'Larch & Yew Ltd\n\n   26/12/2025\n\n   29/12/2025\n\n   Pay period 22/12/2025 to 28/12/2025',
])('reads no pay date from %j', (top) => {
  expect(readPayDate(top)[0]).toBeNull()
})

test.each([
  ['PAY ADVICE    WEEK 46    21 FEB 25', '2025-02-21'],
  ['Tax week 46     Friday 21st February 2025', '2025-02-21'],
  ['Friday 26th December 2025\n    Pay for week 38 (22nd to 28th December 2025)', '2025-12-26'],
  ['28 November 2025     Tax month 8', '2025-11-28'],
])('takes the date in words that lies in the tax period of %j as the pay date', (top, day) => {
  expect(readPayDate(`Larch & Yew Ltd\n    ${top}`)[0]).toBe(day)
})

test.each([
  'WEEK 46    28 FEB 25',
  'Week 46    Start date 21 February 2025',
  'Tax week 46    18 Feb 2025    21 Feb 2025',
])('reads no pay date from %j', (top) => {
  expect(readPayDate(`Larch & Yew Ltd\n    ${top}`)[0]).toBeNull()
})

test.each([
  'Left: 27 June 2025      Started: 2 June 2025',
  'Date joined: 2 June 2025      Leaving date: 27 June 2025',
  'Employment started: 2 June 2025      Employment ended: 27 June 2025',
])('reads the dates of the employment of %j, and no pay period', (dates) => {
  const { submission } = parsePayslip(
    drawText(`Larch & Yew Ltd
    Employee: Ms Amara Nwosu     NI number AB123456C   Tax code 1257L   Pay date 11 July 2025
    ${dates}
    Salary                           1,650.00
    Tax                                120.40
    National Insurance                  48.16
    Net pay                          1,481.44`),
  )
  expect(submission?.income_information).toMatchObject({ pay_interval_start: null, pay_interval_end: null })
  expect(submission?.employment_information).toMatchObject({
    start_date: '2025-06-02',
    leave_date: '2025-06-27',
  })
})

test('reads the pay period from a start date beside an end date', () => {
  expect(readInterval('Start date: 1 July 2025      End date: 31 July 2025', '')).toEqual([
    '2025-07-01',
    '2025-07-31',
  ])
})

test.each([
  ['Week no  Pay day          45   Thu 11 Jul 2025', ''],
  ['', 'Week no  Method  Pay date   14   BACS   11/07/2025'],
])('reads the pay date behind labels that are followed by as many values', (first, second) => {
  const { submission } = parsePayslip(
    drawText(`Larch & Yew Ltd
    Employee: Ms Amara Nwosu     NI number AB123456C   Tax code 1257L
    ${first}
    ${second}
    Salary                           1,650.00
    Tax                                120.40
    National Insurance                  48.16
    Net pay                          1,481.44`),
  )
  expect(submission?.income_information.pay_date).toBe('2025-07-11')
})

function readDateBelow(title: string, left: string) {
  const { submission } = parsePayslip(
    drawPages([
      [30, [40, 'Larch & Yew Ltd'], to(500, title)],
      [42, [40, left], to(500, '31 Jul 2025')],
      [70, [40, 'Ms Amara Nwosu'], [320, 'Tax code'], [420, '1257L']],
      [82, [40, 'NI number'], [120, 'QQ123456C'], [320, 'Pay period'], [420, '01/07/2025 to 31/07/2025']],
      [112, [40, 'Salary'], to(280, '1,650.00')],
      [124, [40, 'Tax'], to(280, '120.40')],
      [136, [40, 'National Insurance'], to(280, '48.16')],
      [148, [40, 'Net pay'], to(280, '1,481.44')],
    ]),
  )
  return submission?.income_information.pay_date
}

test('reads the date below the title of the document as the pay date', () => {
  expect(readDateBelow('PAYSLIP', 'Depot Office, Sluice Road, Wisbech PE13 9ZL')).toBe('2025-07-31')
  expect(readDateBelow('Printed', 'Depot Office, Sluice Road, Wisbech PE13 9ZL')).toBeNull()
})

test.each([
  ['14-MAR-91', '1991-03-14'],
  ['02/06/48', '1948-06-02'],
])('reads the date of birth %s as one of the last century', (printed, day) => {
  const { submission } = parsePayslip(
    drawText(`Larch & Yew Ltd
    Employee: Ms Amara Nwosu     NI number AB123456C   Tax code 1257L   Pay date 11 July 2025
    Date of birth  ${printed}
    Salary                           1,650.00
    Tax                                120.40
    National Insurance                  48.16
    Net pay                          1,481.44`),
  )
  expect(submission?.identity_information.date_of_birth).toBe(day)
})

test('reads a label below a value that begins like a label', () => {
  const { submission } = parsePayslip(
    drawPages([
      [30, [40, 'Larch & Yew Ltd']],
      [50, [40, 'Staff Number'], [140, '40071162'], [300, 'Name'], [400, 'Miss Amara Nwosu']],
      [64, [40, 'Band'], [140, 'Band 3'], [300, 'Job'], [400, 'Support Worker']],
      [78, [40, 'Facility'], [140, 'Ward 2'], [300, 'Date of Birth'], [400, '14-MAR-91']],
      [92, [40, 'Tax Code'], [140, '1257L'], [300, 'Paid'], [400, '11-JUL-25']],
      [112, [40, 'Salary'], to(280, '1,650.00')],
      [124, [40, 'Tax'], to(280, '120.40')],
      [136, [40, 'National Insurance'], to(280, '48.16')],
      [148, [40, 'Net pay'], to(280, '1,481.44')],
    ]),
  )
  expect(submission?.identity_information.date_of_birth).toBe('1991-03-14')
})
