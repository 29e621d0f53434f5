import { expect, test } from 'vitest'
import { drawText } from '../../../../test/extraction/payslip-page.ts'
import { parsePayslip } from '../parse.ts'

const payslip = (pension: string) =>
  parsePayslip(
    drawText(`
    Quillmarsh University                Payslip
    Employee: Ada Lowe     NI number: AB123456C     Tax code: 1257L
    Payment date: 28/11/2025

    Payments                              Deductions
    Basic salary          1,652.00        PAYE tax               120.80
                                          National Insurance      48.32

    This period
    Gross pay             1,652.00
    Employee pension      ${pension}
    Total deductions        169.12
    Net pay               1,482.88`),
  )

test('an employee pension in a summary without a line that confirms it is not certified', () => {
  const without = payslip('0.00')
  expect(without.submission?.income_information.deductions.employee_pension).toBe('0.00')
  expect(without.certified).toContain('this_period')
  const altered = payslip('0.80')
  expect(altered.submission?.income_information.deductions.employee_pension).toBe('0.80')
  expect(altered.certified).not.toContain('this_period')
  expect(altered.checks.find(({ name }) => name === 'agreement')).toMatchObject({
    isPassed: false,
    note: 'no line of the payslip confirms the pension of the period',
  })
})
