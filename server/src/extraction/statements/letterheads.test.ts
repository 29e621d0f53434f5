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
    'Period: 2025-12-01/2025-12-31',
    '[01/12/2025 - 31/12/2025]',
    'Period begins 1 December 2025, ends 31 December 2025',
    'Period commencing 1 December 2025 and ending on 31 December 2025',
    'the 1st of December 2025 to the 31st of December 2025',
    'From start of 1 December 2025 to close of 31 December 2025',
    'Start 01/12/2025 Finish 31/12/2025',
  ])('is read from %j', (text) => {
    expect(period(facts, at(40, text))).toEqual(december)
  })

  test('is read if its year is wrapped to the next line', () => {
    expect(period(facts, at(300, 'Summary: 1 December 2025 to 31 December'), at(300, '2025'))).toEqual(
      december,
    )
  })

  test('is read if its second date is wrapped to the next line at the right edge', () => {
    const lines = [[at(40, 'Mrs P Quince')], [at(40, '4 Peel Court')]] as const
    const dates = [to(540, 'covering 1 December 2025'), to(540, 'to 31 December 2025')]
    expect(period(facts, ...lines.map((line, n) => [...line, dates[n] as Placed]))).toEqual(december)
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

  test.each([
    ['Begins', 'Ends'],
    ['Start of period', 'End of period'],
    ['Since', 'Until'],
    ['Period opens', 'Period closes'],
  ])('is read beside, below and above %j and %j', (first, last) => {
    const [start, end] = ['1 December 2025', '31 December 2025']
    expect(period(facts, [at(40, first), at(160, start)], [at(40, last), at(160, end)])).toEqual(december)
    expect(period(facts, [at(40, first), at(240, last)], [at(40, start), at(240, end)])).toEqual(december)
    expect(period(facts, [at(40, start), at(240, end)], [at(40, first), at(240, last)])).toEqual(december)
  })

  test('is read from two dates that no word joins', () => {
    const [start, end] = ['1 December 2025', '31 December 2025']
    expect(period(facts, at(300, 'Dates covered'), at(300, start), at(300, end))).toEqual(december)
    expect(period(facts, [at(40, 'Statement period'), at(200, start), at(320, end)])).toEqual(december)
    expect(period(facts, [at(40, 'Period'), at(200, start)], [at(200, end)])).toEqual(december)
  })

  test('is not read from a date that has its own label above the captions', () => {
    const captions = [at(40, 'Start date'), at(200, 'End date')]
    const dates = [at(40, '01/12/2025'), at(200, '31/12/2025')]
    expect(period(facts, at(40, 'Next statement 31 January 2026'), captions, dates)).toEqual(december)
  })

  test('is read below its captions although another value precedes it', () => {
    const captions = [at(40, 'Branch'), at(150, 'Currency'), at(250, 'Period start'), at(350, 'Period end')]
    const values = [at(40, 'Bath Hill'), at(150, 'GBP'), at(250, '01 Dec 2025'), at(350, '31 Dec 2025')]
    expect(period(facts, captions, values)).toEqual(december)
  })

  test('is read if its month is wrapped to the next line', () => {
    expect(period(facts, at(300, '1 December 2025 to 31'), at(300, 'December 2025'))).toEqual(december)
  })

  test.each([
    'Interest summary for the tax year 6 April 2025 to 5 April 2026',
    'Interest rates from 1 April 2024 to 31 March 2025',
    'Our branch is closed from 24 December 2025 to 2 January 2026',
    'Next statement period 1 January 2026 to 31 January 2026',
    'This offer runs from 1 January 2026 to 31 March 2026',
  ])('is not read from %j', (text) => {
    const printed = at(40, '1 December 2025 - 31 December 2025')
    expect(period(facts, at(40, text))).toEqual([null, null])
    expect(period(facts, at(40, text), printed)).toEqual(december)
    expect(period(facts, printed, at(40, text))).toEqual(december)
  })

  test('is not read from one date in two languages', () => {
    expect(period(facts, at(40, 'Statement date 4 Ionawr 2026 / 4 January 2026'))).toEqual([null, null])
  })
})

