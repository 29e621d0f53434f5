import { expect, test } from 'vitest'
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
import type { PdfPage } from '../document.ts'
import { readDocumentFromPages } from '../read.ts'

type Lines = (Placed | Placed[])[]

const holder: Lines = [
  at(40, 'Tamarisk Bank'),
  at(40, 'Ms Ottoline Frobisher'),
  at(40, '4 Quince Row'),
  at(40, 'Ludlow'),
  at(40, 'SY8 1AA'),
  [],
]
const smallPrint: Lines = [
  [],
  at(40, 'If you only make the minimum payment it will take you longer. Purchase rate 24.9% APR.'),
  at(40, 'Pay by bank transfer: sort code 00-31-88 account number 39308396'),
]
const fact = (label: string, value: string): Placed[] => [at(40, label), to(300, value)]
const bill: Lines = [
  at(40, 'Your credit card statement'),
  at(40, 'Card number 5412 **** **** 7781'),
  fact('Statement date', '7 May 2025'),
  fact('Minimum payment', '£25.00'),
  fact('Payment due by', '1 June 2025'),
  fact('Credit limit', '£4,000.00'),
]
const summary: Lines = [fact('Previous balance', '£288.14'), fact('New balance', '£190.11'), []]
const item = (date: string, text: string, amount: string): Placed[] => [
  at(40, date),
  at(110, text),
  to(540, amount),
]

async function readCard(lines: Lines, adjust = (page: PdfPage) => page) {
  const reading = await readDocumentFromPages([adjust(sheet([...holder, ...lines, ...smallPrint]))])
  const { kind, verified, submission, findings, bank_statement_probability } = reading
  const card = submission && 'card_information' in submission ? submission : null
  const { opening_balance, closing_balance } = card?.balance_information ?? {}
  return {
    kind,
    verified,
    card,
    findings,
    probability: bank_statement_probability,
    owed: [opening_balance, closing_balance],
    rows: card?.transactions.map(({ date, amount }) => `${date} ${amount}`),
  }
}

const rows = [
  '2025-04-10 -288.14',
  '2025-04-12 76.68',
  '2025-04-21 59.39',
  '2025-04-30 -14.01',
  '2025-05-02 62.76',
  '2025-05-07 5.29',
]

