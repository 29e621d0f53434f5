import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type {
  Box,
  PageWord,
  PayslipParse,
  PdfPage,
  PdfStructure,
  StatementParse,
  TableCell,
  TrustFinding,
} from '../document.ts'
import { assessTrust, type TrustInput } from './assess-trust.ts'
import { createDuplicateFinding, findingCodes } from './finding-codes.ts'
import { scoreTrust } from './score.ts'

const structure: PdfStructure = {
  sha256: '',
  bytes: 0,
  version: '1.7',
  pages: 1,
  objects: 9,
  title: null,
  xmp: null,
  producer: 'Tallystone Accounts',
  creator: 'Tallystone Accounts',
  createdAt: '2026-10-27T12:00:00Z',
  modifiedAt: '2026-10-27T12:00:00Z',
  revisionEnds: [1000],
  isLinearized: false,
  isEncrypted: false,
  hasJavaScript: false,
  hasLaunch: false,
  embeddedFiles: 0,
  hasForm: false,
  signatures: [],
  fonts: ['Helvetica'],
}

const word = (text: string, x: number, y: number, more: Partial<PageWord> = {}): PageWord => ({
  text,
  x,
  y,
  right: x + text.length * 5,
  size: 10,
  font: 'Helvetica',
  colour: 0,
  ...more,
})

const page = (words: PageWord[], more: Partial<PdfPage> = {}): PdfPage => ({
  number: 1,
  width: 595,
  height: 842,
  words,
  hidden: [],
  covers: [],
  source: 'text',
  imageShare: 0,
  ...more,
})

/**
 * Creates ten rows, each with a date, a description and an amount whose right edge is at 400. `changed` applies to
 * the fifth amount.
 */
const rows = (changed: Partial<PageWord> = {}): PageWord[] =>
  Array.from({ length: 10 }, (_, n) => {
    const y = 100 + n * 14
    const amount = word('123.45', 370, y, n === 4 ? changed : {})
    return [
      word(`${n + 1} October`, 50, y),
      word('Bread and butter', 120, y),
      { ...amount, right: 400, ...(n === 4 ? changed : {}) },
    ]
  }).flat()

const cellsOf = (words: PageWord[]): TableCell[] =>
  words
    .filter(({ text }) => /\.\d\d$/.test(text))
    .map((one, row) => ({ page: 1, word: one, column: 'amount', row }))

const createParse = (more: Partial<StatementParse> = {}): StatementParse => ({
  submission: {
    account_information: {
      account_holder_name: null,
      account_number: null,
      sort_code: null,
      bank_name: null,
      iban: null,
    },
    statement_period: { start_date: '2026-10-01', end_date: '2026-10-31' },
    balance_information: { opening_balance: null, closing_balance: null },
    transactions: [{ date: '2026-10-20', description: 'Bread', amount: '-1.00', type: 'debit' }],
  },
  provenance: {},
  checks: [],
  verified: true,
  certified: ['balances_and_amounts'],
  layout: null,
  cells: [],
  findings: [],
  warnings: [],
  ...more,
})

const assess = (more: Partial<TrustInput> = {}) =>
  assessTrust({
    structure,
    bytes: new Uint8Array(2000),
    pages: [page(rows())],
    kind: 'bank_statement',
    parse: createParse(),
    readRevision: () => Promise.reject(new Error('no earlier revision')),
    ...more,
  })

const listFindings = ({ findings }: { findings: TrustFinding[] }) =>
  findings.map(({ severity, code }) => `${severity} ${code}`)

test('gives a verified document without findings high trust', async () => {
  const words = rows()
  const found = await assess({ pages: [page(words)], parse: createParse({ cells: cellsOf(words) }) })
  expect(found).toEqual({ findings: [], trust_score: 'High' })
})

test('gives an unverified document medium trust and says which check failed', async () => {
  const gates = [{ name: 'arithmetic', isPassed: false, note: 'no opening balance is printed' }]
  const found = await assess({ parse: createParse({ verified: false, checks: gates }) })
  expect(found.trust_score).toBe('Medium')
  expect(found.findings[0]?.message).toContain('no opening balance is printed')
})

test('gives a document with a contradiction found by the parser low trust', async () => {
  const wrong = { ...createDuplicateFinding(), code: 'ARITHMETIC_TOTAL' }
  expect((await assess({ parse: createParse({ findings: [wrong] }) })).trust_score).toBe('Low')
})

