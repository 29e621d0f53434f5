import { balanceWords } from '../text/day-balances.ts'
import { type StatementLine, splitIntoCells, textOf } from '../text/lines.ts'
import type { PrintedAmount } from '../text/money.ts'
import {
  type BalanceMarker,
  type ColumnRole,
  classifyAmountLabel,
  creditWords,
  findDirection,
  findMarker,
} from '../text/vocabulary.ts'
import { contentTuning } from '../tuning/table.ts'
import type { AmountColumn } from './columns.ts'
import type { DateStamp } from './date-stamps.ts'
import { listHeaderTexts, type TransactionTable } from './table.ts'

export type ColumnRoles = Map<AmountColumn, ColumnRole>

/** A line of the table that has at least one amount in a column with a role. */
export type TableEntry = {
  line: StatementLine
  amount: { money: PrintedAmount; role: Exclude<ColumnRole, 'balance'> } | null
  balance: PrintedAmount | null
  marker: BalanceMarker | null
  /** Both amounts of a row with money in and money out, such as a row of totals. */
  both: { in: PrintedAmount; out: PrintedAmount } | null
  /** Amounts on this line that are in columns without a role. */
  others: PrintedAmount[]
  /** Index of the section; -1 before the first section heading. */
  section: number
  /** The date is printed on the same line. */
  isDated: boolean
  /** 1 if the description suggests money in; -1 if it does not. */
  likelySign: 1 | -1
  /** Transaction type: the first or last word of the row. Empty if the statement uses too many different words. */
  transactionType: string
}

export type TableSection = { line: StatementLine; direction: 'in' | 'out' }

type LineText = {
  text: string
  marker: BalanceMarker | null
  /** The text is the label of a total, such as `Total paid in`. */
  isTotalLabel: boolean
  /** 1 if the text suggests money in; -1 if it does not. */
  likelySign: 1 | -1
}

/** Content of the table that is independent of the meaning of its columns. */
export type TableContent = {
  table: TransactionTable
  lines: readonly StatementLine[]
  /** Text of each line without its date and amounts. */
  texts: Map<StatementLine, LineText>
  sections: TableSection[]
  sectionByLine: Map<StatementLine, number>
  /** Lines that contain only dates with their balances. */
  balanceListLines: Set<StatementLine>
  /** Headings with a date and the balance of that day. */
  dayHeadingLines: Set<StatementLine>
  /** Transaction type of each row; empty if no types were recognised. */
  transactionTypes: Map<StatementLine, string>
}

const noText: LineText = { text: '', marker: null, isTotalLabel: false, likelySign: -1 }
const noSection = -1
const balanceList = -2

