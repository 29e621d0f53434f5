import type { Word } from '../document.ts'

// Signs that recognition takes for one another, put right only where nothing but a number can stand.

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
const confused = /[OoQDlI|\\iSs§BZz]/g

const frame = /^([-+(£$€]*)(.*?)((?:CR|DR|OD|[-+)DC*])?)$/
const money = /^\d{1,3}([.,]\d{3})*[.,]\d\d$|^\d+[.,]\d\d$/
// An account's number begins with a digit here: two letters first may be those of a person's number.
const fixedShapes = [/^\S\S[-/.]\S\S[-/.](\S\S|\S{4})$/, /^\S\S?\/\S\S?\/(\S\S|\S{4})$/, /^\d\S{7}$/]
const shortDay = /^[\dOoQlI|iSs§Zz]{2}\/[\dOoQlI|iSs§Zz]{2}$/

// An overdrawn balance: no sum has three decimals and a letter.
const overdrawn = /^(\S*[.,][\dOoSsIlB]{2})[0OoQ][Dp][.,]?$/
const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'
const digit = String.raw`[\dOoQlIi|\\Ss§BZz]`
const namedDay = new RegExp(
  `^(${digit}{1,2})([-/.]?)((?:${months})[a-z]*)(?:([-/.]?)(${digit}{2}|${digit}{4}))?[.,]?$`,
  'i',
)
const countedDay = new RegExp(`^(${digit}{1,2})(st|nd|rd|th)$`)
export const numbered = (text: string) => text.replace(confused, (sign) => confusions[sign] ?? sign)

/** A day with a month's name, `O7Jun` and `I7-MAR-26`, or counted, `Sth`. */
function correctedDay(text: string): string | undefined {
  const [, day = '', first = '', month = '', second = '', year = ''] = namedDay.exec(text) ?? []
  if (month && isDay(numbered(day))) return numbered(day) + first + month + second + numbered(year)
  const [, count = '', ending = ''] = countedDay.exec(text) ?? []
  // Of `21st` the narrow 1 is lost easily; no other day ends so.
  const whole = ending === 'st' && /^[23]$/.test(count) ? `${count}1` : numbered(count)
  return ending && isDay(whole) ? whole + ending : undefined
}

const isDay = (digits: string) => Number(digits) >= 1 && Number(digits) <= 31

/** The same text, or the number it must be. */
export function corrected(text: string): string {
  const plain = text
    .replaceAll(/[\u2013\u2014\u2212]/g, '-')
    .replaceAll('\u2018', "'")
    .replaceAll('\u2019', "'")
    .replace(/^[~¬](?=[£$€]?\d)/, '-')
    .replace(/^["'“”]+(?=[-+]?[£$€]?\d+[.,]\d)/, '')
    .replace(/^(-?)[£€]{2,}(?=\d)/, '$1£')
    .replace(/(?<=\d\.\d\d)[.,:;]$/, '')
    // The second half of an employer's reference begins with a letter.
    .replace(/(?<=^\d{3}\/)0(?=[A-Z]\d)/, 'O')
  const day = correctedDay(plain)
  if (day !== undefined) return day
  if (shortDay.test(plain) && /\d/.test(plain) && isDay(numbered(plain.slice(0, 2)))) return numbered(plain)
  const [, sum] = overdrawn.exec(plain) ?? []
  if (sum !== undefined) return `${corrected(sum)}OD`
  const digits = plain.replace(/\D/g, '').length
  if (digits < 2) return plain
  const [, before = '', middle = '', after = ''] = frame.exec(plain) ?? []
  const letters = middle.match(confused)?.length ?? 0
  if (digits < letters * 2) return plain
  const guess = numbered(middle)
  if (money.test(guess)) return before + punctuated(guess) + after
  const whole = numbered(plain)
  const isFixed = fixedShapes.some((shape) => shape.test(plain)) && !/[^\d/.-]/.test(whole)
  return isFixed ? whole : plain
}

/** The last sign before two digits is the point, those before it part the thousands. */
function punctuated(amount: string): string {
  const whole = amount.slice(0, -3)
  return `${whole.replaceAll('.', ',')}.${amount.slice(-2)}`
}

const exactMoney = /^[-+(£$€]*(\d{1,3}(,\d{3})*|\d+)\.\d\d(\)|CR|DR|OD|[-+DC])?$/
const widestBreak = 0.45

/** After a comma three digits follow: `Flat 6, 90 Windfall Street` has no sum. */
const isTornAt = (before: string, after: string) =>
  /(\d\.|^[-+£$€(]{1,2})$/.test(before) ||
  (/\d,$/.test(before) && /^\d{3}\b/.test(after)) ||
  /^[.,]\d/.test(after)

/** `1,234.` and `56`, `-` and `12.50`: an amount that was taken apart at its point, its comma or its sign. */
export function piecesJoined(line: readonly Word[]): Word[] {
  const joined: Word[] = []
  for (const word of line) {
    const last = joined.at(-1)
    const together = last ? corrected(last.text + word.text) : ''
    const isBroken =
      last &&
      word.x - last.right < word.size * widestBreak &&
      exactMoney.test(together) &&
      isTornAt(last.text, word.text) &&
      !exactMoney.test(last.text)
    if (last && isBroken) {
      last.text = together
      last.right = word.right
      last.certainty = Math.min(last.certainty ?? 0, word.certainty ?? 0)
    } else joined.push({ ...word })
  }
  return joined
}
