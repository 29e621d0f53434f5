import { estimate } from '../../affordability/estimate.ts'
import { requireModel } from '../../affordability/models.ts'
import { isPaid, monthsPaid } from '../../affordability/months.ts'
import { problemsOf } from '../../affordability/problems.ts'
import { audit, type Tenant } from '../../platform/database/tenancy.ts'
import { notFound, Problem } from '../../platform/problem.ts'
import { dayOf } from '../../vocabulary/days.ts'
import { listPeriods } from '../payroll/income/periods.ts'
import { findPerson } from '../users/service.ts'
import { sortOut } from './select-periods.ts'

export const absence = 'not found'

export type Worked = Awaited<ReturnType<typeof workOut>>
export type WorkedMonth = Worked['months'][number]

/** What the model says of every month that a user was paid for, newest first; without an estimate where one is left out. */
export async function workOut(tenant: Tenant, { user_id, model: id }: { user_id: string; model: string }) {
  const model = requireModel(id)
  const { facts, stored } = await tenant.transaction(async (tx) => {
    const found = await findPerson(tx, user_id)
    if (!found) throw notFound('User', user_id, absence)
    audit(tx, 'expenditure.read', user_id)
    return { facts: found.person, stored: await listPeriods(tx, { id: user_id, key: found.key }) }
  })
  const person = {
    date_of_birth: facts.date_of_birth ? dayOf(new Date(facts.date_of_birth)) : null,
    post_codes: facts.post_codes ?? [],
  }
  const { used, unused } = sortOut(stored)
  const months = monthsPaid(used, person, model.findRegion)
  const problems = problemsOf(model, months, person)
  if (problems.length > 0) throw new Problem(404, 'expenditure-inputs', problems)
  return {
    user_id,
    model,
    unused,
    periods: new Map(used.map((period) => [period.id, period])),
    months: months.map((paid) => {
      const { month, net, birth, place } = paid
      const question =
        isPaid(paid) && birth && place
          ? { month, net, age: birth.age, country: place.region.country }
          : undefined
      return { ...paid, estimate: question ? estimate(model, question) : null }
    }),
  }
}
