import { type Line, textOf } from '../text/lines.ts'
import type { Money } from '../text/money.ts'
import { creditWords, directionOf, figureOf, type Marker, markerOf, type Role } from '../text/vocabulary.ts'
import type { Column } from './columns.ts'
import type { Table } from './table.ts'

export type Roles = Map<Column, Role>

/** A line of the table with at least one sum that has a meaning. */
export type Entry = {
  line: Line
  amount: { money: Money; role: Exclude<Role, 'balance'> } | null
  balance: Money | null
  marker: Marker | null
  /** Both ways at once, as in a row of totals. */
  both: { in: Money; out: Money } | null
  /** Sums of the line without a meaning. */
  others: Money[]
  /** Index of the section, -1 before the first heading that names a direction. */
  section: number
  /** 1 where its words speak for money coming in, else -1. */
  leaning: 1 | -1
  /** What its code or its first word says, where a few of them come again and again. */
  kind: string
}

export type Section = { line: Line; direction: 'in' | 'out' }

/** What does not change with the meaning of the columns. */
export type Ground = {
  table: Table
  lines: readonly Line[]
  words: Map<Line, { text: string; marker: Marker | null }>
  sections: Section[]
  sectionOf: Map<Line, number>
  /** Lines that list days with their balances, and nothing else. */
  lists: Set<Line>
  /** Headings of days with the balance of the day. */
  headed: Set<Line>
  /** The kinds of rows, where they are few. */
  kinds: Map<Line, string>
}

const mostSections = 8

export function groundOf(table: Table): Ground {
  const lines = withoutUpcoming(table.lines).filter(
    (line) => line.y > (table.tops.get(line.page) ?? Number.POSITIVE_INFINITY),
  )
  const words: Ground['words'] = new Map()
  const sections: Section[] = []
  const sectionOf = new Map<Line, number>()
  const lists = new Set<Line>()
  // A heading of the first section stands above the first titles.
  const headings = table.lines.filter((line) => table.tops.has(line.page))
  let section = -1
  for (const [n, line] of headings.entries()) {
    const next = headings[n + 1]
    const text = plainText(line, table)
    words.set(line, { text, marker: markerOf(text) })
    if (line.moneys.length === 0 && line.dates.length === 0 && line.words.length <= 7) {
      const direction = directionOf(text)
      // A label of a summary stands over its figure, a heading over titles or rows.
      const isHeading =
        isAlone(line) &&
        !isInside(line, table) &&
        next !== undefined &&
        (next.moneys.length === 0 || next.dates.length > 0)
      if (direction && isHeading) {
        sections.push({ line, direction })
        section = sections.length - 1
      } else if (/\bbalances?\b/i.test(text) && isHeading && sections.length > 0 && next.dates.length > 0)
        section = -2
    }
    sectionOf.set(line, section)
    if (isList(line, text) || section === -2) lists.add(line)
  }
  const more = { headed: headedDays(table, lines), kinds: kindsOf(lines, words) }
  // What comes so often is no heading but the first line of descriptions.
  if (sections.length > mostSections)
    return { table, lines, words, sections: [], sectionOf: new Map(), lists: new Set(), ...more }
  return { table, lines, words, sections, sectionOf, lists, ...more }
}

const balanceWords = /^(balance|end|of|day|closing|daily|the|at|\W+)$/i

/** A day and a sum and nothing else, over rows that have no day of their own. */
function headedDays({ stamps }: Table, lines: readonly Line[]): Set<Line> {
  const found = lines.filter((line, n) => {
    const hit = stamps.get(line)?.hit
    const [sum, second] = line.moneys
    if (!hit || !sum || second) return false
    const next = lines[n + 1]
    const isOver = next !== undefined && next.moneys.length > 0 && !stamps.has(next)
    return (
      isOver &&
      line.words.every(
        (word) => hit.words.includes(word) || sum.words.includes(word) || balanceWords.test(word.text),
      )
    )
  })
  const rows = lines.filter((line) => line.moneys.length > 0 && stamps.get(line)?.hit)
  return new Set(found.length > 2 && found.length > 0.7 * rows.length ? found : [])
}

const mostKinds = 12

/** The first or the last words of rows, whichever are fewer; where there are many they are no kinds. */
function kindsOf(lines: readonly Line[], words: Ground['words']): Map<Line, string> {
  const rows = lines.filter((line) => line.moneys.length > 0 && (words.get(line)?.text ?? '') !== '')
  const ofPlace = (at: 0 | -1) =>
    new Map(rows.map((line) => [line, words.get(line)?.text.split(' ').at(at)?.toLowerCase() ?? '']))
  const [first, last] = [ofPlace(0), ofPlace(-1)]
  const count = (kinds: Map<Line, string>) => new Set(kinds.values()).size
  const fewer = count(last) < count(first) ? last : first
  return count(fewer) <= Math.min(mostKinds, 0.4 * rows.length) ? fewer : new Map()
}