test('does not score documents of other kinds', async () => {
  expect((await assess({ kind: 'other', parse: null })).trust_score).toBeNull()
  expect(scoreTrust('other', [createDuplicateFinding()])).toBeNull()
  expect(scoreTrust('payslip', [createDuplicateFinding()])).toBe('Low')
})

test('uses no accusing wording in titles', () => {
  for (const { title } of Object.values(findingCodes)) expect(title).not.toMatch(/fraud|fake|forge|tamper/i)
  expect(createDuplicateFinding().message).not.toMatch(/fraud|fake|forge|tamper/i)
})

test.each<[string, Partial<PdfStructure>, string[]]>([
  ['an editor', { producer: 'Quillmark PDF Editor 7.1' }, ['medium EDITING_SOFTWARE']],
  [
    'an editor in the second record',
    { xmp: { producer: 'Foxit PhantomPDF', createdAt: null, modifiedAt: null } },
    ['medium EDITING_SOFTWARE', 'medium XMP_DIFFERS'],
  ],
  ['a drawing program', { creator: 'Draw', producer: 'LibreOffice 7.4' }, ['medium EDITING_SOFTWARE']],
  ['a word processor', { creator: 'Writer', producer: 'LibreOffice 7.4' }, []],
  ['a distiller used by many issuers', { producer: 'Acrobat Distiller 11.0' }, []],
  [
    'the library that created it',
    { producer: 'pdf-lib (https://pdf-lib.example)', creator: 'pdf-lib (https://pdf-lib.example)' },
    [],
  ],
  [
    'a library that changed it',
    { producer: 'pdf-lib (https://pdf-lib.example)' },
    ['medium EDITING_SOFTWARE'],
  ],
  ['a browser', { producer: 'Skia/PDF m156', creator: 'Chromium' }, ['info REPRINTED']],
  [
    'no software',
    { producer: null, creator: null, createdAt: null, modifiedAt: null },
    ['medium NO_METADATA'],
  ],
  ['a modification an hour later', { modifiedAt: '2026-10-27T13:00:00Z' }, ['low MODIFIED_AFTER_CREATION']],
  ['a modification a week later', { modifiedAt: '2026-11-03T13:00:00Z' }, ['medium MODIFIED_AFTER_CREATION']],
  [
    'a modification before its creation',
    { modifiedAt: '2026-10-20T13:00:00Z' },
    ['medium MODIFIED_AFTER_CREATION'],
  ],
  ['one malformed date', { modifiedAt: 'malformed' }, ['medium MALFORMED_DATE']],
  [
    'a creation date before its last transaction',
    { createdAt: '2026-10-02T12:00:00Z', modifiedAt: null },
    ['medium MADE_BEFORE_PERIOD'],
  ],
  [
    'a creation date two years later',
    { createdAt: '2028-10-02T12:00:00Z', modifiedAt: null },
    ['info MADE_LONG_AFTER_PERIOD'],
  ],
  ['a title of another year', { title: 'Statement October 2025' }, ['medium TITLE_DIFFERS']],
  ['its own month in the title', { title: 'Statement 2026-10' }, []],
  ['JavaScript', { hasJavaScript: true }, ['high JAVASCRIPT']],
  ['a launch action', { hasLaunch: true }, ['high LAUNCH']],
  ['an embedded file', { embeddedFiles: 1 }, ['high EMBEDDED_FILE']],
])('checks a file whose metadata or content shows %s', async (_, more, expected) => {
  expect(listFindings(await assess({ structure: { ...structure, ...more } }))).toEqual(expected)
})

const marked = (mark: string) => Buffer.from(`255044462d312e370a25${mark}0a`, 'hex')

test.each([
  ['the software it names', 'Skia/PDF m156', 'd3ebe9e1', ['info REPRINTED']],
  [
    'a library that edits files',
    'Skia/PDF m156',
    '81818181',
    ['medium WRITTEN_BY_ANOTHER_PROGRAM', 'info REPRINTED'],
  ],
  [
    'a tool that optimises files for the web',
    'Skia/PDF m156',
    'bff7a2fe',
    ['low WRITTEN_BY_ANOTHER_PROGRAM', 'info REPRINTED'],
  ],
  [
    'a library that an issuer may build on',
    'Tallystone Accounts',
    '81818181',
    ['low WRITTEN_BY_ANOTHER_PROGRAM'],
  ],
  ['software with a common header mark', 'Tallystone Accounts', 'e2e3cfd3', []],
])('checks bytes written by %s', async (_, producer, mark, expected) => {
  expect(listFindings(await assess({ structure: { ...structure, producer }, bytes: marked(mark) }))).toEqual(
    expected,
  )
})

