import { formatDay, toDayNumber } from '../../../vocabulary/days.ts'
import type { PrintedDate } from '../text/dates.ts'
import { type StatementLine, splitIntoCells, textOf } from '../text/lines.ts'
import type { PrintedAmount } from '../text/money.ts'
import { type AmountKind, classifyAmountLabel } from '../text/vocabulary.ts'
import { labelledAmountTuning } from '../tuning.ts'
import { signBalance } from './running-balance.ts'

/** An amount with its label, which is beside, above or below it. */
export type LabelledAmount = {
  kind: AmountKind | null
  label: string
  pence: number
  money: PrintedAmount
  line: StatementLine
  date: PrintedDate | null
  /** The label is at the other side of the page, as in a row of the table. */
  isFar: boolean
}

/**
 * Returns every amount of the document with its label. Column titles do not count as labels. Amounts in the table are
 * included; callers filter them out.
 */
export function findLabelledAmounts(
  lines: readonly StatementLine[],
  titles: ReadonlySet<string>,
): LabelledAmount[] {
  const labelledAmounts: LabelledAmount[] = []
  lines.forEach((line, index) => {
    for (const money of line.amounts) {
      if (money.isForeign) continue
      const labels = findLabels(lines, index, money, titles)
      const named = labels
        .map((label) => ({ label, kind: classifyAmountLabel(label) }))
        .find(({ kind }) => kind !== null)
      const pence = named?.kind === 'in' || named?.kind === 'out' ? money.pence : signBalance(money)
      const date = line.dates.find(({ right }) => right <= money.fullX) ?? null
      labelledAmounts.push({
        kind: named?.kind ?? null,
        label: named?.label ?? labels[0] ?? '',
        pence,
        money,
        line,
        date,
        isFar: isFarFromLabel(line, money),
      })
    }
  })
  nameDatedBalances(labelledAmounts)
  return labelledAmounts
}

function isFarFromLabel({ words }: StatementLine, { fullX }: PrintedAmount): boolean {
  const before = words.findLast(({ right }) => right <= fullX + labelledAmountTuning.edgeTolerance)
  return before !== undefined && fullX - before.right > labelledAmountTuning.minFarDistance
}

/** Returns the words left of an amount or, if there are none, the words above and below it. */
function findLabels(
  lines: readonly StatementLine[],
  index: number,
  money: PrintedAmount,
  titles: ReadonlySet<string>,
): string[] {
  const { edgeTolerance, cellGap, maxLabelDistance, maxLabelHeight, otherLineCellGap, maxLabelOffset } =
    labelledAmountTuning
  const line = lines[index] as StatementLine
  const taken = new Set(line.amounts.flatMap(({ words }) => words))
  const before = line.words.filter((word) => word.right <= money.fullX + edgeTolerance)
  const last = before.findLastIndex((word) => taken.has(word))
  const cells = splitIntoCells(before.slice(last + 1), cellGap)
  const nearest = textOf(cells.at(-1) ?? [])
  if (nearest !== '' && money.fullX - (cells.at(-1)?.at(-1)?.right ?? 0) < maxLabelDistance) {
    const whole = textOf(before.slice(last + 1))
    return nearest === whole ? [nearest] : [nearest, whole]
  }
  const distance = (step: number) => Math.abs((lines[index + step]?.y ?? Number.POSITIVE_INFINITY) - line.y)
  const steps = [-1, 1, -2].toSorted((a, b) => distance(a) - distance(b))
  return steps.flatMap((step) => {
    const other = lines[index + step]
    if (!other || other.amounts.length > 0 || titles.has(textOf(other.words))) return []
    if (other.page !== line.page) return []
    if (Math.abs(other.y - line.y) > maxLabelHeight * line.size) return []
    const label = splitIntoCells(other.words, otherLineCellGap).find(
      (cell) =>
        (cell[0]?.x ?? 0) < money.fullRight + maxLabelOffset &&
        (cell.at(-1)?.right ?? 0) > money.fullX - maxLabelOffset,
    )
    return label && other.amounts.every(({ words }) => !label.some((word) => words.includes(word)))
      ? [textOf(label)]
      : []
  })
}

/**
 * Identifies balances by their dates: of `Balance on 1 June` and `Balance on 30 June`, the earlier is the opening
 * balance and the later the closing balance.
 */
function nameDatedBalances(labelledAmounts: LabelledAmount[]) {
  const dated = labelledAmounts.flatMap((labelled) => {
    const { date, label } = labelled
    if (labelled.kind || !date || !/\bbalance\b.*\b(on|at|as of)\b/i.test(label)) return []
    const { day, month, year } = date
    return year === null ? [] : [{ labelled, at: toDayNumber(formatDay({ day, month, year })) }]
  })
  if (dated.length !== 2) return
  const [first, last] = dated.toSorted((a, b) => a.at - b.at)
  if (first && last && first.at !== last.at) {
    first.labelled.kind = 'opening'
    last.labelled.kind = 'closing'
  }
}
