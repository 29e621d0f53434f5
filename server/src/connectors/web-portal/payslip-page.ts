import { type Pence, sumOf } from '../../vocabulary/money.ts'
import type { Day } from '../../vocabulary/payslip.ts'
import { niNumberOf, textOrNull } from '../identity.ts'
import type { Sight } from './page-snapshot.ts'
import { isInside } from './portal-pages.ts'
import { dayIn, penceIn } from './parse-values.ts'

export type Line = { description: string; amount: Pence }

/** One payslip as its page tells it. */
export type PayslipSeen = {
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
  payments: Line[]
  deductions: Line[]
  gross: Pence
  totalDeductions: Pence
  net: Pence
  yearToDate: YearToDate
}

/** `year` is that in which the tax year begins. */
type YearToDate = Record<'gross' | 'taxable' | 'tax' | 'ni' | 'net', Pence | null> & { year: number | null }

/** Undefined where the page is not understood, or broke off. */
export function payslipIn(sight: Sight): PayslipSeen | undefined {
  const fact = (words: RegExp) => sight.facts.find(({ label }) => words.test(label))?.value
  const pdf = sight.links.find(({ text }) => /\bpdf\b/i.test(text))?.href
  const employer = fact(/^employer$/i)
  const payDate = dayIn(fact(/^pay date$/i))
  const payments = linesUnder(sight, /^payments$/i)
  const deductions = linesUnder(sight, /^deductions$/i)
  const net = penceIn(
    /^net pay (\S+)$/i.exec(sight.texts.find((text) => /^net pay\b/i.test(text)) ?? '')?.[1],
  )
  const yearToDate = yearToDateIn(sight)
  if (!isInside(sight) || !pdf || !employer || !payDate || !payments || !deductions) return undefined
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
    start: dayIn(start),
    end: dayIn(end),
    taxPeriod: /^\d{1,2}$/.test(taxPeriod) ? Number(taxPeriod) : null,
    payments: payments.lines,
    deductions: deductions.lines,
    gross: payments.total,
    totalDeductions: deductions.total,
    net,
    yearToDate,
  }
}

const rowsUnder = ({ tables }: Sight, words: RegExp): [label: string, amount: Pence | null][] | undefined =>
  tables
    .find(({ heading, rows }) => words.test(heading) && rows.length > 0)
    ?.rows.map(({ cells }) => [cells[0] ?? '', penceIn(cells.at(-1))])

/** Lines with their sum below them. */
function linesUnder(sight: Sight, words: RegExp): { lines: Line[]; total: Pence } | undefined {
  const rows = rowsUnder(sight, words)?.map(([description, amount]) => ({ description, amount }))
  const last = rows?.pop()
  if (!rows || !last || last.amount === null || !/^(gross|total)\b/i.test(last.description)) return undefined
  const lines = rows.flatMap(({ description, amount }) =>
    description === '' || amount === null ? [] : [{ description, amount }],
  )
  return lines.length === rows.length ? { lines, total: last.amount } : undefined
}

const yearWords = /^tax year (20\d\d)\/\d\d so far$/i

function yearToDateIn(sight: Sight): YearToDate | undefined {
  const rows = rowsUnder(sight, yearWords)
  const heading = sight.tables.find(({ heading }) => yearWords.test(heading))?.heading ?? ''
  if (!rows) return undefined
  const amount = (words: RegExp) => rows.find(([label]) => words.test(label))?.[1] ?? null
  const net = amount(/^net pay$/i)
  // It is the last line of the page.
  if (net === null) return undefined
  return {
    gross: amount(/^gross pay$/i),
    taxable: amount(/^taxable pay$/i),
    tax: amount(/^income tax$/i),
    ni: amount(/^national insurance$/i),
    net,
    year: Number(yearWords.exec(heading)?.[1]) || null,
  }
}

/** The lines make up the sums, and the sums each other. */
export const addsUp = ({ payments, deductions, gross, totalDeductions, net }: PayslipSeen): boolean =>
  sumOf(payments.map(({ amount }) => amount)) === gross &&
  sumOf(deductions.map(({ amount }) => amount)) === totalDeductions &&
  gross - totalDeductions === net
