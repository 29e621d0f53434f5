import { expect, test } from 'vitest'
import { drawPages, head, to } from '../../../../test/extraction/payslip-page.ts'
import { parsePayslip } from '../parse.ts'

test('reads an amount that is centred beside a description and its hours', () => {
  const { submission, verified } = parsePayslip(
    drawPages([
      ...head,
      [100, [40, 'Gross pay'], [320, 'Deductions']],
      [120, [40, 'Basic pay']],
      [124, [320, 'Income tax'], to(520, '38.60')],
      [127, to(280, '571.95')],
      [134, [40, '45.00'], [66, 'hours at'], [104, '12.71']],
      [148, [40, 'Holiday pay'], to(280, '129.37'), [320, 'NI'], to(520, '36.74')],
      [166, [40, 'Gross pay'], to(280, '701.32'), [320, 'Net pay'], to(520, '625.98')],
    ]),
  )
  const { earnings } = submission?.income_information ?? {}
  expect(earnings?.earning_elements.map(({ description, amount }) => [description, amount])).toEqual([
    ['Basic pay', '571.95'],
    ['Holiday pay', '129.37'],
  ])
  expect(earnings).toMatchObject({ gross_pay: '701.32', base_salary: '571.95' })
  expect(verified).toBe(true)
})
