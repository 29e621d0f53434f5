import type { Word } from '../../document.ts'
import type { DateHit } from '../text/dates.ts'
import { readMonth } from '../text/dates.ts'
import { cellsOf, type Line, median, textOf } from '../text/lines.ts'
import { bookedTitle, columnWords, factTitle, figureOf, valueTitle } from '../text/vocabulary.ts'
import type { Frames, Placement } from './columns.ts'

/** A printed day of the table, or the part of one: a heading may hold month and year, a row the day alone. */
export type Stamp = {
  day: number | null
  month: number | null
  year: number | null
  hit: DateHit | null
  isHeading: boolean
}

/** What is known of the table before the columns have meanings. */
export type Table = {
  lines: readonly Line[]
  frames: Frames
  stamps: Map<Line, Stamp>
  /** Where the table begins, by page; pages without a table are missing. */
  tops: Map<number, number>
  /** The lines with titles above the columns, by page. */
  headers: Map<number, Line[]>
  /** Left edges of the columns of days. */
  dateColumns: Map<Placement, readonly number[]>
}

/** The texts of all lines of titles; they may be repeated anywhere. */
export const titlesOf = ({ headers }: Table): Set<string> =>
  new Set([...headers.values()].flat().map((line) => textOf(line.words)))

export function tableOf(lines: readonly Line[], frames: Frames): Table {
  const byPage = new Map<number, Line[]>()
  for (const line of lines) byPage.set(line.page, [...(byPage.get(line.page) ?? []), line])
  const stamps = new Map<Line, Stamp>()
  const dateColumns = new Map<Placement, readonly number[]>()
  const hasMonths = lines.some(
    (line) => line.words.length === 2 && readMonth(textOf(line.words)) !== undefined,
  )
  let isSecond: boolean | null = null
  for (const placement of frames.placements.toSorted((a, b) => Math.min(...a.pages) - Math.min(...b.pages))) {
    const own = lines.filter(({ page }) => placement.pages.has(page))
    const found = dateColumnsOf(own, frames)
    // Titles may stand on some pages alone; what they say of two columns of days holds for all.
    isSecond ??= found.isSecond
    const [first, second, ...others] = found.columns
    const columns =
      isSecond && first !== undefined && second !== undefined ? [second, first, ...others] : found.columns
    // A page with a single day has its days where the others have them.
    const known = [...dateColumns.values()].find(({ length }) => length > 0)
    dateColumns.set(placement, columns.length > 0 ? columns : (known ?? []))
  }
  const form = formOf(
    [...dateColumns].flatMap(([{ pages }, [at]]) =>
      lines.flatMap((line) => (pages.has(line.page) ? (hitIn(line, at) ?? []) : [])),
    ),
    headingForm(lines, frames, dateColumns),
  )
  for (const [placement, columns] of [...dateColumns]) {
    const own = lines.filter(({ page }) => placement.pages.has(page))
    dateColumns.set(placement, stampLines(own, frames, columns, stamps, hasMonths, form))
  }
  const tops = new Map<number, number>()
  const headers = new Map<number, Line[]>()
  for (const [page, own] of byPage) {
    const early = own.findIndex((line, n) => isFirstRow(own, line, n))
    const sure = own.findIndex((line) => stamps.get(line)?.hit && hasCell(line))
    const known = new Set([...headers.values()].flat().map((line) => textOf(line.words)))
    const titles = own.filter(
      (line, n) => (known.has(textOf(line.words)) || isHeader(line, frames)) && !isGrid(own[n + 1], stamps),
    )
    // A day above the titles is one of the letterhead.
    const isAbove =
      early >= 0 &&
      titles.some(
        ({ y }) =>
          y > (own[early] as Line).y &&
          y < (own[sure]?.y ?? 0) &&
          (tops.size === 0 ||
            own.slice(early).filter((line) => line.y < y && hasCell(line) && !isLabelled(line)).length < 2),
      )
    const first = isAbove ? sure : early
    const start = first < 0 ? titles.find((title) => hasRowsBelow(own, title)) : undefined
    if (first < 0 && !start) {
      // The last rows of a day may have a page of their own, without a day and without titles.
      const rest = tops.has(page - 1) ? firstCell(own, -1, page - 1) : -1
      if (rest >= 0) tops.set(page, (own[rest] as Line).y - 1)
      continue
    }
    const reach = first < 0 ? (start as Line).y : (own[first] as Line).y
    const header = titles.filter(({ y }) => y <= reach).at(-1)
    headers.set(page, header ? headerBlock(own, header) : [])
    const title = header && textOf(header.words)
    // Titles may be repeated in the middle of a page; the rows between belong to the table.
    const highest = titles.find((line) => textOf(line.words) === title) ?? header
    // Without titles only the first page needs a beginning: later ones go on where the last ended.
    const isLater = tops.size > 0
    tops.set(
      page,
      highest ? highest.y : topWithoutTitles(own, isLater ? firstCell(own, first) : first, stamps),
    )
  }
  return { lines, frames, stamps, tops, headers, dateColumns }

  /** A day with a sum beside it, or a few lines below where sums stand on the last line of a row. */
  function isFirstRow(own: Line[], line: Line, at: number) {
    const stamp = stamps.get(line)
    if (!stamp || (stamp.day === null && !stamp.isHeading)) return false
    if (stamp.day !== null && hasCell(line)) return true
    const next = own.slice(at + 1, at + 5).findIndex(hasCell)
    const row = own[at + 1 + next]
    return next >= 0 && row !== undefined && row.y - line.y < 5 * line.size && !isLabelled(row)
  }
  /** Figures of a summary have their words close by on the left, not days. */
  function isLabelled(line: Line) {
    const label = textOf(line.words.filter((word) => !line.moneys.some(({ words }) => words.includes(word))))
    return /\b(balance|total|paid in|paid out|money in|money out)\b/i.test(label) || figureOf(label) !== null
  }
  /** On a later page the rows of a day may begin before its first printed day. */
  function firstCell(own: Line[], first: number, before?: number) {
    const at = own.findIndex((line) => hasCell(line) && !isLabelled(line) && isUnder(line, before))
    return at < 0 ? first : Math.min(at, first < 0 ? at : first)
  }
  /** About where the sums of the page before stand; columns may have moved a little. */
  function isUnder(line: Line, before?: number) {
    const place = before === undefined ? undefined : frames.ofPage.get(before)
    if (!place) return before === undefined
    const most = Math.max(...place.frame.columns.map(({ count }) => count))
    const columns = place.frame.columns.filter(({ count }) => count >= 0.2 * most)
    return line.moneys.some((money) =>
      columns.some(({ right }) => Math.abs(money.fullRight - place.shift - right) < 25),
    )
  }
  function hasRowsBelow(own: Line[], title: Line) {
    return own.some((line) => line.y > title.y && line.y < title.y + 60 && hasCell(line))
  }
  function hasCell(line: Line) {
    return line.moneys.some((money) => frames.columnOf.has(money))
  }
}

