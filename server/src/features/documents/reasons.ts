import type { Rejection } from '../../extraction/document.ts'

/** Why a file that was handed in has left nothing behind. */
export type Reason =
  | Rejection
  | ('not-uploaded' | 'expired' | 'already-submitted' | 'duplicate' | 'too-many-documents')
  | ('not-a-payslip' | 'not-a-bank-statement' | 'incomplete' | 'still-processing')

/** What the person who chose the file is told: what is wrong, and what would help. docs/errors.md repeats it. */
export const reasons: Record<Reason, string> = {
  'not-uploaded': 'No file has arrived for this path; upload it to its presigned_url first',
  expired: 'The file was uploaded too long ago; ask for a new address and upload it again',
  'already-submitted': 'This upload was submitted before; ask for a new address to send another file',
  'not-a-pdf': 'This is not a PDF; please send the PDF as it was downloaded',
  'too-large': 'The file is larger than 10 MB; please send a smaller one',
  'too-many-pages': 'The file has more than 100 pages; please split it',
  password: 'The file is protected by a password; please save it without one and send it again',
  broken: 'The file is damaged and cannot be opened; please download it again',
  unsafe: 'The file contains programs or attachments; please send the document as it was downloaded',
  'too-complex': 'The file is too complex to be read; please download it again or print it to a new PDF',
  empty: 'The file shows nothing that can be read',
  'scan-too-poor': 'The scan cannot be read with certainty; please send the original PDF or a sharper scan',
  'not-a-payslip': 'This does not look like a payslip',
  'not-a-bank-statement': 'This does not look like a bank statement',
  incomplete: 'No pay date or net pay was found on this payslip; please send the whole page',
  duplicate: 'This document was sent before',
  'too-many-documents': 'There are 250 documents already; delete some first',
  'still-processing': 'still processing',
}
