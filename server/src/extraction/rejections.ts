import type { Reading, Rejection } from './document.ts'

/** Every reading says which reader made it: a change of what is read, or how, makes it a new one. */
export const readerVersion = '1'

/** What the person who chose a file that is not read is told: what is wrong, and what would help. */
export const rejections: Record<Rejection, string> = {
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

export function rejected(rejection: Rejection, more: Partial<Reading> = {}): Reading {
  return {
    kind: 'rejected',
    submission: null,
    bank_statement_probability: 0,
    verified: false,
    trust_score: null,
    warnings: [],
    reason: rejections[rejection],
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