/** Rows of the day before may stand above the first day of a page, as close to each other as rows do. */
function topWithoutTitles(own: readonly Line[], first: number, stamps: Map<Line, Stamp>): number {
  let at = first
  while (at > 0) {
    const [above, line] = [own[at - 1] as Line, own[at] as Line]
    if (line.y - above.y > 2.4 * line.size || stamps.has(above) || isOfSummary(above)) break
    at--
  }
  return (own[at] as Line).y - 1
}

/** Figures that close or add up do not stand before the rows, but for a summary. */
function isOfSummary({ words, moneys }: Line): boolean {
  if (moneys.length === 0) return false
  const sums = new Set(moneys.flatMap((money) => money.words))
  const kind = figureOf(textOf(words.filter((word) => !sums.has(word))))
  return kind !== null && kind !== 'opening'
}

/** Left edges of days that begin a row; of two, whether titles say that the second counts. */
function dateColumnsOf(
  lines: readonly Line[],
  frames: Frames,
): { columns: number[]; isSecond: boolean | null } {
  const found: { x: number; weight: number; hit: DateHit }[] = []
  for (const line of lines) {
    const hasMoney = line.moneys.some((money) => frames.columnOf.has(money))
    for (const hit of line.dates) {
      const before = line.words[line.words.indexOf(hit.words[0] as (typeof hit.words)[number]) - 1]
      const isFree =
        before !== undefined &&
        (hit.x - before.right > before.size || line.dates.some(({ words }) => words.includes(before)))
      const isApart = before === undefined ? 1 : isFree ? 0.6 : 0.004
      found.push({ x: hit.x, weight: isApart * (hasMoney ? 1 : 0.3), hit })
    }
  }
  const groups: { x: number; weight: number; count: number }[] = []
  const left = new Set(found)
  while (left.size > 0 && groups.length < 6) {
    const list = [...left].toSorted((a, b) => a.x - b.x)
    let best: typeof list = []
    let most = 0
    for (let start = 0, end = 0, sum = 0; end < list.length; end++) {
      sum += list[end]?.weight ?? 0
      while ((list[end]?.x ?? 0) - (list[start]?.x ?? 0) > 9) sum -= list[start++]?.weight ?? 0
      if (sum > most) [most, best] = [sum, list.slice(start, end + 1)]
    }
    if (best.length === 0) break
    groups.push({ x: median(best.map(({ x }) => x)), weight: most, count: best.length })
    for (const one of best) left.delete(one)
  }
  const strongest = Math.max(0, ...groups.map(({ weight }) => weight))
  const most = Math.max(0, ...groups.map(({ count }) => count))
  const strong = groups.filter(
    ({ weight, count }) =>
      (weight >= 0.55 && weight >= 0.3 * strongest) || (weight >= 0.15 * count && count >= 0.8 * most),
  )
  const columns = strong.toSorted((a, b) => a.x - b.x).map(({ x }) => x)
  const second = columns[1]
  if (columns.length < 2 || second === undefined) return { columns, isSecond: null }
  // Two days in a row: the one whose title says that it was booked, else the first.
  const titles = lines.filter((line) => line.moneys.length === 0 && line.dates.length === 0)
  const isBooked = titles.some(
    (line) =>
      bookedTitle.test(textOf(line.words.filter(({ x }) => Math.abs(x - second) < 12))) &&
      line.words.length < 20,
  )
  const isFirstBooked = titles.some((line) =>
    bookedTitle.test(textOf(line.words.filter(({ x }) => Math.abs(x - (columns[0] as number)) < 12))),
  )
  const isValue = (x: number) =>
    titles.some(
      (line) =>
        line.words.length < 20 &&
        valueTitle.test(textOf(line.words.filter((word) => word.x > x - 12 && word.x < x + 40))),
    )
  const [one, other] = [isValue(columns[0] as number), isValue(second)]
  if (isBooked !== isFirstBooked) return { columns, isSecond: isBooked }
  return { columns, isSecond: one === other ? null : one && !isFirstBooked }
}

