import { expect } from 'vitest'
import { type ConnectedAccount, toBankStatement } from '../../src/connectors/bank-income/bank-account.ts'
import { detectIncome, isPay } from '../../src/connectors/bank-income/detect-salary.ts'
import { BankStatement } from '../../src/vocabulary/bank-statement.ts'
import { penceOf } from '../../src/vocabulary/money.ts'
import type { Sandbox } from '../sandbox.ts'

type Period = { from: string; to: string }

/** Expects each transaction once, in the order of days, only of the period, and as a valid statement. */
export function expectTransactionsOf(period: Period, account: ConnectedAccount) {
  const days = account.transactions.map(({ bookedOn }) => bookedOn)
  expect(days).toEqual(days.toSorted())
  expect(days.every((day) => day >= period.from && day <= period.to)).toBe(true)
  expect(days.length).toBeGreaterThan(300)
  expect(new Set(account.transactions.map(({ id }) => id)).size).toBe(days.length)
  const statement = toBankStatement(account, { ...period, isUpToToday: true })
  expect(BankStatement.parse(statement)).toEqual(statement)
}

/** Expects that the salary detected in an account is the net pay of the person's payslips, to the penny. */
export async function expectSalaryOfPayslips(
  sandbox: Sandbox,
  userName: string,
  period: Period,
  account: ConnectedAccount | undefined,
) {
  const { payslips } = await sandbox.control('GET', `/people/${userName}/payslips?limit=100`)
  const truth = payslips
    .map(({ paid_on, totals }: { paid_on: string; totals: { net: string } }) => [
      paid_on,
      penceOf(totals.net),
    ])
    .filter(([day]: [string]) => day >= period.from && day <= period.to)
    .toSorted()
  const { jobs } = await sandbox.control('GET', `/people/${userName}`)
  const employers = jobs.map(({ employer }: { employer: { name: string } }) => employer.name)
  const salaries = detectIncome(account?.transactions ?? [], { employers }).filter(isPay)
  expect(
    salaries.flatMap(({ credits }) => credits.map(({ bookedOn, amount }) => [bookedOn, amount])).toSorted(),
  ).toEqual(truth)
}
