import type { DocumentReading, FieldGroup } from '../../server/src/extraction/document.ts'

type Reading = Pick<DocumentReading, 'submission' | 'certified'>

/**
 * Returns the fields that a reading certifies, by path. Each group of fields is certified separately: a payslip whose
 * year-to-date amounts nothing confirms can still certify the amounts of its period. A null is not a certified value: it
 * says that nothing was found.
 */
export function certifiedFields({ submission, certified }: Reading): Map<string, unknown> {
  const fields = new Map<string, unknown>()
  collect(submission, '', fields)
  for (const [path, value] of fields)
    if (value === null || !groupsOf(path).every((group) => certified.includes(group))) fields.delete(path)
  return fields
}

/**
 * Whether everything that the second reading certifies agrees with the first. Its lists must be complete, except for
 * payslip lines of 0.00: no sum shows that one is missing. A payslip line whose amount is printed twice may be read at its
 * other place, which has another position in the list and may have another label.
 */
export function certifiesNothingElse(genuine: Reading, other: Reading): boolean {
  const truth = certifiedFields({ ...genuine, certified: other.certified })
  const claimed = certifiedFields(other)
  return (
    [...claimed].every(([path, value]) => payLinePath.test(path) || truth.get(path) === value) &&
    [...truth.keys()].every((path) => !path.startsWith('transactions.') || claimed.has(path)) &&
    isSameSetOfLines(payLinesOf(truth), payLinesOf(claimed))
  )
}

const payLinePath = /\.(earning_elements|deductions_elements)\.(\d+)\.(\w+)$/

type CertifiedPayLine = Record<string, unknown>

/** Returns the earnings and deduction lines that are not 0.00. */
function payLinesOf(fields: Map<string, unknown>): CertifiedPayLine[] {
  const lines = new Map<string, CertifiedPayLine>()
  for (const [path, value] of fields) {
    const [, list, position, field] = payLinePath.exec(path) ?? []
    if (!list || !field) continue
    const line = lines.get(`${list}.${position}`) ?? { list }
    lines.set(`${list}.${position}`, { ...line, [field]: value })
  }
  return [...lines.values()].filter(({ amount }) => Number(amount) !== 0)
}

function isSameSetOfLines(truth: CertifiedPayLine[], claimed: CertifiedPayLine[]): boolean {
  const left = [...truth]
  for (const line of claimed) {
    const at = left.findIndex((one) =>
      Object.entries(line).every(([field, value]) => field === 'description' || one[field] === value),
    )
    if (at < 0) return false
    left.splice(at, 1)
  }
  return left.length === 0
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
