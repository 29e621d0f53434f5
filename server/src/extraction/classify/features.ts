import type { PayslipParse, PdfPage, StatementParse } from '../document.ts'
import { findHeading } from './text-shape.ts'

export type DocumentParses = { statement: StatementParse; payslip: PayslipParse }

/** Phrases that indicate a kind of document, or its absence. Each counts once, however often it occurs. */
const phrases = {
  statement: /\b(bank )?statement\b|\bstatement of account\b/,
  sortCode: /\bsort ?code\b|\b\d\d-\d\d-\d\d\b/,
  accountNumber: /\baccount (number|no\b)|\ba\/c no\b|\biban\b|\bbic\b/,
  opening: /\b(opening|previous|start(ing)?|initial) balance\b|\bbrought forward\b|\bbalance (b\/f|from)\b/,
  closing: /\b(closing|new|end(ing)?|final) balance\b|\bcarried forward\b|\bbalance c\/f\b/,
  inAndOut:
    /\b(paid|money|payments?) (in|out)\b|\b(withdrawals?|withdrawn|deposits?|receipts)\b|\bdebits?\b|\bcredits?\b/,
  currentAccount: /\b(current|everyday|basic|premier|classic|student|joint) account\b|\boverdraft\b/,
  payslip: /\bpay ?slip\b|\bpay advice\b|\bsalary slip\b|\bpay statement\b/,
  netPay: /\bnet (pay|payment|amount)\b|\btake[ -]?home\b/,
  grossPay: /\bgross (pay|payments?|earnings|salary|total|to date)\b|\btotal (gross|payments|earnings)\b/,
  taxCode: /\btax code\b|\bni (number|no|table|letter|category|cat)\b|\bnational insurance\b|\bpaye\b/,
  invoice:
    /\binvoice\b|\bamount due\b|\bpayment due\b|\bvat (no|reg|number)\b|\bpurchase order\b|\bpayment terms\b|\bsubtotal\b/,
  card: /\bcard statement\b|\bminimum payment\b|\bcredit limit\b|\bavailable (credit|to spend)\b/,
  utility:
    /\bkwh\b|\bmeter (number|reading)\b|\bstanding charge\b|\bcouncil tax (bill|band)\b|\bbilling period\b|\byour tariff\b/,
  letter: /\bdear\b|\byours (sincerely|faithfully)\b|\bkind regards\b/,
  taxDocument: /\bp60\b|\bp45\b|\bp11d\b|\bend of year certificate\b|\btax year to\b|\bself assessment\b/,
  lending:
    /\bmortgage (statement|account|number)\b|\bloan (agreement|account|number)\b|\bredemption\b|\bcertificate of interest\b|\btax certificate\b/,
  career: /\bcurriculum vitae\b|\bemployment history\b|\breferences\b|\beducation\b|\bqualifications\b/,
}

/** Matches titles of other kinds of documents. */
const otherTitles =
  /\b(p60|p45|p11d|certificate|invoice|receipt|bill|quotation|estimate|curriculum vitae|cv|minutes|agreement|contract|policy|purchase order|remittance|offer|credit card|card statement|mortgage (statement|offer)|loan (statement|offer)|pension|savings summary|council tax|tenancy)\b/
const statementTitles = /\bstatement\b|\b(current|everyday|classic|basic) account\b/
const payslipTitles = /\bpay ?(slip|advice|statement)\b|\bsalary (slip|statement)\b/

const date =
  /^(\d{1,2}[/.-]\d{1,2}([/.-]\d{2,4})?|\d{4}-\d\d-\d\d|\d{1,2}(st|nd|rd|th)?|\d{1,2}[a-z]{3}\d{0,4})$/i
const month = /^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*,?$/i
const money = /^[-+(£]*\d{1,3}(,?\d{3})*\.\d\d[-+)]?(cr|dr|od|d|c)?$/i
// Number of rows or transactions at which a feature reaches its maximum of 1.
const maxDatedRows = 12
const maxTransactions = 12

const textOf = (pages: readonly PdfPage[]) =>
  pages
    .map(({ words }) => words.map((word) => word.text).join(' '))
    .join(' ')
    .toLowerCase()

const payPhrases = [phrases.payslip, phrases.netPay, phrases.grossPay, phrases.taxCode]

/**
 * Whether the document contains any of the phrases that payslips contain. Always true for OCR, which may have missed
 * them.
 */
export function mentionsPay(pages: readonly PdfPage[]): boolean {
  if (pages.some(({ source }) => source === 'ocr')) return true
  const text = textOf(pages)
  return payPhrases.some((phrase) => phrase.test(text))
}

/** Extracts the classifier's features, each from 0 to 1. */
export function extractFeatures(
  pages: readonly PdfPage[],
  { statement, payslip }: DocumentParses,
): Record<string, number> {
  const text = textOf(pages)
  const phraseFeatures = Object.entries(phrases).map(
    ([name, phrase]) => [name, phrase.test(text) ? 1 : 0] as const,
  )
  const heading = findHeading(pages)
  const rows = pages.reduce((sum, page) => sum + countDatedAmounts(page), 0)
  const transactions = statement.submission?.transactions.length ?? 0
  return {
    ...Object.fromEntries(phraseFeatures),
    titleOther: otherTitles.test(heading) ? 1 : 0,
    titleStatement: statementTitles.test(heading) ? 1 : 0,
    titlePayslip: payslipTitles.test(heading) ? 1 : 0,
    datedAmounts: Math.min(1, rows / maxDatedRows),
    transactions: Math.min(1, transactions / maxTransactions),
    provenRows: Math.min(1, countProvenRows(statement) / maxTransactions),
    statementChecks: passed(statement),
    statementVerified: statement.verified ? 1 : 0,
    payslipFound: payslip.submission ? 1 : 0,
    payslipChecks: passed(payslip),
    payslipVerified: payslip.verified ? 1 : 0,
  }
}

/** Counts rows that running balances confirm. Few documents except statements have such rows. */
export const countProvenRows = ({ submission, provenance }: StatementParse): number =>
  (submission?.transactions ?? []).filter(
    (_, n) => provenance[`transactions.${n}.amount`]?.confidence === 'proven',
  ).length

function passed({ submission, checks }: StatementParse | PayslipParse): number {
  // The weights were fitted to the checks of the figures.
  const ofFigures = checks.filter(({ name }) => name !== 'descriptions')
  if (!submission || ofFigures.length === 0) return 0
  return ofFigures.filter(({ isPassed }) => isPassed).length / ofFigures.length
}

/** Counts lines that begin with a date and contain an amount. */
function countDatedAmounts({ words }: PdfPage): number {
  const lines = new Map<number, string[]>()
  for (const { text, y } of words.toSorted((a, b) => a.x - b.x)) {
    const line = Math.round(y / 3)
    lines.set(line, [...(lines.get(line) ?? []), text])
  }
  return [...lines.values()].filter((line) => {
    const start = line.slice(0, 4)
    return start.some((word) => date.test(word) || month.test(word)) && line.some((word) => money.test(word))
  }).length
}
