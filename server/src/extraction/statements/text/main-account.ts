import { parseTuning } from '../tuning/checks.ts'
import { median, type StatementLine, splitIntoCells, textOf } from './lines.ts'
import type { StatementText } from './statement-text.ts'
import { areTitles, findMarker } from './vocabulary.ts'

// The parser therefore also tries cutting the text off at each such heading; the arithmetic decides which cut is
// right.

const otherSection =
  /\b(pots?|spaces?|pockets?|vaults?|jars?|goals?|buckets?|envelopes?|stash(es)?|savings?|saver|isas?|loans?|reserve|deposit|notice|club|charges?|fees|interest|rates?|pending|forward value|cleared balances?|eur|usd|euros?|dollars?|currency|other accounts?|account number|insurance|overdraft|rewards?|summary)\b/i
/** Headings of accounts that have their own transactions. */
const otherAccount =
  /\b(pots?|spaces?|pockets?|vaults?|jars?|goals?|buckets?|envelopes?|stash(es)?|savings?|saver|isas?|loans?|reserve|deposit|notice|club|pending|eur|usd|euros?|dollars?|currency|other accounts?)\b/i
const potHeading =
  /^((total|balances?|money|held|kept|saved|set aside|all|active|in|of|your|my|the|other|open|linked|shared|personal|savings?|saver)[ :]+){0,5}(pots?|spaces|pockets|vaults|jars|goals|buckets|envelopes|stashes|savings)( (balances?|totals?|summary|overview|and (spaces|vaults|savings|goals)))?(?![ -]\p{Ll})/iu
const dateTitle = /\b(date|day|posted|processed|dyddiad)\b/i

/**
 * The text before a heading, and the lines after it. If the heading has no known wording, only printed opening and
 * closing balances prove that the account ends there.
 */
export type MainAccountText = { text: StatementText; rest: StatementLine[]; needsBothBalances: boolean }

/** Lists the texts up to each heading that may begin another account; the shortest text is first. */
export function listMainAccountTexts(text: StatementText): MainAccountText[] {
  const { lines } = text
  // Days below a month heading have no month of their own, so that their rows are not recognised as dated.
  const dated = listRows(lines)
  const rows = dated.length > 0 ? dated : lines.filter(({ amounts, isPanel }) => !isPanel && hasCell(amounts))
  const firstRow = lines.indexOf(rows[0] as StatementLine)
  if (firstRow < 0) return []
  const left = Math.min(...rows.map(({ words }) => words[0]?.x ?? Number.POSITIVE_INFINITY))
  const rowSize = median(rows.map(({ size }) => size))
  // The heading of a further month of the same account repeats a heading above the first rows.
  const known = new Set(lines.slice(0, firstRow).map(maskDigits))
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(maskDigits(line), (counts.get(maskDigits(line)) ?? 0) + 1)
  const knownCells = new Set(lines.slice(0, firstRow).flatMap(listCells))
  // `Kestrel Savings and Loan | Statement continued` at the top of a page is the name of the bank.
  const isPageHeader = (line: StatementLine, n: number) => {
    const sections = listCells(line).filter((cell) => otherSection.test(cell))
    const isTop = lines[n - 1]?.page !== line.page
    return isTop && sections.length > 0 && sections.every((cell) => knownCells.has(cell))
  }
  const isCandidate = (line: StatementLine, n: number) =>
    n > firstRow &&
    !line.isPanel &&
    !isPageHeader(line, n) &&
    (line.words[0]?.x ?? 0) < left + parseTuning.maxCutIndent &&
    !known.has(maskDigits(line))
  const named = lines.filter(
    (line, n) =>
      isCandidate(line, n) &&
      (isHeading(line, rowSize) ||
        // Titles that are repeated on every page belong to the main table.
        (counts.get(maskDigits(line)) === 1 && isUndatedHeader(line, lines[n + 1]))),
  )
  const ofTables = lines.filter((line, n) => isCandidate(line, n) && isHeadingOfTable(lines, n))
  const lastDate = lines.findLastIndex(({ dates, isPanel }) => !isPanel && dates.length > 0)
  const ofLists = lines.filter(
    (line, n) => n > lastDate && isCandidate(line, n) && !hasCell(line.amounts) && hasCellsBelow(lines, n),
  )
  // A name that the customer chose is followed by the number of that account: `Rainy day 40118273`.
  const knownNumbers = new Set(lines.slice(0, firstRow).flatMap(listAccountNumbers))
  const numbered = lines.filter(
    (line, n) => isCandidate(line, n) && isShortPhrase(line) && namesOtherNumber(line, knownNumbers),
  )
  // The rows of another account may be named one by one, or be below titles of their own, without a balance to begin with.
  // A single row that names another account is a transfer to it.
  const lastOfMain = rows.findLastIndex(({ words }) => !otherAccount.test(textOf(words)))
  const ofOtherAccount = lines.filter(
    (line, n) => isCandidate(line, n) && (rows.indexOf(line) > lastOfMain || isHeadingOfTitles(lines, n)),
  )
  const afterClosing = lines.filter(
    (line, n) => isCandidate(line, n) && isShortPhrase(line) && followsClosing(lines, n),
  )
  const { maxCutsTried } = parseTuning
  const cuts = new Map<StatementLine, boolean>()
  for (const line of [...ofLists, ...afterClosing].slice(0, maxCutsTried)) cuts.set(line, true)
  for (const line of ofOtherAccount.slice(-maxCutsTried)) cuts.set(line, true)
  for (const line of named.slice(0, maxCutsTried)) cuts.set(line, false)
  for (const line of [...ofTables, ...numbered].slice(0, maxCutsTried)) cuts.set(line, false)
  return [...cuts]
    .toSorted(([a], [b]) => lines.indexOf(a) - lines.indexOf(b))
    .flatMap(([cut, needsBothBalances]) => {
      // The balance of a pot may be set slightly higher than the heading beside it.
      const top = cut.y - parseTuning.maxHeadingShift * cut.size
      const isBefore = ({ page, isPanel, y }: StatementLine) =>
        page < cut.page || (page === cut.page && (isPanel || y < top))
      const rest = lines.filter((line) => !isBefore(line))
      const otherRows = rest.filter((line) => rows.includes(line)).length
      // If many rows follow a heading that does not name an account, they belong to the main account.
      const isOther = otherAccount.test(textOf(cut.words)) || ofTables.includes(cut) || numbered.includes(cut)
      if (otherRows >= parseTuning.minOtherRows && !isOther) return []
      return [{ text: { ...text, lines: lines.filter(isBefore) }, rest, needsBothBalances }]
    })
}