const layouts: Record<string, Lines> = {
  'payments with a minus': [
    ...bill,
    ...summary,
    item('10 Apr', 'PAYMENT RECEIVED - THANK YOU', '-288.14'),
    item('12 Apr', 'PELLOW GROCERS', '76.68'),
    item('21 Apr', 'WOLD VIEW GARDEN CTR', '59.39'),
    item('30 Apr', 'REFUND LARKSPUR FLORIST', '-14.01'),
    item('2 May', 'OAKHAM ROAD FUEL', '62.76'),
    item('7 May', 'INTEREST ON PURCHASES', '5.29'),
  ],
  'payments first, marked CR': [
    ...bill,
    ...summary,
    item('10 Apr', 'PAYMENT RECEIVED - THANK YOU', '288.14 CR'),
    item('30 Apr', 'REFUND LARKSPUR FLORIST', '14.01 CR'),
    item('12 Apr', 'PELLOW GROCERS', '76.68'),
    item('21 Apr', 'WOLD VIEW GARDEN CTR', '59.39'),
    item('2 May', 'OAKHAM ROAD FUEL', '62.76'),
    item('7 May', 'INTEREST ON PURCHASES', '5.29'),
  ],
  'payments and purchases in sections': [
    ...bill,
    fact('Balance from last statement', '£288.14'),
    fact('Payments and credits', '£302.15'),
    fact('Balance owed', '£190.11'),
    [],
    at(40, 'Payments'),
    item('10/04/2025', 'DIRECT DEBIT PAYMENT', '288.14'),
    item('30/04/2025', 'REFUND LARKSPUR', '14.01'),
    [],
    at(40, 'Purchases'),
    item('12/04/2025', 'PELLOW GROCERS', '76.68'),
    item('21/04/2025', 'WOLD VIEW', '59.39'),
    item('02/05/2025', 'OAKHAM ROAD FUEL', '62.76'),
    [],
    at(40, 'Interest and fees'),
    item('07/05/2025', 'INTEREST ON PURCHASES', '5.29'),
  ],
  'columns for payments and charges': [
    ...bill,
    [],
    [at(40, 'Date'), at(110, 'Details'), to(470, 'Payments'), to(540, 'Charges')],
    [at(110, 'Previous balance'), to(540, '288.14')],
    [at(40, '10 Apr 2025'), at(110, 'PAYMENT RECEIVED'), to(470, '288.14')],
    item('12 Apr 2025', 'PELLOW GROCERS', '76.68'),
    item('21 Apr 2025', 'WOLD VIEW', '59.39'),
    [at(40, '30 Apr 2025'), at(110, 'REFUND LARKSPUR'), to(470, '14.01')],
    item('2 May 2025', 'OAKHAM ROAD FUEL', '62.76'),
    item('7 May 2025', 'INTEREST', '5.29'),
    [at(110, 'New balance'), to(540, '190.11')],
  ],
  'a running balance of the debt': [
    ...bill,
    [],
    [at(40, 'Date'), at(110, 'Details'), to(400, 'Spent'), to(470, 'Paid'), to(540, 'Balance')],
    row('8 Apr 2025', 'Balance brought forward', '', '', '288.14'),
    row('10 Apr 2025', 'PAYMENT RECEIVED', '', '288.14', '0.00'),
    row('12 Apr 2025', 'PELLOW GROCERS', '76.68', '', '76.68'),
    row('21 Apr 2025', 'WOLD VIEW', '59.39', '', '136.07'),
    row('30 Apr 2025', 'REFUND LARKSPUR', '', '14.01', '122.06'),
    row('2 May 2025', 'OAKHAM ROAD FUEL', '62.76', '', '184.82'),
    row('7 May 2025', 'INTEREST', '5.29', '', '190.11'),
    row('7 May 2025', 'New balance', '', '', '190.11'),
  ],
}

test.each(Object.entries(layouts))('purchases increase the balance owed: %s', async (_, lines) => {
  const result = await readCard(lines)
  expect(result).toMatchObject({
    kind: 'card_statement',
    verified: true,
    owed: ['288.14', '190.11'],
    rows,
    card: {
      card_information: {
        card_holder_name: 'Ms Ottoline Frobisher',
        card_number_ending: '7781',
        provider_name: 'Tamarisk Bank',
      },
      statement_date: '2025-05-07',
      balance_information: { credit_limit: '4,000.00' },
      payment_information: { minimum_payment: '25.00', due_date: '2025-06-01' },
    },
  })
  expect(result.probability).toBeLessThan(0.2)
  expect(result.card?.transactions.map(({ type }) => type === 'credit')).toEqual(
    rows.map((text) => text.includes('-14.01') || text.includes('-288.14')),
  )
})

test('captions above their values, newest row first, and a card in credit over the end of a year', async () => {
  const result = await readCard([
    at(40, 'Mastercard statement'),
    at(40, 'Card ending in 7781'),
    [at(40, 'Statement date'), at(160, 'Minimum payment'), at(300, 'Payment due date')],
    [at(40, '5 January 2026'), at(160, '£0.00'), at(300, '30 January 2026')],
    fact('Your previous balance', '£100.00'),
    fact('Your new balance', '£12.50 CR'),
    fact('Credit limit', '£500.00'),
    [],
    item('2 Jan', 'LOOMWIRE', '£20.00'),
    item('30 Dec', 'PELLOW GROCERS', '£17.50'),
    item('12 Dec', 'PAYMENT', '£150.00 CR'),
  ])
  expect(result).toMatchObject({
    verified: true,
    owed: ['100.00', '-12.50'],
    rows: ['2025-12-12 -150.00', '2025-12-30 17.50', '2026-01-02 20.00'],
    card: { payment_information: { minimum_payment: '0.00', due_date: '2026-01-30' } },
  })
})

