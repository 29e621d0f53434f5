import { formatDay } from '../../vocabulary/days.ts'
import type { ColumnReading } from './arithmetic/column-readings.ts'
import { signBalance } from './arithmetic/running-balance.ts'
import type { StatementPeriod } from './facts/period.ts'
import type { StatementRow } from './statement-row.ts'
import type { TableContent } from './table/table-content.ts'

/** Compares a printed list of daily balances with the balances computed from the rows. */
export function checkDailyBalances(
  { balanceListLines }: TableContent,
  { runningBalance }: ColumnReading,
  rows: readonly StatementRow[],
  periods: readonly StatementPeriod[],
): { right: number; wrong: number } {
  if (!runningBalance.opening || balanceListLines.size === 0) return { right: 0, wrong: 0 }
  const balances = new Map<string, number>()
  let running = runningBalance.opening.pence
  for (const { step, day } of rows) {
    running += step.pence
    if (day) balances.set(day, running)
  }
  const result = { right: 0, wrong: 0 }
  const years = new Set([...balances.keys()].map((day) => Number(day.slice(0, 4))))
  for (const { start, end } of periods)
    for (const day of [start, end]) if (day) years.add(Number(day.slice(0, 4)))
  for (const line of balanceListLines) {
    line.dates.forEach((date, n) => {
      const next = line.dates[n + 1]?.x ?? Number.POSITIVE_INFINITY
      const money = line.amounts.find(({ x }) => x > date.right && x < next)
      if (!money) return
      const days = [...years].map((year) => formatDay({ ...date, year: date.year ?? year }))
      const computed = days.map((day) => balances.get(day)).filter((pence) => pence !== undefined)
      if (computed.length === 0) return
      if (computed.includes(signBalance(money))) result.right++
      else result.wrong++
    })
  }
  return result
}
