import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyPayslip, findOn } from '../../../test/extraction/model-answers.ts'
import {
  answerPayslip,
  answerStatement,
  answerUnbalanced,
  drawUnbalanced,
  payslipLines,
  payslipPages,
  statementLines,
  statementPages,
} from '../../../test/extraction/model-scenes.ts'
import { drawPages, type PageLine, to } from '../../../test/extraction/payslip-page.ts'
import { at, type Placed, sheet } from '../../../test/extraction/statement-page.ts'
import type { PayslipParse, PdfPage, StatementParse, TrustFinding } from '../document.ts'
import { parsePayslip } from '../payslips/parse.ts'
import { parseStatement } from '../statements/parse.ts'
import { parseAmount } from './amounts.ts'
import type { AnswerValue, PayslipAnswer, StatementAnswer } from './answer.ts'
import { applyOpinion, isUncertain } from './apply-opinion.ts'
import { numberLines, regionOf } from './words.ts'

const model = 'test-model'

const applyToPayslip = (answer: PayslipAnswer, pages: PdfPage[] = payslipPages, own?: PayslipParse) =>
  applyOpinion(pages, own ?? parsePayslip(pages), { kind: 'payslip', model, answer })

const applyToStatement = (answer: StatementAnswer, pages: PdfPage[] = statementPages, own?: StatementParse) =>
  applyOpinion(pages, own ?? parseStatement(pages, []), { kind: 'bank_statement', model, answer })

test('a payslip that only the model understands is read, and verified by its arithmetic', () => {
  expect(isUncertain('payslip', parsePayslip(payslipPages))).toBe(true)
  const { outcome, parse } = applyToPayslip(answerPayslip(findOn(payslipPages)))
  expect(outcome).toBe('used')
  const { earnings, deductions, tax_code } = parse.submission?.income_information ?? {}
  expect([earnings?.gross_pay, earnings?.net_pay, deductions?.income_tax, tax_code]).toEqual([
    '3000.00',
    '2453.51',
    '390.33',
    '1257L',
  ])
  expect([parse.verified, parse.certified]).toEqual([true, ['this_period']])
  expect(parse.warnings.join()).toContain(model)
})

test('a statement that only the model understands is read, and verified by its balances', () => {
  expect(isUncertain('bank_statement', parseStatement(statementPages, []))).toBe(true)
  const { outcome, parse } = applyToStatement(answerStatement(findOn(statementPages)))
  expect(outcome).toBe('used')
  expect(
    parse.submission?.transactions.map(({ date, description, amount }) => [date, description, amount]),
  ).toEqual([
    ['2025-12-30', 'GREENFINCH GROCERS', '-40.50'],
    ['2025-12-31', 'OAKMANTLE LTD', '1,250.00'],
    ['2026-01-02', 'LOOMWIRE', '-50.00'],
  ])
  // Descriptions rest on the model's word alone, so they are never certified.
  expect([parse.verified, parse.certified]).toEqual([true, ['balances_and_amounts']])
})

test('every value of the model says so, and is drawn where it is printed', () => {
  const { parse } = applyToPayslip(answerPayslip(findOn(payslipPages)))
  const net = parse.provenance['income_information.earnings.net_pay']
  expect(net).toMatchObject({ method: 'model', confidence: 'proven' })
  const words = numberLines(payslipPages).flatMap((line) => line.words)
  expect(net?.place).toEqual(regionOf(words.filter(({ word }) => word.text === '2,453.51')))
  expect(parse.provenance['identity_information.name']).toMatchObject({
    method: 'model',
    confidence: 'likely',
  })
})

test.each<[string, (answer: PayslipAnswer) => PayslipAnswer, string]>([
  [
    'an amount that is not printed',
    (a) => ({ ...a, net_pay: { ...toValue(a.net_pay), text: '9,453.51' } }),
    'invented',
  ],
  [
    'a word that does not exist',
    (a) => ({ ...a, net_pay: { words: [9_999], text: '2,453.51' } }),
    'invented',
  ],
  ['a negative word id', (a) => ({ ...a, net_pay: { words: [-1], text: '2,453.51' } }), 'invented'],
  ['half a word id', (a) => ({ ...a, net_pay: { words: [0.5], text: '2,453.51' } }), 'invented'],
  ['no words', (a) => ({ ...a, net_pay: { words: [], text: '' } }), 'invented'],
  ['an amount used twice', (a) => ({ ...a, gross_pay: a.net_pay }), 'invented'],
  ['a name as an amount', (a) => ({ ...a, net_pay: a.employee_name }), 'invented'],
  ['gross and net exchanged', (a) => ({ ...a, gross_pay: a.net_pay, net_pay: a.gross_pay }), 'refuted'],
  ['a deduction left out', (a) => ({ ...a, deductions: a.deductions.slice(1) }), 'refuted'],
  ['no totals', (a) => ({ ...a, gross_pay: null, net_pay: null, total_deductions: null }), 'refuted'],
  ['the year to date as this period', (a) => swapYears(a), 'refuted'],
  ['nothing', () => emptyPayslip, 'refuted'],
])('drops a payslip answer with %s', (_, change, expected) => {
  const { outcome, parse } = applyToPayslip(change(answerPayslip(findOn(payslipPages))))
  expect([outcome, parse.submission]).toEqual([expected, null])
})

