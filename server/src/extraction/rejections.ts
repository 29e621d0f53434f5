import type { DocumentReading, Rejection } from './document.ts'

/** Version of the reader, stored with every reading. Increment it when extraction results change. */
export const readerVersion = '15'

/** Messages for the person who uploaded the file. They explain what is wrong and how to fix it. */
export const rejectionMessages: Record<Rejection, string> = {
  'not-a-pdf': 'This is not a PDF; please send the PDF as it was downloaded',
  'too-large': 'The file is larger than 10 MB; please send a smaller one',
  'too-many-pages': 'The file has more than 100 pages; please split it',
  password: 'The file is protected by a password; please save it without one and send it again',
  broken: 'The file is damaged and cannot be opened; please download it again',
  unsafe: 'The file contains programs or attachments; please send the document as it was downloaded',
  'too-complex': 'The file is too complex to be read; please download it again or print it to a new PDF',
  empty: 'The file shows nothing that can be read',
  'scan-too-poor': 'The scan cannot be read with certainty; please send the original PDF or a sharper scan',
}

export function createRejectedReading(
  rejection: Rejection,
  more: Partial<DocumentReading> = {},
): DocumentReading {
  return {
    kind: 'rejected',
    submission: null,
    bank_statement_probability: 0,
    verified: false,
    certified: [],
    trust_score: null,
    warnings: [],
    reason: rejectionMessages[rejection],
    rejection,
    provenance: {},
    gates: [],
    findings: [],
    structure: null,
    content_hash: null,
    layout: null,
    pages: [],
    reader_version: readerVersion,
    ...more,
  }
}
