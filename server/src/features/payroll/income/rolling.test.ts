import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, dayOf, monthsBefore, yearEnding } from '../../../vocabulary/days.ts'
import { type PayslipFigures, rollingIncomeOver } from './rolling.ts'

const figures = (
  start: string | null,
  end: string | null,
  pay_date: string,
  more: Partial<PayslipFigures> = {},
) => ({
  start,
  end,
  pay_date,
  gross: '1000.00',
  net: '800.01',
  leave: null,
  ...more,
})

/** Makes payslips for whole months, each paid on the last day of its month. `first` is the first day of a month. */
function monthly(first: string, count: number) {
  const [year = 0, month = 0] = first.split('-').map(Number)
  return Array.from({ length: count }, (_, n) => {
    const start = dayOf(new Date(Date.UTC(year, month - 1 + n, 1)))
    const end = dayOf(new Date(Date.UTC(year, month + n, 0)))
    return figures(start, end, end)
  })
}

/** Makes payslips for `days` days each, paid three days after the end of their period. */
const everyDays = (first: string, days: number, count: number) =>
  Array.from({ length: count }, (_, n) => {
    const end = addDays(first, (n + 1) * days - 1)
    return figures(addDays(first, n * days), end, addDays(end, 3))
  })

const newest = (known: PayslipFigures[], more: PayslipFigures[] = []) =>
  rollingIncomeOver([...known, ...more])(known.at(-1) as PayslipFigures)

describe('the first of 12 months', () => {
  test.each([
    ['2026-03-31', '2025-04-01'],
    ['2026-04-30', '2025-05-01'],
    ['2026-06-15', '2025-06-16'],
    ['2025-02-28', '2024-03-01'],
    ['2024-02-29', '2023-03-01'],
    ['2024-02-28', '2023-03-01'],
    ['2024-03-01', '2023-03-02'],
    ['2025-12-31', '2025-01-01'],
  ])('that end with %s is %s', (last, first) => {
    expect(yearEnding(last)).toBe(first)
  })

  test('spans 364 to 366 days', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000 }), (n) => {
        const last = addDays('1970-01-01', n)
        const days = (Date.parse(last) - Date.parse(yearEnding(last))) / 86_400_000 + 1
        expect(days).toBeGreaterThanOrEqual(364)
        expect(days).toBeLessThanOrEqual(366)
      }),
    )
  })
})

test('counts months back to the last day of shorter months', () => {
  expect(monthsBefore('2026-03-31', 1)).toBe('2026-02-28')
  expect(monthsBefore('2024-03-31', 1)).toBe('2024-02-29')
  expect(monthsBefore('2026-01-15', 14)).toBe('2024-11-15')
  expect(monthsBefore('2026-06-30', 120)).toBe('2016-06-30')
})

test('is null for an employment whose payslips were deleted meanwhile', () => {
  expect(rollingIncomeOver([])(figures('2026-01-01', '2026-01-31', '2026-01-31'))).toBeNull()
})

