import { audit, keysOf, type Tx } from '../../platform/database/tenancy.ts'
import { open, type Place, seal } from '../../platform/secrets/seal.ts'
import { newTimedId } from '../../platform/time/uuid-v7.ts'
import type { TaxYearIncome } from '../../vocabulary/tax-income.ts'
import { firstLook } from '../accounts/recurring/schedule.ts'
import { storeFetchedFacts } from '../accounts/retrieved-facts.ts'
import type { AccountRow } from '../accounts/service.ts'
import { markChecked } from '../payroll/recurring/checks.ts'
import type { Fetched } from '../payroll/retrieval/retrieve.ts'
import { openUser } from '../users/service.ts'
import { publish } from '../webhooks/service.ts'
import { insertEntry, insertSubmissions, listKnownHashes, type SubmissionRow } from './queries.ts'
import { forWebhook, presentSubmission } from './wire.ts'

/**
 * Stores what a retrieval brought and is not known yet, as an entry, and says so to whoever listens. Nothing new, nothing
 * stored: null. The account must be held, and its authorisation.
 */
export async function storeYears(tx: Tx, account: AccountRow, fetched: Fetched<readonly TaxYearIncome[]>) {
  const { found, now, environment } = fetched
  const all = found.map((year) => ({ year, income_hash: incomeHash(tx, year) }))
  const hashes = all.map(({ income_hash }) => income_hash)
  const known = await listKnownHashes(tx, account.id, hashes)
  const fresh = all.filter(({ income_hash }) => !known.has(income_hash.toString('hex')))
  const entryId = fresh.length > 0 ? await storeEntry(tx, account, fetched, fresh) : null
  await storeFetchedFacts(tx, account.id, {
    fetched_at: new Date(),
    next_look_at: firstLook(account.id, now, environment),
  })
  await markChecked(tx, account.id)
  audit(tx, 'tax_income.retrieved', entryId ?? account.id)
  return entryId
}

type New = { year: TaxYearIncome; income_hash: Buffer }

async function storeEntry(
  tx: Tx,
  { id: account_id, user_id }: AccountRow,
  { authorisation_id }: Pick<Fetched<unknown>, 'authorisation_id'>,
  fresh: readonly New[],
) {
  const { key } = await openUser(tx, user_id)
  const entry_id = newTimedId()
  const shared = { user_id, account_id, entry_id, authorisation_id, created_at: new Date() }
  // Ids grow with the years, so that within an entry the newest comes first.
  const oldestFirst = fresh.toSorted((one, other) => one.year.tax_year.localeCompare(other.year.tax_year))
  const rows = oldestFirst.map(({ year, income_hash }) => {
    const id = newTimedId()
    return { ...shared, id, income_hash, sealed: seal(key, placeOf(id), JSON.stringify(year)), year }
  })
  const { created_at } = shared
  await insertEntry(tx, { id: entry_id, user_id, account_id, authorisation_id, created_at })
  await insertSubmissions(
    tx,
    rows.map(({ year: _year, ...row }) => row),
  )
  const submissions = rows.toReversed().map((row) => presentSubmission(row, row.year))
  await publish(tx, {
    event: 'user-taxauth-data-submitted',
    user_id,
    fields: { entry_id, account_id },
    payload: { entry_id, account_id, income_submissions: submissions.map(forWebhook) },
  })
  return entry_id
}

/** Stored submissions of one user as replies write them. */
export async function presentRows(tx: Tx, userId: string, rows: readonly SubmissionRow[]) {
  const { key } = await openUser(tx, userId)
  return rows.map((row) =>
    presentSubmission(row, JSON.parse(open(key, placeOf(row.id), row.sealed).toString()) as TaxYearIncome),
  )
}

/** Of the content alone, in whatever order the authority lists the employers. */
function incomeHash(tx: Tx, { tax_year, total_income, employers }: TaxYearIncome) {
  const lines = employers.map(({ employer_name, income, tax_paid }) =>
    JSON.stringify([employer_name, income, tax_paid]),
  )
  const content = JSON.stringify([tax_year, total_income, lines.toSorted()])
  return keysOf(tx).lookupHash('tax_income_submissions.income', content)
}

const placeOf = (row: string): Place => ({
  table: 'tax_income_submissions',
  column: 'sealed',
  row,
  version: 1,
})
