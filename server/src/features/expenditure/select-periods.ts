import { daysFrom } from '../../affordability/calendar.ts'
import type { PayPeriod } from '../../affordability/months.ts'
import { employerWords } from '../../vocabulary/employer.ts'
import type { StoredPeriod } from '../payroll/income/periods.ts'

/** Nobody is paid for more than a year at once. Longer is misread, and would smear one payment over decades. */
const mostDays = 400

export const unusedReasons = ['no-net-pay', 'no-dates', 'dates-reversed', 'too-long', 'known-twice'] as const
type Reason = (typeof unusedReasons)[number]

export type UsedPeriod = StoredPeriod & PayPeriod
export type UnusedPeriod = { id: string; reason: Reason }

/** What of the stored payslips can be counted, and why the others cannot. */
export function sortOut(stored: readonly StoredPeriod[]): { used: UsedPeriod[]; unused: UnusedPeriod[] } {
  const [used, unused]: [UsedPeriod[], UnusedPeriod[]] = [[], []]
  const isRepeated = openRepetitions()
  for (const period of stored) {
    const reason = whyNot(period) ?? (isRepeated(period) ? 'known-twice' : undefined)
    if (reason) unused.push({ id: period.id, reason })
    else used.push(period as UsedPeriod)
  }
  return { used, unused }
}

function whyNot({ net_pay, start, end }: StoredPeriod): Reason | undefined {
  if (net_pay === null) return 'no-net-pay'
  if (start === null || end === null) return 'no-dates'
  if (start > end) return 'dates-reversed'
  return daysFrom(start, end) > mostDays ? 'too-long' : undefined
}

/**
 * The same payment may be known through an account and from paper, or through two accounts. It counts as often as the
 * source that has it most often says; within one source nothing is the same, for that stores each payslip once.
 */
function openRepetitions() {
  const counted = new Map<string, number>()
  const seen = new Map<string, number>()
  return ({ account_id, pay_date, start, end, net_pay, employer_name }: StoredPeriod) => {
    const payment = JSON.stringify([pay_date, start, end, net_pay, employerWords(employer_name ?? '')])
    const holder = `${account_id} ${payment}`
    const times = (seen.get(holder) ?? 0) + 1
    seen.set(holder, times)
    if (times <= (counted.get(payment) ?? 0)) return true
    counted.set(payment, times)
    return false
  }
}
