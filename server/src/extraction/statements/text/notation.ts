import type { Page, Word } from '../../document.ts'

// How a paper writes its figures and days: one way from beginning to end, so all of its words are asked before the first
// is read.

export type Notation = {
  /** What stands before the pence; `none`: whole pounds; `apart`: the pence have a column of their own. */
  decimals: 'point' | 'comma' | 'none' | 'apart'
  /** Thousands are set off by spaces. */
  isSpaced: boolean
  /** `£12` among sums with pence. */
  hasWholePounds: boolean
  /** 03/15 for 15 March. */
  isMonthFirst: boolean
  /** The sign and the code of the account's own currency, where it is not the pound. */
  currency: RegExp | null
}

export const usual: Notation = {
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

const currencies: [RegExp, RegExp][] = [
  [/^[-+(]?\$\d|^\$$|^USD$/, /\$|\bUSD\b/],
  [/^[-+(]?€\d|\d€$|^€$|^EUR$/, /€|\bEUR\b/],
  [/^CHF$/, /\bCHF\b/],
]
const sterling = /£|^GBP$/
const moneyWords = /^\(?(balance|amount|currency|total|deposits?|withdrawals?|credits?|debits?)\W*$/i

export function notationOf(pages: readonly Page[]): Notation {
  const count = { point: 0, comma: 0, grouped: 0, whole: 0, dayFirst: 0, monthFirst: 0 }
  const names = Object.keys(count) as (keyof typeof count)[]
  for (const { words } of pages)
    for (const { text } of words)
      if (/\d/.test(text)) for (const name of names) if (shapes[name].test(text)) count[name]++
  const isComma = count.comma >= 3 && count.comma > 3 * count.point
  const few = isComma ? false : count.point < 3 || count.point < 0.1 * count.whole
  const pairs = few ? penceApart(pages) : 0
  return {
    decimals: isComma ? 'comma' : pairs >= 6 ? 'apart' : few ? 'none' : 'point',
    isSpaced: (isComma || count.grouped === 0) && hasSpacedThousands(pages),
    hasWholePounds: count.whole >= 3 && count.whole >= 0.1 * count.point,
    isMonthFirst: count.monthFirst > 0 && count.dayFirst === 0,
    currency: currencyOf(pages),
  }
}

/** Another currency is that of the account where it stands beside balances and totals, and the pound nowhere. */
function currencyOf(pages: readonly Page[]): RegExp | null {
  if (pages.some(({ words }) => words.some(({ text }) => sterling.test(text)))) return null
  for (const [sign, all] of currencies) {
    const isOwn = pages.some(({ words }) => {
      const bases = words.filter(({ text }) => moneyWords.test(text)).map(({ y }) => y)
      return words.some((word) => sign.test(word.text) && bases.some((y) => Math.abs(y - word.y) < 1))
    })
    if (isOwn) return all
  }
  return null
}

const hasSpacedThousands = (pages: readonly Page[]): boolean =>
  pages.some(({ words }) => words.some((word, n) => isThousands(word, words[n + 1])))

/** `1` and `234.56`, a space apart. */
export function isThousands(word: Word, next: Word | undefined): boolean {
  if (!next || Math.abs(next.y - word.y) > 1 || !/^[-+(£\u2212\u2013]{0,2}\d{1,3}$/.test(word.text))
    return false
  const gap = next.x - word.right
  return gap > 0 && gap < 0.6 * word.size && /^\d{3}(?:[.,]\d\d\D{0,3})?$/.test(next.text)
}

const penceApart = (pages: readonly Page[]): number =>
  pages.reduce((sum, { words }) => sum + words.filter((word, n) => isPounds(word, words[n + 1])).length, 0)

/** Pounds with their pence in the next column. */
export function isPounds(word: Word, next: Word | undefined): boolean {
  if (!next || Math.abs(next.y - word.y) > 1) return false
  const gap = next.x - word.right
  return gap > 0 && gap < 3 * word.size && shapes.pounds.test(word.text) && shapes.pence.test(next.text)
}