const saved = { ...structure, revisionEnds: [1000, 2000] }

test('reports an amount that differs from an earlier revision, with both values', async () => {
  const found = await assess({ structure: saved, readRevision: async () => [page(rows({ text: '34.94' }))] })
  expect(listFindings(found)).toEqual(['high AMOUNT_CHANGED_BETWEEN_REVISIONS', 'medium INCREMENTAL_UPDATES'])
  expect(found.findings[0]?.places).toMatchObject([{ page: 1, expected: '34.94', actual: '123.45' }])
})

test('rates an earlier revision with the same text low, and info in a signed file', async () => {
  const readRevision = async () => [page(rows())]
  expect(listFindings(await assess({ structure: saved, readRevision }))).toEqual(['low INCREMENTAL_UPDATES'])
  const signed = { ...saved, signatures: [{ coversWholeFile: true }] }
  expect(listFindings(await assess({ structure: signed, readRevision }))).toEqual([
    'info INCREMENTAL_UPDATES',
  ])
})

test('rates an unreadable earlier revision medium', async () => {
  expect(listFindings(await assess({ structure: saved }))).toEqual(['medium INCREMENTAL_UPDATES'])
})

/** Creates a file whose signature covers everything outside the gap that contains the signature. */
function signed(change: (text: string) => string = (text) => text) {
  const head = '%PDF-1.7\n/ByteRange [0 0100 0300 0050]'.padEnd(100, ' ')
  const tail = 'the rest of the file'.padEnd(50, ' ')
  const digest = createHash('sha256').update(head).update(tail).digest('hex')
  const gap = `<${`06092a864886f70d01090431220420${digest}`.padEnd(198, '0')}>`
  return Buffer.from(change(head) + gap + tail, 'latin1')
}

test('accepts an intact signature and reports changed or added bytes', async () => {
  const one = { ...structure, signatures: [{ coversWholeFile: true }] }
  expect(listFindings(await assess({ structure: one, bytes: signed() }))).toEqual([])
  const changed = signed((text) => text.replace('1.7', '1.6'))
  expect(listFindings(await assess({ structure: one, bytes: changed }))).toEqual(['high SIGNATURE_BROKEN'])
  const added = { ...saved, signatures: [{ coversWholeFile: false }] }
  expect(listFindings(await assess({ structure: added, bytes: signed() }))).toContain('high SIGNATURE_BROKEN')
})

test('reports a covered figure with the text written over it', async () => {
  const [old, fresh] = [word('34.94', 370, 200), word('3,034.94', 360, 200)]
  const covers = [{ box: [355, 190, 405, 204], by: 'box', redrawn: [fresh] }] satisfies PdfPage['covers']
  const found = await assess({
    pages: [page([...rows(), fresh], { covers, hidden: [{ ...old, why: 'box' }] })],
  })
  expect(listFindings(found)).toContain('high BOX_OVER_TEXT')
  expect(listFindings(found)).toContain('high TEXT_REDRAWN_OVER_COVER')
  expect(found.findings[0]?.places[0]).toMatchObject({ expected: '34.94', actual: '3,034.94' })
})

test('accepts a page that paints the same text twice', async () => {
  const one = word('34.94', 370, 300)
  const covers = [{ box: [0, 0, 595, 842], by: 'box', redrawn: [one] }] satisfies PdfPage['covers']
  expect(
    listFindings(
      await assess({ pages: [page([...rows(), one], { covers, hidden: [{ ...one, why: 'box' }] })] }),
    ),
  ).toEqual([])
})

test.each([
  ['invisible', 'INVISIBLE_TEXT'],
  ['white', 'WHITE_TEXT'],
  ['off-page', 'OFF_PAGE'],
  ['tiny', 'TINY_TEXT'],
] as const)('reports a figure that is %s, but not text for screen readers', async (why, code) => {
  const labels = [word('Balance', 300, 20), word('123.45', 350, 20)].map((one) => ({ ...one, why }))
  expect(listFindings(await assess({ pages: [page(rows(), { hidden: labels })] }))).toEqual([])
  const secret = { ...word('9,999.99', 300, 20), why }
  expect(listFindings(await assess({ pages: [page(rows(), { hidden: [...labels, secret] })] }))).toEqual([
    `high ${code}`,
  ])
})

test('does not report the text layer of a scan as invisible figures', async () => {
  const hidden = [{ ...word('9,999.99', 300, 20), why: 'invisible' as const }]
  expect(
    listFindings(await assess({ pages: [page(rows(), { hidden, imageShare: 1, source: 'ocr' })] })),
  ).toEqual(['medium SCAN_ONLY'])
})