/** How the days of a column are written, where nearly all agree: another one is the end of a description. */
function formOf(hits: readonly DateHit[], ofHeadings: string | null): string | null {
  const counts = new Map<string, number>()
  for (const { form } of hits) counts.set(form, (counts.get(form) ?? 0) + 1)
  const [first, second] = [...counts].toSorted((a, b) => b[1] - a[1])
  if (!first || !second) return null
  if (ofHeadings !== null && (counts.get(ofHeadings) ?? 0) >= 0.2 * hits.length) return ofHeadings
  return first[1] >= 2 * second[1] ? first[0] : null
}

/** Where days stand on lines of their own, the first of them over a row shows how they are written. */
function headingForm(
  lines: readonly Line[],
  frames: Frames,
  columns: ReadonlyMap<Placement, readonly number[]>,
): string | null {
  let [alone, others] = [0, 0]
  let form: string | null = null
  lines.forEach((line, n) => {
    const place = frames.ofPage.get(line.page)
    const hit = hitIn(line, place && columns.get(place)?.[0])
    if (!hit) return
    if (hit.words.length < line.words.length) others++
    else {
      alone++
      const isOver = lines
        .slice(n + 1, n + 4)
        .some(({ page, moneys }) => page === line.page && moneys.some((money) => frames.columnOf.has(money)))
      if (isOver) form ??= hit.form
    }
  })
  return alone > 3 * others ? form : null
}

function stampLines(
  lines: readonly Line[],
  frames: Frames,
  columns: readonly number[],
  stamps: Map<Line, Stamp>,
  hasMonths: boolean,
  form: string | null,
): readonly number[] {
  const at = columns[0]
  for (const line of lines) {
    const hit = hitIn(line, at)
    if (hit && (line.isOcr || form === null || hit.form === form)) {
      const isAlone = hit.words.length === line.words.length
      stamps.set(line, { day: hit.day, month: hit.month, year: hit.year, hit, isHeading: isAlone })
      continue
    }
    const text = textOf(line.words)
    const month = readMonth(text)
    if (month && (month.year !== null || at === undefined))
      stamps.set(line, { day: null, ...month, hit: null, isHeading: true })
    else if (/^(19|20)\d\d$/.test(text) && (line.words[0]?.x ?? 0) < (at ?? 0) + 12)
      stamps.set(line, { day: null, month: null, year: Number(text), hit: null, isHeading: true })
  }
  const dated = lines.filter((line) => {
    const stamp = stamps.get(line)
    return stamp?.hit && !(hasMonths && stamp.isHeading)
  })
  const bare = bareDaysOf(lines, frames, hasMonths)
  if (bare.size === 0 || dated.length >= (hasMonths ? bare.size : 1)) return columns
  // Under headings of months the days that stand in line are those of rows; full dates are words of descriptions.
  for (const line of lines) if (stamps.get(line)?.hit) stamps.delete(line)
  for (const [line, stamp] of bare) stamps.set(line, stamp)
  return [Math.min(...[...bare.values()].map(({ hit }) => hit?.x ?? 0))]
}

