import { formatDay, isCalendarDay } from '../../vocabulary/days.ts'
import type { PageRegion, PageWord } from '../document.ts'
import { findDates, type PrintedDate } from '../statements/text/dates.ts'
import { locateWords, type StatementLine, splitIntoCells, textOf } from '../statements/text/lines.ts'
import type { PrintedAmount } from '../statements/text/money.ts'

// Details that only the statement of a credit card has. Each has a label, which is beside or above its value.

export type CardFact<Value> = { value: Value; place: PageRegion }

export type CardFacts = {
  cardEnding: CardFact<string> | null
  statementDate: CardFact<string> | null
  dueDate: CardFact<string> | null
  /** In pence. */
  minimumPayment: CardFact<number> | null
  creditLimit: CardFact<number> | null
}

const labels = {
  statementDate:
    /\b(statement|billing|issue) date\b|\bdate of (this |your )?statement\b|\bstatement (produced|issued|dated|to)\b/i,
  dueDate:
    /\b(payment )?due( (date|by|on|before))?\b|\bpay(ment)? by\b|\bpay(able)? (it )?(on or )?before\b|\breach(es)? us by\b|\bcollect(ed)? .{0,40}\bon\b/i,
  minimumPayment:
    /\bminimum (monthly )?(payment|amount|repayment)\b|\bpay (us )?at least\b|\bleast you (must|need to|can) pay\b/i,
  creditLimit: /\bcredit limit\b/i,
}
/** Lines of small print quote amounts and dates that are not those of the card. */
const smallPrint = /\b(representative|example|assumed|if you|you will|you must|interest rate|apr)\b/i

/** Finds the details on the lines outside the table of transactions. */
export function findCardFacts(lines: readonly StatementLine[]): CardFacts {
  return {
    cardEnding: findCardEnding(lines),
    statementDate: findDay(lines, labels.statementDate),
    dueDate: findDay(lines, labels.dueDate),
    minimumPayment: findAmount(lines, labels.minimumPayment),
    creditLimit: findValue(lines, labels.creditLimit, listLimits),
  }
}

/** A masked or complete card number, or its last digits: `**** **** **** 4417`, `xxxx-xxxxxx-41702`, `ending 4417`. */
const maskedNumber =
  /[*x\u2022\u00b7#]{2}[\s-]?\d?(\d{4})(?!\d|[\s-]\d)|\bending(?: in| with)?:? \d?(\d{4})\b|\b\d{4}[\s-](?:\d{6}|[*x\u2022\u00b7#]{6})[\s-]\d(\d{4})\b|\b\d{4}(?:[\s-](?:\d{4}|[*x\u2022\u00b7#]{4})){2}[\s-](\d{4})\b|\b\d{4}[*x\u2022\u00b7#]{4,8}(\d{4})\b/i

function findCardEnding(lines: readonly StatementLine[]): CardFact<string> | null {
  // A date in the next cell is not the rest of the number, but the groups of a number may be set far apart.
  const cells = lines.flatMap(({ words, page }) =>
    [...splitIntoCells(words), words].map((cell) => ({ words: cell, page })),
  )
  for (const { words, page } of cells) {
    const match = maskedNumber.exec(textOf(words))
    const value = match?.slice(1).find((digits) => digits !== undefined)
    const word = value && words.find(({ text }) => text.replace(/\W+$/, '').endsWith(value))
    if (value && word) return { value, place: locateWords(page, [word]) }
  }
  return null
}

const findDay = (lines: readonly StatementLine[], label: RegExp) =>
  findValue(lines, label, (line) => listDates(line).flatMap(toDay))

const findAmount = (lines: readonly StatementLine[], label: RegExp) => findValue(lines, label, listAmounts)

const listAmounts = ({ amounts }: StatementLine): Candidate<number>[] =>
  amounts.map(({ pence, words }: PrintedAmount) => ({ value: pence, words }))

/** Credit limits are often printed in whole pounds, which are no amounts elsewhere on a statement. */
const wholePounds = /^£\d{1,3}(?:,?\d{3})*$|^\d{1,3}(?:,\d{3})+$/

const listLimits = (line: StatementLine): Candidate<number>[] => [
  ...listAmounts(line),
  ...line.words
    .filter(({ text }) => wholePounds.test(text))
    .map((word) => ({ value: Number(word.text.replace(/[£,]/g, '')) * 100, words: [word] })),
]

/** Dates within sentences are not among those of the line. */
const listDates = ({ words, isOcr }: StatementLine): PrintedDate[] => findDates(words, isOcr)

function toDay({ day, month, year, words }: PrintedDate) {
  return year !== null && isCalendarDay(year, month, day)
    ? [{ value: formatDay({ day, month, year }), words }]
    : []
}

type Candidate<Value> = { value: Value; words: PageWord[] }

/** Returns the first value right of its label on the same line, or below it within the width of its cell. */
function findValue<Value>(
  lines: readonly StatementLine[],
  label: RegExp,
  list: (line: StatementLine) => Candidate<Value>[],
): CardFact<Value> | null {
  for (const [n, line] of lines.entries()) {
    if (isRow(line)) continue
    const cells = splitIntoCells(line.words)
    const cell = cells.find((words) => label.test(textOf(words)))
    if (!cell || smallPrint.test(textOf(cell))) continue
    const start = findLabelEnd(cell, label)
    const beside = list(line).find(({ words }) => (words[0] as PageWord).x >= start)
    if (beside) return { value: beside.value, place: locateWords(line.page, beside.words) }
    const below = findBelow(lines.slice(n + 1, n + 3), line, cell, list)
    if (below) return below
  }
  return null
}

/** Whether a line is a transaction, such as a payment of the last minimum amount. */
const isRow = ({ dates: [date], amounts, words }: StatementLine): boolean =>
  amounts.length > 0 && date !== undefined && date.words[0] === words[0]

/** Returns where the label ends. A date may follow it within the same cell. */
function findLabelEnd(cell: readonly PageWord[], label: RegExp): number {
  const end = cell.findIndex((_, n) => label.test(textOf(cell.slice(0, n + 1))))
  return (cell[Math.max(0, end)] as PageWord).right
}

/** Maximum distance between a caption and the value below it, as a multiple of the type size. */
const maxCaptionPitch = 2.6

function findBelow<Value>(
  next: readonly StatementLine[],
  { page, y, size }: StatementLine,
  cell: readonly PageWord[],
  list: (line: StatementLine) => Candidate<Value>[],
): CardFact<Value> | null {
  const [left, right] = [(cell[0] as PageWord).x, (cell.at(-1) as PageWord).right]
  for (const line of next) {
    if (line.page !== page || line.y - y > maxCaptionPitch * Math.max(size, line.size)) return null
    const candidate = list(line).find(
      ({ words }) => (words[0] as PageWord).x < right && (words.at(-1) as PageWord).right > left,
    )
    if (candidate) return { value: candidate.value, place: locateWords(page, candidate.words) }
  }
  return null
}
