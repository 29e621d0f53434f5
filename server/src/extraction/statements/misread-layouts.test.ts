import { expect, test } from 'vitest'
import { at, foot, head, row, sheet, titles, to } from '../../../test/extraction/statement-page.ts'
import { parseStatement } from './parse.ts'

// Layouts that the parser once misread, each reduced to a minimal example.

const readRows = (page: ReturnType<typeof sheet>) =>
  parseStatement([page], []).submission?.transactions.map(
    ({ date, description, amount }) => `${date} ${description} ${amount}`,
  )

test('combines day numbers with the month heading above and ignores full dates in descriptions', () => {
  const page = sheet([
    ...head([at(40, 'Opening balance 100.00'), at(40, 'Closing balance 40.00')]),
    titles('Paid out', 'Paid in', 'Balance'),
    at(40, 'December 2025'),
    row('30th', 'CASH AT MACHINE ON', '', '', ''),
    row('', '29-12-2025', '40.00', '', '60.00'),
    row('31st', 'CASH AT MACHINE ON', '', '', ''),
    row('', '30-12-2025', '20.00', '', '40.00'),
    ...foot(1, 1),
  ])
  expect(readRows(page)).toEqual([
    '2025-12-30 CASH AT MACHINE ON 29-12-2025 -40.00',
    '2025-12-31 CASH AT MACHINE ON 30-12-2025 -20.00',
  ])
})

test('reads sort code and account number from one cell and does not confuse them with an IBAN', () => {
  const page = sheet([
    at(40, 'Heronmere Bank'),
    [at(40, 'Your account'), at(160, 'International account number (IBAN)')],
    [at(40, '001364 / 25701598'), at(160, 'GB78 HERQ 0026 8865 3616 98')],
    at(40, 'Statement period 1 December 2025 to 5 January 2026'),
    [],
    titles('Paid out', 'Paid in', 'Balance'),
    row('30 Dec', 'LOOMWIRE', '30.00', '', '70.00'),
  ])
  const account = parseStatement([page], []).submission?.account_information
  expect(account?.account_number).toBe('25701598')
  expect(account?.sort_code).toBe('00-13-64')
})

test('does not verify a statement whose dates are broken over two lines', () => {
  const page = sheet([
    ...head([at(40, 'Opening balance 100.00'), at(40, 'Closing balance 40.00')]),
    titles('Paid out', 'Paid in', 'Balance'),
    row('1 Dec', 'Opening balance', '', '', '100.00'),
    row('30', 'LOOMWIRE', '40.00', '', '60.00'),
    row('Dec', 'BROADBAND', '', '', ''),
    row('31', 'OCTAVO', '20.00', '', '40.00'),
    row('Dec', 'FUELS', '', '', ''),
    ...foot(1, 1),
  ])
  expect(parseStatement([page], []).verified).toBe(false)
})

test('ignores dot leaders and dates inside sentences', () => {
  const page = sheet([
    ...head([at(40, 'Opening balance 100.00'), at(40, 'Closing balance 40.00')]),
    titles('Paid out', 'Paid in', 'Balance'),
    row('30 Dec', 'LOOMWIRE ...............', '40.00', '', '60.00'),
    at(28, 'by 28 November 2027 terms change.'),
    row('', 'OCTAVO ...............', '20.00', '', '40.00'),
    ...foot(1, 1),
  ])
  expect(readRows(page)).toEqual(['2025-12-30 LOOMWIRE -40.00', '2025-12-30 OCTAVO -20.00'])
})

test('reads the period from cells titled From and To', () => {
  const page = sheet([
    at(40, 'Heronmere Bank'),
    [at(40, 'Sort code'), at(120, 'Account no'), at(220, 'From'), at(320, 'To')],
    [at(40, '00-31-88'), at(120, '39308396'), at(220, '1 Dec 2025'), at(320, '5 Jan 2026')],
    [],
    titles('Paid out', 'Paid in', 'Balance'),
    row('30 Dec', 'LOOMWIRE', '30.00', '', '70.00'),
    [to(540, 'Page 1 of 1')],
  ])
  expect(parseStatement([page], []).submission?.statement_period).toEqual({
    start_date: '2025-12-01',
    end_date: '2026-01-05',
  })
})

test('does not verify a statement with a row whose own date is not in the column of dates', () => {
  const block = (x: number, amount: string, date: string, balance: string, text: string) => [
    [at(x, amount), at(x + 60, date), at(300, balance)],
    at(200, text),
  ]
  const page = sheet([
    at(40, 'Heronmere Bank'),
    at(40, 'Sort code 00-31-88 Account number 39308396'),
    at(40, 'Statement period 1 December 2025 to 5 January 2026'),
    [at(40, 'Opening balance'), at(200, '100.00')],
    [at(40, 'Closing balance'), at(200, '1,259.50')],
    [],
    ...block(40, '40.50', '30 Dec', '59.50', 'GREENFINCH GROCERS'),
    ...block(90, '1,250.00', '31 Dec', '1,309.50', 'OAKMANTLE LTD'),
    ...block(40, '50.00', '2 Jan', '1,259.50', 'LOOMWIRE'),
  ])
  const { verified, checks, submission } = parseStatement([page], [])
  expect(submission?.transactions).toHaveLength(3)
  expect(checks.filter(({ isPassed }) => !isPassed).map(({ name }) => name)).toContain('dates')
  expect(verified).toBe(false)
})
