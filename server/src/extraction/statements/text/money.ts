import type { PageWord } from '../../document.ts'
import { amountTuning } from '../tuning/text.ts'

export type PrintedAmount = {
  page: number
  /** Absolute value; `mark` contains the sign. */
  pence: number
  /** `-` for a minus, brackets, DR, OD or D; `+` for a plus or CR; null if unsigned. */
  mark: '-' | '+' | null
  /** Edges of the number; `fullX` and `fullRight` include currency and sign. */
  x: number
  right: number
  /**
   * Right edge of the last digit, without any bracket, sign or letters after it. Columns aligned at the decimal point
   * share this edge.
   */
  digitsRight: number
  fullX: number
  fullRight: number
  words: PageWord[]
  digits: string
  /** No word is close to the amount on either side, so it is in a table cell and not in a sentence. */
  isCell: boolean
  /** No word is close to the right of the amount. */
  endsCell: boolean
  /** The amount is in a foreign currency. */
  isForeign: boolean
  /** Lowest OCR confidence of the words of the amount, 0 to 100. */
  certainty: number
}

const amountShape =
  /^([([]?)([+\-\u2212\u2013]?)(£|GBP|\u20a4)?([+\-\u2212\u2013]?)(\d{1,3}(?:,\d{2,3})*,\d{3}|\d{1,9})\.(\d\d)(?:GBP|£)?([)\]]?)(?:GBP|£)?([+\-\u2212\u2013]?)(CR|DR|OD|DB|D|C)?$/i
