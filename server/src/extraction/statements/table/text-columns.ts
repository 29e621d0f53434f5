import type { Word } from '../../document.ts'
import { cellsOf, type Line, median, textOf } from '../text/lines.ts'
import type { Money } from '../text/money.ts'
import { codeTitle, detailTitle } from '../text/vocabulary.ts'
import type { Column, Placement } from './columns.ts'
import type { Roles } from './table-content.ts'
import type { Table } from './table.ts'

/** From where to where the description goes. */
export type TextRange = { left: number; right: number }

/**
 * The column of descriptions: of all places where words begin under each other, the one titled so, else the one with the
 * most to say. Codes, references and cheque numbers in columns of their own are not part of it.
 */
export function textRangeOf(
  table: Table,
  placement: Placement,
  roles: Roles,
  rowLines: readonly Line[],
): TextRange {
  const { pages } = placement
  const own = rowLines.filter(({ page }) => pages.has(page))
  const cells = own.flatMap(({ moneys }) => moneys.filter((money) => isOfRole(money, table, roles)))
  const edges = edgesOf(cells, table)
  const tableRight = Math.max(0, ...cells.map(({ fullRight }) => fullRight))
  const days = (table.dateColumns.get(placement)?.[0] ?? 0) - 3
  // Days may stand right of all else.
  const begins = hasWordsBefore(own, Number.POSITIVE_INFINITY, days, table, roles)
    ? days
    : Number.NEGATIVE_INFINITY
  const starts: { x: number; word: Word; line: Line; rest: Word[] }[] = []
  // Descriptions may stand right of the sums, where nothing is said left of them.
  const reach = hasWordsBefore(own, tableRight, begins, table, roles) ? tableRight : Number.POSITIVE_INFINITY
  for (const line of own) {
    const words = wordsOfRow(line, table, roles)
    words.forEach((word, n) => {
      const before = words[n - 1]
      const isStart = before === undefined || word.x - before.right > 0.9 * word.size
      if (isStart && word.x < reach && word.x > begins)
        starts.push({ x: word.x, word, line, rest: words.slice(n) })
    })
  }
  const lines = new Set(own.filter(({ moneys }) => moneys.some((money) => isOfRole(money, table, roles))))
  const rows = lines.size
  const places = placesOf(
    starts,
    rows,
    own.some((line) => line.isOcr),
  )
  if (places.length === 0) {
    const dates = own.flatMap((line) => table.stamps.get(line)?.hit?.right ?? [])
    return {
      left: dates.length > 0 ? Math.max(...dates) : 0,
      right: Math.min(...edges.filter((edge) => edge > 150), 1000),
    }
  }
  const title = titleFinder(table, pages)
  const codes = [
    ...codeEdges(
      table,
      pages,
      starts.map(({ x }) => x),
    ),
    ...numberEdges(starts),
  ]
  const scored = places.map((place, n) => {
    const next = Math.min(
      places[n + 1]?.x ?? 1000,
      ...[...edges, ...codes].filter((edge) => edge > place.x + 20),
    )
    const texts = place.members.map(({ rest }) => {
      return textOf(rest.filter(({ x }) => x < next - 1.5))
    })
    const letters = median(texts.map((text) => text.replace(/[^a-z]/gi, '').length))
    const distinct = new Set(texts).size / texts.length
    // What the bank says between the rows stands beside no sums.
    const beside = place.members.filter(({ line }) => lines.has(line)).length / Math.max(1, rows)
    const named = title(place.x, next)
    const said = named === '' ? 0 : detailTitle.test(named) ? 8 : codeTitle.test(named) ? -8 : 0
    return {
      left: place.x,
      right: next,
      score:
        letters *
          (0.3 + distinct) *
          (0.2 + Math.min(1, beside)) *
          Math.sqrt(Math.min(1, place.members.length / Math.max(1, rows))) +
        said,
    }
  })
  const best = scored.toSorted((a, b) => b.score - a.score)[0] as (typeof scored)[number]
  return { left: best.left, right: best.right }
}

