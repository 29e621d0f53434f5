import { expect, test } from 'vitest'
import { drawText } from '../../../../test/extraction/payslip-page.ts'
import { parsePayslip } from '../parse.ts'

test.each([
  ['1257L', '1257L'],
  ['1257L*', '1257L'],
  ['K475 †', 'K475'],
])('reads the tax code %s', (printed, code) => {
  const { submission } = parsePayslip(
    drawText(`
    Larch & Yew Ltd
    Employee: Ms Amara Nwosu     NI number AB123456C     Pay date 30 January 2026
    Tax code    ${printed}

    Salary                           1,650.00
    Tax                                120.40
    Net pay                          1,529.60`),
  )
  expect(submission?.income_information.tax_code).toBe(code)
})