const currentAccount = /\bcurrent (a\/c|account)\b/i

/**
 * Returns the text without the savings accounts whose tables are printed above that of a current account, or null if
 * there are none. The headings of all these tables name their accounts.
 */
export function dropEarlierAccounts(text: StatementText): StatementText | null {
  const { lines } = text
  const headings = lines.filter(
    (line, n) => !line.isPanel && isShortPhrase(line) && isHeadingOfTable(lines, n),
  )
  const isCurrent = (line: StatementLine) => currentAccount.test(textOf(line.words))
  const current = headings.find(isCurrent)
  const first = headings.find((line) => otherAccount.test(textOf(line.words)))
  if (!first || !current || headings.indexOf(first) >= headings.indexOf(current)) return null
  const isAtOrBelow = (line: StatementLine, heading: StatementLine) =>
    line.page > heading.page || (line.page === heading.page && line.y >= heading.y)
  const isKept = (line: StatementLine) =>
    line.isPanel || !isAtOrBelow(line, first) || isAtOrBelow(line, current)
  return { ...text, lines: lines.filter(isKept), letterheadLines: text.letterheadLines.filter(isKept) }
}

/** Whether the last amount above a line is a closing balance, and further amounts follow. */
function followsClosing(lines: readonly StatementLine[], index: number): boolean {
  const above = lines.slice(0, index).findLast(({ amounts, isPanel }) => !isPanel && hasCell(amounts))
  if (!above || !hasCellsBelow(lines, index)) return false
  const values = new Set([...above.amounts, ...above.dates].flatMap(({ words }) => words))
  const marker = findMarker(textOf(above.words.filter((word) => !values.has(word))))
  return marker === 'closing' || marker === 'carried'
}

/** Whether a heading names another account by its kind or by a number that is not among the known ones. */
export const namesOtherAccount = (line: StatementLine, known: ReadonlySet<string>): boolean =>
  otherAccount.test(textOf(line.words)) || namesOtherNumber(line, known)

export const listAccountNumbers = ({ words }: StatementLine): string[] =>
  words.flatMap(({ text }) => /^\W*(\d{8})\W*$/.exec(text)?.[1] ?? [])

function namesOtherNumber(line: StatementLine, known: ReadonlySet<string>): boolean {
  const numbers = listAccountNumbers(line)
  return numbers.length > 0 && numbers.every((number) => !known.has(number))
}

/** Whether a line is a few words without an amount or a date, and begins with a word. */
export const isShortPhrase = ({ words, amounts, dates }: StatementLine): boolean =>
  !hasCell(amounts) &&
  dates.length === 0 &&
  words.length <= parseTuning.maxCutWords &&
  /\p{L}{3}/u.test(textOf(words)) &&
  !/[.;,]$/.test(textOf(words))

