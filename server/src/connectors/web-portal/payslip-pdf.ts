import type { Page, Word } from '../../extraction/document.ts'
import type { Pence } from '../../vocabulary/money.ts'
import { niNumberOf } from '../identity.ts'
import type { PayslipSeen } from './payslip-page.ts'
import { dayIn, decimalIn, penceIn } from './parse-values.ts'

// The paper of a payslip, whose layout is the employer's. It is read by its words and by what stands beside or below them.

/** Words that belong together, or one number. */
export type Item = { text: string; decimal: string | null; x: number; right: number; y: number; size: number }
/** What stands on one line across the page, from left to right. */
export type Row = { y: number; items: Item[] }

/** Points, or ems of large type: what differs less in height stands on the same line. */
const rowHeight = 1.2
const rowHeightOfLarge = 0.12
/** In ems: what is further apart is not read together. */
const columnGap = 0.85

export function rowsOf(pages: Page[]): Row[] {
  return pages.flatMap(({ words }) => {
    const rows: { y: number; words: Word[] }[] = []
    for (const word of words.toSorted((one, other) => one.y - other.y)) {
      const row = rows.at(-1)
      if (row && word.y - row.y < Math.max(rowHeight, word.size * rowHeightOfLarge)) row.words.push(word)
      else rows.push({ y: word.y, words: [word] })
    }
    return [...rows.map(({ y, words }) => ({ y, items: itemsOf(words) })), { y: Infinity, items: [] }]
  })
}

function itemsOf(words: Word[]): Item[] {
  const items: Item[] = []
  for (const word of signsJoined(words.toSorted((one, other) => one.x - other.x))) {
    const item = items.at(-1)
    const decimal = decimalIn(word.text)
    if (item && item.decimal === null && decimal === null && word.x - item.right < columnGap * word.size) {
      item.text += ` ${word.text}`
      item.right = word.right
    } else items.push({ ...word, decimal })
  }
  return items
}

/** `- £ 12.50` is one number, though typed with spaces. */
function signsJoined(words: Word[]): Word[] {
  const joined: Word[] = []
  for (const word of words) {
    const before = joined.at(-1)
    if (before && /^(-|£|-£|- £)$/.test(before.text) && /^[£\d]/.test(word.text)) {
      before.text += ` ${word.text}`
      before.right = word.right
    } else joined.push({ ...word })
  }
  return joined
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[:.]+$/, '')
    .trim()

/** What employers call it. Below: where nothing stands beside the words, what is written under them counts. */
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
type Labels = { beside: string[]; below: string[] }

const furthestBelow = 42
const furthestAside = 190

/** What the words of a label are written beside or above, wherever they stand. */
function valuesOf<T>(rows: Row[], labels: Labels, read: (text: string) => T | null): T[] {
  return rows.flatMap(({ items }, at) =>
    items.flatMap((label, n) => {
      const name = plain(label.text)
      const mayStandBelow = labels.below.includes(name)
      if (!mayStandBelow && !labels.beside.includes(name)) return []
      const beside = items[n + 1] ? read(items[n + 1]?.text ?? '') : null
      const value = beside ?? (mayStandBelow ? readBelow(rows.slice(at + 1), label, read) : null)
      return value === null ? [] : [value]
    }),
  )
}

function readBelow<T>(rows: Row[], label: Item, read: (text: string) => T | null): T | null {
  for (const { y, items } of rows) {
    if (y - label.y > furthestBelow) return null
    const under = items.filter(({ x, right }) => right > label.x - 4 && x < label.x + furthestAside)
    const value = under.map(({ text }) => read(text)).find((value) => value !== null)
    if (value !== undefined && value !== null) return value
  }
  return null
}

const niForm = /\b[A-Z]{2} ?\d\d ?\d\d ?\d\d ?[A-D]\b/g

/** Whether the paper says what the page says. What it does not print at all cannot differ, but net pay and day it must. */
export function agrees(rows: Row[], page: PayslipSeen): boolean {
  const gross = valuesOf(rows, grossLabels, penceIn)
  const net = valuesOf(rows, netLabels, penceIn)
  const days = valuesOf(rows, payDateLabels, dayIn)
  const text = rows.map(({ items }) => items.map((item) => item.text).join(' ')).join('\n')
  const niNumbers = (text.match(niForm) ?? []).map(niNumberOf)
  const { yearToDate } = page
  return (
    !rows.some(isOverwritten) &&
    isSum(gross, page.gross, yearToDate.gross) &&
    isSum(net, page.net, yearToDate.net) &&
    days.length > 0 &&
    days.every((day) => day === page.payDate) &&
    (niNumbers.length === 0 || niNumbers.includes(page.niNumber)) &&
    allPrinted(rows, page)
  )
}

/** A number that stands on another one was put there later. */
const isOverwritten = ({ items }: Row) =>
  items.some((item, n) => {
    const before = items[n - 1]
    const isOver = before && item.x < before.right - item.size * 0.3
    return isOver && item.decimal !== null && before.decimal !== null && item.decimal !== before.decimal
  })

/** Under the same words some papers also print the year's sum, which the page tells too. */
const isSum = (values: Pence[], period: Pence, year: Pence | null) =>
  values.includes(period) && values.every((value) => value === period || value === year)

/** Each line of the page has its amount on the paper, as often as there are lines of it. */
function allPrinted(rows: Row[], { payments, deductions }: PayslipSeen): boolean {
  const printed = rows.flatMap(({ items }) => items.flatMap(({ text }) => penceIn(text) ?? []))
  const counts = Map.groupBy(printed, (amount) => amount)
  const wanted = Map.groupBy([...payments, ...deductions], ({ amount }) => amount)
  return [...wanted].every(([amount, lines]) => (counts.get(amount)?.length ?? 0) >= lines.length)
}
