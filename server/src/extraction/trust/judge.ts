import type { Finding, Page, PayslipParse, Reading, StatementParse, Structure, Trust } from '../document.ts'
import { trustOf } from './score.ts'

export type Matter = {
  structure: Structure
  bytes: Uint8Array
  pages: readonly Page[]
  kind: Reading['kind']
  /** The parse of that kind; null where the document is of neither. */
  parse: StatementParse | PayslipParse | null
  /** The pages of an earlier state of the file, which is its first so many bytes. */
  readRevision: (bytes: Uint8Array) => Promise<readonly Page[]>
}

/** What is unusual about a document, worst first, and how far it can be trusted. Nothing found means nothing was detected. */
export async function judge(matter: Matter): Promise<{ findings: Finding[]; trust_score: Trust | null }> {
  const findings = [...(matter.parse?.findings ?? [])]
  return { findings, trust_score: trustOf(matter.kind, findings) }
}
