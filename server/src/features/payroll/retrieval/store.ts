import type { KeyObject } from 'node:crypto'
import { audit, type Tx } from '../../../platform/database/tenancy.ts'
import type { Environment } from '../../../platform/environment.ts'
import { dayOf } from '../../../vocabulary/days.ts'
import type { Day, Payslip } from '../../../vocabulary/payslip.ts'
import { firstDueAt } from '../../accounts/recurring/schedule.ts'
import { storeRetrievalFacts } from '../../accounts/retrieved-facts.ts'
import { type AccountRow, openHolder, storeHolder } from '../../accounts/service.ts'
import { openUser } from '../../users/service.ts'
import { listKnownHashes, listNewestFigures } from '../queries.ts'
import { markChecked } from '../recurring/checks.ts'
import { openFigures } from '../submissions/open-submissions.ts'
import { employmentHasher, naturalHash } from '../submissions/payslip-hashes.ts'
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
  const { key } = await openUser(tx, account.user_id)
  const all = identify(tx, account.id, payslips)
  const fresh = await omitKnown(tx, account.id, all)
  const { id: account_id, user_id, is_direct } = account
  const source = is_direct ? 'Payroll (via Direct Connection)' : 'Payroll (via User Connection)'
  const entry = { user_id, account_id, authorisation_id, source } as const
  const entryId = fresh.length > 0 ? await storePayslipEntry(tx, key, entry, fresh) : null
  await storeRetrievalFacts(tx, account.id, {
    latest_pay_date: latestPayDate(account.latest_pay_date, all.at(-1)?.payslip),
    is_employment_over: await isEmploymentOver(tx, account.id, key, { all, today: dayOf(now) }),
    fetched_at: new Date(),
    next_look_at: firstDueAt(account.id, now, environment),
  })
  await markChecked(tx, account.id)
  await storeEmployeeName(tx, account, all.at(-1)?.payslip)
  audit(tx, 'payroll.retrieved', entryId ?? account.id)
  return entryId
}

type IdentifiedPayslip = { payslip: Payslip; natural_hash: Buffer; employment_hash: Buffer }

/** Deduplicates the payslips and sorts them, oldest first. */
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

/** Whether every known employment has ended, according to its newest payslip. */
async function isEmploymentOver(
  tx: Tx,
  accountId: string,
  key: KeyObject,
  { all, today }: { all: readonly IdentifiedPayslip[]; today: Day },
) {
  const leaves = new Map<string, Day | null>()
  for (const { id, employment_hash, figures } of await listNewestFigures(tx, accountId))
    leaves.set(employment_hash.toString('hex'), openFigures(key, id, figures).leave)
  // Retrieved payslips override stored ones, which may predate the leave date.
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
