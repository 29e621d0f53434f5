import type { DocumentParse, TrustFinding } from '../document.ts'

/**
 * Whether a finding indicates that a figure was changed. Findings of medium severity must point to a place on a page,
 * which excludes metadata. Arithmetic findings are excluded because totals are checked separately, and alignment
 * findings because some issuers misalign figures with a trailing sign.
 */
const isTamperTrace = ({ code, severity, category, places }: TrustFinding) =>
  severity === 'high' ||
  (severity === 'medium' && category !== 'arithmetic' && code !== 'ALIGNMENT_OUTLIER' && places.length > 0)

/**
 * Marks a parse as not verified if the document shows signs of tampering. Figures of an altered document may still
 * confirm each other: the parser may have read the original under a cover, or the forger may have changed all related
 * figures.
 */
export function unverifyIfTampered<P extends DocumentParse>(parse: P, findings: readonly TrustFinding[]): P {
  const traces = [...new Set(findings.filter(isTamperTrace).map(({ code }) => code))]
  if (parse.certified.length === 0 || traces.length === 0) return parse
  const note = `Something in the file was added later or looks different from the rest (${traces.join(', ')})`
  return {
    ...parse,
    verified: false,
    certified: [],
    checks: [...parse.checks, { name: 'untouched', isPassed: false, note }],
  }
}
