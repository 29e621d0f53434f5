import type { DocumentReading, TrustFinding, TrustScore } from '../document.ts'

/** Scores a document by its most severe finding. Other kinds of documents are not scored. */
export function scoreTrust(
  kind: DocumentReading['kind'],
  findings: readonly TrustFinding[],
): TrustScore | null {
  if (kind === 'other' || kind === 'rejected') return null
  const has = (severity: TrustFinding['severity']) =>
    findings.some((finding) => finding.severity === severity)
  if (has('high')) return 'Low'
  return has('medium') ? 'Medium' : 'High'
}