describe('the order of day and month', () => {
  const winter: Lines = [
    titles('Out', 'In', 'Balance'),
    row('8 Dec', 'LOOMWIRE', '40.00', '', '60.00'),
    row('9 Dec', 'OAKMANTLE LTD', '', '1,250.00', '1,310.00'),
    row('2 Jan', 'OCTAVO FUELS', '20.50', '', '1,289.50'),
  ]
  const summary = [at(40, 'Opening balance 100.00'), at(40, 'Closing balance 1,289.50')]
  const readWinter = (...letterhead: Lines) =>
    parseStatement(
      [sheet([at(40, 'Heronmere Bank'), [], ...letterhead, ...summary, [], ...winter, ...foot(1, 1)])],
      [],
    )
  const dates = { start_date: '2025-12-06', end_date: '2026-01-05' }

  test('is not taken from a sort code', () => {
    const { submission, verified } = readWinter(
      at(40, 'Sort code 07-31-90 Account number 39308396'),
      at(40, 'Statement period 06/12/2025 to 05/01/2026'),
    )
    expect(submission?.statement_period).toEqual(dates)
    expect(verified).toBe(true)
  })

  test.each([
    ['the month first', '12/06/2025 to 01/05/2026', []],
    ['captions and the month first', 'starts 12/06/2025, ends 01/05/2026', []],
    ['the day first below a card that expires in 09/28', '06/12/2025 to 05/01/2026', [at(40, 'Card 09/28')]],
  ])('is taken from the rows of a statement that prints %s, but not certified', (_, range, more) => {
    const { submission, verified, warnings } = readWinter(facts, ...more, at(40, `Statement period ${range}`))
    expect(submission?.statement_period).toEqual(dates)
    expect(verified).toBe(false)
    expect(warnings).toContain(
      'Only the rows show which figures of the period are days and which are months.',
    )
  })

  test('is kept if the rows are also within a period of that order', () => {
    const { submission, verified } = readWinter(facts, at(40, 'Statement period 06/10/2025 to 05/02/2026'))
    expect(submission?.statement_period).toEqual({ start_date: '2025-10-06', end_date: '2026-02-05' })
    expect(verified).toBe(true)
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
    ['Account No.39308396', '39308396'],
    ['Sort code/Account number: 00-31-88/39308396', '39308396'],
    ['Roll number PNH/ISA/7714092', 'PNH/ISA/7714092'],
    ['Yearly statement: Young Saver account 0071-884-26', '0071-884-26'],
    ['Joint Everyday Account, number 48820615 (sort code 83 25 40)', '48820615'],
    ['Roll No. 12 345 678-9', '12 345 678-9'],
    ['Statement of account from 12345-9', null],
  ])('is read from %j', (text, number) => {
    expect(account(at(40, text))).toBe(number)
  })

  test.each(['Member A/C', 'Roll number', 'Your account', 'Membership no'])('is read around %j', (label) => {
    expect(account([at(40, label), at(240, '39308396')])).toBe('39308396')
    expect(account(at(40, label), at(40, '39308396'))).toBe('39308396')
    expect(account(at(40, '39308396'), at(40, label))).toBe('39308396')
  })

  test('is not that of a linked account', () => {
    expect(account(at(40, 'Classic 00-31-88 / 39308396'), at(40, 'Linked savings account 20417740'))).toBe(
      '39308396',
    )
  })

  test('is read rather than the roll number', () => {
    const captions = [at(40, 'Roll number'), at(200, 'Account number')]
    expect(account(captions, [at(40, 'F/118842-6'), at(200, '39308396')])).toBe('39308396')
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
    'OD 210.75',
  ])
    expect(read(balance), balance).toBe('-210.75')
})

