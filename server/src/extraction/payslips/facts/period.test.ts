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
