import { z } from 'zod'
import { Body, PageQuery, Pagination, TextLine, Timestamp, Uuid } from '../../../platform/http/wire.ts'
import { findingCodes, findingSeverities } from '../../../vocabulary/income-findings.ts'
import { isLimitKind, limitKinds, maxRules, reviewAdvice, ruleKinds, ruleOutcomes } from './kinds.ts'

/** Codes that a rule can look for. A rule cannot depend on the result of another rule. */
export const ruleFindingCodes = findingCodes.filter((code) => code !== 'rule-not-met')

const largestLimits = { months: 120, days: 3_650, pounds: 10_000_000, percent: 1_000 } as const

const fields = {
  name: TextLine(80).describe('Name of the rule, as your team reads it'),
  kind: z
    .enum(ruleKinds)
    .describe(
      'min_months_covered: complete months of payslips. min_annual_gross: current gross pay a year. min_left_monthly: what is left a ' +
        'month after the spending estimate. min_tenure_months: longest active employment. max_variable_share: share of variable ' +
        'pay. max_variability: variation of monthly net pay. max_yearly_fall: fall of gross pay against the year before. ' +
        'max_days_since_pay: age of the newest pay. no_finding_of_severity, no_finding_of_code: findings that must not be there',
    ),
  limit: z
    .string()
    .regex(/^\d{1,8}(\.\d{1,2})?$/, 'must be a number with at most two decimals')
    .nullable()
    .default(null)
    .describe('Limit in months, pounds, per cent or days, for kinds that start with `min_` or `max_`'),
  severity: z
    .enum(findingSeverities)
    .nullable()
    .default(null)
    .describe('For no_finding_of_severity: findings of this severity or a worse one'),
  finding_codes: z
    .array(z.enum(ruleFindingCodes))
    .max(ruleFindingCodes.length)
    .default([])
    .describe('For no_finding_of_code: codes of the findings'),
  outcome: z.enum(ruleOutcomes).describe('What is advised if the rule is not met'),
}

/** Returns what is wrong with the combination of fields, or undefined. */
function findRuleProblem({ kind, limit, severity, finding_codes }: z.output<z.ZodObject<typeof fields>>) {
  if (isLimitKind(kind)) {
    const unit = limitKinds[kind]
    if (limit === null) return { field: 'limit', message: `is required for ${kind}` }
    if (Number(limit) > largestLimits[unit])
      return { field: 'limit', message: `must be at most ${largestLimits[unit]}` }
    if ((unit === 'months' || unit === 'days') && limit.includes('.'))
      return { field: 'limit', message: 'must be a whole number' }
  } else if (limit !== null) return { field: 'limit', message: `is not used by ${kind}` }
  if ((severity !== null) !== (kind === 'no_finding_of_severity'))
    return { field: 'severity', message: 'is required for no_finding_of_severity, and only there' }
  if (finding_codes.length > 0 !== (kind === 'no_finding_of_code'))
    return { field: 'finding_codes', message: 'is required for no_finding_of_code, and only there' }
  return undefined
}

const NewReviewRule = z
  .strictObject(fields)
  .superRefine((rule, context) => {
    const problem = findRuleProblem(rule)
    if (problem) context.addIssue({ code: 'custom', path: [problem.field], message: problem.message })
  })
  .meta({ id: 'NewReviewRule' })

export const ReviewRule = z
  .strictObject({
    name: z.string().describe('Name of the rule'),
    kind: fields.kind,
    limit: z.string().nullable().describe('Limit in months, pounds, per cent or days'),
    severity: z.enum(findingSeverities).nullable().describe('Findings of this severity or a worse one'),
    finding_codes: z.array(z.enum(ruleFindingCodes)).describe('Codes of findings'),
    outcome: fields.outcome,
  })
  .meta({ id: 'ReviewRule', description: 'A review rule. It advises your team and never decides.' })
export type ReviewRule = z.output<typeof ReviewRule>

const rules = z.array(ReviewRule).describe('The rules, in the order of the list')

export const ReviewRules = z
  .strictObject({
    version: z.int().describe('Number of the version; 0 before the first rules'),
    updated_at: Timestamp.nullable().describe('When the rules were replaced last'),
    rules,
  })
  .meta({ id: 'ReviewRules', description: 'The review rules of the client.' })

export const NewReviewRules = Body(
  {
    rules: z
      .array(NewReviewRule)
      .max(maxRules)
      .refine(
        (list) => new Set(list.map(({ name }) => name)).size === list.length,
        'two rules have the same name',
      )
      .describe('All rules, in the order in which they are shown. They replace the earlier ones'),
    version: z
      .int()
      .min(0)
      .optional()
      .describe('Version that you read. If the rules were changed since, nothing is saved: 409'),
  },
  { ignored: ['updated_at'] },
).meta({ id: 'NewReviewRules' })

const ChangedBy = z
  .strictObject({
    kind: z.enum(['api_key', 'member']).describe('Whether a member or an API key replaced the rules'),
    id: Uuid,
    name: z.string().nullable().describe('Name of the member'),
  })
  .meta({ id: 'ReviewRulesAuthor' })

const RulesChange = z
  .strictObject({
    version: z.int().describe('Number of the version that the change created'),
    changed_at: Timestamp.describe('When the rules were replaced'),
    changed_by: ChangedBy.describe('Member or API key that replaced the rules'),
    before: z.array(ReviewRule).describe('The rules before the change'),
    after: z.array(ReviewRule).describe('The rules after the change'),
  })
  .meta({ id: 'ReviewRulesChange' })

export const RulesChangePage = z
  .strictObject({ pagination: Pagination, changes: z.array(RulesChange).describe('Changes, newest first') })
  .meta({ id: 'ReviewRulesChangePage' })

export const RulesChangeQuery = z.strictObject(PageQuery({ firstOffset: 1, maxLimit: 100, defaultLimit: 20 }))

const RuleResult = z
  .strictObject({
    rule: ReviewRule.describe('The rule that was checked'),
    result: z
      .enum(['met', 'not_met', 'unknown'])
      .describe('unknown: the figure that the rule needs cannot be calculated'),
    value: z
      .string()
      .nullable()
      .describe('The figure used, in the unit of the limit; for findings, how many there are'),
    finding_codes: z.array(z.enum(findingCodes)).describe('Codes of the findings that break the rule'),
    message: z.string().describe('The figure and the limit in one sentence'),
  })
  .meta({ id: 'ReviewRuleResult' })
export type RuleResult = z.output<typeof RuleResult>

export const Advice = z
  .enum(reviewAdvice)
  .describe(
    'What your review rules advise. none: no rules, or no income data. ok: all rules are met. incomplete: a figure is missing. ' +
      'refer and decline_suggested: the strongest outcome of the rules that are not met',
  )

export const RuleCheck = z
  .strictObject({
    version: z.int().describe('Version of the rules'),
    advice: Advice,
    results: z.array(RuleResult).describe('One for each rule, in their order'),
  })
  .meta({ id: 'ReviewRuleCheck', description: 'Review rules checked against an income summary.' })
