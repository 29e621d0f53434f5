import type { SeededRandom } from '../../../random.ts'
import { widthOf } from '../../text-metrics.ts'
import { formatDate } from '../format-date.ts'
import { dateTitles, otherTitles, titles } from './labels.ts'
import type { AmountFormatter, FormattedAmount } from './money.ts'
import type { RandomStatementPeriod, StatementEntry } from './periods.ts'
import { totalIn, totalOut } from './periods.ts'
import type { StatementColumnRole, StatementPlan } from './plan.ts'
import type { StatementStyle } from './style.ts'

/**
 * A column. `x` is the left edge of text and of left-aligned amounts, and the right edge of other amounts; `hang` is
 * the width of trailing signs.
 */
export type StatementColumn = {
  role: StatementColumnRole
  title: string
  x: number
  width: number
  hang: number
}

export const isAmount = (role: StatementColumnRole) =>
  role === 'out' || role === 'in' || role === 'amount' || role === 'balance'

export function titlesOf(plan: StatementPlan, random: SeededRandom): Record<StatementColumnRole, string> {
  const { pairs, amount, balance } = titles[plan.headers === 'unknown' ? 'unknown' : 'known']
  const [out, into] = random.pick(pairs)
  const [booked, other] = random.pick(dateTitles)
  return {
    out,
    in: into,
    amount: random.pick(amount),
    balance: random.pick(balance),
    'other date': other,
    date: plan.days === 'two columns' ? booked : random.pick(otherTitles.date),
    description: random.pick(otherTitles.description),
    code: random.pick(otherTitles.code),
    reference: random.pick(otherTitles.reference),
  }
}

/** Formats a date for the date column. */
export function dateText(plan: StatementPlan, day: string): string {
  const form = plan.days === 'month headings' ? (plan.isDateInCapitals ? 'DD' : 'DDth') : plan.dateForm
  return formatDate(day, form, plan.isDateInCapitals && plan.days !== 'month headings')
}

export function amountIn(
  role: StatementColumnRole,
  amount: number,
  format: AmountFormatter,
): FormattedAmount {
  if (role === 'balance') return format.balance(amount)
  if (role === 'amount') return format.signed(amount)
  const isHere = role === 'in' ? amount > 0 : amount <= 0
  return isHere ? format.plain(amount) : { text: '', after: '' }
}

const minDescriptionWidth = 105

/**
 * Lays out the columns; the description gets the remaining width. Returns undefined if the remaining width is too
 * small.
 */
export function columnsIn(
  area: { left: number; right: number },
  plan: StatementPlan,
  style: StatementStyle,
  columnTitles: Record<StatementColumnRole, string>,
  periods: RandomStatementPeriod[],
  format: AmountFormatter,
): StatementColumn[] | undefined {
  const bold = { face: style.bold, size: style.size }
  const widest = (texts: string[]) =>
    Math.max(0, ...[...new Set(texts)].map((text) => widthOf({ ...bold, text })))
  const entries = periods.flatMap((period) => period.entries)
  const textOf: Partial<Record<StatementColumnRole, (entry: StatementEntry) => string>> = {
    date: ({ date }) => dateText(plan, date),
    'other date': ({ other }) => dateText(plan, other),
    code: ({ code }) => code,
    reference: ({ reference }) => reference,
  }
  const totals = periods.flatMap((period) => [format.plain(totalIn(period)), format.plain(totalOut(period))])
  const ends = periods.flatMap(({ opening, closing }) => [format.balance(opening), format.balance(closing)])
  const amountsOf = (role: StatementColumnRole): FormattedAmount[] => [
    ...entries.map(({ amount, balance }) => amountIn(role, role === 'balance' ? balance : amount, format)),
    ...(role === 'balance' ? ends : totals),
  ]
  const extra = plan.pound === 'split' ? widthOf({ ...bold, text: '£' }) + 3 : 0
  const widths = plan.columns.map((role) => {
    const head = plan.headers === 'missing' ? 0 : widthOf({ ...bold, text: columnTitles[role] })
    if (!isAmount(role))
      return { width: Math.max(head, widest(entries.map(textOf[role] ?? (() => '')))), hang: 0 }
    const amounts = amountsOf(role)
    const hang = plan.align === 'decimal' ? widest(amounts.map(({ after }) => after)) : 0
    const body = amounts.map(({ text, after }) =>
      hang > 0 ? text.slice(0, text.length - after.length) : text,
    )
    return { width: Math.max(head, widest(body) + extra + hang), hang }
  })
  const usedWidth = widths.reduce(
    (total, { width }, n) => total + (plan.columns[n] === 'description' ? 0 : width),
    0,
  )
  const room = area.right - area.left - usedWidth - style.gutter * (plan.columns.length - 1)
  if (room < minDescriptionWidth) return undefined
  let at = area.left
  return plan.columns.map((role, n) => {
    const { width: own, hang } = widths[n] as { width: number; hang: number }
    const width = role === 'description' ? room : own
    const isFlushRight = isAmount(role) && plan.align !== 'left'
    const column = { role, title: columnTitles[role], x: isFlushRight ? at + width : at, width, hang }
    at += width + style.gutter
    return column
  })
}
