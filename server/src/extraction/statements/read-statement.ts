import {
  type Balance,
  balanceIn,
  besideOf,
  boundsOf,
  type Control,
  controlsOf,
  withBounds,
} from './arithmetic/balances.ts'
import { type Narrowing, type Reading, readingsOf } from './arithmetic/column-readings.ts'
import type { Walk } from './arithmetic/running-balance.ts'
import { figuresOf } from './arithmetic/labelled-amounts.ts'
import {
  areDaysLoose,
  barePagesOf,
  brokenDaysOf,
  otherTablesOf,
  repeatedPagesOf,
  undatedPagesOf,
  unexplainedOf,
} from './completeness.ts'
import { checkList } from './daily-balance-check.ts'
import { accountsOf, type Fact, ibanOf } from './facts/account.ts'
import { bankOf } from './facts/bank.ts'
import { daysOf } from './facts/days.ts'
import { describe } from './facts/descriptions.ts'
import { holderOf } from './facts/holder.ts'
import { type Period, periodsOf } from './facts/period.ts'
import type { Row } from './statement-row.ts'
import { type Column, framesOf } from './table/columns.ts'
import { groundOf } from './table/table-content.ts'
import { tableOf, titlesOf } from './table/table.ts'
import type { Money } from './text/money.ts'
import { type Numbering, numberingOf } from './text/numbering.ts'
import type { Sheets } from './text/statement-text.ts'
import type { Role } from './text/vocabulary.ts'

type FactName = 'holder' | 'account' | 'sortCode' | 'iban' | 'bank'

/** Everything that was found out about a statement, before it is judged. */
export type Outcome = {
  reading: Reading
  walk: Walk
  /** In the order of time. */
  rows: Row[]
  period: Period
  opening: Balance | null
  closing: Balance | null
  controls: Control[]
  listed: { right: number; wrong: number }
  alternatives: number
  numbering: Numbering
  unexplained: Money[]
  /** Sums on pages, as `page pence`, that are of no row. */
  strays: Set<string>
  /** Every opening and closing balance that is labelled so outside the table. */
  said: { opening: number[]; closing: number[] }
  barePages: number[]
  repeatedPages: number[]
  /** Headings of other accounts or pots between the rows. */
  otherTables: number
  undatedPages: number[]
  brokenDays: number
  /** It is not certain to which rows the days belong. */
  areDaysLoose: boolean
  /** All account numbers that stand beside a label. */
  accounts: string[]
  facts: Partial<Record<FactName, Fact | undefined>>
  isOcr: boolean
  repairs: number
  /** What the title above a sum says it is. */
  titleOf: (money: Money) => Role | null
}

