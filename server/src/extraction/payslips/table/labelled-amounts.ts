import { type ExtraSums, meaningOf } from '../text/label-meaning.ts'
import type { SumKind } from '../text/labels.ts'
import { overlap, type Piece } from '../text/lines.ts'
import { titleOf } from '../text/titles.ts'
import { plain } from '../text/values.ts'
import type { Cell } from './cells.ts'

/** A sum with what its words call it. */
export type Sum = {
  kind: SumKind
  span: 'period' | 'year'
  pence: number
  cell: Cell
  label: Piece
  /** How well words and number belong together. */
  strength: number
  /** Only the title of its table says that it is of the year, which may stand beside it. */
  isYearByTable: boolean
}

/** Every sum that words beside or above it name. The same number may be named twice. */
export function sumsOf(cells: Cell[], extra: ExtraSums = {}): Sum[] {
  return cells.flatMap((cell) => {
    const pence = cell.piece.figure?.pence
    if (pence === null || pence === undefined) return []
    const [head] = cell.heads
    if (head?.role === 'balance') return []
    // Under another table's hours a sum may stand by chance, but hours are no sum.
    const doubt = head?.role === 'units' || head?.role === 'rate' ? 2.5 : 0
    const beside = cell.texts.at(-1)
    const found: Sum[] = []
    const add = (label: Piece, strength: number, usesColumn: boolean) => {
      const { kind, isYear, isPeriod } = meaningOf(label.text, extra)
      // A sentence may tell what was paid, and many other things.
      if (kind === null || (cell.isProse && kind !== 'net')) return
      const isTotal = kind === 'net' || kind === 'gross' || kind === 'totalDeductions'
      const isEmployer =
        usesColumn &&
        (cell.heads.some((title) => title.kind === 'employer') || (cell.section === 'employer' && !isTotal))
      const isOfYear =
        isYear ||
        cell.isYearLine ||
        (!isPeriod && (usesColumn ? spanOf(cell) === 'year' : cell.section === 'year'))
      const isAlone = cell.nth === 0 && !cells.some((other) => other.nth > 0 && other.texts === cell.texts)
      const isYearByTable =
        isOfYear &&
        !isYear &&
        !cell.isYearLine &&
        (!usesColumn || isAlone || !cell.heads.some(({ span }) => span === 'year'))
      const span = isOfYear ? 'year' : 'period'
      found.push({ kind: isEmployer ? 'employer' : kind, span, pence, cell, label, strength, isYearByTable })
    }
    if (beside) add(beside, (cell.nth === 0 ? 4 : 3) - doubt, true)
    // Periods down the side, kinds of sums across the top.
    const side = beside && meaningOf(beside.text, extra).kind === null ? titleOf(beside.text) : null
    if (side?.span && cell.over && found.length === 0) {
      add(cell.over, 3.5, false)
      for (const sum of found) Object.assign(sum, { span: side.span, isYearByTable: false })
    }
    const isTotalRow = beside && /^(sub ?)?totals?$/.test(plain(beside.text))
    if (isTotalRow && cell.nth === 0) {
      const kind = totalOf(cell)
      if (kind && spanOf(cell) === 'period')
        found.push({ kind, span: 'period', pence, cell, label: beside, strength: 1.8, isYearByTable: false })
    }
    // Beside words of its own a number has little to do with words above it; arithmetic may still find it.
    const isNamed =
      cell.texts.length > 0 && (cell.nth === 0 || cell.heads.length > 0) && !isYearAlone(beside?.text ?? '')
    for (const [n, label] of cell.isProse || side?.span ? [] : cell.above.entries()) {
      add(label, (isNamed ? 1 : 2) - n * 0.3, false)
      // Words right over it leave nothing to say for words further up.
      if (!isNamed && overlap(label, cell.piece) > 0 && found.some((sum) => sum.label === label)) break
    }
    if (cell.below && found.length === 0) add(cell.below, 1.9, false)
    return found
  })
}

/** `2026/27` before the sums of that year. */
const isYearAlone = (text: string) => /^20\d\d ?[/-] ?(20)?\d\d$/.test(text)

/** `Total` under a table is the total of that table. */
function totalOf({ heads, section }: Cell): 'gross' | 'totalDeductions' | null {
  const kind = heads.find((head) => head.kind === 'earnings' || head.kind === 'deductions')?.kind ?? section
  return kind === 'earnings' ? 'gross' : kind === 'deductions' ? 'totalDeductions' : null
}

/** Of this period or of the year: the column says it first, then the table. */
export function spanOf({ heads, section }: Cell): 'period' | 'year' {
  const said = heads.find(({ span }) => span !== null)?.span
  return said ?? (section === 'year' ? 'year' : 'period')
}
