import type { Day } from '../../../calendar.ts'
import type { Pence } from '../../../money.ts'
import type { Random } from '../../../random.ts'
import { formatDay } from '../../pen.ts'
import { broken } from '../break-lines.ts'
import { type Entry, type Period, totalIn, totalOut } from './periods.ts'
import type { Plan } from './plan.ts'
import type { Style } from './style.ts'
import { endWords, promotions, sectionWords, startWords, totalWords } from './labels.ts'

export type Row =
  | { is: 'entry'; entry: Entry; lines: string[]; isDated: boolean; hasBalance: boolean }
  | { is: 'marker'; text: string; date: Day | null; balance: Pence }
  | { is: 'total'; text: string; in: Pence | null; out: Pence | null }
  | { is: 'heading' | 'section'; text: string }
  | { is: 'promotion'; lines: string[] }
  | { is: 'titles' }

/** All that stands in the table of a period from top to bottom, before there are pages. */
export function rowsOf(period: Period, plan: Plan, style: Style, room: number, random: Random): Row[] {
  const wide = plan.room === 'narrow' ? Math.max(70, room * 0.55) : room
  const withText = (entry: Entry) => entry.lines.flatMap((line) => broken(line, wide, style))
  const isDatedMarker = random.chance(0.5) && !plan.days.endsWith('headings')
  const mark = (text: string, day: Day, balance: Pence): Row => ({
    is: 'marker',
    text,
    date: isDatedMarker ? day : null,
    balance,
  })
  const ordered = inOrder(period.entries, plan)
  const start = plan.hasStart ? [mark(random.pick(startWords), period.start, period.opening)] : []
  const end = plan.hasEnd ? [mark(random.pick(endWords), period.end, period.closing)] : []
  const [top, bottom] = plan.order === 'oldest' ? [start, end] : [end, start]
  const rows: Row[] = [...top]
  let heading = ''
  let day = ''

  function add(entry: Entry, neighbours: Entry[], place: number) {
    const text = headingOf(entry.date, plan)
    if (text !== heading) rows.push({ is: 'heading', text })
    heading = text
    const isDated = plan.days !== 'day headings' && (plan.days !== 'once' || entry.date !== day)
    day = entry.date
    const hasBalance = isBalanced(neighbours, place, plan)
    rows.push({ is: 'entry', entry, lines: withText(entry), isDated, hasBalance })
  }

  if (plan.signs === 'sections') {
    const [into, out, sumIn, sumOut] = random.pick(sectionWords)
    const [credits, debits] = [
      ordered.filter((one) => one.amount > 0),
      ordered.filter((one) => one.amount <= 0),
    ]
    const sections: Row[][] = [credits, debits].map((part, n) => {
      const from = rows.length
      rows.push({ is: 'section', text: n === 0 ? into : out })
      for (const [place, entry] of part.entries()) add(entry, part, place)
      if (n === 0) rows.push({ is: 'total', text: sumIn, in: totalIn(period), out: null })
      else rows.push({ is: 'total', text: sumOut, in: null, out: totalOut(period) })
      return rows.splice(from)
    })
    return [...rows, ...(random.chance(0.5) ? sections : sections.reverse()).flat()]
  }
  const interrupted = random.whole(3, Math.max(4, ordered.length - 3))
  for (const [place, entry] of ordered.entries()) {
    if (plan.hasPromotions && place > 0 && random.chance(0.06))
      rows.push({ is: 'promotion', lines: random.pick(promotions) })
    if (plan.hasSecondHeader && plan.headers !== 'missing' && place === interrupted)
      rows.push({ is: 'titles' })
    add(entry, ordered, place)
  }
  if (plan.totals === 'row')
    bottom.unshift({ is: 'total', text: random.pick(totalWords), in: totalIn(period), out: totalOut(period) })
  return [...rows, ...bottom]
}

const headingOf = (day: Day, plan: Plan) => {
  if (plan.days === 'month headings') return formatDay(day, 'MMMM YYYY')
  if (plan.days !== 'day headings') return ''
  return formatDay(day, plan.isDateInCapitals ? 'DD/MM/YYYY' : 'D MMMM YYYY')
}

function inOrder(entries: Entry[], { order }: Plan): Entry[] {
  if (order === 'oldest') return entries
  if (order === 'newest') return entries.toReversed()
  return entries.toSorted((one, other) => (one.date < other.date ? 1 : one.date > other.date ? -1 : 0))
}

/** A day's balance stands where the day ends: at its first row where the newest comes first. */
function isBalanced(entries: Entry[], place: number, { balances, order }: Plan): boolean {
  const neighbour = entries[order === 'oldest' ? place + 1 : place - 1]
  const isLastOfDay = entries[place]?.date !== neighbour?.date
  if (balances === 'day') return isLastOfDay
  if (balances === 'some')
    return neighbour === undefined || (isLastOfDay && place % 2 === 1) || place % 5 === 4
  return balances === 'row'
}
