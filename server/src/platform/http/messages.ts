import type { z } from 'zod'

type Issue = z.core.$ZodRawIssue

const typeNames: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

const formatNames: Record<string, string> = {
  url: 'a URL',
  email: 'an e-mail address',
  uuid: 'a UUID',
  date: 'a date such as 2026-01-31',
  datetime: 'an ISO 8601 date-time with Z or an offset',
}

/**
 * Returns the message for a validation issue, in place of Zod's own. Passed as `error` to `safeParse`. A message that
 * is set in the schema takes precedence.
 */
export function describeIssue(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'number' && typeof issue.input === 'number'
        ? 'must be a finite number'
        : `must be ${typeNames[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be ${listOf(issue.values.map(String))}`
    case 'invalid_format':
      return `must be ${formatNames[issue.format] ?? 'in the documented format'}`
    case 'too_small':
      return describeMin(issue.origin, Number(issue.minimum))
    case 'too_big':
      return describeMax(issue.origin, Number(issue.maximum))
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'invalid_union':
      return 'must have one of the documented forms'
    default:
      return undefined
  }
}

const listOf = (values: string[]) => {
  const [last = '', ...others] = values.toReversed()
  return others.length === 0 ? last : `${others.toReversed().join(', ')} or ${last}`
}

function describeMin(origin: string, min: number) {
  if (origin === 'string')
    return min === 1 ? 'must not be empty' : `must have at least ${counted(min, 'character')}`
  if (origin === 'array')
    return min === 1 ? 'must not be empty' : `must have at least ${counted(min, 'item')}`
  return `must be ${min} or more`
}

function describeMax(origin: string, max: number) {
  if (origin === 'string') return `must have at most ${counted(max, 'character')}`
  if (origin === 'array') return `must have at most ${counted(max, 'item')}`
  return `must be ${max} or less`
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
