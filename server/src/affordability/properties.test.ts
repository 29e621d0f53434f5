import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countDays, fromDayNumber } from '../vocabulary/days.ts'
import { ageOn, lastDayOf, splitByMonth } from './calendar.ts'
import { type EstimateInput, estimate } from './estimate.ts'
import {
  add,
  divide,
  formatDecimal,
  isGreaterThan,
  multiply,
  roundHalfUp,
  subtract,
  sum,
  toFraction,
} from './fraction.ts'
import { requireModel } from './models.ts'
import { listPaidMonths, type NetPayPeriod } from './months.ts'
import { countries } from './tables.ts'

const model = requireModel('ons-fye2024-1')
const person = { date_of_birth: '1988-04-17', post_codes: ['LS1 4AP'] }

const pounds = (pence: number) => roundHalfUp(divide(toFraction(pence), toFraction(100)), 2)

const period: fc.Arbitrary<NetPayPeriod> = fc
  .record({
    first: fc.integer({ min: 12_000, max: 24_000 }),
    days: fc.integer({ min: 1, max: 400 }),
    pence: fc.integer({ min: -500_000, max: 5_000_000 }),
    id: fc.uuid(),
  })
  .map(({ first, days, pence, id }) => ({
    id,
    start: fromDayNumber(first),
    end: fromDayNumber(first + days - 1),
    pay_date: fromDayNumber(first + days - 1),
    net_pay: pounds(pence),
    date_of_birth: null,
    post_code: null,
  }))
const periods = fc.uniqueArray(period, { maxLength: 12, selector: ({ id }) => id })

const question: fc.Arbitrary<EstimateInput> = fc.record({
  month: fc
    .record({ year: fc.integer({ min: 2000, max: 2035 }), month: fc.integer({ min: 1, max: 12 }) })
    .map(({ year, month }) => `${year}-${String(month).padStart(2, '0')}`),
  net: fc.integer({ min: 1, max: 5_000_000 }).map((pence) => toFraction(pounds(pence))),
  age: fc.integer({ min: 0, max: 150 }),
  country: fc.constantFrom(...countries),
})

test('monthly shares add up exactly to the net pay', () => {
  fc.assert(
    fc.property(period, (one) => {
      const months = listPaidMonths([one], person, model.findRegion)
      expect(roundHalfUp(sum(months.map(({ net }) => net)), 12)).toBe(`${one.net_pay}0000000000`)
      const days = months.flatMap(({ shares }) => shares.map(({ daysInMonth }) => daysInMonth))
      expect(days.reduce((all, some) => all + some, 0)).toBe(countDays(one.start, one.end))
    }),
  )
})

test('lists each month once, newest first, for any order of payslips', () => {
  fc.assert(
    fc.property(periods, fc.infiniteStream(fc.nat()), (some, order) => {
      const shuffled = some
        .map((one) => ({ one, at: order.next().value as number }))
        .sort((a, b) => a.at - b.at)
        .map(({ one }) => one)
      const months = listPaidMonths(some, person, model.findRegion)
      expect(listPaidMonths(shuffled, person, model.findRegion)).toEqual(months)
      const names = months.map(({ month }) => month)
      expect(names).toEqual([...new Set(names)].sort().reverse())
    }),
  )
})

test('age affects only the cost of living, and country only housing', () => {
  fc.assert(
    fc.property(
      question,
      fc.integer({ min: 0, max: 150 }),
      fc.constantFrom(...countries),
      (input, age, country) => {
        const before = estimate(model, input)
        expect(estimate(model, { ...input, age }).housing).toEqual(before.housing)
        expect(estimate(model, { ...input, country }).cost_of_living).toEqual(before.cost_of_living)
      },
    ),
  )
})

test('CPI affects only the cost of living, and CPIH only housing', () => {
  const dearer = (which: string) => ({
    ...model,
    findPrice: (index: 'cpi' | 'cpih', month: string) => {
      const price = model.findPrice(index, month)
      return index === which ? { ...price, factor: multiply(price.factor, toFraction(2)) } : price
    },
  })
  fc.assert(
    fc.property(question, (input) => {
      const before = estimate(model, input)
      expect(estimate(dearer('cpi'), input).housing).toEqual(before.housing)
      expect(estimate(dearer('cpih'), input).cost_of_living).toEqual(before.cost_of_living)
    }),
  )
})

test('higher pay never lowers spending', () => {
  fc.assert(
    fc.property(question, fc.integer({ min: 0, max: 1_000_000 }), (input, more) => {
      const net = add(input.net, toFraction(pounds(more)))
      const [one, other] = [estimate(model, input), estimate(model, { ...input, net })]
      for (const column of ['cost_of_living', 'housing'] as const) {
        expect(isGreaterThan(one[column].unrounded, other[column].unrounded)).toBe(false)
        expect(Number(one[column].amount)).toBeLessThanOrEqual(Number(other[column].amount))
      }
    }),
  )
})

test('the total is the sum of the rounded amounts', () => {
  fc.assert(
    fc.property(question, (input) => {
      const { cost_of_living, housing, total } = estimate(model, input)
      const pence = [cost_of_living.amount, housing.amount, total].map((text) =>
        BigInt(text.replace('.', '')),
      )
      expect((pence[0] as bigint) + (pence[1] as bigint)).toBe(pence[2])
    }),
  )
})

test('fractions are exact and round half up', () => {
  for (const [text, places, expected] of [
    ['2.345', 2, '2.35'],
    ['2.3449', 2, '2.34'],
    ['0.005', 2, '0.01'],
    ['7', 2, '7.00'],
    ['-2.345', 2, '-2.34'],
    ['-0.004', 2, '0.00'],
    ['1.5', 0, '2'],
    ['-1.51', 0, '-2'],
  ] as const)
    expect(roundHalfUp(toFraction(text), places)).toBe(expected)
  expect(formatDecimal(divide(toFraction('1558.4'), toFraction(12)))).toBe('129.8666666667')
  expect([
    formatDecimal(toFraction('100.00')),
    formatDecimal(toFraction('131.675')),
    formatDecimal(toFraction('-0.50')),
  ]).toEqual(['100', '131.675', '-0.5'])
  expect(sum([])).toEqual(toFraction(0))
  for (const wrong of ['', '1,000', '1e3', '.5', 'NaN'])
    expect(() => toFraction(wrong), wrong).toThrow(RangeError)
  expect(() => divide(toFraction(1), toFraction(0))).toThrow(RangeError)
  const number = fc
    .tuple(fc.integer(), fc.integer({ min: 1 }))
    .map(([a, b]) => divide(toFraction(a), toFraction(b)))
  fc.assert(
    fc.property(number, number, (one, other) => {
      expect(subtract(add(one, other), other)).toEqual(one)
      if (other.numerator !== 0n) expect(divide(multiply(one, other), other)).toEqual(one)
    }),
  )
})

test('counts days and leap years like the calendar', () => {
  expect(['2024-02', '2025-02', '1900-02', '2000-02', '2026-04', '2026-12'].map(lastDayOf)).toEqual([
    '2024-02-29',
    '2025-02-28',
    '1900-02-28',
    '2000-02-29',
    '2026-04-30',
    '2026-12-31',
  ])
  expect(splitByMonth('9999-12-30', '9999-12-31')).toEqual([{ month: '9999-12', days: 2 }])
  expect(splitByMonth('2026-01-15', '2026-03-14')).toEqual([
    { month: '2026-01', days: 17 },
    { month: '2026-02', days: 28 },
    { month: '2026-03', days: 14 },
  ])
  expect(ageOn('2026-03-31', '1996-03-31')).toBe(30)
})
