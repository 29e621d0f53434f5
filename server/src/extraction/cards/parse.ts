import type { CardStatement } from '../../vocabulary/card-statement.ts'
import { fromDayNumber, toDayNumber } from '../../vocabulary/days.ts'
import type { CardParse, PdfPage, Provenance, ValueSource } from '../document.ts'
import { checkDescriptions, runChecks } from '../statements/checks.ts'
import {
  buildProvenance,
  dropUndated,
  formatPrinted,
  listCells,
  readMainAccount,
} from '../statements/parse.ts'
import type { StatementReading } from '../statements/read-statement.ts'
import type { StatementRow } from '../statements/statement-row.ts'
import type { StatementLine } from '../statements/text/lines.ts'
import { formatPence } from '../statements/text/money.ts'
import { readStatementText } from '../statements/text/statement-text.ts'
import { type CardFact, type CardFacts, findCardFacts } from './facts.ts'

// The statement of a credit card is read like that of a bank account whose balances are debts. A printed balance of
// 100.00 is -100.00 for the arithmetic, and a purchase is money out.

const notRead: CardParse = {
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

/** Longest time between a purchase and the statement that lists it, in days. */
const maxRowAge = 62
/** A row may be dated after the statement, if the statement is dated by its last working day. */
const maxDaysAfter = 3

/** Parses the statement of a credit card. */
export function parseCardStatement(pages: readonly PdfPage[]): CardParse {
  const printed = readStatementText(pages)
  const facts = findCardFacts(printed.letterheadLines)
  const read = readMainAccount(
    { ...printed, lines: dropDatesOfFacts(printed.lines, facts) },
    { isOwed: true },
  )
  if (!read) return notRead
  const reading = dateByStatement(read.reading, facts)
  const checks = [...runChecks({ ...reading, accounts: [] }), checkMinimum(reading, facts)]
  const descriptions = checkDescriptions(reading)
  const verified = checks.every(({ isPassed }) => isPassed)
  const all = [...checks, descriptions]
  return {
    submission: buildSubmission(read.reading.period, reading, facts),
    provenance: traceCard(reading, facts),
    checks: all,
    verified,
    certified: verified
      ? ['balances_and_amounts', ...(descriptions.isPassed ? (['descriptions'] as const) : [])]
      : [],
    layout: null,
    cells: listCells(reading),
    // Contradictions are not reported: on a card, most are misreadings of a summary.
    findings: [],
    warnings: all.filter(({ isPassed }) => !isPassed).map(({ note }) => `${note}.`),
  }
}

/** Removes the dates of lines with such a detail: below its caption, a minimum payment beside a date looks like a row. */
function dropDatesOfFacts(
  lines: readonly StatementLine[],
  { minimumPayment, creditLimit, dueDate }: CardFacts,
): StatementLine[] {
  const places = [minimumPayment, creditLimit, dueDate].flatMap((fact) => (fact ? [fact.place] : []))
  const hasFact = ({ page, y }: StatementLine) =>
    places.some(({ page: number, box }) => number === page + 1 && y > box[1] && y < box[3])
  return lines.map((line) => (hasFact(line) ? { ...line, dates: [] } : line))
}

/**
 * Dates rows without a year by the date of the statement, and uses it as the end of the period if no period is printed.
 * The date on which the payment is due is after all rows and would mislead the years.
 */
function dateByStatement(reading: StatementReading, { statementDate }: CardFacts): StatementReading {
  const { period } = reading
  const end = period.end ?? statementDate?.value
  if (!end) return reading
  const latest = toDayNumber(end) + maxDaysAfter
  const rows = reading.rows.map((row) => ({ ...row, day: row.day && placeBefore(row, row.day, latest) }))
  const hasPeriod = period.isPrinted && period.start !== null && period.end !== null
  return {
    ...reading,
    rows: reading.columns.order === 'down' ? rows.toSorted(byDay) : rows,
    period: hasPeriod
      ? period
      : { ...period, start: fromDayNumber(toDayNumber(end) - maxRowAge), end, isPrinted: true },
  }
}

const byDay = (a: StatementRow, b: StatementRow) => (a.day ?? '').localeCompare(b.day ?? '')

/** Returns the latest year in which the day is not after the statement. A printed year stays. */
function placeBefore({ lineDay }: StatementRow, day: string, latest: number): string {
  if (!lineDay?.isYearInferred) return day
  const year = Number(fromDayNumber(latest).slice(0, 4))
  const days = [year, year - 1].map((candidate) => `${candidate}${day.slice(4)}`)
  return days.find((candidate) => toDayNumber(candidate) <= latest) ?? day
}

function checkMinimum({ closing }: StatementReading, { minimumPayment }: CardFacts) {
  const isPassed =
    minimumPayment === null || closing === null || minimumPayment.value <= Math.max(0, -closing.pence)
  return {
    name: 'minimum-payment',
    isPassed,
    note: isPassed
      ? 'The minimum payment is not higher than the balance owed'
      : 'The minimum payment is higher than the balance owed',
  }
}

const maxDescriptionLength = 1000

function buildSubmission(
  printed: StatementReading['period'],
  { facts: account, opening, closing, rows }: StatementReading,
  facts: CardFacts,
): CardStatement {
  const owed = (balance: StatementReading['opening']) =>
    formatPrinted(balance && { ...balance, pence: 0 - balance.pence })
  return {
    card_information: {
      card_holder_name: account.holder?.value ?? null,
      card_number_ending: facts.cardEnding?.value ?? null,
      provider_name: account.bank?.value ?? null,
    },
    statement_date: facts.statementDate?.value ?? null,
    statement_period: { start_date: printed.start, end_date: printed.end },
    balance_information: {
      opening_balance: owed(opening),
      closing_balance: owed(closing),
      credit_limit: formatFact(facts.creditLimit),
    },
    payment_information: {
      minimum_payment: formatFact(facts.minimumPayment),
      due_date: facts.dueDate?.value ?? null,
    },
    transactions: dropUndated(rows).map(({ day, description, step }) => ({
      date: day as string,
      description: description.text.slice(0, maxDescriptionLength),
      amount: formatPence(0 - step.pence),
      type: step.pence > 0 ? 'credit' : 'charge',
    })),
  }
}

const formatFact = (fact: CardFact<number> | null): string | null => fact && formatPence(fact.value)

const cardPaths: Record<string, string> = {
  'account_information.account_holder_name': 'card_information.card_holder_name',
  'account_information.bank_name': 'card_information.provider_name',
}

/** Returns the source of each value. A sort code and an account number are those to which payments are sent. */
function traceCard(reading: StatementReading, facts: CardFacts): Provenance {
  const method = reading.isOcr ? 'ocr' : 'text'
  const traced = Object.entries(buildProvenance(reading)).flatMap(([path, source]) => {
    const name = cardPaths[path] ?? path
    return name.startsWith('account_information.') || isAssumed(path, source) ? [] : [[name, source] as const]
  })
  const places: [path: string, fact: CardFact<unknown> | null][] = [
    ['card_information.card_number_ending', facts.cardEnding],
    ['statement_date', facts.statementDate],
    ['balance_information.credit_limit', facts.creditLimit],
    ['payment_information.minimum_payment', facts.minimumPayment],
    ['payment_information.due_date', facts.dueDate],
  ]
  const printed = places.flatMap(([path, fact]): [string, ValueSource][] =>
    fact ? [[path, { place: fact.place, method, confidence: 'printed' }]] : [],
  )
  return Object.fromEntries([...traced, ...printed])
}

/** Whether the value is a limit for the dates of rows and not printed. */
const isAssumed = (path: string, { place }: ValueSource): boolean =>
  path.startsWith('statement_period.') && place === null
