import type { Finding, PayslipParse, StatementParse } from '../document.ts'

/**
 * What can be pointed at. What metadata says concerns no figure, sums have gates of their own, and some issuers end figures
 * with a sign at another edge.
 */
const isTrace = ({ code, severity, category, places }: Finding) =>
  severity === 'high' ||
  (severity === 'medium' && category !== 'arithmetic' && code !== 'ALIGNMENT_OUTLIER' && places.length > 0)

/** Figures may prove each other on a paper that was altered: whoever covers one leaves the others, or changes them all. */
export function doubtedByTraces<P extends StatementParse | PayslipParse>(
  parse: P,
  findings: readonly Finding[],
): P {
  const traces = [...new Set(findings.filter(isTrace).map(({ code }) => code))]
  if (!parse.verified || traces.length === 0) return parse
  const note = `Something in the file was put there later or looks unlike the rest (${traces.join(', ')})`
  return { ...parse, verified: false, gates: [...parse.gates, { name: 'untouched', isPassed: false, note }] }
}
