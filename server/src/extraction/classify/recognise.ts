import type { PdfPage } from '../document.ts'
import { nothingHappened } from '../statements/text/vocabulary.ts'
import { findHeading, listTextLines } from './text-shape.ts'

// Recognises statements and payslips by their wording and shape alone. A genuine document is thus not refused as
// another kind of document only because the parsers cannot read its layout.

export type RecognisedKind = 'bank_statement' | 'payslip' | null

const account =
  /\bsort(ing)? ?-?code\b|\biban\b|\baccount (number|no\b)|\baccount \d{4} \d{4}\b|\baccount [a-z]{0,3} ?\d{5,}|\baccount \d[\d/-]{6,}|\b(roll|passbook) (number|no\b)|\b(share|current|savings?|everyday|deposit|call) account\b.{0,20}\d{4}|\ba\/c (number|no\b)|\bmember(ship)? (number|no\b)|\brhif y cyfrif\b|\baccount:? \d{8}\b|\b\d\d-\d\d-\d\d\b.{0,20}\b\d{8}\b|\b\d\d \d\d \d\d [|/\u00b7\u2022] \d{8}\b|\bgb\d\d ?[a-z]{4} ?(\d{4} ?){3}\d\d\b/
const bank =
  /\bbank\b|\bbankers\b|\bbanc\b|\bundeb credyd\b|\bbanking\b|\bbuilding society\b|\bcymdeithas adeiladu\b|\bcredit union\b|\belectronic money\b|\be-money\b|\bfscs\b|\bfinancial services compensation\b|\bprudential regulation\b|\bdeposits? (is|are) protected\b|\bsafeguarded\b/
const balances =
  /\b(opening|closing|previous|start(ing)?|end(ing)?|new|final|ledger|running|available|current) (ledger |cleared )?balance\b|\bbalance (at|on|as at|brought|carried|b\/f|c\/f|forward)\b|\b(brought|carried) (forward|fwd)\b|\bbalans\b|\bbalance\b.*\bbalance\b|\b(started|began|opened) with\b|\bended with\b|\bshares at (the )?(start|end)\b/
