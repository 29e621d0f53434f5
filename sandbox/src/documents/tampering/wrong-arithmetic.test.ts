import { expect, test } from 'vitest'
import { sum } from '../../money.ts'
import { openWorld } from '../../people/world.ts'
import { randomFor } from '../../random.ts'
import { unbalancedPayslip, unbalancedStatement } from './wrong-arithmetic.ts'

const world = openWorld({ seed: 'arithmetic' })
const until = '2026-10-31'
const person = world.named()[0] as ReturnType<typeof world.anyone>

test('gross pay less deductions is net pay, and in a forged payslip it is not', () => {
  const payslips = person.jobs.flatMap((job) => world.payslips(job, until))
  expect(payslips.length).toBeGreaterThan(20)
  for (const payslip of payslips) {
    const forged = unbalancedPayslip(payslip, randomFor(payslip.payDate))
    expect(payslip.grossPay - payslip.totalDeductions).toBe(payslip.netPay)
    expect(forged.grossPay - forged.totalDeductions).not.toBe(forged.netPay)
  }
})

test('what came and went leads to the last balance, and in a forged statement it does not', () => {
  const statements = world.statements(person, until)
  expect(statements.length).toBeGreaterThan(20)
  const [first] = statements
  if (!first) throw new Error('no statement')
  const idle = { ...first, transactions: [], closingBalance: first.openingBalance }
  for (const statement of [...statements, idle]) {
    const forged = unbalancedStatement(statement, randomFor(statement.end))
    const moved = ({ transactions }: typeof statement) => sum(transactions.map(({ amount }) => amount))
    expect(statement.openingBalance + moved(statement)).toBe(statement.closingBalance)
    expect(forged.openingBalance + moved(forged)).not.toBe(forged.closingBalance)
  }
})