function hitIn(line: Line, at: number | undefined): DateHit | undefined {
  const near = line.isOcr ? 14 : 10
  if (at === undefined) return undefined
  return line.dates.find((hit) => Math.abs(hit.x - at) <= near && !isInSentence(line, hit))
}

/** A word close before a day makes it part of a sentence, unless it is of a day itself. */
function isInSentence(line: Line, hit: DateHit): boolean {
  const before = line.words[line.words.indexOf(hit.words[0] as Word) - 1]
  if (line.isOcr || !before || hit.x - before.right > 0.6 * before.size) return false
  return !line.dates.some(({ words }) => words.includes(before))
}

/** Under headings of months rows may have the number of the day alone. */
function bareDaysOf(lines: readonly Line[], frames: Frames, hasMonths: boolean): Map<Line, Stamp> {
  const found = new Map<Line, Stamp>()
  const bare = lines.flatMap((line) => {
    const first = line.words.findIndex(
      ({ text }) => /^(\d{1,2})(st|nd|rd|th)?$/i.test(text) && Number.parseInt(text, 10) <= 31,
    )
    const word = line.words[first]
    const hasMoney = line.moneys.some((money) => frames.columnOf.has(money))
    if (!word || first > 1 || !(hasMonths || hasMoney)) return []
    if (first === 1 && !/^(mon|tue|wed|thu|fri|sat|sun)/i.test(line.words[0]?.text ?? '')) return []
    return [{ line, word, right: word.right }]
  })
  const x = densest(bare.map((one) => one.right))
  const near = bare.filter((one) => Math.abs(one.right - x) <= 9)
  if (near.length < (hasMonths ? 1 : 3)) return found
  for (const { line, word } of near) {
    const day = Number.parseInt(word.text, 10)
    const hit = { day, month: 0, year: null, x: word.x, right: word.right, words: [word], form: 'day' }
    found.set(line, { day, month: null, year: null, hit, isHeading: false })
  }
  return found
}

/** The place around which most of them are. */
function densest(places: readonly number[]): number {
  const close = (x: number) => places.filter((other) => Math.abs(other - x) <= 5).length
  return places.toSorted((a, b) => close(b) - close(a))[0] ?? 0
}

/** Figures alone, side by side: what stands above them are labels of a summary. */
const isGrid = (line: Line | undefined, stamps: Map<Line, Stamp>): boolean =>
  line !== undefined &&
  line.moneys.length > 1 &&
  !stamps.has(line) &&
  line.moneys.reduce((sum, { words }) => sum + words.length, 0) === line.words.length

/** A line of titles: apart from each other, no figures, over the columns of money or with words that columns bear. */
function isHeader(line: Line, frames: Frames): boolean {
  if (line.moneys.length > 0 || line.dates.length > 0) return false
  const cells = cellsOf(line.words, 0.7)
  if (cells.length < 2) return false
  const text = textOf(line.words)
  if (text.length > 130 || /\d\d/.test(text) || factTitle.test(text)) return false
  const known = cells.filter((cell) => cell.length < 6 && textOf(cell).match(columnWords)).length
  const place = frames.ofPage.get(line.page)
  if (!place) return known >= 2
  // The words of titles are those of descriptions as well; titles stand over sums.
  if (known >= 2 && line.words.some((word) => isOverColumn(word, place))) return true
  const over = cells.filter((cell) => {
    const [first, last] = [cell[0], cell.at(-1)]
    if (!first || !last || cell.length > 4) return false
    return place.frame.columns.some(
      ({ left, right, count }) =>
        count > 1 && first.x - place.shift < right + 2 && last.right - place.shift > left - 2,
    )
  })
  return over.length >= 2 && !/[:.]$/.test(text)
}

/** Over one of the columns with many sums. */
function isOverColumn({ x, right }: Word, { frame, shift }: Placement): boolean {
  const most = Math.max(...frame.columns.map(({ count }) => count))
  return frame.columns.some(
    (column) => column.count >= 0.3 * most && x - shift < column.right + 2 && right - shift > column.left - 2,
  )
}

/** Titles may take two or three lines. */
function headerBlock(own: readonly Line[], header: Line): Line[] {
  const at = own.indexOf(header)
  const block = [header]
  for (let n = at - 1; n >= Math.max(0, at - 2); n--) {
    const line = own[n] as Line
    const below = block[0] as Line
    if (below.y - line.y > 1.7 * below.size || line.moneys.length > 0 || line.dates.length > 0) break
    block.unshift(line)
  }
  return block
}
