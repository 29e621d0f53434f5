import type { Rejection } from '../../extraction/document.ts'
import { rejections } from '../../extraction/rejections.ts'

/** Why a file that was handed in has left nothing behind. */
export type Reason =
  | Rejection
  | ('not-uploaded' | 'expired' | 'already-submitted' | 'duplicate' | 'too-many-documents')
  | ('not-a-payslip' | 'not-a-bank-statement' | 'incomplete' | 'still-processing')

/** What the person who chose the file is told: what is wrong, and what would help. docs/errors.md repeats it. */
export const reasons: Record<Reason, string> = {
  ...rejections,
  'not-uploaded': 'No file has arrived for this path; upload it to its presigned_url first',
  expired: 'The file was uploaded too long ago; ask for a new address and upload it again',
  'already-submitted': 'This upload was submitted before; ask for a new address to send another file',
  'not-a-payslip': 'This does not look like a payslip',
  'not-a-bank-statement': 'This does not look like a bank statement',
  incomplete: 'No pay date or net pay was found on this payslip; please send the whole page',
  duplicate: 'This document was sent before',
  'too-many-documents': 'There are 250 documents already; delete some first',
  'still-processing': 'still processing',
}
