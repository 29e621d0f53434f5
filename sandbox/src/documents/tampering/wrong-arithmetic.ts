import type { GeneratedPayslip } from '../../payroll/types.ts'
import type { GeneratedStatement } from '../../people/types.ts'
import type { SeededRandom } from '../../random.ts'
import { boxOf } from '../text-metrics.ts'
import type { Drawing, Tampering } from '../types.ts'

const randomIncrease = (random: SeededRandom) => random.integer(100, 600) * 100 + random.integer(1, 99)

/** Increases net or gross pay without changing the lines it is calculated from. */
export function unbalancedPayslip(payslip: GeneratedPayslip, random: SeededRandom): GeneratedPayslip {
  const figure = random.pick(['netPay', 'grossPay'] as const)
  return { ...payslip, [figure]: payslip[figure] + randomIncrease(random) }
}

/**
 * Changes the amount of one transaction but no balance. If there are no transactions, changes the closing balance.
 */
export function unbalancedStatement(statement: GeneratedStatement, random: SeededRandom): GeneratedStatement {
  const change = randomIncrease(random)
  const count = statement.transactions.length
  if (count === 0) return { ...statement, closingBalance: statement.closingBalance + change }
  const at = random.integer(0, count - 1)
  const transactions = statement.transactions.map((one, n) => {
    if (n !== at) return one
    // Keep the sign, so that the amount stays in its column.
    return { ...one, amount: one.amount + (one.amount < 0 ? -change : change) }
  })
  return { ...statement, transactions }
}

/** Lists texts that differ between two drawings of the same layout. */
export function differences(before: Drawing, after: Drawing): Tampering['changes'] {
  return before.sheets.flatMap(({ marks }, n) =>
    marks.flatMap((mark, at) => {
      const other = after.sheets[n]?.marks[at]
      if (!('text' in mark) || !other || !('text' in other) || mark.text === other.text) return []
      return [{ page: n + 1, box: boxOf(other), was: mark.text, now: other.text }]
    }),
  )
}