test('a heading, a sentence that asks for the payment, and a balance in words', async () => {
  const result = await readCard([
    at(40, 'Member Credit Card'),
    at(40, 'Card number 5412 75** **** 7781'),
    fact('This statement to', '11/01/26'),
    fact('Transactions from', '12/12/25'),
    fact('Credit limit', '£500.00'),
    fact('What you owed last time', '100.00'),
    fact('We owe you', '12.50 CR'),
    at(40, 'Please pay at least £5.00 so that it reaches us by 5 February 2026.'),
    [],
    item('12 Dec', 'PAYMENT', '150.00 CR'),
    item('30 Dec', 'PELLOW GROCERS', '17.50'),
    item('2 Jan', 'PURCHASE LOOMWIRE', '20.00'),
  ])
  expect(result).toMatchObject({
    owed: ['100.00', '-12.50'],
    rows: ['2025-12-12 -150.00', '2025-12-30 17.50', '2026-01-02 20.00'],
    card: {
      card_information: { card_holder_name: 'Ms Ottoline Frobisher' },
      statement_date: '2026-01-11',
      statement_period: { start_date: '2025-12-12', end_date: '2026-01-11' },
      payment_information: { minimum_payment: '5.00', due_date: '2026-02-05' },
    },
  })
})

test('a card in credit, a limit in whole pounds and no payment due', async () => {
  const result = await readCard([
    at(40, 'Rewards Credit Card'),
    at(40, 'Card number **** **** **** 7781'),
    fact('Statement date', '21 January 2026'),
    fact('Previous balance', '£64.20'),
    fact('New balance', '£207.65 CR'),
    fact('Credit limit', '£12,000'),
    fact('Minimum payment', '£0.00'),
    fact('Payment due by', 'none due'),
    [],
    item('29 Dec', 'PELLOW AIRWAYS REFUND', '212.50CR'),
    item('5 Jan', 'DIRECT DEBIT PAYMENT', '64.20CR'),
    item('19 Jan', 'LOOMWIRE', '4.85'),
  ])
  expect(result).toMatchObject({
    kind: 'card_statement',
    verified: true,
    owed: ['64.20', '-207.65'],
    rows: ['2025-12-29 -212.50', '2026-01-05 -64.20', '2026-01-19 4.85'],
    card: { balance_information: { credit_limit: '12,000.00' } },
  })
})

const chargeCard: Lines = [
  at(40, 'Card number xxxx-xxxxxx-71009'),
  fact('Statement period', '10 April 2025 to 7 May 2025'),
  fact('Payment due', '1 June 2025'),
  fact('Previous balance', '£288.14'),
  fact('Closing balance', '£76.68'),
  at(40, 'Please pay the closing balance in full.'),
  [],
]

test('signs that are wrapped below their amounts, on a charge card without minimum and limit', async () => {
  const reading = await readDocumentFromPages([
    sheet([
      ...holder,
      ...chargeCard,
      [at(40, 'Date'), at(110, 'Details'), to(540, 'Amount')],
      item('10 Apr', 'PAYMENT RECEIVED', '288.14'),
      to(540, 'CR'),
      item('12 Apr', 'PELLOW GROCERS', '76.68'),
      item('30 Apr', 'OAKHAM ROAD FUEL', '14.01'),
      item('2 May', 'OAKHAM ROAD FUEL', '14.01'),
      [at(110, 'Refund'), to(540, 'CR')],
    ]),
  ])
  expect(reading).toMatchObject({
    kind: 'card_statement',
    verified: true,
    submission: {
      card_information: { card_number_ending: '1009' },
      payment_information: { minimum_payment: null, due_date: '2025-06-01' },
      transactions: [
        { amount: '-288.14' },
        { amount: '76.68' },
        { amount: '14.01' },
        { amount: '-14.01', description: 'OAKHAM ROAD FUEL Refund' },
      ],
    },
  })
})

test('a card number is read if its groups are set far apart', async () => {
  const groups = ['5412', '****', '****', '7723'].map((text, n) => at(40 + n * 60, text))
  const { card } = await readCard([
    groups,
    ...bill.filter((line) => !('text' in line && line.text.startsWith('Card number'))),
    ...summary,
    item('10 Apr', 'PAYMENT RECEIVED', '-288.14'),
    item('12 Apr', 'PELLOW GROCERS', '190.11'),
  ])
  expect(card?.card_information.card_number_ending).toBe('7723')
})

