import { expect, test } from 'vitest'
import { BankStatement } from '../../vocabulary/bank-statement.ts'
import { type ConnectedAccount, isSameAccount, statementAmount, toBankStatement } from './bank-account.ts'

const account: ConnectedAccount = {
  id: 'acc-77',
  holderName: 'ADA WHITCOMBE',
  sortCode: '00-14-27',
  accountNumber: '12345678',
  iban: null,
  bankName: 'modelo-sandbox',
  currency: 'GBP',
  isPersonal: true,
  balance: 123_456,
  transactions: [
    {
      id: 't-1',
      bookedOn: '2026-10-28',
      amount: 218_744,
      information: 'HARBOUR LANE BAKERY SALARY',
      payerName: null,
      bankCode: null,
      categoryPurpose: null,
    },
    {
      id: 't-2',
      bookedOn: '2026-10-29',
      amount: -1_250,
      information: 'CORNER SHOP',
      payerName: null,
      bankCode: null,
      categoryPurpose: null,
    },
  ],
}
const period = { from: '2026-10-01', to: '2026-10-31' }

test('converts an account to the format of uploaded statements', () => {
  const statement = toBankStatement(account, { ...period, isUpToToday: true })
  expect(BankStatement.parse(statement)).toEqual(statement)
  expect(statement).toMatchObject({
    account_information: { account_holder_name: 'ADA WHITCOMBE', sort_code: '00-14-27' },
    // 1,234.56 − 2,187.44 + 12.50.
    balance_information: { opening_balance: '-940.38', closing_balance: '1,234.56' },
    transactions: [
      { date: '2026-10-28', description: 'HARBOUR LANE BAKERY SALARY', amount: '2,187.44', type: 'credit' },
      { date: '2026-10-29', description: 'CORNER SHOP', amount: '-12.50', type: 'debit' },
    ],
  })
})

test('leaves balances unknown if the period ended before today', () => {
  expect(toBankStatement(account, { ...period, isUpToToday: false }).balance_information).toEqual({
    opening_balance: null,
    closing_balance: null,
  })
})

test('formats amounts with thousands separators', () => {
  expect([0, -5, 123, 100_000, 1_234_567_89].map(statementAmount)).toEqual([
    '0.00',
    '-0.05',
    '1.23',
    '1,000.00',
    '1,234,567.89',
  ])
})

test('recognises an uploaded statement of the same account, and never guesses', () => {
  const same = { sort_code: '001427', account_number: '1234 5678' }
  const connected = { sort_code: '00-14-27', account_number: '12345678' }
  expect(isSameAccount(same, connected)).toBe(true)
  expect(isSameAccount({ ...same, account_number: '12345679' }, connected)).toBe(false)
  expect(isSameAccount({ sort_code: null, account_number: '12345678' }, connected)).toBe(false)
  expect(isSameAccount({ sort_code: '', account_number: '' }, { sort_code: '', account_number: '' })).toBe(
    false,
  )
})
