import { audit, keysOf, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import type { TaskResult, TaskRun } from '../../platform/tasks/task.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { dayOf } from '../../vocabulary/days.ts'
import { compareFindings } from '../../vocabulary/income-findings.ts'
import type { Day } from '../../vocabulary/payslip.ts'
import { checkClientRules } from '../reviews/rules/service.ts'
import { updateReviewedIncome } from '../reviews/service.ts'
import { requireUser } from '../users/service.ts'
import { hasSubscriber, publishOptIn } from '../webhooks/service.ts'
import { loadEvidence } from './evidence.ts'
import { incomeModelId, summariseIncome } from './model/summarise.ts'
import { presentIncomeWorking, presentSummary } from './present.ts'
import { hasSummary, storeSummaryHash } from './queries.ts'
import { listRuleFindings, ruleFiguresOf } from './rule-figures.ts'
import type { IncomeSummaryReply } from './schemas.ts'

type SummaryRequest = { user_id: string; as_of: Day; commitments?: string | undefined }

export const readSummary = (tenant: Tenant, { user_id, as_of, commitments }: SummaryRequest) =>
  tenant.transaction(async (tx) => {
    await requireUser(tx, user_id)
    audit(tx, 'income.read', user_id)
    const { evidence, result } = await calculate(tx, user_id, as_of)
    return withRules(tx, presentSummary(user_id, evidence, result, commitments))
  })

export const readWorking = (tenant: Tenant, { user_id, as_of }: SummaryRequest) =>
  tenant.transaction(async (tx) => {
    await requireUser(tx, user_id)
    audit(tx, 'income.read', user_id)
    const { evidence, result } = await calculate(tx, user_id, as_of)
    return presentIncomeWorking(evidence, result)
  })

/** Calculates the summary and its working in the caller's transaction, both from the same data. */
export async function calculateIncome(tx: Tx, { user_id, as_of, commitments }: SummaryRequest) {
  const { evidence, result } = await calculate(tx, user_id, as_of)
  return {
    person: evidence.person,
    income: presentSummary(user_id, evidence, result, commitments),
    working: presentIncomeWorking(evidence, result),
  }
}

async function calculate(tx: Tx, userId: string, as_of: Day) {
  const evidence = await loadEvidence(tx, userId)
  const { payslips, months_requested, included } = evidence
  const result = summariseIncome(payslips, { as_of, months_requested, included_documents: included })
  return { evidence, result }
}

/** Adds the results of the client's rules. Reports leave them out: they are the client's own policy. */
async function withRules(tx: Tx, summary: IncomeSummaryReply): Promise<IncomeSummaryReply> {
  const rules = await checkClientRules(tx, ruleFiguresOf(summary), summary.as_of)
  if (!rules) return summary
  const findings = [...summary.findings, ...listRuleFindings(rules)].sort(compareFindings)
  return { ...summary, rules, findings }
}

/** Returns the figures of a summary that the work queue shows. The newest active employment comes first. */
function reviewedIncome(summary: IncomeSummaryReply) {
  const { employments, income, status, as_of } = summary
  const current = employments.find((each) => each.status === 'active') ?? employments[0]
  return {
    as_of,
    status,
    employer: current?.employer_name ?? null,
    annual_gross: income.annual_gross.amount,
    rule_figures: ruleFiguresOf(summary),
  }
}

/**
 * Updates the review of the user. For clients with a webhook for it, then stores the hash of the summary and publishes
 * an event if the hash has changed. Idempotent: a second run finds the same hash. Without payslips, the event is
 * published only if there was a summary before.
 */
export const updateSummary =
  ({ clock }: { clock: Clock }) =>
  async ({ input: { user_id }, tenant }: TaskRun<{ user_id: string }>): Promise<TaskResult> =>
  async (tx) => {
    const as_of = dayOf(clock.now(tenant.clientId))
    const { evidence, result } = await calculate(tx, user_id, as_of)
    const summary = presentSummary(user_id, evidence, result)
    audit(tx, 'income.updated', user_id)
    await updateReviewedIncome(tx, user_id, reviewedIncome(summary))
    if (!(await hasSubscriber(tx, 'income-summary-updated'))) return { changed: false }
    const isEmpty = summary.status === 'none' && summary.bank_income.length === 0
    if (isEmpty && !(await hasSummary(tx, user_id))) return { changed: false }
    const { as_of: _asOf, freshness: _freshness, rules: _rules, corrections, ...content } = summary
    // Summaries without corrections keep the hash that older releases stored.
    const hashed = { ...content, ...(corrections.length > 0 && { corrections }) }
    const content_hash = keysOf(tx).lookupHash('income_summaries.content', JSON.stringify(hashed))
    const changed = await storeSummaryHash(tx, { user_id, model_id: incomeModelId, content_hash })
    if (changed)
      await publishOptIn(tx, {
        event: 'income-summary-updated',
        user_id,
        fields: { model_id: incomeModelId, as_of, status: summary.status },
      })
    return { changed }
  }
