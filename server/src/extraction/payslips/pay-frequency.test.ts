import { expect, test } from 'vitest'
import { drawPages, type PageLine, to } from '../../../test/extraction/payslip-page.ts'
import { parsePayslip } from './parse.ts'

// Payslips that do not state the pay frequency.

/** A payslip with the given lines about its period. Its National Insurance fits no frequency. */
const payslip = (...period: PageLine[]): PageLine[] => [
  [30, [40, 'Brindlewick Ledger Services Ltd']],
  [50, [40, 'Employee'], [120, 'Ms Wilhelmina Oakapple'], [320, 'Pay date'], [420, '27 June 2025']],
  [62, [40, 'NI number'], [120, 'QQ123456C'], [320, 'Tax code'], [420, '1257L']],
  ...period,
  [100, [40, 'Payments'], to(280, 'Amount'), [320, 'Deductions'], to(520, 'Amount')],
  [112, [40, 'Wages'], to(280, '800.00'), [320, 'PAYE'], to(520, '50.00')],
  [124, [320, 'NI'], to(520, '31.00')],
  [148, [40, 'Total payments'], to(280, '800.00'), [320, 'Total deductions'], to(520, '81.00')],
  [170, [320, 'Net pay'], to(520, '719.00')],
]
const readFrequency = (lines: PageLine[]) => {
  const { submission, provenance } = parsePayslip(drawPages(lines))
  const path = 'income_information.pay_frequency'
  return [submission?.income_information.pay_frequency, provenance[path]?.method]
}

test.each([
  ['16/06/2025 to 22/06/2025', 'weekly'],
  ['9 June 2025 - 22 June 2025', 'fortnightly'],
  ['26 May 2025 to 22 June 2025', 'four_weekly'],
  ['01/06/2025 - 30/06/2025', 'monthly'],
  ['16 May 2025 to 15 June 2025', 'monthly'],
])('infers the pay frequency from the pay period %s', (period, frequency) => {
  expect(readFrequency(payslip([74, [40, 'Pay period'], [120, period]]))).toEqual([frequency, 'computed'])
})

test.each([
  ['Tax month', '3', 'monthly'],
  ['Month', 'June 2025', 'monthly'],
  ['Pay month', 'June 2025', 'monthly'],
  ['Month ending', '30/06/2025', 'monthly'],
  ['Week ending', '22/06/2025', 'weekly'],
  ['Two weeks ending', '22/06/2025', 'fortnightly'],
  ['Fortnight ending', '22/06/2025', 'fortnightly'],
  ['4 weeks ending', '22/06/2025', 'four_weekly'],
  ['Period', '3 of 13', 'four_weekly'],
])('infers the pay frequency from the label %s', (label, value, frequency) => {
  expect(readFrequency(payslip([74, [40, label], [120, value]]))[0]).toBe(frequency)
})

test.each([
  ['Pay advice for June 2025', 'monthly'],
  ['Payslip - June 2025', 'monthly'],
  ['Paid every two weeks', 'fortnightly'],
  ['PR7 WEEKLY RUN 12', 'weekly'],
  ['Monthly', 'monthly'],
  ['Mehefin / June 2025', 'monthly'],
])('finds the pay frequency in the heading %s', (heading, frequency) => {
  expect(readFrequency(payslip([74, [40, heading]]))[0]).toBe(frequency)
})

test('lets National Insurance decide between the frequencies that a tax week allows', () => {
  const fortnightly = payslip([74, [40, 'Tax week'], [120, '12']]).map(([y, ...pieces]): PageLine => {
    if (y === 124) return [y, [320, 'NI'], to(520, '25.28')]
    if (y === 148)
      return [y, [40, 'Total payments'], to(280, '800.00'), [320, 'Total deductions'], to(520, '75.28')]
    return y === 170 ? [y, [320, 'Net pay'], to(520, '724.72')] : [y, ...pieces]
  })
  expect(readFrequency(fortnightly)).toEqual(['fortnightly', 'computed'])
})

test.each([
  ['no period', []],
  ['only a tax week', [[74, [40, 'Tax week'], [120, '12']] as PageLine]],
  ['contracted hours', [[74, [40, 'Contracted hours per week'], [220, '37.5']] as PageLine]],
  ['a month that is also four weeks', [[74, [40, 'Period'], [120, '01/02/2026 to 28/02/2026']] as PageLine]],
])('leaves the pay frequency open with %s', (_, period) => {
  expect(readFrequency(payslip(...period))[0]).toBeNull()
})

test('takes a month that was cut short for no week', () => {
  const period = '01/06/2025 to 07/06/2025'
  expect(readFrequency(payslip([74, [40, 'Pay period'], [120, period]]))).toEqual([null, undefined])
})

test.each([
  ['20 4-WKLY', 'four_weekly'],
  ['12 (fortnightly)', 'fortnightly'],
  ['3 monthly', 'monthly'],
])('reads the pay frequency behind the number of the tax period %s', (period, frequency) => {
  expect(readFrequency(payslip([74, [40, 'Tax period'], [120, period]]))[0]).toBe(frequency)
})