const toValue = (value: AnswerValue | null): AnswerValue => value ?? { words: [], text: '' }

const swapYears = (answer: PayslipAnswer): PayslipAnswer => {
  const swap = (lines: PayslipAnswer['earnings']) =>
    lines.map((line) => ({ ...line, amount: toValue(line.year_to_date), year_to_date: line.amount }))
  return { ...answer, earnings: swap(answer.earnings), deductions: swap(answer.deductions) }
}

/** A payslip whose column of the year to date adds up, and has the National Insurance and tax of a month's pay. */
const drawTwoColumns = (distance: number) =>
  drawPages([
    ...payslipLines.slice(0, 3),
    ...[
      ['Grundlohn', '1,000.00', '3,000.00'],
      ['PAYE', '130.11', '390.33'],
      ['National Insurance', '52.05', '156.16'],
      ['D', '1,000.00', '3,000.00'],
      ['E', '182.16', '546.49'],
      ['F', '817.84', '2,453.51'],
    ].flatMap(([caption = '', period = '', year = ''], n): PageLine[] => [
      [100 + 14 * n, [40, caption], to(300, year)],
      [100 + 14 * n + distance, to(200, period)],
    ]),
  ])

/** Answers with the year to date as the pay of this period. */
function answerWithYear(
  pages: PdfPage[],
  year: (find: (text: string) => AnswerValue, text: string) => AnswerValue | null,
) {
  const find = findOn(pages)
  const line = (description: string, amount: string, period: string) => ({
    description: find(description),
    quantity: null,
    rate: null,
    amount: find(amount),
    year_to_date: year(find, period),
  })
  return {
    ...emptyPayslip,
    pay_date: find('30 June 2025'),
    tax_code: find('1257L'),
    earnings: [line('Grundlohn', '3,000.00', '1,000.00')],
    deductions: [line('PAYE', '390.33', '130.11'), line('National Insurance', '156.16', '52.05')],
    gross_pay: find('3,000.00'),
    total_deductions: find('546.49'),
    net_pay: find('2,453.51'),
    year_to_date: {
      ...emptyPayslip.year_to_date,
      gross_pay: year(find, '1,000.00'),
      taxable_pay: year(find, '182.16'),
      net_pay: year(find, '817.84'),
    },
  }
}

test.each([
  ['beside', 0],
  ['above', 5],
])('amounts %s those of this period are not taken for it while they are left out', (_, distance) => {
  const pages = drawTwoColumns(distance)
  expect(
    applyToPayslip(
      answerWithYear(pages, () => null),
      pages,
    ).outcome,
  ).toBe('refuted')
})

test('a year to date below the pay of this period means that the columns were confused', () => {
  const pages = drawTwoColumns(0)
  const answer = answerWithYear(pages, (find, text) => find(text))
  expect(applyToPayslip(answer, pages).outcome).toBe('refuted')
})

test('a second amount on the line of a transaction must have a meaning', () => {
  const [page] = statementPages
  if (!page) throw new Error('no page')
  const row = page.words.find(({ text }) => text === '40.50')
  if (!row) throw new Error('no row')
  const pages = [{ ...page, words: [...page.words, { ...row, text: '41.00', x: 400, right: 420 }] }]
  expect(applyToStatement(answerStatement(findOn(pages)), pages).outcome).toBe('refuted')
})

test('a name that is not printed is left out, and the rest is kept', () => {
  const answer = {
    ...answerPayslip(findOn(payslipPages)),
    employee_name: { words: [0, 1], text: 'Somebody Else' },
  }
  const { outcome, parse } = applyToPayslip(answer)
  expect([outcome, parse.submission?.identity_information.name]).toEqual(['used', null])
})

