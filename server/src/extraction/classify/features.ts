import type { Page, PayslipParse, StatementParse } from '../document.ts'

export type Parses = { statement: StatementParse; payslip: PayslipParse }

/** Words that speak for or against a kind of paper. Each counts once, however often it is printed. */
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
  netPay: /\bnet (pay|payment|amount)\b|\btake ?home\b/,
  grossPay: /\bgross (pay|payments?|earnings|salary|total|to date)\b|\btotal (gross|payments|earnings)\b/,
  taxCode: /\btax code\b|\bni (number|no|table|letter|category|cat)\b|\bnational insurance\b|\bpaye\b/,
  invoice:
    /\binvoice\b|\bamount due\b|\bpayment due\b|\bvat (no|reg|number)\b|\bpurchase order\b|\bpayment terms\b|\bsubtotal\b/,
  card: /\bcard statement\b|\bminimum payment\b|\bcredit limit\b|\bavailable (credit|to spend)\b/,
  utility:
    /\bkwh\b|\bmeter (number|reading)\b|\bstanding charge\b|\bcouncil tax (bill|band)\b|\bbilling period\b|\byour tariff\b/,
  letter: /\bdear\b|\byours (sincerely|faithfully)\b|\bkind regards\b/,
  taxPaper: /\bp60\b|\bp45\b|\bp11d\b|\bend of year certificate\b|\btax year to\b|\bself assessment\b/,
  lending:
    /\bmortgage (statement|account|number)\b|\bloan (agreement|account|number)\b|\bredemption\b|\bcertificate of interest\b|\btax certificate\b/,
  career: /\bcurriculum vitae\b|\bemployment history\b|\breferences\b|\beducation\b|\bqualifications\b/,
}

/** What papers of other kinds are called, in their headings. */
const otherTitles =
  /\b(p60|p45|p11d|certificate|invoice|receipt|bill|quotation|estimate|curriculum vitae|cv|minutes|agreement|contract|policy|purchase order|remittance|offer|credit card|card statement|mortgage (statement|offer)|loan (statement|offer)|pension|savings summary|council tax|tenancy)\b/
const statementTitles = /\bstatement\b|\b(current|everyday|classic|basic) account\b/
const payslipTitles = /\bpay ?(slip|advice|statement)\b|\bsalary (slip|statement)\b/

const date =
  /^(\d{1,2}[/.-]\d{1,2}([/.-]\d{2,4})?|\d{4}-\d\d-\d\d|\d{1,2}(st|nd|rd|th)?|\d{1,2}[a-z]{3}\d{0,4})$/i
const month = /^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*,?$/i
const money = /^[-+(£]*\d{1,3}(,?\d{3})*\.\d\d[-+)]?(cr|dr|od|d|c)?$/i
const manyRows = 12
const manyTransactions = 12

const textOf = (pages: readonly Page[]) =>
  pages
    .map(({ words }) => words.map((word) => word.text).join(' '))
    .join(' ')
    .toLowerCase()

const ofPay = [phrases.payslip, phrases.netPay, phrases.grossPay, phrases.taxCode]

/** Whether any of the words is there without which there is no payslip; what was recognised may have lost them. */
export function speaksOfPay(pages: readonly Page[]): boolean {
  if (pages.some(({ source }) => source === 'ocr')) return true
  const text = textOf(pages)
  return ofPay.some((phrase) => phrase.test(text))
}

/** What is counted, each from 0 to 1. */
export function featuresOf(pages: readonly Page[], { statement, payslip }: Parses): Record<string, number> {
  const text = textOf(pages)
  const found = Object.entries(phrases).map(([name, phrase]) => [name, phrase.test(text) ? 1 : 0] as const)
  const heading = headingOf(pages)
  const rows = pages.reduce((sum, page) => sum + datedSums(page), 0)
  const transactions = statement.submission?.transactions.length ?? 0
  return {
    ...Object.fromEntries(found),
    titleOther: otherTitles.test(heading) ? 1 : 0,
    titleStatement: statementTitles.test(heading) ? 1 : 0,
    titlePayslip: payslipTitles.test(heading) ? 1 : 0,
    datedSums: Math.min(1, rows / manyRows),
    transactions: Math.min(1, transactions / manyTransactions),
    provenRows: Math.min(1, provenRows(statement) / manyTransactions),
    statementGates: passed(statement),
    statementHolds: statement.verified ? 1 : 0,
    payslipFound: payslip.submission ? 1 : 0,
    payslipGates: passed(payslip),
    payslipHolds: payslip.verified ? 1 : 0,
  }
}

/** Rows that balances hold in place: few papers but statements have those. */
const provenRows = ({ submission, provenance }: StatementParse): number =>
  (submission?.transactions ?? []).filter(
    (_, n) => provenance[`transactions.${n}.amount`]?.confidence === 'proven',
  ).length

const passed = ({ submission, gates }: StatementParse | PayslipParse) =>
  submission && gates.length > 0 ? gates.filter(({ isPassed }) => isPassed).length / gates.length : 0

const largeType = 1.3
const topShare = 0.2

/** What stands in large type at the top of the first page; its first words where all type is of one size. */
function headingOf([page]: readonly Page[]): string {
  const top = page?.words.filter(({ y }) => y < page.height * topShare) ?? []
  const usual =
    page?.words.map(({ size }) => size).toSorted((a, b) => a - b)[Math.floor(page.words.length / 2)] ?? 0
  const large = top.filter(({ size }) => size >= usual * largeType)
  return (large.length > 0 ? large : top.slice(0, 12))
    .map(({ text }) => text)
    .join(' ')
    .toLowerCase()
}

/** Lines with a date near their beginning and a sum. */
function datedSums({ words }: Page): number {
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
