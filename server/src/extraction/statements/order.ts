import type { Table } from './table.ts'

/** Whether the newest rows come first; null where the days do not tell. */
export function isNewestFirst(table: Table): boolean | null {
  const days = table.lines.flatMap((line) => {
    const stamp = table.stamps.get(line)
    const isInside = line.y > (table.tops.get(line.page) ?? Number.POSITIVE_INFINITY)
    if (!stamp || stamp.day === null || !isInside) return []
    return [(stamp.year ?? 0) * 372 + (stamp.month ?? 0) * 31 + stamp.day]
  })
  let [up, down] = [0, 0]
  for (let n = 1; n < days.length; n++) {
    const step = (days[n] as number) - (days[n - 1] as number)
    if (step === 0) continue
    // A leap of most of a year is its turn, where days have no year.
    if (step > 0 === Math.abs(step) < 200) up++
    else down++
  }
  return up === down ? null : down > up
}
