import { describe, expect, it } from 'vitest'
import { addDays, addMonths } from '../../calendar.ts'
import { decimal, grouped, type PenceAmount, totalOf } from '../../money.ts'
import type { GeneratedStatement, Transaction } from '../../people/types.ts'
import { openWorld } from '../../people/world.ts'
import { formatDay } from '../pen.ts'
import { libraryPdf } from '../producers/library.ts'
import { readText } from '../read-back.ts'
import { findMisplacedTexts, isHidden } from '../testing/misplaced-texts.ts'
import type { Drawing, StatementTruth, TextMark } from '../types.ts'
import { statementLayouts } from './layouts.ts'

const world = openWorld({ seed: 'statements' })
const people = world.named()
const months = ['2024-04', '2025-12', '2026-09']

const all = people.map((person) => world.statements(person, world.endDate))
const ordinary = all.flatMap((list) => list.filter(({ start }) => months.includes(start.slice(0, 7))))
const some = ordinary[1] as GeneratedStatement
const empty = { ...some, transactions: [], closingBalance: some.openingBalance }
const overdrawn = all
  .flat()
  .find((one) => one.closingBalance < 0 && one.openingBalance > 0) as GeneratedStatement
const overNewYear = middleToMiddle(all[0] as GeneratedStatement[], '2025-12-16')
const cases = [...ordinary, empty, overdrawn, overNewYear, ofLength(some, 90)]

/** Builds a statement from the middle of one month to the middle of the next. */
function middleToMiddle(statements: GeneratedStatement[], start: string): GeneratedStatement {
  const end = addDays(addMonths(start, 1), -1)
  const rows = statements.flatMap(({ transactions }) => transactions)
  const before = rows.findLast(({ date }) => date < start) as Transaction
  const transactions = rows.filter(({ date }) => date >= start && date <= end)
  const closingBalance = transactions.at(-1)?.balance ?? before.balance
  return {
    ...(statements[0] as GeneratedStatement),
    start,
    end,
    transactions,
    openingBalance: before.balance,
    closingBalance,
  }
}

/** Builds a statement of the same month with the given number of transactions. */
function ofLength(statement: GeneratedStatement, count: number): GeneratedStatement {
  const { transactions: rows, openingBalance } = statement
  const taken = Array.from({ length: count }, (_, n) => rows[n % rows.length] as Transaction)
  let balance = openingBalance
  const transactions = taken
    .toSorted((one, other) => one.date.localeCompare(other.date))
    .map((one) => {
      balance += one.amount
      return { ...one, balance }
    })
  return { ...statement, transactions, closingBalance: balance }
}

type Printed = TextMark & { page: number }

/** Returns the visible texts in painting order. */
const visibleTexts = ({ sheets }: Drawing): Printed[] =>
  sheets.flatMap(({ marks }, n) =>
    marks.flatMap((mark) => ('text' in mark && !isHidden(mark) ? [{ ...mark, page: n + 1 }] : [])),
  )
const texts = (drawing: Drawing) => visibleTexts(drawing).map(({ text }) => text)
const isAmount = ({ role }: TextMark) => role === 'amount' || role === 'salary_amount'
const layout = (id: string) => statementLayouts.find((one) => one.id === id) ?? expect.unreachable(id)

/** Parses a printed amount. Brackets, a leading or trailing minus, D, DR and OD make it negative. */
function pence(text: string): PenceAmount {
  const size = Number(text.replace(/[^\d]/g, ''))
  expect(text).toMatch(/^[+-]?£?\d{1,3}(,\d{3})*\.\d\d(-| D| DR| OD)?$|^\(\d{1,3}(,\d{3})*\.\d\d\)$/)
  return /^-|[-DR)]$/.test(text) && size > 0 ? -size : size
}
const ofTruth = ({ amount }: { amount: string }) => Number(amount.replace('.', ''))

/** Calculates running balances in printed order from the rows of the ground truth. */
function runningBalances(truth: StatementTruth, opening: PenceAmount, isNewestFirst: boolean): PenceAmount[] {
  let balance = opening
  const rows = isNewestFirst ? truth.transactions.toReversed() : truth.transactions
  const balances = rows.map((row) => {
    balance += ofTruth(row)
    return balance
  })
  return isNewestFirst ? balances.reverse() : balances
}

