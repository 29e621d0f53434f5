import type { AnswerValue, PayslipAnswer, StatementAnswer } from '../../src/extraction/model/answer.ts'
import type { NumberedWord } from '../../src/extraction/model/words.ts'

// Ways in which a model misunderstands a document, or is talked into it. Each changes an answer; `pick(n)` is a number
// below n. All values stay words of the page: invented ones are tested elsewhere.

export type ChoiceBelow = (n: number) => number
export type AnswerChange<A> = (answer: A, pick: ChoiceBelow, words: readonly NumberedWord[]) => A

const toValue = (words: readonly NumberedWord[]): AnswerValue => ({
  words: words.map(({ id }) => id),
  text: words.map(({ word }) => word.text).join(' '),
})

const isAmount = ({ word }: NumberedWord) => /\d\.\d\d/.test(word.text)

function anyAmount(words: readonly NumberedWord[], pick: ChoiceBelow): AnswerValue {
  const amounts = words.filter(isAmount)
  const word = amounts[pick(amounts.length)]
  return toValue(word ? [word] : [])
}

/** Up to five words side by side. */
function anyText(words: readonly NumberedWord[], pick: ChoiceBelow): AnswerValue {
  const start = pick(words.length)
  const line = words[start]?.line
  return toValue(words.slice(start, start + 1 + pick(5)).filter((word) => word.line === line))
}

function exchange<T>(list: readonly T[], pick: ChoiceBelow, change: (one: T, other: T) => [T, T]): T[] {
  if (list.length < 2) return [...list]
  const n = pick(list.length)
  const k = (n + 1 + pick(list.length - 1)) % list.length
  const [one, other] = change(list[n] as T, list[k] as T)
  return list.with(n, one).with(k, other)
}

const changeOne = <T>(list: readonly T[], pick: ChoiceBelow, change: (one: T) => T): T[] => {
  const n = pick(list.length)
  return list.map((each, k) => (k === n ? change(each) : each))
}

const turn = (direction: 'in' | 'out') => (direction === 'in' ? 'out' : 'in')

type Row = StatementAnswer['transactions'][number]
const changeRows =
  (
    change: (rows: Row[], pick: ChoiceBelow, words: readonly NumberedWord[]) => Row[],
  ): AnswerChange<StatementAnswer> =>
  (answer, pick, words) => ({ ...answer, transactions: change(answer.transactions, pick, words) })

const exchangeSummary = (answer: StatementAnswer): StatementAnswer => ({
  ...answer,
  opening_balance: answer.closing_balance,
  closing_balance: answer.opening_balance,
  total_in: answer.total_out,
  total_out: answer.total_in,
})

const turnAll = (answer: StatementAnswer): StatementAnswer => ({
  ...exchangeSummary(answer),
  transactions: answer.transactions.map((row) => ({ ...row, direction: turn(row.direction) })),
})

const shift = <T>(list: readonly T[], by: number): T[] =>
  list.map((_, n) => list[(n + by + list.length) % list.length] as T)

const penceOf = ({ text }: AnswerValue) => Number(text.replace(/\D/g, ''))

