import { expect, test } from 'vitest'
import {
  dayOf,
  durationOf,
  exactMoneyOf,
  momentOf,
  moneyOf,
  percentOf,
  startOfDay,
  timeOf,
  utcOf,
} from './format.ts'

test('money has two decimals, rounded half up', () => {
  expect(
    ['177.0814285714', '151.9', '1234', '0.005', '999.995', '-560.9751', '-0.001'].map((text) =>
      moneyOf(text),
    ),
  ).toEqual(['£177.08', '£151.90', '£1,234.00', '£0.01', '£1,000.00', '−£560.98', '£0.00'])
  expect(moneyOf('not printed')).toBe('not printed')
})

test('money in a working keeps its decimals', () => {
  expect(['177.0814285714', '1234'].map((text) => exactMoneyOf(text))).toEqual(['£177.0814285714', '£1,234'])
})

test('ratios are percentages', () => {
  expect(['0.0525', '-0.1', '0'].map(percentOf)).toEqual(['5.3 %', '−10 %', '0 %'])
})

test.each([
  [0, '0 seconds'],
  [1, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [150, '3 minutes'],
  [7_200, '2 hours'],
  [200_000, '2 days'],
])('formats %d seconds as %s', (seconds, text) => {
  expect(durationOf(seconds)).toBe(text)
})

test('times are in the zone of the UK, in winter and in summer', () => {
  expect(timeOf('2026-01-15T23:30:07Z')).toBe('15 Jan 2026, 23:30 GMT')
  expect(timeOf('2026-06-15T23:30:07Z')).toBe('16 Jun 2026, 00:30 BST')
  expect(momentOf('2026-06-15T09:00:07Z')).toBe('15 Jun 2026, 10:00:07 BST')
  expect(utcOf('2026-06-15T09:00:07.123Z')).toBe('2026-06-15 09:00:07 UTC')
})

test.each([
  ['2026-01-15', '2026-01-15T00:00:00.000Z'],
  ['2026-03-29', '2026-03-29T00:00:00.000Z'],
  ['2026-03-30', '2026-03-29T23:00:00.000Z'],
  ['2026-10-25', '2026-10-24T23:00:00.000Z'],
  ['2026-10-26', '2026-10-26T00:00:00.000Z'],
])('%s begins at %s in the UK', (date, moment) => {
  expect(startOfDay(date)).toBe(moment)
})

test('a day without a time stays that day', () => {
  expect(['2026-01-01', '2026-03-29', '2026-06-15', '2026-10-25'].map(dayOf)).toEqual([
    '1 Jan 2026',
    '29 Mar 2026',
    '15 Jun 2026',
    '25 Oct 2026',
  ])
})
