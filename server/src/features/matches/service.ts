import { audit, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import { paginationOf } from '../../platform/http/wire.ts'
import { addDays } from '../../vocabulary/days.ts'
import type { Day } from '../../vocabulary/payslip.ts'
import { listCredits } from '../bank-statements/service.ts'
import {
  listPayBetween,
  listPayPage,
  listPayslipsBetween,
  type PayslipPayment,
} from '../payroll/income/pay.ts'
import { listLatestYears } from '../tax-income/service.ts'
import { requireUser } from '../users/service.ts'
import { matchPay, maxBookingDays } from './match-pay.ts'
import { matchTaxYears } from './match-tax-years.ts'
import { maxTaxYearMatches } from './schemas.ts'

/** The number of tax years that a retrieval requests. */
const maxYears = 10

/**
 * Lists the matches of a user's pay with other sources, newest pay date first, and the matches of the user's tax
 * years.
 */
export function listMatchPage(
  tenant: Tenant,
  { user_id, offset, limit }: { user_id: string; offset: number; limit: number },
) {
  return tenant.transaction(async (tx) => {
    await requireUser(tx, user_id)
    const { total, pay } = await listPayPage(tx, user_id, { skip: offset - 1, limit })
    audit(tx, 'match.listed', user_id)
    const pagination = paginationOf({ offset, limit }, pay, total)
    const matches = await matchPage(tx, user_id, pay)
    const tax_years = await matchYears(tx, user_id)
    return { pagination, matches, ...(tax_years.length > 0 && { tax_years }) }
  })
}

/**
 * Matches a page of payments. Also loads the payments just before and after the page, which compete for the same
 * credits.
 */
async function matchPage(tx: Tx, userId: string, pay: readonly PayslipPayment[]) {
  const [newest, oldest] = [pay[0]?.pay_date, pay.at(-1)?.pay_date]
  if (newest === undefined || oldest === undefined) return []
  const around = (days: number): { first: Day; last: Day } => ({
    first: addDays(oldest, -days),
    last: addDays(newest, days),
  })
  const competingPay = await listPayBetween(tx, userId, around(2 * maxBookingDays))
  const statements = await listCredits(tx, userId, around(3 * maxBookingDays))
  return pay.map(matchPay(competingPay, statements))
}

async function matchYears(tx: Tx, userId: string) {
  const years = await listLatestYears(tx, userId, maxYears)
  const [newest, oldest] = [years[0]?.income_period, years.at(-1)?.income_period]
  if (!newest || !oldest) return []
  const days = { first: oldest.start.slice(0, 10), last: newest.end.slice(0, 10) }
  return matchTaxYears(years, await listPayslipsBetween(tx, userId, days)).slice(0, maxTaxYearMatches)
}
