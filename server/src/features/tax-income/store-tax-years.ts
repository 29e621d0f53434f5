import { audit, keysOf, type Tx } from '../../platform/database/tenancy.ts'
import { type SealContext, seal, unseal } from '../../platform/secrets/seal.ts'
import { newUuidV7 } from '../../platform/time/uuid-v7.ts'
import type { TaxYearIncome } from '../../vocabulary/tax-income.ts'
import { firstDueAt } from '../accounts/recurring/schedule.ts'
import { storeRetrievalFacts } from '../accounts/retrieved-facts.ts'
import type { AccountRow } from '../accounts/service.ts'
import { markIncomeChanged } from '../income-changes/service.ts'
import { insertEntry } from '../payroll/entries.ts'
import { markChecked } from '../payroll/recurring/checks.ts'
import type { RetrievalResult } from '../payroll/retrieval/retrieve.ts'
import { openUser } from '../users/service.ts'
import { publish } from '../webhooks/service.ts'
import { insertSubmissions, listKnownHashes, type TaxYearRow } from './queries.ts'
import { forWebhook, presentSubmission } from './wire.ts'

/**
 * Stores the new or changed tax years of a retrieval as one entry and publishes an event. Returns null if there is nothing new.
 * The account and its authorisation must be locked.
 */
export async function storeYears(
  tx: Tx,
  account: AccountRow,
  retrieved: RetrievalResult<readonly TaxYearIncome[]>,
) {
  const { data, now, environment } = retrieved
  const all = data.map((year) => ({ year, income_hash: incomeHash(tx, year) }))
  const hashes = all.map(({ income_hash }) => income_hash)
  const knownHashes = await listKnownHashes(tx, account.id, hashes)
  const newYears = all.filter(({ income_hash }) => !knownHashes.has(income_hash.toString('hex')))
  const entryId = newYears.length > 0 ? await storeEntry(tx, account, retrieved, newYears) : null
  await storeRetrievalFacts(tx, account.id, {
    fetched_at: new Date(),
    next_look_at: firstDueAt(account.id, now, environment),
  })
  await markChecked(tx, account.id)
  audit(tx, 'tax_income.retrieved', entryId ?? account.id)
  return entryId
}

type IdentifiedTaxYear = { year: TaxYearIncome; income_hash: Buffer }

async function storeEntry(
  tx: Tx,
  { id: account_id, user_id }: AccountRow,
  { authorisation_id }: Pick<RetrievalResult<unknown>, 'authorisation_id'>,
  newYears: readonly IdentifiedTaxYear[],
) {
  const { key } = await openUser(tx, user_id)
  const entry_id = newUuidV7()
  const entry = { user_id, account_id, entry_id, authorisation_id, created_at: new Date() }
  // Ids are UUIDv7 and are assigned in the order of tax years, so that the newest year is listed first within an
  // entry.
  const oldestFirst = newYears.toSorted((one, other) => one.year.tax_year.localeCompare(other.year.tax_year))
  const rows = oldestFirst.map(({ year, income_hash }) => {
    const id = newUuidV7()
    return { ...entry, id, income_hash, sealed: seal(key, sealContextOf(id), JSON.stringify(year)), year }
  })
  const { created_at } = entry
  await insertEntry(tx, 'tax_income_entries', {
    id: entry_id,
    user_id,
    account_id,
    authorisation_id,
    created_at,
  })
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
  await markIncomeChanged(tx, user_id)
  return entry_id
}

/** Decrypts stored submissions of one user and formats them for replies. */
export async function presentRows(tx: Tx, userId: string, rows: readonly TaxYearRow[]) {
  const { key } = await openUser(tx, userId)
  return rows.map((row) =>
    presentSubmission(
      row,
      JSON.parse(unseal(key, sealContextOf(row.id), row.sealed).toString()) as TaxYearIncome,
    ),
  )
}

/** Hashes only the content, independently of the order of the employers. */
function incomeHash(tx: Tx, { tax_year, total_income, employers }: TaxYearIncome) {
  const lines = employers.map(({ employer_name, income, tax_paid }) =>
    JSON.stringify([employer_name, income, tax_paid]),
  )
  const content = JSON.stringify([tax_year, total_income, lines.toSorted()])
  return keysOf(tx).lookupHash('tax_income_submissions.income', content)
}

const sealContextOf = (row: string): SealContext => ({
  table: 'tax_income_submissions',
  column: 'sealed',
  row,
  version: 1,
})
