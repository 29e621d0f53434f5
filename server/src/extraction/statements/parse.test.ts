import { describe, expect, it } from 'vitest'
import {
  at,
  foot,
  head,
  type Placed,
  row,
  sheet,
  titles,
  to,
} from '../../../test/extraction/statement-page.ts'
import { BankStatement } from '../../vocabulary/bank-statement.ts'
import type { PdfPage } from '../document.ts'
import { parseStatement } from './parse.ts'

type Lines = (Placed | Placed[])[]

const createStatement = (...lines: Lines): PdfPage[] => [sheet([...lines, ...foot(1, 1)])]
const summary: Lines = [
  at(40, 'Opening balance £100.00'),
  at(40, 'Total paid in £1,250.00'),
  at(40, 'Total paid out £90.50'),
  at(40, 'Closing balance £1,259.50'),
]
const read = (pages: PdfPage[]) => {
  const parse = parseStatement(pages, [])
  const rows = parse.submission?.transactions.map(({ date, description, amount }) => [
    date,
    description,
    amount,
  ])
  return { ...parse, rows }
}

const three = [
  ['2025-12-30', 'GREENFINCH GROCERS', '-40.50'],
  ['2025-12-31', 'OAKMANTLE LTD', '1,250.00'],
  ['2026-01-02', 'LOOMWIRE', '-50.00'],
]

describe('a statement', () => {
  const pages = createStatement(
    ...head(summary),
    titles('Money out', 'Money in', 'Balance'),
    row('30 Dec', 'GREENFINCH GROCERS', '40.50', '', '59.50'),
    row('31 Dec', 'OAKMANTLE LTD', '', '1,250.00', '1,309.50'),
    row('2 Jan', 'LOOMWIRE', '50.00', '', '1,259.50'),
  )

  it('is parsed completely, verified and matches the API schema', () => {
    const { submission, verified, checks } = read(pages)
    expect(checks.filter(({ isPassed }) => !isPassed)).toEqual([])
    expect(verified).toBe(true)
    expect(BankStatement.parse(submission)).toEqual({
      account_information: {
        account_holder_name: 'Mr Percival Wobblestone',
        account_number: '39308396',
        sort_code: '00-31-88',
        bank_name: 'Heronmere Bank',
        iban: null,
      },
      statement_period: { start_date: '2025-12-01', end_date: '2026-01-05' },
      balance_information: { opening_balance: '100.00', closing_balance: '1,259.50' },
      transactions: three.map(([date, description, amount]) => ({
        date,
        description,
        amount,
        type: amount?.startsWith('-') ? 'debit' : 'credit',
      })),
    })
  })

  it('has the provenance of every value', () => {
    const { provenance } = read(pages)
    expect(provenance['transactions.1.amount']).toMatchObject({ method: 'text', confidence: 'proven' })
    expect(provenance['transactions.1.amount']?.place?.page).toBe(1)
    expect(provenance['balance_information.opening_balance']?.confidence).toBe('proven')
    expect(Object.keys(provenance)).toContain('account_information.sort_code')
  })

  it('lists the amounts of its columns for the trust checks', () => {
    const { cells } = read(pages)
    expect(cells.map(({ column, word }) => `${column} ${word.text}`)).toContain('in 1,250.00')
    expect(cells).toHaveLength(6)
  })

  it('is not recognised without a table', () => {
    expect(read(createStatement(...head())).submission).toBeNull()
  })
})

it('amounts of a spreadsheet with zeros left out are read', () => {
  const item = (day: string, text: string, number: string, amount: string, balance: string): Placed[] => [
    at(40, day),
    at(110, text),
    at(300, number),
    to(470, amount),
    to(540, balance),
  ]
  const {
    rows: items,
    submission,
    certified,
  } = read(
    createStatement(
      ...head([
        [at(40, 'Opening balance'), at(160, '1310')],
        [at(40, 'Closing balance'), at(160, '1278.9')],
      ]),
      [at(40, 'Date'), at(110, 'Description'), at(300, 'No'), to(470, 'Amount'), to(540, 'Balance')],
      item('03/12/2025', 'CLOUDLEDGER', '100', '-26.4', '1283.6'),
      item('08/12/2025', 'G Hosking 3.5 hours', '101', '250', '1533.6'),
      item('08/12/2025', 'Payment fee', '102', '-0.2', '1533.4'),
      item('15/12/2025', 'LENS LIGHT LTD', '103', '-1249.5', '283.9'),
      item('22/12/2025', 'LENS LIGHT LTD', '104', '1000', '1283.9'),
      item('31/12/2025', 'Monthly plan', '105', '-5', '1278.9'),
    ),
  )
  expect(submission?.balance_information).toEqual({
    opening_balance: '1,310.00',
    closing_balance: '1,278.90',
  })
  expect(items?.map(([, text, amount]) => `${text} ${amount}`)).toEqual([
    'CLOUDLEDGER -26.40',
    'G Hosking 3.5 hours 250.00',
    'Payment fee -0.20',
    'LENS LIGHT LTD -1,249.50',
    'LENS LIGHT LTD 1,000.00',
    'Monthly plan -5.00',
  ])
  expect(certified).toEqual(['balances_and_amounts', 'descriptions'])
})