test.each(['13/01/26', '4417', 'Page 1'])(
  'a card number is read beside %s in the next cell',
  async (text) => {
    const { card } = await readCard([
      [at(40, 'Ms O Frobisher'), at(200, 'xxxx-xxxxxx-72003'), at(420, text)],
      ...bill.filter((line) => !('text' in line && line.text.startsWith('Card number'))),
      ...summary,
      item('10 Apr', 'PAYMENT RECEIVED', '-288.14'),
      item('12 Apr', 'PELLOW GROCERS', '190.11'),
    ])
    expect(card?.card_information.card_number_ending).toBe('2003')
  },
)

test.each([
  ['MARCHWOOD credit card', 'MARCHWOOD'],
  ['Aqua Gold Visa Card', 'Aqua'],
])('the kind of card is not part of its provider: %s', async (heading, provider) => {
  const { card } = await readCard(
    [...bill, ...summary, item('12 Apr', 'PELLOW GROCERS', '76.68')],
    (page) => ({
      ...page,
      words: [
        ...heading
          .split(' ')
          .map((text, n) => ({ text, x: 40 + n * 90, right: 120 + n * 90, y: 20, size: 16 })),
        ...page.words.filter(({ text }) => text !== 'Tamarisk' && text !== 'Bank'),
      ],
    }),
  )
  expect(card?.card_information.provider_name).toBe(provider)
})

const twoDates = (left: string, right: string, text: string, amount: string): Placed[] => [
  at(40, left),
  at(130, right),
  at(220, text),
  to(540, amount),
]

const purchased = ['30 Dec', '31 Dec', '2 Jan'] as const
const posted = ['30 Dec', '2 Jan', '4 Jan'] as const
test.each([
  ['left of the posting date', purchased, posted, 'Transaction date', 'Posted'],
  ['right of the posting date', posted, purchased, 'Posted', 'Purchased'],
  ['without titles that say so', posted, purchased, 'Day', 'Other day'],
  ['if dates contradict each other', purchased, ['29 Dec', '2 Jan', '4 Jan'], 'Transaction date', 'Posted'],
] as const)('rows are dated by purchase and not by posting: %s', async (_, left, right, first, second) => {
  const texts: [string, string][] = [
    ['PAYMENT', '100.00 CR'],
    ['PELLOW GROCERS', '17.50'],
    ['LOOMWIRE', '20.00'],
  ]
  const result = await readCard([
    ...bill.map((line) =>
      [line].flat()[0]?.text === 'Statement date' ? fact('Statement date', '5 January 2026') : line,
    ),
    fact('Previous balance', '£100.00'),
    fact('New balance', '£37.50'),
    [],
    [at(40, first), at(130, second), at(220, 'Description'), to(540, 'Amount')],
    ...texts.map(([text, amount], n) => twoDates(left[n] as string, right[n] as string, text, amount)),
  ])
  expect(result).toMatchObject({
    verified: true,
    rows: ['2025-12-30 -100.00', '2025-12-31 17.50', '2026-01-02 20.00'],
  })
})

test.each([
  ['a payment', [['23 Dec', '', 'PAYMENT', '100.00 CR']]],
  [
    'a payment and most fees',
    [
      ['23 Dec', '', 'PAYMENT', '160.00 CR'],
      ['24 Dec', '', 'LATE PAYMENT FEE', '12.00'],
      ['26 Dec', '', 'OVERLIMIT FEE', '12.00'],
      ['28 Dec', '', 'INTEREST ON PURCHASES', '24.00'],
      ['29 Dec', '', 'INTEREST ON CASH', '12.00'],
    ],
  ],
] as const)('a row without a date of purchase has that of its posting: %s', async (_, posted) => {
  const result = await readCard([
    ...bill.map((line) =>
      [line].flat()[0]?.text === 'Statement date' ? fact('Statement date', '5 January 2026') : line,
    ),
    fact('Previous balance', '£100.00'),
    fact('New balance', '£37.50'),
    [],
    [at(40, 'Date posted'), at(130, 'Date of transaction'), at(220, 'Description'), to(540, 'Amount')],
    ...posted.map(([day, , text, amount]) => [at(40, day), at(220, text), to(540, amount)]),
    twoDates('2 Jan', '31 Dec', 'PELLOW GROCERS', '17.50'),
    twoDates('4 Jan', '2 Jan', 'LOOMWIRE', '20.00'),
  ])
  expect(result.rows).toEqual([
    ...posted.map(([day, , , amount]) => {
      const sign = amount.endsWith('CR') ? '-' : ''
      return `2025-12-${day.slice(0, 2)} ${sign}${amount.replace(' CR', '')}`
    }),
    '2025-12-31 17.50',
    '2026-01-02 20.00',
  ])
  expect(result.verified).toBe(true)
})