test.each<[string, Partial<PageWord>, string]>([
  ['another family', { font: 'Times-Roman' }, 'high FONT_OUTLIER'],
  ['another size', { size: 10.6 }, 'medium SIZE_OUTLIER'],
  ['another black', { colour: 0x1a1a1a }, 'medium COLOUR_OUTLIER'],
  ['a step down', { y: 156.7 }, 'medium BASELINE_OUTLIER'],
  ['another edge', { right: 403 }, 'medium ALIGNMENT_OUTLIER'],
  ['two fonts', { otherFonts: ['Arial'] }, 'high MIXED_FONTS'],
])('reports the position of one figure of a column with %s', async (_, change, code) => {
  const words = rows(change)
  const found = await assess({ pages: [page(words)], parse: createParse({ cells: cellsOf(words) }) })
  expect(listFindings(found)).toContain(code)
  for (const { places } of found.findings)
    expect(places[0]?.box[1]).toBeCloseTo((change.y ?? 156) - (change.size ?? 10) * 0.75, 1)
})

test.each<[string, Partial<PageWord>]>([
  ['bold', { font: 'Helvetica-Bold' }],
  ['green', { colour: 0x008000 }],
  ['of a subset of the same font', { font: 'ABCDEF+Helvetica' }],
])('does not report a figure that is %s', async (_, change) => {
  const words = rows(change)
  expect(
    listFindings(await assess({ pages: [page(words)], parse: createParse({ cells: cellsOf(words) }) })),
  ).toEqual([])
})

test('reports two figures over each other, but not the same figure twice', async () => {
  const twice = [...rows(), word('123.45', 370.4, 100, { right: 400.4 })]
  expect(listFindings(await assess({ pages: [page(twice)] }))).toEqual([])
  const over = [...rows(), word('967.89', 370, 100, { right: 400 })]
  expect(listFindings(await assess({ pages: [page(over)] }))).toEqual(['high TEXT_OVER_TEXT'])
})

test('rates an annotation over a figure high and one elsewhere low', async () => {
  const note = (box: [number, number, number, number]) => ({
    ...structure,
    assembly: {
      fontsOfPages: [],
      leftoverPages: [],
      notes: [{ page: 1, box, kind: 'FreeText' }],
    },
  })
  expect(listFindings(await assess({ structure: note([365, 90, 405, 105]) }))).toEqual([
    'high ANNOTATION_OVER_TEXT',
  ])
  expect(listFindings(await assess({ structure: note([365, 700, 405, 715]) }))).toEqual(['low ANNOTATION'])
})

test('reports figures typed onto an image', async () => {
  const pages = [page([word('Net', 50, 100), word('2,100.00', 370, 100)], { imageShare: 0.98 })]
  expect(listFindings(await assess({ pages }))).toEqual(['high TEXT_OVER_PICTURE'])
})

const numbered = (...lines: string[]) =>
  lines.map((line, n) =>
    page([...rows(), ...line.split(' ').map((text, at) => word(text, 50 + at * 60, 800))], { number: n + 1 }),
  )

test.each([
  ['in order', ['Page 1 of 2', 'Page 2 of 2'], []],
  ['of two statements in one file', ['Page 1 of 1', 'Page 1 of 2', 'Page 2 of 2'], []],
  ['with one missing between', ['Page 1 of 3', 'Page 3 of 3'], ['medium PAGE_NUMBERS']],
  ['with the last missing', ['Page 1 of 3', 'Page 2 of 3'], ['medium PAGE_NUMBERS']],
  ['of another document', ['Page 1 of 3', 'Page 2 of 4', 'Page 3 of 3'], ['medium PAGE_NUMBERS']],
  ['that name one account', ['Account number 11112222', 'Account number 11112222'], []],
  [
    'that name two accounts',
    ['Account number 11112222', 'Account number 11112222', 'Account number 33334444'],
    ['medium PAGE_DETAILS_DIFFER'],
  ],
])('checks pages %s', async (_, lines, expected) => {
  expect(listFindings(await assess({ pages: numbered(...lines) }))).toEqual(expected)
})

