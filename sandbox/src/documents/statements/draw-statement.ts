import { addDays } from '../../calendar.ts'
import { decimal, grouped } from '../../money.ts'
import type { Statement } from '../../people/types.ts'
import type { Drawn, StatementTruth } from '../types.ts'
import { factsOf } from './header-facts.ts'
import type { Facts, Form } from './bank-format.ts'
import { periodOf } from './page-headers.ts'
import { type Row, rowsOf } from './rows.ts'
import { layOut } from './lay-out-sheets.ts'

/** Draws a statement in a bank's form: rows, pages and what is carried between them are the same for all. */
export function drawStatement(form: Form, statement: Statement): Drawn<StatementTruth> {
  const facts = factsOf(form, statement)
  const rows = rowsOf(form, facts)
  const pens = layOut(form, facts, rows)
  pens.forEach((pen, n) => {
    form.foot(pen, facts, n + 1, pens.length)
  })
  return {
    drawing: {
      title: `Statement ${periodOf(facts, 'DD MMM YYYY', ' to ')}`,
      creator: form.creator,
      madeOn: addDays(statement.end, 1),
      sheets: pens.map(({ sheet }) => sheet),
    },
    truth: truthOf(form, facts, rows),
  }
}

function truthOf(form: Form, { statement, holder, iban }: Facts, rows: Row[]): StatementTruth {
  return {
    kind: 'bank-statement',
    layout: form.id,
    account_information: {
      account_holder_name: holder,
      account_number: statement.person.bank.accountNumber,
      sort_code: form.sortCode,
      bank_name: form.bank,
      iban: form.hasIban ? iban.replaceAll(' ', '') : null,
    },
    statement_period: { start_date: statement.start, end_date: statement.end },
    balance_information: {
      opening_balance: grouped(statement.openingBalance),
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
