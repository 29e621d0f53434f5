import { z } from 'zod'
import { audit, keysOf, type Tenant, type Tx } from '../../../platform/database/tenancy.ts'
import { defineTask, type TaskResult } from '../../../platform/tasks/task.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { dayOf, daysBetween } from '../../../vocabulary/days.ts'
import type { Day } from '../../../vocabulary/payslip.ts'
import { markIncomeChanged } from '../../income-changes/service.ts'
import { openFigures } from '../present.ts'
import { reviewSeverities } from '../statuses.ts'
import { adviceOf, checkRules, type RuleFigures, worstFinding } from './evaluate.ts'
import { reviewAdvice } from './kinds.ts'
import {
  type AdviceValues,
  findCurrentRules,
  lockUsersWithFigures,
  type RuledUserRow,
  storeAdvice,
  touchApplied,
} from './queries.ts'
import type { ReviewRule } from './schemas.ts'

/** Users per transaction. Each costs one decryption. */
const batchSize = 200
/** Time between updates of summaries, which share a lane with retrievals of people who wait. */
const updateIntervalMs = 50
/** Days after a payment in which an employment of any pay frequency stops counting as active, with a margin. */
const minDaysSincePay = 21
const maxDaysSincePay = 110
const beforeAllIds = '00000000-0000-0000-0000-000000000000'
const taskKey = 'review rules'

/** Checks the rules against the stored figures of the next users, and schedules itself for the rest. */
export const applyReviewRules = defineTask({
  kind: 'review-rules.apply',
  lane: 'retrieve',
  /** `marked`: summaries that earlier batches had calculated again. */
  input: z.object({ version: z.int(), after: z.uuid(), marked: z.int().default(0) }),
  run: async ({ input, tenant }, { clock }: { clock: Clock }): Promise<TaskResult> => {
    const as_of = dayOf(clock.now(tenant.clientId))
    return async (tx) => {
      audit(tx, 'review_rules.applied')
      // The users are locked before the rules are read, so that a task of newer rules cannot have checked them already.
      const users = await lockUsersWithFigures(tx, { after: input.after, limit: batchSize })
      const current = await findCurrentRules(tx)
      // A newer version has scheduled a task of its own.
      if (current?.version !== input.version) return undefined
      let { marked } = input
      for (const user of users) {
        const { rule_figures } = openFigures(await keysOf(tx).userKey(user.id, user), user)
        if (!rule_figures || dependsOnDay(rule_figures, as_of))
          await markIncomeChanged(tx, user.id, ++marked * updateIntervalMs)
        if (rule_figures) await checkUser(tx, user, adviceValues(current.rules, rule_figures, as_of))
      }
      const last = users.at(-1)
      if (last && users.length === batchSize)
        await applyReviewRules.schedule(
          tx,
          { version: input.version, after: last.id, marked },
          { key: taskKey },
        )
      return undefined
    }
  },
})

/** Schedules a check of all users. It replaces one that is in progress for earlier rules. */
export async function scheduleRuleCheck(tx: Tx, version: number) {
  await applyReviewRules.cancel(tx, taskKey)
  await applyReviewRules.schedule(tx, { version, after: beforeAllIds, marked: 0 }, { key: taskKey })
}

/** Checks all users again, because ages have changed since the last check. */
export const recheckRules = (tenant: Tenant) =>
  tenant.transaction(async (tx) => {
    audit(tx, 'review_rules.rechecked')
    const current = await findCurrentRules(tx)
    if (!current) return
    const isDue = await touchApplied(tx, current.version)
    if (isDue) await scheduleRuleCheck(tx, current.version)
  })

/**
 * Whether the summary may say something else than when the figures were stored, although nothing was shared since: an
 * employment without recent pay is no longer active, which changes findings and tenure.
 */
function dependsOnDay({ newest_pay_date }: RuleFigures, as_of: Day) {
  if (newest_pay_date === null) return false
  const days = daysBetween(newest_pay_date, as_of)
  return days >= minDaysSincePay && days <= maxDaysSincePay
}

async function checkUser(tx: Tx, user: RuledUserRow, values: AdviceValues) {
  const isSame =
    values.review_advice === user.review_advice &&
    values.review_severity === user.review_severity &&
    values.review_finding === user.review_finding
  if (!isSame) await storeAdvice(tx, user.id, values)
}

/** The columns of a user that follow from rules and figures. */
export function adviceValues(rules: readonly ReviewRule[], figures: RuleFigures, as_of: Day): AdviceValues {
  const results = checkRules(rules, figures, as_of)
  const worst = worstFinding(figures, results)
  return {
    review_advice: reviewAdvice.indexOf(adviceOf(results, figures)),
    review_severity: reviewSeverities.indexOf(worst?.severity ?? 'none'),
    review_finding: worst?.code ?? null,
  }
}
