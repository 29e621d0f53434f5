import type { Page } from '../document.ts'
import { type Facts, type Found, openFacts } from './facts/labelled-facts.ts'
import { type Identity, identityOf } from './facts/identity.ts'
import { type Period, periodOf } from './facts/period.ts'
import type { Extra } from './layout.ts'
import { cellsOf } from './table/cells.ts'
import { withoutCodes } from './table/payroll-codes.ts'
import { type Figures, figuresOf, type Value } from './table/figures.ts'
import { type Row, rowsOf } from './table/rows.ts'
import { type Sum, sumsOf } from './table/labelled-amounts.ts'
import { type Stated, statedSum } from './table/stated-amounts.ts'
import type { SumKind } from './text/labels.ts'
import { type Line, linesOf, type Piece } from './text/lines.ts'
import { basisIn, niNumberIn, payeReferenceIn, type TaxCode, taxCodeAt } from './text/values.ts'
import { withWrapped } from './text/wrapped-lines.ts'

type YearKind = 'gross' | 'net' | 'tax' | 'ni' | 'taxable'
type StatedKind = 'taxable' | 'niable' | 'tax' | 'ni' | 'pension'

/** All that was read on the paper, before it is put into the words of the interface. */
export type Gathered = {
  lines: Line[]
  facts: Facts
  sums: Sum[]
  rows: Row[]
  figures: Figures
  identity: Identity
  period: Period
  taxCode: { code: string; basis: TaxCode['basis']; at: Piece[] } | null
  niNumber: { value: string; at: Piece[] } | null
  niNumbers: Set<string>
  niLetter: { value: string; at: Piece[] } | null
  payeReference: { value: string; at: Piece[] } | null
  year: Record<YearKind, Stated>
  stated: Record<StatedKind, Stated>
}

export function gather(pages: readonly Page[], extra: Extra): Gathered {
  const lines = withWrapped(linesOf(pages))
  const cells = cellsOf(lines, extra.sections)
  const sums = sumsOf(cells, extra.sums)
  const rows = withoutCodes(rowsOf(lines, cells, extra.sums))
  const figures = figuresOf(rows, sums, cells)
  const facts = openFacts(lines, extra.facts)
  const signed = asTaken(sums, figures)
  const ofYear = notUsed(signed, figures)
  const numbers = lines.flatMap(({ pieces }) =>
    pieces.flatMap((piece) => {
      const value = niNumberIn(piece.text)
      return value ? [{ value, at: [piece] }] : []
    }),
  )
  const split = facts.all('niNumber', niNumberIn)
  const [niNumber] = [...split, ...numbers]
  return {
    lines,
    facts,
    sums: signed,
    rows,
    figures,
    identity: identityOf(lines, facts),
    period: periodOf(lines, facts),
    taxCode: taxCodeOf(facts),
    niNumber: niNumber ?? null,
    niNumbers: new Set([...split, ...numbers].map(({ value }) => value)),
    niLetter: niLetterOf(facts, lines),
    payeReference: payeReferenceOf(facts, lines),
    year: record(['gross', 'net', 'tax', 'ni', 'taxable'], (kind) => statedSum(ofYear, kind, 'year')),
    stated: record(['taxable', 'niable', 'tax', 'ni', 'pension'], (kind) =>
      statedSum(signed, kind, 'period'),
    ),
  }
}

const taken = new Set<SumKind>(['tax', 'ni', 'pension', 'studentLoan', 'postgraduateLoan'])

/** A paper that prints what is taken off with a minus does so in its sums as well. */
function asTaken(sums: Sum[], figures: Figures): Sum[] {
  const isMinus = figures.taken.some(({ pence, cell }) => pence > 0 && cell.piece.figure?.pence === -pence)
  return isMinus
    ? sums.map((sum) => (taken.has(sum.kind) && sum.pence < 0 ? { ...sum, pence: -sum.pence } : sum))
    : sums
}

const record = <Key extends SumKind>(keys: Key[], value: (key: Key) => Stated) =>
  Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<Key, Stated>

/** A net pay beside the table of the year is of the period, if it was chosen for that and stands nowhere else. */
function notUsed(sums: Sum[], { gross, deductions, net }: Figures): Sum[] {
  const used = new Set(
    [gross, deductions, net].flatMap((value: Value | null) => (value?.isPrinted ? value.at : [])),
  )
  const isElsewhere = ({ kind, pence }: Sum) =>
    sums.some((sum) => sum.span === 'period' && sum.kind === kind && sum.pence === pence)
  const isRivalled = ({ kind, pence }: Sum) =>
    sums.some((sum) => sum.span === 'year' && sum.kind === kind && sum.pence !== pence)
  const isUsed = (sum: Sum) =>
    used.has(sum.cell.piece) && (!isElsewhere(sum) || (sum.isYearByTable && isRivalled(sum)))
  return sums.filter((sum) => sum.span !== 'year' || !isUsed(sum))
}

function taxCodeOf(facts: Facts): Gathered['taxCode'] {
  const [code] = facts.all('taxCode', taxCodeAt, ['inside', 'right', 'below', 'left', 'above'])
  if (!code) return null
  const inCode = code.value.basis ?? basisIn(code.value.rest)
  const [basis] = facts.all('taxBasis', basisIn)
  return {
    code: code.value.code,
    basis: inCode ?? basis?.value ?? null,
    at: [...code.at, ...(inCode || !basis ? [] : basis.at)],
  }
}

const letterForm = /^(?:cat(?:egory)? |table |letter )?([A-FHI-NSVXZ])(?:\s|$|[),/])/

function niLetterOf(facts: Facts, lines: Line[]): Gathered['niLetter'] {
  const [found] = facts.all('niLetter', (text) => letterForm.exec(text.trim())?.[1] ?? null)
  if (found) return { value: found.value, at: found.at }
  // Behind the number: `QQ123456C (A)`, `QQ123456C / A`.
  for (const { pieces } of lines)
    for (const piece of pieces) {
      const behind = niNumberIn(piece.text)
        ? /[A-D] ?[(/] ?(?:cat\.? )?([A-Z])\)?$/.exec(piece.text)?.[1]
        : undefined
      if (behind) return { value: behind, at: [piece] }
    }
  return null
}

/** Without a label only letters behind the stroke tell it from a fraction or a date. */
function payeReferenceOf(facts: Facts, lines: Line[]): Gathered['payeReference'] {
  const found: Found<string>[] = facts.all('payeReference', payeReferenceIn, [
    'inside',
    'right',
    'below',
    'left',
    'above',
  ])
  if (found[0]) return { value: found[0].value, at: found[0].at }
  for (const { pieces } of lines)
    for (const piece of pieces) {
      const value = payeReferenceIn(piece.text)
      if (value && /\/[A-Z]/.test(value) && /paye|tax|hmrc|employer|district/i.test(piece.text))
        return { value, at: [piece] }
    }
  return null
}
