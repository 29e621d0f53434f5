import type { BankStatement } from '../../src/vocabulary/bank-statement.ts'

// Bank statements of invented people.

export type SampleTransaction = [date: string, description: string, amount: string]

export function aStatement(lines: SampleTransaction[], account = '12345678'): BankStatement {
  const days = lines.map(([date]) => date).sort()
  return {
    account_information: {
      account_holder_name: 'Wilhelmina Oakapple',
      account_number: account,
      sort_code: '00-00-00',
      bank_name: 'Thistledown Bank',
      iban: null,
    },
    statement_period: { start_date: days[0] ?? null, end_date: days.at(-1) ?? null },
    balance_information: { opening_balance: '1,000.00', closing_balance: null },
    transactions: lines.map(([date, description, amount]) => ({
      date,
      description,
      amount,
      type: amount.startsWith('-') ? 'debit' : 'credit',
    })),
  }
}
