import { rejectionMessages } from '../../extraction/rejections.ts'

// Reasons why a submitted file was not stored, worded so that the applicant can act on them. docs/errors.md repeats
// these texts; a test compares them.

export const problems = {
  ...rejectionMessages,
  'not-uploaded':
    'No file has arrived for this upload; ask for a new address, put the file there, then submit it',
  expired: 'This upload is too old; ask for a new address, put the file there and submit it within an hour',
  taken: 'This upload was submitted before; ask for a new address to send another file',
  'not-a-payslip': 'This is not a payslip, as far as can be seen',
  'not-a-bank-statement': 'This is not a bank statement, as far as can be seen',
  'credit-card-statement': 'This is a credit card statement; please send a statement of your bank account',
  'not-read':
    'This document was recognised, but its amounts could not be read; please send the PDF as it was downloaded',
  incomplete: 'No pay date or no net pay can be read on this payslip; please send the whole page',
  duplicate: 'This is a duplicate: the same document was sent before',
  'too-many-documents': 'There are 250 documents already; delete some first',
  'still-processing': 'still processing',
} as const

export type FileProblem = keyof typeof problems

/** Problems of a document of the right kind that a person may still be able to read. */
export const unreadProblems = ['not-read', 'incomplete'] as const satisfies FileProblem[]
export type UnreadProblem = (typeof unreadProblems)[number]

export const isUnreadProblem = (problem: FileProblem | undefined): problem is UnreadProblem =>
  unreadProblems.some((each) => each === problem)

/** Stable codes for use by programs. */
export const fileProblemCodes = Object.keys(problems) as [FileProblem, ...FileProblem[]]

export const describeFileProblem = (problem: FileProblem): string => problems[problem]
