import { yearEnding } from '../../../vocabulary/days.ts'
import { decimalOf, penceOf, sumOf } from '../../../vocabulary/money.ts'
import type { Day, Payslip } from '../../../vocabulary/payslip.ts'

/**
 * The few figures of a payslip that are needed across many payslips. They are sealed in their own column, in this
 * JSON form.
 */
export type PayslipFigures = {
  pay_date: Day
  start: Day | null
  end: Day | null
  gross: string | null
  net: string | null
  leave: Day | null
  /**
   * Employer and person. Missing in rows that were stored before this field existed; the full payslip has them. The
   * field name is part of the stored format.
   */
  told?: { employer_name: string | null; date_of_birth: Day | null; post_code: string | null }
}

export type RollingIncome = { gross_pay: string; net_pay: string }

export function figuresOf(payslip: Payslip): PayslipFigures {
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
 * Returns a function that calculates the rolling 12-month income of an employment, up to the end of a payslip's pay
 * period. It counts by pay period instead of pay date: the last working day of May is the 30th in one year and the
 * 29th in the next, so pay dates would count thirteen months. `known` must contain at least the payslips of these
 * months and the oldest one. The result is null if the oldest payslip does not reach back far enough. A missing month
 * in between counts as unpaid.
 */
export function rollingIncomeOver(
  known: readonly PayslipFigures[],
): (one: PayslipFigures) => RollingIncome | null {
  const oldest = known.reduce(
    (oldestSoFar, each) => (oldestSoFar && !isBefore(each, oldestSoFar) ? oldestSoFar : each),
    known[0],
  )
  return (one) => {
    const last = periodEnd(one)
    const first = yearEnding(last)
    if (!oldest || periodStart(oldest) > first) return null
    const counted = known.filter(
      (each) => periodEnd(each) >= first && periodEnd(each) <= last && each.pay_date <= one.pay_date,
    )
    const gross_pay = total(counted.map(({ gross }) => gross))
    const net_pay = total(counted.map(({ net }) => net))
    return gross_pay === null || net_pay === null ? null : { gross_pay, net_pay }
  }
}

const periodEnd = ({ end, pay_date }: PayslipFigures): Day => end ?? pay_date
const periodStart = ({ start, pay_date }: PayslipFigures): Day => start ?? pay_date
/** Compares by pay date first: an old month that is paid late does not extend the known history. */
const isBefore = (one: PayslipFigures, other: PayslipFigures) =>
  one.pay_date === other.pay_date ? periodStart(one) < periodStart(other) : one.pay_date < other.pay_date

function total(amounts: (string | null)[]) {
  return amounts.includes(null) ? null : decimalOf(sumOf((amounts as string[]).map(penceOf)))
}
