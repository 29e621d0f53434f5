import type { Day, Payslip } from '../../../vocabulary/payslip.ts'
import type { Line, Piece } from '../text/lines.ts'
import { dayAt, dayIn, spanAt, spanIn, type TaxCode } from '../text/values.ts'
import type { Facts, Found } from './labelled-facts.ts'

// When it was paid, for which days, how often, and which period of the tax year it is.

export type Frequency = NonNullable<Payslip['income_information']['pay_frequency']>
export type Dated = { day: Day; at: Piece[]; isSure: boolean }
export type TaxPeriod = { number: number; unit: 'week' | 'month' | null; at: Piece[] }
export type Period = {
  payDate: Dated | null
  start: Dated | null
  end: Dated | null
  frequency: { value: Frequency; at: Piece[] } | null
  taxPeriod: TaxPeriod | null
  taxYear: { value: number; at: Piece[] } | null
  /** Two labels of a day of payment give different days. */
  isContradicted: boolean
}

export function periodOf(lines: Line[], facts: Facts): Period {
  const pay = payDateOf(lines, facts)
  const span = spanOf(lines, facts)
  return {
    payDate: pay.found,
    isContradicted: pay.isContradicted,
    ...span,
    frequency: frequencyOf(lines, facts),
    taxPeriod: taxPeriodOf(lines, facts),
    taxYear: taxYearOf(lines),
  }
}

const dayOrNull = (text: string) => dayIn(text) ?? dayAt(text)?.day ?? null

/** Labels that other days have too. */
const weakPayDates = new Set([
  'date',
  'on',
  'paid',
  'run date',
  'payslip date',
  'pay slip date',
  'date of payslip',
  'payroll run date',
  'payroll date',
])

function payDateOf(lines: Line[], facts: Facts): { found: Dated | null; isContradicted: boolean } {
  // `17 Feb to 23 Feb` is a span, not a day.
  const read = (text: string) => (spanAt(text) ? null : dayOrNull(text))
  const all = facts.all('payDate', read, ['inside', 'right', 'below', 'left', 'above'])
  const direct = all.filter(({ way }) => way !== 'left' && way !== 'above')
  const strong = direct.filter(({ name }) => !weakPayDates.has(name))
  const pool = strong.length > 0 ? strong : direct.length > 0 ? direct : all
  const [first] = pool
  if (!first) return { found: payDateInTitle(lines), isContradicted: false }
  const isContradicted = pool.some(({ value }) => value !== first.value)
  return {
    found: { day: first.value, at: first.at, isSure: pool === strong || pool.length === 1 },
    isContradicted,
  }
}

const paidOn =
  /\b(?:paid|payable|payment|pay ?slip|pay advice|wages|salary)(?: (?:to you|into your (?:bank )?account|made|for|on|dated|of|date))* ?:? /gi

/** `Payslip for 28 February 2025`, `paid on 28/02/2025` within a sentence. */
function payDateInTitle(lines: Line[]): Dated | null {
  for (const { pieces } of lines)
    for (const piece of pieces)
      for (const { index, 0: words } of piece.text.matchAll(paidOn)) {
        const rest = piece.text.slice(index + words.length)
        const day = spanAt(rest) ? null : dayAt(rest)?.day
        if (day) return { day, at: [piece], isSure: /\bon |dated /i.test(words) }
      }
  return null
}

function spanOf(lines: Line[], facts: Facts): Pick<Period, 'start' | 'end'> {
  const spans = facts.all('period', (text) => spanIn(text))
  const anywhere = lines.flatMap(({ pieces }) =>
    pieces.flatMap((piece) => {
      const value =
        piece.figure === null && !/tax year|holiday|leave/i.test(piece.text) ? spanIn(piece.text) : null
      return value ? [{ value, at: [piece] }] : []
    }),
  )
  const wide = lines.flatMap(({ pieces }) =>
    pieces.flatMap((piece, n) => {
      const value =
        piece.figure === null
          ? spanAt(
              pieces
                .slice(n, n + 3)
                .map(({ text }) => text)
                .join(' '),
            )
          : null
      return value ? [{ value, at: pieces.slice(n, n + 3) }] : []
    }),
  )
  const span = [...spans, ...anywhere, ...wide].find(({ value }) => isPeriod(value.start, value.end))
  if (span) {
    const { value, at } = span
    return { start: { day: value.start, at, isSure: true }, end: { day: value.end, at, isSure: true } }
  }
  const dated = (found: Found<Day> | undefined): Dated | null =>
    found ? { day: found.value, at: found.at, isSure: true } : null
  const read = (text: string) => dayOrNull(text)
  const [start] = facts.all('start', read)
  const [end] = facts.all('end', read)
  if (start && end && !isPeriod(start.value, end.value)) return { start: null, end: dated(end) }
  if (start || end) return { start: dated(start), end: dated(end) }
  // `Start date` may be of the employment; beside an end it is of the period.
  const [first] = facts.all('startDate', read)
  const [last] = facts.all('leaveDate', read)
  return first && last && isPeriod(first.value, last.value)
    ? { start: dated(first), end: dated(last) }
    : { start: null, end: null }
}

const days = (start: Day, end: Day) => (Date.parse(end) - Date.parse(start)) / 86_400_000 + 1
const isPeriod = (start: Day, end: Day) => days(start, end) >= 1 && days(start, end) <= 366 && end >= start