describe('columns are read', () => {
  it.each([
    [
      'money in first',
      ['Paid in', 'Paid out', 'Balance'],
      [
        ['', '40.50', '59.50'],
        ['1,250.00', '', '1,309.50'],
        ['', '50.00', '1,259.50'],
      ],
    ],
    [
      'the balance first',
      ['Balance', 'Paid in', 'Paid out'],
      [
        ['59.50', '', '40.50'],
        ['1,309.50', '1,250.00', ''],
        ['1,259.50', '', '50.00'],
      ],
    ],
    [
      'unknown titles',
      ['Gone', 'Come', 'Standing'],
      [
        ['40.50', '', '59.50'],
        ['', '1,250.00', '1,309.50'],
        ['50.00', '', '1,259.50'],
      ],
    ],
    [
      'a leading minus',
      ['Amount', 'Balance'],
      [
        ['-40.50', '59.50'],
        ['1,250.00', '1,309.50'],
        ['-50.00', '1,259.50'],
      ],
    ],
    [
      'a trailing minus',
      ['Amount', 'Balance'],
      [
        ['40.50-', '59.50'],
        ['1,250.00', '1,309.50'],
        ['50.00-', '1,259.50'],
      ],
    ],
    [
      'brackets',
      ['Amount', 'Balance'],
      [
        ['(40.50)', '59.50'],
        ['1,250.00', '1,309.50'],
        ['(50.00)', '1,259.50'],
      ],
    ],
    [
      'CR after credits only',
      ['Amount', 'Balance'],
      [
        ['40.50', '59.50'],
        ['1,250.00CR', '1,309.50'],
        ['50.00', '1,259.50'],
      ],
    ],
    [
      'CR and DR',
      ['Amount', 'Balance'],
      [
        ['40.50 DR', '59.50'],
        ['1,250.00 CR', '1,309.50'],
        ['50.00 DR', '1,259.50'],
      ],
    ],
    [
      'no signs',
      ['Amount', 'Balance'],
      [
        ['40.50', '59.50'],
        ['1,250.00', '1,309.50'],
        ['50.00', '1,259.50'],
      ],
    ],
    [
      'a plus for credits',
      ['Amount', 'Balance'],
      [
        ['40.50', '59.50'],
        ['+1,250.00', '1,309.50'],
        ['50.00', '1,259.50'],
      ],
    ],
    [
      'a trailing currency',
      ['Out', 'In', 'Balance'],
      [
        ['40.50 GBP', '', '59.50 GBP'],
        ['', '1250.00 GBP', '1309.50 GBP'],
        ['50.00 GBP', '', '1259.50 GBP'],
      ],
    ],
    [
      'no balances except those of the summary',
      ['Money out', 'Money in'],
      [
        ['40.50', ''],
        ['', '1,250.00'],
        ['50.00', ''],
      ],
    ],
    [
      'a balance on some rows only',
      ['Money out', 'Money in', 'Balance'],
      [
        ['40.50', '', ''],
        ['', '1,250.00', '1,309.50'],
        ['50.00', '', '1,259.50'],
      ],
    ],
    [
      '0.00 in the empty column',
      ['Money out', 'Money in', 'Balance'],
      [
        ['40.50', '0.00', '59.50'],
        ['0.00', '1,250.00', '1,309.50'],
        ['50.00', '0.00', '1,259.50'],
      ],
    ],
  ] as [string, string[], string[][]][])('with %s', (_, names, sums) => {
    const days = ['30 Dec 2025', '31 Dec 2025', '2 Jan 2026']
    const lines = three.map(([, text], n) => row(days[n] as string, text as string, ...(sums[n] as string[])))
    const { rows, verified } = read(createStatement(...head(summary), titles(...names), ...lines))
    expect(rows).toEqual(three)
    expect(verified).toBe(true)
  })

  it('without titles', () => {
    const { rows } = read(
      createStatement(
        ...head(summary),
        row('30 Dec', 'GREENFINCH GROCERS', '40.50', '', '59.50'),
        row('31 Dec', 'OAKMANTLE LTD', '', '1,250.00', '1,309.50'),
        row('2 Jan', 'LOOMWIRE', '50.00', '', '1,259.50'),
      ),
    )
    expect(rows).toEqual(three)
  })

  it('with every notation of an overdrawn balance', () => {
    for (const overdrawn of ['20.00 OD', '20.00D', '-20.00', '20.00-', '(20.00)', '£20.00 DR']) {
      const { submission, rows } = read(
        createStatement(
          ...head([at(40, 'Opening balance 10.00'), at(40, `Closing balance ${overdrawn}`)]),
          titles('Out', 'In', 'Balance'),
          row('30 Dec', 'LOOMWIRE', '30.00', '', overdrawn),
        ),
      )
      expect(rows).toEqual([['2025-12-30', 'LOOMWIRE', '-30.00']])
      expect(submission?.balance_information.closing_balance).toBe('-20.00')
    }
  })
})

