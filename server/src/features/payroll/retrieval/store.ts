import type { KeyObject } from 'node:crypto'
import { audit, keysOf, type Tx } from '../../../platform/database/tenancy.ts'
import type { Environment } from '../../../platform/environment.ts'
import { seal } from '../../../platform/secrets/seal.ts'
import { newTimedId } from '../../../platform/time/uuid-v7.ts'
import { dayOf } from '../../../vocabulary/days.ts'
import type { Day, Payslip } from '../../../vocabulary/payslip.ts'
import { firstLook } from '../../accounts/recurring/schedule.ts'
import { storeFetchedFacts } from '../../accounts/retrieved-facts.ts'
import { type AccountRow, openHolder, storeHolder } from '../../accounts/service.ts'
import { openUser } from '../../users/service.ts'
import { publish } from '../../webhooks/service.ts'
import { figuresOf } from '../income/rolling.ts'
import { insertEntry, insertSubmissions, listKnownHashes, listNewestFigures } from '../queries.ts'
import { markChecked } from '../recurring/checks.ts'
import { contentPlace, figuresPlace, openFigures, presentAll } from '../submissions/open-submissions.ts'
import { type Content, forWebhook } from '../submissions/wire.ts'

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
  const all = identify(tx, account.id, payslips)
  const fresh = await withoutKnown(tx, account.id, all)
  const entryId = fresh.length > 0 ? await storeEntry(tx, account, key, fetched, fresh) : null
  await storeFetchedFacts(tx, account.id, {
    latest_pay_date: latest(account.latest_pay_date, all.at(-1)?.payslip),
    is_employment_over: await isEmploymentOver(tx, account.id, key, { all, today: dayOf(now) }),
    fetched_at: new Date(),
    next_look_at: firstLook(account.id, now, environment),
  })
  await markChecked(tx, account.id)
  await keepName(tx, account, all.at(-1)?.payslip)
  audit(tx, 'payroll.retrieved', entryId ?? account.id)
  return entryId
}

type New = { payslip: Payslip; natural_hash: Buffer; employment_hash: Buffer }

/** Oldest first, each once. */
function identify(tx: Tx, accountId: string, payslips: readonly Payslip[]): New[] {
  const byHash = new Map<string, New>()
  const hashOf = employmentHasher(tx, accountId)
  for (const payslip of payslips) {
    const natural_hash = naturalHash(tx, accountId, payslip)
    byHash.set(natural_hash.toString('hex'), { payslip, natural_hash, employment_hash: hashOf(payslip) })
  }
  return [...byHash.values()].sort((one, other) => payDate(one.payslip).localeCompare(payDate(other.payslip)))
}

async function withoutKnown(tx: Tx, accountId: string, all: readonly New[]) {
  const hashes = all.map(({ natural_hash }) => natural_hash)
  const known = await listKnownHashes(tx, { account_id: accountId }, hashes)
  return all.filter(({ natural_hash }) => !known.has(natural_hash.toString('hex')))
}

async function storeEntry(tx: Tx, account: AccountRow, key: KeyObject, fetched: Fetched, fresh: New[]) {
  const { id: account_id, user_id, is_direct } = account
  const { authorisation_id } = fetched
  const created_at = new Date()
  const entry_id = newTimedId()
  const source = is_direct ? 'Payroll (via Direct Connection)' : 'Payroll (via User Connection)'
  const shared = { user_id, account_id, entry_id, authorisation_id, created_at, source }
  // Ids grow with pay dates, so that within an entry the newest payslip comes first.
  const rows = fresh.map(({ payslip, natural_hash, employment_hash }) => {
    const id = newTimedId()
    const content: Content = { payslip, document_external_id: null, document_filename: null }
    return {
      id,
      natural_hash,
      employment_hash,
      content,
      pay_date: payDate(payslip),
      sealed: seal(key, contentPlace(id), JSON.stringify(content)),
      figures: seal(key, figuresPlace(id), JSON.stringify(figuresOf(payslip))),
      document_id: null,
      document_external_hash: null,
      trust_score: null,
      provenance: null,
    }
  })
  await insertEntry(tx, { id: entry_id, user_id, account_id, authorisation_id, created_at })
  await insertSubmissions(tx, shared, rows)
  const stored = rows.toReversed().map(({ id, employment_hash, content }) => ({
    row: { ...shared, id, employment_hash, document_id: null, trust_score: null },
    content,
  }))
  const submissions = await presentAll(tx, { userId: user_id, key }, stored)
  await publish(tx, {
    event: 'user-payroll-submitted',
    user_id,
    fields: { entry_id, account_id },
    payload: { entry_id, account_id, payroll_submissions: submissions.map(forWebhook) },
  })
  return entry_id
}

function latest(known: Day | null, newest: Payslip | undefined) {
  const day = newest ? payDate(newest) : null
  return known !== null && (day === null || known > day) ? known : day
}

/** True once every employment that is known has ended, by the newest that its provider says. */
async function isEmploymentOver(
  tx: Tx,
  accountId: string,
  key: KeyObject,
  { all, today }: { all: readonly New[]; today: Day },
) {
  const leaves = new Map<string, Day | null>()
  for (const { id, employment_hash, figures } of await listNewestFigures(tx, accountId))
    leaves.set(employment_hash.toString('hex'), openFigures(key, id, figures).leave)
  // What was stored long ago may have been told before anybody knew.
  for (const { payslip, employment_hash } of all)
    leaves.set(employment_hash.toString('hex'), payslip.employment_information.leave_date)
  return leaves.size > 0 && [...leaves.values()].every((leave) => leave !== null && leave <= today)
}

/** Whose payslips these are, as the newest of them says. */
async function keepName(tx: Tx, account: AccountRow, newest: Payslip | undefined) {
  const name = newest?.identity_information.name ?? null
  if (name === null) return
  const holder = await openHolder(tx, account)
  if (holder.employee_name !== name) await storeHolder(tx, account, { ...holder, employee_name: name })
}

const payDate = ({ income_information }: Payslip): Day => income_information.pay_date

/** By its tax reference where that is known: an employer that changes its name stays the same. */
const employerOf = ({ employment_information: { employer_tax_reference, employer_name } }: Payslip) =>
  employer_tax_reference ?? employer_name?.trim().toLowerCase() ?? null

/** Which payslip it is: employer, pay date, interval and amounts. `holder`: the account, or what stands for uploads. */
export function naturalHash(tx: Tx, holder: string, payslip: Payslip) {
  const { pay_date, pay_interval_start, pay_interval_end, earnings, deductions } = payslip.income_information
  const key = [
    holder,
    employerOf(payslip),
    pay_date,
    pay_interval_start,
    pay_interval_end,
    earnings.gross_pay,
    earnings.net_pay,
    deductions.total_deductions,
  ]
  return keysOf(tx).lookupHash('payroll_submissions.natural', JSON.stringify(key))
}

/** Which employment it is of. Whoever comes back to an employer later has a new one: it began on another day. */
export function employmentHasher(tx: Tx, holder: string) {
  const known = new Map<string, Buffer>()
  return (payslip: Payslip) => {
    const key = JSON.stringify([holder, employerOf(payslip), payslip.employment_information.start_date])
    const hash = known.get(key) ?? keysOf(tx).lookupHash('payroll_submissions.employment', key)
    known.set(key, hash)
    return hash
  }
}
