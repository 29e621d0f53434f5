import type { Payslip } from '../../payroll/types.ts'
import type { Statement } from '../../people/types.ts'
import type { Random } from '../../random.ts'
import { boxOf } from '../text-metrics.ts'
import type { Drawing, Tampering } from '../types.ts'

const more = (random: Random) => random.whole(100, 600) * 100 + random.whole(1, 99)

/** Net or gross pay is higher, and nothing that it follows from. */
export function unbalancedPayslip(payslip: Payslip, random: Random): Payslip {
  const figure = random.pick(['netPay', 'grossPay'] as const)
  return { ...payslip, [figure]: payslip[figure] + more(random) }
}

/** One amount is another, and every balance as it was; or the last balance, where nothing happened in the month. */
export function unbalancedStatement(statement: Statement, random: Random): Statement {
  const change = more(random)
  const count = statement.transactions.length
  if (count === 0) return { ...statement, closingBalance: statement.closingBalance + change }
  const at = random.whole(0, count - 1)
  const transactions = statement.transactions.map((one, n) => {
    if (n !== at) return one
    // Money in stays money in, so that it stays in its column.
    return { ...one, amount: one.amount + (one.amount < 0 ? -change : change) }
  })
  return { ...statement, transactions }
}

/** Where two drawings of the same form say different things. */
export function differences(before: Drawing, after: Drawing): Tampering['changes'] {
  return before.sheets.flatMap(({ marks }, n) =>
    marks.flatMap((mark, at) => {
      const other = after.sheets[n]?.marks[at]
      if (!('text' in mark) || !other || !('text' in other) || mark.text === other.text) return []
      return [{ page: n + 1, box: boxOf(other), was: mark.text, now: other.text }]
    }),
  )
}