describe('dates are read', () => {
  it.each([
    ['30/12/2025', '31/12/2025', '02/01/2026'],
    ['30/12/25', '31/12/25', '02/01/26'],
    ['30.12.2025', '31.12.2025', '02.01.2026'],
    ['2025-12-30', '2025-12-31', '2026-01-02'],
    ['30DEC', '31DEC', '02JAN'],
    ['30-Dec-25', '31-Dec-25', '02-Jan-26'],
    ['30th December', '31st December', '2nd January'],
    ['Tue 30 Dec', 'Wed 31 Dec', 'Fri 2 Jan'],
    ['Dec 30', 'Dec 31', 'Jan 02'],
    ['30/12', '31/12', '02/01'],
    ['30 12 25', '31 12 25', '02 01 26'],
  ])('as %s', (...days) => {
    const { rows } = read(
      createStatement(
        ...head(summary),
        titles('Money out', 'Money in', 'Balance'),
        row(days[0] as string, 'GREENFINCH GROCERS', '40.50', '', '59.50'),
        row(days[1] as string, 'OAKMANTLE LTD', '', '1,250.00', '1,309.50'),
        row(days[2] as string, 'LOOMWIRE', '50.00', '', '1,259.50'),
      ),
    )
    expect(rows).toEqual(three)
  })

  it('once a day, as headings above rows and as day numbers below month headings', () => {
    const sums = [
      row('', 'GREENFINCH GROCERS', '40.50', '', '59.50'),
      row('', 'OAKMANTLE LTD', '', '1,250.00', '1,309.50'),
      row('', 'LOOMWIRE', '50.00', '', '1,259.50'),
    ]
    const once = [
      [at(40, '30 Dec'), ...(sums[0] as Placed[])],
      [at(40, '31 Dec'), ...(sums[1] as Placed[])],
      [at(40, '2 Jan'), ...(sums[2] as Placed[])],
    ]
    const headings = [
      at(40, 'Tuesday 30 December 2025'),
      sums[0],
      at(40, 'Wednesday 31 December 2025'),
      sums[1],
      at(40, 'Friday 2 January 2026'),
      sums[2],
    ]
    const months = [
      at(40, 'December 2025'),
      [at(40, '30'), ...(sums[0] as Placed[])],
      [at(40, '31'), ...(sums[1] as Placed[])],
      at(40, 'January 2026'),
      [at(40, '2'), ...(sums[2] as Placed[])],
    ]
    for (const lines of [once, headings, months]) {
      const { rows } = read(
        createStatement(...head(summary), titles('Money out', 'Money in', 'Balance'), ...(lines as Lines)),
      )
      expect(rows).toEqual(three)
    }
  })

  it('from the booking date if there are two date columns', () => {
    const { rows } = read(
      createStatement(
        ...head(summary),
        [
          at(40, 'Value date'),
          at(110, 'Posting date'),
          at(190, 'Description'),
          to(400, 'Out'),
          to(470, 'In'),
          to(540, 'Balance'),
        ],
        [
          at(40, '29 Dec'),
          at(110, '30 Dec'),
          at(190, 'GREENFINCH GROCERS'),
          to(400, '40.50'),
          to(540, '59.50'),
        ],
        [
          at(40, '31 Dec'),
          at(110, '31 Dec'),
          at(190, 'OAKMANTLE LTD'),
          to(470, '1,250.00'),
          to(540, '1,309.50'),
        ],
        [at(40, '31 Dec'), at(110, '2 Jan'), at(190, 'LOOMWIRE'), to(400, '50.00'), to(540, '1,259.50')],
      ),
    )
    expect(rows).toEqual(three)
  })

  it('with the newest row first, and with the newest day first but its rows in order', () => {
    const newest = [
      row('2 Jan', 'LOOMWIRE', '50.00', '', '1,259.50'),
      row('31 Dec', 'OAKMANTLE LTD', '', '1,250.00', '1,309.50'),
      row('30 Dec', 'GREENFINCH GROCERS', '40.50', '', '59.50'),
    ]
    expect(
      read(createStatement(...head(summary), titles('Money out', 'Money in', 'Balance'), ...newest)).rows,
    ).toEqual(three)
    const days = [
      row('2 Jan', 'BUSES', '5.00', '', '125.00'),
      row('2 Jan', 'GROCERS', '5.00', '', '120.00'),
      row('31 Dec', 'LOOMWIRE', '20.00', '', '80.00'),
      row('31 Dec', 'REFUND', '', '50.00', '130.00'),
    ]
    const bounds = [at(40, 'Opening balance 100.00'), at(40, 'Closing balance 120.00')]
    const { rows, verified } = read(
      createStatement(...head(bounds), titles('Money out', 'Money in', 'Balance'), ...days),
    )
    expect(rows?.map(([, text]) => text)).toEqual(['LOOMWIRE', 'REFUND', 'BUSES', 'GROCERS'])
    expect(verified).toBe(true)
  })
})

