import { expect, test } from 'vitest'
import { drawPages, to } from '../../../test/extraction/payslip-page.ts'
import { startSandbox } from '../../../test/sandbox.ts'
import { smallPdf } from '../../../test/small-pdf.ts'
import type { PdfPage } from '../document.ts'
import { parsePayslip } from '../payslips/parse.ts'
import { readPages } from '../pdf/read-pages.ts'
import { parseStatement } from '../statements/parse.ts'
import { classify } from './classify.ts'
import { mentionsPay } from './features.ts'

const sandbox = await startSandbox()

const kindOf = (pages: PdfPage[]) =>
  classify(pages, { statement: parseStatement(pages), payslip: parsePayslip(pages) })

async function classifyFromSandbox(query: string) {
  const reply = await fetch(`${sandbox.url}/controls/documents/${query}`)
  return kindOf(await readPages(new Uint8Array(await reply.arrayBuffer())))
}

test.each(['', '&producer=chromium'])(
  'classifies a statement and a payslip of the sandbox%s',
  async (more) => {
    const statement = await classifyFromSandbox(`statement?user_name=barnaby.thistlewick${more}`)
    expect(statement.kind).toBe('bank_statement')
    expect(statement.bank_statement_probability).toBeGreaterThan(0.9)
    expect(statement.bank_statement_probability).toBeLessThanOrEqual(0.99)
    const payslip = await classifyFromSandbox(`payslip?user_name=wilhelmina.oakapple${more}`)
    expect(payslip.kind).toBe('payslip')
    expect(payslip.bank_statement_probability).toBeLessThan(0.1)
  },
)

test('classifies a payslip without a title whose pay is too low for tax and National Insurance', () => {
  const pages = drawPages([
    [20, [40, 'Winklesby Aquarium Trust'], [330, 'Empr. 974/WA3']],
    [40, [40, 'Name'], [220, 'NI No.'], [330, 'TC'], [400, 'Pd on']],
    [50, [40, 'OTTERFIELD, S (MS)'], [220, 'QQ265006D'], [330, '1257L'], [400, '30.06.26']],
    // A word of a curriculum vitae.
    [60, [40, 'Education officer']],
    [
      100,
      [40, '0010'],
      [70, 'Basic salary'],
      to(380, '833.10'),
      [400, '9110'],
      [430, 'Pen. EE'],
      to(560, '62.48'),
    ],
    [120, [40, 'Tot. pay'], to(380, '833.10'), [400, 'Tot. dedns'], to(560, '62.48')],
    [140, [400, 'NET'], to(560, '770.62')],
  ])
  expect(kindOf(pages).kind).toBe('payslip')
})

/** Creates page content from lines. The first line is the heading; `|` begins the next column. */
const createContent = (lines: string[]) =>
  lines
    .flatMap((line, row) =>
      line.split('|').map((cell, column) => {
        const safe = cell.replaceAll(/[()\\]/g, '\\$&')
        return `BT /F1 ${row === 0 ? 18 : 10} Tf ${30 + column * 110} ${270 - row * 16} Td (${safe}) Tj ET`
      }),
    )
    .join('\n')

const others: Record<string, string[]> = {
  'an invoice': [
    'INVOICE 2041',
    'Invoice date 3 June 2025|VAT no. 999 9999 73',
    'Sort code 00-14-27|Account number 91111795',
    '3 Jun|Repair of a gate|240.00',
    '4 Jun|Paint|60.00',
    'Subtotal|300.00',
    'VAT 20%|60.00',
    'Amount due|360.00',
  ],
  'an electricity bill': [
    'Your electricity bill',
    'Billing period 1 Mar 2025 to 31 May 2025|Meter number 4417',
    'Previous balance|120.00',
    'Payment received 4 Apr|-120.00',
    '412 kWh at 24.5p|100.94',
    'Standing charge 92 days|55.20',
    'Total to pay|156.14',
  ],
  'a P60': [
    'P60 End of Year Certificate',
    'Tax year to 5 April 2025|National Insurance number QQ123456C',
    'Pay|28,400.00',
    'Tax deducted|3,166.00',
    'Final tax code 1257L',
  ],
  'a letter about savings': [
    'Your savings summary',
    'Dear Mr Thistlewick',
    'Account number 91111795|Sort code 00-14-27',
    'Balance on 5 April 2025|4,210.55',
    'Interest paid in the year|84.21',
    'Yours sincerely',
  ],
}

test.each(Object.entries(others))('classifies %s as other', async (_, lines) => {
  const { kind, bank_statement_probability } = kindOf(
    await readPages(smallPdf({ pages: [{ content: createContent(lines) }] })),
  )
  expect(kind).toBe('other')
  expect(bank_statement_probability).toBeLessThan(0.4)
})

test('classifies a credit card statement as a kind of its own', async () => {
  const lines = [
    'Credit card statement',
    'Card number ending 4417|Statement date 3 June 2025|Credit limit 4,000.00',
    'Previous balance|412.10',
    '04 May|Harbour Books|24.10',
    '11 May|Copper Ladle|18.00',
    '15 May|Payment received, thank you|-412.10',
    'New balance|42.10',
    'Minimum payment|5.00',
  ]
  const { kind, bank_statement_probability } = kindOf(
    await readPages(smallPdf({ pages: [{ content: createContent(lines) }] })),
  )
  expect(kind).toBe('card_statement')
  expect(bank_statement_probability).toBeLessThan(0.4)
})

test('rules out a payslip if a document never mentions pay, unless it was recognised by OCR', () => {
  const word = { x: 10, right: 40, y: 10, size: 10 }
  const page = (source: PdfPage['source'], ...texts: string[]): PdfPage => ({
    number: 1,
    width: 595,
    height: 842,
    source,
    imageShare: 0,
    hidden: [],
    covers: [],
    words: texts.map((text) => ({ ...word, text })),
  })
  expect(mentionsPay([page('text', 'Tax', 'code', '1257L')])).toBe(true)
  expect(mentionsPay([page('text', 'Sort', 'code', '00-00-00')])).toBe(false)
  expect(mentionsPay([page('text', 'Sort'), page('ocr', 'Nct', 'Poy')])).toBe(true)
})
