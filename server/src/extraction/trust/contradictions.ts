import type { DocumentParse, PageWord, PdfPage, TrustFinding } from '../document.ts'
import { createFinding } from './finding-codes.ts'
import { digitsOf, isAmount, regionOf } from './geometry.ts'
import { isExplainedBySigns, regionsOfRows, rowsSincePreviousBalance } from './statement-rows.ts'

/**
 * Maximum number of contradictions. A forger changes only a few figures, so a document with more contradictions was
 * probably misread.
 */
const maxContradictions = 3
/**
 * Maximum number of amounts on the pages for comparing sums of two amounts. With more amounts, the sum of two equals
 * almost any difference by coincidence.
 */
const maxAmountsForPairs = 60

/**
 * Checks that fail if a figure was changed, and the check of descriptions, which says nothing about figures. If any
 * other check also fails, the document may have been misread.
 */
const checksOfFigures = [
  'descriptions',
  'arithmetic',
  'opening',
  'closing',
  'totals',
  'net',
  'earnings',
  'deductions',
  'agreement',
  'year-to-date',
]

/**
 * Returns the findings of the parsers. Contradictions are lowered to medium severity if the document may have been
 * misread. This is assumed if there are many contradictions, if other checks fail too, if the expected amount is
 * itself reported as contradicting, if the two amounts are far apart, or if printed amounts or wrong signs explain
 * the difference.
 */
export function checkContradictions(pages: readonly PdfPage[], parse: DocumentParse | null): TrustFinding[] {
  if (!parse) return []
  const contradictions = parse.findings.filter(isContradiction)
  const contradicting = new Set(contradictions.map(({ places }) => places[0]?.actual))
  const isMisread = contradictions.length > maxContradictions || !isUnderstood(parse)
  const printedAmounts = new Set(
    pages.flatMap(({ words }) =>
      words.filter(({ text }) => isAmount(text)).map(({ text }) => Math.abs(penceOf(text))),
    ),
  )
  const isDoubtful = (
    { code, places: [place] }: TrustFinding,
    rows: ReturnType<typeof rowsSincePreviousBalance>,
  ) =>
    isMisread ||
    (place?.expected !== undefined &&
      (contradicting.has(place.expected) ||
        areFarApart(code, place) ||
        isExplainedByAmounts(printedAmounts, differenceOf(place)) ||
        isExplainedBySigns(rows, differenceOf(place))))
  const weighed = parse.findings.map((finding) => {
    if (!isContradiction(finding)) return finding
    const isBalance = finding.code === 'ARITHMETIC_RUNNING_BALANCE'
    const rows = isBalance ? rowsSincePreviousBalance(parse, finding) : []
    const severity = isDoubtful(finding, rows) ? ('medium' as const) : finding.severity
    return { ...finding, severity, places: [...finding.places, ...regionsOfRows(rows)] }
  })
  return parse.findings.some(({ category }) => category === 'arithmetic')
    ? weighed
    : [...weighed, ...checkUnprovenTotals(pages, parse)]
}

const isContradiction = ({ category, severity }: TrustFinding) =>
  category === 'arithmetic' && severity === 'high'

const isUnderstood = ({ checks }: DocumentParse) =>
  checks.every(({ name, isPassed }) => isPassed || checksOfFigures.includes(name))

/**
 * Whether the difference equals a printed amount, or the sum of two printed amounts if there are few enough to rule
 * out coincidence.
 */
function isExplainedByAmounts(printed: Set<number>, pence: number): boolean {
  if (printed.has(pence)) return true
  return printed.size <= maxAmountsForPairs && [...printed].some((one) => one > 0 && printed.has(pence - one))
}

type ComparedAmounts = { expected?: string; actual?: string }

const penceOf = (text = '') => Number(digitsOf(text)) * (/-|\bD(R|B)?$|\(/.test(text) ? -1 : 1)
const differenceOf = ({ expected, actual }: ComparedAmounts) => Math.abs(penceOf(expected) - penceOf(actual))

function areFarApart(code: string, { expected, actual }: ComparedAmounts): boolean {
  const [one, other] = [Math.abs(penceOf(expected)), Math.abs(penceOf(actual))]
  const ratio = Math.min(one, other) / Math.max(one, other)
  // If a total is exactly double, its amounts were counted twice. If it is much larger, it may be a year-to-date
  // amount.
  return ratio < (code === 'ARITHMETIC_CONTRADICTION' ? 0.5 : 0.1) || ratio === 0.5
}

const totalLabels =
  /^(total )?(gross|gross pay|gross earnings|total pay|tot\.? pay|total payments|total earnings|net|net pay|pay (before|after) deductions)$/i

/** Finds totals of a payslip that the parser could not confirm with other figures. */
function checkUnprovenTotals(pages: readonly PdfPage[], parse: DocumentParse): TrustFinding[] {
  const { submission } = parse
  if (!submission || 'transactions' in submission || !isUnderstood(parse)) return []
  const known = new Set(
    JSON.stringify(submission.income_information)
      .match(/\d+\.\d\d/g)
      ?.map(digitsOf),
  )
  return pages.flatMap((page) =>
    page.words.flatMap((word) => {
      if (!isAmount(word.text) || known.has(digitsOf(word.text))) return []
      const label = labelOf(page, word)
      if (!totalLabels.test(label)) return []
      const message = `On page ${page.number} "${label}" says ${word.text}, which the other figures of the payslip do not confirm.`
      const places = [{ ...regionOf(page.number, word), actual: word.text }]
      return [createFinding('ARITHMETIC_AGREEMENT', message, { places, severity: 'medium' })]
    }),
  )
}

/** Returns the text before a figure on the same line, up to another figure or a wide gap. */
function labelOf({ words }: PdfPage, figure: PageWord): string {
  const before = words
    .filter(({ y, right }) => Math.abs(y - figure.y) < 1 && right <= figure.x)
    .toSorted((one, other) => other.x - one.x)
  const label: PageWord[] = []
  for (const word of before) {
    const next = label.at(-1)
    if (/\d/.test(word.text) || (next && next.x - word.right > 0.8 * word.size)) break
    label.push(word)
  }
  return label
    .toReversed()
    .map(({ text }) => text)
    .join(' ')
    .replace(/[:£]\s*$/, '')
    .trim()
}
