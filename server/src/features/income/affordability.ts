import { ageOn, lastDayOf } from '../../affordability/calendar.ts'
import { estimate } from '../../affordability/estimate.ts'
import { toFraction } from '../../affordability/fraction.ts'
import { requireModel } from '../../affordability/models.ts'
import { dayOf } from '../../vocabulary/days.ts'
import { decimalOf, type Pence, penceOf } from '../../vocabulary/money.ts'
import type { IncomeEvidence } from './evidence.ts'
import { divideRounded } from './model/months.ts'
import type { IncomeResult } from './model/summarise.ts'

/** Version of the spending statistics. It belongs to the model `income-1`; a later model may use newer statistics. */
const expenditureModelId = 'ons-fye2024-1'
/** Percentage by which the stress test lowers net pay and raises spending. */
export const stressPercent = 10

export const affordabilityReasons = [
  'no-net-average',
  'not-positive',
  'no-date-of-birth',
  'no-region',
] as const
type AffordabilityReason = (typeof affordabilityReasons)[number]

/** Subtracts estimated spending and the client's own commitments from the average net pay of three months. */
export function assessAffordability(
  { person, paid }: Pick<IncomeEvidence, 'person' | 'paid'>,
  { total, payments }: Pick<IncomeResult, 'total' | 'payments'>,
  commitments: string | undefined,
) {
  const model = requireModel(expenditureModelId)
  const average = total.figures.averages.find(({ month_count }) => month_count === 3)
  const month = average?.months.at(-1)
  const net = average?.net ?? null
  const committed = commitments === undefined ? 0 : penceOf(commitments)
  const facts = {
    model_id: expenditureModelId,
    net_monthly: net === null ? null : decimalOf(net),
    commitments: decimalOf(committed),
    submission_ids: average?.submission_ids ?? [],
  }
  const missing = (reason: AffordabilityReason) => ({
    ...facts,
    reason,
    expenditure: null,
    left: null,
    stress: { percent: stressPercent, left: null },
  })
  if (net === null || month === undefined) return missing('no-net-average')
  if (net <= 0) return missing('not-positive')
  const newest = paid.find(({ id }) => id === payments[0]?.id)?.payslip.identity_information
  const birth = person.date_of_birth ? dayOf(new Date(person.date_of_birth)) : newest?.date_of_birth
  const age = birth ? ageOn(lastDayOf(month), birth) : -1
  if (age < 0 || age > model.maxAge) return missing('no-date-of-birth')
  const post_codes = [...(person.post_codes ?? []), newest?.address?.post_code ?? '']
  const region = post_codes.map(model.findRegion).find(Boolean)
  if (!region) return missing('no-region')
  const spending = estimate(model, { month, net: toFraction(decimalOf(net)), age, country: region.country })
  const expenditure = penceOf(spending.total)
  const left = (income: Pence, spent: Pence) => decimalOf(income - spent - committed)
  return {
    ...facts,
    reason: null,
    expenditure: {
      month,
      cost_of_living: spending.cost_of_living.amount,
      housing: spending.housing.amount,
      total: spending.total,
    },
    left: left(net, expenditure),
    stress: {
      percent: stressPercent,
      left: left(
        divideRounded(net, 100 - stressPercent, 100),
        divideRounded(expenditure, 100 + stressPercent, 100),
      ),
    },
  }
}
