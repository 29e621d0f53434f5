/** Units of limits. */
export type RuleUnit = 'months' | 'days' | 'pounds' | 'percent'

/** Kinds of rules that compare a figure of the income summary with a limit. */
export const limitKinds = {
  min_months_covered: 'months',
  min_annual_gross: 'pounds',
  min_left_monthly: 'pounds',
  min_tenure_months: 'months',
  max_variable_share: 'percent',
  max_variability: 'percent',
  max_yearly_fall: 'percent',
  max_days_since_pay: 'days',
} as const satisfies Record<string, RuleUnit>
export type LimitKind = keyof typeof limitKinds

export const ruleKinds = [
  ...(Object.keys(limitKinds) as [LimitKind, ...LimitKind[]]),
  'no_finding_of_severity',
  'no_finding_of_code',
] as const
export type RuleKind = (typeof ruleKinds)[number]

export const isLimitKind = (kind: RuleKind): kind is LimitKind => kind in limitKinds

/** Advice of one rule that is not met. */
export const ruleOutcomes = ['refer', 'decline_suggested'] as const

/** Advice of all rules together, the mildest first. The database stores the index. */
export const reviewAdvice = ['none', 'ok', 'incomplete', 'refer', 'decline_suggested'] as const
export type ReviewAdvice = (typeof reviewAdvice)[number]

/** Rules of a client. */
export const maxRules = 20
