import type { PageWord } from '../document.ts'

// Characters that OCR confuses with digits. They are replaced only where the text can only be a number.

const confusions: Record<string, string> = {
  O: '0',
  o: '0',
  Q: '0',
  D: '0',
  l: '1',
  I: '1',
  '|': '1',
  '\\': '1',
  i: '1',
  S: '5',
  s: '5',
  '§': '5',
  B: '8',
  Z: '2',
  z: '2',
}
const confusable = /[OoQDlI|\\iSs§BZz]/g

const affixes = /^([-+(£$€]*)(.*?)((?:CR|DR|OD|[-+)DC*])?)$/
const money = /^\d{1,3}([.,]\d{3})*[.,]\d\d$|^\d+[.,]\d\d$/
// Account numbers must begin with a digit, because text with two leading letters may be a National Insurance number.
const fixedShapes = [/^\S\S[-/.]\S\S[-/.](\S\S|\S{4})$/, /^\S\S?\/\S\S?\/(\S\S|\S{4})$/, /^\d\S{7}$/]
const shortDay = /^[\dOoQlI|iSs§Zz]{2}\/[\dOoQlI|iSs§Zz]{2}$/

// Matches an overdrawn balance such as 490.95OD in which OCR misread the O. No other amount has three decimals and a
// letter.
const overdrawn = /^(\S*[.,][\dOoSsIlB]{2})[0OoQ][Dp][.,]?$/
const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'
const digit = String.raw`[\dOoQlIi|\\Ss§BZz]`
const namedDay = new RegExp(
  `^(${digit}{1,2})([-/.]?)((?:${months})[a-z]*)(?:([-/.]?)(${digit}{2}|${digit}{4}))?[.,]?$`,
  'i',
)
const ordinalDay = new RegExp(`^(${digit}{1,2})(st|nd|rd|th)$`)
export const toDigits = (text: string) =>
  text.replace(confusable, (character) => confusions[character] ?? character)

/** Repairs dates with a month name (`O7Jun`, `I7-MAR-26`) and ordinals (`Sth`). */
function repairDate(text: string): string | undefined {
  const [, day = '', first = '', month = '', second = '', year = ''] = namedDay.exec(text) ?? []
  if (month && isDay(toDigits(day))) return toDigits(day) + first + month + second + toDigits(year)
  const [, count = '', ending = ''] = ordinalDay.exec(text) ?? []
  // OCR easily loses the narrow 1 of `21st` and `31st`. `2st` and `3st` can mean nothing else.
  const whole = ending === 'st' && /^[23]$/.test(count) ? `${count}1` : toDigits(count)
  return ending && isDay(whole) ? whole + ending : undefined
}

const isDay = (digits: string) => Number(digits) >= 1 && Number(digits) <= 31

/** Returns the number that the text must be, or the text unchanged if it is not clearly a number. */
export function repairNumber(text: string): string {
  const plain = text
    .replaceAll(/[\u2013\u2014\u2212]/g, '-')
    .replaceAll('\u2018', "'")
    .replaceAll('\u2019', "'")
    .replace(/^[~¬](?=[£$€]?\d)/, '-')
    .replace(/^["'“”]+(?=[-+]?[£$€]?\d+[.,]\d)/, '')
    .replace(/^(-?)[£€]{2,}(?=\d)/, '$1£')
    .replace(/(?<=\d\.\d\d)[.,:;]$/, '')
    // The second half of a PAYE reference begins with a letter.
    .replace(/(?<=^\d{3}\/)0(?=[A-Z]\d)/, 'O')
  const day = repairDate(plain)
  if (day !== undefined) return day
  if (shortDay.test(plain) && /\d/.test(plain) && isDay(toDigits(plain.slice(0, 2)))) return toDigits(plain)
  const [, amount] = overdrawn.exec(plain) ?? []
  if (amount !== undefined) return `${repairNumber(amount)}OD`
  const digits = plain.replace(/\D/g, '').length
  if (digits < 2) return plain
  const [, before = '', middle = '', after = ''] = affixes.exec(plain) ?? []
  const letters = middle.match(confusable)?.length ?? 0
  if (digits < letters * 2) return plain
  const guess = toDigits(middle)
  if (money.test(guess)) return before + normaliseSeparators(guess) + after
  const whole = toDigits(plain)
  const isFixed = fixedShapes.some((shape) => shape.test(plain)) && !/[^\d/.-]/.test(whole)
  return isFixed ? whole : plain
}

/** Makes the last separator the decimal point and the separators before it thousands separators. */
function normaliseSeparators(amount: string): string {
  const whole = amount.slice(0, -3)
  return `${whole.replaceAll('.', ',')}.${amount.slice(-2)}`
}

const exactMoney = /^[-+(£$€]*(\d{1,3}(,\d{3})*|\d+)\.\d\d(\)|CR|DR|OD|[-+DC])?$/
// Maximum gap between two parts of one amount, in ems.
const maxBreakWidth = 0.45

/**
 * Whether two words are parts of one amount. Three digits must follow a comma, unlike in `Flat 6, 90 Windfall
 * Street`.
 */
const isSplitAt = (before: string, after: string) =>
  /(\d\.|^[-+£$€(]{1,2})$/.test(before) ||
  (/\d,$/.test(before) && /^\d{3}\b/.test(after)) ||
  /^[.,]\d/.test(after)

/** Joins amounts that OCR split at the decimal point, comma or sign: `1,234.` and `56`, `-` and `12.50`. */
export function joinSplitAmounts(line: readonly PageWord[]): PageWord[] {
  const joined: PageWord[] = []
  for (const word of line) {
    const last = joined.at(-1)
    const together = last ? repairNumber(last.text + word.text) : ''
    const isBroken =
      last &&
      word.x - last.right < word.size * maxBreakWidth &&
      exactMoney.test(together) &&
      isSplitAt(last.text, word.text) &&
      !exactMoney.test(last.text)
    if (last && isBroken) {
      last.text = together
      last.right = word.right
      last.certainty = Math.min(last.certainty ?? 0, word.certainty ?? 0)
    } else joined.push({ ...word })
  }
  return joined
}
