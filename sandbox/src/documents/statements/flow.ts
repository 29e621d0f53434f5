import { addDays, type Day } from '../../calendar.ts'
import { decimal, grouped, type Pence, sum } from '../../money.ts'
import type { Statement, Transaction } from '../../people/types.ts'
import { a4, formatDay, openSheet, type Pen, wrap } from '../drafting.ts'
import type { Drawn, StatementTruth } from '../types.ts'
import type { Column, Facts, Form } from './form.ts'
import { bicOf, ibanOf, inFours } from './iban.ts'
import { wordsOf } from './wording.ts'

type Row =
  | { is: 'transaction'; transaction: Transaction; lines: string[]; hasBalance: boolean }
  | { is: 'marker'; text: string; date: Day | null; balance: Pence; role: string }
  | { is: 'year'; year: string }
  | { is: 'heading'; text: string }
  | { is: 'note'; text: string }

/** Draws a statement in a bank's form: rows, pages and what is carried between them are the same for all. */
export function drawStatement(form: Form, statement: Statement): Drawn<StatementTruth> {
  const facts = factsOf(form, statement)
  const rows = rowsOf(form, facts)
  const pens = layOut(form, facts, rows)
  pens.forEach((pen, n) => {
    form.foot(pen, facts, n + 1, pens.length)
  })
  return {
    drawing: {
      title: `Statement ${formatDay(statement.start, 'DD MMM YYYY')} to ${formatDay(statement.end, 'DD MMM YYYY')}`,
      creator: form.creator,
      madeOn: addDays(statement.end, 1),
      sheets: pens.map(({ sheet }) => sheet),
    },
    truth: truthOf(form, facts, rows),
  }
}

function factsOf(form: Form, statement: Statement): Facts {
  const { person, transactions, openingBalance, closingBalance, end } = statement
  const { title, forename, surname, bank } = person
  const parts: Record<string, string> = { title, forename, initial: forename.slice(0, 1), surname }
  const holder = form.holder.replace(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? '')
  const address = person.addresses.findLast(({ from }) => from <= end) ?? person.addresses[0]
  const amounts = transactions.map(({ amount }) => amount)
  const pound = form.hasPound ? '£' : ''
  return {
    statement,
    bank: form.bank,
    holder: form.isHolderInCapitals ? holder.toUpperCase() : holder,
    address: address
      ? [address.street, address.city, address.county, address.postCode].filter((line) => line !== '')
      : [],
    accountNumber: bank.accountNumber,
    sortCode: form.sortCode.replaceAll('-', form.sortCodeMark),
    iban: form.bankCode ? inFours(ibanOf(form.bankCode, form.sortCode, bank.accountNumber)) : '',
    bic: form.bankCode ? bicOf(form.bankCode) : '',
    opening: openingBalance,
    closing: closingBalance,
    moneyIn: sum(amounts.filter((amount) => amount > 0)),
    moneyOut: -sum(amounts.filter((amount) => amount < 0)),
    balance(amount) {
      const digits = `${pound}${grouped(Math.abs(amount))}`
      return amount < 0 ? `${form.overdrawn.before}${digits}${form.overdrawn.after}` : digits
    },
    sum: (amount) => `${pound}${grouped(amount)}`,
  }
}

function rowsOf(form: Form, facts: Facts): Row[] {
  const { statement, opening, closing } = facts
  const { markers } = form
  const all = [...statement.transactions, ...(form.added?.(statement) ?? [])]
  const ordered = form.isNewestFirst ? all.toReversed() : all
  const sections = form.sections?.(ordered) ?? [{ title: '', transactions: ordered }]
  const rows: Row[] = []
  let year = ''
  const mark = (text: string, date: Day | null, balance: Pence, role: string) =>
    rows.push({ is: 'marker', text, date: markers.areDated ? date : null, balance, role })

  function markYear(day: Day) {
    if (!form.isYearOnItsOwnLine || day.slice(0, 4) === year) return
    year = day.slice(0, 4)
    rows.push({ is: 'year', year })
  }

  markYear(statement.start)
  const start = markers.start
    ?.replace('{number}', String(statement.number - 1))
    .replace('{end}', formatDay(addDays(statement.start, -1), 'DD/MM/YYYY'))
  if (start) mark(start, statement.start, opening, 'opening_balance')
  for (const { title, transactions, end } of sections) {
    if (title !== '') rows.push({ is: 'heading', text: title })
    transactions.forEach((transaction, place) => {
      markYear(transaction.date)
      const words = wordsOf(transaction, form.wording[transaction.kind])
      const lines = [...words, ...(form.besides?.(transaction, place, facts) ?? [])]
      rows.push({
        is: 'transaction',
        transaction,
        lines: lines.flatMap((line) => wrap(line, form.most)),
        hasBalance: hasBalance(form, transactions, place),
      })
    })
    if (end) mark(end.text, null, end.sum, end.role)
    if (transactions.length === 0)
      rows.push({ is: 'note', text: 'There were no transactions during this period.' })
  }
  if (markers.end) mark(markers.end, statement.end, closing, 'closing_balance')
  return rows
}

