import { addDays } from '../../calendar.ts'
import { decimal, grouped } from '../../money.ts'
import type { GeneratedStatement } from '../../people/types.ts'
import type { DrawnDocument, StatementTruth } from '../types.ts'
import type { BankFormat, BankStatementFacts } from './bank-format.ts'
import { factsOf } from './header-facts.ts'
import { layOutSheets } from './lay-out-sheets.ts'
import { periodOf } from './page-headers.ts'
import { type BankStatementRow, rowsOf } from './rows.ts'

/** Draws a statement in a bank's format. Rows, pagination and carried balances are common to all banks. */
export function drawStatement(
  format: BankFormat,
  statement: GeneratedStatement,
): DrawnDocument<StatementTruth> {
  const facts = factsOf(format, statement)
  const rows = rowsOf(format, facts)
  const pens = layOutSheets(format, facts, rows)
  pens.forEach((pen, n) => {
    format.foot(pen, facts, n + 1, pens.length)
  })
  return {
    drawing: {
      title: `Statement ${periodOf(facts, 'DD MMM YYYY', ' to ')}`,
      creator: format.creator,
      madeOn: addDays(statement.end, 1),
      sheets: pens.map(({ sheet }) => sheet),
    },
    truth: truthOf(format, facts, rows),
  }
}

function truthOf(
  format: BankFormat,
  { statement, holder, iban }: BankStatementFacts,
  rows: BankStatementRow[],
): StatementTruth {
  return {
    kind: 'bank-statement',
    layout: format.id,
    account_information: {
      account_holder_name: holder,
      account_number: statement.person.bank.accountNumber,
      sort_code: format.sortCode,
      bank_name: format.bank,
      iban: format.hasIban ? iban.replaceAll(' ', '') : null,
    },
    statement_period: { start_date: statement.start, end_date: statement.end },
    balance_information: {
      opening_balance: format.omitsOpeningBalance ? null : grouped(statement.openingBalance),
      closing_balance: grouped(statement.closingBalance),
    },
    transactions: rows.flatMap((row) => {
      if (row.is !== 'transaction') return []
      const { date, amount } = row.transaction
      const type = amount > 0 ? 'credit' : 'debit'
      return [{ date, description: row.lines.join(' '), amount: decimal(amount), type }]
    }),
  }
}
