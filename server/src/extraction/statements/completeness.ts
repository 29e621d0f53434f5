import type { Page } from '../document.ts'
import type { Reading } from './arithmetic/column-readings.ts'
import type { LineDay } from './facts/days.ts'
import type { Row } from './statement-row.ts'
import type { Ground } from './table/table-content.ts'
import type { Table } from './table/table.ts'
import { type Line, textOf } from './text/lines.ts'
import type { Money } from './text/money.ts'

// Whether all that stands in the table was read.

/** Sums inside the table, apart as cells are, to which the reading gives no meaning. */
export function unexplainedOf(
  { table, lines, lists }: Ground,
  { roles, walk: { steps } }: Reading,
  rows: readonly Row[],
): Money[] {
  const used = new Set(steps.map(({ money }) => money))
  const inText = new Set(rows.flatMap(({ description }) => description.words.flatMap(({ words }) => words)))
  const lastRows = new Map<number, number>()
  for (const { entry } of steps) {
    lastRows.set(entry.line.page, Math.max(lastRows.get(entry.line.page) ?? 0, entry.line.y))
  }
  return lines.flatMap((line) => {
    const place = table.frames.ofPage.get(line.page)
    if (!place || lists.has(line) || line.y > (lastRows.get(line.page) ?? 0) + 30) return []
    const own = [...roles.keys()].filter((column) => place.frame.columns.includes(column))
    const right = Math.max(...own.map((column) => column.right)) + place.shift
    const edges = own.map((column) => column.left + place.shift)
    const left = Math.min(...(table.dateColumns.get(place)?.slice(0, 1) ?? []), ...edges)
    return line.moneys.filter((money) => {
      const column = table.frames.columnOf.get(money)
      if ((column && roles.has(column)) || used.has(money) || money.isForeign || !money.isCell) return false
      // A fee of nought changes nothing.
      if (money.pence === 0) return false
      const isInside = money.fullX > left - 2 && money.fullRight < right + 2
      return isInside && !money.words.every((word) => inText.has(word))
    })
  })
}

/** Pages full of sums from which no row was read. */
export function barePagesOf(lines: readonly Line[], { entries }: Reading, { lists }: Ground): number[] {
  const read = new Set(entries.map(({ line }) => line.page))
  const counts = new Map<number, { cells: number; dated: number }>()
  for (const line of lines) {
    if (read.has(line.page) || lists.has(line)) continue
    const cells = line.moneys.filter(({ isCell, isForeign }) => isCell && !isForeign).length
    const count = counts.get(line.page) ?? { cells: 0, dated: 0 }
    counts.set(line.page, count)
    count.cells += cells
    if (cells > 0 && line.dates.length > 0) count.dated++
  }
  return [...counts].flatMap(([page, { cells, dated }]) => (cells >= 6 || dated >= 1 ? [page] : []))
}

const otherTable = /\b(pot|pots|saver|savings|isa|loan)\b/i

/** Headings of other accounts or pots between the rows: what follows has balances of its own. */
export function otherTablesOf(lines: readonly Line[], rows: readonly Row[]): number {
  const places = rows.map(({ step: { entry } }) => entry.line.page * 10_000 + entry.line.y)
  const [first, last] = [Math.min(...places), Math.max(...places)]
  const usual = rows[0]?.step.entry.line.size ?? 0
  return lines.filter(({ page, y, size, words, moneys, isPanel }) => {
    const at = page * 10_000 + y
    if (isPanel || size < 1.15 * usual || moneys.length > 0 || words.length > 6 || at < first || at > last)
      return false
    const text = textOf(words)
    return otherTable.test(text) && /\b(statement|account|transactions|activity)\b/i.test(text)
  }).length
}

/** Pages with rows that say the same as a page before, but for the number at their foot. */
export function repeatedPagesOf(pages: readonly Page[], rows: readonly Row[]): number[] {
  const withRows = new Set(rows.map(({ step }) => step.entry.line.page))
  const seen = new Set<string>()
  return pages.flatMap(({ words }, page) => {
    if (!withRows.has(page)) return []
    const key = textOf(words).replace(/\b\d{1,2}\b/g, '')
    if (seen.has(key)) return [page]
    seen.add(key)
    return []
  })
}

/** Pages with several rows and no printed day of their own. */
export function undatedPagesOf(rows: readonly Row[], days: Map<Line, LineDay>): number[] {
  const own = new Set([...days.values()].filter(({ isOwn }) => isOwn).map(({ hitLine }) => hitLine?.page))
  const counts = new Map<number, number>()
  for (const { step } of rows) counts.set(step.entry.line.page, (counts.get(step.entry.line.page) ?? 0) + 1)
  return [...counts].flatMap(([page, count]) => (count >= 4 && !own.has(page) ? [page] : []))
}

const weekday = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]*\W?$/i

/** Lines that begin as days do and are none, and rows with a number there: its month may be on the line below. */
export function brokenDaysOf(rows: readonly Row[], { lines, stamps, dateColumns, frames }: Table): number {
  const headings = lines.filter((line) => {
    const place = frames.ofPage.get(line.page)
    const [at] = (place && dateColumns.get(place)) ?? []
    const [first, second] = line.words
    if (!first || at === undefined || stamps.has(line) || Math.abs(first.x - at) > 2) return false
    return weekday.test(first.text) && /^\d{1,2}(st|nd|rd|th)?$/.test(second?.text ?? '')
  })
  const broken = rows.filter(({ step: { entry } }) => {
    const place = frames.ofPage.get(entry.line.page)
    const [at] = (place && dateColumns.get(place)) ?? []
    if (at === undefined || stamps.has(entry.line)) return false
    return entry.line.words.some(
      ({ x, text }) => Math.abs(x - at) < 10 && /^\d{1,2}(st|nd|rd|th)?$/i.test(text),
    )
  })
  return broken.length + headings.length
}

/** Days on lines of their own that stand closer under a row than over the next, or under the last one. */
export function areDaysLoose(rows: readonly Row[], { stamps, lines }: Table): boolean {
  const byPage = Map.groupBy(rows, ({ step }) => step.entry.line.page)
  let [loose, tight, overhanging] = [0, 0, 0]
  for (const own of byPage.values()) {
    const sorted = own.toSorted((a, b) => a.step.entry.line.y - b.step.entry.line.y)
    sorted.forEach(({ step, from }, n) => {
      const [line, before, day] = [step.entry.line, sorted[n - 1]?.step.entry.line, from?.hitLine]
      if (!day || !before || day === line || day.page !== line.page || day.y <= before.y) return
      // On the first line of a description it is clear what it belongs to.
      if (!stamps.get(day)?.isHeading) return
      if (day.y - before.y < 0.6 * (line.y - day.y)) loose++
      else tight++
    })
    // A day under the last row is one too many, unless it is that of a balance.
    const last = sorted.at(-1)?.step.entry.line
    const under =
      last && lines.filter(({ page, y }) => page === last.page && y > last.y && y - last.y < 3 * last.size)
    if (under?.some((line) => line.moneys.length === 0 && stamps.get(line)?.hit)) overhanging++
  }
  return loose > 0.3 * tight || overhanging > 0.5 * byPage.size
}
