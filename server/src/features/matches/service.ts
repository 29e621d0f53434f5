import { audit, type Tenant } from '../../platform/database/tenancy.ts'
import type { Day } from '../../vocabulary/payslip.ts'
import { listCredits } from '../bank-statements/service.ts'
import { addDays } from '../payroll/days.ts'
import { listPayBetween, listPayPage } from '../payroll/pay.ts'
import { requireUser } from '../users/service.ts'
import { matchPay, mostDays } from './matching.ts'

/**
 * What of a user's pay is borne out by other sources, the newest pay date first. Of everything else only the days around
 * a page are looked at: those who could claim the same credits.
 */
export function listMatchPage(
  tenant: Tenant,
  { user_id, offset, limit }: { user_id: string; offset: number; limit: number },
) {
  return tenant.transaction(async (tx) => {
    await requireUser(tx, user_id)
    const { total, pay } = await listPayPage(tx, user_id, { skip: offset - 1, limit })
    audit(tx, 'match.listed', user_id)
    const pagination = { offset, limit, count: pay.length, total_count: total }
    const [newest, oldest] = [pay[0]?.pay_date, pay.at(-1)?.pay_date]
    if (newest === undefined || oldest === undefined) return { pagination, matches: [] }
    const around = (days: number): { first: Day; last: Day } => ({
      ...{ first: addDays(oldest, -days), last: addDays(newest, days) },
    })
    const rivals = await listPayBetween(tx, user_id, around(2 * mostDays))
    const statements = await listCredits(tx, user_id, around(3 * mostDays))
    return { pagination, matches: pay.map(matchPay(rivals, statements)) }
  })
}
