import type { Page, PayslipParse, TableCell } from '../document.ts'
import { ukFindings } from './arithmetic/uk-rules.ts'
import { gatesOf } from './checks.ts'
import { brokenSums } from './findings.ts'
import { type Gathered, gather } from './extract-fields.ts'
import { extraOf, layoutsFor, noExtra } from './layout.ts'
import { payslipLayouts } from './known-layouts.ts'
import { slipsOf } from './newest-payslip.ts'
import { submissionOf } from './submission.ts'
import type { Chosen } from './table/figures.ts'

/** One payslip from the words of its pages. Words propose what a number is, arithmetic decides, gates certify. */
export function parsePayslip(pages: readonly Page[]): PayslipParse {
  const { slip, warnings } = slipsOf(pages, (some) => best(some).read)
  const { read, layout } = best(slip)
  if (!isPayslip(read)) return nothing
  const gates = [
    ...gatesOf(read),
    {
      name: 'one-payslip',
      isPassed: warnings.length === 0,
      note: warnings[0] ?? 'the file holds one payslip',
    },
  ]
  return {
    ...submissionOf(read),
    gates,
    verified: gates.every(({ isPassed }) => isPassed),
    layout,
    cells: [
      ...tableCells('earnings', read.figures.earnings),
      ...tableCells('deductions', read.figures.taken),
    ],
    findings: [...brokenSums(read), ...ukFindings(read)],
    warnings,
  }
}

const nothing: PayslipParse = {
  submission: null,
  provenance: {},
  gates: [],
  verified: false,
  layout: null,
  cells: [],
  findings: [],
  warnings: [],
}

/** A layout is kept only if it opens more gates than the engine does by itself. */
function best(pages: readonly Page[]): { read: Gathered; layout: string | null } {
  const plain = gather(pages, noExtra)
  const open = (read: Gathered) => gatesOf(read).filter(({ isPassed }) => isPassed).length
  const text = pages.map(({ words }) => words.map((word) => word.text).join(' ')).join(' ')
  const others = layoutsFor(payslipLayouts, text).map((layout) => ({
    read: gather(pages, extraOf(layout)),
    layout: layout.id,
  }))
  const [first] = others.toSorted((one, other) => open(other.read) - open(one.read))
  return first && open(first.read) >= open(plain) ? first : { read: plain, layout: null }
}

const slipWords =
  /\b(pay ?slip|pay advice|payadvice|pay statement|wage slip|wages slip|salary slip|salary statement|salary advice|remuneration)\b/i

/** Pay that closes, or words that only a payslip has. */
function isPayslip({ figures, taxCode, niNumber, sums, lines }: Gathered): boolean {
  if (figures.net === null && figures.gross === null) return false
  const text = lines.map(({ pieces }) => pieces.map((piece) => piece.text).join(' ')).join('\n')
  const has = (kind: string) => sums.some((sum) => sum.kind === kind)
  const signs = [
    taxCode !== null,
    niNumber !== null,
    has('tax'),
    has('ni'),
    slipWords.test(text),
    has('gross') && has('net'),
  ]
  return signs.filter(Boolean).length >= (figures.closes ? 2 : 3)
}

const tableCells = (column: string, lines: Chosen[]): TableCell[] =>
  lines.flatMap(({ cell }, row) => {
    const word = cell.piece.words.at(-1)
    return word ? [{ page: cell.piece.page, word, column, row }] : []
  })
