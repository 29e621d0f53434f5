type Scalar = string | number | boolean

/** Rule of one value: always shown, or shown only with --show-personal-data. */
type ValueRule = 'shown' | 'personal'

/**
 * The fields of a response that a tool may show. Fields without a rule are never shown, so a field that a later version
 * of the API adds stays hidden until it has one.
 */
export type FieldRules<Value> = Value extends Scalar
  ? ValueRule
  : Value extends readonly (infer Item)[]
    ? readonly [FieldRules<NonNullable<Item>>]
    : { readonly [Field in keyof Value]?: FieldRules<NonNullable<Value[Field]>> }

export type AnyRules = ValueRule | readonly [AnyRules] | { readonly [field: string]: AnyRules | undefined }

/** Replaces a personal value, so that the reader knows that there is one. */
export const redacted = '[redacted]'

/** Copies the fields that the rules allow. Values of another type than the rule expects are left out. */
export function selectFields(value: unknown, rules: AnyRules, showsPersonalData: boolean): unknown {
  if (value === null) return null
  if (typeof rules === 'string') return selectScalar(value, rules, showsPersonalData)
  if (isItemRule(rules)) {
    if (!Array.isArray(value)) return undefined
    return value
      .map((item) => selectFields(item, rules[0], showsPersonalData))
      .filter((item) => item !== undefined)
  }
  if (typeof value !== 'object' || Array.isArray(value)) return undefined
  const selected = Object.entries(rules).flatMap(([field, rule]) => {
    const given = Object.hasOwn(value, field) ? (value as Record<string, unknown>)[field] : undefined
    const allowed = rule && given !== undefined ? selectFields(given, rule, showsPersonalData) : undefined
    return allowed === undefined ? [] : [[field, allowed]]
  })
  return Object.fromEntries(selected)
}

function selectScalar(value: unknown, rule: ValueRule, showsPersonalData: boolean) {
  if (!['string', 'number', 'boolean'].includes(typeof value)) return undefined
  return rule === 'shown' || showsPersonalData ? value : redacted
}

const isItemRule = (rules: AnyRules): rules is readonly [AnyRules] => Array.isArray(rules)