function hasBalance({ balances }: Form, transactions: Transaction[], place: number): boolean {
  const isLastOfDay = transactions[place]?.date !== transactions[place + 1]?.date
  const isLast = place === transactions.length - 1
  if (balances === 'day') return isLastOfDay
  if (balances === 'some') return isLast || (isLastOfDay && place % 2 === 1) || place % 5 === 4
  return balances === 'row'
}

/** Puts the rows on as many sheets as they need. */
function layOut(form: Form, facts: Facts, rows: Row[]): Pen[] {
  const { text, table, markers } = form
  const pens: Pen[] = []
  let y = 0
  let lastDay = ''
  let balance = facts.opening
  let isBanded = false

  const pen = () => pens.at(-1) as Pen
  const columns = () => (pens.length > 1 ? (form.laterColumns ?? form.columns) : form.columns)

  function turn() {
    pens.push(openSheet(a4, { size: text.size, face: text.face, colour: text.ink }))
    y = pens.length === 1 ? form.head(pen(), facts) : form.laterHead(pen(), facts)
    lastDay = ''
  }

  function startTable() {
    y = drawTitles(form, pen(), columns(), y)
    isBanded = false
  }

  function goOn() {
    const { carried, continued } = markers
    if (carried) drawMarker(form, facts, pen(), columns(), y, { text: carried, balance, role: 'balance' })
    if (continued) pen().right(table.right, y, continued, { face: 'sans-italic' })
    turn()
    startTable()
    if (!markers.brought) return
    drawMarker(form, facts, pen(), columns(), y, { text: markers.brought, balance, role: 'balance' })
    y += heightOf(form, 1)
  }

  const spare = markers.carried || markers.continued ? heightOf(form, 1) : 0
  /** A heading is not left alone at the foot of a page. */
  const needed = (row: Row) => {
    if (row.is === 'heading') return 6 * heightOf(form, 1)
    return heightOf(form, row.is === 'transaction' ? row.lines.length : 1)
  }

  turn()
  if (!form.sections) startTable()
  for (const row of rows) {
    const height = needed(row)
    if (y + height > table.bottom - spare) {
      if (row.is === 'heading') turn()
      else goOn()
    }
    if (row.is === 'heading') {
      pen().text(table.left, y + 8, row.text, { face: text.bold, size: text.size + 1.5, colour: text.accent })
      y += 14
      lastDay = ''
      startTable()
      continue
    }
    if (row.is === 'transaction') {
      if (form.band && isBanded) {
        pen().box(table.left, y - text.size - 0.5, table.right - table.left, height, { fill: form.band })
      }
      isBanded = !isBanded
      const isNewDay = row.transaction.date !== lastDay
      if (form.rule && (form.rule.under === 'rows' || isNewDay) && lastDay !== '') {
        pen().line(table.left, y - text.size - 1, table.right, y - text.size - 1, {
          colour: form.rule.colour,
        })
      }
      drawTransaction(form, facts, pen(), columns(), y, row, isNewDay || !form.isDateOncePerDay)
      lastDay = row.transaction.date
      balance = row.transaction.balance
    } else if (row.is === 'marker') {
      drawMarker(form, facts, pen(), columns(), y, row)
    } else if (row.is === 'year') {
      pen().text(columnOf(columns(), 'date').x, y, row.year, { face: text.bold })
    } else {
      pen().text(table.left, y, row.text, { colour: text.accent })
    }
    y += height
  }
  let below = y - text.size
  pen().line(table.left, below, table.right, below, { colour: text.accent })
  if (form.after) {
    if (below + form.after.height > table.bottom) {
      turn()
      below = y
    }
    form.after.draw(pen(), facts, below)
  }
  return pens
}

const heightOf = ({ text }: Form, lines: number) => lines * text.leading + text.gap

const isWords = ({ of }: Pick<Column, 'of'>) =>
  of === 'date' || of === 'created' || of === 'code' || of === 'description'

function columnOf(columns: Column[], of: Column['of']): Column {
  const column = columns.find((one) => one.of === of)
  if (!column) throw new Error(`The table has no column for ${of}`)
  return column
}

