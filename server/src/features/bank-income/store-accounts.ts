import { type ConnectedAccount, toBankStatement } from '../../connectors/bank-income/bank-account.ts'
import { audit, keysOf, type Tx } from '../../platform/database/tenancy.ts'
import type { BankStatement } from '../../vocabulary/bank-statement.ts'
import { addDays } from '../../vocabulary/days.ts'
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
import { type IdentityField, weakestMatch } from '../identity/compare.ts'
import {
  closeReview,
  compareStatement,
  holdsUnmatchedData,
  openReview,
  openReviewOf,
} from '../identity/service.ts'
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
  const statements = await newStatementsOf(tx, account_id, data)
  const comparisons = data.accounts.map((one) =>
    compareStatement(person, toBankStatement(one, { from: data.from, to: data.to, isUpToToday: true })),
  )
  const identity_match = weakestMatch(comparisons.map(({ match }) => match))
  const owner = { user_id, account_id, authorisation_id }
  const isMismatch = identity_match === 'none' && account.identity_accepted_at === null
  const differences = [...new Set(comparisons.flatMap((comparison) => comparison.differences))]
  const isHeld = await reviewIdentity(tx, owner, { isMismatch, differences, data, statements })
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

/** Held bank accounts, as sealed in the review of the connection. */
export type HeldAccounts = { bank: RetrievedAccounts }

/** Stores held bank accounts. The account must be locked. Returns the ids of the statements. */
export async function storeReleasedAccounts(
  tx: Tx,
  { id: account_id, user_id }: AccountRow,
  { bank, authorisation_id }: HeldAccounts & { authorisation_id: string },
): Promise<string[]> {
  const statements = await newStatementsOf(tx, account_id, bank)
  return storeRetrievedStatements(tx, { user_id, account_id, authorisation_id }, statements)
}

type IdentityResult = {
  isMismatch: boolean
  differences: IdentityField[]
  data: RetrievedAccounts
  statements: readonly RetrievedStatement[]
}

/**
 * Opens or closes the identity review of the connection. Returns true if the accounts are held back rather than stored.
 */
async function reviewIdentity(
  tx: Tx,
  owner: { user_id: string; account_id: string; authorisation_id: string },
  { isMismatch, differences, data, statements }: IdentityResult,
): Promise<boolean> {
  const held = (await openReviewOf<HeldAccounts>(tx, owner.account_id))?.data?.bank
  if (!isMismatch && !held) {
    if (statements.length > 0) await closeReview(tx, owner.account_id)
    return false
  }
  // Transactions of a connection with held ones are held, too: the team decides about all of them.
  const isHeld = held !== undefined || (await holdsUnmatchedData(tx))
  const bank = held ? joinRetrieved(held, data) : data
  await openReview(tx, owner, { differences, ...(isHeld && { data: { bank } satisfies HeldAccounts }) })
  return isHeld
}

/** Adds a later retrieval. Some banks return the whole history only at first, so earlier transactions are kept. */
function joinRetrieved(held: RetrievedAccounts, later: RetrievedAccounts): RetrievedAccounts {
  const accounts = later.accounts.map((account) => {
    const before = held.accounts.find(({ id }) => id === account.id)?.transactions ?? []
    const since = account.transactions[0]?.bookedOn ?? addDays(later.to, 1)
    const kept = before.filter(({ bookedOn }) => bookedOn < since)
    return { ...account, transactions: [...kept, ...account.transactions] }
  })
  const isGone = ({ id }: ConnectedAccount) => !later.accounts.some((account) => account.id === id)
  return {
    accounts: [...held.accounts.filter(isGone), ...accounts],
    from: earlier(held.from, later.from),
    to: later.to,
  }
}

/** Builds a statement for each account with transactions that are not stored yet. */
async function newStatementsOf(
  tx: Tx,
  accountId: string,
  retrieved: RetrievedAccounts,
): Promise<RetrievedStatement[]> {
  const statements: RetrievedStatement[] = []
  for (const bankAccount of retrieved.accounts) {
    const statement = await newStatementOf(tx, accountId, bankAccount, retrieved)
    if (statement) statements.push(statement)
  }
  return statements
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
