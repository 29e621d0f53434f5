import { expect, test } from 'vitest'
import type { DocumentReading } from '../../server/src/extraction/document.ts'
import type { BankStatement } from '../../server/src/vocabulary/bank-statement.ts'
import { countCommon, verdictOn } from './comparing.ts'
import type { SampleDocument, TruthOfStatement } from './documents.ts'
import { scoreStatement } from './statements.ts'
import { calibrate, tallyStatements } from './tally.ts'

const truth: TruthOfStatement = {
  kind: 'bank-statement',
  layout: 'test',
  account_information: {
    account_holder_name: 'Ms W Oakapple',
    account_number: '52915194',
    sort_code: '00-14-27',
    bank_name: 'Heron Bank',
    iban: null,
  },
  statement_period: { start_date: '2026-10-01', end_date: '2026-10-31' },
  balance_information: { opening_balance: null, closing_balance: '1,090.00' },
  transactions: [
    { date: '2026-10-02', description: 'Cash', amount: '-10.00', type: 'debit' },
    { date: '2026-10-02', description: 'Cash', amount: '-10.00', type: 'debit' },
    { date: '2026-10-30', description: 'Pay', amount: '1110.00', type: 'credit' },
  ],
  also: { 'balance_information.opening_balance': ['0.00'] },
  switches: {},
}
const document: SampleDocument = { name: 'test', bytes: Buffer.of(), truth }

const right: BankStatement = {
  account_information: { ...truth.account_information, account_holder_name: 'MS W OAKAPPLE' },
  statement_period: { start_date: '2026-10-01', end_date: '2026-10-31' },
  balance_information: { opening_balance: null, closing_balance: '1,090.00' },
  transactions: truth.transactions.map(({ amount, ...rest }) => ({
    ...rest,
    amount: amount === '1110.00' ? '1,110.00' : amount,
  })),
}

const scored = (change: (statement: BankStatement) => void = () => undefined) => {
  const submission = structuredClone(right)
  change(submission)
  const reading = {
    kind: 'bank_statement',
    verified: true,
    certified: ['balances_and_amounts', 'descriptions'],
    bank_statement_probability: 0.9,
    submission,
  }
  return { document, reading: reading as DocumentReading, ms: 1 }
}

test('a correctly read document is exact and correctly certified', () => {
  expect(scoreStatement(scored())).toMatchObject({
    isExact: true,
    isCertified: true,
    isWronglyCertified: false,
  })
})

test.each<[string, (statement: BankStatement) => void]>([
  ['one of two equal transactions is left out', ({ transactions }) => transactions.splice(0, 1)],
  ['a transaction is duplicated', ({ transactions }) => transactions.push(...transactions.slice(0, 1))],
  ['a sign is wrong', ({ transactions }) => Object.assign(transactions[2] ?? {}, { amount: '-1,110.00' })],
  ['a day is wrong', ({ transactions }) => Object.assign(transactions[0] ?? {}, { date: '2026-10-03' })],
  ['a balance is wrong', (one) => Object.assign(one.balance_information, { closing_balance: '1,090.01' })],
  ['an unprinted IBAN is extracted', (one) => Object.assign(one.account_information, { iban: 'GB00' })],
])('a document is certified wrongly if %s', (_, change) => {
  expect(scoreStatement(scored(change))).toMatchObject({ isExact: false, isWronglyCertified: true })
})

test('a certified description with other text makes a document certified wrongly', () => {
  const wrong = scored(({ transactions }) =>
    Object.assign(transactions[2] ?? {}, { description: 'Pay Offer' }),
  )
  expect(scoreStatement(wrong).isWronglyCertified).toBe(true)
  wrong.reading.certified = ['balances_and_amounts']
  expect(scoreStatement(wrong).isWronglyCertified).toBe(false)
})

test('a missing field makes a document inexact but not certified wrongly', () => {
  const score = scoreStatement(scored((one) => Object.assign(one.account_information, { bank_name: null })))
  expect(score).toMatchObject({ isExact: false, isWronglyCertified: false })
})

test('a derivable value may be extracted or omitted, but not a different one', () => {
  expect(verdictOn(null, null, ['0.00'])).toBe('absent')
  expect(verdictOn(null, '0.00', ['0.00'])).toBe('absent')
  expect(verdictOn(null, '0.01', ['0.00'])).toBe('wrong')
})

test('countCommon counts equal entries as often as both lists have them', () => {
  expect(countCommon(['a', 'a', 'b'], ['a', 'c', 'a', 'a'])).toBe(2)
})

test('F1 and Brier score follow their standard definitions', () => {
  const one = scored(({ transactions }) => transactions.splice(0, 1))
  expect(tallyStatements([one]).f1).toBeCloseTo(0.8)
  expect(calibrate([one]).brier).toBeCloseTo(0.01)
})