/** Wording of a period and of the balances at both ends of it. */
const periodAndBalances = [
  /\d{4} ?(to|until|and|-|\u2013) ?\d{1,2}[ /]|\b\d{1,2} ?(to|-|\u2013) ?\d{1,2} (jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/,
  /\bopening balance\b|\bbalance (brought|b\/f|at (the )?start)\b|\bbrought (forward|down)\b|\b(started|began|opened) with\b|\bat the (start|beginning) of\b/,
  /\bclosing balance\b|\bbalance (carried|c\/f|at (the )?end)\b|\bcarried (forward|down)\b|\b(ended|finished|closed) with\b|\bat the end of\b/,
]
/** Wording with which a bank names itself. Other companies print the bank to which they are paid. */
const licensedBank =
  /\bbank (plc|limited|ltd)\b|\bbuilding society\b|\bcredit union\b|\belectronic money\b|\be-money\b|\bfscs\b|\bfinancial services compensation\b|\bprudential regulation\b/
const balance = /\bbalance\b|\bbalans\b|\bgweddill\b|\bshares (at|now|held)\b/
const statementTitle =
  /\b(statement|passbook|transactions?|account (activity|history|summary)|activity|cyfriflen|datganiad)\b/
const titleWords: Record<'date' | 'money' | 'text', RegExp> = {
  date: /\b(date|day|dyddiad|posted|processed|booked|entry)\b/,
  money:
    /\b(balance|balans|debits?|credits?|paid (in|out)|money (in|out)|payments?|receipts?|withdrawals?|withdrawn|deposits?|in|out|incoming|outgoing|amount|swm)\b/,
  text: /\b(details?|description|particulars|narrative|transactions?|type|payee|reference|manylion|entry)\b/,
}
/** Matches wording of other documents that never occurs in a statement, not even in its transactions. */
const otherWording =
  /\b(invoice (no|number|date)|amount due|balance due(?! to (?:you|the bank))|total due|payment terms|terms:? \d+ days|vat (no|reg|number|registration)|purchase order|kwh|meter (number|reading|serial)|standing charge|council tax band|final tax code|annual benefit statement|benefit statement|remittance advice|policy number|certificate of interest|mortgage (statement|account number)|curriculum vitae)/
/** Matches wording of interest certificates, which a statement with rows may also contain. */
const taxWording = /\btax deducted\b/
/** Matches wording of letters. A bank may print a statement as a letter, but then it has a table or no transactions. */
const letterWording = /\b(yours (sincerely|faithfully)|dear (mr|mrs|ms|miss|mx|dr|sir|customer))\b/
const otherHeading =
  /\b(p60|p45|p11d|certificate|invoice|receipt|bill|quotation|estimate|cv|minutes|agreement|contract|policy|purchase order|remittance|offer|mortgage|(?<!and )loan statement|pension|council tax|tenancy|tax code notice|benefit)\b/
/** Wording of statements of a debt: mortgages, loans and hire purchase. Its rows are not those of a bank account. */
const debtWording = [
  /\b(mortgage|loan|hire purchase|credit agreement|finance) (account )?statement\b|\bstatement of (your )?(mortgage|loan)\b/,
  /\bmortgage account\b|\b(loan|credit|finance) agreement( number| no\b)?/,
  /\brepossessed\b|\bkeep up (your )?repayments\b|\bmissing payments could\b/,
  /\bearly (repayment|settlement)\b|\bsettlement figure\b|\b(remaining|original|outstanding) term\b|\bend of term\b/,
  /\b(amount|balance|capital|principal|total) (still )?(owed|owing|outstanding)\b/,
  /\b(mortgage|loan) balance\b|\boriginal (loan|advance|amount borrowed)\b|\bamount (borrowed|of credit)\b/,
  /\bmonthly (payment|instalment|repayment)\b/,
]
/** Wording of statements of an energy, water or telephone account. */
const utilityWording = [
  /\bkwh\b|\bunit rate\b|\bcubic metres\b/,
  /\bstanding charges?\b|\bmpan\b|\bmprn\b|\bmeter\b/,
  /\b(energy|electricity|gas|water|broadband|mobile) (account|bill|statement|supply|tariff)\b/,
  /\b(electricity|gas|water|wastewater|line rental)\b.*\b\d+\.\d\d\b/,
]
/** Wording of the accounts that letting agents and housing associations keep. */
const lettingWording = [
  /\b(landlord|tenant|tenancy|rent|leaseholder|service charge) (statement|account|ref(erence)?)\b/,
  /\bmanagement fees?\b|\bletting fees?\b|\brent (due|charge|arrears)\b/,
  /\bclient money\b|\btenancy deposit\b|\bdeposit scheme\b/,
  /\bproperty\b.*\b(income|expenditure|rent)\b|\brent, (mr|mrs|ms|miss)\b/,
]
// Minimum number of different phrases. A bank statement may mention a mortgage payment, a meter or a rent.
const otherLedgers = [
  { wording: debtWording, min: 3 },
  { wording: utilityWording, min: 3 },
  { wording: lettingWording, min: 3 },
]
const depositAccount =
  /\bsort(ing)? ?-?code\b|\b(current|share|savings|deposit) account\b|\bdebit card\b|\bfscs\b|\bdeposits?\b.{0,30}\bprotected\b/
const cardWording = [
  /\bcredit card\b|\bcard (statement|number ending)\b|\bcardholder\b/,
  /\bminimum payment\b|\bcredit limit\b|\bavailable credit\b/,
]
const cardHeading = /\bcredit card\b|\bcard (statement|account)\b/
const payWording = [
  /\bpay ?(slip|advice|statement)\b|\bsalary (slip|statement)\b|\bwages? slip\b|\bpay ?roll\b|\bslip cyflog\b/,
  /\bnet (pay|payment|amount|wages?)\b|\btake[ -]?home\b|\bt(â|a)l net\b/,
  /\bgross (pay|payments?|earnings|salary|wages?|total|to date|taxable)\b|\btotal (gross|payments|earnings|pay)\b|\btaxable (pay|gross)\b|\bgross:? £? ?\d[\d,]*\.\d\d\b/,
  /\btax code\b|\bcod treth\b/,
  /\bn\.?i\.? ?(number|no\b|table|letter|category|cat\b|code)|\bnational insurance\b|\byswiriant gwladol\b/,
  /\bpaye\b|\bincome tax\b/,
  /\bdeductions?\b|\bdidyniadau\b/,
  /\b(year|tax) to date\b|\bytd\b|\bto date\b|\bthis tax year\b/,
]
// Minimum number of different payslip phrases in a document with and without a payslip title. The title counts as one
// of them.
const minTitledPayWording = 5
const minUntitledPayWording = 4
// Minimum number of lines with a date and an amount. Every table of transactions has such lines.
const minDatedAmounts = 2
// Minimum number of lines with a date and of lines with an amount, if the dates are headings.
const minHeadedLines = 4
// Minimum number of rows in a letter that is a statement. A letter may quote a few amounts with their dates.
const minLetterRows = 5
// Minimum number of rows that make up for missing balances and column titles.
const minListedRows = 8
const maxTitleLength = 140

export function recognise(pages: readonly PdfPage[]): RecognisedKind {
  const lines = listTextLines(pages)
  const text = lines.map((line) => line.text).join('\n')
  const heading = findHeading(pages)
  const hasOtherHeading = otherHeading.test(heading)
  const pay = payWording.map((words) => words.test(text))
  const [hasPayTitle, hasNetPay] = pay
  const minPayWording = hasPayTitle ? minTitledPayWording : minUntitledPayWording
  if ((hasPayTitle || hasNetPay) && pay.filter(Boolean).length >= minPayWording && !hasOtherHeading)
    return 'payslip'
  if (cardWording.every((words) => words.test(text))) return null
  const datedAmounts = lines.filter(({ hasDate, hasAmount }) => hasDate && hasAmount).length
  const isCertificate = taxWording.test(text) && datedAmounts < minLetterRows
  if (hasOtherHeading || otherWording.test(text) || isCertificate) return null
  const hasHeader = lines.some(({ text: line }) => isTableHeader(line))
  const [hasAccount, hasBank, hasBalances, hasTitle] = [account, bank, balances, statementTitle].map(
    (words) => words.test(text),
  )
  // A month without transactions may have neither a table nor its header.
  const isEmpty = hasAccount && hasBank && balance.test(text) && nothingHappened.test(text)
  if (isEmpty) return 'bank_statement'
  if (hasAccount && hasTitle && isShortStatement(text) && lines.some(({ hasAmount }) => hasAmount))
    return 'bank_statement'
  if (letterWording.test(text) && !(hasBank && datedAmounts >= minLetterRows)) return null
  if (!hasHeader && datedAmounts < minDatedAmounts) {
    // Apps print dates as headings, not beside the amounts.
    const hasLists = [
      lines.filter(({ hasDate }) => hasDate),
      lines.filter(({ hasAmount }) => hasAmount),
    ].every(({ length }) => length >= minHeadedLines)
    const hasAllWording = hasAccount && hasBank && hasBalances && hasTitle
    return hasAllWording && hasLists ? 'bank_statement' : null
  }
  const hasRows = (hasHeader && datedAmounts >= minDatedAmounts) || datedAmounts >= minListedRows
  const isComplete = hasAccount && (hasBalances || hasRows)
  const isPartial = hasBank && hasTitle && hasBalances && hasHeader && datedAmounts >= minDatedAmounts
  return (isComplete && (hasBank || hasTitle)) || isPartial ? 'bank_statement' : null
}

/** Whether the wording is that of a statement, which may have a single row: a bank, a period and the balances at its ends. */
const isShortStatement = (text: string): boolean =>
  licensedBank.test(text) &&
  !letterWording.test(text) &&
  periodAndBalances.every((wording) => wording.test(text))

/** Whether the document is a ledger with a running balance that is not that of a bank account, such as a mortgage. */
export function isOtherLedger(pages: readonly PdfPage[]): boolean {
  const text = listTextLines(pages)
    .map((line) => line.text)
    .join('\n')
  const isOther = otherLedgers.some(
    ({ wording, min }) => wording.filter((phrase) => phrase.test(text)).length >= min,
  )
  return isOther && !depositAccount.test(text)
}

/**
 * Whether the wording allows a document to be a statement if a running balance confirms its rows: it names a bank, and
 * nothing in it belongs to another kind of document.
 */
export function mayBeStatement(pages: readonly PdfPage[]): boolean {
  const text = listTextLines(pages)
    .map((line) => line.text)
    .join('\n')
  const heading = findHeading(pages)
  // A bank advertises its credit cards below the transactions.
  const isOfCard =
    cardWording.every((words) => words.test(text)) &&
    (cardHeading.test(heading) || !depositAccount.test(text))
  return (
    bank.test(text) &&
    !otherHeading.test(heading) &&
    !otherWording.test(text) &&
    !taxWording.test(text) &&
    !isOfCard
  )
}

/**
 * Whether the line contains the title of a text column, and the titles of either several money columns or of one
 * money column and a date column.
 */
function isTableHeader(line: string): boolean {
  if (line.length > maxTitleLength || !titleWords.text.test(line)) return false
  const moneyTitles = line.match(new RegExp(titleWords.money, 'g'))?.length ?? 0
  return moneyTitles > 1 || (moneyTitles === 1 && titleWords.date.test(line))
}