describe('descriptions', () => {
  const opening = row('30 Dec', 'BALANCE BROUGHT FORWARD', '', '', '100.00')
  const on = (...lines: Lines) =>
    read(createStatement(...head(summary), titles('Money out', 'Money in', 'Balance'), opening, ...lines))
      .rows

  it('are joined over several lines, with the amount on the first, last or middle line', () => {
    const first = on(
      row('30 Dec', 'GREENFINCH GROCERS', '40.50', '', '59.50'),
      at(110, 'LEEDS'),
      row('31 Dec', 'OAKMANTLE LTD', '', '1,250.00', '1,309.50'),
      at(110, 'REF 735544'),
    )
    const last = on(
      [at(40, '30 Dec'), at(110, 'GREENFINCH GROCERS')],
      row('', 'LEEDS', '40.50', '', '59.50'),
      [at(40, '31 Dec'), at(110, 'OAKMANTLE LTD')],
      row('', 'REF 735544', '', '1,250.00', '1,309.50'),
    )
    const expected = [
      ['2025-12-30', 'GREENFINCH GROCERS LEEDS', '-40.50'],
      ['2025-12-31', 'OAKMANTLE LTD REF 735544', '1,250.00'],
    ]
    expect(first).toEqual(expected)
    expect(last).toEqual(expected)
    const middle = on(
      [at(40, '30 Dec'), at(110, 'CARD')],
      row('', 'GREENFINCH', '40.50', '', '59.50'),
      at(110, 'LEEDS'),
      [at(40, '31 Dec'), at(110, 'CREDIT')],
      row('', 'OAKMANTLE', '', '1,250.00', '1,309.50'),
      at(110, 'REF 735544'),
    )
    expect(middle?.map(([, text]) => text)).toEqual(['CARD GREENFINCH LEEDS', 'CREDIT OAKMANTLE REF 735544'])
  })

  it('keep amounts, dates and foreign currency inside them', () => {
    const rows = on(
      row('30 Dec', 'GREENFINCH GROCERS', '40.50', '', '59.50'),
      at(110, 'EUR 46.90 @ 1.1580 FEE £5.00 ON 28/12/2025'),
      row('31 Dec', 'MANDATE CANCELLED', '0.00', '', '59.50'),
    )
    expect(rows).toEqual([
      ['2025-12-30', 'GREENFINCH GROCERS EUR 46.90 @ 1.1580 FEE £5.00 ON 28/12/2025', '-40.50'],
      ['2025-12-31', 'MANDATE CANCELLED', '0.00'],
    ])
  })

  it('exclude codes and references in columns of their own', () => {
    const lines = [
      ['DEB', 'GREENFINCH GROCERS', '40.50', '', '59.50'],
      ['BGC', 'OAKMANTLE LTD', '', '1,250.00', '1,309.50'],
      ['DD', 'LOOMWIRE', '50.00', '', '1,259.50'],
    ].map(([code, text, out, ins, left], n) => [
      at(40, ['30 Dec', '31 Dec', '2 Jan'][n] as string),
      at(90, code as string),
      at(130, text as string),
      ...(out ? [to(400, out)] : []),
      ...(ins ? [to(470, ins)] : []),
      to(540, left as string),
    ])
    const names = [
      at(40, 'Date'),
      at(90, 'Type'),
      at(130, 'Details'),
      to(400, 'Out'),
      to(470, 'In'),
      to(540, 'Balance'),
    ]
    expect(read(createStatement(...head(summary), names, ...lines)).rows).toEqual(three)
  })

  it('exclude advertisements between rows', () => {
    const rows = on(
      row('30 Dec', 'GREENFINCH GROCERS', '40.50', '', '59.50'),
      [],
      at(44, 'Did you know? See what is pending in the app, at any time of the day.'),
      [],
      row('31 Dec', 'OAKMANTLE LTD', '', '1,250.00', '1,309.50'),
    )
    expect(rows?.map(([, text]) => text)).toEqual(['GREENFINCH GROCERS', 'OAKMANTLE LTD'])
  })
})

