import type { PageWord } from '../../extraction/document.ts'
import type { Pence } from '../../vocabulary/money.ts'
import { niNumberOf } from '../identity.ts'
import { parseDay, parseDecimal, parsePence } from './parse-values.ts'
import type { PortalPayslip } from './payslip-page.ts'

// Reads the PDF of a payslip, which has the employer's own layout. Values are found by the labels beside or above
// them.

/** Words that belong together, or a single number. */
export type PdfRowItem = {
  text: string
  decimal: string | null
  x: number
  right: number
  y: number
  size: number
}
/** Items on the same line of the page, from left to right. */
export type PdfRow = { y: number; items: PdfRowItem[] }

/**
 * Maximum difference in height of items on the same line, in points (`rowHeight`) or, for large type, in ems
 * (`rowHeightOfLarge`).
 */
const rowHeight = 1.2
const rowHeightOfLarge = 0.12
/** Maximum gap between words that are read together, in ems. */
const columnGap = 0.85

/** Groups the words of each page into rows. */
export function groupIntoRows(pages: PageWord[][]): PdfRow[] {
  return pages.flatMap((words) => {
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

/** Joins a sign to its number: `- £ 12.50` is one number, even if it is typed with spaces. */
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

/**
 * Variants of labels that employers use. For a label in `below`, the value under it is used if nothing is printed
 * beside it.
 */
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

/** Maximum distance of a value below its label, and to the right of the label's left edge, in points. */
const maxDistanceBelow = 42
const maxDistanceRight = 190
/** Maximum distance that a value below a label may begin to the left of the label, in points. */
const leftTolerance = 4
/** Maximum overlap of neighbouring items, in ems. Items that overlap by more are printed on top of each other. */
const maxOverlap = 0.3

/** Finds the values beside or below every occurrence of a label. */
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
 * Whether the PDF agrees with the page. Values that the PDF does not print cannot differ, but net pay and pay date
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

/** Whether a number is printed on top of another, which means that it was added later. */
const isOverwritten = ({ items }: PdfRow) =>
  items.some((item, n) => {
    const before = items[n - 1]
    const isOver = before && item.x < before.right - item.size * maxOverlap
    return isOver && item.decimal !== null && before.decimal !== null && item.decimal !== before.decimal
  })

/**
 * Whether the period's value was found, and no other value except the year-to-date total, which some PDFs print under
 * the same label and which the page shows too.
 */
const isPrinted = (values: Pence[], period: Pence, year: Pence | null) =>
  values.includes(period) && values.every((value) => value === period || value === year)

/** Whether the PDF prints each line's amount at least as often as it occurs on the page. */
function areLinesPrinted(rows: PdfRow[], { payments, deductions }: PortalPayslip): boolean {
  const printed = rows.flatMap(({ items }) => items.flatMap(({ text }) => parsePence(text) ?? []))
  const counts = Map.groupBy(printed, (amount) => amount)
  const required = Map.groupBy([...payments, ...deductions], ({ amount }) => amount)
  return [...required].every(([amount, lines]) => (counts.get(amount)?.length ?? 0) >= lines.length)
}
