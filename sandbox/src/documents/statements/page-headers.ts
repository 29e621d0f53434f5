import { formatDay, type Pen } from '../pen.ts'
import type { Face } from '../types.ts'
import type { Facts } from './bank-format.ts'

/** Name and address, where the window of an envelope is. */
export const drawAddress = (pen: Pen, { holder, address }: Facts, x: number, y: number, leading = 12) =>
  pen.lines(x, y, leading, [holder, ...address])

export type Pair = [label: string, value: string, role?: string]

type PairPlace = {
  x: number
  /** Where values end; without it they stand under their labels. */
  right?: number
  y: number
  leading: number
  face?: Face
  size?: number
  label?: { colour?: string; face?: Face; size?: number }
  rule?: string
}

/** Labels and their values, one pair to a line; returns the baseline after the last. */
export function drawPairs(pen: Pen, place: PairPlace, pairs: Pair[]): number {
  const { x, right, leading, face, size, label, rule } = place
  let { y } = place
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

/** `1 October 2026 to 31 October 2026`, in any form. */
export const periodOf = ({ statement }: Facts, form: string, between: string) =>
  `${formatDay(statement.start, form)}${between}${formatDay(statement.end, form)}`

/** The four figures of a month, in the order and words of the bank. */
export function summary(
  facts: Facts,
  order: ('opening' | 'in' | 'out' | 'closing')[],
  words: string[],
): Pair[] {
  const figures: Record<string, [string, string]> = {
    opening: [facts.balance(facts.opening), 'opening_balance'],
    in: [facts.sum(facts.moneyIn), 'money_in'],
    out: [facts.sum(facts.moneyOut), 'money_out'],
    closing: [facts.balance(facts.closing), 'closing_balance'],
  }
  return order.map((figure, n) => {
    const [value, role] = figures[figure] as [string, string]
    return [words[n] ?? '', value, role]
  })
}
