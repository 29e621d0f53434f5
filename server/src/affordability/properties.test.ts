import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ageOn, daysFrom, lastDayOf, splitByMonth } from './calendar.ts'
import { estimate, type Question } from './estimate.ts'
import { exactly, isMore, minus, over, plus, rounded, shown, sum, times } from './fraction.ts'
import { requireModel } from './models.ts'
import { monthsPaid, type PayPeriod } from './months.ts'
import { countries } from './tables.ts'

const model = requireModel('ons-fye2024-1')
const person = { date_of_birth: '1988-04-17', post_codes: ['LS1 4AP'] }

const dayOf = (number: number) => new Date(number * 86_400_000).toISOString().slice(0, 10)
const pounds = (pence: number) => rounded(over(exactly(pence), exactly(100)), 2)

const period: fc.Arbitrary<PayPeriod> = fc
  .record({
    first: fc.integer({ min: 12_000, max: 24_000 }),
    days: fc.integer({ min: 1, max: 400 }),
    pence: fc.integer({ min: -500_000, max: 5_000_000 }),
    id: fc.uuid(),
  })
  .map(({ first, days, pence, id }) => ({
    id,
    start: dayOf(first),
    end: dayOf(first + days - 1),
    pay_date: dayOf(first + days - 1),
    net_pay: pounds(pence),
    date_of_birth: null,
    post_code: null,
  }))
const periods = fc.uniqueArray(period, { maxLength: 12, selector: ({ id }) => id })

const question: fc.Arbitrary<Question> = fc.record({
  month: fc
    .record({ year: fc.integer({ min: 2000, max: 2035 }), month: fc.integer({ min: 1, max: 12 }) })
    .map(({ year, month }) => `${year}-${String(month).padStart(2, '0')}`),
  net: fc.integer({ min: 1, max: 5_000_000 }).map((pence) => exactly(pounds(pence))),
  age: fc.integer({ min: 0, max: 150 }),
  country: fc.constantFrom(...countries),
})

test('what falls on the months adds up to the net pay, to the penny and beyond', () => {
  fc.assert(
    fc.property(period, (one) => {
      const months = monthsPaid([one], person, model.findRegion)
      expect(rounded(sum(months.map(({ net }) => net)), 12)).toBe(`${one.net_pay}0000000000`)
      const days = months.flatMap(({ parts }) => parts.map(({ daysInMonth }) => daysInMonth))
      expect(days.reduce((all, some) => all + some, 0)).toBe(daysFrom(one.start, one.end))
    }),
  )
})

test('months come newest first, each once, whatever the order of payslips', () => {
  fc.assert(
    fc.property(periods, fc.infiniteStream(fc.nat()), (some, order) => {
      const shuffled = some
        .map((one) => ({ one, at: order.next().value as number }))
        .sort((a, b) => a.at - b.at)
        .map(({ one }) => one)
      const months = monthsPaid(some, person, model.findRegion)
      expect(monthsPaid(shuffled, person, model.findRegion)).toEqual(months)
      const names = months.map(({ month }) => month)
      expect(names).toEqual([...new Set(names)].sort().reverse())
    }),
  )
})

test('an age touches the cost of living only, a country housing only', () => {
  fc.assert(
    fc.property(
      question,
      fc.integer({ min: 0, max: 150 }),
      fc.constantFrom(...countries),
      (asked, age, country) => {
        const before = estimate(model, asked)
        expect(estimate(model, { ...asked, age }).housing).toEqual(before.housing)
        expect(estimate(model, { ...asked, country }).cost_of_living).toEqual(before.cost_of_living)
      },
    ),
  )
})

test('prices of consumers touch the cost of living only, those with housing housing only', () => {
  const dearer = (which: string) => ({
    ...model,
    priceOf: (index: 'cpi' | 'cpih', month: string) => {
      const price = model.priceOf(index, month)
      return index === which ? { ...price, factor: times(price.factor, exactly(2)) } : price
    },
  })
  fc.assert(
    fc.property(question, (asked) => {
      const before = estimate(model, asked)
      expect(estimate(dearer('cpi'), asked).housing).toEqual(before.housing)
      expect(estimate(dearer('cpih'), asked).cost_of_living).toEqual(before.cost_of_living)
    }),
  )
})

test('who is paid more never spends less', () => {
  fc.assert(
    fc.property(question, fc.integer({ min: 0, max: 1_000_000 }), (asked, more) => {
      const net = plus(asked.net, exactly(pounds(more)))
      const [one, other] = [estimate(model, asked), estimate(model, { ...asked, net })]
      for (const column of ['cost_of_living', 'housing'] as const) {
        expect(isMore(one[column].unrounded, other[column].unrounded)).toBe(false)
        expect(Number(one[column].amount)).toBeLessThanOrEqual(Number(other[column].amount))
      }
    }),
  )
})

test('the total is the sum of what is shown', () => {
  fc.assert(
    fc.property(question, (asked) => {
      const { cost_of_living, housing, total } = estimate(model, asked)
      const pence = [cost_of_living.amount, housing.amount, total].map((text) =>
        BigInt(text.replace('.', '')),
      )
      expect((pence[0] as bigint) + (pence[1] as bigint)).toBe(pence[2])
    }),
  )
})

test('fractions are exact, and half a penny goes up', () => {
  for (const [text, places, wanted] of [
    ['2.345', 2, '2.35'],
    ['2.3449', 2, '2.34'],
    ['0.005', 2, '0.01'],
    ['7', 2, '7.00'],
    ['-2.345', 2, '-2.34'],
    ['-0.004', 2, '0.00'],
    ['1.5', 0, '2'],
    ['-1.51', 0, '-2'],
  ] as const)
    expect(rounded(exactly(text), places)).toBe(wanted)
  expect(shown(over(exactly('1558.4'), exactly(12)))).toBe('129.8666666667')
  expect([shown(exactly('100.00')), shown(exactly('131.675')), shown(exactly('-0.50'))]).toEqual([
    '100',
    '131.675',
    '-0.5',
  ])
  expect(sum([])).toEqual(exactly(0))
  for (const wrong of ['', '1,000', '1e3', '.5', 'NaN'])
    expect(() => exactly(wrong), wrong).toThrow(RangeError)
  expect(() => over(exactly(1), exactly(0))).toThrow(RangeError)
  const number = fc.tuple(fc.integer(), fc.integer({ min: 1 })).map(([a, b]) => over(exactly(a), exactly(b)))
  fc.assert(
    fc.property(number, number, (one, other) => {
      expect(minus(plus(one, other), other)).toEqual(one)
      if (other.top !== 0n) expect(over(times(one, other), other)).toEqual(one)
    }),
  )
})

test('days are counted as a calendar counts them', () => {
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
