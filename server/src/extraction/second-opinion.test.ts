import { expect, test } from 'vitest'
import type { PageWord, PdfPage, StatementParse } from './document.ts'
import { applySecondOpinion, haveSameWords } from './second-opinion.ts'

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
  checks: [],
  verified,
  certified: verified ? ['balances_and_amounts'] : [],
  layout: null,
  cells: [],
  findings: [],
  warnings: [],
})

test('returns the first parse unchanged if both agree', () => {
  const first = statement('1.00')
  expect(applySecondOpinion(first, statement('1.00'))).toBe(first)
  expect(applySecondOpinion(first, statement(null))).toBe(first)
})

test('keeps the first value, marks it doubtful and adds a warning if the two differ', () => {
  const { submission, provenance, warnings } = applySecondOpinion(statement('1.00'), statement('2.00'))
  expect(submission).toEqual(statement('1.00').submission)
  expect(provenance['balance_information.closing_balance']?.confidence).toBe('doubtful')
  expect(provenance['account_information.sort_code']?.confidence).toBe('printed')
  expect(warnings).toEqual(['Two ways to read the file differ on balance_information.closing_balance'])
})

test('uses a second opinion alone with a warning, but never as verified', () => {
  const { submission, verified, warnings } = applySecondOpinion(statement(null), statement('2.00', true))
  expect(submission).not.toBeNull()
  expect([verified, warnings.length]).toEqual([false, 1])
  expect(applySecondOpinion(statement('1.00'), statement('1.00', true)).verified).toBe(false)
})

test('treats pages as the same if every word has a counterpart at the same position', () => {
  const word = { text: '12.00', x: 50, right: 80, y: 100, size: 10 }
  const page = (...words: PageWord[]): PdfPage => ({
    number: 1,
    width: 595,
    height: 842,
    source: 'text',
    imageShare: 0,
    words,
    hidden: [],
    covers: [],
  })
  const name = { ...word, text: 'Rent', x: 10, right: 40 }
  expect(haveSameWords([page(name, word)], [page({ ...word, x: 50.2 }, name)])).toBe(true)
  expect(haveSameWords([page(name, word)], [page({ ...word, text: '13.00' }, name)])).toBe(false)
  expect(haveSameWords([page(name, word)], [page({ ...word, y: 110 }, name)])).toBe(false)
  expect(haveSameWords([page(name, word)], [page(name, name)])).toBe(true)
  expect(haveSameWords([page(name, word)], [page(word)])).toBe(false)
})
