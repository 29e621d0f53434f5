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
    'Cyfnod / Period 01/12/2025 i / to 31/12/2025',
    '1 Rhagfyr / December 2025 hyd at / to 31 Rhagfyr / December 2025',
    'for the month from the first day of December to the thirty-first day of December 2025',
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

describe('captions below their values', () => {
  const captions = [
    [at(40, 'Bernadette Achterberg'), at(200, '20417/01'), at(300, '01.12.25'), at(400, '31.12.25')],
    [at(40, 'Member'), at(200, 'Account'), at(300, 'From'), at(400, 'To')],
  ] satisfies Lines
  test('name the account and the period', () => {
    expect(account(...captions)).toBe('20417/01')
    expect(period(...captions)).toEqual(['2025-12-01', '2025-12-31'])
  })
})

describe('account number', () => {
  test.each([
    ['A/C NO 20417739 06 SORT CODE 40-88-19', '20417739 06'],
    ['Account number 20417739 31 December 2025', '20417739'],
    ['Account number 20417739 40 88 19', '20417739'],
    ['Business Current Account (GBP) 20771365 / 61-48-02', '20771365'],
    ['Plan number ISA 5530-0187-22', 'ISA 5530-0187-22'],
    ['Rhif y cyfrif 40118273', '40118273'],
  ])('of %j is %j', (text, expected) => {
    expect(account(at(40, text))).toBe(expected)
  })
})

describe('sort code', () => {
  const sortCode = (text: string) => read([at(40, text)])?.account_information.sort_code
  test.each([
    'Current Account 60027714 (sort code 15-99-30)',
    'Current Account No. 60027714 (Sorting Code 15-99-30)',
    'Sort code 15 / 99 / 30 Account 60027714',
    'Cod didoli 15-99-30',
  ])('is read from %j', (text) => {
    expect(sortCode(text)).toBe('15-99-30')
  })
})

describe('holder', () => {
  test.each([
    ['A/C NAME TORRIDON BOAT HIRE', 'TORRIDON BOAT HIRE'],
    ['Logged in as: Tomos Wren-Fairley', 'Tomos Wren-Fairley'],
    ['Hello Mr Tobias Adeyemi-Clark, this is what happened in your account', 'Mr Tobias Adeyemi-Clark'],
    ['Investor Professor Hamish T Quillfeather', 'Professor Hamish T Quillfeather'],
  ])('of %j is %j', (text, expected) => {
    expect(holder(at(40, text), facts)).toBe(expected)
  })

  test('is above an address on one line', () => {
    expect(holder(at(40, 'Oluwaseun Adebayo'), at(40, 'Flat 21, Kiln Wharf, Stowmere ST98 2LP'))).toBe(
      'Oluwaseun Adebayo',
    )
  })

  test('is above the product and the account details', () => {
    expect(holder(at(40, 'Imogen Achterberg'), at(40, 'Personal account'), facts)).toBe('Imogen Achterberg')
  })

  test('is the organisation below the office of the addressee', () => {
    const address = ['The Hon Treasurer', 'Lydebrook Shopfitters Limited', '5 Sadler Street', 'Wells BA5 9ZZ']
    expect(holder(...address.map((text) => at(40, text)))).toBe('Lydebrook Shopfitters Limited')
  })
})
