import { estimate } from '../../affordability/estimate.ts'
import { requireModel } from '../../affordability/models.ts'
import { isPaid, listPaidMonths } from '../../affordability/months.ts'
import { listInputProblems } from '../../affordability/problems.ts'
import { audit, type Tenant } from '../../platform/database/tenancy.ts'
import { notFound, Problem } from '../../platform/problem.ts'
import { dayOf } from '../../vocabulary/days.ts'
import { listInclusions } from '../income/inclusions.ts'
import { listPeriods } from '../payroll/income/periods.ts'
import { findPerson } from '../users/service.ts'
import { selectPeriods } from './select-periods.ts'

export const absenceText = 'not found'

export type ExpenditureResult = Awaited<ReturnType<typeof estimateExpenditure>>
export type EstimatedMonth = ExpenditureResult['months'][number]

/**
 * Estimates the expenditure for every month for which a user was paid, newest first. `estimate` is null for months
 * that are left out.
 */
export async function estimateExpenditure(
  tenant: Tenant,
  { user_id, model: id }: { user_id: string; model: string },
) {
  const model = requireModel(id)
  const { details, stored, included } = await tenant.transaction(async (tx) => {
    const user = await findPerson(tx, user_id)
    if (!user) throw notFound('User', user_id, absenceText)
    audit(tx, 'expenditure.read', user_id)
    return {
      details: user.person,
      stored: await listPeriods(tx, { id: user_id, key: user.key }),
      included: new Set((await listInclusions(tx, user_id)).map(({ document_id }) => document_id)),
    }
  })
  const person = {
    date_of_birth: details.date_of_birth ? dayOf(new Date(details.date_of_birth)) : null,
    post_codes: details.post_codes ?? [],
  }
  const { used, unused } = selectPeriods(stored, included)
  const months = listPaidMonths(used, person, model.findRegion)
  const problems = listInputProblems(model, months, person)
  if (problems.length > 0) throw new Problem(404, 'expenditure-inputs', problems)
  return {
    user_id,
    model,
    unused,
    periods: new Map(used.map((period) => [period.id, period])),
    months: months.map((paid) => {
      const { month, net, birth, residence } = paid
      const question =
        isPaid(paid) && birth && residence
          ? { month, net, age: birth.age, country: residence.region.country }
          : undefined
      return { ...paid, estimate: question ? estimate(model, question) : null }
    }),
  }
}
