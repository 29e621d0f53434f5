import type { IsoDate } from '../../../calendar.ts'
import type { PenceAmount } from '../../../money.ts'
import type { SeededRandom } from '../../../random.ts'
import { formatDay } from '../../pen.ts'
import { breakLines } from '../break-lines.ts'
import { endLabels, promotions, sectionLabels, startLabels, totalLabels } from './labels.ts'
import { type RandomStatementPeriod, type StatementEntry, totalIn, totalOut } from './periods.ts'
import type { StatementPlan } from './plan.ts'
import type { StatementStyle } from './style.ts'

export type RandomStatementRow =
  | { is: 'entry'; entry: StatementEntry; lines: string[]; isDated: boolean; hasBalance: boolean }
  | { is: 'marker'; text: string; date: IsoDate | null; balance: PenceAmount }
  | { is: 'total'; text: string; in: PenceAmount | null; out: PenceAmount | null }
  | { is: 'heading' | 'section'; text: string }
  | { is: 'promotion'; lines: string[] }
  | { is: 'titles' }

/** Returns all table rows of a period, before pagination. */
export function rowsOf(
  period: RandomStatementPeriod,
  plan: StatementPlan,
  style: StatementStyle,
  columnWidth: number,
  random: SeededRandom,
): RandomStatementRow[] {
  const textWidth = plan.room === 'narrow' ? Math.max(70, columnWidth * 0.55) : columnWidth
  const wrapDescription = (entry: StatementEntry) =>
    entry.lines.flatMap((line) => breakLines(line, textWidth, style))
  const isDatedMarker = random.chance(0.5) && !plan.days.endsWith('headings')
  const mark = (text: string, day: IsoDate, balance: PenceAmount): RandomStatementRow => ({
    is: 'marker',
    text,
    date: isDatedMarker ? day : null,
    balance,
  })
  const ordered = inOrder(period.entries, plan)
  const start = plan.hasStart ? [mark(random.pick(startLabels), period.start, period.opening)] : []
  const end = plan.hasEnd ? [mark(random.pick(endLabels), period.end, period.closing)] : []
  const [top, bottom] = plan.order === 'oldest' ? [start, end] : [end, start]
  const rows: RandomStatementRow[] = [...top]
  let heading = ''
  let day = ''

  function add(entry: StatementEntry, neighbours: StatementEntry[], index: number) {
    const text = headingOf(entry.date, plan)
    if (text !== heading) rows.push({ is: 'heading', text })
    heading = text
    const isDated = plan.days !== 'day headings' && (plan.days !== 'once' || entry.date !== day)
    day = entry.date
    const hasBalance = isBalanced(neighbours, index, plan)
    rows.push({ is: 'entry', entry, lines: wrapDescription(entry), isDated, hasBalance })
  }

  if (plan.signs === 'sections') {
    const [into, out, totalInLabel, totalOutLabel] = random.pick(sectionLabels)
    const [credits, debits] = [
      ordered.filter((one) => one.amount > 0),
      ordered.filter((one) => one.amount <= 0),
    ]
    const sections: RandomStatementRow[][] = [credits, debits].map((part, n) => {
      const from = rows.length
      rows.push({ is: 'section', text: n === 0 ? into : out })
      for (const [index, entry] of part.entries()) add(entry, part, index)
      if (n === 0) rows.push({ is: 'total', text: totalInLabel, in: totalIn(period), out: null })
      else rows.push({ is: 'total', text: totalOutLabel, in: null, out: totalOut(period) })
      return rows.splice(from)
    })
    return [...rows, ...(random.chance(0.5) ? sections : sections.reverse()).flat()]
  }
  const interrupted = random.integer(3, Math.max(4, ordered.length - 3))
  for (const [index, entry] of ordered.entries()) {
    if (plan.hasPromotions && index > 0 && random.chance(0.06))
      rows.push({ is: 'promotion', lines: random.pick(promotions) })
    if (plan.hasSecondHeader && plan.headers !== 'missing' && index === interrupted)
      rows.push({ is: 'titles' })
    add(entry, ordered, index)
  }
  if (plan.totals === 'row')
    bottom.unshift({
      is: 'total',
      text: random.pick(totalLabels),
      in: totalIn(period),
      out: totalOut(period),
    })
  return [...rows, ...bottom]
}

const headingOf = (day: IsoDate, plan: StatementPlan) => {
  if (plan.days === 'month headings') return formatDay(day, 'MMMM YYYY')
  if (plan.days !== 'day headings') return ''
  return formatDay(day, plan.isDateInCapitals ? 'DD/MM/YYYY' : 'D MMMM YYYY')
}

function inOrder(entries: StatementEntry[], { order }: StatementPlan): StatementEntry[] {
  if (order === 'oldest') return entries
  if (order === 'newest') return entries.toReversed()
  return entries.toSorted((one, other) => (one.date < other.date ? 1 : one.date > other.date ? -1 : 0))
}

/**
 * Whether a row shows the daily balance: the last row of the day, or the first row if the newest is printed first.
 */
function isBalanced(entries: StatementEntry[], index: number, { balances, order }: StatementPlan): boolean {
  const neighbour = entries[order === 'oldest' ? index + 1 : index - 1]
  const isLastOfDay = entries[index]?.date !== neighbour?.date
  if (balances === 'day') return isLastOfDay
  if (balances === 'some')
    return neighbour === undefined || (isLastOfDay && index % 2 === 1) || index % 5 === 4
  return balances === 'row'
}
