import type { DocumentReading, PayslipParse, PdfPage } from '../document.ts'
import { type DocumentParses, extractFeatures } from './features.ts'
import { type ClassifierWeights, weights } from './weights.ts'

export type Classification = {
  kind: Exclude<DocumentReading['kind'], 'rejected'>
  bank_statement_probability: number
}

// Never claim certainty.
const maxProbability = 0.99
const minProbability = 0.5

/** Classifies a document by its wording and by how well its amounts add up as a statement or as a payslip (softmax). */
export function classify(pages: readonly PdfPage[], parses: DocumentParses): Classification {
  const features = extractFeatures(pages, parses)
  const statement = Math.exp(computeScore(features, weights.bank_statement))
  const payslip = Math.exp(computeScore(features, weights.payslip))
  const all = 1 + statement + payslip
  const bank_statement_probability = Math.round(Math.min(maxProbability, statement / all) * 1000) / 1000
  const hasTransactions = (parses.statement.submission?.transactions.length ?? 0) > 0
  if (statement / all >= minProbability && hasTransactions)
    return { kind: 'bank_statement', bank_statement_probability }
  const isPayslip =
    (payslip / all >= minProbability && parses.payslip.submission !== null) || addsUpAsPay(parses.payslip)
  return { kind: isPayslip ? 'payslip' : 'other', bank_statement_probability }
}

/** Earnings, deductions and net pay add up under a tax code: no other kind of document does, whatever its title. */
function addsUpAsPay({ submission, checks }: PayslipParse): boolean {
  const isPassed = (name: string) => checks.some((check) => check.name === name && check.isPassed)
  const income = submission?.income_information
  return (
    income !== undefined &&
    ['net', 'earnings', 'deductions'].every(isPassed) &&
    income.tax_code !== null &&
    Number(income.deductions.income_tax ?? 0) !== 0
  )
}

function computeScore(
  features: Record<string, number>,
  { bias, features: featureWeights }: ClassifierWeights,
): number {
  return Object.entries(features).reduce(
    (sum, [name, value]) => sum + value * (featureWeights[name] ?? 0),
    bias,
  )
}
