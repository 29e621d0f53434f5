import { formatDay, type Pen } from '../pen.ts'
import type { FontFace } from '../types.ts'
import type { BankStatementFacts } from './bank-format.ts'

/** Draws name and address at the position of the envelope window. */
export const drawAddress = (
  pen: Pen,
  { holder, address }: BankStatementFacts,
  x: number,
  y: number,
  leading = 12,
) => pen.lines(x, y, leading, [holder, ...address])

export type HeaderFact = [label: string, value: string, role?: string]

type FactArea = {
  x: number
  /** Right edge of the values. If undefined, values are printed below their labels. */
  right?: number
  y: number
  leading: number
  face?: FontFace
  size?: number
  label?: { colour?: string; face?: FontFace; size?: number }
  rule?: string
}

/** Draws labelled values, one per line; returns the next baseline. */
export function drawHeaderFacts(pen: Pen, area: FactArea, pairs: HeaderFact[]): number {
  const { x, right, leading, face, size, label, rule } = area
  let { y } = area
  for (const [name, value, role] of pairs) {
    pen.text(x, y, name, { ...(size && { size }), ...label })
    const style = { ...(face && { face }), ...(size && { size }), ...(role && { role }) }
    if (right === undefined) pen.text(x, y + leading, value, style)
    else pen.right(right, y, value, style)
    y += right === undefined ? 2.4 * leading : leading
    if (rule && right !== undefined) pen.line(x, y - leading + 4, right, y - leading + 4, { colour: rule })
  }
  return y
}

/** Formats the statement period in the given date format, e.g. `1 October 2026 to 31 October 2026`. */
export const periodOf = ({ statement }: BankStatementFacts, dateFormat: string, separator: string) =>
  `${formatDay(statement.start, dateFormat)}${separator}${formatDay(statement.end, dateFormat)}`

/** Returns the four summary figures in the bank's order and wording. */
export function summary(
  facts: BankStatementFacts,
  order: ('opening' | 'in' | 'out' | 'closing')[],
  labels: string[],
): HeaderFact[] {
  const figures: Record<string, [string, string]> = {
    opening: [facts.balance(facts.opening), 'opening_balance'],
    in: [facts.formatAmount(facts.moneyIn), 'money_in'],
    out: [facts.formatAmount(facts.moneyOut), 'money_out'],
    closing: [facts.balance(facts.closing), 'closing_balance'],
  }
  return order.map((figure, n) => {
    const [value, role] = figures[figure] as [string, string]
    return [labels[n] ?? '', value, role]
  })
}
