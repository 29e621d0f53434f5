import { deductionOf } from '../../vocabulary/payslip-lines.ts'
import type { Cell } from './cells.ts'
import { type SumKind, sumLabels, yearMarks } from './labels.ts'
import type { Piece } from './sheet.ts'
import { plain } from './written.ts'

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

export type LabelMeaning = { kind: SumKind | null; isYear: boolean }

/** Words that a layout adds. */
export type ExtraSums = Partial<Record<SumKind, string[]>>

const loans = {
  student_loan: 'studentLoan',
  postgraduate_loan: 'postgraduateLoan',
  pension: 'pension',
} as const

export function meaningOf(text: string, extra: ExtraSums = {}): LabelMeaning {
  const whole = plain(text)
  const isYear = yearMarks.test(whole)
  const base = whole
    .replace(new RegExp(yearMarks, 'g'), ' ')
    .replace(/\b20\d\d ?[/ ] ?(20)?\d\d\b/g, ' ')
    .replace(/\((?:[a-z]|this employment(?: only)?|paye|)\)$/g, ' ')
    .replace(/[,=]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const own = (Object.entries(extra) as [SumKind, string[]][]).find(([, labels]) =>
    labels.includes(whole),
  )?.[0]
  const kind = own ?? sumLabels.find(([form]) => form.test(base))?.[1] ?? loanOf(base)
  return { kind, isYear }
}

function loanOf(base: string): SumKind | null {
  const word = deductionOf(base)
  return word in loans ? loans[word as keyof typeof loans] : null
}

/** Every sum that words beside or above it name. The same number may be named twice. */
export function sumsOf(cells: Cell[], extra: ExtraSums = {}): Sum[] {
  return cells.flatMap((cell) => {
    const pence = cell.piece.figure?.pence
    if (pence === null || pence === undefined) return []
    const [head] = cell.heads
    if (head?.role === 'units' || head?.role === 'rate' || head?.role === 'balance') return []
    const beside = cell.texts.at(-1)
    const found: Sum[] = []
    const add = (label: Piece, strength: number, usesColumn: boolean) => {
      const { kind, isYear } = meaningOf(label.text, extra)
      if (kind === null) return
      const isEmployer =
        usesColumn && (cell.heads.some((title) => title.kind === 'employer') || cell.section === 'employer')
      const isOfYear = isYear || (usesColumn ? spanOf(cell) === 'year' : cell.section === 'year')
      const isYearByTable =
        isOfYear && !isYear && (!usesColumn || !cell.heads.some(({ span }) => span === 'year'))
      const span = isOfYear ? 'year' : 'period'
      found.push({ kind: isEmployer ? 'employer' : kind, span, pence, cell, label, strength, isYearByTable })
    }
    if (beside) add(beside, cell.nth === 0 ? 4 : 3, true)
    const isNamed = found.some(({ strength }) => strength === 4)
    for (const [n, label] of cell.above.entries()) add(label, (isNamed ? 0 : 2) - n * 0.3, false)
    return found
  })
}

/** Of this period or of the year: the column says it first, then the table. */
export function spanOf({ heads, section }: Cell): 'period' | 'year' {
  const said = heads.find(({ span }) => span !== null)?.span
  return said ?? (section === 'year' ? 'year' : 'period')
}
