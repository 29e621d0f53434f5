import type { ReviewRow, ReviewRule, ReviewRuleResult } from '@payproof/sdk'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { exactMoneyOf } from '../../ui/format.ts'
import { findingLabel } from './labels.tsx'

export type ReviewRuleKind = ReviewRule['kind']
export type Advice = ReviewRow['advice']

type KindLabel = {
  label: string
  /** Label of the limit's input; kinds about findings have none. */
  limit?: string
  describe: (rule: ReviewRule) => string
}

const months = (limit: string | null) => `${limit} ${limit === '1' ? 'month' : 'months'}`
const pounds = (limit: string | null) => exactMoneyOf(limit ?? '')
const severityLabels = { high: 'High risk', medium: 'Check or worse', low: 'Any finding' }

const severityRules = {
  high: 'No high-risk finding',
  medium: 'No finding that is high risk or needs a check',
  low: 'No findings',
}

export const ruleKinds: Record<ReviewRuleKind, KindLabel> = {
  min_months_covered: {
    label: 'Months of payslips',
    limit: 'At least this many complete months',
    describe: ({ limit }) => `At least ${months(limit)} of payslips`,
  },
  min_annual_gross: {
    label: 'Gross pay a year',
    limit: 'At least (£)',
    describe: ({ limit }) => `Gross pay of at least ${pounds(limit)} a year`,
  },
  min_left_monthly: {
    label: 'Left after the spending estimate',
    limit: 'At least a month (£)',
    describe: ({ limit }) => `At least ${pounds(limit)} left a month after the estimate`,
  },
  min_tenure_months: {
    label: 'Time in employment',
    limit: 'At least this many months',
    describe: ({ limit }) => `Employed for at least ${months(limit)}`,
  },
  max_variable_share: {
    label: 'Variable pay',
    limit: 'At most (% of all pay)',
    describe: ({ limit }) => `At most ${limit} % of pay is variable`,
  },
  max_variability: {
    label: 'Stability of net pay',
    limit: 'Variation of at most (%)',
    describe: ({ limit }) => `Monthly net pay varies by at most ${limit} %`,
  },
  max_yearly_fall: {
    label: 'Fall in pay over a year',
    limit: 'At most (%)',
    describe: ({ limit }) => `Gross pay fell by at most ${limit} % in a year`,
  },
  max_days_since_pay: {
    label: 'Age of the newest pay',
    limit: 'At most this many days',
    describe: ({ limit }) => `Newest pay at most ${limit} days old`,
  },
  no_finding_of_severity: {
    label: 'Severity of findings',
    describe: ({ severity }) => severityRules[severity ?? 'high'],
  },
  no_finding_of_code: {
    label: 'Kinds of finding',
    describe: ({ finding_codes }) => `No finding: ${finding_codes.map(findingLabel).join(', ')}`,
  },
}
export const allRuleKinds = Object.keys(ruleKinds) as ReviewRuleKind[]
export const severityOptions = Object.entries(severityLabels).map(([value, label]) => ({ value, label }))

const outcomes: Record<ReviewRule['outcome'], { tone: Tone; label: string }> = {
  refer: { tone: 'warn', label: 'Refer' },
  decline_suggested: { tone: 'bad', label: 'Decline suggested' },
}
export const outcomeOptions = Object.entries(outcomes).map(([value, { label }]) => ({ value, label }))
export const OutcomeBadge = ({ outcome }: { outcome: ReviewRule['outcome'] }) => (
  <Badge tone={outcomes[outcome].tone}>{outcomes[outcome].label}</Badge>
)

const advices: Record<Advice, { tone: Tone; label: string }> = {
  none: { tone: 'plain', label: 'Not checked' },
  ok: { tone: 'good', label: 'All rules met' },
  incomplete: { tone: 'note', label: 'Figures missing' },
  ...outcomes,
}
export const allAdvice = Object.keys(advices) as Advice[]
export const adviceLabel = (advice: Advice) => advices[advice].label
export const AdviceBadge = ({ advice }: { advice: Advice }) => (
  <Badge tone={advices[advice].tone}>{advices[advice].label}</Badge>
)

const results: Record<ReviewRuleResult['result'], { tone: Tone; label: string }> = {
  met: { tone: 'good', label: 'Met' },
  not_met: { tone: 'bad', label: 'Not met' },
  unknown: { tone: 'note', label: 'Not known' },
}
export const ResultBadge = ({ result }: Pick<ReviewRuleResult, 'result'>) => (
  <Badge tone={results[result].tone}>{results[result].label}</Badge>
)
