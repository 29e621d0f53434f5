import type { PdfPage } from '../document.ts'
import { type AmountText, parseAmount } from './amounts.ts'
import type { AnswerValue } from './answer.ts'
import { type LocatedValue, locate } from './locate.ts'
import type { SheetText } from './sheet.ts'
import type { NumberedLine, NumberedWord } from './words.ts'

/** A printed amount with its place. */
export type LocatedAmount = LocatedValue & AmountText

/** Why an opinion is dropped before it is read: a value is not on the page as the model says. */
export class ValueNotOnPage extends Error {}

export type Proposal = ReturnType<typeof openProposal>

/** Finds the values of an answer on the page, and records which amounts they explain. */
export function openProposal(pages: readonly PdfPage[], lines: readonly NumberedLine[]) {
  const words = lines.flatMap((line) => line.words)
  const amountWords = new Set<NumberedWord>()
  const unitWords = new Set<NumberedWord>()

  function require(value: AnswerValue, { mayWrap = false } = {}): LocatedValue {
    const located = locate(value, words, { mayWrap })
    if (!located) throw new ValueNotOnPage()
    return located
  }

  /** An amount must be printed with pence, and has one meaning: no word belongs to two amounts. */
  function requireAmount(value: AnswerValue): LocatedAmount {
    const located = require(value)
    const amount = parseAmount(located.text)
    if (!amount || located.words.some((word) => amountWords.has(word))) throw new ValueNotOnPage()
    for (const word of located.words) amountWords.add(word)
    return { ...located, ...amount }
  }

  return {
    pages,
    lines,
    words,
    /** Whether a word has a meaning as a number. An amount within a name or a description has none. */
    isExplained: (word: NumberedWord) => amountWords.has(word) || unitWords.has(word),
    /** Explains the hours and rate of a line. */
    explainUnits(units: readonly LocatedValue[]) {
      for (const word of units.flatMap((value) => value.words)) unitWords.add(word)
    },
    require,
    requireDescription: (value: AnswerValue) => require(value, { mayWrap: true }),
    requireAmount,
    optionalAmount: (value: AnswerValue | null) => value && requireAmount(value),
    /** A name, date or code that is not on the page is left out; the rest of the answer may still be right. */
    optionalFact: (value: AnswerValue | null): LocatedValue | null => (value && locate(value, words)) ?? null,
    isOcr: pages.some(({ source }) => source === 'ocr'),
  }
}

/** Shows an amount without its currency sign. The sign of a balance is kept; a direction replaces that of others. */
export const showAmount = (x: number, amount: LocatedAmount, { isSigned = true } = {}): SheetText => ({
  x,
  alignsRight: true,
  text: `${isSigned && amount.isNegative ? '-' : ''}${amount.digits}`,
  from: amount.words,
})
