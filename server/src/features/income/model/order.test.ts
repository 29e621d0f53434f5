import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type SamplePay, samplePayslip } from '../../../../test/features/sample-income.ts'
import { addDays } from '../../../vocabulary/days.ts'
import { sumOf } from '../../../vocabulary/money.ts'
import { findDuplicates } from '../../payroll/income/duplicates.ts'
import { splitByDays } from './months.ts'
import type { IncomePayslip } from './payments.ts'
import { summariseIncome } from './summarise.ts'

const runs = { numRuns: 300 }
const options = {
  as_of: '2026-06-30',
  months_requested: 12,
  included_documents: new Set(['included']),
}

const money = fc.integer({ min: -20_000, max: 600_000 }).map((pence) => (pence / 100).toFixed(2))
const day = fc.integer({ min: 0, max: 760 }).map((days) => addDays('2024-06-01', days))

/** There are few employers, dates and amounts, so that duplicates, contradictions and ties are common. */
const payslip = fc
  .record({
    pay_date: fc.oneof(day, fc.constantFrom('2026-04-30', '2026-05-31', '2026-06-30')),
    gross: fc.oneof(money, fc.constantFrom('2500.00', '1000.00', null)),
    net: fc.oneof(money, fc.constantFrom('2000.00', '900.00', null)),
    employer: fc.constantFrom('Quill & Thimble Ltd', 'QUILL AND THIMBLE', 'Marrow Press', null),
    reference: fc.constantFrom('123/AB456', '987/ZZ1', null, null),
    frequency: fc.constantFrom('weekly', 'fortnightly', 'four_weekly', 'monthly', 'irregular', null),
    type: fc.constantFrom('full_time', 'zero_hours', null),
    started: fc.constantFrom('2020-01-06', '2026-03-16', null, null),
    left: fc.constantFrom('2025-12-31', null, null, null),
    source: fc.constantFrom('direct', 'connection', 'upload'),
    account: fc.constantFrom('one', 'two'),
    trust: fc.constantFrom('High', 'Medium', 'Low', null),
    document: fc.constantFrom('included', 'other'),
    days: fc.constantFrom(0, 0, 7, 14, 28, 31),
  })
  .map(({ days, ...pay }): SamplePay => {
    const end = days === 0 ? {} : { start: addDays(pay.pay_date, 1 - days), end: pay.pay_date }
    return { ...pay, ...end, trust: pay.source === 'upload' ? pay.trust : null } as SamplePay
  })
const payslips = fc
  .array(payslip, { maxLength: 24 })
  .map((list) => list.map((pay, number) => samplePayslip(pay, number)))

/** Returns all figures without submission ids, which depend on the order and source of the payslips. */
function figuresOf(list: readonly IncomePayslip[]) {
  const { months, coverage, employments, total } = summariseIncome(list, options)
  const figures = { months, coverage, employments, total }
  return JSON.parse(
    JSON.stringify(figures, (name, value) =>
      ['submission_ids', 'payments', 'amounts', 'ranges'].includes(name) ? undefined : value,
    ),
  )
}

test('figures do not depend on the order in which payslips arrive', () => {
  const shuffled = payslips.chain((list) =>
    fc.tuple(
      fc.constant(list),
      fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length }),
    ),
  )
  fc.assert(
    fc.property(shuffled, ([list, other]) => {
      // Ids ascend in the order in which payslips are stored.
      const renumbered = other.map((each, n) => ({ ...each, id: `id-${String(n).padStart(4, '0')}` }))
      expect(figuresOf(other)).toEqual(figuresOf(list))
      expect(figuresOf(renumbered)).toEqual(figuresOf(list))
    }),
    runs,
  )
})

test('figures do not change when payslips arrive twice', () => {
  fc.assert(
    fc.property(payslips, (list) => {
      expect(figuresOf([...list, ...list])).toEqual(figuresOf(list))
      const again = list.map((each) => ({
        ...each,
        id: `again-${each.id}`,
        account_id: each.account_id && `again ${each.account_id}`,
      }))
      const throughOtherAccounts = again.filter(({ source }) => source !== 'upload')
      const figures = figuresOf([...list, ...throughOtherAccounts])
      expect(figures).toEqual(figuresOf(list))
    }),
    runs,
  )
})

test('a payment that the API marks as a duplicate is counted once', () => {
  fc.assert(
    fc.property(payslips, (list) => {
      const { payments, usable } = summariseIncome(list, options)
      const stored = usable.map(({ id, account_id, pay_date, start, end, net_pay, employment }) => ({
        id,
        account_id,
        pay_date,
        start,
        end,
        net_pay,
        employer_name: employment.employer_name ?? employment.employer_tax_reference,
      }))
      const distinct = usable.length - findDuplicates(stored).size
      expect(payments.length).toBeLessThanOrEqual(distinct)
      const counted = new Set(payments.map(({ id }) => id))
      expect(findDuplicates(stored.filter(({ id }) => counted.has(id))).size).toBe(0)
    }),
    runs,
  )
})

test('low-trust documents are in no figure', () => {
  fc.assert(
    fc.property(payslips, (list) => {
      const isForged = ({ trust_score, document_id }: IncomePayslip) =>
        trust_score === 'Low' && document_id !== 'included'
      expect(figuresOf(list)).toEqual(figuresOf(list.filter((each) => !isForged(each))))
    }),
    runs,
  )
})

test('every figure names its submissions, and only counted ones', () => {
  fc.assert(
    fc.property(payslips, (list) => {
      const { months, payments, employments, total, unused } = summariseIncome(list, options)
      const counted = new Set(payments.map(({ id }) => id))
      expect(counted.size + unused.length).toBe(list.length)
      for (const { id } of unused) expect(counted.has(id)).toBe(false)
      const figures = [total, ...employments].flatMap(({ figures: each, items }) => [
        each.last_12_months,
        each.variability,
        each.year_on_year,
        items,
        ...each.averages,
      ])
      for (const { submission_ids } of [...months, ...figures, total.annual])
        expect(submission_ids.every((id) => counted.has(id))).toBe(true)
      for (const { gross, submission_ids } of total.figures.averages)
        expect(gross === null || submission_ids.length > 0).toBe(true)
    }),
    runs,
  )
})

test('the shares of a payment add up to it', () => {
  fc.assert(
    fc.property(fc.integer(), day, fc.integer({ min: 0, max: 399 }), (amount, start, days) => {
      const shares = splitByDays(amount, { start, end: addDays(start, days) })
      expect(sumOf([...shares.values()])).toBe(amount)
    }),
    runs,
  )
})
