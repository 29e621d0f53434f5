import { expect, test } from 'vitest'
import type { Page, StatementParse, Word } from './document.ts'
import { areAlike, withSecondOpinion } from './second-opinion.ts'

const statement = (closing: string | null, verified = false): StatementParse => ({
  submission:
    closing === null
      ? null
      : {
          account_information: {
            account_holder_name: 'Ada Example',
            account_number: '12345678',
            sort_code: '00-00-00',
            bank_name: null,
            iban: null,
          },
          statement_period: { start_date: null, end_date: null },
          balance_information: { opening_balance: null, closing_balance: closing },
          transactions: [],
        },
  provenance: {
    'balance_information.closing_balance': { place: null, method: 'text', confidence: 'printed' },
    'account_information.sort_code': { place: null, method: 'text', confidence: 'printed' },
  },
  gates: [],
  verified,
  layout: null,
  cells: [],
  findings: [],
  warnings: [],
})

test('where both agree the first stands as it is', () => {
  const first = statement('1.00')
  expect(withSecondOpinion(first, statement('1.00'))).toBe(first)
  expect(withSecondOpinion(first, statement(null))).toBe(first)
})

test('where they differ the first stands, its value is doubtful and people are told', () => {
  const { submission, provenance, warnings } = withSecondOpinion(statement('1.00'), statement('2.00'))
  expect(submission).toEqual(statement('1.00').submission)
  expect(provenance['balance_information.closing_balance']?.confidence).toBe('doubtful')
  expect(provenance['account_information.sort_code']?.confidence).toBe('printed')
  expect(warnings).toEqual(['Two ways to read the file differ on balance_information.closing_balance'])
})

test('a second opinion alone is told, but never makes anything verified', () => {
  const { submission, verified, warnings } = withSecondOpinion(statement(null), statement('2.00', true))
  expect(submission).not.toBeNull()
  expect([verified, warnings.length]).toEqual([false, 1])
  expect(withSecondOpinion(statement('1.00'), statement('1.00', true)).verified).toBe(false)
})

test('pages are alike if every word has its twin at the same place', () => {
  const word = { text: '12.00', x: 50, right: 80, y: 100, size: 10 }
  const page = (...words: Word[]): Page => ({
    number: 1,
    width: 595,
    height: 842,
    source: 'text',
    picture: 0,
    words,
    hidden: [],
    covers: [],
  })
  const name = { ...word, text: 'Rent', x: 10, right: 40 }
  expect(areAlike([page(name, word)], [page({ ...word, x: 50.2 }, name)])).toBe(true)
  expect(areAlike([page(name, word)], [page({ ...word, text: '13.00' }, name)])).toBe(false)
  expect(areAlike([page(name, word)], [page({ ...word, y: 110 }, name)])).toBe(false)
  expect(areAlike([page(name, word)], [page(name, name)])).toBe(true)
  expect(areAlike([page(name, word)], [page(word)])).toBe(false)
})
