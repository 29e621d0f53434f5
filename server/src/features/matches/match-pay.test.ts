import { expect, test } from 'vitest'
import type { Pay } from '../payroll/income/pay.ts'
import { matchPay, type Statement } from './match-pay.ts'

let papers = 0

const aPay = (changes: Partial<Pay> = {}): Pay => ({
  id: `pay ${++papers}`,
  account_id: null,
  document_id: null,
  source: 'Payslip (via Doc Scan)',
  pay_date: '2026-05-29',
  net_pay: '2000.00',
  employer_name: 'Quill & Thimble Ltd',
  ...changes,
})

type Line = [date: string, pence: number, description: string]

const aStatement = (lines: Line[], changes: Partial<Statement> = {}): Statement => ({
  id: `statement ${++papers}`,
  document_id: `document ${papers}`,
  account: '00-00-00 12345678',
  first_day: '2026-05-01',
  last_day: '2026-05-31',
  credits: lines.map(([date, pence, description], index) => ({ index, date, pence, description })),
  ...changes,
})

const named: Line = ['2026-05-29', 200_000, 'QUILL & THIMBL SALARY']
const plain: Line = ['2026-05-29', 200_000, 'BANK GIRO CREDIT']

const outcome = (pays: Pay[], statements: Statement[]) =>
  pays.map(matchPay(pays, statements)).map(({ status, strength, reason, bank_credit }) => {
    return [status, strength ?? reason, bank_credit?.transaction_index, bank_credit?.days_after_pay_date]
  })

test('the same sum within three days is a match, and stronger where the bank names the employer', () => {
  expect(outcome([aPay()], [aStatement([named])])).toEqual([['matched', 'strong', 0, 0]])
  expect(outcome([aPay()], [aStatement([plain])])).toEqual([['matched', 'fair', 0, 0]])
  for (const [date, days] of [
    ['2026-05-26', -3],
    ['2026-06-01', 3],
  ] as const)
    expect(outcome([aPay()], [aStatement([[date, 200_000, 'X']])])).toEqual([['matched', 'fair', 0, days]])
})

test('a penny or a fourth day make it none, and the answer says whether a statement was there to look at', () => {
  const off: Line[] = [
    ['2026-05-29', 200_001, 'QUILL & THIMBLE'],
    ['2026-05-25', 200_000, 'QUILL & THIMBLE'],
    ['2026-06-02', 200_000, 'QUILL & THIMBLE'],
  ]
  expect(outcome([aPay()], [aStatement(off)])).toEqual([['unmatched', 'no-credit', undefined, undefined]])
  expect(outcome([aPay({ pay_date: '2026-04-30' })], [aStatement([named])])).toEqual([
    ['unmatched', 'no-statement', undefined, undefined],
  ])
  expect(outcome([aPay({ net_pay: null })], [aStatement([named])])).toEqual([
    ['unmatched', 'no-net-pay', undefined, undefined],
  ])
})

test('one credit bears out one payment: of two employers the one that is named has it', () => {
  const other = aPay({ employer_name: 'Brindlewick Mills' })
  expect(outcome([other, aPay()], [aStatement([named])])).toEqual([
    ['unmatched', 'no-credit', undefined, undefined],
    ['matched', 'strong', 0, 0],
  ])
  expect(outcome([other, aPay()], [aStatement([named, plain])])).toEqual([
    ['matched', 'fair', 1, 0],
    ['matched', 'strong', 0, 0],
  ])
})

test('the same payment known through an account and from paper is borne out by one credit', () => {
  const fetched = aPay({ account_id: 'account', employer_name: 'QUILL & THIMBLE LIMITED' })
  expect(outcome([fetched, aPay()], [aStatement([named])])).toEqual([
    ['matched', 'strong', 0, 0],
    ['matched', 'strong', 0, 0],
  ])
})

test('overlapping statements of one account show a credit once; two accounts show two', () => {
  const pays = [aPay(), aPay({ employer_name: 'Brindlewick Mills' })]
  const twice = [aStatement([plain]), aStatement([plain])]
  expect(
    outcome(pays, twice)
      .map(([status]) => status)
      .sort(),
  ).toEqual(['matched', 'unmatched'])
  const apart = [aStatement([plain]), aStatement([plain], { account: '11-11-11 87654321' })]
  expect(outcome(pays, apart).map(([status]) => status)).toEqual(['matched', 'matched'])
  const bothOnOne = [aStatement([plain, plain]), aStatement([plain])]
  expect(outcome(pays, bothOnOne).map(([status]) => status)).toEqual(['matched', 'matched'])
})

test('common words name nobody', () => {
  const pay = aPay({ employer_name: 'The Group Services Company Ltd' })
  expect(outcome([pay], [aStatement([['2026-05-29', 200_000, 'GROUP SERVICES LTD']])])).toEqual([
    ['matched', 'fair', 0, 0],
  ])
})