describe('transactions exclude', () => {
  it('rows of totals and balances carried forward', () => {
    const { rows, verified } = read([
      sheet([
        ...head(summary),
        titles('Money out', 'Money in', 'Balance'),
        row('30 Dec', 'Opening balance', '', '', '100.00'),
        row('30 Dec', 'GREENFINCH GROCERS', '40.50', '', '59.50'),
        row('', 'Balance carried forward', '', '', '59.50'),
        ...foot(1, 2),
      ]),
      sheet(
        [
          titles('Money out', 'Money in', 'Balance'),
          row('', 'Balance brought forward', '', '', '59.50'),
          row('31 Dec', 'OAKMANTLE LTD', '', '1,250.00', '1,309.50'),
          row('2 Jan', 'LOOMWIRE', '50.00', '', '1,259.50'),
          row('', 'Totals', '90.50', '1,250.00', ''),
          row('', 'Closing balance', '', '', '1,259.50'),
          ...foot(2, 2),
        ],
        { number: 2 },
      ),
    ])
    expect(rows).toEqual(three)
    expect(verified).toBe(true)
  })

  it('upcoming payments and amounts in a leaflet', () => {
    const { rows } = read(
      createStatement(
        ...head(summary),
        titles('Money out', 'Money in', 'Balance'),
        row('30 Dec', 'GREENFINCH GROCERS', '40.50', '', '59.50'),
        row('31 Dec', 'OAKMANTLE LTD', '', '1,250.00', '1,309.50'),
        row('2 Jan', 'LOOMWIRE', '50.00', '', '1,259.50'),
        [],
        at(40, 'Upcoming payments'),
        row('9 Jan', 'CHIRRUP MOBILE', '12.00'),
        at(40, 'An arranged overdraft of £200.00 for 30 days costs £5.60 in all.'),
      ),
    )
    expect(rows).toEqual(three)
  })

  it('no payment to a payee whose name contains Total', () => {
    const { rows } = read(
      createStatement(
        ...head(),
        titles('Money out', 'Money in', 'Balance'),
        row('30 Dec', 'Opening balance', '', '', '100.00'),
        row('30 Dec', 'TOTAL FITNESS', '40.50', '', '59.50'),
      ),
    )
    expect(rows).toEqual([['2025-12-30', 'TOTAL FITNESS', '-40.50']])
  })

  it.each(['TOTAL CHARGES TO 09DEC2025', 'TOTAL FITNESS', 'CARD PAYMENT TOTAL WINES'])(
    'a payment to a payee whose name contains Total, below another of its day: %s',
    (text) => {
      const day = [
        row('30 Dec', 'GREENFINCH GROCERS', '10.00', '', ''),
        row('', text, '14.60', '', ''),
        row('', 'LOOMWIRE', '5.00', '', '70.40'),
        row('31 Dec', 'OAKMANTLE LTD', '', '1,250.00', ''),
        row('', text, '14.60', '', '1,305.80'),
      ]
      const { rows, verified } = read(
        createStatement(
          ...head(),
          titles('Money out', 'Money in', 'Balance'),
          row('30 Dec', 'Opening balance', '', '', '100.00'),
          ...day,
          row('31 Dec', 'Closing balance', '', '', '1,305.80'),
        ),
      )
      expect(rows).toEqual([
        ['2025-12-30', 'GREENFINCH GROCERS', '-10.00'],
        ['2025-12-30', text, '-14.60'],
        ['2025-12-30', 'LOOMWIRE', '-5.00'],
        ['2025-12-31', 'OAKMANTLE LTD', '1,250.00'],
        ['2025-12-31', text, '-14.60'],
      ])
      expect(verified).toBe(true)
    },
  )
})