/** The row of headings; returns the baseline of the first row. */
function drawTitles({ table, text, titles }: Form, pen: Pen, columns: Column[], y: number): number {
  const height = text.size + 9
  if (titles.fill) pen.box(table.left, y, table.right - table.left, height, { fill: titles.fill })
  else pen.line(table.left, y + height, table.right, y + height, { width: 0.8, colour: text.accent })
  for (const column of columns) {
    pen.text(column.x, y + text.size + 3, column.title, {
      face: titles.face ?? text.bold,
      colour: titles.ink ?? text.ink,
      align: isWords(column) ? 'left' : 'right',
    })
  }
  return y + height + text.size + 5
}

function drawTransaction(
  form: Form,
  facts: Facts,
  pen: Pen,
  columns: Column[],
  y: number,
  { transaction, lines, hasBalance }: Extract<Row, { is: 'transaction' }>,
  isDated: boolean,
) {
  const { amount, balance, date, kind } = transaction
  const { leading } = form.text
  const amountY = form.amountOn === 'last' ? y + (lines.length - 1) * leading : y
  const role = kind === 'salary' ? 'salary_amount' : 'amount'
  const dateText = isDated ? formatDay(date, form.dates) : ''
  const cells: Partial<Record<Column['of'], string>> = {
    date: dateText,
    created: formatDay(createdOn(transaction), form.dates),
    code: form.wording[kind][0],
    in: amount > 0 ? facts.sum(amount) : '',
    out: amount > 0 ? '' : facts.sum(-amount),
    amount: facts.sum(amount),
  }
  for (const { of, x, title } of columns) {
    const text = cells[of] ?? ''
    if (form.hasHiddenLabels) {
      const label = of === 'in' || of === 'out' ? `${title}${text === '' ? ' blank' : ''}.` : title
      pen.text(x, y, label, { size: 3, colour: '#ffffff', align: isWords({ of }) ? 'left' : 'right' })
    }
    if (of === 'description') pen.lines(x, y, leading, lines)
    else if (of === 'balance') {
      if (hasBalance) drawBalance(form, facts, pen, x, amountY, balance, { role: 'balance' })
    } else if (isWords({ of })) pen.text(x, y, text, of === 'date' ? { role: 'date' } : {})
    else if (text !== '') drawSum(form, pen, x, amountY, text, { role })
  }
}

/** Money is asked for before it moves: a card is used, an order is given. */
const createdOn = ({ date, kind }: Transaction): Day =>
  kind === 'card' || kind === 'contactless' || kind === 'refund' ? addDays(date, -1) : date

type SumStyle = Parameters<Pen['right']>[3]

function drawBalance(
  form: Form,
  facts: Facts,
  pen: Pen,
  x: number,
  y: number,
  amount: Pence,
  style: SumStyle,
) {
  const hang = amount < 0 ? form.overdrawn.hang * form.text.size : 0
  drawSum(form, pen, x + hang, y, facts.balance(amount), style)
}

function drawSum({ poundAt }: Form, pen: Pen, x: number, y: number, text: string, style: SumStyle) {
  if (poundAt) pen.text(x - poundAt, y, '£')
  pen.right(x, y, text, style)
}

function drawMarker(
  form: Form,
  facts: Facts,
  pen: Pen,
  columns: Column[],
  y: number,
  { text, date, balance, role }: { text: string; date?: Day | null; balance: Pence; role: string },
) {
  const face = form.text.bold
  if (date) pen.text(columnOf(columns, 'date').x, y, formatDay(date, form.dates), { face })
  pen.text(columnOf(columns, 'description').x, y, text, { face })
  const sums = columns.find(({ of }) => of === 'balance') ?? columnOf(columns, 'in')
  drawBalance(form, facts, pen, sums.x, y, balance, { face, role })
}

function truthOf(form: Form, { statement, holder, iban }: Facts, rows: Row[]): StatementTruth {
  return {
    kind: 'bank-statement',
    layout: form.id,
    account_information: {
      account_holder_name: holder,
      account_number: statement.person.bank.accountNumber,
      sort_code: form.sortCode,
      bank_name: form.bank,
      iban: form.hasIban ? iban.replaceAll(' ', '') : null,
    },
    statement_period: { start_date: statement.start, end_date: statement.end },
    balance_information: {
      opening_balance: grouped(statement.openingBalance),
      closing_balance: grouped(statement.closingBalance),
    },
    transactions: rows.flatMap((row) => {
      if (row.is !== 'transaction') return []
      const { date, amount } = row.transaction
      const type = amount > 0 ? 'credit' : 'debit'
      return [{ date, description: row.lines.join(' '), amount: decimal(amount), type }]
    }),
  }
}