export function outcomeOf(
  { pages, heads, lines, areDaysGuessed = false }: Sheets,
  narrowing: Narrowing,
): Outcome | null {
  const heights = pages.map(({ height }) => height)
  const ofTable = lines.filter(({ isPanel }) => !isPanel)
  const table = tableOf(ofTable, framesOf(ofTable))
  const ground = groundOf(table)
  const inTable = new Set(ground.lines)
  const figures = figuresOf(lines, titlesOf(table))
  const bounds = boundsOf(figures, inTable)
  const readings = readingsOf(ground, bounds, narrowing)
  const [best] = readings
  if (!best || best.walk.steps.length === 0) return null
  const beside = besideOf(figures, ground, best)
  const reading = withBounds(best, ground, bounds, beside)

  const periods = periodsOf(lines, inTable, beside)
  const days = daysOf(table, periods, reading.order === 'up' || reading.order === 'days')
  const descriptions = describe(ground, reading, narrowing.amountOn)
  const rows = inTime(
    reading.walk.steps.map((step) => {
      const from = days.get(step.entry.line) ?? null
      const description = descriptions.get(step.entry) ?? { text: '', words: [] }
      return { step, day: from?.day ?? null, from, description }
    }),
    reading,
  )
  const rowLines = new Set(rows.map(({ step }) => step.entry.line))
  const rowPlaces = new Set([...rowLines].map(({ page, y }) => `${page} ${Math.round(y)}`))
  const { sortCodes, accounts } = accountsOf(
    heads.filter(({ page, y }) => !rowPlaces.has(`${page} ${Math.round(y)}`)),
  )
  const outside = heads.filter(
    ({ page, y }) =>
      !rowPlaces.has(`${page} ${Math.round(y)}`) &&
      y <= Math.max(table.tops.get(page) ?? Number.POSITIVE_INFINITY, 0.4 * (heights[page] ?? 0)),
  )
  const labelled = (facts: readonly Fact[]) => facts.find(({ isLabelled }) => isLabelled) ?? facts[0]
  const saidOf = (kind: 'opening' | 'closing') =>
    figures.filter((figure) => figure.kind === kind).map(({ pence }) => pence)
  return {
    reading,
    walk: reading.walk,
    rows,
    period: wholePeriod(periods, rows),
    opening: balanceIn(reading.walk, 'opening', beside),
    closing: balanceIn(reading.walk, 'closing', beside),
    controls: controlsOf(reading.walk, beside),
    listed: checkList(ground, reading, rows, periods),
    alternatives: alternativesOf(reading, readings),
    numbering: numberingOf(lines, heights),
    unexplained: unexplainedOf(ground, reading, rows),
    strays: new Set(beside.map(({ money }) => `${money.page} ${money.pence}`)),
    said: { opening: saidOf('opening'), closing: saidOf('closing') },
    barePages: barePagesOf(lines, reading, ground),
    repeatedPages: repeatedPagesOf(pages, rows),
    otherTables: otherTablesOf(lines, rows),
    undatedPages: undatedPagesOf(rows, days),
    brokenDays: brokenDaysOf(rows, table),
    areDaysLoose: areDaysGuessed || areDaysLoose(rows, table),
    accounts: [...new Set(accounts.filter(({ isLabelled }) => isLabelled).map(({ value }) => value))],
    facts: {
      holder: holderOf(outside, heights),
      account: labelled(accounts),
      sortCode: labelled(sortCodes),
      iban: ibanOf(heads),
      bank: bankOf(heads, table.tops, heights),
    },
    isOcr: pages.some(({ source }) => source === 'ocr'),
    repairs: 0,
    titleOf: (money) => reading.titles.get(table.frames.columnOf.get(money) as Column) ?? null,
  }
}

/** Rows of sections are brought into the order of time; rows of one day stay as they are. */
function inTime(rows: Row[], { mode }: Reading): Row[] {
  return mode === 'section' ? rows.toSorted((a, b) => (a.day ?? '').localeCompare(b.day ?? '')) : rows
}

function wholePeriod(periods: readonly Period[], rows: readonly Row[]): Period {
  const days = rows.flatMap(({ day }) => day ?? []).toSorted()
  const first = periods
    .filter(({ start }) => start !== null)
    .toSorted((a, b) => (a.start ?? '').localeCompare(b.start ?? ''))[0]
  const last = periods
    .filter(({ end }) => end !== null)
    .toSorted((a, b) => (b.end ?? '').localeCompare(a.end ?? ''))[0]
  return {
    start: first?.start ?? days[0] ?? null,
    end: last?.end ?? days.at(-1) ?? null,
    startPlace: first?.startPlace ?? null,
    endPlace: last?.endPlace ?? null,
    isPrinted: first?.isPrinted === true && last?.isPrinted === true,
  }
}

/** Other readings of the columns that hold as well, explain as much and say something else. */
function alternativesOf(best: Reading, readings: readonly Reading[]): number {
  const signature = ({ walk: { steps } }: Reading) =>
    steps
      .map(({ pence, entry }) => `${entry.line.page}:${entry.line.y}:${pence}`)
      .toSorted()
      .join()
  const own = signature(best)
  return readings.filter((other) => {
    const { steps, breaks, disagrees, closing, checks } = other.walk
    if (steps.length < best.walk.steps.length || breaks.length > 0 || disagrees.length > 0 || !closing)
      return false
    // One equation over all rows is nothing beside a balance for each.
    if (2 * checks < best.walk.checks) return false
    if (steps.some(({ isHeld, sign }) => !isHeld || sign === 'guess')) return false
    return signature(other) !== own
  }).length
}
