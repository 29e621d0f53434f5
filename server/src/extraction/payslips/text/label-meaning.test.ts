import { expect, test } from 'vitest'
import { classifyLabel, isOfFormerEmployment } from './label-meaning.ts'

const kinds: Record<string, string[]> = {
  gross: [
    'Gross',
    'Gross Pay',
    'Total Gross Pay',
    'Total Pay',
    'Total Payments',
    'TOT. PAY',
    'Pay before deductions',
    'Gross earnings',
    'Total earnings',
  ],
  net: [
    'Net',
    'Net Pay',
    'NET PAY THIS PERIOD',
    'Take home',
    'Take-home pay',
    'Amount payable',
    'Paid by BACS',
    'Pay after deductions',
    'Amount paid to you',
    'Net wages',
    'Amount payable (net pay)',
    'Net pay after pension',
    'Leaving you with',
    'This leaves',
  ],
  totalDeductions: [
    'Total Deductions',
    'Deductions',
    'Tot. dedns',
    'Total taken off',
    'All deductions',
    'Total stoppages',
    'Less deductions',
  ],
  taxable: [
    'Gross for Tax',
    'Taxable Pay',
    'Taxable gross',
    'Txbl',
    'Pay for tax',
    'Taxable earnings',
    'Tax - Taxable Wages',
    'Taxable Wages (Tax)',
  ],
  niable: ['Earnings for NI', 'NIable Pay', 'NICable pay', 'NI pay', 'NI earnings', 'NI - Taxable Wages'],
  tax: [
    'PAYE Tax',
    'Tax',
    'Income Tax',
    'PAYE',
    'Tax Paid',
    'Income Tax (PAYE)',
    'PAYE Income Tax',
    'Tax, code 1257L W1',
  ],
  ni: [
    'NI',
    'National Insurance',
    'Nat Ins',
    'EE NI',
    "Ee's NIC",
    'NIC EE',
    'NI A',
    'NI CONTS',
    'Employee NI',
    'National Insurance contributions',
    'NI (employee)',
    "Emp'ee NI",
    "E'ee Nat. Ins.",
    "NI Emp'ees",
  ],
  pension: [
    'Pension EE',
    'Employee pension',
    'AVC',
    'SUPERANNUATION',
    'Pen. EE',
    'Workplace pension (employee)',
    'Pension (net pay)',
    'Pension EE - Net Pay',
    'AVC (net pay arrangement)',
    'Net pay pension',
    'CO PENSION EES',
    'Company pension (employee)',
  ],
  studentLoan: ['Student Loan', 'SLN Plan 2', 'SL'],
  postgraduateLoan: ['PGL', 'Postgraduate Loan'],
  employer: [
    'Employer NI',
    'ER NIC',
    'Employer pension',
    'NI (employer)',
    'Pension (employer)',
    "Er's Pension",
    'CO PENSION ERS',
    'Company pension contribution',
    "Emp'er NI",
    "E'er pension",
  ],
}

test.each(Object.entries(kinds))('recognises every common label for %s', (kind, labels) => {
  for (const label of labels) expect(classifyLabel(label).kind, label).toBe(kind)
})

test('recognises year-to-date and this-period markers in a label', () => {
  expect(classifyLabel('Taxable Pay TD')).toMatchObject({ kind: 'taxable', isYear: true })
  expect(classifyLabel('Gross pay to date')).toMatchObject({ kind: 'gross', isYear: true })
  expect(classifyLabel('Paid to you, so far')).toMatchObject({ kind: 'net', isYear: true })
  expect(classifyLabel('Net pay this period')).toMatchObject({ kind: 'net', isYear: false, isPeriod: true })
})

test.each([
  ['TAXABLE PAY (INC. PREVIOUS)', 'taxable'],
  ['TAX (INC. PREVIOUS)', 'tax'],
  ['Tax paid incl. previous employment', 'tax'],
  ['Gross pay, including P45 pay', 'gross'],
  ['Taxable pay (this & previous employments)', 'taxable'],
])('reads %s as an amount to date', (label, kind) => {
  expect(classifyLabel(label)).toMatchObject({ kind, isYear: true })
})

test.each(['Taxable pay (previous employment)', 'Previous tax paid', 'Tax (previous)'])(
  'does not read %s as an amount of this employment',
  (label) => {
    expect(['tax', 'taxable']).not.toContain(classifyLabel(label).kind)
  },
)

test('reads taxable pay that is limited to the employment', () => {
  expect(classifyLabel('Taxable pay this employment, year to date')).toMatchObject({
    kind: 'taxable',
    isYear: true,
  })
  expect(classifyLabel('Taxable pay in this employment')).toMatchObject({ kind: 'taxable', isYear: true })
  expect(classifyLabel('Pay in this employment').kind).toBe('subtotal')
})

test.each(['Previous employment', 'Prev Emp Tax', 'Taxable pay prev', 'Tax from your P45', 'P45 pay'])(
  'ignores the amounts of a former employment: %s',
  (label) => {
    expect(classifyLabel(label).kind).toBe('ignored')
    expect(isOfFormerEmployment(label)).toBe(true)
  },
)

test.each(['Hours Adj Prev', 'Tax paid incl. prev. employment', 'Basic Hours Prev Period'])(
  'does not take %s for the name of a former employment',
  (label) => expect(isOfFormerEmployment(label)).toBe(false),
)

test('does not take an earnings label for a total', () => {
  for (const label of ['Basic salary', 'Overtime at 1.5', 'On-call allowance', 'Holiday pay', 'Salary'])
    expect(classifyLabel(label).kind, label).toBeNull()
})

test('ignores the sign of a calculation before a label', () => {
  expect(classifyLabel('= Gross').kind).toBe('gross')
  expect(classifyLabel('+ Pension').kind).toBe('pension')
})

test('an allowance is a payment, unless it is leave', () => {
  expect(classifyLabel('Allowance').kind).toBeNull()
  expect(classifyLabel('Leave allowance').kind).toBe('ignored')
})

test.each(['LGPS Pay Main', 'LGPS pay 50/50', 'TPS pensionable pay'])(
  'ignores %s, the pay from which the pension is calculated',
  (label) => {
    expect(classifyLabel(label).kind).toBe('ignored')
  },
)

test.each(['LGPS Main 5.8%', 'LGPS', 'TPS 9.6%'])('reads %s as the pension', (label) => {
  expect(classifyLabel(label).kind).toBe('pension')
})
