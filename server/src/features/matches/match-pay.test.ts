import { expect, test } from 'vitest'
import type { PayslipPayment } from '../payroll/income/pay.ts'
import { type MatchableStatement, matchPay } from './match-pay.ts'

let ids = 0

const aPay = (changes: Partial<PayslipPayment> = {}): PayslipPayment => ({
  id: `pay ${++ids}`,
  account_id: null,
  document_id: null,
  trust_score: null,
  source: 'Payslip (via Doc Scan)',
  pay_date: '2026-05-29',
  net_pay: '2000.00',
  employer_name: 'Quill & Thimble Ltd',
  ...changes,
})

type CreditLine = [date: string, pence: number, description: string]

const aStatement = (lines: CreditLine[], changes: Partial<MatchableStatement> = {}): MatchableStatement => ({
  id: `statement ${++ids}`,
  document_id: `document ${ids}`,
  account: '00-00-00 12345678',
  first_day: '2026-05-01',
  last_day: '2026-05-31',
  credits: lines.map(([date, pence, description], index) => ({ index, date, pence, description })),
  ...changes,
})

const named: CreditLine = ['2026-05-29', 200_000, 'QUILL & THIMBL SALARY']
const unnamed: CreditLine = ['2026-05-29', 200_000, 'BANK GIRO CREDIT']

const matchOutcomes = (pays: PayslipPayment[], statements: MatchableStatement[]) =>
  pays.map(matchPay(pays, statements)).map(({ status, strength, reason, bank_credit }) => {
    return [status, strength ?? reason, bank_credit?.transaction_index, bank_credit?.days_after_pay_date]
  })

test('matches the same amount within three days, strongly if the bank names the employer', () => {
  expect(matchOutcomes([aPay()], [aStatement([named])])).toEqual([['matched', 'strong', 0, 0]])
  expect(matchOutcomes([aPay()], [aStatement([unnamed])])).toEqual([['matched', 'fair', 0, 0]])
  for (const [date, days] of [
    ['2026-05-26', -3],
    ['2026-06-01', 3],
  ] as const)
    expect(matchOutcomes([aPay()], [aStatement([[date, 200_000, 'X']])])).toEqual([
      ['matched', 'fair', 0, days],
    ])
})

test('does not match if one penny or four days off, and reports whether a statement covers the date', () => {
  const nearMisses: CreditLine[] = [
    ['2026-05-29', 200_001, 'QUILL & THIMBLE'],
    ['2026-05-25', 200_000, 'QUILL & THIMBLE'],
    ['2026-06-02', 200_000, 'QUILL & THIMBLE'],
  ]
  expect(matchOutcomes([aPay()], [aStatement(nearMisses)])).toEqual([
    ['unmatched', 'no-credit', undefined, undefined],
  ])
  expect(matchOutcomes([aPay({ pay_date: '2026-04-30' })], [aStatement([named])])).toEqual([
    ['unmatched', 'no-statement', undefined, undefined],
  ])
  expect(matchOutcomes([aPay({ net_pay: null })], [aStatement([named])])).toEqual([
    ['unmatched', 'no-net-pay', undefined, undefined],
  ])
})

test('matches a credit with one payment only, preferring the named employer', () => {
  const other = aPay({ employer_name: 'Brindlewick Mills' })
  expect(matchOutcomes([other, aPay()], [aStatement([named])])).toEqual([
    ['unmatched', 'no-credit', undefined, undefined],
    ['matched', 'strong', 0, 0],
  ])
  expect(matchOutcomes([other, aPay()], [aStatement([named, unnamed])])).toEqual([
    ['matched', 'fair', 1, 0],
    ['matched', 'strong', 0, 0],
  ])
})

test('matches one credit with a payment that was both retrieved and uploaded', () => {
  const fetched = aPay({ account_id: 'account', employer_name: 'QUILL & THIMBLE LIMITED' })
  expect(matchOutcomes([fetched, aPay()], [aStatement([named])])).toEqual([
    ['matched', 'strong', 0, 0],
    ['matched', 'strong', 0, 0],
  ])
})

test('counts a credit on overlapping statements of one account once, and of two accounts twice', () => {
  const pays = [aPay(), aPay({ employer_name: 'Brindlewick Mills' })]
  const twice = [aStatement([unnamed]), aStatement([unnamed])]
  expect(
    matchOutcomes(pays, twice)
      .map(([status]) => status)
      .sort(),
  ).toEqual(['matched', 'unmatched'])
  const apart = [aStatement([unnamed]), aStatement([unnamed], { account: '11-11-11 87654321' })]
  expect(matchOutcomes(pays, apart).map(([status]) => status)).toEqual(['matched', 'matched'])
  const bothOnOne = [aStatement([unnamed, unnamed]), aStatement([unnamed])]
  expect(matchOutcomes(pays, bothOnOne).map(([status]) => status)).toEqual(['matched', 'matched'])
})

test('ignores generic words when looking for the employer’s name', () => {
  const pay = aPay({ employer_name: 'The Group Services Company Ltd' })
  expect(matchOutcomes([pay], [aStatement([['2026-05-29', 200_000, 'GROUP SERVICES LTD']])])).toEqual([
    ['matched', 'fair', 0, 0],
  ])
})
