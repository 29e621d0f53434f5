import type { NetPayPeriod } from '../../affordability/months.ts'
import { countDays } from '../../vocabulary/days.ts'
import { employerWords } from '../../vocabulary/employer.ts'
import type { StoredPeriod } from '../payroll/income/periods.ts'

/** No pay period is longer than about a year. A longer one is a misread date and would spread one payment over decades. */
const maxPeriodDays = 400

export const unusedReasons = ['no-net-pay', 'no-dates', 'dates-reversed', 'too-long', 'known-twice'] as const
type UnusedReason = (typeof unusedReasons)[number]

export type UsedPeriod = StoredPeriod & NetPayPeriod
export type UnusedPeriod = { id: string; reason: UnusedReason }

/** Splits stored payslips into usable ones and unusable ones with the reason. */
export function selectPeriods(stored: readonly StoredPeriod[]): {
  used: UsedPeriod[]
  unused: UnusedPeriod[]
} {
  const [used, unused]: [UsedPeriod[], UnusedPeriod[]] = [[], []]
  const isDuplicate = createDuplicateDetector()
  for (const period of stored) {
    const reason = findUnusableReason(period) ?? (isDuplicate(period) ? 'known-twice' : undefined)
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

/**
 * A payment may be known through several sources (accounts, uploads). It counts as often as in the source that has it most
 * often: each source stores a payslip once, so equal payments within one source are separate payments.
 */
function createDuplicateDetector() {
  const usedCounts = new Map<string, number>()
  const sourceCounts = new Map<string, number>()
  return ({ account_id, pay_date, start, end, net_pay, employer_name }: StoredPeriod) => {
    const payment = JSON.stringify([pay_date, start, end, net_pay, employerWords(employer_name ?? '')])
    const sourcePayment = `${account_id} ${payment}`
    const occurrence = (sourceCounts.get(sourcePayment) ?? 0) + 1
    sourceCounts.set(sourcePayment, occurrence)
    if (occurrence <= (usedCounts.get(payment) ?? 0)) return true
    usedCounts.set(payment, occurrence)
    return false
  }
}
