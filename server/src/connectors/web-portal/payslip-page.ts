import { type Pence, sumOf } from '../../vocabulary/money.ts'
import type { Day } from '../../vocabulary/payslip.ts'
import { niNumberOf, textOrNull } from '../identity.ts'
import type { PageSnapshot } from './page-snapshot.ts'
import { parseDay, parsePence } from './parse-values.ts'
import { isSignedInPage } from './portal-pages.ts'

export type PortalPayslipLine = { description: string; amount: Pence }

/** One payslip as shown on its page. */
export type PortalPayslip = {
  pdf: string
  employee: string | null
  employer: string
  payrollNumber: string
  payeReference: string | null
  niNumber: string | null
  taxCode: string | null
  payDate: Day
  start: Day | null
  end: Day | null
  taxPeriod: number | null
  payments: PortalPayslipLine[]
  deductions: PortalPayslipLine[]
  gross: Pence
  totalDeductions: Pence
  net: Pence
  yearToDate: YearToDate
}

/** `year` is the year in which the tax year begins. */
type YearToDate = Record<'gross' | 'taxable' | 'tax' | 'ni' | 'net', Pence | null> & { year: number | null }

/** Parses the page of a payslip. Returns undefined if the page is truncated or not recognised. */
export function parsePayslipPage(snapshot: PageSnapshot): PortalPayslip | undefined {
  const fact = (words: RegExp) => snapshot.facts.find(({ label }) => words.test(label))?.value
  const pdf = snapshot.links.find(({ text }) => /\bpdf\b/i.test(text))?.href
  const employer = fact(/^employer$/i)
  const payDate = parseDay(fact(/^pay date$/i))
  const payments = parseLines(snapshot, /^payments$/i)
  const deductions = parseLines(snapshot, /^deductions$/i)
  const net = parsePence(
    /^net pay (\S+)$/i.exec(snapshot.texts.find((text) => /^net pay\b/i.test(text)) ?? '')?.[1],
  )
  const yearToDate = parseYearToDate(snapshot)
  if (!isSignedInPage(snapshot) || !pdf || !employer || !payDate || !payments || !deductions) return undefined
  if (net === null || !yearToDate) return undefined
  const [start, end] = (fact(/^(pay )?period$/i) ?? '').split(' to ')
  const taxPeriod = fact(/^tax period$/i) ?? ''
  return {
    pdf,
    employee: textOrNull(fact(/^employee$/i)),
    employer,
    payrollNumber: fact(/^payroll number$/i) ?? '',
    payeReference: textOrNull(fact(/^paye reference$/i)),
    niNumber: niNumberOf(fact(/^(ni|national insurance) number$/i)),
    taxCode: textOrNull(fact(/^tax code$/i)),
    payDate,
    start: parseDay(start),
    end: parseDay(end),
    taxPeriod: /^\d{1,2}$/.test(taxPeriod) ? Number(taxPeriod) : null,
    payments: payments.lines,
    deductions: deductions.lines,
    gross: payments.total,
    totalDeductions: deductions.total,
    net,
    yearToDate,
  }
}

const findRows = (
  { tables }: PageSnapshot,
  words: RegExp,
): [label: string, amount: Pence | null][] | undefined =>
  tables
    .find(({ heading, rows }) => words.test(heading) && rows.length > 0)
    ?.rows.map(({ cells }) => [cells[0] ?? '', parsePence(cells.at(-1))])

/** Parses a table of lines that ends with their total. */
function parseLines(
  snapshot: PageSnapshot,
  words: RegExp,
): { lines: PortalPayslipLine[]; total: Pence } | undefined {
  const rows = findRows(snapshot, words)?.map(([description, amount]) => ({ description, amount }))
  const last = rows?.pop()
  if (!rows || !last || last.amount === null || !/^(gross|total)\b/i.test(last.description)) return undefined
  const lines = rows.flatMap(({ description, amount }) =>
    description === '' || amount === null ? [] : [{ description, amount }],
  )
  return lines.length === rows.length ? { lines, total: last.amount } : undefined
}

const yearToDateHeading = /^tax year (20\d\d)\/\d\d so far$/i

function parseYearToDate(snapshot: PageSnapshot): YearToDate | undefined {
  const rows = findRows(snapshot, yearToDateHeading)
  const heading = snapshot.tables.find(({ heading }) => yearToDateHeading.test(heading))?.heading ?? ''
  if (!rows) return undefined
  const amount = (words: RegExp) => rows.find(([label]) => words.test(label))?.[1] ?? null
  const net = amount(/^net pay$/i)
  // Net pay is the last line of the page, so if it is missing the page was truncated.
  if (net === null) return undefined
  return {
    gross: amount(/^gross pay$/i),
    taxable: amount(/^taxable pay$/i),
    tax: amount(/^income tax$/i),
    ni: amount(/^national insurance$/i),
    net,
    year: Number(yearToDateHeading.exec(heading)?.[1]) || null,
  }
}

/** Whether the lines add up to the totals, and the totals to net pay. */
export const addsUp = ({ payments, deductions, gross, totalDeductions, net }: PortalPayslip): boolean =>
  sumOf(payments.map(({ amount }) => amount)) === gross &&
  sumOf(deductions.map(({ amount }) => amount)) === totalDeductions &&
  gross - totalDeductions === net
