import { expect, test } from 'vitest'
import { drawText } from '../../../test/extraction/payslip-page.ts'
import { parsePayslip } from './parse.ts'

const readDates = (birth: string, start: string) => {
  const { submission } = parsePayslip(
    drawText(`Northern Larch Care Trust

    Staff number      40071162           Name              Miss Amara Nwosu
    Band              Band 3             Job               Support Worker
    Facility          Ward 2             Date of Birth     ${birth}
    Tax code          1257L              Nat Ins No        AB123456C
    Paid              30-OCT-26          Start date        ${start}

    Salary                           1,650.00
    Tax                                120.40
    NI                                  48.16
    Net pay                          1,481.44`),
  )
  return [submission?.identity_information.date_of_birth, submission?.employment_information.start_date]
}

test.each([
  ['14-MAR-91', '12/05/98', '1991-03-14', '1998-05-12'],
  ['14/03/55', '12/05/19', '1955-03-14', '2019-05-12'],
  ['14 March 2008', '12/05/26', '2008-03-14', '2026-05-12'],
])(
  'reads the birth date %s and the start date %s, also with years of two digits',
  (birth, start, ...days) => {
    expect(readDates(birth, start)).toEqual(days)
  },
)
