import { audit, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import { addDays } from '../../vocabulary/days.ts'
import type { Day } from '../../vocabulary/payslip.ts'
import { listCredits } from '../bank-statements/service.ts'
import { listPayBetween, listPayPage, listPayslipsBetween, type Pay } from '../payroll/income/pay.ts'
import { listLatestYears } from '../tax-income/service.ts'
import { requireUser } from '../users/service.ts'
import { matchPay, mostDays } from './match-pay.ts'
import { mostTaxYearMatches } from './schemas.ts'
import { matchTaxYears } from './match-tax-years.ts'

/** As many as a retrieval asks for. */
const mostYears = 10

/** What of a user's pay is borne out by other sources, the newest pay date first, and what of their tax years. */
export function listMatchPage(
  tenant: Tenant,
  { user_id, offset, limit }: { user_id: string; offset: number; limit: number },
) {
  return tenant.transaction(async (tx) => {
    await requireUser(tx, user_id)
    const { total, pay } = await listPayPage(tx, user_id, { skip: offset - 1, limit })
    audit(tx, 'match.listed', user_id)
    const pagination = { offset, limit, count: pay.length, total_count: total }
    const matches = await matchPage(tx, user_id, pay)
    const tax_years = await matchYears(tx, user_id)
    return { pagination, matches, ...(tax_years.length > 0 && { tax_years }) }
  })
}

/** Of everything else only the days around a page are looked at: those who could claim the same credits. */
async function matchPage(tx: Tx, userId: string, pay: readonly Pay[]) {
  const [newest, oldest] = [pay[0]?.pay_date, pay.at(-1)?.pay_date]
  if (newest === undefined || oldest === undefined) return []
  const around = (days: number): { first: Day; last: Day } => ({
    first: addDays(oldest, -days),
    last: addDays(newest, days),
  })
  const rivals = await listPayBetween(tx, userId, around(2 * mostDays))
  const statements = await listCredits(tx, userId, around(3 * mostDays))
  return pay.map(matchPay(rivals, statements))
}

async function matchYears(tx: Tx, userId: string) {
  const years = await listLatestYears(tx, userId, mostYears)
  const [newest, oldest] = [years[0]?.income_period, years.at(-1)?.income_period]
  if (!newest || !oldest) return []
  const days = { first: oldest.start.slice(0, 10), last: newest.end.slice(0, 10) }
  return matchTaxYears(years, await listPayslipsBetween(tx, userId, days)).slice(0, mostTaxYearMatches)
}
