import type { PayslipAnswer, StatementAnswer } from '../../src/extraction/model/answer.ts'
import { emptyPayslip, emptyStatement, type Finder } from './model-answers.ts'
import { drawPages, type PageLine, to } from './payslip-page.ts'
import { at, type Placed, sheet } from './statement-page.ts'

// Documents that the reader recognises but cannot read, and the answers of a model that can.

/**
 * A payslip without known labels: captions are letters, and the lines are named below their amounts. Each name is one word,
 * because words of `writePdf` are further apart than those of real documents.
 */
export const payslipLines: PageLine[] = [
  [20, [40, 'Payslip']],
  [40, [40, 'Brindlewick Ledger Services Ltd']],
  [60, [40, 'Wilhelmina Oakapple'], [300, '30 June 2025'], [400, '1257L'], [460, 'QQ123456C']],
  [100, [40, 'A'], to(120, '3,000.00'), to(200, '9,000.00')],
  [110, [40, 'Grundlohn']],
  [130, [40, 'B'], to(120, '390.33'), to(200, '1,170.99')],
  [140, [40, 'PAYE']],
  [160, [40, 'C'], to(120, '156.16'), to(200, '468.48')],
  [170, [40, 'NI']],
  [190, [40, 'D'], to(120, '3,000.00')],
  [210, [40, 'E'], to(120, '546.49')],
  [230, [40, 'F'], to(120, '2,453.51')],
  [
    400,
    [
      40,
      'F is your net pay after deductions. We use the tax code above. The right column is the year to date.',
    ],
  ],
]
export const payslipPages = drawPages(payslipLines)

export function answerPayslip(find: Finder): PayslipAnswer {
  const line = (description: string, amount: string, year: string) => ({
    description: find(description),
    quantity: null,
    rate: null,
    amount: find(amount),
    year_to_date: find(year),
  })
  return {
    ...emptyPayslip,
    employer_name: find('Brindlewick Ledger Services Ltd'),
    employee_name: find('Wilhelmina Oakapple'),
    pay_date: find('30 June 2025'),
    tax_code: find('1257L'),
    ni_number: find('QQ123456C'),
    earnings: [line('Grundlohn', '3,000.00', '9,000.00')],
    deductions: [line('PAYE', '390.33', '1,170.99'), line('NI', '156.16', '468.48')],
    gross_pay: find('3,000.00'),
    total_deductions: find('546.49'),
    net_pay: find('2,453.51'),
  }
}

/** A statement whose balances are not in a column, and whose amounts come before the dates. */
export const statementLines: (Placed | Placed[])[] = [
  at(40, 'Heronmere Bank'),
  at(40, 'Mr Percival Wobblestone'),
  at(40, 'This statement shows the opening balance, the closing balance and all transactions'),
  at(40, 'Sort code 00-31-88 Account number 39308396'),
  at(40, 'Statement period 1 December 2025 to 5 January 2026'),
  [at(40, 'start'), at(200, '100.00')],
  [at(40, 'end'), at(200, '1,259.50')],
  [],
  [at(40, '40.50'), at(100, '30 Dec'), at(300, '59.50')],
  at(200, 'GREENFINCH GROCERS'),
  [at(90, '1,250.00'), at(150, '31 Dec'), at(260, '1,309.50')],
  at(230, 'OAKMANTLE LTD'),
  [at(140, '50.00'), at(60, '2 Jan'), at(330, '1,259.50')],
  at(180, 'LOOMWIRE'),
]
export const statementPages = [sheet(statementLines)]

/** The same statement without a balance on each row. The signs are printed before or after the amounts. */
export const drawUnbalanced = (...amounts: [string, string, string]) => [
  sheet([
    ...statementLines.slice(0, 8),
    ...amounts.flatMap((amount, n): (Placed | Placed[])[] => [
      [at(90, amount), at(160, ['30 Dec', '31 Dec', '2 Jan'][n] ?? '')],
      at(200, ['GREENFINCH GROCERS', 'OAKMANTLE LTD', 'LOOMWIRE'][n] ?? ''),
    ]),
  ]),
]

export function answerUnbalanced(
  find: Finder,
  [first, second, third]: [string, string, string],
): StatementAnswer {
  return {
    ...answerFacts(find),
    transactions: [
      answerRow(find, '30 Dec', 'GREENFINCH GROCERS', first, 'out'),
      answerRow(find, '31 Dec', 'OAKMANTLE LTD', second, 'in'),
      answerRow(find, '2 Jan', 'LOOMWIRE', third, 'out'),
    ],
  }
}

export const answerRow = (
  find: Finder,
  date: string,
  description: string,
  amount: string,
  direction: 'in' | 'out',
  balance?: string,
) => ({
  date: find(date),
  description: find(description),
  amount: find(amount),
  direction,
  balance: balance === undefined ? null : find(balance),
})

export function answerStatement(find: Finder): StatementAnswer {
  return {
    ...answerFacts(find),
    transactions: [
      answerRow(find, '30 Dec', 'GREENFINCH GROCERS', '40.50', 'out', '59.50'),
      answerRow(find, '31 Dec', 'OAKMANTLE LTD', '1,250.00', 'in', '1,309.50'),
      answerRow(find, '2 Jan', 'LOOMWIRE', '50.00', 'out', '1,259.50'),
    ],
  }
}

function answerFacts(find: Finder): StatementAnswer {
  return {
    ...emptyStatement,
    bank_name: find('Heronmere Bank'),
    account_holder_name: find('Mr Percival Wobblestone'),
    sort_code: find('00-31-88'),
    account_number: find('39308396'),
    period_start: find('1 December 2025'),
    period_end: find('5 January 2026'),
    opening_balance: find('100.00'),
    closing_balance: find('1,259.50'),
  }
}
