import { decimalOf, penceOf, sumOf } from '../../connectors/money.ts'
import type { Day, Payslip } from '../../connectors/payslip.ts'
import { yearEnding } from './days.ts'

/** The few figures of a payslip that are read over many of them; sealed beside it. */
export type Figures = {
  pay_date: Day
  start: Day | null
  end: Day | null
  gross: string | null
  net: string | null
  leave: Day | null
}

export type RollingIncome = { gross_pay: string; net_pay: string }

export function figuresOf({ employment_information, income_information }: Payslip): Figures {
  const { pay_date, pay_interval_start, pay_interval_end, earnings } = income_information
  return {
    pay_date,
    start: pay_interval_start,
    end: pay_interval_end,
    gross: earnings.gross_pay,
    net: earnings.net_pay,
    leave: employment_information.leave_date,
  }
}

/**
 * Says what an employment paid in the 12 months that end with the pay date of one of its payslips. `known` are at least the
 * payslips of these months and the oldest. Null unless the oldest reaches 12 months back from the day up to which
 * the payslip pays; a month without a payslip in between is a month without pay.
 */
export function rollingOver(known: readonly Figures[]): (one: Figures) => RollingIncome | null {
  const oldest = known.reduce((least, each) => (isBefore(each, least) ? each : least))
  return (one) => {
    if (reach(oldest) > yearEnding(one.end ?? one.pay_date)) return null
    const first = yearEnding(one.pay_date)
    const counted = known.filter(({ pay_date }) => pay_date >= first && pay_date <= one.pay_date)
    const gross_pay = total(counted.map(({ gross }) => gross))
    const net_pay = total(counted.map(({ net }) => net))
    return gross_pay === null || net_pay === null ? null : { gross_pay, net_pay }
  }
}

/** The first day that a payslip tells of. */
const reach = ({ start, pay_date }: Figures): Day => start ?? pay_date
/** By pay date first: an old month that is paid late does not make the months after it known. */
const isBefore = (one: Figures, other: Figures) =>
  one.pay_date === other.pay_date ? reach(one) < reach(other) : one.pay_date < other.pay_date

function total(amounts: (string | null)[]) {
  return amounts.includes(null) ? null : decimalOf(sumOf((amounts as string[]).map(penceOf)))
}
