import type { Finding, PayslipParse, StatementParse } from '../document.ts'

const most = 3

/**
 * What the parsers found in the figures. Whoever alters a paper changes a figure or a few, so contradictions weigh less
 * where the paper may have been misread: where there are many, where sums of the table have no meaning yet, and where
 * one "balance" follows another with no row between them.
 */
export function judgeContradictions(parse: StatementParse | PayslipParse | null): Finding[] {
  if (!parse) return []
  const contradictions = parse.findings.filter(isContradiction)
  const isWhole = parse.gates.every(({ name, isPassed }) => name !== 'complete' || isPassed)
  const printed = new Set(contradictions.map(({ places }) => places[0]?.actual))
  const isDoubtful = ({ places }: Finding) =>
    !isWhole ||
    contradictions.length > most ||
    (places[0]?.expected !== undefined && printed.has(places[0].expected))
  return parse.findings.map((one) =>
    isContradiction(one) && isDoubtful(one) ? { ...one, severity: 'medium' } : one,
  )
}

const isContradiction = ({ category, severity }: Finding) => category === 'arithmetic' && severity === 'high'