const prefix = /^([([]?[+\-\u2212\u2013]?(£|GBP)?[+\-\u2212\u2013]?|CR|DR|OD)$/i
const signBefore: Record<string, string> = { CR: '+', DR: '-', OD: '-' }
/** Accountants print a negative balance as `£(260.85)`. */
const currencyBeforeBracket = /^(£|GBP)(?=[([])/i
const suffix = /^((GBP|£)?[)\]]?[+\-\u2212\u2013]?|(GBP|£)?(CR\.?|DR\.?|OD|DB|D|C))$/i
const overdrawn = /^\(?(overdrawn|o\/d|od|gd?|gd?\/od|od\/gd?)\)?[.,]?$/i
const otherCurrency =
  /^(USD|EUR|AUD|CAD|CHF|DKK|NOK|SEK|PLN|CZK|HUF|JPY|INR|THB|TRY|ZAR|AED|NZD|HKD|SGD|MXN|ISK|RON|BGN|ILS|MAD|CNY|KRW|BRL|US\$|\$|€|¥)$/i
const minus = /[-\u2212\u2013]/

/** Finds the amounts among the words of a line. */
export function findAmounts(words: readonly PageWord[], page: number, isOcr: boolean): PrintedAmount[] {
  const amounts: PrintedAmount[] = []
  for (let n = 0; n < words.length; n++) {
    const amount = readAmountAt(words, n, page, isOcr)
    if (!amount) continue
    amounts.push(amount)
    n += amount.words.length - 1
  }
  return amounts
}

function readAmountAt(
  words: readonly PageWord[],
  start: number,
  page: number,
  isOcr: boolean,
): PrintedAmount | undefined {
  const taken: PageWord[] = []
  let next = start
  let text = ''
  const first = words[next] as PageWord
  if (prefix.test(first.text)) {
    const maxGap = /£|GBP/i.test(first.text) ? amountTuning.maxCurrencyGap : amountTuning.maxSignGap
    const number = words[next + 1]
    if (
      !number ||
      number.x - first.right > maxGap * first.size ||
      !/^[£\d([+\-\u2212\u2013]/.test(number.text)
    )
      return undefined
    taken.push(first)
    // The currency may be printed before a bracket or a sign.
    text = signBefore[first.text.toUpperCase()] ?? first.text.replace(/£|GBP/i, '')
    next++
  }
  const number = words[next] as PageWord
  // A full stop after an amount ends a sentence, but `03.03.` is a date.
  const isShortDay = /^[0-3]?\d\.[01]\d\.$/.test(number.text)
  const spelling = isOcr ? repairOcrAmount(number.text) : number.text
  const printed = isShortDay ? spelling : spelling.replace(/(?<=\.\d\d[)\]]?)[.,;]$/, '')
  const endsSentence = printed !== spelling
  text += printed.replace(currencyBeforeBracket, '')
  if (!amountShape.test(text) && !(text.startsWith('(') && amountShape.test(`${text})`))) return undefined
  taken.push(number)
  next++
  // The number may be followed by a currency and a sign such as CR or DR.
  for (let n = 0; n < 2; n++) {
    const [last, after] = [taken.at(-1) as PageWord, words[next]]
    const ending = overdrawn.test(after?.text ?? '') ? 'OD' : (after?.text ?? '')
    if (!after || !suffix.test(ending) || after.x - last.right > amountTuning.maxSuffixGap * number.size)
      break
    // In `GBP 1.00 GBP 2.00` the second currency belongs to the next amount, as does the sign in `1.00 OD 2.00`.
    const afterNext = words[next + 1]
    if (
      /^(GBP|£|OD)$/i.test(after.text) &&
      afterNext &&
      /^[-+(\u2212\u2013]?\d/.test(afterNext.text) &&
      afterNext.x - after.right < after.x - last.right
    )
      break
    const longer = text + ending.replace('.', '')
    if (!amountShape.test(longer) && !amountShape.test(`${longer})`)) break
    text = longer
    taken.push(after)
    next++
  }
  const parts = amountShape.exec(text) ?? amountShape.exec(`${text})`)
  if (!parts) return undefined
  const [, open, lead = '', , inner = '', whole = '', decimals = '', , trail = '', letters = ''] = parts
  const isMinus =
    open !== '' || [lead, inner, trail].some((sign) => minus.test(sign)) || /^(D|DR|OD|DB)$/i.test(letters)
  const isPlus = [lead, inner, trail].includes('+') || /^CR?$/i.test(letters)
  const before = words[start - 1]
  const following = words[next]
  const areClose = (a: PageWord, b: PageWord) =>
    b.x - a.right < amountTuning.minCellGap * Math.max(a.size, b.size)
  return {
    page,
    pence: Number(whole.replaceAll(',', '')) * 100 + Number(decimals),
    mark: isMinus ? '-' : isPlus ? '+' : null,
    x: number.x,
    right: number.right,
    digitsRight: estimateDigitsRight(number),
    fullX: (taken[0] as PageWord).x,
    fullRight: (taken.at(-1) as PageWord).right,
    words: taken,
    digits: whole.replaceAll(',', '') + decimals,
    isCell:
      !endsSentence &&
      !(before && areClose(before, taken[0] as PageWord)) &&
      !(following && areClose(taken.at(-1) as PageWord, following)),
    endsCell: !endsSentence && !(following && areClose(taken.at(-1) as PageWord, following)),
    isForeign: [before, following].some(
      (word) => word !== undefined && otherCurrency.test(word.text) && isNear(word),
    ),
    certainty: Math.min(...taken.map(({ certainty = 100 }) => certainty)),
  }

  function isNear(word: PageWord) {
    const gap = Math.max(word.x - number.right, number.x - word.right)
    return gap < amountTuning.maxForeignCurrencyGap * number.size
  }
}

// Character widths of Helvetica, in ems.
const characterWidths: [RegExp, number][] = [
  [/[\d£+]/, 0.556],
  [/[.,]/, 0.278],
  [/[-()[\]]/, 0.333],
]
const letterWidth = 0.7
const estimateWidth = (text: string): number =>
  [...text].reduce(
    (sum, character) =>
      sum + (characterWidths.find(([characters]) => characters.test(character))?.[1] ?? letterWidth),
    0,
  )

/** Estimates the right edge of the last digit from typical character widths, scaled to the width of the word. */
function estimateDigitsRight({ text, x, right }: PageWord): number {
  const after = /\D*$/.exec(text)?.[0] ?? ''
  return after === '' ? right : right - ((right - x) * estimateWidth(after)) / estimateWidth(text)
}

/** Corrects typical OCR errors in commas and digits, if the text can only be an amount. */
function repairOcrAmount(text: string): string {
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

/** Formats an amount as in the API, for example `-1,234.56`. */
export function formatPence(pence: number): string {
  const whole = Math.floor(Math.abs(pence) / 100)
  const decimals = String(Math.abs(pence) % 100).padStart(2, '0')
  return `${pence < 0 ? '-' : ''}${String(whole).replace(/\B(?=(\d{3})+$)/g, ',')}.${decimals}`
}
