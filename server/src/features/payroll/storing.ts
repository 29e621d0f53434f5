import type { KeyObject } from 'node:crypto'
import type { Day, Payslip } from '../../connectors/payslip.ts'
import { audit, keysOf, type Tx } from '../../platform/database/tenancy.ts'
import type { Environment } from '../../platform/environment.ts'
import { seal } from '../../platform/secrets/seal.ts'
import { newTimedId } from '../../platform/timed-id.ts'
import { firstLook } from '../accounts/recurring.ts'
import { type AccountRow, openHolder, storeHolder } from '../accounts/service.ts'
import { openUser } from '../users/service.ts'
import { publish } from '../webhooks/service.ts'
import { dayOf } from './days.ts'
import {
  insertEntry,
  insertSubmissions,
  listKnownHashes,
  listNewestFigures,
  updateFetched,
} from './queries.ts'
import { markChecked } from './recurring.ts'
import { figuresOf } from './rolling.ts'
import { contentPlace, figuresPlace, openFigures, presentAll } from './submissions.ts'
import { type Content, forWebhook } from './wire.ts'

type Fetched = {
  payslips: readonly Payslip[]
  authorisation_id: string
  /** What time it is where payslips are made. */
  now: Date
  environment: Environment
}

/**
 * Stores what a retrieval brought and is not known yet, as an entry, and says so to whoever listens. Nothing new, nothing
 * stored: null. The account must be held, and its authorisation.
 */
export async function storeFetched(tx: Tx, account: AccountRow, fetched: Fetched) {
  const { payslips, now, environment } = fetched
  const { key } = await openUser(tx, account.user_id)
  const fresh = await selectNew(tx, account.id, payslips)
  const entryId = fresh.length > 0 ? await storeEntry(tx, account, key, fetched, fresh) : null
  const days = [account.latest_pay_date, ...payslips.map(payDate)].filter((day) => day !== null)
  await updateFetched(tx, account.id, {
    latest_pay_date: days.sort().at(-1) ?? null,
    is_employment_over: await isEmploymentOver(tx, account, key, fetched),
    fetched_at: new Date(),
    next_look_at: firstLook(account.id, now, environment),
  })
  await markChecked(tx, account.id)
  await keepName(tx, account, payslips)
  audit(tx, 'payroll.retrieved', entryId ?? account.id)
  return entryId
}

type New = { payslip: Payslip; natural_hash: Buffer }

/** Oldest first, each once, without those that are stored. */
async function selectNew(tx: Tx, accountId: string, payslips: readonly Payslip[]): Promise<New[]> {
  const byHash = new Map<string, New>()
  for (const payslip of payslips) {
    const natural_hash = naturalHash(tx, accountId, payslip)
    byHash.set(natural_hash.toString('hex'), { payslip, natural_hash })
  }
  const all = [...byHash.values()]
  const known = await listKnownHashes(
    tx,
    accountId,
    all.map(({ natural_hash }) => natural_hash),
  )
  return all
    .filter(({ natural_hash }) => !known.has(natural_hash.toString('hex')))
    .sort((one, other) => (payDate(one.payslip) < payDate(other.payslip) ? -1 : 1))
}

async function storeEntry(tx: Tx, account: AccountRow, key: KeyObject, fetched: Fetched, fresh: New[]) {
  const { id: account_id, user_id, is_direct } = account
  const { authorisation_id } = fetched
  const created_at = new Date()
  const entry_id = newTimedId()
  const source = is_direct ? 'Payroll (via Direct Connection)' : 'Payroll (via User Connection)'
  const shared = { user_id, account_id, entry_id, authorisation_id, created_at, source }
  // Ids grow with pay dates, so that within an entry the newest payslip comes first.
  const rows = fresh.map(({ payslip, natural_hash }) => {
    const id = newTimedId()
    const content: Content = { payslip, document_external_id: null, document_filename: null }
    return {
      ...{ id, natural_hash, pay_date: payDate(payslip) },
      employment_hash: employmentHash(tx, account_id, payslip),
      sealed: seal(key, contentPlace(id), JSON.stringify(content)),
      figures: seal(key, figuresPlace(id), JSON.stringify(figuresOf(payslip))),
    }
  })
  await insertEntry(tx, { id: entry_id, user_id, account_id, authorisation_id, created_at })
  await insertSubmissions(tx, shared, rows)
  const stored = rows.map((row) => ({ ...shared, ...row, document_id: null, trust_score: null })).reverse()
  const submissions = await presentAll(tx, user_id, stored)
  await publish(tx, {
    event: 'user-payroll-submitted',
    user_id,
    fields: { entry_id, account_id },
    payload: { entry_id, account_id, payroll_submissions: submissions.map(forWebhook) },
  })
  return entry_id
}

/** True once every employment that is known has ended, by the newest that its provider says. */
async function isEmploymentOver(tx: Tx, account: AccountRow, key: KeyObject, fetched: Fetched) {
  const leaves = new Map<string, Day | null>()
  for (const { id, employment_hash, figures } of await listNewestFigures(tx, account.id))
    leaves.set(employment_hash.toString('hex'), openFigures(key, id, figures).leave)
  // What was stored long ago may have been told before anybody knew.
  for (const payslip of fetched.payslips.toSorted((one, other) => (payDate(one) < payDate(other) ? -1 : 1)))
    leaves.set(
      employmentHash(tx, account.id, payslip).toString('hex'),
      payslip.employment_information.leave_date,
    )
  const today = dayOf(fetched.now)
  return leaves.size > 0 && [...leaves.values()].every((leave) => leave !== null && leave <= today)
}

/** Whose payslips these are, as the newest of them says. */
async function keepName(tx: Tx, account: AccountRow, payslips: readonly Payslip[]) {
  const newest = payslips.toSorted((one, other) => (payDate(one) < payDate(other) ? 1 : -1))[0]
  const name = newest?.identity_information.name ?? null
  if (name === null) return
  const holder = await openHolder(tx, account)
  if (holder.employee_name !== name) await storeHolder(tx, account, { ...holder, employee_name: name })
}

const payDate = ({ income_information }: Payslip): Day => income_information.pay_date

/** By its tax reference where that is known: an employer that changes its name stays the same. */
const employerOf = ({ employment_information: { employer_tax_reference, employer_name } }: Payslip) =>
  employer_tax_reference ?? employer_name?.trim().toLowerCase() ?? null

/** Which payslip it is: employer, pay date, interval and amounts. */
function naturalHash(tx: Tx, accountId: string, payslip: Payslip) {
  const { pay_date, pay_interval_start, pay_interval_end, earnings, deductions } = payslip.income_information
  const key = [
    ...[accountId, employerOf(payslip), pay_date, pay_interval_start, pay_interval_end],
    ...[earnings.gross_pay, earnings.net_pay, deductions.total_deductions],
  ]
  return keysOf(tx).lookupHash('payroll_submissions.natural', JSON.stringify(key))
}

/** Which employment it is of. Whoever comes back to an employer later has a new one: it began on another day. */
function employmentHash(tx: Tx, accountId: string, payslip: Payslip) {
  const key = [accountId, employerOf(payslip), payslip.employment_information.start_date]
  return keysOf(tx).lookupHash('payroll_submissions.employment', JSON.stringify(key))
}
