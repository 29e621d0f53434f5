import type { Word } from '../../document.ts'
import { isPounds, isThousands, type Notation } from './notation.ts'

/** A word that is read otherwise than it is printed, or elsewhere; `printed` are those on the page. */
export type Moved = Word & { printed?: readonly Word[] }

export const printedOf = (word: Moved): readonly Word[] => word.printed ?? [word]

/** The words of a line with their figures as this country writes them: `1,234.56`, in one piece, with a £ if any sign. */
export function respelled(words: readonly Word[], notation: Notation): Word[] {
  const { decimals, isSpaced, hasWholePounds, currency } = notation
  const isUsual = decimals === 'point' && !isSpaced && !hasWholePounds && !currency
  let own = words.some(({ text }) => filled.test(text)) ? words.map(withoutFilling) : [...words]
  if (isUsual) return own
  if (currency) own = own.map((word) => spelled(word, inPounds(word.text, currency)))
  if (isSpaced) own = joined(own, isThousands, ',')
  if (decimals === 'apart') own = joined(own, isPounds, '.')
  if (decimals === 'comma') own = own.map((word) => spelled(word, withPoint(word.text)))
  if (decimals === 'none' || hasWholePounds)
    own = own.map((word, n) =>
      isWhole(own, n, decimals === 'none') ? spelled(word, withPence(word.text)) : word,
    )
  return own
}

const filled = /^[*#]+£?\d[\d,]*\.\d\d|\d\.\d\d[*#]+$/
const withoutFilling = (word: Word): Word =>
  filled.test(word.text) ? spelled(word, word.text.replace(/[*#]/g, '')) : word

const spelled = (word: Moved, text: string): Moved =>
  text === word.text ? word : { ...word, text, printed: printedOf(word) }

const inPounds = (text: string, currency: RegExp): string =>
  currency.test(text) ? text.replace(currency, /[A-Z]/.test(text) ? 'GBP' : '£') : text

const withPoint = (text: string): string =>
  /^\D{0,4}\d{1,3}(?:[.'’,]?\d{3})*,\d\d\D{0,3}$/.test(text)
    ? text
        .replace(/[.'’,](?=\d{3})/g, '\u0000')
        .replace(/,(?=\d\d\D{0,3}$)/, '.')
        .replaceAll('\u0000', ',')
    : text

const whole =
  /^([-+(£\u2212\u2013]{0,3}\d{1,3}(?:,\d{3})+|[-+(£\u2212\u2013]{0,3}\d{1,7})(\)?[-\u2212\u2013]?(?:CR|DR|OD|D)?)$/i
const withPence = (text: string): string => text.replace(whole, '$1.00$2')

/** Without a £ a figure has to stand apart, and no number of a day or a year does. */
function isWhole(words: readonly Word[], n: number, isAll: boolean): boolean {
  const word = words[n] as Word
  if (!whole.test(word.text)) return false
  if (word.text.includes('£')) return true
  if (!isAll || n === 0) return false
  const [before, after] = [words[n - 1] as Word, words[n + 1]]
  const isApart = (gap: number) => gap > 0.9 * word.size
  const isSign = after !== undefined && /^(CR|DR|OD|D|C|GBP)$/i.test(after.text)
  return (
    (isApart(word.x - before.right) || before.text === '£') &&
    (isSign || !after || isApart(after.x - word.right))
  )
}

/** Words of which each belongs to the next become one. */
function joined(
  words: readonly Word[],
  isPart: (word: Word, next: Word | undefined) => boolean,
  by: string,
): Word[] {
  const found: Moved[] = []
  for (const word of words.toReversed()) {
    const next = found.at(-1)
    if (!next || !isPart(word, { ...next, text: next.text.replace(/^(\d{3}),.*$/, '$1') })) {
      found.push(word)
      continue
    }
    const text = word.text + by + next.text
    found[found.length - 1] = { ...next, text, x: word.x, printed: [...printedOf(word), ...printedOf(next)] }
  }
  return found.toReversed()
}
