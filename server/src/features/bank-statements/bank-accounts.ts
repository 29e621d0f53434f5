import type { KeyObject } from 'node:crypto'
import type { Tx } from '../../platform/database/tenancy.ts'
import type { BankStatement } from '../../vocabulary/bank-statement.ts'
import { openUser } from '../users/service.ts'
import { listStatements, type StatementRow } from './queries.ts'
import { openContent } from './store-statements.ts'

/** A bank account as the statements of a user show it. */
export type BankAccount = {
  /** The statement that reaches furthest. */
  id: string
  statement: Omit<BankStatement, 'transactions'>
  statements: number
  first_day: string | null
  last_day: string | null
}

/** No more are in memory at once: a statement may have thousands of lines. */
const atOnce = 20
/** As many as a user can have documents. */
const mostStatements = 250

/** The bank accounts that uploaded statements are of, the one heard of last first. */
export async function listBankAccounts(tx: Tx, userId: string, most: number) {
  const { key } = await openUser(tx, userId)
  const accounts = new Map<string, BankAccount>()
  for (let skip = 0; skip < mostStatements; skip += atOnce) {
    const { statements } = await listStatements(tx, { user_id: userId }, { skip, limit: atOnce })
    for (const row of statements) add(accounts, key, row)
    if (statements.length < atOnce) break
  }
  return [...accounts.values()].toSorted(byLastDay).slice(0, most)
}

function add(accounts: Map<string, BankAccount>, key: KeyObject, row: StatementRow) {
  const { transactions: _, ...statement } = openContent(key, row).statement
  const { sort_code, account_number, iban } = statement.account_information
  const { start_date, end_date } = statement.statement_period
  // A paper that does not say which account it is of may be of any.
  const name = account_number || iban ? [sort_code, account_number, iban].join(' ') : row.id
  const known = accounts.get(name)
  if (!known) {
    accounts.set(name, {
      id: row.id,
      statement,
      statements: 1,
      first_day: start_date,
      last_day: end_date,
    })
    return
  }
  known.statements++
  if (start_date && (known.first_day === null || start_date < known.first_day)) known.first_day = start_date
  if (end_date && (known.last_day === null || end_date > known.last_day))
    Object.assign(known, { id: row.id, statement, last_day: end_date })
}

const byLastDay = (one: BankAccount, other: BankAccount) =>
  (other.last_day ?? '').localeCompare(one.last_day ?? '')
