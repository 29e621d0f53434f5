import type { PayslipParse, PdfPage, TableCell } from '../document.ts'
import { findNiMismatch } from './arithmetic/ni-check.ts'
import { findTaxMismatch } from './arithmetic/tax-check.ts'
import { findTaxPeriodMismatch } from './arithmetic/tax-period.ts'
import { findUnitsMismatches } from './arithmetic/units-check.ts'
import { describeUncertified, listCertified, runChecks } from './checks.ts'
import { extractFields, type PayslipFields } from './extract-fields.ts'
import { findArithmeticErrors } from './findings.ts'
import { payslipLayouts } from './known-layouts.ts'
import { matchLayouts, noLayoutLabels, toLayoutLabels } from './layout.ts'
import { selectNewestPayslip } from './newest-payslip.ts'
import { buildSubmission } from './submission.ts'
import type { PayLine } from './table/solver/pay-solution.ts'
import { payslipSigns } from './tuning/checks.ts'

/**
 * Parses one payslip. Labels suggest what each number is, arithmetic chooses between the suggestions, and checks
 * verify the result.
 */
export function parsePayslip(pages: readonly PdfPage[]): PayslipParse {
  const { payslipPages, warnings } = selectNewestPayslip(pages, (some) => extractWithBestLayout(some).fields)
  const { fields, layout } = extractWithBestLayout(payslipPages)
  if (!isPayslip(fields)) return notAPayslip
  const checks = [
    ...runChecks(fields),
    {
      name: 'one-payslip',
      isPassed: warnings.length === 0,
      note: warnings[0] ?? 'the file contains one payslip',
    },
  ]
  const certified = listCertified(checks)
  return {
    ...buildSubmission(fields),
    checks,
    verified: certified.includes('this_period'),
    certified,
    layout,
    cells: [
      ...listTableCells('earnings', fields.figures.earningLines),
      ...listTableCells('deductions', fields.figures.deductionLines),
    ],
    findings: [
      ...findArithmeticErrors(fields),
      // Recalculates tax, National Insurance and hours. Differences may have honest reasons, so none of these
      // findings has high severity.
      ...findTaxPeriodMismatch(fields),
      ...findTaxMismatch(fields),
      ...findNiMismatch(fields),
      ...findUnitsMismatches(fields),
    ],
    warnings: [...warnings, ...describeUncertified(checks)],
  }
}

const notAPayslip: PayslipParse = {
  submission: null,
  provenance: {},
  checks: [],
  verified: false,
  certified: [],
  layout: null,
  cells: [],
  findings: [],
  warnings: [],
}

/**
 * Extracts the fields with the best matching layout. A layout is used only if its result passes at least as many
 * checks as the result without a layout.
 */
function extractWithBestLayout(pages: readonly PdfPage[]): { fields: PayslipFields; layout: string | null } {
  const withoutLayout = extractFields(pages, noLayoutLabels)
  const countPassed = (fields: PayslipFields) => runChecks(fields).filter(({ isPassed }) => isPassed).length
  const text = pages.map(({ words }) => words.map((word) => word.text).join(' ')).join(' ')
  const withLayouts = matchLayouts(payslipLayouts, text).map((layout) => ({
    fields: extractFields(pages, toLayoutLabels(layout)),
    layout: layout.id,
  }))
  const [best] = withLayouts.toSorted((one, other) => countPassed(other.fields) - countPassed(one.fields))
  const countLines = ({ figures }: PayslipFields) =>
    figures.earningLines.length + figures.deductionLines.length
  return best &&
    countPassed(best.fields) >= countPassed(withoutLayout) &&
    countLines(best.fields) >= countLines(withoutLayout)
    ? best
    : { fields: withoutLayout, layout: null }
}

const payslipTitles =
  /\b(pay ?slip|pay advice|payadvice|pay statement|wage slip|wages slip|salary slip|salary statement|salary advice|remuneration)\b/i

/** Matches statements of payments to subcontractors, which are laid out like payslips. */
const subcontractorStatement =
  /\bnot a pay ?slip\b|\bconstruction industry scheme\b|\bcis (?:payment|deduction)\b/i

function isPayslip({ figures, taxCode, niNumber, amounts, lines }: PayslipFields): boolean {
  if (figures.net === null && figures.gross === null) return false
  const text = lines.map(({ pieces }) => pieces.map((piece) => piece.text).join(' ')).join('\n')
  if (subcontractorStatement.test(text)) return false
  const has = (kind: string) => amounts.some((amount) => amount.kind === kind)
  const signs = [
    taxCode !== null,
    niNumber !== null,
    has('tax'),
    has('ni'),
    payslipTitles.test(text),
    has('gross') && has('net'),
    figures.earningLines.some(({ row }) => row.quantity !== null && row.rate !== null),
  ]
  const required = figures.netAddsUp ? payslipSigns.minIfNetAddsUp : payslipSigns.minOtherwise
  return signs.filter(Boolean).length >= required
}

const listTableCells = (column: string, lines: PayLine[]): TableCell[] =>
  lines.flatMap(({ cell }, row) => {
    const word = cell.piece.words.at(-1)
    return word ? [{ page: cell.piece.page, word, column, row }] : []
  })