/** Whether a heading is directly above the titles or the opening balance of a further table. */
function isHeadingOfTable(lines: readonly StatementLine[], index: number): boolean {
  const { amounts, dates, page } = lines[index] as StatementLine
  if (amounts.length > 0 || dates.length > 0) return false
  const below = lines
    .slice(index + 1, index + 1 + parseTuning.maxTitleLines)
    .filter((line) => line.page === page)
  const table = below.findIndex((line) => hasCell(line.amounts) || line.dates.length > 0)
  const first = below[table]
  if (!first || !hasCell(first.amounts)) return false
  const values = new Set([...first.amounts, ...first.dates].flatMap(({ words }) => words))
  const marker = findMarker(textOf(first.words.filter((word) => !values.has(word))))
  return (
    (marker === 'brought' || marker === 'opening') &&
    below.slice(0, table).some(({ words }) => areTitles(splitIntoCells(words).map(textOf)))
  )
}

/** Whether a short heading is directly above column titles that are also above the first rows. */
function isHeadingOfTitles(lines: readonly StatementLine[], index: number): boolean {
  const [line, titles] = [lines[index] as StatementLine, lines[index + 1]]
  if (!isShortPhrase(line) || titles?.page !== line.page || titles.amounts.length > 0) return false
  return (
    areTitles(splitIntoCells(titles.words).map(textOf)) &&
    lines.slice(0, index).some((other) => textOf(other.words) === textOf(titles.words))
  )
}

const hasCellsBelow = (lines: readonly StatementLine[], index: number): boolean =>
  lines.slice(index + 1).some(({ amounts, isPanel }) => !isPanel && hasCell(amounts))

/** Lists the lines with an amount and a date, which may be a heading above them. */
function listRows(lines: readonly StatementLine[]): StatementLine[] {
  const withDate = lines.filter(({ dates, isPanel }) => !isPanel && dates.length > 0)
  const dated = withDate.filter(({ amounts }) => hasCell(amounts))
  const headings = withDate.filter(
    ({ amounts, dates, words }) => !hasCell(amounts) && dates[0]?.words[0] === words[0],
  )
  if (dated.length >= headings.length) return dated
  return lines.filter(
    ({ amounts, isPanel }, n) =>
      !isPanel &&
      amounts.some(({ endsCell }) => endsCell) &&
      lines.slice(Math.max(0, n - parseTuning.maxHeadedLines), n + 1).some(({ dates }) => dates.length > 0),
  )
}

const listCells = ({ words }: StatementLine): string[] =>
  splitIntoCells(words).map((cell) => textOf(cell).toLowerCase())

const maskDigits = ({ words }: StatementLine): string => textOf(words).replace(/\d+/g, '#').toLowerCase()

/**
 * Whether one of the first lines after the heading repeats or continues a balance from the rows before it, which
 * means that the account continues there.
 */
export function continuesAccount(rest: readonly StatementLine[], balances: readonly number[]): boolean {
  return rest
    .filter(({ amounts }) => hasCell(amounts))
    .slice(0, parseTuning.maxContinuedLines)
    .some(({ amounts }) => {
      const printed = amounts.map(({ pence }) => pence).filter((pence) => pence !== 0)
      return balances.some(
        (balance) =>
          printed.includes(balance) ||
          // The line may also be the next row, whose balance differs from this balance by the amount of the row.
          printed.some((next, n) =>
            printed.some((amount, m) => n !== m && Math.abs(next - balance) === amount),
          ),
      )
    })
}

const hasCell = (amounts: StatementLine['amounts']) => amounts.some(({ isCell }) => isCell)

function isHeading(line: StatementLine, rowSize: number): boolean {
  const text = textOf(line.words)
  // A sentence may be printed beside the heading: `Your pots   Money in pots is held apart from your balance.`
  const [cell = []] = splitIntoCells(line.words)
  const title = textOf(cell)
  const isOfPots = potHeading.test(title)
  // The total of the pots may be printed beside their heading.
  if (hasCell(line.amounts) && !(isOfPots && line.dates.length === 0)) return false
  // Apps print the heading of the pots smaller than the rows.
  const minSize = isOfPots ? parseTuning.minPotHeadingSize * rowSize : rowSize
  if (Math.max(...cell.map(({ size }) => size)) < minSize) return false
  // The heading of a loan may go on with a sentence: `Loan 02 – for information only. Your loan rate is …`.
  if (/^(loan|mortgage|savings|deposit)\b.{0,12} [\u2013\u2014-] /i.test(text)) return true
  const isShort = (words: StatementLine['words']) =>
    words.length <= parseTuning.maxCutWords && !/[.;,]$/.test(textOf(words))
  return (isShort(line.words) && otherSection.test(text)) || (isShort(cell) && isOfPots)
}

/** Whether a line contains column titles of a table without dates, such as a list of charges. */
function isUndatedHeader(line: StatementLine, next: StatementLine | undefined): boolean {
  if (line.amounts.length > 0 || line.dates.length > 0 || !next || !hasCell(next.amounts)) return false
  const text = textOf(line.words)
  return (
    splitIntoCells(line.words).length > 2 &&
    !/\d/.test(text) &&
    !dateTitle.test(text) &&
    next.dates.length === 0
  )
}