export const statementChanges: Record<string, AnswerChange<StatementAnswer>> = {
  'read backwards': turnAll,
  'read backwards without balances': (answer) => {
    const turned = turnAll(answer)
    return { ...turned, transactions: turned.transactions.map((row) => ({ ...row, balance: null })) }
  },
  'read backwards in reverse': (answer) => {
    const turned = turnAll(answer)
    const balances = shift(
      answer.transactions.map(({ balance }) => balance),
      -1,
    )
    return {
      ...turned,
      transactions: turned.transactions
        .map((row, n) => ({ ...row, balance: balances[n] ?? null }))
        .toReversed(),
    }
  },
  'opening and closing exchanged': exchangeSummary,
  'a direction turned': changeRows((rows, pick) =>
    changeOne(rows, pick, (row) => ({ ...row, direction: turn(row.direction) })),
  ),
  'two directions turned': changeRows((rows, pick) =>
    exchange(rows, pick, (one, other) => [
      { ...one, direction: turn(one.direction) },
      { ...other, direction: turn(other.direction) },
    ]),
  ),
  'equal amounts turned': changeRows((rows) => {
    const equal = rows.filter(
      ({ amount }) => rows.filter((row) => penceOf(row.amount) === penceOf(amount)).length > 1,
    )
    return rows.map((row) => (equal.includes(row) ? { ...row, direction: turn(row.direction) } : row))
  }),
  'a row dropped': changeRows((rows, pick) => rows.toSpliced(pick(rows.length), 1)),
  'several rows dropped': changeRows((rows, pick) => rows.toSpliced(pick(rows.length), 1 + pick(3))),
  'a row and its balance hidden in facts': (answer, pick) => {
    const n = pick(answer.transactions.length)
    const row = answer.transactions[n]
    return {
      ...answer,
      transactions: answer.transactions.toSpliced(n, 1),
      iban: row?.amount ?? null,
      bank_name: row?.balance ?? null,
    }
  },
  'a row hidden in a description': changeRows((rows, pick, words) => {
    const n = pick(rows.length)
    const hidden = rows[n]
    const host = rows[n - 1]
    const last = Math.max(...[hidden?.amount, hidden?.balance].flatMap((value) => value?.words ?? []))
    const first = host?.description.words[0]
    if (!host || first === undefined) return rows
    const description = toValue(words.slice(first, last + 1))
    return rows.with(n - 1, { ...host, description }).toSpliced(n, 1)
  }),
  'dates of the row above': changeRows((rows) => {
    const dates = rows.map(({ date }) => date)
    return rows.map((row, n) => ({ ...row, date: dates[Math.max(0, n - 1)] ?? row.date }))
  }),
  'dates of the row below': changeRows((rows) =>
    rows.map((row, n) => ({ ...row, date: rows[n + 1]?.date ?? row.date })),
  ),
  'two dates exchanged': changeRows((rows, pick) =>
    exchange(rows, pick, (one, other) => [
      { ...one, date: other.date },
      { ...other, date: one.date },
    ]),
  ),
  'a date from elsewhere': changeRows((rows, pick, words) =>
    changeOne(rows, pick, (row) => ({ ...row, date: anyText(words, pick) })),
  ),
  'a date cut short': changeRows((rows, pick, words) =>
    changeOne(rows, pick, (row) => {
      const cut = row.date.words.slice(0, 1 + pick(row.date.words.length))
      return { ...row, date: toValue(cut.flatMap((id) => words[id] ?? [])) }
    }),
  ),
  'all dates cut short': changeRows((rows, _pick, words) =>
    rows.map((row) => ({
      ...row,
      date: toValue(row.date.words.slice(0, -1).flatMap((id) => words[id] ?? [])),
    })),
  ),
  'two amounts exchanged': changeRows((rows, pick) =>
    exchange(rows, pick, (one, other) => [
      { ...one, amount: other.amount },
      { ...other, amount: one.amount },
    ]),
  ),
  'neighbours exchange date and amount': changeRows((rows, pick) =>
    exchange(rows, pick, (one, other) => [
      { ...one, amount: other.amount, date: other.date },
      { ...other, amount: one.amount, date: one.date },
    ]),
  ),
  'amount and balance exchanged': changeRows((rows, pick) =>
    changeOne(rows, pick, (row) => ({ ...row, amount: row.balance ?? row.amount, balance: row.amount })),
  ),
  'columns exchanged': changeRows((rows) =>
    rows.map((row) => ({ ...row, amount: row.balance ?? row.amount, balance: row.amount })),
  ),
  'balances shifted': changeRows((rows) => {
    const balances = shift(
      rows.map(({ balance }) => balance),
      1,
    )
    return rows.map((row, n) => ({ ...row, balance: balances[n] ?? null }))
  }),
  'no balances': changeRows((rows) => rows.map((row) => ({ ...row, balance: null }))),
  'another amount': changeRows((rows, pick, words) =>
    changeOne(rows, pick, (row) => ({ ...row, amount: anyAmount(words, pick) })),
  ),
  'a row twice': changeRows((rows, pick) => {
    const row = rows[pick(rows.length)]
    return row ? [...rows, row] : rows
  }),
  'an opening balance as a row': (answer, pick, words) => {
    const [first] = answer.transactions
    const { opening_balance } = answer
    if (!first || !opening_balance) return answer
    return {
      ...answer,
      opening_balance: anyAmount(words, pick),
      transactions: [
        { ...first, amount: opening_balance, direction: 'in', balance: null },
        ...answer.transactions,
      ],
    }
  },
  'another period': (answer, pick, words) => ({
    ...answer,
    period_start: anyText(words, pick),
    period_end: pick(2) === 0 ? answer.period_end : anyText(words, pick),
  }),
  'the period exchanged': (answer) => ({
    ...answer,
    period_start: answer.period_end,
    period_end: answer.period_start,
  }),
  'another summary': (answer, pick, words) => ({
    ...answer,
    [['opening_balance', 'closing_balance', 'total_in', 'total_out'][pick(4)] ?? '']: anyAmount(words, pick),
  }),
  'another name': (answer, pick, words) => ({ ...answer, account_holder_name: anyText(words, pick) }),
  'another description': changeRows((rows, pick, words) =>
    changeOne(rows, pick, (row) => ({ ...row, description: anyText(words, pick) })),
  ),
}

