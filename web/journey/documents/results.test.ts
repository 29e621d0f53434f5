import type { BankStatementsResult, PayslipsResult } from '@payproof/sdk'
import { expect, test } from 'vitest'
import { outcomesOf, payslipResults, statementResults } from './results.ts'

const files = ['a', 'b', 'c'].map((id) => ({ id, path: `quarantine/client/user/document-${id}` }))
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
  expect(outcomesOf(files.slice(0, 1), { summaries: new Map(), errors: [] }).get('a')).toMatchObject({
    at: 'later',
  })
})