const dateForms: Record<string, string> = {
  brook: 'DD MMM',
  foxglove: 'DD MMM',
  harbour: 'DD MMM YY',
  lantern: 'DD MMM YY',
  meadow: 'DD MMM',
  northgate: 'DD MMM YY',
  orchard: 'DDth MMM',
  pebble: 'DD/MM/YYYY',
  quill: 'DD/MM/YYYY',
  rowan: 'DD MMM YY',
  saffron: 'DD/MM/YYYY',
  tidewater: 'DD MMM YYYY',
  umber: 'D MMMM',
  willow: 'D MMM',
}

it('has fourteen invented banks with unassigned sort codes', () => {
  expect(statementLayouts.map(({ id }) => id)).toEqual(Object.keys(dateForms))
  const accounts = statementLayouts.map(({ draw }) => draw(some).truth.account_information)
  expect(new Set(accounts.map(({ bank_name }) => bank_name)).size).toBe(14)
  expect(new Set(accounts.map(({ sort_code }) => sort_code)).size).toBe(14)
  for (const { sort_code, account_number } of accounts) {
    expect(sort_code).toMatch(/^00-\d\d-\d\d$/)
    expect(account_number).toMatch(/^\d{8}$/)
  }
  const ibans = accounts.flatMap(({ iban }) => iban ?? [])
  expect(ibans).toHaveLength(3)
  for (const iban of ibans) {
    const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replace(/[A-Z]/g, (sign) =>
      String(Number.parseInt(sign, 36)),
    )
    expect(BigInt(digits) % 97n, iban).toBe(1n)
  }
})

it('the test cases include an overdraft, an empty month and a turn of the year', () => {
  expect(people.length).toBeGreaterThanOrEqual(15)
  expect(ordinary.length).toBeGreaterThanOrEqual(3 * people.length)
  expect(overNewYear.transactions.some(({ date }) => date.startsWith('2025-12'))).toBe(true)
  expect(overNewYear.transactions.some(({ date }) => date.startsWith('2026-01'))).toBe(true)
})

