import type { Line } from './payslip-page.ts'
import type { Item, Row } from './payslip-pdf.ts'
import { penceIn } from './parse-values.ts'

/** What a line of pay was worked out from, as the paper prints it. */
export type Units = { quantity: string | null; rate: string | null; unit: string | null }

const none: Units = { quantity: null, rate: null, unit: null }
const unitWords = /^(hours|days)( (at|x|@))?$|^(at|x|@)$/i

type Place = { row: number; amount: Item; label: string; labelAt: Item | undefined; between: Item[] }

/** The units of each line, in their order. A line that is not found on the paper has none. */
export function unitsOf(rows: Row[], lines: Line[]): Units[] {
  const taken = new Set<Item>()
  const found = lines.map((line) => {
    const places = placesOf(rows, line).filter(({ amount }) => !taken.has(amount))
    const [best] = places
      .map((place) => ({ place, likeness: likeness(place.label, line.description) }))
      .filter(({ likeness }) => likeness > 0)
      .sort((one, other) => other.likeness - one.likeness)
    if (best) taken.add(best.place.amount)
    return best?.place
  })
  // Who shortens a description still writes its amount under the others.
  const columns = found.flatMap((place) => (place ? [place.amount.right] : []))
  return lines.map((line, n) => {
    const place =
      found[n] ??
      placesOf(rows, line).find(
        ({ amount }) => !taken.has(amount) && columns.some((right) => Math.abs(right - amount.right) < 7),
      )
    if (!place) return none
    taken.add(place.amount)
    return unitsAt(rows, place, line)
  })
}

/** Wherever the amount of a line stands, with what stands before it. */
function placesOf(rows: Row[], { amount }: Line): Place[] {
  return rows.flatMap(({ items }, row) =>
    items.flatMap((item, n) => {
      if (penceIn(item.text) !== amount) return []
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

/** Codes and words that stand before a description do not count; what is cut off or put behind it neither. */
function likeness(label: string, description: string): number {
  const [one, other] = [letters(label), letters(description)]
  if (one === other) return 3
  if (one.length >= 3 && (other.startsWith(one) || one.startsWith(other))) return 2
  return one.length >= 3 && (one.includes(other) || other.includes(one)) ? 1 : 0
}
const letters = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')

function unitsAt(rows: Row[], { row, labelAt, between }: Place, line: Line): Units {
  const beside = read(between, line)
  if (beside) return beside
  // A small employer writes the hours under the words.
  const next = rows[row + 1]
  const isUnder = next && labelAt && next.y - labelAt.y < 16 && next.items.every(({ x }) => x > labelAt.x)
  const hasUnit = next?.items.some(({ text }) => unitWords.test(text))
  return (isUnder && hasUnit && read(next.items, line)) || none
}

function read(items: Item[], { amount }: Line): Units | null {
  const numbers = items.flatMap(({ decimal }) => decimal ?? [])
  const [quantity, rate, ...more] = numbers.filter((number, n) => number !== numbers[n - 1])
  if (quantity === undefined || more.length > 0) return null
  const words = items.map(({ text }) => text.toLowerCase()).join(' ')
  const unit = /\bhours\b/.test(words) ? 'hours' : /\bdays\b/.test(words) ? 'days' : null
  if (rate !== undefined && !isProduct(quantity, rate, amount)) return null
  return { quantity, rate: rate ?? null, unit }
}

/** A rate is rounded before it is printed, so the product may be off by half a penny for each. */
function isProduct(quantity: string, rate: string, amount: number): boolean {
  const times = Number(quantity)
  return Math.abs(times * Number(rate) * 100 - amount) <= Math.max(1, Math.abs(times) / 2 + 0.5)
}
