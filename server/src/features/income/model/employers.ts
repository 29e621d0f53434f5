import { employerWords } from '../../../vocabulary/employer.ts'
import { sumOf } from '../../../vocabulary/money.ts'
import type { Day } from '../../../vocabulary/payslip.ts'
import { byNewestPay, compareText, type IncomePayment, type UnusedPayslip } from './payments.ts'

const sourceRank = { direct: 0, connection: 1, upload: 2 } as const

/**
 * Groups payments by employer. Payments with the same PAYE reference or the same name have the same employer: an
 * employer that changes its name keeps its reference, and an employer that changes its reference keeps its name.
 */
export function groupByEmployer(payments: readonly IncomePayment[]): IncomePayment[][] {
  const parents = new Map<string, string>()
  const rootOf = (label: string): string => {
    const parent = parents.get(label) ?? label
    return parent === label ? label : rootOf(parent)
  }
  for (const payment of payments) {
    const [first, second] = employerLabels(payment)
    const [root, other] = [rootOf(first), rootOf(second ?? first)]
    parents.set(root, root)
    parents.set(other, root)
  }
  return [...Map.groupBy(payments, (payment) => rootOf(employerLabels(payment)[0])).values()]
}

function employerLabels({ employment }: IncomePayment): [string, string?] {
  const reference = (employment.employer_tax_reference ?? '').toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  const name = employerWords(employment.employer_name ?? '').join(' ')
  const labels = [...(reference ? [`reference ${reference}`] : []), ...(name ? [`name ${name}`] : [])]
  return [labels[0] ?? 'unnamed', labels[1]]
}

/**
 * Chooses one source for each pay date of an employer. A direct connection is preferred to an account, and an account
 * to uploads. Payslips of other sources repeat or contradict the payment; counting them too would overstate the
 * income.
 */
export function chooseSources(ofEmployer: readonly IncomePayment[]) {
  const counted: IncomePayment[] = []
  const unused: UnusedPayslip[] = []
  for (const sameDay of Map.groupBy(ofEmployer, ({ pay_date }) => pay_date).values()) {
    const bySource = [...Map.groupBy(sameDay, sourceKey).values()]
    const [best = [], ...others] = bySource.map((list) => list.toSorted(byNewestPay)).sort(compareSources)
    counted.push(...best)
    const instead = best.map(({ id }) => id).sort()
    for (const other of others) {
      const remaining = best.map(({ net_pay }) => net_pay)
      for (const { id, net_pay } of other) {
        const at = remaining.indexOf(net_pay)
        if (at >= 0) remaining.splice(at, 1)
        unused.push({ id, reason: at >= 0 ? 'duplicate' : 'differs-from-better-source', instead })
      }
    }
  }
  return { counted: counted.sort(byNewestPay), unused }
}

export const sourceKey = ({ source, account_id }: IncomePayment) => `${source} ${account_id ?? ''}`

/**
 * Sorts the better source first. Between equally good sources, the one with more payments is first, then the one with
 * less net pay, then the one with less gross pay.
 */
function compareSources(one: readonly IncomePayment[], other: readonly IncomePayment[]) {
  const [first, second] = [one[0], other[0]]
  if (!first || !second) return 0
  return (
    sourceRank[first.source] - sourceRank[second.source] ||
    other.length - one.length ||
    totalOf(one, 'net') - totalOf(other, 'net') ||
    totalOf(one, 'gross') - totalOf(other, 'gross') ||
    compareText(contentsOf(one), contentsOf(other)) ||
    compareText(first.id, second.id)
  )
}

const totalOf = (list: readonly IncomePayment[], amount: 'gross' | 'net') =>
  sumOf(list.map((payment) => payment[amount] ?? 0))

const contentsOf = (list: readonly IncomePayment[]) => list.map(({ content }) => content).join('\n')

/**
 * Splits the payments of an employer into employments. A new employment begins if a start date follows a stated leave
 * date, as when a person returns. Start dates without a leave date between them are different statements about the
 * same employment.
 */
export function splitEmployments(ofEmployer: readonly IncomePayment[]): IncomePayment[][] {
  const starts = distinctDays(ofEmployer.map(({ employment }) => employment.start_date))
  const leaves = distinctDays(ofEmployer.map(({ employment }) => employment.leave_date))
  const returns: Day[] = []
  for (const start of starts) {
    const previous = returns.at(-1) ?? ''
    if (leaves.some((leave) => leave >= previous && leave < start)) returns.push(start)
  }
  const employmentNumber = ({ employment, pay_date }: IncomePayment) =>
    returns.filter((start) => (employment.start_date ?? pay_date) >= start).length
  return [...Map.groupBy(ofEmployer, employmentNumber).values()]
}

const distinctDays = (days: readonly (Day | null)[]) =>
  [...new Set(days.filter((day) => day !== null))].sort(compareText)
