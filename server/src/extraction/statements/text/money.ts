import type { Word } from '../../document.ts'

/** A sum as it is printed. */
export type Money = {
  page: number
  /** Without its sign. */
  pence: number
  /** What its marks say: a minus, brackets, DR, OD or D; a plus or CR; or nothing. */
  mark: '-' | '+' | null
  /** Edges of the figure alone, and of all that belongs to it. */
  x: number
  right: number
  /** Where its digits end, without a bracket, a sign or letters that are set close: points stand under each other. */
  digitsRight: number
  fullX: number
  fullRight: number
  words: Word[]
  /** The figure as printed, for repairs of recognised digits. */
  digits: string
  /** Nothing stands close to it, as in a table; not so inside a sentence. */
  isCell: boolean
  /** Nothing stands close to its right. */
  endsCell: boolean
  /** In another currency. */
  isForeign: boolean
  /** The least certainty of its words, for recognised ones. */
  certainty: number
}

const figure =
  /^([([]?)([+\-\u2212\u2013]?)(£|GBP|\u20a4)?([+\-\u2212\u2013]?)(\d{1,3}(?:,\d{2,3})*,\d{3}|\d{1,9})\.(\d\d)(?:GBP|£)?([)\]]?)(?:GBP|£)?([+\-\u2212\u2013]?)(CR|DR|OD|DB|D|C)?$/i
const prefix = /^([([]?[+\-\u2212\u2013]?(£|GBP)?[+\-\u2212\u2013]?)$/i
const suffix = /^((GBP|£)?[)\]]?[+\-\u2212\u2013]?|(GBP|£)?(CR\.?|DR\.?|OD|DB|D|C))$/i
const otherCurrency =
  /^(USD|EUR|AUD|CAD|CHF|DKK|NOK|SEK|PLN|CZK|HUF|JPY|INR|THB|TRY|ZAR|AED|NZD|HKD|SGD|MXN|ISK|RON|BGN|ILS|MAD|CNY|KRW|BRL|US\$|\$|€|¥)$/i
const minus = /[-\u2212\u2013]/

/** Sums among the words of a line. */
export function moneyIn(words: readonly Word[], page: number, isOcr: boolean): Money[] {
  const found: Money[] = []
  for (let n = 0; n < words.length; n++) {
    const money = moneyAt(words, n, page, isOcr)
    if (!money) continue
    found.push(money)
    n += money.words.length - 1
  }
  return found
}