/** `isClosing`: whether an amount equals a stated closing balance, which the heading of the last day repeats. */
export function readTableContent(
  table: TransactionTable,
  isClosing: (money: PrintedAmount) => boolean = () => false,
): TableContent {
  const lines = dropUpcoming(table).filter(
    (line) => line.y > (table.tops.get(line.page) ?? Number.POSITIVE_INFINITY),
  )
  const texts: TableContent['texts'] = new Map()
  const sections: TableSection[] = []
  const sectionByLine = new Map<StatementLine, number>()
  const balanceListLines = new Set<StatementLine>()
  // Lines above the table are included, because the heading of the first section is above the header.
  const pageLines = table.lines.filter((line) => table.tops.has(line.page))
  let section = noSection
  for (const [n, line] of pageLines.entries()) {
    const next = pageLines[n + 1]
    const text = getPlainText(line, table)
    const labelKind = line.amounts.length > 0 ? classifyAmountLabel(text) : null
    texts.set(line, {
      text,
      marker: findMarker(text),
      isTotalLabel: labelKind === 'in' || labelKind === 'out',
      likelySign: line.amounts.length > 0 && creditWords.test(text) ? 1 : -1,
    })
    const isShort = countHeadingWords(text) <= contentTuning.maxHeadingWords
    if (line.amounts.length === 0 && line.dates.length === 0 && isShort) {
      const direction = findDirection(text)
      // A label in a summary is directly above its amount, whereas a section heading is above titles or rows.
      const isHeading =
        isSinglePhrase(line) &&
        !isIndented(line, table) &&
        !isSubtitle(pageLines[n - 1], line, next) &&
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
    dayHeadingLines: findDayHeadings(table, lines, isClosing),
    transactionTypes: findTransactionTypes(lines, texts),
  }
  // If there are this many "headings", they are really the first lines of descriptions.
  const headings = new Set(
    sections.map(({ line }) => textOf(line.words).replace(/\W*\bcont(inued)?\b.*$/i, '')),
  )
  if (headings.size > contentTuning.maxSections)
    return { ...content, sections: [], sectionByLine: new Map(), balanceListLines: new Set() }
  return { ...content, sections, sectionByLine, balanceListLines }
}

/** Counts the words of a heading. A bilingual heading has as many as its longer half. */
const countHeadingWords = (text: string): number =>
  Math.max(...text.split(' / ').map((part) => part.split(' ').length))

/** Whether a line contains only a date and a balance: `Friday 28 February 2025   End of day £2,444.38`. */
function isDayWithBalance({ words, amounts: [balance, second] }: StatementLine, stamp?: DateStamp): boolean {
  const date = stamp?.printedDate
  if (!date || !balance || second) return false
  return words.every(
    (word) => date.words.includes(word) || balance.words.includes(word) || balanceWords.test(word.text),
  )
}

/** Finds lines that contain only a date and a balance and are above rows without a date. */
function findDayHeadings(
  { stamps }: TransactionTable,
  lines: readonly StatementLine[],
  isClosing: (money: PrintedAmount) => boolean,
): Set<StatementLine> {
  const headings = lines.filter((line, n) => {
    if (!isDayWithBalance(line, stamps.get(line))) return false
    // The amount of a row may be printed on its second line.
    const next = lines.slice(n + 1, n + 1 + contentTuning.maxRowLines)
    const row = next.findIndex(({ amounts }) => amounts.length > 0)
    const isAboveRow = row >= 0 && next.slice(0, row + 1).every((other) => !stamps.has(other))
    return isAboveRow
  })
  const datedLines = lines.filter((line) => line.amounts.length > 0 && stamps.get(line)?.printedDate)
  // A few days are recognised by the closing balance that one of them repeats, or because each names its balance.
  const areAllDays = headings.length > 0 && headings.length === datedLines.length
  const endsWithClosing = headings.some(({ amounts: [balance] }) => balance && isClosing(balance))
  const areNamed = headings.every(({ words }) => words.some(({ text }) => /^balance\W*$/i.test(text)))
  const areHeadings =
    (areAllDays && (endsWithClosing || areNamed)) ||
    (headings.length >= contentTuning.minDayHeadings &&
      headings.length > contentTuning.minDayHeadingShare * datedLines.length)
  return new Set(areHeadings ? headings : [])
}

/**
 * Returns the first or the last word of each row, whichever varies less. If both vary too much, the words are not
 * transaction types and the result is empty.
 */
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

/**
 * Drops scheduled payments, from their heading to the next heading. They look like rows but are not part of the
 * statement.
 */
function dropUpcoming(table: TransactionTable): StatementLine[] {
  const headers = listHeaderTexts(table)
  const isPhrase = (line: StatementLine) =>
    line.words.length <= contentTuning.maxUpcomingWords &&
    (isSinglePhrase(line) || isUpcomingWithRemark(line))
  let heading: StatementLine | null = null
  let [rows, dates] = [0, 0]
  return table.lines.filter((line, n) => {
    if (heading && line.page !== heading.page) heading = null
    const text = textOf(line.words)
    const isDetail =
      !heading && isIndented(line, table) && isSubtitle(table.lines[n - 1], line, table.lines[n + 1])
    const isHeading = line.amounts.length === 0 && isPhrase(line) && !/[.;,]$/.test(text) && !isDetail
    if (isHeading && upcoming.test(text)) {
      // Small print below a scheduled payment may repeat the wording of the heading.
      if (!heading || isAligned(line, heading)) [rows, dates] = [0, 0]
      heading ??= line
    } else if (heading) {
      // The first date heading below undated scheduled payments begins the transactions.
      const stamp = table.stamps.get(line)
      const isFirstDay = dates === 0 && (stamp?.isHeading || isDayWithBalance(line, stamp))
      const isEnd = rows > 0 && (headers.has(text) || isFirstDay)
      if (isEnd || isNextHeading(line, heading)) heading = null
    }
    if (line.amounts.length > 0) rows++
    if (table.stamps.has(line)) dates++
    return heading === null
  })
}

/** Whether a line is a heading with a remark beside it: `Pending` and `These are not in your balance yet`. */
function isUpcomingWithRemark({ words }: StatementLine): boolean {
  const [heading, remark, more] = splitIntoCells(words)
  return heading && remark && !more
    ? upcoming.test(textOf(heading)) && remark.length >= contentTuning.minRemarkWords
    : false
}

/** Whether a line is the next heading: a phrase in the same type as the current heading. */
const isNextHeading = (line: StatementLine, heading: StatementLine): boolean =>
  line.amounts.length === 0 &&
  isSinglePhrase(line) &&
  line.words[0]?.font === heading.words[0]?.font &&
  isAligned(line, heading) &&
  line.y > heading.y

/** Whether a line is as large as a heading and begins at the same left edge. */
const isAligned = (line: StatementLine, heading: StatementLine): boolean =>
  line.size >= heading.size &&
  Math.abs((line.words[0]?.x ?? 0) - (heading.words[0]?.x ?? 0)) < contentTuning.maxHeadingIndent

/**
 * Whether a line begins right of the dates, like the first line of a description. A heading begins at the left edge
 * of the table.
 */
function isIndented(line: StatementLine, { columnGrids, dateColumns }: TransactionTable): boolean {
  const placement = columnGrids.byPage.get(line.page)
  const [dateEdge] = (placement && dateColumns.get(placement)) ?? []
  return dateEdge !== undefined && (line.words[0]?.x ?? 0) > dateEdge + contentTuning.maxHeadingIndent
}

/**
 * Whether a line is the second line of the description above it: in smaller type, or closer to that row than to the
 * next line.
 */
function isSubtitle(
  row: StatementLine | undefined,
  { page, y, size, words: [first] }: StatementLine,
  next: StatementLine | undefined,
): boolean {
  if (!row || !next || !first || row.page !== page || row.amounts.length === 0) return false
  const isBelowText = row.words.some(({ x }) => Math.abs(x - first.x) < contentTuning.maxSubtitleOffset)
  const gap = next.page === page ? next.y - y : Number.POSITIVE_INFINITY
  const isSmaller = size < contentTuning.maxSubtitleSize * row.size
  return isBelowText && (isSmaller || y - row.y < gap - contentTuning.maxSubtitleOffset)
}

/** Whether a line is one phrase, like a heading, and not a row of titles. */
const isSinglePhrase = ({ words, size }: StatementLine) =>
  words.every(
    (word, n) => n === 0 || word.x - (words[n - 1]?.right ?? 0) < contentTuning.maxHeadingGap * size,
  )

/** Whether a line consists of alternating dates and balances without any other words. */
function isBalanceList({ dates, amounts, words }: StatementLine, text: string): boolean {
  if (dates.length < 2 || amounts.length < 2) return false
  // Text of a panel may be on the same baseline, right of the list.
  const [last] = amounts.toSorted((a, b) => b.fullRight - a.fullRight)
  const beside = textOf(
    words.filter(({ x, size }) => x - (last?.fullRight ?? 0) > contentTuning.minPanelGap * size),
  )
  if (text !== beside) return false
  return dates.every(({ right }, n) => {
    const next = dates[n + 1]?.x ?? Number.POSITIVE_INFINITY
    return amounts.some(({ x }) => x > right && x < next)
  })
}

/** Returns the text of a line without its date and its amounts. */
function getPlainText(line: StatementLine, table: TransactionTable): string {
  const taken = new Set(line.amounts.flatMap(({ words }) => words))
  const stamp = table.stamps.get(line)
  for (const word of stamp?.printedDate?.words ?? []) taken.add(word)
  if (line.dates.length >= 2 && line.amounts.length >= 2) {
    for (const { words } of line.dates) for (const word of words) taken.add(word)
  }
  return textOf(line.words.filter((word) => !taken.has(word)))
}

/** Builds the entries of the table for these column roles, from top to bottom. */
export function buildEntries(content: TableContent, roles: ColumnRoles): TableEntry[] {
  const { columnByAmount } = content.table.columnGrids
  const entries: TableEntry[] = []
  const unknownBalances = new Set<StatementLine>()
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
        // Some statements print 0.00 in the column that would be empty.
        if (!amount || amount.money.pence === 0) amount = { money, role }
      }
    }
    if (content.dayHeadingLines.has(line))
      [amount, balance, ins, outs] = [null, line.amounts[0] ?? null, null, null]
    if (!amount && !balance) continue
    const { text, marker: knownMarker, isTotalLabel, likelySign } = content.texts.get(line) ?? noText
    let marker = knownMarker
    const hasBoth = ins !== null && outs !== null && ins.pence !== 0 && outs.pence !== 0
    const isDated = content.table.stamps.has(line)
    if (marker && marker !== 'total' && amount && !hasBoth) {
      // The text is the wording of a balance, but the amount is in a transaction column. It is either a balance
      // printed there or a payment with a similar description.
      if (balance || (marker === 'balance' && isDated)) marker = null
      else [balance, amount] = [amount.money, null]
    }
    // Labelled totals below the table are not transactions.
    if (isTotalLabel && !isDated && (!marker || marker === 'total')) continue
    // A balance with unknown wording and no date may belong to another account, such as a savings pot.
    const mayBeOtherAccount = !amount && !marker && !isDated && text !== ''
    if (mayBeOtherAccount && entries.some((entry) => entry.amount !== null && entry.line.page === line.page))
      continue
    if (mayBeOtherAccount) unknownBalances.add(line)
    entries.push({
      line,
      amount,
      balance,
      marker,
      both: hasBoth && ins && outs ? { in: ins, out: outs } : null,
      others,
      section: content.sectionByLine.get(line) ?? noSection,
      isDated,
      likelySign,
      transactionType: content.transactionTypes.get(line) ?? '',
    })
  }
  return dropBelowClosing(dropOtherAccounts(entries, unknownBalances), content)
}