test('reports a page of another size, with other fonts or in place of a removed page', async () => {
  const [one, two, three] = numbered('a', 'b', 'c')
  if (!one || !two || !three) throw new Error('three pages were expected')
  const sizes = await assess({ pages: [one, { ...two, height: 841.2 }, three] })
  expect(sizes.findings).toMatchObject([
    { code: 'PAGE_SIZE_DIFFERS', severity: 'medium', places: [{ page: 2 }] },
  ])
  const assembly = {
    fontsOfPages: [['1 0 R'], ['9 0 R'], ['1 0 R']],
    leftoverPages: [2],
    notes: [],
  }
  const fonts = await assess({ structure: { ...structure, assembly }, pages: [one, two, three] })
  expect(fonts.findings).toMatchObject([
    { code: 'PAGE_FONTS_DIFFER', places: [{ page: 2 }] },
    { code: 'LEFTOVER_PAGE', places: [{ page: 2 }] },
  ])
})

test('reports an image in place of a figure, but not icons beside figures', async () => {
  const words = rows().filter(({ text, y }) => !(text === '123.45' && y === 156))
  const parse = createParse({ cells: cellsOf(words) })
  const found = await assess({ pages: [page(words, { smallImages: [[365, 148, 402, 158]] })], parse })
  expect(found.findings).toMatchObject([
    { code: 'FIGURE_AS_PICTURE', places: [{ page: 1, actual: 'an image' }] },
  ])
  const icons = rows()
    .filter(({ text }) => text === '123.45')
    .map(({ y }): Box => [360, y - 8, 368, y])
  const whole = rows()
  const honest = {
    pages: [page(whole, { smallImages: icons })],
    parse: createParse({ cells: cellsOf(whole) }),
  }
  expect(listFindings(await assess(honest))).toEqual([])
})

test('lowers contradictions to medium if the document may have been misread', async () => {
  const one: TrustFinding = { ...createDuplicateFinding(), code: 'ARITHMETIC_TOTAL', category: 'arithmetic' }
  const at = (expected: string, actual: string): TrustFinding => ({
    ...one,
    places: [{ page: 1, box: [0, 0, 1, 1], expected, actual }],
  })
  const trust = async (findings: TrustFinding[], gates: StatementParse['checks'] = []) =>
    (await assess({ parse: createParse({ findings, checks: gates }) })).trust_score
  expect(await trust([one, one, one])).toBe('Low')
  expect(await trust([one, one, one, one])).toBe('Medium')
  expect(await trust([at('1.00', '1.90'), at('5.00', '6.00')])).toBe('Low')
  expect(await trust([at('1.00', '1.90'), at('1.90', '1.00')])).toBe('Medium')
  expect(await trust([at('1060.50', '530.25')])).toBe('Medium')
  expect(await trust([at('7571.46', '31.44')])).toBe('Medium')
  expect(await trust([at('323.45', '200.00')])).toBe('Medium')
  expect(await trust([one], [{ name: 'arithmetic', isPassed: false, note: 'a balance is wrong' }])).toBe(
    'Low',
  )
  expect(await trust([one], [{ name: 'complete', isPassed: false, note: 'a sum has no meaning' }])).toBe(
    'Medium',
  )
})

test('reports a total that the other figures of a payslip do not confirm', async () => {
  const payslip: PayslipParse = { ...createParse(), submission: createPayslip('100.00', '80.00') }
  const line = (text: string, y: number) => [word('Gross', 50, y), word('pay', 76, y), word(text, 200, y)]
  const found = async (text: string) =>
    listFindings(await assess({ kind: 'payslip', parse: payslip, pages: [page(line(text, 100))] }))
  expect(await found('100.00')).toEqual([])
  expect(await found('150.00')).toEqual(['medium ARITHMETIC_AGREEMENT'])
})

/** Creates a payslip without any other values. */
function createPayslip(gross_pay: string, net_pay: string): PayslipParse['submission'] {
  const none = { base_salary: null, bonus: null, fixed_pay_total: null, variable_pay_total: null }
  return {
    identity_information: {
      name: null,
      date_of_birth: null,
      address: null,
      email: null,
      phone: null,
      NI_number: null,
    },
    employment_information: {
      employer_name: null,
      role: null,
      type: null,
      start_date: null,
      leave_date: null,
      employer_tax_reference: null,
      is_director: null,
    },
    income_information: {
      pay_date: '2026-10-30',
      pay_interval_start: null,
      pay_interval_end: null,
      pay_frequency: null,
      tax_code: null,
      earnings: { gross_pay, net_pay, ...none, earning_elements: [], year_to_date: null },
      deductions: {
        income_tax: null,
        employee_ni: null,
        employee_pension: null,
        total_deductions: null,
        loan_deductions: null,
        deductions_elements: [],
      },
    },
  }
}
