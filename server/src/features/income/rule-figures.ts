import { type RuleFigures, ruleFinding } from '../reviews/rules/evaluate.ts'
import type { IncomeSummaryReply } from './schemas.ts'

/** The figures of a summary that review rules use. Key order is fixed, because the stored text is compared. */
export function ruleFiguresOf(summary: IncomeSummaryReply): RuleFigures {
  const { coverage, income, affordability, employments, freshness, findings } = summary
  const starts = employments
    .filter(({ status }) => status === 'active')
    .flatMap(({ start_date }) => start_date ?? [])
  const payDates = [freshness.newest.payroll, freshness.newest.payslip].flatMap((day) => day ?? [])
  return {
    has_data: hasData(summary),
    months_covered: coverage.months_complete,
    annual_gross: income.annual_gross.amount,
    left_monthly: affordability.left,
    employed_since: starts.sort()[0] ?? null,
    variable_share: income.composition.variable_share,
    variability: income.variability.ratio,
    year_on_year: income.year_on_year.ratio,
    newest_pay_date: payDates.sort().at(-1) ?? null,
    findings: findings.map(({ code, severity }) => ({ code, severity })),
  }
}

const hasData = ({ status, bank_income, freshness, findings }: IncomeSummaryReply) =>
  status !== 'none' ||
  bank_income.length > 0 ||
  Object.values(freshness.newest).some((newest) => newest !== null) ||
  findings.some(({ document_id }) => document_id !== null)

/** One finding for each rule that is not met, once there is data. */
export function listRuleFindings({ advice, results }: NonNullable<IncomeSummaryReply['rules']>) {
  if (advice === 'none') return []
  return results
    .filter(({ result }) => result === 'not_met')
    .map((each): IncomeSummaryReply['findings'][number] => ({
      ...ruleFinding(each),
      message: `Your rule “${each.rule.name}” is not met. ${each.message}`,
      action: 'Read the rule and the figure, and decide yourself.',
      submission_ids: [],
      document_id: null,
      locations: [],
      fields: [],
    }))
}
