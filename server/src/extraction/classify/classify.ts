import type { DocumentReading, PayslipParse, PdfPage } from '../document.ts'
import { countProvenRows, type DocumentParses, extractFeatures } from './features.ts'
import { isOtherLedger, mayBeStatement, recognise } from './recognise.ts'
import { isCardStatement } from './recognise-card.ts'
import { findHeading } from './text-shape.ts'
import { type ClassifierWeights, weights } from './weights.ts'

export type Classification = {
  kind: Exclude<DocumentReading['kind'], 'rejected'>
  bank_statement_probability: number
}

// The classifier never reports certainty.
const maxProbability = 0.99
const minProbability = 0.5
// Probability reported for a statement that is recognised by its wording and shape although its amounts do not add
// up.
const recognisedProbability = 0.8

// Maximum probability reported for a ledger that is not of a bank account, such as a mortgage, but has its shape.
const maxOtherProbability = 0.1

// Minimum number of rows that a running balance confirms. Few documents except statements reach it.
const minProvenRows = 6

/**
 * Classifies a document by its wording and shape, and by how well its amounts add up as a statement or as a payslip
 * (softmax). Arithmetic can only support a kind, never exclude it: a document that cannot be parsed is still
 * recognised by its wording and shape.
 */
export function classify(pages: readonly PdfPage[], parses: DocumentParses): Classification {
  const features = extractFeatures(pages, parses)
  const statement = Math.exp(computeScore(features, weights.bank_statement))
  const payslip = Math.exp(computeScore(features, weights.payslip))
  const all = 1 + statement + payslip
  const probability = Math.round(Math.min(maxProbability, statement / all) * 1000) / 1000
  // The rows of a card may add up like those of a bank account, so its wording decides first.
  if (isCardStatement(pages))
    return {
      kind: 'card_statement',
      bank_statement_probability: Math.min(probability, maxOtherProbability),
    }
  const recognised = recognise(pages)
  const asStatement = (bank_statement_probability: number): Classification => ({
    kind: 'bank_statement',
    bank_statement_probability,
  })
  const hasTransactions = (parses.statement.submission?.transactions.length ?? 0) > 0
  const isOther = isOtherLedger(pages)
  if (statement / all >= minProbability && hasTransactions && !isOther) return asStatement(probability)
  const isPayslip =
    (payslip / all >= minProbability && parses.payslip.submission !== null) ||
    addsUpAsPay(parses.payslip) ||
    (isTitledPayslip(pages) && hasSums(parses.payslip))
  const isProven = parses.statement.verified || countProvenRows(parses.statement) >= minProvenRows
  const isLedger = isProven && mayBeStatement(pages)
  if (!isPayslip && !isOther && (recognised === 'bank_statement' || (isLedger && recognised === null)))
    return asStatement(Math.max(probability, recognisedProbability))
  const kind = isPayslip || recognised === 'payslip' ? 'payslip' : 'other'
  const maxOther = isOther ? maxOtherProbability : maxProbability
  return { kind, bank_statement_probability: Math.min(probability, maxOther) }
}

/**
 * Whether earnings, deductions and net pay add up and there is a tax code with tax, or with an NI number if the pay is
 * too low for tax. This is true of payslips only, whatever the title of the document.
 */
function addsUpAsPay(parse: PayslipParse): boolean {
  if (!parse.submission || !hasSums(parse)) return false
  const { identity_information, income_information: income } = parse.submission
  const hasTax = Number(income.deductions.income_tax ?? 0) !== 0
  return income.tax_code !== null && (hasTax || identity_information.NI_number !== null)
}

/** Whether earnings, deductions and net pay add up. */
const hasSums = ({ submission, checks }: PayslipParse): boolean =>
  submission !== null &&
  ['net', 'earnings', 'deductions'].every((name) =>
    checks.some((check) => check.name === name && check.isPassed),
  )

/** Whether the heading calls the document a payslip. A cleaner's wages slip may mention neither tax nor insurance. */
const isTitledPayslip = (pages: readonly PdfPage[]): boolean =>
  /\b(?:pay ?slip|(?:pay|salary) advice|(?:wages?|salary) slip|pay statement)\b/i.test(findHeading(pages))

function computeScore(
  features: Record<string, number>,
  { bias, features: featureWeights }: ClassifierWeights,
): number {
  return Object.entries(features).reduce(
    (sum, [name, value]) => sum + value * (featureWeights[name] ?? 0),
    bias,
  )
}
