import type { Tx } from '../../platform/database/tenancy.ts'
import { addDays } from '../../vocabulary/days.ts'
import type { Day } from '../../vocabulary/payslip.ts'
import { listSelfAdministeredAccountIds } from '../accounts/service.ts'
import { listCredits } from '../bank-statements/service.ts'
import { listDoubtfulDocuments } from '../documents/service.ts'
import { listNotes } from '../journeys/person/notes.ts'
import { maxBookingDays } from '../matches/match-pay.ts'
import { listAllPayslips, type PaidPayslip } from '../payroll/income/pay.ts'
import { listLatestYears } from '../tax-income/service.ts'
import { effectiveSettings, openUser } from '../users/service.ts'
import { listInclusions } from './inclusions.ts'
import type { IncomePayslip } from './model/payments.ts'

const maxTaxYears = 10

export type IncomeEvidence = Awaited<ReturnType<typeof loadEvidence>>

/** Loads all stored data of a user that the summary depends on. */
export async function loadEvidence(tx: Tx, userId: string) {
  const { person } = await openUser(tx, userId)
  const { payroll_period_months } = await effectiveSettings(tx, userId)
  const inclusions = await listInclusions(tx, userId)
  const included = new Set(inclusions.map(({ document_id }) => document_id))
  const { lowTrust, unread } = await listDoubtfulDocuments(tx, userId)
  const distrusted = new Set(lowTrust.map(({ id }) => id).filter((id) => !included.has(id)))
  const paid = await listAllPayslips(tx, userId)
  const allStatements = await listCredits(tx, userId, allDays)
  return {
    person,
    months_requested: payroll_period_months,
    inclusions,
    included,
    lowTrust,
    unread,
    paid,
    payslips: paid.map(toIncomePayslip),
    // Ignore distrusted statements: a forged statement must not confirm a forged payslip.
    statements: (await loadStatements(tx, userId, paid)).filter(
      ({ document_id }) => document_id === null || !distrusted.has(document_id),
    ),
    /** Statements that banks gave themselves. */
    bankStatements: allStatements.filter(({ account_id }) => account_id !== null),
    /** Uploaded statements of which the team corrected values. */
    correctedStatements: allStatements.filter(({ corrected }) => corrected !== null),
    taxYears: await listLatestYears(tx, userId, maxTaxYears),
    notes: await listNotes(tx, userId),
    selfAdministered: new Set(await listSelfAdministeredAccountIds(tx, userId)),
  }
}

const allDays = { first: '1900-01-01', last: '9999-12-31' }

const sources: Record<string, IncomePayslip['source']> = {
  'Payroll (via Direct Connection)': 'direct',
  'Payroll (via User Connection)': 'connection',
}

const toIncomePayslip = (stored: PaidPayslip): IncomePayslip => ({
  id: stored.id,
  source: sources[stored.source] ?? 'upload',
  account_id: stored.account_id,
  document_id: stored.document_id,
  trust_score: stored.trust_score,
  payslip: stored.payslip,
})

/** Loads the bank credits around the pay dates. */
async function loadStatements(tx: Tx, userId: string, paid: readonly PaidPayslip[]) {
  const [newest, oldest] = [paid[0]?.pay_date, paid.at(-1)?.pay_date]
  if (newest === undefined || oldest === undefined) return []
  const days: { first: Day; last: Day } = {
    first: addDays(oldest, -maxBookingDays),
    last: addDays(newest, maxBookingDays),
  }
  return listCredits(tx, userId, days)
}
