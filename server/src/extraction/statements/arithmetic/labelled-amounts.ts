import { type DateHit, dayNumber, dayText } from '../text/dates.ts'
import { cellsOf, type Line, textOf } from '../text/lines.ts'
import type { Money } from '../text/money.ts'
import { type FigureKind, figureOf } from '../text/vocabulary.ts'
import { balanceOf } from './running-balance.ts'

/** A sum with the words that stand beside, above or below it. */
export type Figure = {
  kind: FigureKind | null
  label: string
  pence: number
  money: Money
  line: Line
  date: DateHit | null
  /** Its words stand at the other side of the page, as those of a row do. */
  isFar: boolean
}

/** Every sum of the document with its label; those of the table are told apart later, but their titles are no labels. */
export function figuresOf(lines: readonly Line[], titles: ReadonlySet<string>): Figure[] {
  const figures: Figure[] = []
  lines.forEach((line, at) => {
    for (const money of line.moneys) {
      if (money.isForeign) continue
      const labels = labelsOf(lines, at, money, titles)
      const named = labels
        .map((label) => ({ label, kind: figureOf(label) }))
        .find(({ kind }) => kind !== null)
      const pence = named?.kind === 'in' || named?.kind === 'out' ? money.pence : balanceOf(money)
      const date = line.dates.find((hit) => hit.right <= money.fullX) ?? null
      figures.push({
        kind: named?.kind ?? null,
        label: named?.label ?? labels[0] ?? '',
        pence,
        money,
        line,
        date,
        isFar: isFarFrom(line, money),
      })
    }
  })
  nameDatedBalances(figures)
  return figures
}

function isFarFrom({ words }: Line, { fullX }: Money): boolean {
  const before = words.findLast(({ right }) => right <= fullX + 0.5)
  return before !== undefined && fullX - before.right > 330
}

/** The words to the left of a sum; where there are none, those above it, then those below. */
function labelsOf(lines: readonly Line[], at: number, money: Money, titles: ReadonlySet<string>): string[] {
  const line = lines[at] as Line
  const taken = new Set(line.moneys.flatMap(({ words }) => words))
  const before = line.words.filter((word) => word.right <= money.fullX + 0.5)
  const last = before.findLastIndex((word) => taken.has(word))
  const own = cellsOf(before.slice(last + 1), 1.6)
  const beside = textOf(own.at(-1) ?? [])
  if (beside !== '' && money.fullX - (own.at(-1)?.at(-1)?.right ?? 0) < 520) {
    const whole = textOf(before.slice(last + 1))
    return beside === whole ? [beside] : [beside, whole]
  }
  const distance = (step: number) => Math.abs((lines[at + step]?.y ?? Number.POSITIVE_INFINITY) - line.y)
  const steps = [-1, 1, -2].toSorted((a, b) => distance(a) - distance(b))
  return steps.flatMap((step) => {
    const other = lines[at + step]
    if (!other || other.moneys.length > 0 || titles.has(textOf(other.words))) return []
    if (other.page !== line.page) return []
    if (Math.abs(other.y - line.y) > 3.2 * line.size) return []
    const over = cellsOf(other.words, 1.2).find(
      (cell) => (cell[0]?.x ?? 0) < money.fullRight + 4 && (cell.at(-1)?.right ?? 0) > money.fullX - 4,
    )
    return over && other.moneys.every(({ words }) => !over.some((word) => words.includes(word)))
      ? [textOf(over)]
      : []
  })
}

/** `Balance on 1 June` and `Balance on 30 June`: the earlier one opens, the later one closes. */
function nameDatedBalances(figures: Figure[]) {
  const dated = figures.flatMap((figure) => {
    const { date, label } = figure
    if (figure.kind || !date || !/\bbalance\b.*\b(on|at|as of)\b/i.test(label)) return []
    const { day, month, year } = date
    return year === null ? [] : [{ figure, at: dayNumber(dayText({ day, month, year })) }]
  })
  if (dated.length !== 2) return
  const [first, last] = dated.toSorted((a, b) => a.at - b.at)
  if (first && last && first.at !== last.at) {
    first.figure.kind = 'opening'
    last.figure.kind = 'closing'
  }
}