/** Whether most rows say something left of the last column of sums. */
function hasWordsBefore(
  lines: readonly Line[],
  right: number,
  begins: number,
  table: Table,
  roles: Roles,
): boolean {
  const rows = lines.filter(({ moneys }) => moneys.some((money) => isOfRole(money, table, roles)))
  const saying = rows.filter((line) =>
    wordsOfRow(line, table, roles).some(({ x, text }) => x < right && x > begins && /[a-z]{3}/i.test(text)),
  )
  return saying.length > 0.3 * rows.length
}

/** The words of a line that are neither its day nor sums with a meaning. */
export function wordsOfRow(line: Line, table: Table, roles: Roles): Word[] {
  const taken = new Set(table.stamps.get(line)?.hit?.words ?? [])
  for (const money of line.moneys) {
    if (isOfRole(money, table, roles)) for (const word of money.words) taken.add(word)
  }
  return line.words.filter((word) => !taken.has(word))
}

function isOfRole(money: Money, { frames }: Table, roles: Roles): boolean {
  const column = frames.columnOf.get(money)
  return column !== undefined && roles.has(column)
}

/** The left edges of the columns of money, by the rows alone; a few sums in a place of their own are totals. */
function edgesOf(cells: readonly Money[], { frames }: Table): number[] {
  const edges = new Map<Column, number[]>()
  for (const money of cells) {
    const column = frames.columnOf.get(money) as Column
    edges.set(column, [...(edges.get(column) ?? []), money.fullX])
  }
  const most = Math.max(0, ...[...edges.values()].map(({ length }) => length))
  return [...edges.values()].flatMap((own) => (own.length >= 0.06 * most ? [Math.min(...own)] : []))
}

type Start = { x: number; word: Word; line: Line; rest: Word[] }

/** Places where words begin on a good part of the rows, from left to right. */
function placesOf(starts: readonly Start[], rows: number, isOcr: boolean): { x: number; members: Start[] }[] {
  const left = new Set(starts)
  const places: { x: number; members: Start[] }[] = []
  const width = isOcr ? 5 : 2.4
  while (left.size > 0 && places.length < 8) {
    const list = [...left].toSorted((a, b) => a.x - b.x)
    let best: Start[] = []
    for (let start = 0, end = 0; end < list.length; end++) {
      while ((list[end]?.x ?? 0) - (list[start]?.x ?? 0) > width) start++
      if (end - start + 1 > best.length) best = list.slice(start, end + 1)
    }
    if (best.length < Math.max(1, 0.25 * rows)) break
    places.push({ x: Math.min(...best.map(({ x }) => x)), members: best })
    for (const one of best) left.delete(one)
  }
  return places.toSorted((a, b) => a.x - b.x)
}

/** Where a title announces codes or references and at least one stands below it. */
function codeEdges(table: Table, pages: ReadonlySet<number>, starts: readonly number[]): number[] {
  const header = [...pages].map((page) => table.headers.get(page)?.at(-1)).find((line) => line !== undefined)
  const cells = header ? cellsOf(header.words, 0.7) : []
  return cells.flatMap((cell) => {
    const x = cell[0]?.x ?? 0
    if (!codeTitle.test(textOf(cell)) || detailTitle.test(textOf(cell))) return []
    const own = starts.filter((start) => Math.abs(start - x) < 4)
    return own.length > 0 ? [Math.min(...own)] : []
  })
}

/** Numbers that stand apart from the words before them, under each other, are references without a title. */
function numberEdges(starts: readonly Start[]): number[] {
  const alone = starts.filter(({ word, line, rest }) => {
    const before = line.words[line.words.indexOf(word) - 1]
    const isApart = before !== undefined && word.x - before.right > 1.2 * word.size
    const ends = rest[1] === undefined || rest[1].x - word.right > word.size
    return isApart && ends && /^\d{4,}$/.test(word.text) && rest.length < 3
  })
  const places = alone.filter(({ x }) => alone.filter((other) => Math.abs(other.x - x) < 2).length > 1)
  return places.length > 0 ? [Math.min(...places.map(({ x }) => x))] : []
}

function titleFinder(table: Table, pages: ReadonlySet<number>) {
  const page = [...pages].find((n) => (table.headers.get(n)?.length ?? 0) > 0)
  const words = page === undefined ? [] : (table.headers.get(page) ?? []).flatMap((line) => line.words)
  return (left: number, right: number) => textOf(words.filter(({ x }) => x >= left - 6 && x < right - 6))
}