test('a balance that is due to the bank is negative', () => {
  const period = at(40, 'Statement from 1 December 2025 to 31 December 2025')
  const { balance_information } =
    parseStatement(
      [
        sheet([
          at(40, 'Heronmere Bank'),
          period,
          at(40, 'At the start the balance due to the Bank was £210.75.'),
          [],
          [at(40, 'Booked'), at(110, 'Particulars'), to(540, 'Amount')],
          [at(40, '4 Dec 25'), at(110, 'LOOMWIRE'), to(540, '40.00 Dr')],
          [at(40, '9 Dec 25'), at(110, 'OAKMANTLE LTD'), to(540, '25.00 Cr')],
          [],
          at(40, 'At the end the balance due to the Bank was £225.75.'),
        ]),
      ],
      [],
    ).submission ?? {}
  expect(balance_information).toEqual({ opening_balance: '-210.75', closing_balance: '-225.75' })
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

describe('account details', () => {
  test('are read from a spreadsheet that marks numbers as text', () => {
    const item = (day: string, text: string, ...sums: string[]): Placed[] => [
      at(40, day),
      at(110, "'00-31-88"),
      at(170, '39308396'),
      at(250, text),
      ...sums.map((sum, n) => to(470 + 70 * n, sum)),
    ]
    const page = sheet([
      at(40, 'Heronmere Bank'),
      [],
      [
        at(40, 'Date'),
        at(110, 'Sort code'),
        at(170, 'Account'),
        at(250, 'Details'),
        to(470, 'Amount'),
        to(540, 'Balance'),
      ],
      item('04/12/2025', 'LOOMWIRE', '-40.00', '60.00'),
      item('09/12/2025', 'OAKMANTLE LTD', '1,250.00', '1,310.00'),
      item('19/12/2025', 'OCTAVO FUELS', '-20.50', '1,289.50'),
    ])
    expect(parseStatement([page], []).submission?.account_information).toMatchObject({
      sort_code: '00-31-88',
      account_number: '39308396',
    })
  })

  test.each([
    ['Member no: 027195', '027195'],
    ['Account number 55 2001 7721', '55 2001 7721'],
    ['Investor number 7001234', '7001234'],
    ['No. 39308396, sort code 00-31-88', '39308396'],
    ['Sort/Account 003188/39308396', '39308396'],
  ])('include the number of %j', (text, expected) => {
    expect(account(at(40, text))).toBe(expected)
  })

  test.each(['Account Flex Current 003188 39308396', 'HERONMERE (00-31-88) STATEMENT', 'SORTING 00 31 88'])(
    'include the sort code of %j',
    (text) => {
      expect(read([at(40, text)])?.account_information.sort_code).toBe('00-31-88')
    },
  )

  test('are read from the rows of an export', () => {
    const item = (date: string, text: string, amount: string, balance: string): Placed[] => [
      at(40, date),
      at(110, '00-31-88'),
      at(170, '39308396'),
      at(230, text),
      to(470, amount),
      to(540, balance),
    ]
    const page = sheet([
      at(40, 'Account name Tamsin Quillfeather'),
      [],
      [
        at(40, 'Date'),
        at(110, 'Sort code'),
        at(170, 'Account'),
        at(230, 'Details'),
        to(470, 'Amount'),
        to(540, 'Balance'),
      ],
      item('19/12/2025', 'OCTAVO FUELS', '-20.50', '1,289.50'),
      item('09/12/2025', 'OAKMANTLE LTD', '1,250.00', '1,310.00'),
      item('04/12/2025', 'LOOMWIRE', '-40.00', '60.00'),
    ])
    const { submission } = parseStatement([page], [])
    expect(submission?.account_information).toMatchObject({
      sort_code: '00-31-88',
      account_number: '39308396',
    })
  })
})

describe('holder', () => {
  test('is a person who acts for another', () => {
    const address = [at(40, 'Lower Fold Farm'), at(40, 'Chipping'), at(40, 'PRESTON'), at(40, 'PR3 2QJ')]
    const name = 'Mrs J Bramley as trustee for Edie Bramley'
    expect(holder(at(40, name), ...address)).toBe(name)
  })

  test.each([
    ['A/C NAME TORRIDON BOAT HIRE', 'TORRIDON BOAT HIRE'],
    ['Logged in as: Tomos Wren-Fairley', 'Tomos Wren-Fairley'],
    ['Mr Tobias Adeyemi-Clark, this is what happened in your account', 'Mr Tobias Adeyemi-Clark'],
    ['Mr T Quill & Ms R Quill (opened today), this is your joint account', 'Mr T Quill & Ms R Quill'],
    ['Hello Mr Tobias Adeyemi-Clark, this is what happened in your account', 'Mr Tobias Adeyemi-Clark'],
    ['Investor Professor Hamish T Quillfeather', 'Professor Hamish T Quillfeather'],
    ['Welcome back Miss Tamsin Quillfeather', 'Miss Tamsin Quillfeather'],
    ['Tamsin Quillfeather\u2019s money in December 2025', 'Tamsin Quillfeather'],
    ['Statement prepared for T. Quillfeather, 22 Butts Lane, Yarm', 'T. Quillfeather'],
    ['Hello, Tamsin Quillfeather', 'Tamsin Quillfeather'],
    ['Tamsin Quillfeather - Current account', 'Tamsin Quillfeather'],
    ['Tamsin Quillfeather (sole holder)', 'Tamsin Quillfeather'],
    ['For the attention of Tamsin Quillfeather', 'Tamsin Quillfeather'],
  ])('of %j is %j', (text, expected) => {
    expect(holder(at(40, text), facts)).toBe(expected)
  })

  test.each([
    'Account holder(s)',
    'Full name',
    'Name on account',
    'Registered holder',
    'Business name',
    'Passbook in the name of',
  ])('is read beside %j', (label) => {
    expect(holder([at(40, label), at(220, 'Tamsin Quillfeather')], facts)).toBe('Tamsin Quillfeather')
  })

  test.each([
    [['Mr Hamza Qureshi and Mrs', 'Saira Qureshi'], 'Mr Hamza Qureshi and Mrs Saira Qureshi'],
    [['Mr Hamza Qureshi', 'and Mrs Saira Qureshi'], 'Mr Hamza Qureshi and Mrs Saira Qureshi'],
    [['Mr Hamza Qureshi', 'Mrs Saira Qureshi'], 'Mr Hamza Qureshi Mrs Saira Qureshi'],
    [['Tamsin Quillfeather', '12 Gingernut Street'], 'Tamsin Quillfeather'],
  ])('is read from the lines %j', ([first = '', second = ''], expected) => {
    expect(holder([at(40, 'Account name'), at(220, first)], [at(220, second)], facts)).toBe(expected)
    expect(holder([at(40, 'Account name'), to(420, first)], [to(420, second)], facts)).toBe(expected)
  })

  test('may have a number in brackets above the address', () => {
    const address = ['Friends of Wensby Lido (Charity 9990017)', 'c/o 4 Baths Road', 'Wensby', 'NG9 1AA']
    expect(holder(...address.map((text) => at(40, text)))).toBe(address[0])
  })

  test('is above an address that is aligned at its right edge', () => {
    const address = ['Wheelhouse Workshops Ltd', 'Unit 6, Quay Yard', 'Penhale PN2 8XS']
    expect(holder(...address.map((text) => to(540, text)))).toBe('Wheelhouse Workshops Ltd')
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

describe('bank', () => {
  const bank = (first: string, ...small: string[]) => {
    const lines = small.map((text) => at(40, text))
    const page = sheet([at(40, first), [], facts, [], ...rows, [], ...lines, ...foot(1, 1)])
    const top = Math.min(...page.words.map(({ y }) => y))
    const words = page.words.map((word) => (word.y === top ? { ...word, size: 14 } : word))
    return parseStatement([{ ...page, words }], []).submission?.account_information.bank_name
  }
  test.each(['THE MERCHANTS BANK OF LISLE', 'Heronmere Trust Company', '1st Heron Bank'])('is %j', (name) => {
    expect(bank(name)).toBe(name)
  })

  test.each([
    ['Issued by Heronmere Bank Limited, 1 Mere Street, London', 'Heronmere Bank Limited'],
    [
      'Provided by Heronmere Payments UK Ltd, an electronic money institution (FRN 900123).',
      'Heronmere Payments UK Ltd',
    ],
  ])('is read from %j', (text, name) => {
    expect(bank('Statement', text)).toBe(name)
  })

  test.each([
    ['heronmere is a trading style of Heronmere UK Ltd', 'heronmere'],
    ['This is not an official statement. Heron Lane is a trading name of HLM plc, registered', 'Heron Lane'],
    ['Provider: Heronmere Payments Limited (e-money institution)', 'Heronmere Payments Limited'],
    ['\u00a9 2025 Heron Street Ltd. Authorised by the PRA.', 'Heron Street Ltd'],
    ['Thank you for banking with Heronmere.', 'Heronmere'],
    ['Accounts are provided by Heronmere Ltd (FRN 900001)', 'Heronmere Ltd'],
  ])('is named by %j', (text, name) => {
    expect(bank('Statement', text)).toBe(name)
  })

  test('is read from a legal sentence that is wrapped within the name', () => {
    expect(
      bank('STRAND & HERON', 'Charges of 21.30 will be debited. Strand &', 'Heron is a division of S&H plc.'),
    ).toBe('Strand & Heron')
  })

  test('is in the first cell of a spreadsheet, below the title of the sheet', () => {
    const cells = [at(40, 'Heronmere Business'), at(200, 'Account statement export')]
    const page = sheet([at(300, 'Transactions'), cells, [], facts, [], ...rows, ...foot(1, 1)])
    expect(parseStatement([page], []).submission?.account_information.bank_name).toBe('Heronmere Business')
  })

  test.each([
    ['Regular Savings & Deposit: account statement', 'The Heronmere Mutual'],
    ['Instant Access Savings', 'The Heronmere Mutual'],
    ['Fixed Rate Cash: statement', 'The Heronmere Mutual'],
    ['Monthly Savings', 'Statement'],
  ])('is not the name of the product: %j', (product, letterhead) => {
    const small = at(40, 'Heronmere Mutual Building Society, 1 Mere Street. Authorised by the PRA.')
    const page = sheet([
      at(300, letterhead),
      [],
      at(40, product),
      facts,
      [],
      ...rows,
      [],
      small,
      at(40, 'Complaints: Heronmere Mutual Building Society, 1 Mere Street'),
      ...foot(1, 1),
    ])
    const starts = [letterhead, product].map((line) => line.split(' ')[0])
    const large = new Set(page.words.filter(({ text }) => starts.includes(text)).map(({ y }) => y))
    const words = page.words.map((word) => (large.has(word.y) ? { ...word, size: 13 } : word))
    const { submission } = parseStatement([{ ...page, words }], [])
    expect(submission?.account_information.bank_name).toBe('Heronmere Mutual Building Society')
  })

  test('does not include the slogan beside it', () => {
    const page = sheet([at(40, 'Banc Heron Eich banc chi heddiw'), [], facts, [], ...rows, ...foot(1, 1)])
    const words = page.words.map((word) => (/^(Banc|Heron)$/.test(word.text) ? { ...word, size: 18 } : word))
    const { submission } = parseStatement([{ ...page, words }], [])
    expect(submission?.account_information.bank_name).toBe('Banc Heron')
  })

  test.each([
    ['a monogram', 'H', 'Heronmere & Mire Bank', 'Heronmere & Mire Bank'],
    ['two letters', 'HM', 'Heronmere & Mire Bank', 'Heronmere & Mire Bank'],
  ])('does not begin with %s beside it', (_, letters, name, result) => {
    const page = sheet([[at(40, letters), at(60, name)], [], facts, [], ...rows, ...foot(1, 1)])
    const top = Math.min(...page.words.map(({ y }) => y))
    const words = page.words.map((word) => (word.y === top ? { ...word, size: 12 } : word))
    const { submission } = parseStatement([{ ...page, words }], [])
    expect(submission?.account_information.bank_name).toBe(result)
  })

  test('keeps an initial that is spaced like the other words', () => {
    expect(bank('H Heronmere Bank')).toBe('H Heronmere Bank')
  })

  test('may end in the same type on the next line, behind a logo between the lines', () => {
    const page = sheet([
      at(60, 'Second Heronmere'),
      at(60, 'Bank'),
      [],
      at(40, 'Mrs Ottoline Quill'),
      facts,
      [],
      ...rows,
      ...foot(1, 1),
    ])
    const [{ y = 0 } = {}] = page.words
    const logo = { text: 'S', x: 40, right: 46, y: y + 6, size: 8 }
    const { submission } = parseStatement([{ ...page, words: [...page.words, logo] }], [])
    expect(submission?.account_information.bank_name).toBe('Second Heronmere Bank')
  })

  test('is above "Private bankers", beside the title of the document', () => {
    const page = sheet([
      [at(40, 'HERON LYLE & CO'), at(320, 'STATEMENT OF ACCOUNT')],
      [at(40, 'PRIVATE BANKERS'), at(320, 'SHEET NO 41')],
      [],
      facts,
      [],
      ...rows,
      ...foot(1, 1),
    ])
    const { submission } = parseStatement([page], [])
    expect(submission?.account_information.bank_name).toBe('HERON LYLE & CO')
  })

  test('may continue in smaller type on the next line', () => {
    const page = sheet([
      at(300, 'Heronmere'),
      at(300, 'BUILDING SOCIETY'),
      [],
      facts,
      [],
      ...rows,
      ...foot(1, 1),
    ])
    const words = page.words.map((word) =>
      word.text === 'Heronmere' ? { ...word, size: 18, right: 400 } : word,
    )
    const { submission } = parseStatement([{ ...page, words }], [])
    expect(submission?.account_information.bank_name).toBe('Heronmere BUILDING SOCIETY')
  })

  test('is not the beginning of a sentence', () => {
    expect(bank('Heronmere Bank', 'Here is the statement of your account.')).toBe('Heronmere Bank')
  })
})
