import type { KeyObject } from 'node:crypto'
import { audit, type Tx } from '../../../platform/database/tenancy.ts'
import type { Environment } from '../../../platform/environment.ts'
import { dayOf } from '../../../vocabulary/days.ts'
import type { Day, Payslip } from '../../../vocabulary/payslip.ts'
import { firstDueAt } from '../../accounts/recurring/schedule.ts'
import { storeRetrievalFacts } from '../../accounts/retrieved-facts.ts'
import { type AccountRow, openHolder, storeHolder } from '../../accounts/service.ts'
import { type Comparison, weakestMatch } from '../../identity/compare.ts'
import {
  closeReview,
  comparePayslip,
  holdsUnmatchedData,
  openReview,
  openReviewOf,
} from '../../identity/service.ts'
import type { Person } from '../../users/schemas.ts'
import { openUser } from '../../users/service.ts'
import { listKnownHashes, listNewestFigures } from '../queries.ts'
import { markChecked } from '../recurring/checks.ts'
import { employmentHasher, naturalHash } from '../submissions/payslip-hashes.ts'
import { openFigures } from '../submissions/sealed-columns.ts'
import { storePayslipEntry } from '../submissions/store-entry.ts'

type RetrievedPayslips = {
  payslips: readonly Payslip[]
  authorisation_id: string
  /** Provider time, which the sandbox can set. */
  now: Date
  environment: Environment
}

/**
 * Stores the new payslips of a retrieval as one entry and publishes an event. Returns null if there is nothing new. The account
 * and its authorisation must be locked.
 */
export async function storeRetrieved(tx: Tx, account: AccountRow, retrieved: RetrievedPayslips) {
  const { payslips, authorisation_id, now, environment } = retrieved
  const { key, person } = await openUser(tx, account.user_id)
  const all = identify(tx, account.id, payslips)
  const fresh = await omitKnown(tx, account.id, all)
  const identity = compareAll(person, all)
  const isHeld = await reviewIdentity(tx, account, { authorisation_id, identity, fresh })
  const entryId = isHeld ? null : await storeFresh(tx, account, authorisation_id, fresh)
  await storeRetrievalFacts(tx, account.id, {
    latest_pay_date: latestPayDate(account.latest_pay_date, all.at(-1)?.payslip),
    is_employment_over: await isEmploymentOver(tx, account.id, key, { all, today: dayOf(now) }),
    fetched_at: new Date(),
    next_look_at: firstDueAt(account.id, now, environment),
    ...(all.length > 0 && { identity_match: identity.match }),
  })
  await markChecked(tx, account.id)
  await storeEmployeeName(tx, account, all.at(-1)?.payslip)
  audit(tx, 'payroll.retrieved', entryId ?? account.id)
  return entryId
}

/** Stores held payslips as one entry. The account must be locked. Returns null if all of them are known by now. */
export async function storeReleased(
  tx: Tx,
  account: AccountRow,
  { payslips, authorisation_id }: Pick<RetrievedPayslips, 'payslips' | 'authorisation_id'>,
) {
  const fresh = await omitKnown(tx, account.id, identify(tx, account.id, payslips))
  return storeFresh(tx, account, authorisation_id, fresh)
}

async function storeFresh(
  tx: Tx,
  { id: account_id, user_id, is_direct }: AccountRow,
  authorisation_id: string,
  fresh: readonly IdentifiedPayslip[],
) {
  if (fresh.length === 0) return null
  const { key, person } = await openUser(tx, user_id)
  const source = is_direct ? 'Payroll (via Direct Connection)' : 'Payroll (via User Connection)'
  const compared = fresh.map((each) => ({
    ...each,
    identity_match: comparePayslip(person, each.payslip).match,
  }))
  return storePayslipEntry(tx, key, { user_id, account_id, authorisation_id, source }, compared)
}

/** The weakest match of all payslips, and every field in which one of them differs. */
function compareAll(person: Person, all: readonly IdentifiedPayslip[]): Comparison {
  const comparisons = all.map(({ payslip }) => comparePayslip(person, payslip))
  return {
    match: weakestMatch(comparisons.map(({ match }) => match)),
    differences: [...new Set(comparisons.flatMap(({ differences }) => differences))],
  }
}

