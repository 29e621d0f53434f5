import type { Finding, Page, PayslipParse, StatementParse, Word } from '../document.ts'
import { finding } from './finding-codes.ts'
import { digitsOf, isAmount, placeOf } from './geometry.ts'
import { isOfSigns, placesOf, rowsBefore } from './statement-rows.ts'

const most = 3
const fewEnough = 60

type Parse = StatementParse | PayslipParse

/** Gates that a changed figure shuts. Where others are shut as well, the paper may not have been understood. */
const shutByFigures = [
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
 * What the parsers found in the figures. Whoever alters a paper changes a figure or a few, so contradictions weigh less
 * where the paper may have been misread: where there are many, where something else is not understood, where one
 * "balance" follows another with no row between them, where a row that is printed would make up the difference, and where
 * other signs would.
 */
export function judgeContradictions(pages: readonly Page[], parse: Parse | null): Finding[] {
  if (!parse) return []
  const contradictions = parse.findings.filter(isContradiction)
  const printed = new Set(contradictions.map(({ places }) => places[0]?.actual))
  const isMisread = contradictions.length > most || !isUnderstood(parse)
  const shown = new Set(
    pages.flatMap(({ words }) =>
      words.filter(({ text }) => isAmount(text)).map(({ text }) => Math.abs(penceOf(text))),
    ),
  )
  const isDoubtful = ({ code, places: [place] }: Finding, rows: ReturnType<typeof rowsBefore>) =>
    isMisread ||
    (place?.expected !== undefined &&
      (printed.has(place.expected) ||
        areFarApart(code, place) ||
        isMadeOf(shown, differenceOf(place)) ||
        isOfSigns(rows, differenceOf(place))))
  const weighed = parse.findings.map((one) => {
    if (!isContradiction(one)) return one
    const rows = one.code === 'ARITHMETIC_RUNNING_BALANCE' ? rowsBefore(parse, one) : []
    const severity = isDoubtful(one, rows) ? ('medium' as const) : one.severity
    return { ...one, severity, places: [...one.places, ...placesOf(rows)] }
  })
  return parse.findings.some(({ category }) => category === 'arithmetic')
    ? weighed
    : [...weighed, ...judgeTotals(pages, parse)]
}

const isContradiction = ({ category, severity }: Finding) => category === 'arithmetic' && severity === 'high'

const isUnderstood = ({ gates }: Parse) =>
  gates.every(({ name, isPassed }) => isPassed || shutByFigures.includes(name))

/** Of one printed amount, or of two where there are few enough that this is no chance. */
function isMadeOf(shown: Set<number>, pence: number): boolean {
  if (shown.has(pence)) return true
  return shown.size <= fewEnough && [...shown].some((one) => one > 0 && shown.has(pence - one))
}

type Said = { expected?: string; actual?: string }

const penceOf = (text = '') => Number(digitsOf(text)) * (/-|\bD(R|B)?$|\(/.test(text) ? -1 : 1)
const differenceOf = ({ expected, actual }: Said) => Math.abs(penceOf(expected) - penceOf(actual))

function areFarApart(code: string, { expected, actual }: Said): boolean {
  const [one, other] = [Math.abs(penceOf(expected)), Math.abs(penceOf(actual))]
  const share = Math.min(one, other) / Math.max(one, other)
  // A sum that is exactly the double has been counted twice; a total that is far more may be that of the year.
  return share < (code === 'ARITHMETIC_CONTRADICTION' ? 0.5 : 0.1) || share === 0.5
}

const totals =
  /^(total )?(gross|gross pay|gross earnings|total pay|tot\.? pay|total payments|total earnings|net|net pay|pay (before|after) deductions)$/i

/** A payslip whose figures prove each other, and beside them a total that is none of them. */
function judgeTotals(pages: readonly Page[], parse: Parse): Finding[] {
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
      if (!totals.test(label)) return []
      const message = `On page ${page.number} "${label}" says ${word.text}, which is no figure of the pay that the other sums prove.`
      const places = [{ ...placeOf(page.number, word), actual: word.text }]
      return [finding('ARITHMETIC_AGREEMENT', message, { places, severity: 'medium' })]
    }),
  )
}

/** The words before a figure on its line, back to a wide gap that has words beyond it or to another figure. */
function labelOf({ words }: Page, figure: Word): string {
  const before = words
    .filter(({ y, right }) => Math.abs(y - figure.y) < 1 && right <= figure.x)
    .toSorted((one, other) => other.x - one.x)
  const label: Word[] = []
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
