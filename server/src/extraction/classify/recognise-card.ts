import { findCardFacts } from '../cards/facts.ts'
import type { PdfPage } from '../document.ts'
import { readStatementText } from '../statements/text/statement-text.ts'
import { findHeading, listTextLines } from './text-shape.ts'

// Recognises statements of credit cards by their wording and shape. A bank statement may advertise a credit card, and
// the statement of a card may print the sort code to which payments are sent.

const cardWords =
  /\b(credit|charge) card\b|\bcard (statement|number|account|ending)\b|\bcard ?(holder|member)\b|\b(mastercard|visa|amex|american express)\b|\b(\*|x|\u2022){4}/
const owedWording =
  /\b(previous|new|last|statement|outstanding) (statement |closing |account )?balance\b|\bbalance (owed|owing|from (your |the )?(last|previous))\b|\byou (now )?owed?\b/
/** Wording of a card without a credit limit, whose whole balance is paid every month. */
const chargeWording =
  /\bcharge card\b|\bcard ?member\b|\b(pay|paid|payable|repaid|settled?|cleared?)\b.{0,40}\bin full\b/
const phrases = [
  cardWords,
  chargeWording,
  /\bminimum (monthly )?(payment|amount|repayment)\b|\bpay (us )?at least\b/,
  /\bcredit limit\b|\bavailable (credit|to spend)\b/,
  /\bpayment due\b|\bdue (date|by|on)\b|\bpay(ment)? by\b|\breach(es)? us by\b/,
  owedWording,
  /\bcash (advances?|withdrawals?|transactions?)\b|\bbalance transfers?\b|\bpurchases?\b|\binterest (charged|on)\b|\ba\.?p\.?r\b/,
]
const cardHeading = /\b(credit )?card (statement|account)\b|\bcredit card\b/
const letterWording = /\byours (sincerely|faithfully)\b/
// Minimum number of different phrases.
const minPhrases = 4

/** Whether the wording allows the document to be the statement of a credit card. */
export function mayBeCardStatement(pages: readonly PdfPage[]): boolean {
  const lines = listTextLines(pages)
  const text = lines.map((line) => line.text).join('\n')
  return (
    cardWords.test(text) &&
    !letterWording.test(text) &&
    phrases.filter((phrase) => phrase.test(text)).length >= minPhrases
  )
}

/**
 * Whether a document with this wording is the statement of a credit card: it states what is to be paid, as no statement of
 * a bank account does, or its heading says so. Advertisements name neither. A card that owes nothing states no payment, but
 * it has a card number, a credit limit and a balance that is owed. A charge card has neither a minimum payment nor a limit.
 */
export function isCardStatement(pages: readonly PdfPage[]): boolean {
  if (!mayBeCardStatement(pages)) return false
  const facts = findCardFacts(readStatementText(pages).letterheadLines)
  const { minimumPayment, dueDate, creditLimit, cardEnding } = facts
  const isBill = minimumPayment !== null && (dueDate !== null || creditLimit !== null)
  if (isBill) return true
  const lines = listTextLines(pages)
  const hasRows = lines.some(({ hasDate, hasAmount }) => hasDate && hasAmount)
  const isOwed = cardEnding !== null && lines.some(({ text }) => owedWording.test(text))
  const isChargeCard = isOwed && dueDate !== null && lines.some(({ text }) => chargeWording.test(text))
  if (hasRows && isChargeCard) return true
  return hasRows && creditLimit !== null && (isOwed || cardHeading.test(findHeading(pages)))
}