test.each<[string, (answer: StatementAnswer) => StatementAnswer, string]>([
  ['a transaction left out', (a) => ({ ...a, transactions: a.transactions.slice(1) }), 'refuted'],
  ['a direction turned round', (a) => changeRow(a, 0, (row) => ({ ...row, direction: 'in' })), 'refuted'],
  ['two amounts exchanged', (a) => exchangeAmounts(a), 'refuted'],
  [
    'a balance as the amount',
    (a) => changeRow(a, 0, (row) => ({ ...row, amount: toValue(row.balance), balance: row.amount })),
    'refuted',
  ],
  ['the dates of rows as the period', (a) => ({ ...a, ...periodOfRows(a) }), 'refuted'],
  ['an invented row', (a) => ({ ...a, transactions: [...a.transactions, inventedRow(a)] }), 'invented'],
])('drops a statement answer with %s', (_, change, expected) => {
  const { outcome, parse } = applyToStatement(change(answerStatement(findOn(statementPages))))
  expect(outcome).toBe(expected)
  expect(Object.values(parse.provenance).some(({ method }) => method === 'model')).toBe(false)
})

type AnsweredRow = StatementAnswer['transactions'][number]

const changeRow = (answer: StatementAnswer, n: number, change: (row: AnsweredRow) => AnsweredRow) => ({
  ...answer,
  transactions: answer.transactions.map((row, k) => (k === n ? change(row) : row)),
})

function exchangeAmounts(answer: StatementAnswer): StatementAnswer {
  const [first, second] = answer.transactions
  if (!first || !second) throw new Error('too few rows')
  const exchanged = changeRow(answer, 0, (row) => ({ ...row, amount: second.amount }))
  return changeRow(exchanged, 1, (row) => ({ ...row, amount: first.amount }))
}

const periodOfRows = ({ transactions }: StatementAnswer) => ({
  period_start: transactions[0]?.date ?? null,
  period_end: transactions.at(-1)?.date ?? null,
})

const inventedRow = ({ transactions: [row] }: StatementAnswer): AnsweredRow => ({
  ...(row as AnsweredRow),
  amount: { words: [3], text: '5,000.00' },
  balance: null,
})

/** The reading of a statement that the reader cannot read at all. */
const unread = parseStatement([], [])

/** The whole statement read backwards: money in is money out, and the closing balance the opening one. */
const mirror = (answer: StatementAnswer): StatementAnswer => ({
  ...answer,
  opening_balance: answer.closing_balance,
  closing_balance: answer.opening_balance,
  total_in: answer.total_out,
  total_out: answer.total_in,
  transactions: answer.transactions.map((row) => ({
    ...row,
    direction: row.direction === 'in' ? 'out' : 'in',
  })),
})

type ThreeAmounts = [string, string, string]
const unsigned: ThreeAmounts = ['40.50', '1,250.00', '50.00']

test.each<[string, ThreeAmounts, (answer: StatementAnswer) => StatementAnswer, string]>([
  ['backwards', unsigned, mirror, 'refuted'],
  ['forwards, as nothing but the model says which way', unsigned, (answer) => answer, 'refuted'],
  ['against the minus signs', ['-40.50', '1,250.00', '-50.00'], mirror, 'refuted'],
  ['against the plus signs', ['40.50', '+1,250.00', '50.00'], mirror, 'refuted'],
  ['against DR and CR', ['40.50DR', '1,250.00CR', '50.00DR'], mirror, 'refuted'],
  ['as the minus signs say', ['-40.50', '1,250.00', '-50.00'], (answer) => answer, 'used'],
  ['as the plus signs say', ['40.50', '+1,250.00', '50.00'], (answer) => answer, 'used'],
  ['as DR and CR say', ['40.50DR', '1,250.00CR', '50.00DR'], (answer) => answer, 'used'],
])('a statement without balances on its rows, read %s', (_, amounts, change, expected) => {
  const pages = drawUnbalanced(...amounts)
  const answer = change(answerUnbalanced(findOn(pages), amounts))
  const { outcome, parse } = applyToStatement(answer, pages, unread)
  expect([outcome, parse.verified]).toEqual([expected, expected === 'used'])
})

test('a statement that prints its balances on the rows is not read backwards', () => {
  const answer = mirror(answerStatement(findOn(statementPages)))
  expect(applyToStatement(answer, statementPages, unread).outcome).toBe('refuted')
})

/** Two payments that cancel out, in the table of `statementLines`, with amounts on lines of their own. */
const cancelling: (Placed | Placed[])[] = [
  [at(60, '77.25'), at(120, '3 Jan')],
  [at(60, '77.25'), at(120, '4 Jan')],
]

test.each<[string, (answer: StatementAnswer, find: (text: string) => AnswerValue) => StatementAnswer]>([
  ['named as facts', (answer, find) => ({ ...answer, iban: find('77.25'), bank_name: find('77.25') })],
  [
    'part of a description',
    (answer, find) => {
      const words = ['LOOMWIRE', '77.25', '3', 'Jan', '77.25', '4', 'Jan']
      const [first = 0] = find('LOOMWIRE').words
      const description = { words: words.map((_, n) => first + n), text: words.join(' ') }
      return { ...answer, transactions: answer.transactions.with(2, { ...rowOf(answer, 2), description }) }
    },
  ],
])('transactions that cancel out are not hidden if they are %s', (_, hide) => {
  const pages = [sheet([...statementLines, ...cancelling])]
  const { outcome, parse } = applyToStatement(hide(answerStatement(findOn(pages)), findOn(pages)), pages)
  expect([outcome, parse.verified]).toEqual(['used', false])
})