/**
 * Drops undated amounts below the closing balance of the table. They explain the balance (`Less items not yet
 * cleared`) and are not transactions.
 */
function dropBelowClosing(
  entries: TableEntry[],
  { table: { stamps }, dayHeadingLines }: TableContent,
): TableEntry[] {
  // The rows of a day are below the heading with its closing balance.
  const closing = entries.findLastIndex(
    ({ marker, amount, line }) => marker === 'closing' && amount === null && !dayHeadingLines.has(line),
  )
  const isRow = ({ amount, marker }: TableEntry) => amount !== null && marker === null
  const rest = entries.slice(closing + 1).filter(isRow)
  const isBelow =
    closing >= 0 &&
    entries.slice(0, closing).some(isRow) &&
    rest.every(({ line }) => !stamps.has(line) && line.page === entries[closing]?.line.page)
  return isBelow ? entries.filter((entry) => !rest.includes(entry)) : entries
}

/** Drops balances with unknown wording on pages after the last row, because these pages are about other accounts. */
function dropOtherAccounts(entries: TableEntry[], unknownBalances: ReadonlySet<StatementLine>): TableEntry[] {
  if (unknownBalances.size === 0) return entries
  const lastPage = Math.max(...entries.filter(({ amount }) => amount).map(({ line }) => line.page))
  return entries.filter(({ line }) => !(unknownBalances.has(line) && line.page > lastPage))
}