test('headings in another font, in the column of the descriptions, belong to no row', async () => {
  const headings = ['Refunds', 'Purchases', 'Cash', 'advances']
  const { verified, card } = await readCard(
    [
      ...bill.map((line) =>
        [line].flat()[0]?.text === 'Statement date' ? fact('Statement date', '5 January 2026') : line,
      ),
      fact('Previous balance', '£100.00'),
      fact('New balance', '£114.50'),
      [],
      [at(40, 'Posted'), at(130, 'Transaction'), at(220, 'Details'), to(540, 'Amount')],
      at(220, 'Refunds'),
      twoDates('30 Dec', '30 Dec', 'PELLOW GROCERS', '23.00 CR'),
      at(220, 'Purchases'),
      twoDates('2 Jan', '31 Dec', 'PELLOW GROCERS', '17.50'),
      at(220, 'Cash advances'),
      twoDates('4 Jan', '3 Jan', 'ATM LUDLOW', '20.00'),
    ],
    (page) => ({
      ...page,
      words: page.words.map((word) => ({
        ...word,
        font: headings.includes(word.text) ? 'Helvetica-Oblique' : 'Helvetica',
      })),
    }),
  )
  expect(card?.transactions.map(({ description }) => description)).toEqual([
    'PELLOW GROCERS',
    'PELLOW GROCERS',
    'ATM LUDLOW',
  ])
  expect(verified).toBe(true)
})

test.each(['76.68', '288.14', '£190.11'])('a changed %s is not certified', async (amount) => {
  const changed = amount.replace(/\d\./, (digit) => `${(Number(digit[0]) + 1) % 10}.`)
  const lines = (layouts['payments with a minus'] as Lines).map((line) =>
    [line].flat().map((placed) => (placed.text.endsWith(amount) ? { ...placed, text: changed } : placed)),
  )
  const result = await readCard(lines)
  expect(result).toMatchObject({ kind: 'card_statement', verified: false, findings: [] })
})

test('a card statement without readable transactions is still recognised', async () => {
  const reading = await readDocumentFromPages([
    sheet([...holder, ...bill, fact('New balance', '£190.11'), ...smallPrint]),
  ])
  expect(reading).toMatchObject({ kind: 'card_statement', verified: false })
})

test('a bank statement that advertises a credit card stays a bank statement', async () => {
  const { kind, verified } = await readDocumentFromPages([
    sheet([
      ...head(),
      titles('Money out', 'Money in', 'Balance'),
      row('1 Dec 2025', 'Opening balance', '', '', '100.00'),
      row('4 Dec 2025', 'TAMARISK CREDIT CARD MINIMUM PAYMENT', '40.00', '', '60.00'),
      row('9 Dec 2025', 'OAKMANTLE LTD', '', '1,250.00', '1,310.00'),
      row('5 Jan 2026', 'Closing balance', '', '', '1,310.00'),
      [],
      at(
        40,
        'Our credit card: representative example: assumed credit limit £1,200.00, 24.9% APR on purchases.',
      ),
      at(40, 'Pay at least the minimum payment by the payment due date.'),
      ...foot(1, 1),
    ]),
  ])
  expect({ kind, verified }).toEqual({ kind: 'bank_statement', verified: true })
})
