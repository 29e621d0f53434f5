import type { StatementAnswer } from './answer.ts'
import type { LocatedValue } from './locate.ts'
import { type LocatedAmount, type Proposal, showAmount, ValueNotOnPage } from './proposal.ts'
import { type DrawnSheet, drawSheet, label, type SheetText, show, title } from './sheet.ts'

const columns = { date: 40, description: 160, out: 930, in: 1030, balance: 1140 }
/** Longer descriptions would reach the amounts. */
const maxDescriptionCharacters = 170

const titles: SheetText[] = [
  label(columns.date, 'Date'),
  label(columns.description, 'Description'),
  title(columns.out, 'Money out'),
  title(columns.in, 'Money in'),
  title(columns.balance, 'Balance'),
]

export type LocatedTransaction = {
  date: LocatedValue
  description: LocatedValue
  amount: LocatedAmount
  direction: 'in' | 'out'
  balance: LocatedAmount | null
}

/** The values of an answer with their words on the page. */
export type LocatedStatement = {
  rows: LocatedTransaction[]
  opening: LocatedAmount | null
  closing: LocatedAmount | null
  totalIn: LocatedAmount | null
  totalOut: LocatedAmount | null
  period: { start: LocatedValue; end: LocatedValue } | null
  bank: LocatedValue | null
  /** Labels of the sheet with the facts about the account. */
  facts: [label: string, value: LocatedValue][]
}

export function locateStatement(answer: StatementAnswer, proposal: Proposal): LocatedStatement {
  const { require, requireDescription, requireAmount, optionalAmount, optionalFact } = proposal
  const rows = answer.transactions.map(({ date, description, amount, direction, balance }) => ({
    date: require(date),
    description: requireDescription(description),
    amount: requireAmount(amount),
    direction,
    balance: optionalAmount(balance),
  }))
  if (rows.some(({ description }) => description.text.length > maxDescriptionCharacters))
    throw new ValueNotOnPage()
  // The first and last transaction do not say which period the statement covers.
  const rowDates = new Set(rows.flatMap(({ date }) => date.words))
  const [start, end] = [answer.period_start, answer.period_end].map((value) => {
    const day = optionalFact(value)
    return day?.words.some((word) => rowDates.has(word)) ? null : day
  })
  const facts = [
    ['Account name', optionalFact(answer.account_holder_name)],
    ['Sort code', optionalFact(answer.sort_code)],
    ['Account number', optionalFact(answer.account_number)],
    ['IBAN', optionalFact(answer.iban)],
  ] as const
  return {
    rows,
    opening: optionalAmount(answer.opening_balance),
    closing: optionalAmount(answer.closing_balance),
    totalIn: optionalAmount(answer.total_in),
    totalOut: optionalAmount(answer.total_out),
    period: start && end ? { start, end } : null,
    bank: optionalFact(answer.bank_name),
    facts: facts.flatMap(([text, value]): [string, LocatedValue][] => (value ? [[text, value]] : [])),
  }
}

export const listStatementAmounts = (statement: LocatedStatement): LocatedAmount[] => [
  ...statement.rows.flatMap(({ amount, balance }) => (balance ? [amount, balance] : [amount])),
  ...listSummaryAmounts(statement),
]

export const listSummaryAmounts = ({
  opening,
  closing,
  totalIn,
  totalOut,
}: LocatedStatement): LocatedAmount[] =>
  [opening, closing, totalIn, totalOut].filter((amount) => amount !== null)

/** The same amounts read backwards: money in is money out, and the closing balance is the opening one. */
export const mirrorStatement = (statement: LocatedStatement): LocatedStatement => ({
  ...statement,
  rows: statement.rows.map((row) => ({ ...row, direction: row.direction === 'in' ? 'out' : 'in' })),
  opening: statement.closing,
  closing: statement.opening,
  totalIn: statement.totalOut,
  totalOut: statement.totalIn,
})

/** A statement as the model understands it: letterhead, summary and one table. */
export function drawStatement(
  { rows, opening, closing, totalIn, totalOut, period, bank, facts }: LocatedStatement,
  isOcr: boolean,
): DrawnSheet {
  const summary = [
    ['Opening balance', opening],
    ['Total paid in', totalIn],
    ['Total paid out', totalOut],
    ['Closing balance', closing],
  ] as const
  const lines: SheetText[][] = [
    ...(bank ? [[show(40, bank)]] : []),
    ...facts.map(([text, value]) => [label(40, text), show(columns.description, value)]),
    ...(period ? [drawPeriod(period)] : []),
    ...summary.flatMap(([text, amount]) => (amount ? [[label(40, text), showAmount(300, amount)]] : [])),
    [],
    titles,
    ...rows.map(({ date, description, amount, direction, balance }) => [
      show(columns.date, date),
      show(columns.description, description),
      showAmount(columns[direction], amount, { isSigned: false }),
      ...(balance ? [showAmount(columns.balance, balance)] : []),
    ]),
  ]
  return drawSheet(lines, { titles, isOcr })
}

function drawPeriod({ start, end }: { start: LocatedValue; end: LocatedValue }): SheetText[] {
  const startWidth = 4 * (start.text.length + 1)
  return [
    label(40, 'Statement period'),
    show(120, start),
    label(120 + startWidth, 'to'),
    show(132 + startWidth, end),
  ]
}
