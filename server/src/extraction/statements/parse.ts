import type { BankStatement } from '../../vocabulary/bank-statement.ts'
import type { ParseCheck, PdfPage, Provenance, StatementParse, TableCell, ValueSource } from '../document.ts'
import type { LocatedBalance } from './arithmetic/balances.ts'
import type { LayoutHints } from './arithmetic/column-readings.ts'
import type { RunningBalance } from './arithmetic/running-balance.ts'
import { checkDescriptions, runChecks } from './checks.ts'
import { readEmptyMainAccount, readEmptyStatement } from './empty-statement.ts'
import { accountInformation, accountProvenance } from './facts/account-information.ts'
import { findContradictions } from './findings.ts'
import { type KnownStatementLayout, matchLayouts, toLayoutHints } from './known-layout.ts'
import { statementLayouts } from './known-layouts.ts'
import { completeReading, readStatement, readTable, type StatementReading } from './read-statement.ts'
import type { StatementRow } from './statement-row.ts'
import { unfoldBlocks } from './text/blocks.ts'
import { findDates } from './text/dates.ts'
import { locateWords, textOf } from './text/lines.ts'
import { continuesAccount, dropEarlierAccounts, listMainAccountTexts } from './text/main-account.ts'
import { formatPence } from './text/money.ts'
import { readStatementText, type StatementText } from './text/statement-text.ts'
import { parseTuning } from './tuning/checks.ts'

const notAStatement: StatementParse = {
  submission: null,
  provenance: {},
  checks: [],
  verified: false,
  certified: [],
  layout: null,
  cells: [],
  findings: [],
  warnings: [],
}

/** Parses a bank statement. Arithmetic decides what the columns mean; ../README.md has a worked example. */
export function parseStatement(
  pages: readonly PdfPage[],
  layouts: readonly KnownStatementLayout[] = statementLayouts,
): StatementParse {
  const text = readStatementText(pages)
  const empty = readEmptyStatement(text)
  if (empty) return empty
  const [layout] = matchLayouts(layouts, pages.map(({ words }) => textOf(words)).join('\n'))
  const withLayout = layout && check(readStatement(text, toLayoutHints(layout)))
  if (layout && withLayout?.isVerified) return toParse(withLayout, layout.id)
  const withoutLayout = readMainAccount(text)
  // Ignore a layout if the statement passes more checks without it: the bank has changed its statements.
  const isOutdated =
    withLayout !== undefined && (!withLayout || (withoutLayout && withoutLayout.passed > withLayout.passed))
  const best = withLayout && !isOutdated ? withLayout : withoutLayout
  const emptyMain = readEmptyMainAccount(text, best?.isVerified === true)
  if (emptyMain) return emptyMain
  if (!best) return notAStatement
  const parse = toParse(best, best === withLayout && layout ? layout.id : null)
  const outdated = isOutdated ? [`The layout ${layout?.id} does not fit this document any more.`] : []
  return { ...parse, warnings: [...parse.warnings, ...outdated] }
}

/** A reading of the statement with the results of its checks. */
export type CheckedReading = {
  reading: StatementReading
  checks: ParseCheck[]
  passed: number
  isVerified: boolean
  /** Not among `checks`, because it says nothing about the amounts. */
  descriptions: ParseCheck
}

function check(reading: StatementReading | null): CheckedReading | null {
  if (!reading) return null
  const checks = runChecks(reading)
  const passed = checks.filter(({ isPassed }) => isPassed).length
  return {
    reading,
    checks,
    passed,
    isVerified: passed === checks.length,
    descriptions: checkDescriptions(reading),
  }
}

/**
 * Reads the whole text. If the result is not verified, also reads only the text up to the heading of another account.
 */
export function readMainAccount(text: StatementText, hints: LayoutHints = {}): CheckedReading | null {
  const withoutSavings = dropEarlierAccounts(text)
  const later = withoutSavings && readMainAccount(withoutSavings, hints)
  if (later && isConsistent(later.reading.runningBalance)) return later
  let best = readWithoutLayout(text, hints)
  if (best?.isVerified) return best
  for (const { text: part, rest, needsBothBalances } of listMainAccountTexts(text)) {
    const reading = readIfConsistent(part, hints)
    if (!reading) continue
    const { opening, closing } = reading.reading
    if (needsBothBalances && !(opening?.isPrinted && closing?.isPrinted)) continue
    const balances = [opening, closing].flatMap((balance) => (balance ? [Math.abs(balance.pence)] : []))
    if (continuesAccount(rest, balances)) continue
    if (best && scoreReading(reading) <= scoreReading(best)) continue
    best = reading
    if (reading.isVerified) break
  }
  return best
}

