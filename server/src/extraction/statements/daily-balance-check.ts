import type { Reading } from './arithmetic/column-readings.ts'
import { balanceOf } from './arithmetic/running-balance.ts'
import type { Period } from './facts/period.ts'
import type { Row } from './statement-row.ts'
import type { Ground } from './table/table-content.ts'
import { dayText } from './text/dates.ts'

/** A list of days with their balances, apart from the transactions, is a proof of its own. */
export function checkList(
  { lists }: Ground,
  { walk }: Reading,
  rows: readonly Row[],
  periods: readonly Period[],
): { right: number; wrong: number } {
  if (!walk.opening || lists.size === 0) return { right: 0, wrong: 0 }
  const balances = new Map<string, number>()
  let running = walk.opening.pence
  for (const { step, day } of rows) {
    running += step.pence
    if (day) balances.set(day, running)
  }
  const result = { right: 0, wrong: 0 }
  const years = new Set([...balances.keys()].map((day) => Number(day.slice(0, 4))))
  for (const { start, end } of periods)
    for (const day of [start, end]) if (day) years.add(Number(day.slice(0, 4)))
  for (const line of lists) {
    line.dates.forEach((hit, n) => {
      const next = line.dates[n + 1]?.x ?? Number.POSITIVE_INFINITY
      const money = line.moneys.find(({ x }) => x > hit.right && x < next)
      if (!money) return
      const days = [...years].map((year) => dayText({ ...hit, year: hit.year ?? year }))
      const reached = days.map((day) => balances.get(day)).filter((pence) => pence !== undefined)
      if (reached.length === 0) return
      if (reached.includes(balanceOf(money))) result.right++
      else result.wrong++
    })
  }
  return result
}
