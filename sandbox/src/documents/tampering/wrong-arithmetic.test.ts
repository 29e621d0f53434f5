import { expect, test } from 'vitest'
import { totalOf } from '../../money.ts'
import { openWorld } from '../../people/world.ts'
import { randomFor } from '../../random.ts'
import { unbalancedPayslip, unbalancedStatement } from './wrong-arithmetic.ts'

const world = openWorld({ seed: 'arithmetic' })
const until = '2026-10-31'
const person = world.named()[0] as ReturnType<typeof world.inventedPerson>

test('a tampered payslip violates gross pay less deductions = net pay', () => {
  const payslips = person.jobs.flatMap((job) => world.payslips(job, until))
  expect(payslips.length).toBeGreaterThan(20)
  for (const payslip of payslips) {
    const forged = unbalancedPayslip(payslip, randomFor(payslip.payDate))
    expect(payslip.grossPay - payslip.totalDeductions).toBe(payslip.netPay)
    expect(forged.grossPay - forged.totalDeductions).not.toBe(forged.netPay)
  }
})

test('a tampered statement does not add up to its closing balance', () => {
  const statements = world.statements(person, until)
  expect(statements.length).toBeGreaterThan(20)
  const [first] = statements
  if (!first) throw new Error('no statement')
  const idle = { ...first, transactions: [], closingBalance: first.openingBalance }
  for (const statement of [...statements, idle]) {
    const forged = unbalancedStatement(statement, randomFor(statement.end))
    const moved = ({ transactions }: typeof statement) => totalOf(transactions.map(({ amount }) => amount))
    expect(statement.openingBalance + moved(statement)).toBe(statement.closingBalance)
    expect(forged.openingBalance + moved(forged)).not.toBe(forged.closingBalance)
  }
})