describe('monthly pay', () => {
  test('needs twelve whole months', () => {
    expect(newest(monthly('2025-04-01', 12))).toEqual({ gross_pay: '12000.00', net_pay: '9600.12' })
    expect(newest(monthly('2025-05-01', 11))).toBeNull()
  })

  test('ignores older months', () => {
    expect(newest(monthly('2025-01-01', 15))).toEqual({ gross_pay: '12000.00', net_pay: '9600.12' })
  })

  test.each(['2023-03-01', '2024-03-01', '2024-02-01', '2023-02-01'])(
    'counts twelve payslips at the end of every month, leap years included, from %s',
    (first) => {
      for (let count = 12; count < 40; count++)
        expect(newest(monthly(first, count)), `${count} months`).toMatchObject({ gross_pay: '12000.00' })
    },
  )

  test('does not count thirteen months when the pay day is earlier than a year ago', () => {
    const known = monthly('2025-05-01', 13).map((one) => ({ ...one }))
    ;(known[0] as PayslipFigures).pay_date = '2025-05-30'
    ;(known[12] as PayslipFigures).pay_date = '2026-05-29'
    expect(newest(known)).toMatchObject({ gross_pay: '12000.00' })
  })

  test('totals the 12 months up to each payslip', () => {
    const known = monthly('2024-01-01', 24)
    expect(rollingIncomeOver(known)(known[12] as PayslipFigures)).toMatchObject({ gross_pay: '12000.00' })
    expect(rollingIncomeOver(known)(known[10] as PayslipFigures)).toBeNull()
  })

  test('counts a missing month as unpaid', () => {
    const known = monthly('2025-04-01', 12).filter((_, n) => n !== 5 && n !== 6)
    expect(newest(known)).toEqual({ gross_pay: '10000.00', net_pay: '8000.10' })
  })

  test('includes a second payment on the same day', () => {
    const known = monthly('2025-04-01', 12)
    const bonus = figures('2026-03-01', '2026-03-31', '2026-03-31', { gross: '500.50', net: '0.00' })
    expect(newest(known, [bonus])).toEqual({ gross_pay: '12500.50', net_pay: '9600.12' })
  })

  test('does not extend the history by an old month that is paid late', () => {
    const late = figures('2024-01-01', '2024-01-31', '2026-03-31')
    expect(newest(monthly('2025-10-01', 6), [late])).toBeNull()
  })

  test('subtracts negative pay', () => {
    const known = monthly('2025-04-01', 12).with(3, figures('2025-07-01', '2025-07-31', '2025-07-31'))
    known[3] = { ...(known[3] as PayslipFigures), gross: '-1000.00', net: '-800.01' }
    expect(newest(known)).toEqual({ gross_pay: '10000.00', net_pay: '8000.10' })
  })

  test('is null if an amount is unknown', () => {
    const known = monthly('2025-04-01', 12)
    known[3] = { ...(known[3] as PayslipFigures), net: null }
    expect(newest(known)).toBeNull()
  })
})

describe('pay by weeks', () => {
  // 52 weeks are a day short of a year, so one more payslip is needed.
  test.each([
    ['weekly', 7, 53],
    ['fortnightly', 14, 27],
    ['four-weekly', 28, 14],
  ])('needs payslips that reach back a year for %s pay', (_, days, needed) => {
    const known = everyDays('2024-04-08', days, 80)
    expect(newest(known.slice(0, needed - 1))).toBeNull()
    expect(newest(known.slice(0, needed))).not.toBeNull()
  })

  test.each([
    ['weekly', 7, [52, 53]],
    ['fortnightly', 14, [26, 27]],
    ['four-weekly', 28, [13, 14]],
  ])('counts the pay dates of a year for %s pay', (_, days, counts) => {
    const known = everyDays('2022-01-03', days, 200)
    const rolling = rollingIncomeOver(known)
    const totals = known.map((one) => rolling(one)?.gross_pay).filter((total) => total !== undefined)
    expect(totals.length).toBeGreaterThan(100)
    for (const total of totals) expect(counts.map((count) => `${count}000.00`)).toContain(total)
  })
})

test('uses pay dates if pay intervals are unknown', () => {
  const known = monthly('2025-03-01', 13).map((one) => ({ ...one, start: null, end: null }))
  expect(newest(known)).toMatchObject({ gross_pay: '12000.00' })
  expect(newest(known.slice(1))).toBeNull()
})

test('accepts a single payslip for a whole year', () => {
  expect(newest([figures('2025-04-01', '2026-03-31', '2026-03-31')])).toMatchObject({ gross_pay: '1000.00' })
})

test('adds amounts exactly', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), { minLength: 12, maxLength: 12 }),
      (pence) => {
        const known = monthly('2025-04-01', 12).map((one, n) => {
          const amount = pence[n] as number
          const digits = String(Math.abs(amount)).padStart(3, '0')
          const gross = `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
          return { ...one, gross }
        })
        const total = pence.reduce((total, each) => total + BigInt(each), 0n)
        expect(BigInt((newest(known)?.gross_pay ?? '').replace('.', ''))).toBe(total)
      },
    ),
  )
})
