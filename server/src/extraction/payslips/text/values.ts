import { formatDay, isCalendarDay } from '../../../vocabulary/days.ts'
import type { Day } from '../../../vocabulary/payslip.ts'
import { memoise } from './memoise.ts'
import { translateLeadingMonth, translateWelsh } from './welsh.ts'

// Parses numbers, dates and codes in the formats that payslips use.

/**
 * A parsed number. `decimal` has at least two decimal places. `pence` is null if the text is not an amount in whole
 * pence.
 */
export type ParsedNumber = { decimal: string; pence: number | null }

const figureForm =
  /^(\(|[-–−+] ?)?(?:£|gbp)? ?(\(|[-–−])?((?:\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.\d{1,4})?|\.\d{2})( ?(?:\)|[-–−]|cr|dr))?$/i

/**
 * Parses `£1,234.50`, `(1,234.50)`, `£(1,234.50)`, `1234.50-`, `- £ 12.00`, `12.50CR`, `7.5` or `14.2000`. Returns null
 * for other text.
 */
export function parseNumber(text: string): ParsedNumber | null {
  const [, before = '', inside = '', digits, after = ''] =
    figureForm.exec(text.trim().replace(/^\*+(?=£?\d)|(?<=\d)\*+$/g, '')) ?? []
  if (digits === undefined) return null
  const isOpened = (before === '(') !== (inside === '(')
  if (isOpened !== (after.trim() === ')')) return null
  const isNegative =
    isOpened || inside !== '' || /[-–−]/.test(before) || /[-–−]|cr/i.test(after.trim() === ')' ? '' : after)
  const [whole = '', fraction = ''] = digits.replaceAll(',', '').split('.')
  const kept = `${fraction.slice(0, 2).padEnd(2, '0')}${fraction.slice(2).replace(/0+$/, '')}`
  const decimal = `${whole === '' ? '0' : String(Number(whole))}.${kept}`
  const isMoney = fraction.length >= 2 && kept.length === 2
  const pence = Number(decimal.replace('.', ''))
  const isZero = /^[0.]+$/.test(decimal)
  return {
    decimal: isNegative && !isZero ? `-${decimal}` : decimal,
    pence: isMoney || (/£/.test(text) && fraction === '') ? (isNegative && pence > 0 ? -pence : pence) : null,
  }
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthNames =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const weekday = '(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?,? )?'
const dayForms: [RegExp, (parts: string[]) => [year: string, month: string, day: string]][] = [
  [
    new RegExp(
      `^${weekday}(\\d{1,2})(?:st|nd|rd|th)?(?: of)?[ ./-]?(${monthNames})\\.?,?[ ./-]?'?(\\d{4}|\\d{2})(?!\\d)`,
      'i',
    ),
    ([day = '', month = '', year = '']) => [year, month, day],
  ],
  [/^(\d{4})[-/.](\d{2})[-/.](\d{2})(?!\d)/, ([year = '', month = '', day = '']) => [year, month, day]],
  [
    new RegExp(`^${weekday}(\\d{1,2}) ?[./-] ?(\\d{1,2}) ?[./-] ?(\\d{4}|\\d{2})(?!\\d)`, 'i'),
    ([day = '', month = '', year = '']) => [year, month, day],
  ],
  [
    new RegExp(`^${weekday}(${monthNames})\\.? (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})(?!\\d)`, 'i'),
    ([month = '', day = '', year = '']) => [year, month, day],
  ],
]

const monthNumber = (text: string) =>
  /^\d/.test(text) ? Number(text) : months.indexOf(text.slice(0, 3).toLowerCase()) + 1

/** Returns null if the date does not exist, such as 31 February. */
export function toDay(year: number, month: number, day: number): Day | null {
  const isPlausible = year >= 1920 && year < 2100
  return isPlausible && isCalendarDay(year, month, day) ? formatDay({ year, month, day }) : null
}

/** Two-digit years from this one on belong to the last century: births and the start of long employments. */
const firstYearOf1900s = 60

const fullYear = (text: string) =>
  text.length === 2 ? (Number(text) >= firstYearOf1900s ? 1900 : 2000) + Number(text) : Number(text)

/** Returns the date at the start of a text and the rest of the text. */
export function parseLeadingDay(printed: string): { day: Day; rest: string } | null {
  const text = translateLeadingMonth(printed)
  for (const [form, order] of dayForms) {
    const found = form.exec(text)
    if (!found) continue
    const [year, month, day] = order(found.slice(1).map((part) => part ?? ''))
    const real = toDay(fullYear(year), monthNumber(month), Number(day))
    if (real !== null) return { day: real, rest: text.slice(found[0].length) }
  }
  return null
}

export const parseDay = (text: string): Day | null => {
  const found = parseLeadingDay(text.trim().replace(/^[:\s]+/, ''))
  return found && /^[\s.,;)]*$/.test(found.rest) ? found.day : null
}

/** Matches the words between two dates: `to`, `until`, Welsh `hyd at`, or both languages as in `i / to`. */
const between =
  /^\s*(?:(?:i|hyd|hyd at) ?\/ ?)?(?:i|hyd at|hyd|to|until|till|and|-|–|—|through)\s*(?:and including )?/i
const shortStart = new RegExp(
  `^(\\d{1,2})(?:st|nd|rd|th)?(?: (${monthNames}))?(?:[/.](\\d{1,2}))?\\s*(?:to|until|-|–|—)\\s*`,
  'i',
)

/**
 * Parses a date range at the start of a text: `1 May 2025 to 31 May 2025`, `1-31 May 2025`, `01/05/25 - 31/05/25`,
 * `28 Apr to 4 May 2025`.
 */
export function parseLeadingSpan(text: string): { start: Day; end: Day } | null {
  const span = splitLeadingSpan(text)
  return span && { start: span.start, end: span.end }
}

/** Whether the whole text is a date range. */
export const isSpan = (text: string): boolean => splitLeadingSpan(text.trim())?.rest === ''

/** Returns the date range at the start of a text and the rest of the text. */
function splitLeadingSpan(text: string): { start: Day; end: Day; rest: string } | null {
  const first = parseLeadingDay(text)
  if (first && between.test(first.rest)) {
    const last = parseLeadingDay(first.rest.replace(between, ''))
    return last && last.day >= first.day ? { start: first.day, end: last.day, rest: last.rest } : null
  }
  const short = shortStart.exec(text)
  const last = short && parseLeadingDay(text.slice(short[0].length))
  if (!short || !last) return null
  const [year, month] = [Number(last.day.slice(0, 4)), Number(last.day.slice(5, 7))]
  const named = short[2] ? monthNumber(short[2]) : short[3] ? Number(short[3]) : month
  const start = toDay(named > month ? year - 1 : year, named, Number(short[1]))
  return start !== null && start <= last.day ? { start, end: last.day, rest: last.rest } : null
}

/** Returns the first date range in a text. A range must not begin inside a word. */
export function findSpan(text: string): { start: Day; end: Day } | null {
  for (const { index } of text.matchAll(/(?<![\w/.,-])[\da-z]/gi)) {
    // `Month 7 – 30/10/2026` is a tax month and a date, not a range.
    const isNumber = /\b(?:month|mth|week|wk|period|pd|no)\.? ?$/i.test(text.slice(0, index))
    const isDays = /^\d{1,2} ?[-–—] ?\d{1,2} [a-z]{3}/i.test(text.slice(index))
    if (isNumber && !isDays && /^\d+ ?[-–—]/.test(text.slice(index))) continue
    const span = parseLeadingSpan(text.slice(index))
    if (span) return span
  }
  return null
}

const codeForm =
  /^((?:[SC] ?)?(?:\d{1,5} ?[LMNT]|K ?\d{1,5}|[0O]T|BR|D[0-3])|NT)(?![A-Z0-9]{2})(?:[ /,(-]*(cumulative|cum|c|non[- ]?cum(?:ulative)?|(?<=\/)1|w(?:ee)?k? ?1 ?\/? ?m(?:on)?(?:th)? ?1|w(?:ee)?k? ?1|m(?:on)?(?:th)? ?1|x|n)\b\)?)?(?=[\s,;).(]|$)/i

export type PrintedTaxCode = {
  code: string
  basis: 'W1' | 'M1' | 'W1/M1' | 'X' | 'period' | 'cumulative' | null
  rest: string
}

/**
 * Returns the tax code at the start of a text. The basis `period` means non-cumulative without stating whether weekly
 * or monthly, `W1/M1` that the code is printed with both: `S0T W1/M1`.
 */
export function parseLeadingTaxCode(text: string): PrintedTaxCode | null {
  const found = codeForm.exec(text)
  if (!found) return null
  const code = (found[1] ?? '').replaceAll(' ', '').toUpperCase().replace(/OT$/, '0T')
  const basis = /^w1 ?\/ ?m1$/i.test(found[2] ?? '') ? 'W1/M1' : parseTaxBasis(found[2] ?? '')
  return { code, basis, rest: text.slice(found[0].length) }
}

/** Returns whether tax is calculated cumulatively or for the period alone (W1, M1, X). */
export function parseTaxBasis(text: string): PrintedTaxCode['basis'] {
  const plain = text.toLowerCase().replace(/[\s./()-]/g, '')
  if (plain === '') return null
  if (/^(c|cum|cumul|cumulative|cumulativebasis|0|normal)$/.test(plain)) return 'cumulative'
  if (
    /^(w|wk|week)1(m|mth|mnth|month)1(?!\d)|^(m|mth|month)1(w|wk|week)1(?!\d)|^noncum|^n$|^nc$|^1$/.test(
      plain,
    )
  )
    return 'period'
  if (/^(w|wk|week)1(?!\d)/.test(plain)) return 'W1'
  if (/^(m|mth|month)1(?!\d)/.test(plain)) return 'M1'
  if (/^x$/.test(plain)) return 'X'
  return null
}

const niForm = /(?<![A-Z0-9])([A-Z]{2}) ?-?(\d\d) ?-?(\d\d) ?-?(\d\d) ?-?([A-D])(?![A-Z0-9])/i

/** Prefixes that HMRC does not allocate. QQ is allowed because HMRC's examples, and ours, use it. */
const unusedPrefix = /^(?!QQ)(?:[DFIQUV].|.[DFIOQUV]|BG|GB|KN|NK|NT|TN|ZZ)/

export function findNiNumber(text: string): string | null {
  const number = findNiNumberOfAnyPrefix(text)
  return number && !unusedPrefix.test(number) ? number : null
}

/** Finds a National Insurance number with any prefix. Only a label tells it from other references. */
export const findNiNumberOfAnyPrefix = (text: string): string | null =>
  niForm.exec(text)?.slice(1).join('').toUpperCase() ?? null

const referenceForm = /(?<![\w/])(\d{3} ?\/ ?[A-Z]{0,3}[A-Z0-9]{1,9})(?![\w/])/i

/**
 * Finds a PAYE reference such as `951/BL204`, which consists of tax office and employer. The pattern excludes dates,
 * which have a second slash.
 */
export function findPayeReference(text: string): string | null {
  const found = referenceForm.exec(text)?.[1]?.replaceAll(' ', '').toUpperCase()
  return found && found.length <= 14 ? found : null
}

const postCodeForm =
  /(?<![A-Z0-9])([A-Z]{1,2}\d[A-Z\d]?) ?(\d[A-Z]{2})(?:[\s,/|]+(channel islands|united kingdom|uk|england|scotland|wales|northern ireland|great britain|ireland|gb))?$/i

/** Returns the post code at the end of a line, the text before it, and the country after it if there is one. */
export function parseTrailingPostCode(
  text: string,
): { code: string; before: string; country: string | null } | null {
  const found = postCodeForm.exec(text.trim())
  if (!found) return null
  const before = text
    .trim()
    .slice(0, found.index)
    .replace(/[\s,/|]+$/, '')
  return { code: `${found[1]} ${found[2]}`.toUpperCase(), before, country: found[3] ?? null }
}

/** Converts a label to lower case without punctuation and translates Welsh, so that labels can be compared. */
export const normaliseLabel = memoise((text: string): string => translateWelsh(normaliseWords(text)))

function normaliseWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/^\(?\d{1,2}[.)] (?=\p{L})/u, '')
    .replace(/[’'`]/g, '')
    .replace(/\.(?=\d)/g, '\u0000')
    .replace(/[.:;*_•|#]+/g, ' ')
    .replaceAll('\u0000', '.')
    .replace(/\(£\)|£|\(gbp\)|\bgbp\b/g, ' ')
    .replace(/&/g, ' and ')
    .replace(/[-–—]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/\b(?:empee|emplee|eee)(s?)\b/g, 'employee$1')
    .replace(/\b(?:emper|empler|eer)(s?)\b/g, 'employer$1')
    .replace(/\bn i\b/g, 'ni')
    .replace(/\bp a y e\b/g, 'paye')
    .replace(/\by t d\b/g, 'ytd')
    .replace(/\bt d\b/g, 'td')
    .trim()
}
