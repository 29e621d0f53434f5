import { daysBetween, wholeMonthsBetween } from '../../../vocabulary/days.ts'
import {
  compareFindings,
  type FindingSeverity,
  findingSeverities,
  type IncomeFindingCode,
} from '../../../vocabulary/income-findings.ts'
import type { Day } from '../../../vocabulary/payslip.ts'
import { isLimitKind, type LimitKind, limitKinds, type ReviewAdvice } from './kinds.ts'
import type { ReviewRule, RuleResult } from './schemas.ts'

type RankedFinding = { code: IncomeFindingCode; severity: FindingSeverity }

/** Figures of an income summary that rules use. Dates instead of ages, so that rules can be checked again later. */
export type RuleFigures = {
  has_data: boolean
  months_covered: number
  annual_gross: string | null
  left_monthly: string | null
  /** Earliest start of an active employment. */
  employed_since: Day | null
  variable_share: string | null
  variability: string | null
  year_on_year: string | null
  newest_pay_date: Day | null
  /** Findings that do not come from rules. */
  findings: RankedFinding[]
}

/** Checks every rule. Pure: the same rules, figures and day give the same results. */
export const checkRules = (rules: readonly ReviewRule[], figures: RuleFigures, as_of: Day): RuleResult[] =>
  rules.map((rule) =>
    isLimitKind(rule.kind) ? checkLimit(rule, rule.kind, figures, as_of) : checkFindings(rule, figures),
  )

/** The strongest outcome of the rules that are not met. A missing figure is weaker than any of them. */
export function adviceOf(results: readonly RuleResult[], { has_data }: RuleFigures): ReviewAdvice {
  if (results.length === 0 || !has_data) return 'none'
  const broken = results.filter(({ result }) => result === 'not_met')
  if (broken.some(({ rule }) => rule.outcome === 'decline_suggested')) return 'decline_suggested'
  if (broken.length > 0) return 'refer'
  return results.some(({ result }) => result === 'unknown') ? 'incomplete' : 'ok'
}

const outcomeSeverities = { decline_suggested: 'high', refer: 'medium' } as const

const brokenRule: IncomeFindingCode = 'rule-not-met'

/** The finding of a rule that is not met. */
export const ruleFinding = ({ rule }: RuleResult): RankedFinding => ({
  code: brokenRule,
  severity: outcomeSeverities[rule.outcome],
})

/** The worst of the findings and of the rules that are not met. */
export function worstFinding(figures: RuleFigures, results: readonly RuleResult[]): RankedFinding | null {
  const broken = figures.has_data ? results.filter(({ result }) => result === 'not_met') : []
  return [...figures.findings, ...broken.map(ruleFinding)].sort(compareFindings)[0] ?? null
}

function checkLimit(rule: ReviewRule, kind: LimitKind, figures: RuleFigures, as_of: Day): RuleResult {
  const value = readFigure(kind, figures, as_of)
  const limit = Number(rule.limit)
  const unit = limitKinds[kind]
  const isMinimum = kind.startsWith('min_')
  const allowed = `${isMinimum ? 'at least' : 'at most'} ${written(String(rule.limit), unit)}`
  if (value === null)
    return {
      rule,
      result: 'unknown',
      value: null,
      finding_codes: [],
      message: `${figureNames[kind]} is not known. The rule allows ${allowed}.`,
    }
  const isMet = isMinimum ? value >= limit : value <= limit
  const text = unit === 'months' || unit === 'days' ? String(value) : value.toFixed(2)
  return {
    rule,
    result: isMet ? 'met' : 'not_met',
    value: text,
    finding_codes: [],
    message: `${figureNames[kind]}: ${written(text, unit)}. The rule allows ${allowed}.`,
  }
}

const figureNames: Record<LimitKind, string> = {
  min_months_covered: 'Complete months of payslips',
  min_annual_gross: 'Gross pay a year',
  min_left_monthly: 'Left a month after the estimate',
  min_tenure_months: 'Time in the longest active employment',
  max_variable_share: 'Share of variable pay',
  max_variability: 'Variation of monthly net pay',
  max_yearly_fall: 'Fall of gross pay against the year before',
  max_days_since_pay: 'Time since the newest pay',
}

function written(number: string, unit: (typeof limitKinds)[LimitKind]) {
  if (unit === 'pounds') return `£${number}`
  if (unit === 'percent') return `${number} %`
  return `${number} ${number === '1' ? unit.slice(0, -1) : unit}`
}

function readFigure(kind: LimitKind, figures: RuleFigures, as_of: Day): number | null {
  switch (kind) {
    case 'min_months_covered':
      return figures.months_covered
    case 'min_annual_gross':
      return numberOf(figures.annual_gross)
    case 'min_left_monthly':
      return numberOf(figures.left_monthly)
    case 'min_tenure_months':
      return figures.employed_since === null ? null : wholeMonthsBetween(figures.employed_since, as_of)
    case 'max_variable_share':
      return percentOf(figures.variable_share)
    case 'max_variability':
      return percentOf(figures.variability)
    case 'max_yearly_fall': {
      const change = percentOf(figures.year_on_year)
      return change === null ? null : Math.max(0, -change)
    }
    case 'max_days_since_pay':
      return figures.newest_pay_date === null
        ? null
        : Math.max(0, daysBetween(figures.newest_pay_date, as_of))
  }
}

const numberOf = (text: string | null) => (text === null ? null : Number(text))

/** Shares have four decimals. Rounding removes the error of the floating-point product. */
const percentOf = (share: string | null) => (share === null ? null : Math.round(Number(share) * 10_000) / 100)

function checkFindings(rule: ReviewRule, { findings }: RuleFigures): RuleResult {
  const matching = findings.filter(({ code, severity }) =>
    rule.kind === 'no_finding_of_code'
      ? rule.finding_codes.some((each) => each === code)
      : findingSeverities.indexOf(severity) <= findingSeverities.indexOf(rule.severity ?? 'high'),
  )
  return {
    rule,
    result: matching.length === 0 ? 'met' : 'not_met',
    value: String(matching.length),
    finding_codes: [...new Set(matching.map(({ code }) => code))],
    message:
      matching.length === 0
        ? 'There is no such finding.'
        : `Findings that the rule does not allow: ${matching.length}.`,
  }
}