describe.each(statementLayouts)('$id', ({ id, draw }) => {
  const drawn = cases.map((statement) => ({ statement, ...draw(statement) }))

  it('opening balance plus all transactions equals the closing balance', () => {
    for (const { statement, truth } of drawn) {
      const { opening_balance, closing_balance } = truth.balance_information
      if (opening_balance !== null) expect(pence(opening_balance)).toBe(statement.openingBalance)
      const moved = totalOf(truth.transactions.map(ofTruth))
      expect(statement.openingBalance + moved).toBe(pence(closing_balance))
      const told = truth.transactions.filter(({ amount }) => amount !== '0.00')
      const known = statement.transactions.map(({ date, amount }) => `${date} ${decimal(amount)}`)
      expect(told.map(({ date, amount }) => `${date} ${amount}`).sort()).toEqual(known.sort())
      for (const { amount, type } of told) expect(type).toBe(amount.startsWith('-') ? 'debit' : 'credit')
    }
  })

  it('prints every amount of the ground truth once, in order, with date and description', () => {
    for (const { drawing, truth } of drawn) {
      const marks = visibleTexts(drawing)
      const amounts = marks.filter(isAmount)
      expect(amounts).toHaveLength(truth.transactions.length)
      truth.transactions.forEach((row, n) => {
        const mark = amounts[n] as Printed
        const shown = pence(mark.text)
        expect(shown).toBe(id === 'pebble' ? ofTruth(row) : Math.abs(ofTruth(row)))
        const before = marks.slice(0, marks.indexOf(mark))
        const day = before.findLast(({ role }) => role === 'date')
        expect(day?.text).toBe(formatDay(row.date, dateForms[id] as string))
        expect(day?.page).toBe(mark.page)
        const rowBegins = n === 0 ? 0 : marks.indexOf(amounts[n - 1] as Printed)
        const words = before.slice(rowBegins).filter(({ role }) => role === undefined)
        expect(words.map(({ text }) => text).join(' ')).toContain(row.description)
      })
    }
  })

  it('every printed balance matches the running balance', () => {
    for (const { statement, drawing, truth } of drawn) {
      const balances = runningBalances(truth, statement.openingBalance, id === 'pebble')
      const { opening_balance, closing_balance } = truth.balance_information
      let rows = 0
      for (const mark of visibleTexts(drawing)) {
        if (isAmount(mark)) rows++
        if (mark.role === 'opening_balance') expect(pence(mark.text)).toBe(pence(opening_balance ?? ''))
        if (mark.role === 'closing_balance') expect(pence(mark.text)).toBe(pence(closing_balance))
        if (mark.role === 'balance' && id !== 'umber') expect(pence(mark.text)).toBe(balances[rows - 1])
      }
      const roles = new Set(visibleTexts(drawing).map(({ role }) => role))
      expect(roles.has('closing_balance')).toBe(true)
      expect(roles.has('opening_balance')).toBe(opening_balance !== null)
      expect(opening_balance === null).toBe(id === 'pebble')
    }
  })

  it('prints credits and debits in separate columns', () => {
    for (const { drawing, truth } of drawn) {
      const edges = { credit: new Set<string>(), debit: new Set<string>() }
      visibleTexts(drawing)
        .filter(isAmount)
        .forEach(({ x, page }, n) => {
          const type = truth.transactions[n]?.type ?? 'debit'
          edges[type].add(`${x} on ${page === 1 ? 'the first' : 'later'}`)
        })
      for (const edge of edges.credit) expect(edges.debit.has(edge)).toBe(id === 'pebble' || id === 'umber')
      expect(edges.debit.size).toBeLessThanOrEqual(2)
    }
  })

  it('salary descriptions contain the employer name', () => {
    for (const { statement, truth } of drawn) {
      const wages = statement.transactions.filter(({ kind }) => kind === 'salary')
      for (const { party, amount, date } of wages) {
        const rows = truth.transactions.filter((row) => row.date === date && row.amount === decimal(amount))
        const name = id === 'northgate' ? party.slice(0, 18).trim() : party
        expect(rows.some(({ description }) => description.toUpperCase().includes(name.toUpperCase()))).toBe(
          true,
        )
      }
    }
  })

  it('no text overlaps or exceeds the page', () => {
    const sheets = drawn.flatMap(({ drawing }) => drawing.sheets)
    expect(sheets.flatMap((sheet) => findMisplacedTexts(sheet, 25))).toEqual([])
  })

  it('every page has column titles and a page number', () => {
    const pages = [20, 55, 90].map((count) => draw(ofLength(some, count)).drawing.sheets.length)
    expect(pages).toEqual(pages.toSorted())
    expect(pages[2]).toBeGreaterThan(pages[0] as number)
    expect(pages[0]).toBeLessThanOrEqual(2)
    expect(pages[2]).toBeLessThanOrEqual(4)
    const { drawing } = draw(ofLength(some, 90))
    const marks = visibleTexts(drawing)
    drawing.sheets.forEach((_, n) => {
      const here = marks.filter(({ page }) => page === n + 1)
      const numbers = [`${n + 1} of ${drawing.sheets.length}`, `${n + 1} / ${drawing.sheets.length}`]
      const isNumbered = here.some(({ text }) =>
        [...numbers, `${n + 1}/${drawing.sheets.length}`].some((number) => text.includes(number)),
      )
      expect(isNumbered).toBe(true)
      const isTable = here.some(isAmount)
      expect(here.some(({ text }) => /^(Date|DATE|Processed on|Day)$/.test(text))).toBe(isTable)
    })
  })

  it('is deterministic, and the file has the drawn text', async () => {
    const first = draw(some)
    expect(draw(structuredClone(some))).toEqual(first)
    const read = (await readText(await libraryPdf(first.drawing))).join('\n')
    const { account_holder_name, account_number, bank_name, sort_code, iban } =
      first.truth.account_information
    const digits = read.replace(/[ -]/g, '')
    expect(read).toContain(account_holder_name)
    expect(read).toContain(bank_name)
    expect(digits).toContain(account_number)
    expect(digits).toContain(sort_code.replaceAll('-', ''))
    if (iban) expect(digits).toContain(iban)
    expect(first.drawing.creator).not.toBe('')
    expect(first.drawing.madeOn > some.end).toBe(true)
  })
})