const upcoming =
  /\b(upcoming|scheduled|pending|future|forthcoming|due (after|soon|next)|to come|not yet|still to)\b/i

/** What is to be paid after the statement is no part of it, though it looks the same. */
function withoutUpcoming(lines: readonly Line[]): Line[] {
  const cuts = new Map<number, number>()
  for (const line of lines) {
    const isHeading = line.moneys.length === 0 && line.words.length <= 12 && isAlone(line)
    if (isHeading && !cuts.has(line.page) && upcoming.test(textOf(line.words))) cuts.set(line.page, line.y)
  }
  return lines.filter(({ page, y }) => y < (cuts.get(page) ?? Number.POSITIVE_INFINITY))
}

/** A heading begins where the table does, the first line of a description right of the days. */
function isInside(line: Line, { frames, dateColumns }: Table): boolean {
  const place = frames.ofPage.get(line.page)
  const [at] = (place && dateColumns.get(place)) ?? []
  return at !== undefined && (line.words[0]?.x ?? 0) > at + 20
}

/** A heading is one phrase, not a row of titles. */
const isAlone = ({ words, size }: Line) =>
  words.every((word, n) => n === 0 || word.x - (words[n - 1]?.right ?? 0) < 1.2 * size)

/** Days and sums in turn. */
function isList({ dates, moneys }: Line, text: string): boolean {
  if (dates.length < 2 || moneys.length < 2 || text !== '') return false
  return dates.every(({ right }, n) => {
    const next = dates[n + 1]?.x ?? Number.POSITIVE_INFINITY
    return moneys.some(({ x }) => x > right && x < next)
  })
}

/** The words of a line that are neither its day nor its sums. */
function plainText(line: Line, table: Table): string {
  const taken = new Set(line.moneys.flatMap(({ words }) => words))
  const stamp = table.stamps.get(line)
  for (const word of stamp?.hit?.words ?? []) taken.add(word)
  if (line.dates.length >= 2 && line.moneys.length >= 2) {
    for (const { words } of line.dates) for (const word of words) taken.add(word)
  }
  return textOf(line.words.filter((word) => !taken.has(word)))
}

/** The rows that these meanings make of the table, from top to bottom. */
export function entriesOf(ground: Ground, roles: Roles): Entry[] {
  const { columnOf } = ground.table.frames
  const entries: Entry[] = []
  for (const line of ground.lines) {
    if (line.moneys.length === 0 || ground.lists.has(line)) continue
    let [amount, balance, ins, outs]: [Entry['amount'], Money | null, Money | null, Money | null] = [
      null,
      null,
      null,
      null,
    ]
    const others: Money[] = []
    for (const money of line.moneys) {
      const column = columnOf.get(money)
      const role = column && roles.get(column)
      if (!role) others.push(money)
      else if (role === 'balance') balance = money
      else {
        if (role === 'in') ins = money
        if (role === 'out') outs = money
        // A nought in the other column is a filler.
        if (!amount || amount.money.pence === 0) amount = { money, role }
      }
    }
    if (ground.headed.has(line)) [amount, balance, ins, outs] = [null, line.moneys[0] ?? null, null, null]
    if (!amount && !balance) continue
    const known = ground.words.get(line)
    let marker = known?.marker ?? null
    const isFilled = ins !== null && outs !== null && ins.pence !== 0 && outs.pence !== 0
    const isDated = ground.table.stamps.has(line)
    if (marker && marker !== 'total' && amount && !isFilled) {
      // Words of a balance with a sum where amounts stand: a balance printed there, or a payment that sounds like one.
      if (balance || (marker === 'balance' && isDated)) marker = null
      else [balance, amount] = [amount.money, null]
    }
    // Labelled totals under the table are controls, not rows.
    const figure = isDated || (marker && marker !== 'total') ? null : figureOf(known?.text ?? '')
    if (figure === 'in' || figure === 'out') continue
    // Beside the table of an account there may be balances of others: without known words or a day they say nothing.
    const isBesides = !amount && !marker && !isDated && (known?.text ?? '') !== ''
    if (isBesides && entries.some((entry) => entry.amount !== null && entry.line.page === line.page)) continue
    entries.push({
      line,
      amount,
      balance,
      marker,
      both: isFilled && ins && outs ? { in: ins, out: outs } : null,
      others,
      section: ground.sectionOf.get(line) ?? -1,
      leaning: creditWords.test(known?.text ?? '') ? 1 : -1,
      kind: ground.kinds.get(line) ?? '',
    })
  }
  return entries
}
