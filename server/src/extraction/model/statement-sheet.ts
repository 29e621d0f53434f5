import type { StatementAnswer } from './answer.ts'
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

/** A statement as the model understands it: letterhead, summary and one table. */
export function drawStatement(
  answer: StatementAnswer,
  proposal: Proposal,
): { sheet: DrawnSheet; amounts: LocatedAmount[]; areDatesOnRows: boolean } {
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
  const summary = [
    ['Opening balance', optionalAmount(answer.opening_balance)],
    ['Total paid in', optionalAmount(answer.total_in)],
    ['Total paid out', optionalAmount(answer.total_out)],
    ['Closing balance', optionalAmount(answer.closing_balance)],
  ] as const
  const fact = (name: keyof StatementAnswer & string) =>
    optionalFact(answer[name] as Parameters<typeof optionalFact>[0])
  const labelled = (text: string, value: ReturnType<typeof fact>): SheetText[][] =>
    value ? [[label(40, text), show(columns.description, value)]] : []
  const bank = fact('bank_name')
  // The first and last transaction do not say which period the statement covers.
  const rowDates = new Set(rows.flatMap(({ date }) => date.words))
  const [start, end] = [fact('period_start'), fact('period_end')].map((day) =>
    day?.words.some((word) => rowDates.has(word)) ? null : day,
  )
  const startWidth = 4 * ((start?.text.length ?? 0) + 1)
  const lines: SheetText[][] = [
    ...(bank ? [[show(40, bank)]] : []),
    ...labelled('Account name', fact('account_holder_name')),
    ...labelled('Sort code', fact('sort_code')),
    ...labelled('Account number', fact('account_number')),
    ...labelled('IBAN', fact('iban')),
    ...(start && end
      ? [
          [
            label(40, 'Statement period'),
            show(120, start),
            label(120 + startWidth, 'to'),
            show(132 + startWidth, end),
          ],
        ]
      : []),
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
  return {
    sheet: drawSheet(lines, { titles, isOcr: proposal.isOcr }),
    amounts: [
      ...rows.flatMap(({ amount, balance }) => (balance ? [amount, balance] : [amount])),
      ...summary.flatMap(([, amount]) => amount ?? []),
    ],
    areDatesOnRows: rows.every(({ date, amount }) =>
      date.words.every(({ line }) => amount.words.some((word) => word.line === line)),
    ),
  }
}
