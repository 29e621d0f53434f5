import type { Random } from '../../../random.ts'
import { widthOf } from '../../text-metrics.ts'
import { writeDay } from '../format-date.ts'
import type { Entry, Period } from './periods.ts'
import { totalIn, totalOut } from './periods.ts'
import type { PenceWriter, Sum } from './money.ts'
import type { Plan, Role } from './plan.ts'
import type { Style } from './style.ts'
import { dateTitles, otherTitles, titles } from './labels.ts'

/** x: the left edge of words and of sums that begin under each other, the right edge of other sums; `hang`: of that, for signs after digits. */
export type Column = { role: Role; title: string; x: number; width: number; hang: number }

export const isSum = (role: Role) =>
  role === 'out' || role === 'in' || role === 'amount' || role === 'balance'

export function titlesOf(plan: Plan, random: Random): Record<Role, string> {
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

/** What stands in the date column of a row. */
export function dateText(plan: Plan, day: string): string {
  const form = plan.days === 'month headings' ? (plan.isDateInCapitals ? 'DD' : 'DDth') : plan.dateForm
  return writeDay(day, form, plan.isDateInCapitals && plan.days !== 'month headings')
}

export function sumIn(role: Role, amount: number, write: PenceWriter): Sum {
  if (role === 'balance') return write.balance(amount)
  if (role === 'amount') return write.signed(amount)
  const isHere = role === 'in' ? amount > 0 : amount <= 0
  return isHere ? write.plain(amount) : { text: '', after: '' }
}

const leastRoom = 105

/** Columns from the left to the right of the table; what is left over is the description's. Undefined where too little is. */
export function columnsIn(
  area: { left: number; right: number },
  plan: Plan,
  style: Style,
  heads: Record<Role, string>,
  periods: Period[],
  write: PenceWriter,
): Column[] | undefined {
  const bold = { face: style.bold, size: style.size }
  const widest = (texts: string[]) =>
    Math.max(0, ...[...new Set(texts)].map((text) => widthOf({ ...bold, text })))
  const entries = periods.flatMap((period) => period.entries)
  const words: Partial<Record<Role, (entry: Entry) => string>> = {
    date: ({ date }) => dateText(plan, date),
    'other date': ({ other }) => dateText(plan, other),
    code: ({ code }) => code,
    reference: ({ reference }) => reference,
  }
  const totals = periods.flatMap((period) => [write.plain(totalIn(period)), write.plain(totalOut(period))])
  const ends = periods.flatMap(({ opening, closing }) => [write.balance(opening), write.balance(closing)])
  const sumsOf = (role: Role): Sum[] => [
    ...entries.map(({ amount, balance }) => sumIn(role, role === 'balance' ? balance : amount, write)),
    ...(role === 'balance' ? ends : totals),
  ]
  const extra = plan.pound === 'split' ? widthOf({ ...bold, text: '£' }) + 3 : 0
  const widths = plan.columns.map((role) => {
    const head = plan.headers === 'missing' ? 0 : widthOf({ ...bold, text: heads[role] })
    if (!isSum(role))
      return { width: Math.max(head, widest(entries.map(words[role] ?? (() => '')))), hang: 0 }
    const sums = sumsOf(role)
    const hang = plan.align === 'decimal' ? widest(sums.map(({ after }) => after)) : 0
    const body = sums.map(({ text, after }) => (hang > 0 ? text.slice(0, text.length - after.length) : text))
    return { width: Math.max(head, widest(body) + extra + hang), hang }
  })
  const taken = widths.reduce(
    (total, { width }, n) => total + (plan.columns[n] === 'description' ? 0 : width),
    0,
  )
  const room = area.right - area.left - taken - style.gutter * (plan.columns.length - 1)
  if (room < leastRoom) return undefined
  let at = area.left
  return plan.columns.map((role, n) => {
    const { width: own, hang } = widths[n] as { width: number; hang: number }
    const width = role === 'description' ? room : own
    const isFlushRight = isSum(role) && plan.align !== 'left'
    const column = { role, title: heads[role], x: isFlushRight ? at + width : at, width, hang }
    at += width + style.gutter
    return column
  })
}
