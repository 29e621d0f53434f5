import type { PdfPage } from '../../src/extraction/document.ts'
import { parseStatement } from '../../src/extraction/statements/parse.ts'
import { at, foot, type Placed, sheet } from './statement-page.ts'

type Lines = (Placed | Placed[])[]

export const letterhead: Lines = [
  at(40, 'Heronmere Bank'),
  at(40, 'Sort code 00-31-88 Account number 39308396'),
  [],
]
export const decemberPeriod = at(40, 'Statement period 1 December 2025 to 31 December 2025')

/** Reads a page of these lines below a letterhead. Rows are texts of date and amount. */
export function readStatementLines(lines: Lines, adjust = (page: PdfPage) => page) {
  const page = adjust(sheet([...letterhead, ...lines, ...foot(1, 1)]))
  const { submission, verified } = parseStatement([page], [])
  const { opening_balance, closing_balance } = submission?.balance_information ?? {}
  return {
    period: Object.values(submission?.statement_period ?? {}),
    balances: [opening_balance, closing_balance],
    rows: submission?.transactions.map(({ date, amount }) => `${date} ${amount}`),
    verified,
  }
}