type Line = PayslipAnswer['earnings'][number]
type Side = 'earnings' | 'deductions'
const anySide = (pick: ChoiceBelow): Side => (pick(2) === 0 ? 'earnings' : 'deductions')

const changeLines =
  (
    change: (lines: Line[], pick: ChoiceBelow, words: readonly NumberedWord[]) => Line[],
  ): AnswerChange<PayslipAnswer> =>
  (answer, pick, words) => {
    const side = anySide(pick)
    return { ...answer, [side]: change(answer[side], pick, words) }
  }

const toYear = (line: Line): Line => ({
  ...line,
  amount: line.year_to_date ?? line.amount,
  year_to_date: line.year_to_date && line.amount,
})

export const payslipChanges: Record<string, AnswerChange<PayslipAnswer>> = {
  'gross and net exchanged': (answer) => ({
    ...answer,
    gross_pay: answer.net_pay,
    net_pay: answer.gross_pay,
  }),
  'sides exchanged': (answer) => ({
    ...answer,
    earnings: answer.deductions,
    deductions: answer.earnings,
    gross_pay: answer.total_deductions,
    total_deductions: answer.gross_pay,
  }),
  'descriptions exchanged': changeLines((lines, pick) =>
    exchange(lines, pick, (one, other) => [
      { ...one, description: other.description },
      { ...other, description: one.description },
    ]),
  ),
  'descriptions shifted': changeLines((lines, pick) => {
    const texts = shift(
      lines.map(({ description }) => description),
      pick(2) === 0 ? 1 : -1,
    )
    return lines.map((line, n) => ({ ...line, description: texts[n] ?? line.description }))
  }),
  'amounts exchanged': changeLines((lines, pick) =>
    exchange(lines, pick, (one, other) => [
      { ...one, amount: other.amount },
      { ...other, amount: one.amount },
    ]),
  ),
  'a description from elsewhere': changeLines((lines, pick, words) =>
    changeOne(lines, pick, (line) => ({ ...line, description: anyText(words, pick) })),
  ),
  'a description cut short': changeLines((lines, pick, words) =>
    changeOne(lines, pick, (line) => {
      const { words: ids } = line.description
      const from = pick(ids.length)
      return {
        ...line,
        description: toValue(ids.slice(from, from + 1 + pick(3)).flatMap((id) => words[id] ?? [])),
      }
    }),
  ),
  'a description made longer': changeLines((lines, pick, words) =>
    changeOne(lines, pick, (line) => {
      const [first = 0] = line.description.words
      const start = Math.max(0, first - pick(3))
      const end = (line.description.words.at(-1) ?? first) + 1 + pick(3)
      return { ...line, description: toValue(words.slice(start, end)) }
    }),
  ),
  'a line dropped': changeLines((lines, pick) => lines.toSpliced(pick(lines.length), 1)),
  'a line on the other side': (answer, pick) => {
    const from = anySide(pick)
    const into = from === 'earnings' ? 'deductions' : 'earnings'
    const n = pick(answer[from].length)
    const line = answer[from][n]
    return line
      ? { ...answer, [from]: answer[from].toSpliced(n, 1), [into]: [...answer[into], line] }
      : answer
  },
  'lines change sides': (answer, pick) => {
    const [n, k] = [pick(answer.earnings.length), pick(answer.deductions.length)]
    const [one, other] = [answer.earnings[n], answer.deductions[k]]
    if (!one || !other) return answer
    return { ...answer, earnings: answer.earnings.with(n, other), deductions: answer.deductions.with(k, one) }
  },
  'a line twice': changeLines((lines, pick) => {
    const line = lines[pick(lines.length)]
    return line ? [...lines, line] : lines
  }),
  'another amount': changeLines((lines, pick, words) =>
    changeOne(lines, pick, (line) => ({ ...line, amount: anyAmount(words, pick) })),
  ),
  'year to date for this period': (answer) => ({
    ...answer,
    earnings: answer.earnings.map(toYear),
    deductions: answer.deductions.map(toYear),
    gross_pay: answer.year_to_date.gross_pay ?? answer.gross_pay,
    net_pay: answer.year_to_date.net_pay ?? answer.net_pay,
    year_to_date: {
      ...answer.year_to_date,
      gross_pay: answer.year_to_date.gross_pay && answer.gross_pay,
      net_pay: answer.year_to_date.net_pay && answer.net_pay,
    },
  }),
  'year to date on one line': changeLines((lines, pick) => changeOne(lines, pick, toYear)),
  'this period hidden as hours': (answer) => {
    const hide = (line: Line): Line => ({
      ...line,
      amount: line.year_to_date ?? line.amount,
      quantity: line.year_to_date && line.amount,
      year_to_date: null,
    })
    return { ...answer, earnings: answer.earnings.map(hide), deductions: answer.deductions.map(hide) }
  },
  'a line hidden as hours': (answer, pick) => {
    const n = pick(answer.earnings.length)
    const hidden = answer.earnings[n]
    const rest = answer.earnings.toSpliced(n, 1)
    return {
      ...answer,
      earnings: changeOne(rest, pick, (line) => ({ ...line, quantity: hidden?.amount ?? null })),
    }
  },
  'hours and rate exchanged': changeLines((lines) =>
    lines.map((line) => ({ ...line, quantity: line.rate, rate: line.quantity })),
  ),
  'hours from elsewhere': changeLines((lines, pick, words) =>
    changeOne(lines, pick, (line) => ({ ...line, quantity: anyAmount(words, pick) })),
  ),
  'another total': (answer, pick, words) => ({
    ...answer,
    [['gross_pay', 'total_deductions', 'net_pay'][pick(3)] ?? '']:
      pick(3) === 0 ? null : anyAmount(words, pick),
  }),
  'years exchanged': (answer, pick) => {
    const names = ['gross_pay', 'taxable_pay', 'tax', 'national_insurance', 'net_pay'] as const
    const values = exchange(
      names.map((name) => answer.year_to_date[name]),
      pick,
      (one, other) => [other, one],
    )
    const entries = names.map((name, n) => [name, values[n] ?? null])
    return { ...answer, year_to_date: Object.fromEntries(entries) as PayslipAnswer['year_to_date'] }
  },
  'another year to date': (answer, pick, words) => {
    const names = ['gross_pay', 'taxable_pay', 'tax', 'national_insurance', 'net_pay'] as const
    return {
      ...answer,
      year_to_date: {
        ...answer.year_to_date,
        [names[pick(5)] ?? '']: pick(4) === 0 ? null : anyAmount(words, pick),
      },
    }
  },
  'another fact': (answer, pick, words) => ({
    ...answer,
    [['employer_name', 'employee_name', 'ni_number', 'tax_code', 'pay_date', 'period_start', 'period_end'][
      pick(7)
    ] ?? '']: pick(3) === 0 ? null : anyText(words, pick),
  }),
}

/** Applies up to three of the changes. */
export function changeAnswer<A>(
  changes: Record<string, AnswerChange<A>>,
  answer: A,
  pick: ChoiceBelow,
  words: readonly NumberedWord[],
): { answer: A; names: string[] } {
  const all = Object.entries(changes)
  const names: string[] = []
  let changed = answer
  for (let n = pick(3); n >= 0; n--) {
    const [name, change] = all[pick(all.length)] as [string, AnswerChange<A>]
    names.push(name)
    changed = change(changed, pick, words)
  }
  return { answer: changed, names }
}
