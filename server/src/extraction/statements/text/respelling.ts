import type { PageWord } from '../../document.ts'
import { notationTuning, respellingTuning } from '../tuning/text.ts'
import { hasPenceColumn, isAlone, isSpacedThousands, type Notation } from './notation.ts'
import { classifyAmountLabel } from './vocabulary.ts'

/** A word whose text or position was changed for parsing. `printed` contains the original words on the page. */
export type RespelledWord = PageWord & { printed?: readonly PageWord[] }

export const getPrintedWords = (word: RespelledWord): readonly PageWord[] => word.printed ?? [word]

/**
 * Rewrites the amounts of a line in British notation: each amount is one word, such as `1,234.56`, with £ as the only
 * currency symbol.
 */
export function respellAmounts(words: readonly PageWord[], notation: Notation): PageWord[] {
  const { decimals, isSpaced, hasWholePounds, currency } = notation
  const isDefault = decimals === 'point' && !isSpaced && !hasWholePounds && !currency
  let result = words.some(({ text }) => padded.test(text)) ? words.map(removePadding) : [...words]
  if (isDefault) return result
  if (currency) result = result.map((word) => respell(word, toPoundSign(word.text, currency)))
  if (isSpaced) result = joinWords(result, isSpacedThousands, ',')
  if (decimals === 'apart') result = joinWords(result, hasPenceColumn, '.')
  if (decimals === 'comma') result = result.map((word) => respell(word, toDecimalPoint(word.text)))
  if (decimals === 'trimmed')
    result = result.map((word, n) =>
      isTrimmedAmount(result, n, notation) ? respell(word, padDecimals(word.text)) : word,
    )
  else if (decimals === 'none' || hasWholePounds)
    result = result.map((word, n) =>
      isWholePounds(result, n, decimals === 'none') ? respell(word, addPence(word.text)) : word,
    )
  return result
}

const padded = /^[*#]+£?\d[\d,]*\.\d\d|\d\.\d\d[*#]+$/
const removePadding = (word: PageWord): PageWord =>
  padded.test(word.text) ? respell(word, word.text.replace(/[*#]/g, '')) : word

const respell = (word: RespelledWord, text: string): RespelledWord =>
  text === word.text ? word : { ...word, text, printed: getPrintedWords(word) }

const toPoundSign = (text: string, currency: RegExp): string =>
  currency.test(text) ? text.replace(currency, /[A-Z]/.test(text) ? 'GBP' : '£') : text

const toDecimalPoint = (text: string): string =>
  /^\D{0,4}\d{1,3}(?:[.'’,]?\d{3})*,\d\d\D{0,3}$/.test(text)
    ? text
        .replace(/[.'’,](?=\d{3})/g, '\u0000')
        .replace(/,(?=\d\d\D{0,3}$)/, '.')
        .replaceAll('\u0000', ',')
    : text

const whole =
  /^([-+(£\u2212\u2013]{0,3}\d{1,3}(?:,\d{3})+|[-+(£\u2212\u2013]{0,3}\d{1,7})(\)?[-\u2212\u2013]?(?:CR|DR|OD|D)?)$/i
const addPence = (text: string): string => text.replace(whole, '$1.00$2')

const trimmed = /^([-+(\u00a3\u2212\u2013]{0,3}\d{1,7})(\.\d)?(\)?)$/
const padDecimals = (text: string): string =>
  text.replace(trimmed, (_, whole: string, decimal = '.0', end: string) => `${whole}${decimal}0${end}`)

/** Whether a word is an amount without the zeros at its end: in a column of amounts, or beside the label of one. */
function isTrimmedAmount(words: readonly PageWord[], n: number, { amountEdges }: Notation): boolean {
  const word = words[n] as PageWord
  if (n === 0 || !trimmed.test(word.text) || !isAlone(word, words)) return false
  const isInColumn = amountEdges.some((edge) => Math.abs(edge - word.right) <= notationTuning.maxEdgeOffset)
  return (
    isInColumn ||
    classifyAmountLabel(
      words
        .slice(0, n)
        .map(({ text }) => text)
        .join(' '),
    ) !== null
  )
}

/**
 * Whether a word is an amount in whole pounds. A number without £ must be separated from its neighbours, unlike day
 * numbers and years.
 */
function isWholePounds(words: readonly PageWord[], n: number, isAll: boolean): boolean {
  const word = words[n] as PageWord
  if (!whole.test(word.text)) return false
  if (word.text.includes('£')) return true
  if (!isAll || n === 0) return false
  const [before, after] = [words[n - 1] as PageWord, words[n + 1]]
  const isSeparated = (gap: number) => gap > respellingTuning.minWholePoundGap * word.size
  const isSign = after !== undefined && /^(CR|DR|OD|D|C|GBP)$/i.test(after.text)
  return (
    (isSeparated(word.x - before.right) || before.text === '£') &&
    (isSign || !after || isSeparated(after.x - word.right))
  )
}

/** Joins words that belong together into one word. */
function joinWords(
  words: readonly PageWord[],
  isPart: (word: PageWord, next: PageWord | undefined) => boolean,
  by: string,
): PageWord[] {
  const joined: RespelledWord[] = []
  for (const word of words.toReversed()) {
    const next = joined.at(-1)
    if (!next || !isPart(word, { ...next, text: next.text.replace(/^(\d{3}),.*$/, '$1') })) {
      joined.push(word)
      continue
    }
    const text = word.text + by + next.text
    joined[joined.length - 1] = {
      ...next,
      text,
      x: word.x,
      printed: [...getPrintedWords(word), ...getPrintedWords(next)],
    }
  }
  return joined.toReversed()
}
