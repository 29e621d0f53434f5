import { type StatementLine, textOf } from '../text/lines.ts'
import type { PrintedAmount } from '../text/money.ts'
import {
  type BalanceMarker,
  type ColumnRole,
  classifyAmountLabel,
  creditWords,
  findDirection,
  findMarker,
} from '../text/vocabulary.ts'
import { contentTuning } from '../tuning.ts'
import type { AmountColumn } from './columns.ts'
import type { TransactionTable } from './table.ts'

export type ColumnRoles = Map<AmountColumn, ColumnRole>

/** A line of the table with at least one amount in a column with a role. */
export type TableEntry = {
  line: StatementLine
  amount: { money: PrintedAmount; role: Exclude<ColumnRole, 'balance'> } | null
  balance: PrintedAmount | null
  marker: BalanceMarker | null
  /** Amounts in both directions, as in a row of totals. */
  both: { in: PrintedAmount; out: PrintedAmount } | null
  /** Amounts of the line in columns without a role. */
  others: PrintedAmount[]
  /** Index of the section; -1 before the first section heading. */
  section: number
  /** 1 if its description suggests money in, otherwise -1. */
  likelySign: 1 | -1
  /** Code or first word of the row, if the statement uses only a few of them; otherwise empty. */
  transactionType: string
}

export type TableSection = { line: StatementLine; direction: 'in' | 'out' }

/** Content of the table that does not depend on the meaning of its columns. */
export type TableContent = {
  table: TransactionTable
  lines: readonly StatementLine[]
  /** Words of each line apart from its date and amounts. */
  texts: Map<StatementLine, { text: string; marker: BalanceMarker | null }>
  sections: TableSection[]
  sectionByLine: Map<StatementLine, number>
  /** Lines that only list dates with their balances. */
  balanceListLines: Set<StatementLine>
  /** Headings with a date and the balance of that day. */
  dayHeadingLines: Set<StatementLine>
  /** Transaction type of each row; empty if the types are not recognisable. */
  transactionTypes: Map<StatementLine, string>
}

const noSection = -1
const balanceList = -2

export function readTableContent(table: TransactionTable): TableContent {
  const lines = dropUpcoming(table.lines).filter(
    (line) => line.y > (table.tops.get(line.page) ?? Number.POSITIVE_INFINITY),
  )
  const texts: TableContent['texts'] = new Map()
  const sections: TableSection[] = []
  const sectionByLine = new Map<StatementLine, number>()
  const balanceListLines = new Set<StatementLine>()
  // Including lines above the table: the heading of the first section precedes the header.
  const pageLines = table.lines.filter((line) => table.tops.has(line.page))
  let section = noSection
  for (const [n, line] of pageLines.entries()) {
    const next = pageLines[n + 1]
    const text = getPlainText(line, table)
    texts.set(line, { text, marker: findMarker(text) })
    const isShort = line.words.length <= contentTuning.maxHeadingWords
    if (line.amounts.length === 0 && line.dates.length === 0 && isShort) {
      const direction = findDirection(text)
      // A label of a summary is above its amount; a section heading is above titles or rows.
      const isHeading =
        isSinglePhrase(line) &&
        !isIndented(line, table) &&
        next !== undefined &&
        (next.amounts.length === 0 || next.dates.length > 0)
      if (direction && isHeading) {
        sections.push({ line, direction })
        section = sections.length - 1
      } else if (/\bbalances?\b/i.test(text) && isHeading && sections.length > 0 && next.dates.length > 0)
        section = balanceList
    }
    sectionByLine.set(line, section)
    if (isBalanceList(line, text) || section === balanceList) balanceListLines.add(line)
  }
  const content = {
    table,
    lines,
    texts,
    dayHeadingLines: findDayHeadings(table, lines),
    transactionTypes: findTransactionTypes(lines, texts),
  }
  // This many "headings" are really the first lines of descriptions.
  if (sections.length > contentTuning.maxSections)
    return { ...content, sections: [], sectionByLine: new Map(), balanceListLines: new Set() }
  return { ...content, sections, sectionByLine, balanceListLines }
}

const balanceWords = /^(balance|end|of|day|closing|daily|the|at|\W+)$/i

/** Lines with only a date and a balance, above rows without a date. */
function findDayHeadings({ stamps }: TransactionTable, lines: readonly StatementLine[]): Set<StatementLine> {
  const headings = lines.filter((line, n) => {
    const date = stamps.get(line)?.printedDate
    const [balance, second] = line.amounts
    if (!date || !balance || second) return false
    const next = lines[n + 1]
    const isAboveRow = next !== undefined && next.amounts.length > 0 && !stamps.has(next)
    return (
      isAboveRow &&
      line.words.every(
        (word) => date.words.includes(word) || balance.words.includes(word) || balanceWords.test(word.text),
      )
    )
  })
  const datedLines = lines.filter((line) => line.amounts.length > 0 && stamps.get(line)?.printedDate)
  const areHeadings =
    headings.length >= contentTuning.minDayHeadings &&
    headings.length > contentTuning.minDayHeadingShare * datedLines.length
  return new Set(areHeadings ? headings : [])
}

