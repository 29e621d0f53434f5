import { parsePence } from './parse-values.ts'
import type { PortalPayslipLine } from './payslip-page.ts'
import type { PdfRow, PdfRowItem } from './payslip-pdf.ts'

/** Quantity and rate of an earnings line, as printed on the PDF. */
export type PrintedUnits = { quantity: string | null; rate: string | null; unit: string | null }

const noUnits: PrintedUnits = { quantity: null, rate: null, unit: null }
/** Maximum difference between the right edges of amounts in one column, in points. */
const columnEdgeTolerance = 7
/** Maximum distance between a description and the hours printed below it, in points. */
const maxUnitsDistance = 16
const unitWords = /^(hours|days)( (at|x|@))?$|^(at|x|@)$/i

type AmountMatch = {
  row: number
  amount: PdfRowItem
  label: string
  labelAt: PdfRowItem | undefined
  between: PdfRowItem[]
}

/** Finds the units of each line, in order. They are all null if the line is not found in the PDF. */
export function findUnits(rows: PdfRow[], lines: PortalPayslipLine[]): PrintedUnits[] {
  const used = new Set<PdfRowItem>()
  const byLabel = lines.map((line) => {
    const [best] = findAmounts(rows, line)
      .filter(({ amount }) => !used.has(amount))
      .map((match) => ({ match, similarity: similarityOf(match.label, line.description) }))
      .filter(({ similarity }) => similarity > 0)
      .sort((one, other) => other.similarity - one.similarity)
    if (best) used.add(best.match.amount)
    return best?.match
  })
  // A line whose description is shortened can still be matched by the column of its amount.
  const columns = byLabel.flatMap((match) => (match ? [match.amount.right] : []))
  return lines.map((line, n) => {
    const match =
      byLabel[n] ??
      findAmounts(rows, line).find(
        ({ amount }) =>
          !used.has(amount) && columns.some((right) => Math.abs(right - amount.right) < columnEdgeTolerance),
      )
    if (!match) return noUnits
    used.add(match.amount)
    return readUnits(rows, match, line)
  })
}

/** Finds every position of a line's amount, with the text before it. */
function findAmounts(rows: PdfRow[], { amount }: PortalPayslipLine): AmountMatch[] {
  return rows.flatMap(({ items }, row) =>
    items.flatMap((item, n) => {
      if (parsePence(item.text) !== amount) return []
      const before = items.slice(0, n)
      const labelIndex = before.findLastIndex(
        ({ text, decimal }) => decimal === null && !unitWords.test(text),
      )
      const labelAt = before[labelIndex]
      return [
        { row, amount: item, label: labelAt?.text ?? '', labelAt, between: before.slice(labelIndex + 1) },
      ]
    }),
  )
}

/**
 * Rates how similar a label is to a description. Ignores codes and words before the description, and truncated or
 * appended text.
 */
function similarityOf(label: string, description: string): number {
  const [one, other] = [letters(label), letters(description)]
  if (one === other) return 3
  if (one.length >= 3 && (other.startsWith(one) || one.startsWith(other))) return 2
  return one.length >= 3 && (one.includes(other) || other.includes(one)) ? 1 : 0
}
const letters = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')

function readUnits(
  rows: PdfRow[],
  { row, labelAt, between }: AmountMatch,
  line: PortalPayslipLine,
): PrintedUnits {
  const beside = parseUnits(between, line)
  if (beside) return beside
  // Small employers print the hours below the description.
  const next = rows[row + 1]
  const isUnder =
    next && labelAt && next.y - labelAt.y < maxUnitsDistance && next.items.every(({ x }) => x > labelAt.x)
  const hasUnit = next?.items.some(({ text }) => unitWords.test(text))
  return (isUnder && hasUnit && parseUnits(next.items, line)) || noUnits
}

function parseUnits(items: PdfRowItem[], { amount }: PortalPayslipLine): PrintedUnits | null {
  const numbers = items.flatMap(({ decimal }) => decimal ?? [])
  const [quantity, rate, ...others] = numbers.filter((number, n) => number !== numbers[n - 1])
  if (quantity === undefined || others.length > 0) return null
  const words = items.map(({ text }) => text.toLowerCase()).join(' ')
  const unit = /\bhours\b/.test(words) ? 'hours' : /\bdays\b/.test(words) ? 'days' : null
  if (rate !== undefined && !isProduct(quantity, rate, amount)) return null
  return { quantity, rate: rate ?? null, unit }
}

/**
 * Whether quantity and rate give the amount. Printed rates are rounded, so the product may differ by half a penny per
 * unit.
 */
function isProduct(quantity: string, rate: string, amount: number): boolean {
  const units = Number(quantity)
  return Math.abs(units * Number(rate) * 100 - amount) <= Math.max(1, Math.abs(units) / 2 + 0.5)
}
