import { expect, test } from 'vitest'
import { type SandboxPaper, sandboxPapers } from '../../../test/sandbox-documents.ts'
import type { Page, PayslipParse } from '../document.ts'
import { parsePayslip } from './parse.ts'

// The sandbox's papers, made by its own program: eleven layouts, four people each.

type Paper = SandboxPaper<Truth> & { parse: PayslipParse }
type Truth = {
  identity_information: { name: string; NI_number: string | null; address: Record<string, string> | null }
  employment_information: {
    employer_name: string
    role: string | null
    employer_tax_reference: string | null
  }
  income_information: {
    earnings: {
      earning_elements: Record<string, string>[]
      year_to_date: Record<string, string | null>
    } & Record<string, unknown>
    deductions: { deductions_elements: Record<string, string>[] } & Record<string, unknown>
  } & Record<string, unknown>
}

const papers: Paper[] = (await sandboxPapers<Truth>('payslip', 44)).map((paper) => ({
  ...paper,
  parse: parsePayslip(paper.pages),
}))

const orNull = (text: unknown) => (text === '' || text === undefined ? null : text)

test('every field of every layout is read as it was printed', () => {
  expect(new Set(papers.map(({ layout }) => layout)).size).toBe(11)
  for (const { layout, truth, parse } of papers) {
    const said = parse.submission
    if (!said) throw new Error(`${layout}: nothing was read`)
    const {
      identity_information: identity,
      employment_information: employment,
      income_information: income,
    } = said
    const asked = truth.income_information
    expect({ layout, name: identity.name, ni: identity.NI_number }).toEqual({
      layout,
      name: truth.identity_information.name,
      ni: truth.identity_information.NI_number,
    })
    for (const [part, text] of Object.entries(truth.identity_information.address ?? {}))
      expect(identity.address?.[part as 'street'] ?? null, `${layout} ${part}`).toBe(orNull(text))
    for (const field of ['employer_name', 'role', 'employer_tax_reference'] as const)
      expect(employment[field], `${layout} ${field}`).toBe(truth.employment_information[field])
    for (const field of [
      'pay_date',
      'pay_interval_start',
      'pay_interval_end',
      'pay_frequency',
      'tax_code',
    ] as const)
      expect(income[field], `${layout} ${field}`).toBe(asked[field])
    for (const field of ['gross_pay', 'net_pay'] as const)
      expect(income.earnings[field]).toBe(asked.earnings[field])
    for (const [field, sum] of Object.entries(asked.earnings.year_to_date))
      expect(income.earnings.year_to_date?.[field as 'gross_pay'] ?? null, `${layout} year ${field}`).toBe(
        sum,
      )
    expect(income.earnings.earning_elements, layout).toMatchObject(asked.earnings.earning_elements)
    expect(income.earnings.earning_elements).toHaveLength(asked.earnings.earning_elements.length)
    expect(income.deductions, layout).toMatchObject(asked.deductions)
  }
})

test('every value that was read has its place', () => {
  for (const { layout, parse } of papers) {
    expect(parse.provenance['income_information.earnings.net_pay'], layout).toMatchObject({
      confidence: 'proven',
    })
    const values = Object.entries(parse.provenance).filter(([, { method }]) => method !== 'computed')
    for (const [path, { place }] of values) {
      if (!place) throw new Error(`${layout}: ${path} has no place`)
      expect(place.box[2]).toBeGreaterThan(place.box[0])
    }
    const counts = parse.submission?.income_information
    const lines =
      (counts?.earnings.earning_elements.length ?? 0) + (counts?.deductions.deductions_elements.length ?? 0)
    expect(parse.cells).toHaveLength(lines)
  }
})

test('most are verified, and a payslip of honest figures has no high finding', () => {
  const verified = papers.filter(({ parse }) => parse.verified)
  expect(verified.length).toBeGreaterThan(papers.length / 2)
  for (const { layout, parse } of papers)
    expect(
      parse.findings.filter(({ severity }) => severity === 'high'),
      layout,
    ).toEqual([])
})

const wordAt = (pages: Page[], parse: PayslipParse, path: string) => {
  const place = parse.provenance[path]?.place
  const page = pages.find(({ number }) => number === place?.page)
  return page?.words.findLast(
    ({ x, right, y, text }) =>
      place &&
      /\d\.\d\d/.test(text) &&
      x >= place.box[0] - 1 &&
      right <= place.box[2] + 1 &&
      y > place.box[1] &&
      y < place.box[3],
  )
}
const otherDigit = (text: string) => text.replace(/\d(?=\.)/, (digit) => String((Number(digit) + 3) % 10))

test.each([
  ['the net pay', 'income_information.earnings.net_pay'],
  ['the gross pay', 'income_information.earnings.gross_pay'],
  ['a line of pay', 'income_information.earnings.earning_elements.0.amount'],
  ['a deduction', 'income_information.deductions.deductions_elements.0.amount'],
  ['the total of deductions', 'income_information.deductions.total_deductions'],
  ['the tax of the year', 'income_information.earnings.year_to_date.total_tax_paid'],
])('another digit in %s is not verified', (_, path) => {
  let tried = 0
  for (const { layout, pages, parse } of papers.filter(({ parse }) => parse.verified)) {
    const copy = structuredClone(pages)
    const word = wordAt(copy, parse, path)
    if (!word) continue
    word.text = otherDigit(word.text)
    tried++
    expect(parsePayslip(copy).verified, `${layout} ${word.text}`).toBe(false)
  }
  expect(tried).toBeGreaterThan(10)
})

test('a lost line of pay or deductions is not verified', () => {
  for (const { layout, pages, parse } of papers.filter(({ parse }) => parse.verified))
    for (const cell of parse.cells.filter(({ word }) => !/^£?0\.00$/.test(word.text))) {
      const copy = pages.map((page) => ({
        ...page,
        words: page.words.filter(({ y }) => page.number !== cell.page || Math.abs(y - cell.word.y) > 1),
      }))
      expect(parsePayslip(copy).verified, `${layout} ${cell.word.text}`).toBe(false)
    }
})

test('a line of pay, the gross and the net that were raised by the same sum are not verified', () => {
  let tried = 0
  for (const { layout, pages, parse } of papers.filter(({ parse }) => parse.verified)) {
    const { earnings } = parse.submission?.income_information ?? {}
    const raised = [earnings?.gross_pay, earnings?.net_pay, earnings?.earning_elements[0]?.amount].map(Number)
    const copy = structuredClone(pages)
    for (const word of copy.flatMap(({ words }) => words)) {
      const sum = /^£?[\d,]+\.\d\d$/.test(word.text) ? Number(word.text.replace(/[£,]/g, '')) : Number.NaN
      if (raised.includes(sum)) word.text = (sum + 1000).toFixed(2)
    }
    tried++
    expect(parsePayslip(copy).verified, layout).toBe(false)
  }
  expect(tried).toBeGreaterThan(10)
})
