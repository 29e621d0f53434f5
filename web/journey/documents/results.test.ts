import type { BankStatementsResult, JourneyFileReading, PayslipsResult } from '@payproof/sdk'
import { expect, test } from 'vitest'
import { outcomesOf, payslipResults, readingOf, statementResults } from './results.ts'

const files = ['a', 'b', 'c'].map((id) => ({
  id,
  path: `quarantine/client/user/document-${id}`,
  manualReview: false,
}))
const error = (code: string) => ({ file_name: 'scan.pdf', error: 'words', code })

test('read files are matched by document id, failed ones by their order in the request', () => {
  const reply = payslipResults({
    payroll_submissions: [
      {
        document_id: 'document-b',
        employment_information: { employer_name: 'Oakapple Ltd' },
        income_information: {
          pay_date: '2026-10-30T12:00:00.000Z',
          earnings: { gross_pay: '2000.00', net_pay: '1600.00' },
        },
      },
    ],
    payslip_errors: [error('password'), error('still-processing')],
  } as unknown as PayslipsResult)
  expect(Object.fromEntries(outcomesOf(files, reply))).toEqual({
    a: { at: 'stopped', problem: 'password' },
    b: {
      at: 'read',
      found: {
        kind: 'payslip',
        employer: 'Oakapple Ltd',
        payDate: '2026-10-30T12:00:00.000Z',
        gross: '2000.00',
        net: '1600.00',
      },
    },
    c: { at: 'later', path: 'quarantine/client/user/document-c' },
  })
})

test('of a statement the end of the account number is shown, and the balance as other amounts are', () => {
  const reply = statementResults({
    bank_statement_submissions: [
      {
        document_id: 'document-a',
        account_information: { bank_name: null, account_number: '12345678' },
        statement_period: { start_date: '2026-10-01', end_date: '2026-10-31' },
        balance_information: { closing_balance: '-1,234,567.89' },
      },
    ],
    bank_statement_errors: [],
  } as unknown as BankStatementsResult)
  expect(outcomesOf(files.slice(0, 1), reply).get('a')).toMatchObject({
    found: { bank: null, ending: '5678', from: '2026-10-01', to: '2026-10-31', closing: '-1234567.89' },
  })
})

test('a file of which the answer says nothing is still being read', () => {
  expect(
    outcomesOf(files.slice(0, 1), { kind: 'payslips', summaries: new Map(), errors: [] }).get('a'),
  ).toMatchObject({
    at: 'later',
  })
})

test('a document that cannot be read is kept if it was sent anyway; other errors stay errors', () => {
  const errors = ['not-read', 'duplicate', 'not-read'].map(error) as never
  const [a, b, c] = files.map((file, n) => ({ ...file, manualReview: n < 2 }))
  const outcomes = outcomesOf([a, b, c] as typeof files, {
    kind: 'bank_statements',
    summaries: new Map(),
    errors,
  })
  expect(Object.fromEntries(outcomes)).toEqual({
    a: { at: 'read', found: { kind: 'manual', as: 'bank_statements' } },
    b: { at: 'stopped', problem: 'duplicate' },
    c: { at: 'stopped', problem: 'not-read' },
  })
})

test('a document that cannot be read may be sent anyway if the client accepts documents of its kind', () => {
  const unread = (
    document_type: JourneyFileReading['document_type'],
    problem: JourneyFileReading['problem'],
  ) => ({
    path: 'p',
    document_type,
    payslip: null,
    bank_statement: null,
    problem,
  })
  const both = ['payslips', 'bank_statements']
  expect(readingOf(unread('payslip', 'incomplete'), 'payslips', both)).toEqual({
    problem: 'incomplete',
    unread: 'payslips',
  })
  const statement = unread('bank_statement', 'not-read')
  expect(readingOf(statement, 'payslips', both)).toEqual({ problem: 'not-read', unread: 'bank_statements' })
  expect(readingOf(statement, 'payslips', ['payslips'])).toEqual({ problem: 'not-a-payslip' })
  expect(readingOf(unread(null, 'password'), 'payslips', both)).toEqual({ problem: 'password' })
})
