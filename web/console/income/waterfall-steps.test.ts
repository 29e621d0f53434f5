import { expect, test } from 'vitest'
import { waterfallOf } from './waterfall-steps.ts'

type Pay = Parameters<typeof waterfallOf>[0]

const payOf = (
  { gross = '2,000.00' as string | null, net = '1600.00' as string | null },
  deductions: Record<string, unknown> = {},
) =>
  ({
    earnings: { gross_pay: gross, net_pay: net },
    deductions: { income_tax: '250.00', employee_ni: '100.00', deductions_elements: [], ...deductions },
  }) as unknown as Pay

const line = (description: string, amount: string) => ({ type: 'Other', description, amount })
const shown = (pay: Pay) => waterfallOf(pay)?.steps.map(({ name, deducted, left }) => [name, deducted, left])

test('lists tax and National Insurance before the other lines if the source has them apart', () => {
  expect(shown(payOf({}, { deductions_elements: [line('Pension', '50.00')] }))).toEqual([
    ['Income tax', 25_000n, 175_000n],
    ['National Insurance', 10_000n, 165_000n],
    ['Pension', 5_000n, 160_000n],
  ])
})

test('counts tax and National Insurance once if they are among the lines', () => {
  const deductions_elements = [line('PAYE', '250.00'), line('NI', '100.00'), line('Pension', '50.00')]
  expect(shown(payOf({}, { deductions_elements }))).toEqual([
    ['PAYE', 25_000n, 175_000n],
    ['NI', 10_000n, 165_000n],
    ['Pension', 5_000n, 160_000n],
  ])
})

test('shows the rest as one step if the lines do not add up', () => {
  expect(shown(payOf({}, { deductions_elements: [line('Pension', '49.99')] }))?.at(-1)).toEqual([
    'Other deductions',
    5_000n,
    160_000n,
  ])
})

test('a rest that raises the net pay is a payment', () => {
  expect(shown(payOf({ net: '2100.00' }))?.at(-1)).toEqual(['Other payments', -45_000n, 210_000n])
})

test('a refund raises what is left', () => {
  const refund = payOf({ net: '2080.00' }, { income_tax: '-180.00' })
  expect(shown(refund)).toEqual([
    ['Income tax', -18_000n, 218_000n],
    ['National Insurance', 10_000n, 208_000n],
  ])
})

test('needs gross and net pay', () => {
  expect(waterfallOf(payOf({ gross: null }))).toBeUndefined()
  expect(waterfallOf(payOf({ net: null }))).toBeUndefined()
})
