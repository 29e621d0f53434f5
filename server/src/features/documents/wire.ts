import type { PdfStructure, TrustFinding } from '../../extraction/document.ts'
import { presentMatch } from '../identity/service.ts'
import type { DocumentRow, DocumentType } from './queries.ts'
import type { Contents, KeptCardStatement } from './sealed-contents.ts'

const maxLocations = 20

/**
 * Converts a document to its API representation. Without `contents`, only fields that are not personal data are
 * included.
 */
export function presentDocument(
  { sealed: _, authorisation_id: _authorisation, is_unread: _isUnread, ...row }: DocumentRow,
  contents?: Contents,
) {
  const { trust_score } = row
  return {
    ...row,
    type: row.type as DocumentType,
    trust_score: trust_score as 'Low' | 'Medium' | 'High' | null,
    identity_match: presentMatch(row.identity_match),
    ...(contents && {
      file_name: contents.file_name,
      external_id: contents.external_id,
      trust_analysis: contents.findings.flatMap(presentFinding),
      pdf_metadata: contents.structure && presentStructure(contents.structure),
      ...(contents.card_statement && { card_statement: presentCard(contents.card_statement) }),
      ...(contents.unread && { unread: contents.unread }),
    }),
  }
}

/** Amounts of transactions have no thousands separators, as in bank statements. */
const presentCard = ({ transactions, ...card }: KeptCardStatement) => ({
  ...card,
  transactions: transactions.map((each) => ({ ...each, amount: each.amount.replaceAll(',', '') })),
})

/** Returns one entry per location, so that each can be shown on its page. */
export function presentFinding({ places, fields, code, category, severity, title, message }: TrustFinding) {
  const common = { code, category, severity, title, message }
  const locations = places.length === 0 ? [{ fields }] : places.slice(0, maxLocations)
  return locations.map((location) => ({ ...common, location }))
}

const presentStructure = (file: PdfStructure) => ({
  version: file.version,
  producer: file.producer,
  creator: file.creator,
  title: file.title,
  created_at: file.createdAt,
  modified_at: file.modifiedAt,
  revisions: file.revisionEnds.length,
  is_encrypted: file.isEncrypted,
  has_javascript: file.hasJavaScript,
  has_form: file.hasForm,
  embedded_files: file.embeddedFiles,
  signatures: file.signatures.length,
  fonts: file.fonts,
  sha256: file.sha256,
})