function moneyAt(words: readonly Word[], start: number, page: number, isOcr: boolean): Money | undefined {
  const taken: Word[] = []
  let next = start
  let text = ''
  const first = words[next] as Word
  if (prefix.test(first.text)) {
    // A £ may stand at the other end of its cell; a sign may not.
    const reach = /£|GBP/i.test(first.text) ? 12 : 0.5
    const number = words[next + 1]
    if (
      !number ||
      number.x - first.right > reach * first.size ||
      !/^[£\d([+\-\u2212\u2013]/.test(number.text)
    )
      return undefined
    taken.push(first)
    // The currency may stand before a bracket or a sign.
    text = first.text.replace(/£|GBP/i, '')
    next++
  }
  const number = words[next] as Word
  // The stop at the end of a sentence is no part of its last figure; `03.03.` is a day.
  const isShortDay = /^[0-3]?\d\.[01]\d\.$/.test(number.text)
  const spelling = isOcr ? mended(number.text) : number.text
  const printed = isShortDay ? spelling : spelling.replace(/(?<=\.\d\d)[.,;]$/, '')
  const endsSentence = printed !== spelling
  text += printed
  if (!figure.test(text) && !(text.startsWith('(') && figure.test(`${text})`))) return undefined
  taken.push(number)
  next++
  // The currency, and then what says which way it went.
  for (let n = 0; n < 2; n++) {
    const [last, after] = [taken.at(-1) as Word, words[next]]
    if (!after || !suffix.test(after.text) || after.x - last.right > 1.6 * number.size) break
    // `GBP 1.00 GBP 2.00`: a currency that stands before the next sum is not of this one.
    const next2 = words[next + 1]
    if (
      /^(GBP|£)$/i.test(after.text) &&
      next2 &&
      /^[-+(\u2212\u2013]?\d/.test(next2.text) &&
      next2.x - after.right < after.x - last.right
    )
      break
    const longer = text + after.text.replace('.', '')
    if (!figure.test(longer) && !figure.test(`${longer})`)) break
    text = longer
    taken.push(after)
    next++
  }
  const parts = figure.exec(text) ?? figure.exec(`${text})`)
  if (!parts) return undefined
  const [, open, lead = '', , inner = '', whole = '', decimals = '', , trail = '', letters = ''] = parts
  const isMinus =
    open !== '' || [lead, inner, trail].some((sign) => minus.test(sign)) || /^(D|DR|OD|DB)$/i.test(letters)
  const isPlus = [lead, inner, trail].includes('+') || /^CR?$/i.test(letters)
  const before = words[start - 1]
  const following = words[next]
  const close = (a: Word, b: Word) => b.x - a.right < 0.75 * Math.max(a.size, b.size)
  return {
    page,
    pence: Number(whole.replaceAll(',', '')) * 100 + Number(decimals),
    mark: isMinus ? '-' : isPlus ? '+' : null,
    x: number.x,
    right: number.right,
    digitsRight: digitsRightOf(number),
    fullX: (taken[0] as Word).x,
    fullRight: (taken.at(-1) as Word).right,
    words: taken,
    digits: whole.replaceAll(',', '') + decimals,
    isCell:
      !endsSentence &&
      !(before && close(before, taken[0] as Word)) &&
      !(following && close(taken.at(-1) as Word, following)),
    endsCell: !endsSentence && !(following && close(taken.at(-1) as Word, following)),
    isForeign: [before, following].some(
      (word) => word !== undefined && otherCurrency.test(word.text) && near(word),
    ),
    certainty: Math.min(...taken.map(({ certainty = 100 }) => certainty)),
  }

  function near(word: Word) {
    return Math.max(word.x - number.right, number.x - word.right) < number.size
  }
}

const widths: [RegExp, number][] = [
  [/[\d£+]/, 0.556],
  [/[.,]/, 0.278],
  [/[-()[\]]/, 0.333],
]
const widthOf = (text: string): number =>
  [...text].reduce((sum, sign) => sum + (widths.find(([signs]) => signs.test(sign))?.[1] ?? 0.7), 0)

/** By the usual widths of signs, scaled to what the word takes. */
function digitsRightOf({ text, x, right }: Word): number {
  const after = /\D*$/.exec(text)?.[0] ?? ''
  return after === '' ? right : right - ((right - x) * widthOf(after)) / widthOf(text)
}

/** What recognition makes of commas and digits, where the whole can only be a sum. */
function mended(text: string): string {
  if (!/\d/.test(text) || !/[.,]/.test(text) || /[^\d.,£()+\-\u2212\u2013OoIlSBCRDr€]/.test(text)) return text
  const tidy = text
    .replace(/[Oo](?=[\d.,]|$)/g, '0')
    .replace(/[Il](?=[\d.,]|$)/g, '1')
    .replace(/^€/, '£')
  const parts = /^([^\d]*)(\d[\d.,]*)[.,](\d\d)([^\d.,]*)$/.exec(tidy)
  if (!parts) return tidy
  const [, lead = '', whole = '', decimals = '', trail = ''] = parts
  return `${lead}${whole.replace(/[.,]/g, '')}.${decimals}${trail}`
}

/** `-1,234.56`, as the interface writes sums. */
export function sumText(pence: number): string {
  const whole = Math.floor(Math.abs(pence) / 100)
  const decimals = String(Math.abs(pence) % 100).padStart(2, '0')
  return `${pence < 0 ? '-' : ''}${String(whole).replace(/\B(?=(\d{3})+$)/g, ',')}.${decimals}`
}
