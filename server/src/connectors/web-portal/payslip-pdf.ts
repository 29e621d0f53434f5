import type { PageWord, PdfPage } from '../../extraction/document.ts'
import type { Pence } from '../../vocabulary/money.ts'
import { niNumberOf } from '../identity.ts'
import { parseDay, parseDecimal, parsePence } from './parse-values.ts'
import type { PortalPayslip } from './payslip-page.ts'

// The PDF of a payslip, in the employer's own layout. Values are found by the labels beside or above them.

/** Words that belong together, or one number. */
export type PdfRowItem = {
  text: string
  decimal: string | null
  x: number
  right: number
  y: number
  size: number
}
/** Items on one line across the page, left to right. */
export type PdfRow = { y: number; items: PdfRowItem[] }

/** In points, or ems for large type: items that differ less in height are on the same line. */
const rowHeight = 1.2
const rowHeightOfLarge = 0.12
/** In ems: items further apart are not read together. */
const columnGap = 0.85

export function groupIntoRows(pages: PdfPage[]): PdfRow[] {
  return pages.flatMap(({ words }) => {
    const rows: { y: number; words: PageWord[] }[] = []
    for (const word of words.toSorted((one, other) => one.y - other.y)) {
      const row = rows.at(-1)
      if (row && word.y - row.y < Math.max(rowHeight, word.size * rowHeightOfLarge)) row.words.push(word)
      else rows.push({ y: word.y, words: [word] })
    }
    return [...rows.map(({ y, words }) => ({ y, items: groupIntoItems(words) })), { y: Infinity, items: [] }]
  })
}

function groupIntoItems(words: PageWord[]): PdfRowItem[] {
  const items: PdfRowItem[] = []
  for (const word of joinSigns(words.toSorted((one, other) => one.x - other.x))) {
    const item = items.at(-1)
    const decimal = parseDecimal(word.text)
    if (item && item.decimal === null && decimal === null && word.x - item.right < columnGap * word.size) {
      item.text += ` ${word.text}`
      item.right = word.right
    } else items.push({ ...word, decimal })
  }
  return items
}

/** `- £ 12.50` is one number, even if typed with spaces. */
function joinSigns(words: PageWord[]): PageWord[] {
  const joined: PageWord[] = []
  for (const word of words) {
    const before = joined.at(-1)
    if (before && /^(-|£|-£|- £)$/.test(before.text) && /^[£\d]/.test(word.text)) {
      before.text += ` ${word.text}`
      before.right = word.right
    } else joined.push({ ...word })
  }
  return joined
}

const normaliseLabel = (text: string) =>
  text
    .toLowerCase()
    .replace(/[:.]+$/, '')
    .trim()

/** Label variants of employers. Below: if nothing is beside the label, the value under it counts. */
const grossLabels = {
  beside: ['gross', 'gross earnings', 'gross wages', 'tot. pay', 'total gross', 'total gross pay'],
  below: ['gross pay', 'total payments', 'pay before deductions'],
}
const netLabels = {
  beside: ['net', 'pay after deductions'],
  below: ['net pay', 'take-home pay', 'amount paid to you'],
}
const payDateLabels = {
  beside: ['on'],
  below: ['pay date', 'payment date', 'process date', 'date paid', 'pd on', 'paid on'],
}
type ValueLabels = { beside: string[]; below: string[] }

/** points: the furthest a value is printed below its label, and to the right of the label's left edge. */
const maxDistanceBelow = 42
const maxDistanceRight = 190
/** points that a value below a label may begin to the left of it. */
const leftTolerance = 4
/** em: items that overlap by more are printed over each other. */
const maxOverlap = 0.3

/** Values beside or below any occurrence of a label. */
function findValues<T>(rows: PdfRow[], labels: ValueLabels, read: (text: string) => T | null): T[] {
  return rows.flatMap(({ items }, at) =>
    items.flatMap((label, n) => {
      const name = normaliseLabel(label.text)
      const mayBeBelow = labels.below.includes(name)
      if (!mayBeBelow && !labels.beside.includes(name)) return []
      const beside = items[n + 1] ? read(items[n + 1]?.text ?? '') : null
      const value = beside ?? (mayBeBelow ? readBelow(rows.slice(at + 1), label, read) : null)
      return value === null ? [] : [value]
    }),
  )
}

function readBelow<T>(rows: PdfRow[], label: PdfRowItem, read: (text: string) => T | null): T | null {
  for (const { y, items } of rows) {
    if (y - label.y > maxDistanceBelow) return null
    const under = items.filter(
      ({ x, right }) => right > label.x - leftTolerance && x < label.x + maxDistanceRight,
    )
    const value = under.map(({ text }) => read(text)).find((value) => value !== null)
    if (value !== undefined && value !== null) return value
  }
  return null
}

const niNumberFormat = /\b[A-Z]{2} ?\d\d ?\d\d ?\d\d ?[A-D]\b/g

/**
 * Whether the PDF agrees with the page. Values that are not printed cannot differ, but net pay and pay date
 * are required.
 */
export function agreesWithPage(rows: PdfRow[], page: PortalPayslip): boolean {
  const gross = findValues(rows, grossLabels, parsePence)
  const net = findValues(rows, netLabels, parsePence)
  const days = findValues(rows, payDateLabels, parseDay)
  const text = rows.map(({ items }) => items.map((item) => item.text).join(' ')).join('\n')
  const niNumbers = (text.match(niNumberFormat) ?? []).map(niNumberOf)
  const { yearToDate } = page
  return (
    !rows.some(isOverwritten) &&
    isPrinted(gross, page.gross, yearToDate.gross) &&
    isPrinted(net, page.net, yearToDate.net) &&
    days.length > 0 &&
    days.every((day) => day === page.payDate) &&
    (niNumbers.length === 0 || niNumbers.includes(page.niNumber)) &&
    areLinesPrinted(rows, page)
  )
}

/** A number on top of another was added later. */
const isOverwritten = ({ items }: PdfRow) =>
  items.some((item, n) => {
    const before = items[n - 1]
    const isOver = before && item.x < before.right - item.size * maxOverlap
    return isOver && item.decimal !== null && before.decimal !== null && item.decimal !== before.decimal
  })

/** Some PDFs also print the year-to-date total under the same label; the page shows it too. */
const isPrinted = (values: Pence[], period: Pence, year: Pence | null) =>
  values.includes(period) && values.every((value) => value === period || value === year)

/** Each line's amount is printed on the PDF, at least as often as it occurs on the page. */
function areLinesPrinted(rows: PdfRow[], { payments, deductions }: PortalPayslip): boolean {
  const printed = rows.flatMap(({ items }) => items.flatMap(({ text }) => parsePence(text) ?? []))
  const counts = Map.groupBy(printed, (amount) => amount)
  const required = Map.groupBy([...payments, ...deductions], ({ amount }) => amount)
  return [...required].every(([amount, lines]) => (counts.get(amount)?.length ?? 0) >= lines.length)
}