/** Whether every printed balance follows from the rows, and most rows are confirmed by a balance. */
function isConsistent({ breaks, steps }: RunningBalance): boolean {
  const confirmed = steps.filter(({ isConfirmed }) => isConfirmed).length
  return breaks.length === 0 && confirmed >= parseTuning.minConfirmedShare * steps.length
}

/**
 * Reads the statement as a table. If the result is not verified and the text consists of blocks, also reads it as
 * blocks.
 */
function readWithoutLayout(text: StatementText, hints: LayoutHints): CheckedReading | null {
  const asTable = check(readStatement(text, hints))
  if (asTable?.isVerified && !isFolded(asTable)) return asTable
  return chooseBlocks(text, hints, asTable, unfoldBlocks(text.lines, text.notation))
}

/**
 * Like `readWithoutLayout`, but null unless the reading is consistent. Of most parts of a text, the balances of the table
 * do not agree, and the rest of the reading is not needed.
 */
function readIfConsistent(text: StatementText, hints: LayoutHints): CheckedReading | null {
  const table = readTable(text, hints)
  const isAgreed = table !== null && isConsistent(table.columns.runningBalance)
  const blocks = isAgreed ? undefined : unfoldBlocks(text.lines, text.notation)
  if (!isAgreed && !blocks) return null
  const asTable = check(table && completeReading(text, hints, table))
  const isBest = asTable?.isVerified && !isFolded(asTable)
  const best = isBest
    ? asTable
    : chooseBlocks(text, hints, asTable, blocks ?? unfoldBlocks(text.lines, text.notation))
  return best && isConsistent(best.reading.runningBalance) ? best : null
}

function chooseBlocks(
  text: StatementText,
  hints: LayoutHints,
  asTable: CheckedReading | null,
  blocks: ReturnType<typeof unfoldBlocks>,
): CheckedReading | null {
  // Labels inside blocks would become part of the descriptions, so labelled blocks are preferred even to a verified table.
  if (!blocks || (asTable?.isVerified && !blocks.hasLabels)) return asTable
  const asBlocks = check(readStatement({ ...text, ...blocks }, hints))
  if (!asBlocks || (asTable?.isVerified && !asBlocks.isVerified)) return asTable
  // A table with two columns of dates is folded too, but is no list of blocks.
  if (asTable && beginWithDates(asBlocks) && !beginWithDates(asTable)) return asTable
  if (asBlocks.isVerified)
    return asTable && dropsNumbers(asBlocks, asTable)
      ? { ...asBlocks, descriptions: numbersDropped }
      : asBlocks
  return asTable && scoreReading(asTable) >= scoreReading(asBlocks) ? asTable : asBlocks
}

const numbersDropped: ParseCheck = {
  name: 'descriptions',
  isPassed: false,
  note: 'A number below a description may be part of it',
}

/** Whether blocks lack a number that is part of the description of the same row of the table. */
function dropsNumbers({ reading: blocks }: CheckedReading, { reading: table }: CheckedReading): boolean {
  return table.rows.some(({ description, step }, n) => {
    const other = blocks.rows[n]
    if (!other || other.step.pence !== step.pence) return false
    const words = other.description.text.split(' ')
    return description.text.split(' ').some((word) => /^\d{4,}$/.test(word) && !words.includes(word))
  })
}

/** Whether most descriptions begin with another date: the dates of the rows are those of the wrong column. */
function beginWithDates({ reading: { rows } }: CheckedReading): boolean {
  const dated = rows.filter(({ description: { words } }) => {
    const [first] = words
    return first !== undefined && findDates(first.words.slice(0, 1), false).length > 0
  })
  return dated.length > rows.length / 2
}

/** Whether most dates are printed on a different line from their amounts. */
const isFolded = ({ reading: { rows } }: CheckedReading): boolean =>
  rows.filter(({ lineDay, step }) => lineDay?.dateLine !== step.entry.line).length >
  parseTuning.maxFoldedShare * rows.length

/** Returns the number of passed checks, plus a score for the share of confirmed and dated rows. */
function scoreReading({
  reading: { rows, areDaysAmbiguous, runningBalance },
  passed,
}: CheckedReading): number {
  const confirmed = rows.filter(({ day, step }) => day !== null && step.isConfirmed).length
  const { confirmedRowsScore, ambiguousDatesPenalty, brokenBalancePenalty } = parseTuning
  return (
    passed +
    (confirmedRowsScore * confirmed) / Math.max(1, rows.length) -
    (areDaysAmbiguous ? ambiguousDatesPenalty : 0) -
    (runningBalance.breaks.length > 0 ? brokenBalancePenalty : 0)
  )
}