describe('tables of money in and money out', () => {
  it('are merged by date', () => {
    const names = [at(40, 'Date'), at(110, 'Particulars'), to(540, 'Amount')]
    const one = (day: string, text: string, sum: string) => [at(40, day), at(110, text), to(540, sum)]
    const { rows, verified } = read(
      createStatement(
        ...head(summary),
        at(40, 'Money in'),
        names,
        one('31 Dec', 'OAKMANTLE LTD', '1,250.00'),
        [at(110, 'Total money in'), to(540, '1,250.00')],
        at(40, 'Money out'),
        names,
        one('30 Dec', 'GREENFINCH GROCERS', '40.50'),
        one('2 Jan', 'LOOMWIRE', '50.00'),
        [at(110, 'Total money out'), to(540, '90.50')],
      ),
    )
    expect(rows).toEqual(three)
    expect(verified).toBe(true)
  })
})

describe('account details', () => {
  const table: Lines = [titles('Out', 'In', 'Balance'), row('30 Dec 2025', 'LOOMWIRE', '30.00', '', '70.00')]
  const account = (...lines: Lines) =>
    read(createStatement(...lines, [], ...table)).submission?.account_information

  it.each([
    ['Account name: Ms J Candlewick', 'Ms J Candlewick'],
    ['Account holder: Umbercombe Motors Ltd', 'Umbercombe Motors Ltd'],
    ['Name Mr A Snow & Mrs B Snow', 'Mr A Snow & Mrs B Snow'],
  ])('include the holder of "%s"', (line, holder) => {
    expect(account(at(40, line))?.account_holder_name).toBe(holder)
  })

  it('include a labelled IBAN as printed, and one without a label only if its check digits are valid', () => {
    expect(account(at(40, 'IBAN GB49 PETQ 0063 9239 3083 96'))?.iban).toBe('GB49PETQ00639239308396')
    expect(account(at(40, 'IBAN GB48 PETQ 0063 9239 3083 96'))?.iban).toBe('GB48PETQ00639239308396')
    expect(account(at(40, 'GB48 PETQ 0063 9239 3083 96'))?.iban).toBeNull()
  })

  it('include sort codes in one format and account numbers below their labels', () => {
    expect(account(at(40, 'Sort code 00 31 88'))?.sort_code).toBe('00-31-88')
    expect(account(at(40, 'Sortcode: 003188'))?.sort_code).toBe('00-31-88')
    expect(
      account([at(40, 'Sort Code'), at(140, 'A/C No')], [at(40, '00-31-88'), at(140, '39308396')]),
    ).toMatchObject({
      account_number: '39308396',
      sort_code: '00-31-88',
    })
  })

  it('include the bank named in the legal sentence, as printed', () => {
    expect(account(at(40, 'Heronmere Bank plc is authorised by the regulator.'))?.bank_name).toBe(
      'Heronmere Bank plc',
    )
  })

  it('include balances of a summary with unknown labels', () => {
    const odd = [
      at(40, 'Left over 100.00'),
      at(40, 'Arrived 1,250.00'),
      at(40, 'Departed 90.50'),
      at(40, 'Standing now 1,259.50'),
    ]
    const { submission, verified } = read(
      createStatement(
        ...head(odd),
        titles('Gone', 'Come'),
        row('30 Dec', 'GREENFINCH GROCERS', '40.50', ''),
        row('31 Dec', 'OAKMANTLE LTD', '', '1,250.00'),
        row('2 Jan', 'LOOMWIRE', '50.00', ''),
      ),
    )
    expect(submission?.balance_information).toEqual({
      opening_balance: '100.00',
      closing_balance: '1,259.50',
    })
    expect(verified).toBe(false)
  })
})
