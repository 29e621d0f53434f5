import { expect, test } from 'vitest'
import { at, foot, type Placed, sheet, to } from '../../../test/extraction/statement-page.ts'
import { parseStatement } from './parse.ts'

// A quiet month may have a single transaction, so that no column of dates and no repeated heading shows the layout.

type Lines = (Placed | Placed[])[]

const letterhead: Lines = [
  at(40, 'Heronmere Bank'),
  at(40, 'Sort code 00-31-88 Account number 39308396'),
  at(40, '1 February 2026 to 28 February 2026'),
  [],
]

function read(lines: Lines) {
  const { submission, certified } = parseStatement([sheet([...letterhead, ...lines, ...foot(1, 1)])], [])
  return {
    balances: submission && Object.values(submission.balance_information),
    rows: submission?.transactions.map(({ date, description, amount }) => `${date} ${description} ${amount}`),
    certified,
  }
}

const all = ['balances_and_amounts', 'descriptions']

test('below the heading of a day that has its balance', () => {
  const result = read([
    [at(40, 'You started with'), at(160, 'You finished with'), at(280, 'In your jars (not included)')],
    [at(40, '£10.00'), at(160, '£10.35'), at(280, '£104.00')],
    [],
    [],
    [],
    [at(40, 'Tue 17 Feb'), to(540, '£10.35')],
    [at(40, 'MERIT REFUND'), to(540, '+0.35')],
  ])
  expect(result).toEqual({
    balances: ['10.00', '10.35'],
    rows: ['2026-02-17 MERIT REFUND 0.35'],
    certified: all,
  })
})

test('above the balances of pots', () => {
  const result = read([
    [at(40, '£0.42'), at(300, '£0.43')],
    [at(40, 'Balance on 1 Feb'), at(300, 'Balance on 28 Feb')],
    [],
    [],
    [at(40, 'Saturday 28 February'), to(540, 'End of day £0.43')],
    [at(40, '23:59'), at(80, 'Interest'), to(540, '+£0.01')],
    [],
    at(40, 'Your Jars on 28 February 2026'),
    [],
    [at(40, 'Rainy day'), to(540, '£1,640.00')],
  ])
  expect(result).toMatchObject({ balances: ['0.42', '0.43'], rows: ['2026-02-28 Interest 0.01'] })
})

test('below the heading of a day, with the balances in a sentence', () => {
  const result = read([
    at(40, 'At the start of 1 February 2026 your account was in credit by £1,250.00.'),
    at(48, 'At the end of 28 February 2026 it was in credit by £1,251.54.'),
    [],
    at(40, 'Friday 13 February'),
    [at(40, 'Interest paid'), to(540, '£1.54')],
  ])
  expect(result).toEqual({
    balances: ['1,250.00', '1,251.54'],
    rows: ['2026-02-13 Interest paid 1.54'],
    certified: all,
  })
})

test('above the line with its date, with the closing balance of a currency', () => {
  const page = sheet([
    at(40, 'Heronmere Payments'),
    at(40, 'Sort code 00-31-88 Account number 39308396'),
    at(40, '1 June 2025 [GMT] – 31 August 2025 [GMT]'),
    [],
    [],
    [at(40, 'GBP on 31 August 2025 [GMT]'), to(560, '0.00 GBP')],
    [],
    [at(40, 'Description'), to(400, 'Incoming'), to(470, 'Outgoing'), to(540, 'Amount')],
    [at(40, 'Sent money to M Delaney'), to(470, '-14.20'), to(540, '0.00')],
    at(40, '14 July 2025 Transaction: TRANSFER-20832'),
    ...Array.from({ length: 30 }, () => []),
    at(40, 'ref: 7f1c-88d2'),
  ])
  const { submission, verified } = parseStatement([page], [])
  expect(submission?.balance_information).toEqual({ opening_balance: null, closing_balance: '0.00' })
  expect(submission?.transactions).toMatchObject([
    { date: '2025-07-14', description: 'Sent money to M Delaney', amount: '-14.20' },
  ])
  expect(verified).toBe(false)
})

test('with codes below the beginning of the title of the descriptions', () => {
  const result = read([
    [at(40, 'DATE'), at(80, 'PARTICULARS'), to(430, 'AMOUNT'), to(520, 'BALANCE')],
    [at(80, 'BALANCE FORWARD'), to(520, '0.00'), at(526, 'CR')],
    [at(40, '16 FEB'), at(80, 'CR'), at(100, 'SUNDRY'), to(430, '650.11'), to(520, '650.11'), at(526, 'CR')],
    [
      at(40, '20 FEB'),
      at(80, 'CHQ'),
      at(100, '000001'),
      to(430, '145.00-'),
      to(520, '505.11'),
      at(526, 'CR'),
    ],
    [at(80, 'CLOSING BALANCE'), to(520, '505.11'), at(526, 'CR')],
  ])
  expect(result.rows).toEqual(['2026-02-16 SUNDRY 650.11', '2026-02-20 000001 -145.00'])
})

test('beside an address whose lines are nearly level with the balances', () => {
  const page = sheet([
    ...letterhead,
    to(540, '£37.52'),
    to(540, 'Balance on 28 February'),
    at(40, 'Iestyn Prosser'),
    to(540, '-£12.48'),
    to(540, 'Balance on 1 February (start of day)'),
    [],
    [at(40, 'Wednesday 18 February'), to(540, 'Balance £37.52')],
    [at(40, 'MERIT REFUND'), to(540, '+£50.00')],
    ...foot(1, 1),
  ])
  const level = page.words.find(({ text }) => text === '-£12.48')?.y ?? 0
  const words = page.words.map((word) =>
    /^(Iestyn|Prosser)$/.test(word.text) ? { ...word, y: level - 2.5 } : word,
  )
  const { submission, certified } = parseStatement([{ ...page, words }], [])
  expect(submission?.balance_information).toEqual({ opening_balance: '-12.48', closing_balance: '37.52' })
  expect(certified).toEqual(all)
})

test('with a column of names that touches the balances', () => {
  const row = (day: string, amount: string, balance: string): Placed[] => [
    at(40, day),
    at(110, 'MERIT'),
    to(400, amount),
    to(470, balance),
    at(472, 'PROSSER I'),
  ]
  const result = read([
    at(40, 'Ledger balance: GBP 5.32'),
    [],
    [at(40, 'Date'), at(110, 'Description'), to(400, 'Value'), to(455, 'Balance'), at(472, 'Name')],
    row('05/02/2026', '-430.00', '5.32'),
    row('04/02/2026', '434.20', '435.32'),
    row('04/02/2026', '-5.00', '1.12'),
  ])
  expect(result.balances).toEqual([null, '5.32'])
  expect(result.rows?.at(-1)).toContain(' -430.00')
})