function toParse(
  { reading, checks: moneyChecks, isVerified, descriptions }: CheckedReading,
  layout: string | null,
): StatementParse {
  const checks = [...moneyChecks, descriptions]
  return {
    submission: buildSubmission(reading),
    provenance: buildProvenance(reading),
    checks,
    verified: isVerified,
    certified: isVerified
      ? ['balances_and_amounts', ...(descriptions.isPassed ? (['descriptions'] as const) : [])]
      : [],
    layout,
    cells: listCells(reading),
    findings: findContradictions(reading),
    warnings: checks.filter(({ isPassed }) => !isPassed).map(({ note }) => `${note}.`),
  }
}

const maxDescriptionLength = 1000

function buildSubmission({ facts, period, opening, closing, rows }: StatementReading): BankStatement {
  return {
    account_information: accountInformation(facts),
    statement_period: { start_date: period.start, end_date: period.end },
    balance_information: {
      opening_balance: formatPrinted(opening),
      closing_balance: formatPrinted(closing),
    },
    transactions: dropUndated(rows).map(({ day, description, step }) => ({
      date: day as string,
      description: description.text.slice(0, maxDescriptionLength),
      amount: formatPence(step.pence),
      type: step.pence > 0 ? 'credit' : 'debit',
    })),
  }
}

/** Formats a balance. A balance that is only computed is null, because no value of a submission is invented. */
export const formatPrinted = (balance: LocatedBalance | null): string | null =>
  balance?.place ? formatPence(balance.pence) : null

/** Drops rows without a date, because a transaction needs one. Missing dates fail the `dates` check. */
export const dropUndated = (rows: readonly StatementRow[]): StatementRow[] =>
  rows.filter(({ day }) => day !== null)

export function buildProvenance(reading: StatementReading): Provenance {
  const { facts, period, opening, closing, rows, runningBalance } = reading
  const method = reading.isOcr ? 'ocr' : 'text'
  const provenance = accountProvenance(facts, method)
  const periodEnds = [
    ['start_date', period.start, period.startPlace],
    ['end_date', period.end, period.endPlace],
  ] as const
  for (const [name, day, place] of periodEnds) {
    const confidence = period.isDayOrderInferred ? 'doubtful' : 'printed'
    if (day !== null) provenance[`statement_period.${name}`] = { place, method, confidence }
  }
  const isProven =
    runningBalance.breaks.length === 0 &&
    runningBalance.disagrees.length === 0 &&
    runningBalance.steps.every(({ isConfirmed }) => isConfirmed)
  const traceBalance = (balance: LocatedBalance): ValueSource => ({
    place: balance.place,
    method,
    confidence: !balance.isPrinted ? 'likely' : isProven ? 'proven' : 'printed',
  })
  if (opening?.place) provenance['balance_information.opening_balance'] = traceBalance(opening)
  if (closing?.place) provenance['balance_information.closing_balance'] = traceBalance(closing)
  dropUndated(rows).forEach((row, n) => {
    for (const [name, source] of Object.entries(traceRow(row, method)))
      provenance[`transactions.${n}.${name}`] = source
  })
  return provenance
}

function traceRow(
  { step, lineDay, description }: StatementRow,
  method: 'text' | 'ocr',
): Record<string, ValueSource> {
  const { entry, money, sign, isConfirmed, isUnique } = step
  const amount: ValueSource = {
    place: locateWords(entry.line.page, money.words),
    method,
    confidence:
      isConfirmed && isUnique ? 'proven' : sign === 'guess' ? 'doubtful' : isConfirmed ? 'likely' : 'printed',
  }
  const isSolved = sign === 'solved' || sign === 'balance' || sign === 'guess'
  const [firstLine] = description.words
  const descriptionWords = description.words
    .filter(({ page }) => page === firstLine?.page)
    .flatMap(({ words }) => words)
  return {
    date: {
      place:
        lineDay?.printedDate && lineDay.dateLine
          ? locateWords(lineDay.dateLine.page, lineDay.printedDate.words)
          : null,
      method,
      confidence: lineDay?.isYearInferred ? 'likely' : 'printed',
    },
    description: {
      place: firstLine ? locateWords(firstLine.page, descriptionWords) : null,
      method,
      confidence: 'printed',
    },
    amount,
    type: { ...amount, method: sign === 'guess' ? 'inferred' : isSolved ? 'computed' : method },
  }
}

/** Lists the amounts of the table by column, to compare their fonts and positions. */
export function listCells({ columns: { entries } }: StatementReading): TableCell[] {
  return entries.flatMap(({ line, amount, balance, marker }, row) => {
    const page = line.page + 1
    const amounts = [
      amount && { money: amount.money, column: amount.role as string },
      balance && !marker ? { money: balance, column: 'balance' } : null,
    ]
    return amounts.flatMap((cell) => {
      const word = cell?.money.words.find(({ text }) => /\d/.test(text))
      return cell && word ? [{ page, word, column: cell.column, row }] : []
    })
  })
}
