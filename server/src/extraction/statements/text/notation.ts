import type { PageWord, PdfPage } from '../../document.ts'
import { notationTuning } from '../tuning/text.ts'

// A statement uses one notation for all its amounts and dates, so the notation is detected from all words before any
// amount is parsed.

export type Notation = {
  /** Decimal separator. `none`: all amounts are whole pounds; `apart`: the pence are in a separate column. */
  decimals: 'point' | 'comma' | 'none' | 'apart'
  /** Thousands are separated by spaces. */
  isSpaced: boolean
  /** The document contains amounts in whole pounds, such as `£12`, as well as amounts with pence. */
  hasWholePounds: boolean
  /** Numeric dates begin with the month: 03/15 is 15 March. */
  isMonthFirst: boolean
  /** Pattern for symbol and code of the account currency; null if it is the pound. */
  currency: RegExp | null
}

export const defaultNotation: Notation = {
  decimals: 'point',
  isSpaced: false,
  hasWholePounds: false,
  isMonthFirst: false,
  currency: null,
}

const shapes = {
  point: /^\D{0,4}\d{1,3}(?:,?\d{3})*\.\d\d[^\d.]{0,3}$/,
  comma: /^\D{0,4}\d{1,3}(?:[.'’]?\d{3})*,\d\d\D{0,3}$/,
  grouped: /\d,\d{3}(?:\.|,|$)/,
  whole: /^[-+(\u2212\u2013]?£[-+\u2212\u2013]?\d{1,3}(?:,?\d{3})*\)?(?:CR|DR|OD)?$/i,
  dayFirst: /^(?:1[3-9]|2\d|3[01])[/-](?:0?[1-9]|1[0-2])(?:[/-]\d{2,4})?$/,
  monthFirst: /^(?:0?[1-9]|1[0-2])[/-](?:1[3-9]|2\d|3[01])(?:[/-]\d{2,4})?$/,
  pounds: /^[-+(£\u2212\u2013]{0,2}\d{1,3}(?:,\d{3})*$/,
  pence: /^\d\d[)\-\u2212\u2013]?(?:CR|DR|OD|D)?$/i,
}

/** A sort code such as `07-31-90` has the shape of a date with a year of two digits, and says nothing about dates. */
const sortCode = /^\d\d-\d\d-\d\d$/

const currencies: [RegExp, RegExp][] = [
  [/^[-+(]?\$\d|^\$$|^USD$/, /\$|\bUSD\b/],
  [/^[-+(]?€\d|\d€$|^€$|^EUR$/, /€|\bEUR\b/],
  [/^CHF$/, /\bCHF\b/],
]
const sterling = /£|^GBP$/
const amountLabels = /^\(?(balance|amount|currency|total|deposits?|withdrawals?|credits?|debits?)\W*$/i

export function detectNotation(pages: readonly PdfPage[]): Notation {
  const count = { point: 0, comma: 0, grouped: 0, whole: 0, dayFirst: 0, monthFirst: 0 }
  const names = Object.keys(count) as (keyof typeof count)[]
  for (const { words } of pages)
    for (const { text } of words)
      if (/\d/.test(text) && !sortCode.test(text))
        for (const name of names) if (shapes[name].test(text)) count[name]++
  const { minSamples, minCommaDominance, minPointShare, minWholePoundShare, minPencePairs } = notationTuning
  const isComma = count.comma >= minSamples && count.comma > minCommaDominance * count.point
  const hasFewPoints = !isComma && (count.point < minSamples || count.point < minPointShare * count.whole)
  const pencePairs = hasFewPoints ? countPencePairs(pages) : 0
  return {
    decimals: isComma ? 'comma' : pencePairs >= minPencePairs ? 'apart' : hasFewPoints ? 'none' : 'point',
    isSpaced: (isComma || count.grouped === 0) && hasSpacedThousands(pages),
    hasWholePounds: count.whole >= minSamples && count.whole >= minWholePoundShare * count.point,
    isMonthFirst: count.monthFirst > 0 && count.dayFirst === 0,
    currency: detectCurrency(pages),
  }
}

/**
 * Returns the account currency if it is not the pound: another currency that occurs beside balances and totals in a
 * document without any pound sign.
 */
function detectCurrency(pages: readonly PdfPage[]): RegExp | null {
  if (pages.some(({ words }) => words.some(({ text }) => sterling.test(text)))) return null
  for (const [sign, all] of currencies) {
    const isOwn = pages.some(({ words }) => {
      const baselines = words.filter(({ text }) => amountLabels.test(text)).map(({ y }) => y)
      return words.some((word) => sign.test(word.text) && baselines.some((y) => isSameBaseline(y, word.y)))
    })
    if (isOwn) return all
  }
  return null
}

const isSameBaseline = (a: number, b: number) => Math.abs(a - b) < notationTuning.maxBaselineShift

const hasSpacedThousands = (pages: readonly PdfPage[]): boolean =>
  pages.some(({ words }) => words.some((word, n) => isSpacedThousands(word, words[n + 1])))

/** Whether two words are one amount with a space after the thousands: `1` and `234.56`. */
export function isSpacedThousands(word: PageWord, next: PageWord | undefined): boolean {
  if (
    !next ||
    Math.abs(next.y - word.y) > notationTuning.maxBaselineShift ||
    !/^[-+(£\u2212\u2013]{0,2}\d{1,3}$/.test(word.text)
  )
    return false
  const gap = next.x - word.right
  return (
    gap > 0 &&
    gap < notationTuning.maxThousandsGap * word.size &&
    /^\d{3}(?:[.,]\d\d\D{0,3})?$/.test(next.text)
  )
}

const countPencePairs = (pages: readonly PdfPage[]): number =>
  pages.reduce(
    (sum, { words }) => sum + words.filter((word, n) => hasPenceColumn(word, words[n + 1])).length,
    0,
  )

/** Whether a word is an amount in pounds whose pence are in the next column. */
export function hasPenceColumn(word: PageWord, next: PageWord | undefined): boolean {
  if (!next || Math.abs(next.y - word.y) > notationTuning.maxBaselineShift) return false
  const gap = next.x - word.right
  return (
    gap > 0 &&
    gap < notationTuning.maxPenceGap * word.size &&
    shapes.pounds.test(word.text) &&
    shapes.pence.test(next.text)
  )
}
