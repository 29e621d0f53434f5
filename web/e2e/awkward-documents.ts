import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'

// Documents that people often send by mistake, or that can be read in part only. The sandbox prints none of them.

/** Texts of a line by the column in which they start, or, for amounts, end. */
type Line = Partial<Record<keyof typeof columns, string>> | string

const columns = { left: 40, middle: 120, fact: 220, out: 400, in: 470, balance: 545 }
const amounts = new Set(['out', 'in', 'balance'])
const size = 9
const leading = 15

async function onOnePage(lines: Line[]) {
  const file = await PDFDocument.create()
  const font = await file.embedFont(StandardFonts.Helvetica)
  const page = file.addPage([595, 842])
  for (const [n, line] of lines.entries()) {
    const texts = typeof line === 'string' ? { left: line } : line
    for (const [column, text] of Object.entries(texts)) {
      const edge = columns[column as keyof typeof columns]
      const x = amounts.has(column) ? edge - font.widthOfTextAtSize(text, size) : edge
      page.drawText(text, { x, y: 790 - n * leading, size, font })
    }
  }
  return Buffer.from(await file.save())
}

const fact = (left: string, text: string): Line => ({ left, fact: text })
const row = (left: string, middle: string, out: string, paidIn: string, balance: string): Line => ({
  left,
  middle,
  out,
  in: paidIn,
  balance,
})
const heads = row('Date', 'Description', 'Money out', 'Money in', 'Balance')

/** A payslip whose amounts are blacked out: the reader recognises it and reads none of them. */
export const payslipWithoutAmounts = (employee = 'Ms Wilhelmina Oakapple') =>
  onOnePage([
    'Brindlewick Ledger Services Ltd',
    'Payslip',
    '',
    fact('Employee', employee),
    fact('NI number', 'QQ123456C'),
    fact('Tax code', '1257L'),
    '',
    'Payments and deductions',
    fact('Basic pay', 'XXXX'),
    fact('PAYE tax', 'XXXX'),
    fact('National Insurance', 'XXXX'),
    fact('Gross pay', 'XXXX'),
    fact('Net pay', 'XXXX'),
  ])

/** The statement of a current account, followed by that of a savings account. */
export const statementOfTwoAccounts = () =>
  onOnePage([
    'Heronmere Bank',
    'Ms Wilhelmina Oakapple',
    '12 Gingernut Street',
    'Nottingham',
    'NG7 0YZ',
    '',
    'Sort code 00-31-88 Account number 39308396',
    'Statement period 1 May 2026 to 31 May 2026',
    '',
    'Everyday Account',
    heads,
    row('1 May 2026', 'Opening balance', '', '', '1,000.00'),
    row('12 May 2026', 'Pellow Grocers', '76.68', '', '923.32'),
    row('29 May 2026', 'Brindlewick salary', '', '1,950.00', '2,873.32'),
    row('31 May 2026', 'Closing balance', '', '', '2,873.32'),
    '',
    'Savings Account',
    'Account number 39308404',
    heads,
    row('1 May 2026', 'Opening balance', '', '', '500.00'),
    row('31 May 2026', 'Gross interest', '', '1.23', '501.23'),
    row('31 May 2026', 'Closing balance', '', '', '501.23'),
  ])

export const creditCardStatement = (holder = 'Ms Wilhelmina Oakapple') =>
  onOnePage([
    'Tamarisk Bank',
    holder,
    '4 Quince Row',
    'Ludlow',
    'SY8 1AA',
    '',
    'Your credit card statement',
    'Card number 5412 **** **** 7781',
    fact('Statement date', '7 May 2026'),
    fact('Minimum payment', '£25.00'),
    fact('Payment due by', '1 June 2026'),
    fact('Credit limit', '£4,000.00'),
    fact('Previous balance', '£288.14'),
    fact('New balance', '£198.10'),
    '',
    { left: '10 Apr', middle: 'PAYMENT RECEIVED - THANK YOU', balance: '-288.14' },
    { left: '12 Apr', middle: 'PELLOW GROCERS', balance: '76.68' },
    { left: '21 Apr', middle: 'WOLD VIEW GARDEN CTR', balance: '59.39' },
    { left: '2 May', middle: 'OAKHAM ROAD FUEL', balance: '62.03' },
    '',
    'If you only make the minimum payment it will take you longer. Purchase rate 24.9% APR.',
    'Pay by bank transfer: sort code 00-31-88 account number 39308396',
  ])