/** Held payslips, as sealed in the review of the account. */
export type HeldPayslips = { payslips: Payslip[] }

/**
 * Opens or closes the account's identity review, depending on whether its payslips appear to belong to someone else.
 * Returns true if the payslips are held back rather than stored.
 */
async function reviewIdentity(
  tx: Tx,
  { id: account_id, user_id, identity_accepted_at }: AccountRow,
  found: { authorisation_id: string; identity: Comparison; fresh: readonly IdentifiedPayslip[] },
) {
  const { authorisation_id, identity, fresh } = found
  const review = await openReviewOf<HeldPayslips>(tx, account_id)
  const held = review?.data?.payslips ?? []
  const isMismatch = identity.match === 'none' && identity_accepted_at === null
  if (!isMismatch && held.length === 0) {
    if (review && fresh.length > 0) await closeReview(tx, account_id)
    return false
  }
  // Payslips of an account with held ones are held, too: the team decides about all of them.
  const isHeld = held.length > 0 || (await holdsUnmatchedData(tx))
  const payslips = [...held, ...fresh.map(({ payslip }) => payslip)]
  const source = { user_id, account_id, authorisation_id }
  const { differences } = identity
  await openReview(tx, source, { differences, ...(isHeld && payslips.length > 0 && { data: { payslips } }) })
  return isHeld
}

type IdentifiedPayslip = { payslip: Payslip; natural_hash: Buffer; employment_hash: Buffer }

/** Removes duplicate payslips and sorts the rest, oldest first. */
function identify(tx: Tx, accountId: string, payslips: readonly Payslip[]): IdentifiedPayslip[] {
  const byHash = new Map<string, IdentifiedPayslip>()
  const hashOf = employmentHasher(tx, accountId)
  for (const payslip of payslips) {
    const natural_hash = naturalHash(tx, accountId, payslip)
    byHash.set(natural_hash.toString('hex'), { payslip, natural_hash, employment_hash: hashOf(payslip) })
  }
  return [...byHash.values()].sort((one, other) => payDate(one.payslip).localeCompare(payDate(other.payslip)))
}

async function omitKnown(tx: Tx, accountId: string, all: readonly IdentifiedPayslip[]) {
  const hashes = all.map(({ natural_hash }) => natural_hash)
  const known = await listKnownHashes(tx, { account_id: accountId }, hashes)
  return all.filter(({ natural_hash }) => !known.has(natural_hash.toString('hex')))
}

function latestPayDate(known: Day | null, newest: Payslip | undefined) {
  const day = newest ? payDate(newest) : null
  return known !== null && (day === null || known > day) ? known : day
}

/** Whether every known employment has ended, according to the newest payslip of each. */
async function isEmploymentOver(
  tx: Tx,
  accountId: string,
  key: KeyObject,
  { all, today }: { all: readonly IdentifiedPayslip[]; today: Day },
) {
  const leaves = new Map<string, Day | null>()
  for (const { id, employment_hash, figures } of await listNewestFigures(tx, accountId))
    leaves.set(employment_hash.toString('hex'), openFigures(key, id, figures).leave)
  // Retrieved payslips override stored ones, which may have been stored before the leave date was known.
  for (const { payslip, employment_hash } of all)
    leaves.set(employment_hash.toString('hex'), payslip.employment_information.leave_date)
  return leaves.size > 0 && [...leaves.values()].every((leave) => leave !== null && leave <= today)
}

/** Stores the employee name of the newest payslip. */
async function storeEmployeeName(tx: Tx, account: AccountRow, newest: Payslip | undefined) {
  const name = newest?.identity_information.name ?? null
  if (name === null) return
  const holder = await openHolder(tx, account)
  if (holder.employee_name !== name) await storeHolder(tx, account, { ...holder, employee_name: name })
}

const payDate = ({ income_information }: Payslip): Day => income_information.pay_date
