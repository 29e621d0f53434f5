import type { PageWord, PdfPage } from '../../document.ts'
import { notationTuning } from '../tuning/text.ts'

// A statement uses one notation for all its amounts and dates, so the notation is detected from all words before any
// amount is parsed.

export type Notation = {
  /**
   * Decimal separator. `none`: all amounts are whole pounds; `apart`: the pence are in a separate column; `trimmed`: zeros
   * at the end are left out, as spreadsheets do, so that 26.40 is `26.4` and 250.00 is `250`.
   */
  decimals: 'point' | 'comma' | 'none' | 'apart' | 'trimmed'
  /** Right edges of the columns of amounts on each page, if the decimals are trimmed; otherwise empty. */
  amountEdges: readonly number[]
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
  amountEdges: [],
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
  dayFirst: /^(?:1[3-9]|2\d|3[01])(?:[/-](?:0?[1-9]|1[0-2])(?:[/-]\d{2,4})?|\.(?:0?[1-9]|1[0-2])\.\d{2,4})$/,
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
  const amountEdges = isComma || count.grouped > 0 ? [] : listTrimmedEdges(pages)
  const hasFewPoints =
    !isComma &&
    amountEdges.length === 0 &&
    (count.point < minSamples || count.point < minPointShare * count.whole)
  return {
    decimals: chooseDecimals(),
    amountEdges,
    isSpaced: (isComma || count.grouped === 0) && hasSpacedThousands(pages),
    hasWholePounds: count.whole >= minSamples && count.whole >= minWholePoundShare * count.point,
    isMonthFirst: count.monthFirst > 0 && count.dayFirst === 0,
    currency: detectCurrency(pages),
  }

  function chooseDecimals(): Notation['decimals'] {
    if (isComma) return 'comma'
    if (amountEdges.length > 0) return 'trimmed'
    if (!hasFewPoints) return 'point'
    return countPencePairs(pages) >= minPencePairs ? 'apart' : 'none'
  }
}

const trimmed = /^[-+(\u00a3\u2212\u2013]{0,3}\d{1,7}\.\d\)?$/
const number = /^[-+(\u00a3\u2212\u2013]{0,3}\d{1,7}(\.\d\d?)?\)?$/

/**
 * Returns the right edges of columns in which some amounts have one decimal. One decimal is no amount in any other
 * notation, but a sentence may contain it.
 */
function listTrimmedEdges(pages: readonly PdfPage[]): number[] {
  const columns = new Map<number, { count: number; trimmed: number }>()
  for (const { words } of pages) {
    const numbers = words.filter(({ text }) => number.test(text))
    for (const word of numbers) {
      if (!isAlone(word, words)) continue
      const edge = Math.round(word.right)
      const column = columns.get(edge) ?? { count: 0, trimmed: 0 }
      columns.set(edge, {
        count: column.count + 1,
        trimmed: column.trimmed + Number(trimmed.test(word.text)),
      })
    }
  }
  const { minSamples, minTrimmedShare } = notationTuning
  const found = [...columns].filter(
    ([, column]) => column.count >= minSamples && column.trimmed >= minTrimmedShare * column.count,
  )
  const total = found.reduce((sum, [, column]) => sum + column.trimmed, 0)
  return total >= minSamples ? found.map(([edge]) => edge) : []
}

/** Whether no other word is close to a word on its baseline. */
export const isAlone = (word: PageWord, words: readonly PageWord[]): boolean =>
  words.every(
    (other) =>
      other === word ||
      Math.abs(other.y - word.y) > notationTuning.maxBaselineShift ||
      Math.max(other.x - word.right, word.x - other.right) > notationTuning.minCellGap * word.size,
  )

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