/** The first or the last words of rows, whichever vary less; if they vary too much, they are not transaction types. */
function findTransactionTypes(
  lines: readonly StatementLine[],
  texts: TableContent['texts'],
): Map<StatementLine, string> {
  const rows = lines.filter((line) => line.amounts.length > 0 && (texts.get(line)?.text ?? '') !== '')
  const listWords = (position: 0 | -1) =>
    new Map(rows.map((line) => [line, texts.get(line)?.text.split(' ').at(position)?.toLowerCase() ?? '']))
  const [first, last] = [listWords(0), listWords(-1)]
  const countDistinct = (words: Map<StatementLine, string>) => new Set(words.values()).size
  const types = countDistinct(last) < countDistinct(first) ? last : first
  const maxTypes = Math.min(contentTuning.maxTypes, contentTuning.maxTypeShare * rows.length)
  return countDistinct(types) <= maxTypes ? types : new Map()
}

const upcoming =
  /\b(upcoming|scheduled|pending|future|forthcoming|due (after|soon|next)|to come|not yet|still to)\b/i

/** Drops scheduled payments, which look like rows but are not part of the statement. */
function dropUpcoming(lines: readonly StatementLine[]): StatementLine[] {
  const cuts = new Map<number, number>()
  for (const line of lines) {
    const isHeading =
      line.amounts.length === 0 && line.words.length <= contentTuning.maxUpcomingWords && isSinglePhrase(line)
    if (isHeading && !cuts.has(line.page) && upcoming.test(textOf(line.words))) cuts.set(line.page, line.y)
  }
  return lines.filter(({ page, y }) => y < (cuts.get(page) ?? Number.POSITIVE_INFINITY))
}

/** A heading begins at the left edge of the table; the first line of a description begins right of the dates. */
function isIndented(line: StatementLine, { columnGrids, dateColumns }: TransactionTable): boolean {
  const placement = columnGrids.byPage.get(line.page)
  const [dateEdge] = (placement && dateColumns.get(placement)) ?? []
  return dateEdge !== undefined && (line.words[0]?.x ?? 0) > dateEdge + contentTuning.maxHeadingIndent
}

/** A heading is one phrase, not a row of titles. */
const isSinglePhrase = ({ words, size }: StatementLine) =>
  words.every(
    (word, n) => n === 0 || word.x - (words[n - 1]?.right ?? 0) < contentTuning.maxHeadingGap * size,
  )

/** Alternating dates and balances without any words. */
function isBalanceList({ dates, amounts }: StatementLine, text: string): boolean {
  if (dates.length < 2 || amounts.length < 2 || text !== '') return false
  return dates.every(({ right }, n) => {
    const next = dates[n + 1]?.x ?? Number.POSITIVE_INFINITY
    return amounts.some(({ x }) => x > right && x < next)
  })
}

/** The words of a line apart from its date and its amounts. */
function getPlainText(line: StatementLine, table: TransactionTable): string {
  const taken = new Set(line.amounts.flatMap(({ words }) => words))
  const stamp = table.stamps.get(line)
  for (const word of stamp?.printedDate?.words ?? []) taken.add(word)
  if (line.dates.length >= 2 && line.amounts.length >= 2) {
    for (const { words } of line.dates) for (const word of words) taken.add(word)
  }
  return textOf(line.words.filter((word) => !taken.has(word)))
}

/** The rows of the table for these column roles, from top to bottom. */
export function buildEntries(content: TableContent, roles: ColumnRoles): TableEntry[] {
  const { columnByAmount } = content.table.columnGrids
  const entries: TableEntry[] = []
  for (const line of content.lines) {
    if (line.amounts.length === 0 || content.balanceListLines.has(line)) continue
    let [amount, balance, ins, outs]: [
      TableEntry['amount'],
      PrintedAmount | null,
      PrintedAmount | null,
      PrintedAmount | null,
    ] = [null, null, null, null]
    const others: PrintedAmount[] = []
    for (const money of line.amounts) {
      const column = columnByAmount.get(money)
      const role = column && roles.get(column)
      if (!role) others.push(money)
      else if (role === 'balance') balance = money
      else {
        if (role === 'in') ins = money
        if (role === 'out') outs = money
        // Some statements fill the empty column with 0.00.
        if (!amount || amount.money.pence === 0) amount = { money, role }
      }
    }
    if (content.dayHeadingLines.has(line))
      [amount, balance, ins, outs] = [null, line.amounts[0] ?? null, null, null]
    if (!amount && !balance) continue
    const { text = '', marker: knownMarker = null } = content.texts.get(line) ?? {}
    let marker = knownMarker
    const hasBoth = ins !== null && outs !== null && ins.pence !== 0 && outs.pence !== 0
    const isDated = content.table.stamps.has(line)
    if (marker && marker !== 'total' && amount && !hasBoth) {
      // The wording of a balance with an amount in a transaction column: a balance printed there, or a payment named like one.
      if (balance || (marker === 'balance' && isDated)) marker = null
      else [balance, amount] = [amount.money, null]
    }
    // Labelled totals below the table are not rows.
    const labelKind = isDated || (marker && marker !== 'total') ? null : classifyAmountLabel(text)
    if (labelKind === 'in' || labelKind === 'out') continue
    // A balance with unknown wording and no date may belong to another account.
    const mayBeOtherAccount = !amount && !marker && !isDated && text !== ''
    if (mayBeOtherAccount && entries.some((entry) => entry.amount !== null && entry.line.page === line.page))
      continue
    entries.push({
      line,
      amount,
      balance,
      marker,
      both: hasBoth && ins && outs ? { in: ins, out: outs } : null,
      others,
      section: content.sectionByLine.get(line) ?? noSection,
      likelySign: creditWords.test(text) ? 1 : -1,
      transactionType: content.transactionTypes.get(line) ?? '',
    })
  }
  return entries
}
