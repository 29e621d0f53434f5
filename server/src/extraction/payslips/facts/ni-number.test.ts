import { expect, test } from 'vitest'
import { drawText } from '../../../../test/extraction/payslip-page.ts'
import { parsePayslip } from '../parse.ts'

function readNiNumber(line: string) {
  const { submission, certified } = parsePayslip(
    drawText(`
    Larch & Yew Ltd
    Employee: Ms Amara Nwosu   Tax code 1257L   Pay date 30 January 2026
    ${line}
    Salary                           1,650.00
    Tax                                120.40
    National Insurance                  48.16
    Net pay                          1,481.44`),
  )
  return { number: submission?.identity_information.NI_number ?? null, certified }
}

test('reads a number with an allocated prefix', () => {
  expect(readNiNumber('NI number AB 83 51 77 C').number).toBe('AB835177C')
})

test('reads a number with a prefix that HMRC does not allocate beside its label, without certifying it', () => {
  const { number, certified } = readNiNumber('NI number TN 07 42 11 A')
  expect(number).toBe('TN074211A')
  expect(certified).not.toContain('identity')
})

test('takes no other reference for a number with such a prefix', () => {
  expect(readNiNumber('Payroll ref TN 07 42 11 A').number).toBeNull()
})
