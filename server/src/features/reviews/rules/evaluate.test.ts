import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../../../vocabulary/days.ts'
import { findingCodes, findingSeverities } from '../../../vocabulary/income-findings.ts'
import { adviceOf, checkRules, type RuleFigures, worstFinding } from './evaluate.ts'
import { type LimitKind, limitKinds, reviewAdvice, ruleOutcomes } from './kinds.ts'
import { NewReviewRules, type ReviewRule, ruleFindingCodes } from './schemas.ts'

const as_of = '2026-06-30'

const figures: RuleFigures = {
  has_data: true,
  months_covered: 3,
  annual_gross: '30000.00',
  left_monthly: '-12.50',
  employed_since: '2026-03-31',
  variable_share: '0.4000',
  variability: '0.0710',
  year_on_year: '-0.1000',
  newest_pay_date: '2026-05-31',
  findings: [
    { code: 'identity-differs', severity: 'high' },
    { code: 'gap', severity: 'medium' },
  ],
}

const rule = (changes: Partial<ReviewRule>): ReviewRule => ({
  name: 'A rule',
  kind: 'min_months_covered',
  limit: null,
  severity: null,
  finding_codes: [],
  outcome: 'refer',
  ...changes,
})

const check = (changes: Partial<ReviewRule>, changedFigures: Partial<RuleFigures> = {}) => {
  const [found] = checkRules([rule(changes)], { ...figures, ...changedFigures }, as_of)
  return [found?.result, found?.value]
}

/** Each row: kind, a limit that is just met, one that is just not met, and the figure used. */
const limits: [LimitKind, string, string, string][] = [
  ['min_months_covered', '3', '4', '3'],
  ['min_annual_gross', '30000.00', '30000.01', '30000.00'],
  ['min_tenure_months', '2', '3', '2'], // 31 March to 30 June is two whole months
  ['max_variable_share', '40', '39.99', '40.00'],
  ['max_variability', '7.1', '7.09', '7.10'],
  ['max_yearly_fall', '10', '9.99', '10.00'],
  ['max_days_since_pay', '30', '29', '30'],
]

test.each(limits)('%s is met at %s and not at %s', (kind, met, notMet, value) => {
  expect(check({ kind, limit: met })).toEqual(['met', value])
  expect(check({ kind, limit: notMet })).toEqual(['not_met', value])
})

test('a negative amount is below every limit', () => {
  expect(check({ kind: 'min_left_monthly', limit: '0' })).toEqual(['not_met', '-12.50'])
})

test('a rise of pay is no fall', () => {
  expect(check({ kind: 'max_yearly_fall', limit: '0' }, { year_on_year: '0.2000' })).toEqual(['met', '0.00'])
})

test('a missing figure is unknown, and the sentence says so', () => {
  const [found] = checkRules(
    [rule({ kind: 'min_annual_gross', limit: '20000' })],
    { ...figures, annual_gross: null },
    as_of,
  )
  expect(found).toMatchObject({
    result: 'unknown',
    value: null,
    message: 'Gross pay a year is not known. The rule allows at least £20000.',
  })
})

test('findings break a rule by code, or by severity and worse', () => {
  expect(check({ kind: 'no_finding_of_severity', severity: 'high' })).toEqual(['not_met', '1'])
  expect(check({ kind: 'no_finding_of_severity', severity: 'low' })).toEqual(['not_met', '2'])
  expect(check({ kind: 'no_finding_of_severity', severity: 'high' }, { findings: [] })).toEqual(['met', '0'])
  expect(check({ kind: 'no_finding_of_code', finding_codes: ['gap'] })).toEqual(['not_met', '1'])
  expect(check({ kind: 'no_finding_of_code', finding_codes: ['disputed'] })).toEqual(['met', '0'])
})

test('the advice is the strongest outcome; a missing figure is weaker', () => {
  const met = rule({ limit: '1' })
  const refers = rule({ limit: '12' })
  const declines = rule({ limit: '12', outcome: 'decline_suggested' })
  const unknown = rule({ kind: 'min_annual_gross', limit: '1' })
  const advise = (rules: ReviewRule[], changes: Partial<RuleFigures> = {}) => {
    const changed = { ...figures, annual_gross: null, ...changes }
    return adviceOf(checkRules(rules, changed, as_of), changed)
  }
  expect(advise([])).toBe('none')
  expect(advise([met, declines], { has_data: false })).toBe('none')
  expect(advise([met])).toBe('ok')
  expect(advise([met, unknown])).toBe('incomplete')
  expect(advise([unknown, refers])).toBe('refer')
  expect(advise([declines, refers])).toBe('decline_suggested')
})

test('a rule that is not met counts as a finding, after others of its severity', () => {
  const worst = (rules: ReviewRule[], changes: Partial<RuleFigures>) =>
    worstFinding({ ...figures, ...changes }, checkRules(rules, { ...figures, ...changes }, as_of))
  const broken = rule({ limit: '12', outcome: 'decline_suggested' })
  expect(worst([broken], {})).toEqual({ code: 'identity-differs', severity: 'high' })
  expect(worst([broken], { findings: [] })).toEqual({ code: 'rule-not-met', severity: 'high' })
  expect(worst([broken], { findings: [], has_data: false })).toBeNull()
  expect(worst([], { findings: [] })).toBeNull()
})

