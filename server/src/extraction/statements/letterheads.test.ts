import { describe, expect, test } from 'vitest'
import { at, foot, type Placed, row, sheet, titles, to } from '../../../test/extraction/statement-page.ts'
import { parseStatement } from './parse.ts'

// Account details as real statements print them; the rows are always the same.

type Lines = (Placed | Placed[])[]

const rows: Lines = [
  titles('Out', 'In', 'Balance'),
  row('1 Dec 2025', 'Opening balance', '', '', '100.00'),
  row('4 Dec 2025', 'LOOMWIRE', '40.00', '', '60.00'),
  row('9 Dec 2025', 'OAKMANTLE LTD', '', '1,250.00', '1,310.00'),
  row('19 Dec 2025', 'OCTAVO FUELS', '20.50', '', '1,289.50'),
]
const read = (letterhead: Lines) =>
  parseStatement([sheet([at(40, 'Heronmere Bank'), [], ...letterhead, [], ...rows, ...foot(1, 1)])], [])
    .submission
const period = (...letterhead: Lines) => Object.values(read(letterhead)?.statement_period ?? {})
const account = (...letterhead: Lines) => read(letterhead)?.account_information.account_number
const holder = (...letterhead: Lines) => read(letterhead)?.account_information.account_holder_name
const facts = at(40, 'Sort code 00-31-88 Account number 39308396')

describe('period', () => {
  const december = ['2025-12-01', '2025-12-31']
  test.each([
    'Statement period 1 December 2025 to 31 December 2025',
    'Statement period: 1st December 2025 to 31st December 2025',
    'From 01/12/2025 to 31/12/2025',
    'From: 01/12/25 To: 31/12/25',
    '01 Dec 25 - 31 Dec 25',
    '1 December to 31 December 2025',
    '1 December 2025 to 31 December',
    '1 December 2025 up to and including 31 December 2025',
    'Transactions between 1 December 2025 and 31 December 2025',
    'Datganiad 1 Rhagfyr 2025 hyd 31 Rhagfyr 2025',
    '2025-12-01 to 2025-12-31',
    '01.12.2025–31.12.2025',
    'Monday 1 December 2025 to Wednesday 31 December 2025',
  ])('is read from %j', (text) => {
    expect(period(facts, at(40, text))).toEqual(december)
  })

  test('is read if its year is wrapped to the next line', () => {
    expect(period(facts, at(300, 'Summary: 1 December 2025 to 31 December'), at(300, '2025'))).toEqual(
      december,
    )
  })

  test('is read if its second date is wrapped to the next line', () => {
    expect(period(facts, at(300, '1 December 2025 to'), at(300, '31 December 2025'))).toEqual(december)
  })

  test.each([
    'Issued 4 January 2026',
    'Statement date 4 January 2026',
    'Statement number 12',
    'Date 4 January 2026',
  ])('is not invented from the dates of the rows if only %j is printed', (text) => {
    expect(period(facts, at(40, text))).toEqual([null, null])
  })

  test('is not read from one date in two languages', () => {
    expect(period(facts, at(40, 'Statement date 4 Ionawr 2026 / 4 January 2026'))).toEqual([null, null])
  })
})

describe('account number', () => {
  test.each([
    ['Account number 39308396', '39308396'],
    ['Account no. 3930 8396', '39308396'],
    ['Account number 01-22817-S1', '01-22817-S1'],
    ['Account number 1234567890', '1234567890'],
    ['Member number 22817 Account number 01-22817-S1', '01-22817-S1'],
    ['Roll number 4/118820-6', '4/118820-6'],
    ['Account No: AB1234567', 'AB1234567'],
    ['Statement number 39308396', null],
    ['Account number ****8396 Statement number 00214', null],
    ['Account number 2025', null],
  ])('is read from %j', (text, number) => {
    expect(account(at(40, text))).toBe(number)
  })

  test('is read below a label of two lines', () => {
    expect(account(at(300, 'Rhif y cyfrif / Account'), at(300, 'number'), at(300, '39308396'))).toBe(
      '39308396',
    )
  })
})

describe('account holder', () => {
  const address = [at(40, '12 Gingernut Street'), at(40, 'Nottingham'), at(40, 'NG7 0YZ')]
  test.each([
    'The Hon. Rupert St John Vane',
    'Trustees of the Wendlebury Settlement',
    'Tomos ap Rhydderch',
    'Mr A & Mrs B Wobblestone',
    'Probus Players Dramatic Society',
    'Kestrelwood Builders Limited',
    'P & J Ormerod t/a Fellside Tearooms',
    'Élodie Wobblestone',
    "Siobhán O'Wobble",
    'Executors of the late Mr P Wobblestone',
    'The Parochial Church Council of St Wobble',
    'Dr. P. Wobblestone',
    'MISS WINIFRED A POOLE',
    'Revd P Wobblestone',
  ])('%j is read above the address', (name) => {
    expect(holder(at(40, 'Private bankers since 1871'), [], at(40, name), ...address, [], facts)).toBe(name)
  })

  test.each(['Jessamy Quill', 'Tomos ap Rhydderch', 'Kestrelwood Builders Limited'])(
    '%j is read above the account details',
    (name) => {
      expect(holder(at(40, name), facts)).toBe(name)
    },
  )

  test.each([
    'Kestrelwood Builders Limited | Sort Code: 00-31-88 | Account: 39308396',
    'Business Account | Kestrelwood Builders Limited | Sort Code: 00-31-88 | Account: 39308396',
  ])('is read between separators: %j', (text) => {
    expect(holder(at(40, text))).toBe('Kestrelwood Builders Limited')
  })

  test.each(['Account name', 'Account holder:', "Enw'r cyfrif / Account name", 'Account title', 'Member'])(
    'is read beside %j',
    (label) => {
      expect(holder([at(40, label), at(220, 'Cymdeithas Gorawl Nant-y-bryn')], facts)).toBe(
        'Cymdeithas Gorawl Nant-y-bryn',
      )
    },
  )

  test.each(['Premier Reward', 'Heronmere Bank', 'Major changes to our terms'])(
    'is not %j above the account details',
    (text) => {
      expect(holder(at(40, text), facts)).toBeNull()
    },
  )

  test('is not read from the second line of a description', () => {
    const page = sheet([
      at(40, 'Heronmere Bank'),
      facts,
      ...rows.slice(0, 3),
      at(110, 'Miss L Wendlebury'),
      ...rows.slice(3),
    ])
    expect(parseStatement([page], []).submission?.account_information.account_holder_name).toBeNull()
  })
})

test('an overdrawn balance is negative', () => {
  const read = (balance: string) =>
    parseStatement(
      [
        sheet([
          at(40, 'Heronmere Bank'),
          facts,
          [at(40, 'Opening balance'), to(540, balance)],
          [at(40, 'Closing balance'), to(540, '999.25')],
          titles('Out', 'In'),
          row('4 Dec 2025', 'LOOMWIRE', '40.00', ''),
          row('9 Dec 2025', 'OAKMANTLE LTD', '', '1,250.00'),
        ]),
      ],
      [],
    ).submission?.balance_information.opening_balance
  for (const balance of [
    '£210.75 overdrawn',
    '210.75 OD',
    '210.75 O/D',
    '210.75DR',
    '(210.75)',
    '-210.75',
    '210.75 D',
  ])
    expect(read(balance), balance).toBe('-210.75')
})