describe('special features of each layout', () => {
  const long = ofLength(overdrawn, 70)
  const rowsOf = (id: string, statement = long) => layout(id).draw(statement).truth.transactions
  const marksOf = (id: string, statement = long) => visibleTexts(layout(id).draw(statement).drawing)
  const textsOf = (id: string, statement = long) => texts(layout(id).draw(statement).drawing)
  const count = (id: string, role: string) => marksOf(id).filter((mark) => mark.role === role).length
  const isBelow = (text: string) => /^[-(]|[-DR)]$/.test(text)
  const overdrafts = (id: string) =>
    marksOf(id)
      .filter(({ role, text }) => role === 'balance' && isBelow(text))
      .map(({ text }) => text)

  it('brook: date once per day, daily balance, amount on the last line', () => {
    const days = new Set(long.transactions.map(({ date }) => date)).size
    expect(count('brook', 'date')).toBeLessThan(long.transactions.length)
    expect(count('brook', 'date')).toBeGreaterThanOrEqual(days)
    const pages = layout('brook').draw(long).drawing.sheets.length
    expect(count('brook', 'balance')).toBe(days + pages - 1)
    expect(textsOf('brook')).toEqual(expect.arrayContaining(['Start balance', 'End balance', 'Continued']))
    expect(textsOf('brook').filter((text) => text.startsWith('Balance brought forward'))).toHaveLength(
      pages - 1,
    )
    const last = marksOf('brook').find(({ text }) => /^On \d\d [A-Z]/.test(text)) as Printed
    expect(
      marksOf('brook').some((mark) => isAmount(mark) && mark.y === last.y && mark.page === last.page),
    ).toBe(true)
  })

  it('foxglove: credits first, type on the first line, OD, six-digit sort code', () => {
    expect(textsOf('foxglove').slice(0, 40)).toContain('002651')
    expect(textsOf('foxglove')).toEqual(expect.arrayContaining(['Card Transaction', 'Automated Credit']))
    expect(overdrafts('foxglove').every((text) => text.endsWith(' OD'))).toBe(true)
    const [into] = marksOf('foxglove').filter(({ text }) => text === 'Paid In(£)')
    const [out] = marksOf('foxglove').filter(({ text }) => text === 'Withdrawn(£)')
    expect(into?.x).toBeLessThan(out?.x as number)
    expect(textsOf('foxglove')).toContain('CARRIED FORWARD')
  })

  it('harbour: lines start with a type code, ))) for contactless, D if overdrawn', () => {
    expect(
      rowsOf('harbour').every(({ description }) => /^(VIS|\)\)\)|CR|DD|SO|ATM|BP|DR|CHQ) /.test(description)),
    ).toBe(true)
    expect(rowsOf('harbour').some(({ description }) => description.startsWith('))) '))).toBe(true)
    expect(overdrafts('harbour').length).toBeGreaterThan(0)
    expect(overdrafts('harbour').every((text) => text.endsWith(' D'))).toBe(true)
  })

  it('lantern: hidden labels appear in extracted text', async () => {
    const { drawing, truth } = layout('lantern').draw(long)
    const hidden = drawing.sheets.flatMap(({ marks }) =>
      marks.filter((mark) => 'text' in mark && isHidden(mark)),
    )
    expect(hidden).toHaveLength(6 * truth.transactions.length)
    expect((await readText(await libraryPdf(drawing))).join(' ')).toContain('blank.')
  })

  it('meadow: year on its own line, some balances, a panel on the right', () => {
    const words = textsOf('meadow', overNewYear)
    expect(words.filter((text) => text === '2025' || text === '2026')).toEqual(['2025', '2026'])
    expect(count('meadow', 'balance')).toBeLessThan(long.transactions.length)
    expect(count('meadow', 'balance')).toBeGreaterThan(5)
    const edge = Math.max(...marksOf('meadow').flatMap(({ role, x }) => (role === 'balance' ? [x] : [])))
    expect(marksOf('meadow').some(({ text, x }) => text === 'Summary box' && x > edge)).toBe(true)
    expect(textsOf('meadow')).toContain(
      `Balance from statement ${long.number - 1} dated ${formatDay(addDays(long.start, -1), 'DD/MM/YYYY')}`,
    )
  })

  it('northgate: one line per transaction, truncated names, minus if overdrawn', () => {
    const marks = marksOf('northgate')
    const baselines = marks.filter(({ role }) => role === 'date').map(({ page, y }) => page * 1000 + y)
    expect(
      new Set(baselines.slice(1).map((y, n) => Math.round((y - (baselines[n] as number)) * 10))).size,
    ).toBe(2)
    expect(overdrafts('northgate').every((text) => text.startsWith('-'))).toBe(true)
    expect(textsOf('northgate').filter((text) => text.startsWith('Balance on '))).toHaveLength(2)
  })

  it('orchard: ordinal dates, capitals, and columns that move on page 2', () => {
    expect(textsOf('orchard')).toContain(formatDay(long.start, 'DDth MMM'))
    expect(rowsOf('orchard').every(({ description }) => description === description.toUpperCase())).toBe(true)
    expect(rowsOf('orchard').some(({ description }) => / ON \d{4}-\d\d-\d\d$/.test(description))).toBe(true)
    const edges = [1, 2].map(
      (n) => marksOf('orchard').find(({ role, page }) => role === 'balance' && page === n)?.x,
    )
    expect(edges).toEqual([551, 529])
    expect(textsOf('orchard')).toContain('00 70 16')
  })

  it('pebble: newest first and signed, foreign amounts with a rate, pots without transactions', () => {
    const dates = rowsOf('pebble').map(({ date }) => date)
    expect(dates).toEqual(dates.toSorted().reverse())
    const foreign = cases
      .flatMap((statement) => rowsOf('pebble', statement))
      .filter(({ description }) => / Rate: /.test(description))
    expect(foreign.length).toBeGreaterThan(20)
    for (const { description, amount } of foreign) {
      const [, sum = '', rate = ''] = /Amount: [A-Z]{3} (-[\d,.]+)\. Rate: ([\d.]+)$/.exec(description) ?? []
      expect(Math.abs(Number(sum.replaceAll(',', '')) - Number(amount) * Number(rate))).toBeLessThan(0.0051)
    }
    expect(textsOf('pebble').filter((text) => text.startsWith('There were no transactions'))).toHaveLength(2)
  })

  it('quill: £ sign in every amount', () => {
    const money = marksOf('quill').filter((mark) => isAmount(mark) || /balance/.test(mark.role ?? ''))
    expect(money.every(({ text }) => /^-?£/.test(text))).toBe(true)
    expect(textsOf('quill')).toEqual(expect.arrayContaining(['Opening balance', 'Closing balance']))
  })

  it('rowan: a leaflet with amounts and dates follows the closing balance', () => {
    const words = textsOf('rowan')
    const after = words.slice(words.indexOf('STATEMENT CLOSING BALANCE'))
    expect(after.filter((text) => /£\d+.*\.\d\d/.test(text)).length).toBeGreaterThanOrEqual(3)
    expect(words).toContain('STATEMENT OPENING BALANCE')
  })

  it('saffron: money out before money in, type in words, trailing minus', () => {
    expect(overdrafts('saffron').length).toBeGreaterThan(0)
    expect(overdrafts('saffron').every((text) => /\d-$/.test(text))).toBe(true)
    expect(textsOf('saffron')).toEqual(expect.arrayContaining(['Transaction type', 'Card Purchase']))
  })

  it('tidewater: two dates in every row, from two years at the turn of the year', () => {
    const januaryFirst = { ...long, start: '2026-01-01', end: '2026-01-31' }
    const moved = januaryFirst.transactions.map((one) => ({
      ...one,
      kind: 'card' as const,
      date: '2026-01-01',
    }))
    const words = textsOf('tidewater', { ...januaryFirst, transactions: moved })
    expect(words.filter((text) => text === '31 Dec 2025')).toHaveLength(moved.length)
    expect(words).toEqual(expect.arrayContaining(['Processed on', 'Created on']))
  })

  it('umber: separate tables for money in, money out and daily balances', () => {
    const types = rowsOf('umber').map(({ type }) => type)
    expect(types).toEqual(types.toSorted())
    const days = new Map(long.transactions.map(({ date, balance }) => [formatDay(date, 'D MMMM'), balance]))
    const marks = marksOf('umber')
    const daily = marks.flatMap((mark, n) =>
      mark.role === 'balance' ? [[marks[n - 1]?.text, pence(mark.text)] as const] : [],
    )
    expect(daily).toEqual([...days])
    expect(overdrafts('umber').every((text) => /^\(.*\)$/.test(text))).toBe(true)
  })

  it('willow: one table per week, separate £ sign, a zero charge', () => {
    const headings = textsOf('willow').filter((text) => text.startsWith('Week to Sunday '))
    expect(headings.length).toBeGreaterThanOrEqual(4)
    expect(rowsOf('willow').at(-1)).toMatchObject({ amount: '0.00', type: 'debit', date: long.end })
    expect(textsOf('willow').filter((text) => text === '£').length).toBeGreaterThan(long.transactions.length)
    expect(overdrafts('willow').every((text) => text.endsWith(' DR'))).toBe(true)
  })

  it('the ground truth has thousands separators in balances', () => {
    const rich = { ...empty, openingBalance: 123_456_789, closingBalance: 123_456_789 }
    const { balance_information } = layout('brook').draw(rich).truth
    expect(balance_information.opening_balance).toBe(grouped(123_456_789))
    expect(balance_information.closing_balance).toBe('1,234,567.89')
  })
})
