import type { NetPayPeriod } from '../../affordability/months.ts'
import { countDays } from '../../vocabulary/days.ts'
import { findDuplicates } from '../payroll/income/duplicates.ts'
import type { StoredPeriod } from '../payroll/income/periods.ts'

/**
 * No pay period is longer than about a year. A longer period means that a date was misread, and would spread one
 * payment over decades.
 */
const maxPeriodDays = 400

export const unusedReasons = [
  'low-trust-document',
  'no-net-pay',
  'no-dates',
  'dates-reversed',
  'too-long',
  'known-twice',
] as const
type UnusedReason = (typeof unusedReasons)[number]

export type UsedPeriod = StoredPeriod & NetPayPeriod
export type UnusedPeriod = { id: string; reason: UnusedReason }

/**
 * Separates usable payslips from unusable ones, with the reason for each unusable one. Low-trust documents count only
 * if they are in `included`.
 */
export function selectPeriods(
  stored: readonly StoredPeriod[],
  included: ReadonlySet<string>,
): { used: UsedPeriod[]; unused: UnusedPeriod[] } {
  const [used, unused]: [UsedPeriod[], UnusedPeriod[]] = [[], []]
  const isDistrusted = ({ trust_score, document_id }: StoredPeriod) =>
    trust_score === 'Low' && !(document_id !== null && included.has(document_id))
  // A distrusted payslip must not make the genuine payslip of the same payment a duplicate.
  const duplicates = findDuplicates(stored.filter((period) => !isDistrusted(period)))
  for (const period of stored) {
    const reason = isDistrusted(period)
      ? 'low-trust-document'
      : (findUnusableReason(period) ?? (duplicates.has(period.id) ? 'known-twice' : undefined))
    if (reason) unused.push({ id: period.id, reason })
    else used.push(period as UsedPeriod)
  }
  return { used, unused }
}

function findUnusableReason({ net_pay, start, end }: StoredPeriod): UnusedReason | undefined {
  if (net_pay === null) return 'no-net-pay'
  if (start === null || end === null) return 'no-dates'
  if (start > end) return 'dates-reversed'
  return countDays(start, end) > maxPeriodDays ? 'too-long' : undefined
}
