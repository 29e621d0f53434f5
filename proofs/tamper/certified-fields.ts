import type { DocumentReading, FieldGroup } from '../../server/src/extraction/document.ts'

type Reading = Pick<DocumentReading, 'submission' | 'certified'>

/**
 * Returns the fields that a reading certifies, by path. Each group of fields is certified separately: a payslip whose
 * year-to-date amounts nothing confirms can still certify the amounts of its period.
 */
export function certifiedFields({ submission, certified }: Reading): Map<string, unknown> {
  const fields = new Map<string, unknown>()
  collect(submission, '', fields)
  for (const path of [...fields.keys()])
    if (!groupsOf(path).every((group) => certified.includes(group))) fields.delete(path)
  return fields
}

/** Whether everything that the second reading certifies agrees with the first. */
export function certifiesNothingElse(genuine: Reading, other: Reading): boolean {
  const truth = certifiedFields({ ...genuine, certified: other.certified })
  const claimed = certifiedFields(other)
  return [...truth.keys(), ...claimed.keys()].every((path) => truth.get(path) === claimed.get(path))
}

function collect(value: unknown, path: string, fields: Map<string, unknown>) {
  if (value !== null && typeof value === 'object') {
    for (const [key, part] of Object.entries(value)) collect(part, path ? `${path}.${key}` : key, fields)
  } else {
    fields.set(path, value)
  }
}

/** Returns the groups that certify a field. The labels of pay lines are right only if the lines are complete, too. */
function groupsOf(path: string): FieldGroup[] {
  if (/^transactions\.\d+\.description$/.test(path)) return ['balances_and_amounts', 'descriptions']
  if (/^(transactions|balance_information|account_information|statement_period)\b/.test(path))
    return ['balances_and_amounts']
  if (path.includes('year_to_date')) return ['year_to_date']
  if (!/^income_information\.(earnings|deductions)\b/.test(path)) return ['identity']
  return path.endsWith('description') ? ['this_period', 'identity'] : ['this_period']
}
