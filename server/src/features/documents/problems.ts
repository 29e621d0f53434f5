// Why a file was not taken, in words that the person who sent it can act on.

const problems = {
  'not-uploaded': 'there is no file at this path: put the file to its presigned_url first',
  expired: 'this upload is too old: ask for a new address, put the file there and submit it within an hour',
  taken: 'this upload was submitted already: ask for a new address to send another file',
  'too-large': 'the file is larger than 10 MB',
  'not-a-pdf': 'the file is not a PDF',
  password: 'the PDF is protected by a password: save a copy without one and send that',
  'too-many-pages': 'the PDF has more than 100 pages',
  broken: 'the PDF is damaged: download or save it again and send that',
  empty: 'there is nothing on the pages of the PDF',
  unsafe: 'the file contains something that could do harm, such as a program: send it as it was issued',
  'too-complex':
    'the PDF takes too long to read: save it as a simpler PDF, or print it to one, and send that',
  'scan-too-poor':
    'the scan cannot be read: scan it flat, in good light and at 200 dpi or more, or send the original PDF',
  'not-a-payslip': 'this does not look like a payslip',
  'not-a-bank-statement': 'this does not look like a bank statement',
  duplicate: 'this document was sent before',
  'too-many-documents': 'there are 250 documents already: delete some first',
  'still-processing': 'still processing',
} as const

export type FileProblem = keyof typeof problems

export const wordsOf = (problem: FileProblem): string => problems[problem]
