import { type ConnectedAccount, toBankStatement } from '../../connectors/bank-income/bank-account.ts'
import { audit, keysOf, type Tx } from '../../platform/database/tenancy.ts'
import type { BankStatement } from '../../vocabulary/bank-statement.ts'
import type { Day } from '../../vocabulary/payslip.ts'
import { firstDueAt } from '../accounts/recurring/schedule.ts'
import { storeRetrievalFacts } from '../accounts/retrieved-facts.ts'
import type { AccountRow } from '../accounts/service.ts'
import { findNewestStatement } from '../bank-statements/service.ts'
import {
  hashAccount,
  type RetrievedStatement,
  storeRetrievedStatements,
} from '../bank-statements/store-statements.ts'
import { weakestMatch } from '../identity/compare.ts'
import { closeReview, compareStatement, holdsUnmatchedData, openReview } from '../identity/service.ts'
import { markChecked } from '../payroll/recurring/checks.ts'
import type { RetrievalResult } from '../payroll/retrieval/retrieve.ts'
import { openUser } from '../users/service.ts'

/** Accounts with the days that were requested of the bank, both inclusive. */
export type RetrievedAccounts = { accounts: ConnectedAccount[]; from: Day; to: Day }

/**
 * Stores the new transactions of each bank account as a statement and publishes the event of statements. Returns the id
 * of the first new statement, or null. The account and its authorisation must be locked.
 */
export async function storeAccounts(
  tx: Tx,
  account: AccountRow,
  { data, authorisation_id, now, environment }: RetrievalResult<RetrievedAccounts>,
) {
  const { id: account_id, user_id } = account
  const { person } = await openUser(tx, user_id)
  const statements: RetrievedStatement[] = []
  for (const one of data.accounts) {
    const statement = await newStatementOf(tx, account_id, one, data)
    if (statement) statements.push(statement)
  }
  const comparisons = data.accounts.map((one) =>
    compareStatement(person, toBankStatement(one, { from: data.from, to: data.to, isUpToToday: true })),
  )
  const identity_match = weakestMatch(comparisons.map(({ match }) => match))
  const owner = { user_id, account_id, authorisation_id }
  const isMismatch = identity_match === 'none' && account.identity_accepted_at === null
  if (isMismatch)
    await openReview(tx, owner, { differences: comparisons.flatMap(({ differences }) => differences) })
  else if (statements.length > 0) await closeReview(tx, account_id)
  const isHeld = isMismatch && (await holdsUnmatchedData(tx))
  const [first = null] = isHeld ? [] : await storeRetrievedStatements(tx, owner, statements)
  await storeRetrievalFacts(tx, account_id, {
    fetched_at: new Date(),
    next_look_at: firstDueAt(account_id, now, environment),
    ...(comparisons.length > 0 && { identity_match }),
  })
  await markChecked(tx, account_id)
  audit(tx, 'bank_income.retrieved', first ?? account_id)
  return first
}

/** Builds a statement of the transactions that are not stored yet. Returns null if there are none. */
async function newStatementOf(
  tx: Tx,
  accountId: string,
  bankAccount: ConnectedAccount,
  { from, to }: { from: Day; to: Day },
): Promise<RetrievedStatement | null> {
  const { sortCode: sort_code, accountNumber: account_number } = bankAccount
  const account_hash =
    hashAccount(tx, { sort_code, account_number }) ??
    keysOf(tx).lookupHash('bank_statement_submissions.account', `${accountId} ${bankAccount.id}`)
  const known = await findNewestStatement(tx, accountId, account_hash)
  const transactions = known ? omitKnown(bankAccount.transactions, known) : bankAccount.transactions
  if (transactions.length === 0) return null
  const first = transactions[0]?.bookedOn ?? from
  const start = known ? earlier(first, known.statement_period.end_date ?? first) : from
  const account = { ...bankAccount, transactions }
  const statement = toBankStatement(account, { from: start, to, isUpToToday: true })
  const credits = transactions.flatMap(({ amount, bookedOn, information, ...details }, index) =>
    amount > 0
      ? [
          {
            index,
            date: bookedOn,
            pence: amount,
            description: information.slice(0, 1_000),
            payer: details.payerName,
            code: details.bankCode,
            purpose: details.categoryPurpose,
          },
        ]
      : [],
  )
  const shownAccount = account_number && `${sort_code ?? ''} ${account_number}`
  return { statement, account_hash, credits: { account: shownAccount, credits } }
}

const earlier = (one: Day, other: Day) => (one < other ? one : other)

/** Leaves out the transactions of the newest stored statement, each as often as it occurs there. */
function omitKnown(transactions: ConnectedAccount['transactions'], known: BankStatement) {
  const counts = new Map<string, number>()
  for (const { date, amount, description } of known.transactions) {
    const key = JSON.stringify([date, Number(amount.replaceAll(/[,.]/g, '')), description])
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return transactions.filter(({ bookedOn, amount, information }) => {
    const key = JSON.stringify([bookedOn, amount, information.slice(0, 1_000)])
    const count = counts.get(key) ?? 0
    if (count > 0) counts.set(key, count - 1)
    return count === 0
  })
}
