import type { Place } from '../../document.ts'
import type { Ground } from '../table/table-content.ts'
import { type Line, placeOf } from '../text/lines.ts'
import type { FigureKind } from '../text/vocabulary.ts'
import type { Reading } from './column-readings.ts'
import { type Bounds, type Walk, walk } from './running-balance.ts'
import type { Figure } from './labelled-amounts.ts'

export type Balance = { pence: number; place: Place | null; isPrinted: boolean }
/** A printed total beside what the rows make. */
export type Control = {
  label: string
  expected: number
  actual: number
  isRight: boolean
  place: Place
}

/** What the summary says of the beginning and the end: of several statements the first and the last. */
export function boundsOf(figures: readonly Figure[], inTable: ReadonlySet<Line>): Bounds {
  const of = (kind: FigureKind) => {
    const own = figures.filter(
      (figure) => figure.kind === kind && !(figure.isFar && inTable.has(figure.line)),
    )
    // What is carried from page to page opens and closes pages.
    const isCarried = ({ label }: Figure) => /\b(carried|brought)\b/i.test(label)
    const named = own.filter((figure) => !isCarried(figure))
    return named.length > 0 ? named : own.filter(({ line }) => !inTable.has(line))
  }
  return { opening: of('opening')[0]?.pence ?? null, closing: of('closing').at(-1)?.pence ?? null }
}

/** Figures outside the table: above and below it, or in a panel at its side. */
export function besideOf(
  figures: readonly Figure[],
  { table, lines }: Ground,
  { roles, entries }: Reading,
): Figure[] {
  const inTable = new Set(lines)
  const used = new Set(
    entries.flatMap(({ amount, balance, both }) => [amount?.money, balance, both?.in, both?.out]),
  )
  return figures.filter(({ line, money }) => {
    if (used.has(money)) return false
    if (!inTable.has(line)) return true
    const place = table.frames.ofPage.get(line.page)
    const own = [...roles.keys()].filter((column) => place?.frame.columns.includes(column))
    if (!place || own.length === 0) return true
    const right = Math.max(...own.map((column) => column.right)) + place.shift
    const last = entries.findLast((entry) => entry.line.page === line.page)?.line.y ?? 0
    const first = table.dateColumns.get(place)?.[0] ?? 0
    return (
      money.fullX > right + 3 || money.fullRight < first - 3 || line.y > Math.max(last, lastRow(line.page))
    )
  })

  function lastRow(page: number) {
    return Math.max(0, ...entries.filter(({ line }) => line.page === page).map(({ line }) => line.y))
  }
}

/**
 * Once the rows are read it is known what opens and closes them: where such a sum is printed outside the table, whatever
 * words stand beside it, the rows before the first balance are held as well.
 */
export function withBounds(
  best: Reading,
  { sections, lines }: Ground,
  bounds: Bounds,
  beside: readonly Figure[],
): Reading {
  const said = boundsOf(beside, new Set(lines))
  const { opening, closing } = best.walk
  const isPrinted = (pence: number | undefined) =>
    pence !== undefined &&
    beside.some((figure) => figure.pence === pence && figure.kind !== 'in' && figure.kind !== 'out')
  const computed = opening?.from === 'computed' && isPrinted(opening.pence) ? opening.pence : null
  const reached = closing?.from === 'computed' && isPrinted(closing.pence) ? closing.pence : null
  const pair = opening === null ? pairOf(best.walk, beside) : null
  const wider = {
    opening: pair?.opening ?? bounds.opening ?? said.opening ?? computed,
    closing: pair?.closing ?? bounds.closing ?? said.closing ?? reached,
  }
  if (wider.opening === bounds.opening && wider.closing === bounds.closing) return best
  const walked = walk(best.entries, best.mode, sections, wider)
  const isBetter =
    walked.breaks.length <= best.walk.breaks.length && walked.disagrees.length <= best.walk.disagrees.length
  return isBetter ? { ...best, walk: walked, isPaired: pair !== null } : best
}