test('a rule has the fields of its kind and no others', () => {
  const problemOf = (changes: object) =>
    NewReviewRules.safeParse({ rules: [{ ...rule({}), ...changes }] }).error?.issues.map(({ path }) =>
      path.at(-1),
    )
  expect(problemOf({ limit: '3' })).toBeUndefined()
  expect(problemOf({ limit: null })).toEqual(['limit'])
  expect(problemOf({ limit: '1.5' })).toEqual(['limit'])
  expect(problemOf({ limit: '121' })).toEqual(['limit'])
  expect(problemOf({ limit: '3', severity: 'high' })).toEqual(['severity'])
  expect(problemOf({ limit: '3', finding_codes: ['gap'] })).toEqual(['finding_codes'])
  expect(problemOf({ kind: 'no_finding_of_severity', severity: 'high' })).toBeUndefined()
  expect(problemOf({ kind: 'no_finding_of_severity', severity: 'high', limit: '1' })).toEqual(['limit'])
  expect(problemOf({ kind: 'no_finding_of_code' })).toEqual(['finding_codes'])
  expect(problemOf({ kind: 'no_finding_of_code', finding_codes: ['rule-not-met'] })).toBeDefined()
})

const amount = fc.integer({ min: -500_000, max: 9_000_000 }).map((pence) => (pence / 100).toFixed(2))
const share = fc.integer({ min: -10_000, max: 20_000 }).map((parts) => (parts / 10_000).toFixed(4))
const day = fc.integer({ min: 0, max: 3_000 }).map((days) => addDays('2018-01-01', days))
const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null })
const someFigures: fc.Arbitrary<RuleFigures> = fc.record({
  has_data: fc.boolean(),
  months_covered: fc.nat(24),
  annual_gross: orNull(amount),
  left_monthly: orNull(amount),
  employed_since: orNull(day),
  variable_share: orNull(share),
  variability: orNull(share),
  year_on_year: orNull(share),
  newest_pay_date: orNull(day),
  findings: fc.array(
    fc.record({ code: fc.constantFrom(...findingCodes), severity: fc.constantFrom(...findingSeverities) }),
    { maxLength: 4 },
  ),
})
const someLimit = fc.nat(99_999).map((limit) => (limit / 100).toFixed(2))
const someRule: fc.Arbitrary<ReviewRule> = fc.oneof(
  fc
    .record({
      kind: fc.constantFrom(...(Object.keys(limitKinds) as LimitKind[])),
      limit: someLimit,
      outcome: fc.constantFrom(...ruleOutcomes),
    })
    .map(rule),
  fc.constantFrom(...findingSeverities).map((severity) => rule({ kind: 'no_finding_of_severity', severity })),
  fc
    .subarray([...ruleFindingCodes], { minLength: 1 })
    .map((finding_codes) => rule({ kind: 'no_finding_of_code', finding_codes })),
)
const someRules = fc.array(someRule, { maxLength: 6 })

const rankOf = (advice: (typeof reviewAdvice)[number]) => reviewAdvice.indexOf(advice)

test('checking is pure and deterministic, and the order of rules does not change the advice', () => {
  fc.assert(
    fc.property(someRules, someFigures, day, (rules, given, on) => {
      const before = JSON.stringify([rules, given])
      const results = checkRules(rules, given, on)
      expect(checkRules(structuredClone(rules), structuredClone(given), on)).toEqual(results)
      expect(JSON.stringify([rules, given])).toBe(before)
      expect(results.map((result) => result.rule)).toEqual(rules)
      const reversed = checkRules(rules.toReversed(), given, on)
      expect(adviceOf(reversed, given)).toBe(adviceOf(results, given))
      expect(worstFinding(given, reversed)).toEqual(worstFinding(given, results))
    }),
  )
})

test('another rule never makes the advice milder, except that advice starts with the first rule', () => {
  fc.assert(
    fc.property(
      fc.array(someRule, { minLength: 1, maxLength: 5 }),
      someRule,
      someFigures,
      (rules, added, given) => {
        const before = adviceOf(checkRules(rules, given, as_of), given)
        const after = adviceOf(checkRules([...rules, added], given, as_of), given)
        expect(rankOf(after)).toBeGreaterThanOrEqual(rankOf(before))
      },
    ),
  )
})

test('a stricter limit never turns a rule that is not met into one that is met', () => {
  const stricter = (kind: LimitKind, limit: string) =>
    kind.startsWith('min_') ? String(Number(limit) + 1) : String(Math.max(0, Number(limit) - 1))
  fc.assert(
    fc.property(
      fc.constantFrom(...(Object.keys(limitKinds) as LimitKind[])),
      someLimit,
      someFigures,
      (kind, limit, given) => {
        const [loose] = checkRules([rule({ kind, limit })], given, as_of)
        const [strict] = checkRules([rule({ kind, limit: stricter(kind, limit) })], given, as_of)
        if (loose?.result === 'unknown') expect(strict?.result).toBe('unknown')
        else if (loose?.result === 'not_met') expect(strict?.result).toBe('not_met')
        else expect(['met', 'not_met']).toContain(strict?.result)
      },
    ),
  )
})