const frequencyWords: [RegExp, Frequency][] = [
  [
    /^(four|4)[ -]?(weekly|weeks?|wkly|wk)\b|^lunar|^4w(k|kly)?\b|^every (four|4) weeks|^w4\b/i,
    'four_weekly',
  ],
  [
    /^(fortnight(ly)?|bi[ -]?weekly|(two|2)[ -]?(weekly|weeks?|wkly|wk)|2w(k|kly)?|every (two|2) weeks|w2)\b/i,
    'fortnightly',
  ],
  [/^(weekly|week|every week|wkly|w1|1w|1[ -]weekly)\b(?! ?\d)/i, 'weekly'],
  [/^(monthly|calendar month(ly)?|every month|mthly|mnthly|per month|1m)\b/i, 'monthly'],
  [/^(month)\b(?! ?\d| ?(no|number|end))/i, 'monthly'],
  [/^(quarterly|every quarter|quarter|3[ -]?monthly|m3)\b/i, 'quarterly'],
  [/^(annual(ly)?|yearly)\b/i, 'annual'],
  [/^(irregular|ad hoc)\b/i, 'irregular'],
]
const frequencySigns: Record<string, Frequency> = {
  w: 'weekly',
  wk: 'weekly',
  m: 'monthly',
  mth: 'monthly',
  f: 'fortnightly',
  l: 'four_weekly',
  '2w': 'fortnightly',
  '4w': 'four_weekly',
  q: 'quarterly',
  a: 'annual',
  mly: 'monthly',
  m1: 'monthly',
}
const looseFrequencyLabels = new Set([
  'paid',
  'payroll',
  'pay type',
  'pay group',
  'payroll name',
  'run type',
  'pay basis',
  'payroll type',
])

export const frequencyIn = (text: string): Frequency | null =>
  frequencyWords.find(([form]) => form.test(text.trim()))?.[1] ?? null

const frequencyPhrase =
  /\b(?:(weekly|fortnightly|four[ -]weekly|4[ -]weekly|two[ -]weekly|2[ -]weekly|bi-weekly|monthly|quarterly)(?: paid)? (?:pay ?slip|pay advice|pay statement|payroll|wages|wage slip|salary|pay|payment)|(?:pay|wages|salary|earnings|pay ?slip) for (?:the )?(four weeks|4 weeks|two weeks|fortnight|week|month)\b(?! ?(?:no\.? ?)?\d{1,2}\b(?! [a-z]+ \d{4}))(?! of (?:january|february|march|april|may|june|july|august|september|october|november|december)))/i

function frequencyOf(lines: Line[], facts: Facts): Period['frequency'] {
  const read = (text: string) => {
    const word = frequencyIn(text)
    const sign = frequencySigns[text.trim().toLowerCase()]
    return word ? { frequency: word, isWord: true } : sign ? { frequency: sign, isWord: false } : null
  }
  const found = facts.all('frequency', read)
  const [first] = found.filter(({ name, value }) => value.isWord || !looseFrequencyLabels.has(name))
  if (first) return { value: first.value.frequency, at: first.at }
  for (const { pieces } of lines)
    for (const piece of pieces) {
      const match = frequencyPhrase.exec(piece.text)
      const value = match ? frequencyIn(match[1] ?? match[2] ?? '') : null
      if (value) return { value, at: [piece] }
    }
  return null
}

const taxPeriodForm =
  /^(?:tax )?(?:(week|wk|w|month|mth|mnth|m)\.? ?(?:no\.? ?)?)?(\d{1,2})(?![\d./:-]|\.\d| [a-z]{3,9} \d)/i

function taxPeriodIn(text: string): { number: number; unit: 'week' | 'month' | null } | null {
  const found = taxPeriodForm.exec(text.trim())
  const number = Number(found?.[2])
  if (!found || number < 1 || number > 56) return null
  const unit = found[1] ? (/^w/i.test(found[1]) ? 'week' : 'month') : null
  return unit === 'month' && number > 12 ? null : { number, unit }
}

function taxPeriodOf(lines: Line[], facts: Facts): TaxPeriod | null {
  const found = facts.all('taxPeriod', taxPeriodIn)
  const withUnit = found.map(({ value, name, at }) => ({
    number: value.number,
    unit:
      value.unit ??
      (/week|wk/.test(name) && !/month|mth/.test(name)
        ? ('week' as const)
        : /month|mth/.test(name) && !/week|wk/.test(name)
          ? ('month' as const)
          : null),
    at,
  }))
  const [best] = withUnit.filter(({ unit }) => unit !== null)
  if (best) return best
  if (withUnit[0]) return withUnit[0]
  for (const { pieces } of lines)
    for (const piece of pieces) {
      const value = /^(tax )?(week|wk|month|mth)\b/i.test(piece.text) ? taxPeriodIn(piece.text) : null
      if (value?.unit) return { ...value, at: [piece] }
    }
  return null
}

/** `2025/26`, `2025-26`, `2025/2026`; only two years that follow each other. */
function taxYearOf(lines: Line[]): Period['taxYear'] {
  for (const { pieces } of lines)
    for (const piece of pieces)
      for (const [, first = '', second = ''] of piece.text.matchAll(
        /(?<![\d/.-])(20\d\d) ?[/-] ?((?:20)?\d\d)(?![\d/-])/g,
      ))
        if (Number(second.slice(-2)) === (Number(first) + 1) % 100)
          return { value: Number(first), at: [piece] }
  return null
}

/** `1257L M1`: whether by week or by month, the frequency or the period says. */
export function taxCodeText(
  code: string,
  basis: TaxCode['basis'],
  { frequency, taxPeriod, start, end }: Period,
): string {
  if (basis === null || basis === 'cumulative') return code
  if (basis !== 'period') return `${code} ${basis}`
  const isMonthly =
    frequency?.value === 'monthly' ||
    taxPeriod?.unit === 'month' ||
    (start && end ? days(start.day, end.day) > 28 : false)
  return `${code} ${isMonthly ? 'M1' : 'W1'}`
}
