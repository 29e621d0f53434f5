import type { PayslipParse, StatementParse, TrustFinding } from '../document.ts'

/**
 * Findings that point at a spot on a page. Metadata concerns no figure, totals have checks of their own, and some issuers
 * legitimately misalign figures with a trailing sign.
 */
const isTamperTrace = ({ code, severity, category, places }: TrustFinding) =>
  severity === 'high' ||
  (severity === 'medium' && category !== 'arithmetic' && code !== 'ALIGNMENT_OUTLIER' && places.length > 0)

/** On an altered document figures may still confirm each other: the original under a cover, or a forger who changed all of them. */
export function unverifyIfTampered<P extends StatementParse | PayslipParse>(
  parse: P,
  findings: readonly TrustFinding[],
): P {
  const traces = [...new Set(findings.filter(isTamperTrace).map(({ code }) => code))]
  if (!parse.verified || traces.length === 0) return parse
  const note = `Something in the file was added later or looks different from the rest (${traces.join(', ')})`
  return {
    ...parse,
    verified: false,
    checks: [...parse.checks, { name: 'untouched', isPassed: false, note }],
  }
}