/**
 * A summary in words nobody knows: two sums that differ by what the rows make, beside the totals of what came in and went
 * out. Four figures that fit each other are no accident.
 */
function pairOf({ steps }: Walk, beside: readonly Figure[]): { opening: number; closing: number } | null {
  const ins = steps.reduce((sum, { pence }) => sum + Math.max(0, pence), 0)
  const outs = steps.reduce((sum, { pence }) => sum + Math.max(0, -pence), 0)
  const isPrinted = (pence: number) => beside.some(({ money }) => money.pence === pence)
  if (ins === 0 || outs === 0 || !isPrinted(ins) || !isPrinted(outs)) return null
  for (const [n, first] of beside.entries()) {
    const last = beside.slice(n + 1).find(({ pence }) => pence === first.pence + ins - outs)
    if (last) return { opening: first.pence, closing: last.pence }
  }
  return null
}

/** A balance with the place where it is printed apart from the rows. */
export function balanceIn(
  { opening, closing }: Walk,
  kind: 'opening' | 'closing',
  beside: readonly Figure[],
): Balance | null {
  const found = kind === 'opening' ? opening : closing
  const named = beside.find((figure) => figure.kind === kind && (!found || figure.pence === found.pence))
  const printed = (figure: Figure): Balance => ({
    pence: figure.pence,
    place: placeOf(figure.line.page, figure.money.words),
    isPrinted: true,
  })
  if (!found) return named ? printed(named) : null
  const row = found.from === 'row' ? found.entry?.balance : null
  if (row) return { pence: found.pence, place: placeOf(row.page, row.words), isPrinted: true }
  const figure =
    named ??
    beside.find(({ pence, kind: other }) => pence === found.pence && (other === null || other === kind))
  if (figure) return printed(figure)
  const last = found.entry?.balance
  return { pence: found.pence, place: last ? placeOf(last.page, last.words) : null, isPrinted: false }
}

/** Totals of the summary and of rows of totals, each beside what the transactions make. */
export function controlsOf({ steps, totals }: Walk, beside: readonly Figure[]): Control[] {
  const sumsOf = (from: number, to: number) => {
    const own = steps.filter(({ entry }) => entry.line.page >= from && entry.line.page <= to)
    return {
      in: own.reduce((sum, { pence }) => sum + Math.max(0, pence), 0),
      out: own.reduce((sum, { pence }) => sum + Math.max(0, -pence), 0),
    }
  }
  const sums = sumsOf(0, Number.POSITIVE_INFINITY)
  const said = beside.flatMap(({ kind, label, money, line }) => {
    if (kind !== 'in' && kind !== 'out') return []
    const place = placeOf(line.page, money.words)
    // Of several statements in one file each has its own totals, before its rows or after them.
    const pages = [
      ...new Set(beside.filter((other) => other.kind === kind).map((other) => other.line.page)),
    ].toSorted((a, b) => a - b)
    const next = pages.find((page) => page > line.page) ?? Number.POSITIVE_INFINITY
    const last = pages.findLast((page) => page < line.page) ?? -1
    const reached = [sums, sumsOf(line.page, next - 1), sumsOf(last + 1, line.page)].map((sum) => sum[kind])
    return [
      {
        kind,
        label,
        expected: sums[kind],
        actual: money.pence,
        isRight: reached.includes(money.pence),
        place,
      },
    ]
  })
  // Other figures may be called so too: interest, a month ago. One that is right is what was meant.
  const right = new Set(said.filter(({ isRight }) => isRight).map(({ kind }) => kind))
  const rows = totals.flatMap(({ kind, pence, isRight, entry }): Control[] => {
    const money = entry.both?.[kind === 'in' ? 'in' : 'out'] ?? entry.amount?.money
    if (kind === 'amount' || !money) return []
    const place = placeOf(entry.line.page, money.words)
    return [{ label: 'A total', expected: sums[kind], actual: pence, isRight, place }]
  })
  return [...said.filter(({ isRight, kind }) => isRight || !right.has(kind)), ...rows]
}