const rowOf = ({ transactions }: StatementAnswer, n: number) => transactions[n] as AnsweredRow

test('amounts that the model leaves out elsewhere on the page keep the reading unverified', () => {
  const [page] = statementPages
  if (!page) throw new Error('no page')
  const other = { text: '77.00', x: 40, right: 68, y: 700, size: 8 }
  const pages = [{ ...page, words: [...page.words, other] }]
  const { outcome, parse } = applyToStatement(answerStatement(findOn(statementPages)), pages)
  expect([outcome, parse.verified, parse.certified]).toEqual(['used', false, []])
  expect(parse.checks.find(({ name }) => name === 'model')?.isPassed).toBe(false)
})

test('contradictions that the reader found on the page stay, and the reading is not verified', () => {
  const finding: TrustFinding = {
    code: 'ARITHMETIC_NET',
    category: 'arithmetic',
    severity: 'high',
    title: 'Net pay is printed twice',
    message: 'The amounts differ.',
    places: [],
    fields: [],
  }
  const own = {
    ...parsePayslip(payslipPages),
    checks: [{ name: 'agreement', isPassed: false, note: 'net pay is printed twice' }],
    findings: [finding],
  }
  const { outcome, parse } = applyToPayslip(answerPayslip(findOn(payslipPages)), payslipPages, own)
  expect([outcome, parse.verified, parse.findings]).toEqual(['used', false, [finding]])
})

test('never overrides a value that the reader has proven', () => {
  const { parse: own } = applyToPayslip(answerPayslip(findOn(payslipPages)))
  const path = 'income_information.earnings.net_pay'
  const proven = structuredClone({ ...own, verified: false })
  if (!proven.submission) throw new Error('no submission')
  proven.submission.income_information.earnings.net_pay = '1111.11'
  expect(proven.provenance[path]?.confidence).toBe('proven')
  const { outcome, parse } = applyToPayslip(answerPayslip(findOn(payslipPages)), payslipPages, proven)
  expect([outcome, parse]).toEqual(['overruled', proven])
})

test('keeps the names that the reader found', () => {
  const { parse: read } = applyToPayslip(answerPayslip(findOn(payslipPages)))
  const own = structuredClone({ ...read, verified: false, provenance: {} })
  if (!own.submission) throw new Error('no submission')
  own.submission.identity_information.name = 'Ms Wilhelmina Oakapple'
  const { outcome, parse } = applyToPayslip(answerPayslip(findOn(payslipPages)), payslipPages, own)
  expect([outcome, parse.submission?.identity_information.name]).toEqual(['used', 'Ms Wilhelmina Oakapple'])
})

test('property: whatever the model answers, every amount of a result is printed on the page', () => {
  const words = numberLines(payslipPages).flatMap((line) => line.words)
  const printed = new Set(words.flatMap(({ word }) => parseAmount(word.text)?.pence ?? []))
  const good = answerPayslip(findOn(payslipPages))
  const paths = ['gross_pay', 'net_pay', 'total_deductions', 'tax_code', 'pay_date'] as const
  const Changed = fc.record({
    path: fc.constantFrom(...paths),
    value: fc.record({
      words: fc.array(fc.integer({ min: -2, max: words.length + 2 }), { maxLength: 3 }),
      text: fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom(...words.map(({ word }) => word.text))),
    }),
  })
  fc.assert(
    fc.property(fc.array(Changed, { minLength: 1, maxLength: 3 }), fc.boolean(), (changes, isMatching) => {
      const answer = structuredClone(good)
      for (const { path, value } of changes)
        answer[path] = isMatching
          ? { words: value.words, text: value.words.map((id) => words[id]?.word.text ?? '').join(' ') }
          : value
      const { outcome, parse } = applyToPayslip(answer)
      if (outcome !== 'used') return parse.submission === null
      const sourced = Object.values(parse.provenance).filter(({ method }) => method === 'model')
      const { earnings, deductions } = parse.submission?.income_information ?? {}
      const amounts = [earnings?.gross_pay, earnings?.net_pay, deductions?.total_deductions].flatMap(
        (text) => (text ? [Number(text.replace('.', ''))] : []),
      )
      return sourced.every(({ place }) => place !== null) && amounts.every((pence) => printed.has(pence))
    }),
    { numRuns: 150 },
  )
})
