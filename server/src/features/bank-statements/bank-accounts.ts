import type { KeyObject } from 'node:crypto'
import type { Tx } from '../../platform/database/tenancy.ts'
import type { BankStatement } from '../../vocabulary/bank-statement.ts'
import { openUser } from '../users/service.ts'
import { listStatements, type StatementSubmissionRow } from './queries.ts'
import { openContent } from './store-statements.ts'

/** A bank account, summarised from the user's statements. */
export type BankAccount = {
  /** Id of the most recent statement. */
  id: string
  statement: Omit<BankStatement, 'transactions'>
  statements: number
  first_day: string | null
  last_day: string | null
}

/** Limits memory use: a statement may have thousands of transactions. */
const batchSize = 20
/** The maximum number of documents per user. */
const maxStatements = 250

/** Summarises the bank accounts of the uploaded statements, most recent first. */
export async function summariseBankAccounts(tx: Tx, userId: string, limit: number) {
  const { key } = await openUser(tx, userId)
  const accounts = new Map<string, BankAccount>()
  for (let skip = 0; skip < maxStatements; skip += batchSize) {
    const { statements } = await listStatements(tx, { user_id: userId }, { skip, limit: batchSize })
    for (const row of statements) add(accounts, key, row)
    if (statements.length < batchSize) break
  }
  return [...accounts.values()].toSorted(byLastDay).slice(0, limit)
}

function add(accounts: Map<string, BankAccount>, key: KeyObject, row: StatementSubmissionRow) {
  const { transactions: _, ...statement } = openContent(key, row).statement
  const { sort_code, account_number, iban } = statement.account_information
  const { start_date, end_date } = statement.statement_period
  // A statement without an account number could belong to any account, so it is not merged.
  const accountKey = account_number || iban ? [sort_code, account_number, iban].join(' ') : row.id
  const account = accounts.get(accountKey)
  if (!account) {
    accounts.set(accountKey, {
      id: row.id,
      statement,
      statements: 1,
      first_day: start_date,
      last_day: end_date,
    })
    return
  }
  account.statements++
  if (start_date && (account.first_day === null || start_date < account.first_day))
    account.first_day = start_date
  if (end_date && (account.last_day === null || end_date > account.last_day))
    Object.assign(account, { id: row.id, statement, last_day: end_date })
}

const byLastDay = (one: BankAccount, other: BankAccount) =>
  (other.last_day ?? '').localeCompare(one.last_day ?? '')
