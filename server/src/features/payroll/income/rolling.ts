import { yearEnding } from '../../../vocabulary/days.ts'
import { decimalOf, penceOf, sumOf } from '../../../vocabulary/money.ts'
import type { Day, Payslip } from '../../../vocabulary/payslip.ts'

/** The few figures of a payslip that are read over many of them; sealed beside it. */
export type Figures = {
  pay_date: Day
  start: Day | null
  end: Day | null
  gross: string | null
  net: string | null
  leave: Day | null
  /** Whose pay it is. Missing where the row was stored before these were kept here; the payslip itself has them. */
  told?: { employer_name: string | null; date_of_birth: Day | null; post_code: string | null }
}

export type RollingIncome = { gross_pay: string; net_pay: string }

export function figuresOf(payslip: Payslip): Figures {
  const { identity_information, employment_information, income_information } = payslip
  const { pay_date, pay_interval_start, pay_interval_end, earnings } = income_information
  return {
    pay_date,
    start: pay_interval_start,
    end: pay_interval_end,
    gross: earnings.gross_pay,
    net: earnings.net_pay,
    leave: employment_information.leave_date,
    told: {
      employer_name: employment_information.employer_name,
      date_of_birth: identity_information.date_of_birth,
      post_code: identity_information.address?.post_code ?? null,
    },
  }
}

/**
 * Says what an employment paid for the 12 months up to the day for which one of its payslips pays. Counted by what is paid
 * for and not by pay dates: the last working day of May is the 30th in one year and the 29th in the next, and thirteen
 * months of pay are no year. `known` are at least the payslips of these months and the oldest. Null unless the oldest
 * reaches so far back; a month without a payslip in between is a month without pay.
 */
export function rollingOver(known: readonly Figures[]): (one: Figures) => RollingIncome | null {
  const oldest = known.reduce((least, each) => (least && !isBefore(each, least) ? least : each), known[0])
  return (one) => {
    const last = paidUntil(one)
    const first = yearEnding(last)
    if (!oldest || reach(oldest) > first) return null
    const counted = known.filter(
      (each) => paidUntil(each) >= first && paidUntil(each) <= last && each.pay_date <= one.pay_date,
    )
    const gross_pay = total(counted.map(({ gross }) => gross))
    const net_pay = total(counted.map(({ net }) => net))
    return gross_pay === null || net_pay === null ? null : { gross_pay, net_pay }
  }
}

/** The last day that a payslip pays for. */
const paidUntil = ({ end, pay_date }: Figures): Day => end ?? pay_date
/** The first day that a payslip tells of. */
const reach = ({ start, pay_date }: Figures): Day => start ?? pay_date
/** By pay date first: an old month that is paid late does not make the months after it known. */
const isBefore = (one: Figures, other: Figures) =>
  one.pay_date === other.pay_date ? reach(one) < reach(other) : one.pay_date < other.pay_date

function total(amounts: (string | null)[]) {
  return amounts.includes(null) ? null : decimalOf(sumOf((amounts as string[]).map(penceOf)))
}
