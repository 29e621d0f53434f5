import type { Page, PayslipParse, Reading } from '../document.ts'
import { featuresOf, type Parses } from './features.ts'
import { type Weights, weights } from './weights.ts'

export type Classification = {
  kind: Exclude<Reading['kind'], 'rejected'>
  bank_statement_probability: number
}

// No paper is certain to be what it looks like.
const highest = 0.99
const enough = 0.5

/** What kind of paper this is, by its words and by whether its figures hold as those of a statement or a payslip do. */
export function classify(pages: readonly Page[], parses: Parses): Classification {
  const features = featuresOf(pages, parses)
  const statement = Math.exp(scoreOf(features, weights.bank_statement))
  const payslip = Math.exp(scoreOf(features, weights.payslip))
  const all = 1 + statement + payslip
  const bank_statement_probability = Math.round(Math.min(highest, statement / all) * 1000) / 1000
  const hasTransactions = (parses.statement.submission?.transactions.length ?? 0) > 0
  if (statement / all >= enough && hasTransactions)
    return { kind: 'bank_statement', bank_statement_probability }
  const isPayslip =
    (payslip / all >= enough && parses.payslip.submission !== null) || holdsAsPay(parses.payslip)
  return { kind: isPayslip ? 'payslip' : 'other', bank_statement_probability }
}

/** Pay less tax is the net pay, line by line, under a tax code: no other paper does that, whatever it is called. */
function holdsAsPay({ submission, gates }: PayslipParse): boolean {
  const isOpen = (name: string) => gates.some((gate) => gate.name === name && gate.isPassed)
  const income = submission?.income_information
  return (
    income !== undefined &&
    ['net', 'earnings', 'deductions'].every(isOpen) &&
    income.tax_code !== null &&
    Number(income.deductions.income_tax ?? 0) !== 0
  )
}

function scoreOf(features: Record<string, number>, { bias, features: weighed }: Weights): number {
  return Object.entries(features).reduce((sum, [name, value]) => sum + value * (weighed[name] ?? 0), bias)
}
