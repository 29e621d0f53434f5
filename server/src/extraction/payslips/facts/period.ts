import { countDays } from '../../../vocabulary/days.ts'
import type { Day } from '../../../vocabulary/payslip.ts'
import { taxMonthOf, taxWeekOf } from '../../paye/tax-calendar.ts'
import { overlap, type PayslipLine, type TextPiece } from '../text/lines.ts'
import { joinParagraphs } from '../text/paragraphs.ts'
import {
  findSpan,
  normaliseLabel,
  type PrintedTaxCode,
  parseDay,
  parseLeadingDay,
  parseLeadingSpan,
} from '../text/values.ts'
import { periodTuning } from '../tuning/facts.ts'
import { namesRow } from './free-text.ts'
import { type PrintedFrequency, readFrequency } from './frequency.ts'
import type { FactMatch, LabelledFacts } from './labelled-facts.ts'

// Reads pay date, pay period, tax period and tax year.

/** A printed date. `isSure` is true if its label can mean no other date. */
export type PrintedDay = { day: Day; at: TextPiece[]; isSure: boolean }
export type TaxPeriod = { number: number; unit: 'week' | 'month' | null; at: TextPiece[] }
export type PayslipPeriod = {
  payDate: PrintedDay | null
  start: PrintedDay | null
  end: PrintedDay | null
  /** The pay frequency if the payslip states it; see `inferPayFrequency` for payslips that do not. */
  frequency: PrintedFrequency | null
  taxPeriod: TaxPeriod | null
  taxYear: { value: number; at: TextPiece[] } | null
  /** Whether the payslip prints two different pay dates. */
  isContradicted: boolean
}

export function readPeriod(lines: PayslipLine[], facts: LabelledFacts): PayslipPeriod {
  const pay = readPayDate(lines, facts)
  const taxPeriod = readTaxPeriod(lines, facts)
  const labelled = pay.payDate ?? findPayDateBehindLabels(lines, facts) ?? findPayDateWithoutYear(lines)
  const span = readSpan(lines, facts, labelled?.day ?? null)
  const payDate = labelled ?? findDateWithoutLabel(lines, facts, taxPeriod, span)
  return {
    payDate,
    isContradicted: pay.isContradicted,
    ...span,
    frequency: readFrequency(lines, facts),
    taxPeriod,
    taxYear: readTaxYear(lines),
  }
}

/** A date within a text: `17.01.25`, `21 FEB 25`, `Friday 26th December 2025`. */
const dateInText =
  /(?<![\d/.-])(?:\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}(?![\d/.-])|\d{1,2}(?:st|nd|rd|th)?(?: of)?[ -](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*,?[ -](?:20)?\d\d(?!\d))/gi

/**
 * Finds the only date without a label in the header that lies in the printed tax period, `TAX WEEK 41 17.01.25`, or is
 * alone on its line in the pay period or shortly after it, as in a letter.
 */
function findDateWithoutLabel(
  lines: PayslipLine[],
  facts: LabelledFacts,
  taxPeriod: TaxPeriod | null,
  { start, end }: Pick<PayslipPeriod, 'start' | 'end'>,
): PrintedDay | null {
  const { headerLines, maxDaysToPayDate } = periodTuning
  const others = new Set(
    otherDates.flatMap((fact) => facts.readAll(fact, parseDayLoosely)).flatMap(({ at }) => at),
  )
  const found = lines.slice(0, headerLines).flatMap(({ pieces }) =>
    pieces.flatMap((piece) => {
      const dates = [...piece.text.matchAll(dateInText)]
      const isDate = dates.length === 1 && findSpan(piece.text) === null && !others.has(piece)
      const day = isDate ? parseDay(dates[0]?.[0] ?? '') : null
      return day ? [{ day, at: [piece], isAlone: pieces.length === 1 || isBelowTitle(lines, piece) }] : []
    }),
  )
  const inTaxPeriod = found.filter(
    ({ day }) =>
      taxPeriod?.unit && (taxPeriod.unit === 'week' ? taxWeekOf(day) : taxMonthOf(day)) === taxPeriod.number,
  )
  const inLetter = found.filter(
    ({ day, at: [piece], isAlone }) =>
      isAlone &&
      piece &&
      parseDay(piece.text) !== null &&
      start &&
      end &&
      day >= start.day &&
      (day <= end.day || countDays(end.day, day) <= maxDaysToPayDate),
  )
  for (const [only, ...further] of [inTaxPeriod, inLetter])
    if (only && further.every(({ day }) => day === only.day))
      return { day: only.day, at: only.at, isSure: false }
  return null
}

const payslipTitle =
  /\b(?:pay ?slip|pay ?advice|pay statement|(?:wages?|salary) (?:slip|advice|statement))\b/i

/** Whether a date is directly below the title of the document, far from the text to its left: `PAYSLIP` above `31 Oct 2025`. */
function isBelowTitle(lines: PayslipLine[], date: TextPiece): boolean {
  const line = lines.findIndex(({ pieces }) => pieces.includes(date))
  const own = lines[line]?.pieces ?? []
  const before = own[own.indexOf(date) - 1]
  const isApart =
    own.at(-1) === date &&
    (before === undefined || date.x - before.right > date.size * periodTuning.minGapBesideDate)
  const above = lines
    .slice(Math.max(0, line - 2), line)
    .findLast(({ block, pieces }) => block === date.block && pieces.some((piece) => isOver(piece, date)))
    ?.pieces.find((piece) => isOver(piece, date))
  return isApart && above !== undefined && payslipTitle.test(above.text)
}

const isOver = (piece: TextPiece, date: TextPiece) => overlap(piece, date) > 0

/** Facts whose dates may lie in the tax period by chance. */
const otherDates = ['startDate', 'leaveDate', 'birthDate', 'start', 'end'] as const

/**
 * Finds the pay date in a line of labels that are followed by as many values: `Week no | Pay day | 45 | Thu 13 Feb 2025`.
 */
function findPayDateBehindLabels(lines: PayslipLine[], facts: LabelledFacts): PrintedDay | null {
  for (const label of facts.labelsOf('payDate')) {
    const pieces = lines.find((line) => line.pieces.includes(label))?.pieces ?? []
    const count = pieces.length / 2
    const areLabels = pieces.slice(0, count).every(({ text }) => !/\d/.test(text))
    const value = pieces[pieces.indexOf(label) + count]
    const day = Number.isInteger(count) && count > 1 && areLabels && value ? parseDay(value.text) : null
    if (day && value) return { day, at: [value], isSure: false }
  }
  return null
}

const monthOfYear =
  /^(?:[^\d]*\s)?(january|february|march|april|may|june|july|august|september|october|november|december) (20\d\d)$/i

/** Completes a pay date without a year, `Paid on 30 September`, if the payslip names the month: `September 2025`. */
function findPayDateWithoutYear(lines: PayslipLine[]): PrintedDay | null {
  const pieces = lines.flatMap((line) => line.pieces)
  const months = new Map(
    pieces.flatMap(({ text }) => {
      const [, month = '', year = ''] = monthOfYear.exec(text.trim()) ?? []
      return year === '' ? [] : [[month.toLowerCase(), year] as const]
    }),
  )
  for (const piece of pieces) {
    const [, date = '', month = ''] =
      /\bon (\d{1,2}(?:st|nd|rd|th)? ([a-z]+))\b(?! ?,? ?20\d\d)/i.exec(piece.text) ?? []
    const year = months.get(month.toLowerCase())
    const day = year && /\bpa(?:id|y)|\bbank\b/i.test(piece.text) ? parseDay(`${date} ${year}`) : null
    if (day) return { day, at: [piece], isSure: false }
  }
  return null
}

const parseDayLoosely = (text: string) => parseDay(text) ?? parseLeadingDay(text)?.day ?? null

/** Labels that payslips also use for other dates. */
const weakPayDateLabels = new Set([
  'date',
  'on',
  'paid',
  'run date',
  'payslip date',
  'pay slip date',
  'date of payslip',
  'payroll run date',
  'payroll date',
  'processed',
  'issued',
  'issue date',
  'date issued',
  'due',
  'payment',
])

function readPayDate(
  lines: PayslipLine[],
  facts: LabelledFacts,
): { payDate: PrintedDay | null; isContradicted: boolean } {
  // `17 Feb to 23 Feb` is a period, not a date.
  const parse = (text: string) => (parseLeadingSpan(text) ? null : parseDayLoosely(text))
  const all = facts.readAll('payDate', parse, ['inside', 'right', 'below', 'left', 'above'])
  const direct = all.filter(({ position }) => position !== 'left' && position !== 'above')
  const strong = direct.filter(({ name }) => !weakPayDateLabels.has(name))
  const best = strong.length > 0 ? strong : direct.length > 0 ? direct : all
  const [first] = best
  if (!first) return { payDate: findPayDateInText(lines), isContradicted: false }
  const isContradicted = best.some(({ value }) => value !== first.value)
  return {
    payDate: { day: first.value, at: first.at, isSure: best === strong || best.length === 1 },
    isContradicted,
  }
}

const payDatePhrase =
  /\b(?:paid|payable|payment|pay ?slip|pay advice|wages|salary|credited|transferred|nett? pay)(?: (?:(?:in)?to (?:you|your|the|bank|account|a\/c)|your|bank|account|by (?:bacs|bank transfer|faster payment|cheque(?: (?:no\.? ?)?\d+)?|cash|standing order|direct credit)|made|for|on|dated|of|date))* ?[:,]? /gi

/** Matches the words before a pay date in a sentence: `Landing in your account on 28 Nov 2025`. */
const bankDatePhrase =
  /\b(?:account|bank|bacs|wages|pay|salary|with you)\b(?:[^.\d]|\b(?:ending|no\.?|number) ?[*x•]*\d{2,8}\b){0,40}\bon (?=(?:[a-z]+,? )?\d)|\barriv(?:es|ed|ing)(?: on)? (?=(?:[a-z]+,? )?\d)|\b(?:salary|wages?|pay) ?slip [-–—:,] (?=\d)/gi

/**
 * Finds a pay date in a title or sentence: `Payslip for 28 February 2025`, `paid on 28/02/2025`. A sentence may extend
 * over several lines.
 */
function findPayDateInText(lines: PayslipLine[]): PrintedDay | null {
  const inPieces = lines.flatMap(({ pieces }) => pieces.map((piece) => ({ text: piece.text, at: [piece] })))
  const inSentences = joinParagraphs(lines).map(({ text, pieces }) => ({ text, at: pieces.slice(0, 1) }))
  for (const { text, at } of [...inPieces, ...inSentences])
    for (const { index, 0: words } of [payDatePhrase, bankDatePhrase].flatMap((form) => [
      ...text.matchAll(form),
    ])) {
      const rest = text.slice(index + words.length)
      const day = parseLeadingSpan(rest) ? null : parseLeadingDay(rest)?.day
      if (day) return { day, at, isSure: /\bon |dated |arriv/i.test(words) }
    }
  return null
}

/** A date range and the text around it. */
type SpanMatch = { value: { start: Day; end: Day }; at: TextPiece[]; text: string; isInHeader: boolean }

/** Matches wording about dates other than those of the pay period. */
const otherSpan =
  /\b(?:(?:tax|holiday|leave|pension|scheme|financial|calendar|academic) ?year|holidays?|leave|shut ?down|clos(?:e[ds]?|ure|ing)|helpline|absen(?:t|ce)|sick(?:ness)?|ssp|smp|maternity|paternity|adoption|strike|furlough|lay ?off|lockdown|break|overtime|arrears|back ?(?:dated|pay)|notice|training|course|offer|discount|vouchers?|enrol\w*|window|survey|election|ballot|opens?|opening|available|season|fixed term|term dates?|expenses|mileage|deadline|cut ?off|next|last|previous|until further|away|maintenance|offline|unavailable)\b/i

const payWords =
  /\b(?:pay(?:ment|slip|roll|ments)?|paid|period|weeks?|weekly|wk|months?|monthly|fortnight(?:ly)?|wages?|salary|earnings|hours|work(?:ed)?|cover(?:s|ing)?|advice|dates?|from|for|interval|cycle)\b/i

/**
 * Whether an unlabelled date range may be the pay period. In the header it is, unless its text says otherwise. Notes
 * state other dates, so below the first amount it needs a word about pay.
 */
function mayBePayPeriod({ value, text, isInHeader }: SpanMatch, payDate: Day | null): boolean {
  const { maxUnlabelledDays, maxDaysAfterPayDate } = periodTuning
  if (endsOfWeeks.test(text)) return false
  if (otherSpan.test(text) || countDays(value.start, value.end) > maxUnlabelledDays) return false
  if (payDate && value.start > payDate && countDays(payDate, value.start) > maxDaysAfterPayDate) return false
  return isInHeader || !/\p{L}{3}/u.test(text.replace(monthWords, ' ')) || payWords.test(text)
}

/** Matches the last days of two weeks, which are no period: `Weeks ending 28/06/2025 and 05/07/2025`. */
const endsOfWeeks = /\bweeks? end(?:ing|ed)\b.*\d and \d/i

const monthWords = /\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\b/gi

/** Lists the date ranges without a label: in one piece, over several pieces, or in a sentence. */
function listUnlabelledSpans(lines: PayslipLine[]): SpanMatch[] {
  const firstAmount = lines.findIndex(({ pieces }) => pieces.some(({ figure }) => figure?.pence != null))
  const isInHeader = (line: number) => firstAmount === -1 || line < firstAmount
  const inPieces = lines.flatMap(({ pieces }, line) =>
    pieces.flatMap((piece, n) => {
      const value = piece.figure === null ? findSpan(piece.text) : null
      const text = `${pieces[n - 1]?.text ?? ''} ${piece.text}`
      return value ? [{ value, at: [piece], text, isInHeader: isInHeader(line) }] : []
    }),
  )
  const acrossPieces = lines.flatMap(({ pieces }, line) =>
    pieces.flatMap((piece, n) => {
      const at = pieces.slice(n, n + 3)
      const value = piece.figure === null ? parseLeadingSpan(at.map((one) => one.text).join(' ')) : null
      const text = pieces
        .slice(Math.max(0, n - 1), n + 3)
        .map((one) => one.text)
        .join(' ')
      return value ? [{ value, at, text, isInHeader: isInHeader(line) }] : []
    }),
  )
  const inSentences = joinParagraphs(lines).flatMap(({ text, pieces, line }) => {
    const value = findSpan(text)
    return value ? [{ value, at: pieces.slice(0, 1), text, isInHeader: isInHeader(line) }] : []
  })
  return [...inPieces, ...acrossPieces, ...inSentences]
}

/** Removes the number of the pay period before its last day: `07 11OCT25`. */
const withoutPeriodNumber = (text: string) =>
  parseDayLoosely(text) === null ? text.replace(/^(?:0?[1-9]|[1-5]\d) (?=\d{1,2}\D)/, '') : text

/** Returns the last of several dates: `28/06/26 & 05/07/26` behind `Weeks ending`. */
const lastOfDates = (text: string) => text.replace(/^.*\d ?(?:&|,|\band\b) ?(?=\d)/, '')

/** Matches labels that name a date as the start or the end of the period: `Pay Period Begin`, `Period To`. */
const periodBoundary = /\b(?:pay|period)\b/

function readSpan(
  lines: PayslipLine[],
  facts: LabelledFacts,
  payDate: Day | null,
): Pick<PayslipPeriod, 'start' | 'end'> {
  const toPrintedDay = (match: FactMatch<Day> | undefined): PrintedDay | null =>
    match ? { day: match.value, at: match.at, isSure: true } : null
  const [start] = facts.readAll('start', parseDayLoosely)
  const ends = facts.readAll('end', (text) => parseDayLoosely(withoutPeriodNumber(lastOfDates(text))))
  const outsideRows = ends.filter((match) => !isInRow(lines, match))
  const [end] = areOfTimesheets(lines, ends) ? [] : outsideRows.length > 0 ? outsideRows : ends
  const areBothNamed = [start, end].every((match) => match && periodBoundary.test(match.name))
  // The dates of a row of earnings may be those of a part of the period.
  if (areBothNamed && start && end && isPeriod(start.value, end.value))
    return { start: toPrintedDay(start), end: toPrintedDay(end) }
  const labelled = facts.readAll('period', (text) => findSpan(text))
  const unlabelled = listUnlabelledSpans(lines).filter((match) => mayBePayPeriod(match, payDate))
  const span = [...labelled, ...unlabelled].find(({ value }) => isPeriod(value.start, value.end))
  if (span) {
    const { value, at } = span
    return { start: { day: value.start, at, isSure: true }, end: { day: value.end, at, isSure: true } }
  }
  if (start && end && !isPeriod(start.value, end.value)) return { start: null, end: toPrintedDay(end) }
  if (start || end)
    return {
      start: toPrintedDay(start) ?? findStartInBrackets(lines, toPrintedDay(end)),
      end: toPrintedDay(end),
    }
  const [startInText, endInText] = [findDayInText(lines, startPhrase), findDayInText(lines, endPhrase)]
  if (startInText || endInText)
    return { start: startInText ?? findStartInBrackets(lines, endInText), end: endInText }
  const [endOnly] = facts.readAll('period', parseEndOnly)
  if (endOnly) return { start: null, end: toPrintedDay(endOnly) }
  // `Start date` usually refers to the employment. With an end date beside it, it refers to the pay period.
  const [first, last] = (['startDate', 'leaveDate'] as const).map((fact) =>
    facts.readAll(fact, parseDayLoosely).find(({ name }) => !ofEmployment.test(name)),
  )
  return first && last && isPeriod(first.value, last.value)
    ? { start: toPrintedDay(first), end: toPrintedDay(last) }
    : { start: null, end: null }
}

/** Matches labels of dates that are always those of the employment: `Started: 6 Jan 2025` beside `Left: 26 Jan 2025`. */
const ofEmployment =
  /\b(?:started|starter|join(?:ed|ing)|left|leav(?:e|er|ing)|employ(?:ed|ment)|service|hired?|commenced|commencement|terminat(?:ed|ion)|appointed|last day)\b/

/** Parses a period whose start is not printed: `to 31 October 2024`. */
const parseEndOnly = (text: string): Day | null =>
  parseDay(/^(?:up )?to (?:and including )?(.+)$/i.exec(text.trim())?.[1] ?? '')

/** Whether the date is part of the name of a row with an amount: `W/E 05-Apr-26 Std | 34.00 | 33.15 | 1,127.10`. */
function isInRow(lines: PayslipLine[], { label, position }: FactMatch<Day>): boolean {
  const line = position === 'inside' ? lines.find(({ pieces }) => pieces.includes(label)) : undefined
  return line !== undefined && namesRow(line, label)
}

/** Whether the dates are those of different timesheets: `Quill Foods - week ending 06.07.25`. */
const areOfTimesheets = (lines: PayslipLine[], ends: FactMatch<Day>[]): boolean =>
  new Set(ends.map(({ value }) => value)).size > 1 &&
  ends.every(
    (match) =>
      match.position === 'inside' &&
      (!normaliseLabel(match.label.text).startsWith(match.name) || isInRow(lines, match)),
  )

/** Finds the start of a period whose end is printed elsewhere: `2 weeks ending 23/11/2025` above `(from 10/11/2025)`. */
function findStartInBrackets(lines: PayslipLine[], end: PrintedDay | null): PrintedDay | null {
  for (const piece of end ? lines.flatMap(({ pieces }) => pieces) : []) {
    const [, text = ''] = /^\(from:? ([^)]+)\)$/i.exec(piece.text) ?? []
    const day = parseDay(text)
    const isStart =
      day && end && isPeriod(day, end.day) && countDays(day, end.day) <= periodTuning.maxUnlabelledDays
    if (isStart) return { day, at: [piece], isSure: true }
  }
  return null
}

/** The number of the tax week or month may be within the phrase: `Month 2 ending 31 May 2026`. */
const endPhrase =
  /\b(?:weeks?|wk|fortnight|period|month|mth)(?: (?:no\.? )?\d{1,2},?)?(?: \(?|-)(?:ending|ended|end|to):? (?:on )?|\bw\/e:? /gi

const startPhrase =
  /\b(?:weeks?|wk|fortnight|period|month|mth)(?: (?:no\.? )?\d{1,2},?)?(?: \(?|-)(?:commencing|beginning|starting):? (?:on )?|\bw\/c:? /gi

/** Matches sentences about the dates of timesheets, corrections and other payments. */
const otherDay =
  /\b(?:timesheets?|time sheets?|claims?|rotas?|correct(?:ed|ion)|adjust(?:ed|ment)|overpa(?:id|yment)|underpa(?:id|yment)|must|submit(?:ted)?|return(?:ed)?|deadline|cut ?off|next|last|previous|arrears|holidays?|leave|bonus|will be)\b/i

/**
 * Finds a day of the pay period in a title or sentence: `Payslip for week ending 13 June 2025`. With different days, such
 * as those of several timesheets, none is that of the period.
 */
function findDayInText(lines: PayslipLine[], phrase: RegExp): PrintedDay | null {
  const found = lines.flatMap(({ pieces }) =>
    pieces
      .filter(({ text }) => !otherDay.test(text))
      .flatMap((piece) =>
        [...piece.text.matchAll(phrase)].flatMap(({ index, 0: words }) => {
          const day = parseLeadingDay(piece.text.slice(index + words.length))?.day
          return day ? [{ day, at: [piece], isSure: true }] : []
        }),
      ),
  )
  const [first] = found
  return first && found.every(({ day }) => day === first.day) ? first : null
}

/** Whether the dates are in order and at most 366 days apart. */
const isPeriod = (start: Day, end: Day) =>
  countDays(start, end) >= 1 && countDays(start, end) <= 366 && end >= start

const taxPeriodForm =
  /^(?:tax )?(?:(week|wk|w|month|mth|mnth|m)\.? ?(?:no\.? ?)?)?(\d{1,2})(?![\d./:,–-]|\.\d| [a-z]{3,9} \d| to \d| [-–—] \d)/i

/**
 * Parses a tax week or month. Weeks 54 and 56 are valid: fortnightly and four-weekly payrolls use them for the extra
 * payment of a year.
 */
function parseTaxPeriod(text: string): { number: number; unit: 'week' | 'month' | null } | null {
  const match = taxPeriodForm.exec(text.trim())
  const number = Number(match?.[2])
  if (!match || number < 1 || number > 56) return null
  const unit = match[1] ? (/^w/i.test(match[1]) ? 'week' : 'month') : null
  return unit === 'month' && number > 12 ? null : { number, unit }
}

function readTaxPeriod(lines: PayslipLine[], facts: LabelledFacts): TaxPeriod | null {
  const matches = facts.readAll('taxPeriod', parseTaxPeriod)
  const withUnit = matches.map(({ value, name, at }) => ({
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
  for (const { pieces } of lines) {
    const named = pieces.flatMap((piece) => {
      const [, text = ''] = namedTaxPeriod.exec(piece.text) ?? []
      const value = parseTaxPeriod(text)
      return value?.unit ? [{ ...value, at: [piece] }] : []
    })
    // `Month 2 | Month 3` are the titles of columns that compare the period with the one before.
    const [only] = named
    if (only && named.every(({ number }) => number === only.number)) return only
  }
  return null
}

/** Matches the tax week or month at the start of a title: `Month 3 · paid 30 June`, `Pay for week 38`. */
const namedTaxPeriod =
  /^(?:(?:your )?(?:pay|wages?|salary|pay ?slip|pay ?advice)(?: for| -| –|,|:)? )?((?:tax )?(?:week|wk|month|mth)\b.*)$/i

/** Reads a tax year such as `2025/26`, `2025-26` or `2025/2026`. The two years must be consecutive. */
function readTaxYear(lines: PayslipLine[]): PayslipPeriod['taxYear'] {
  for (const { pieces } of lines)
    for (const piece of pieces)
      for (const [, first = '', second = ''] of piece.text.matchAll(
        /(?<![\d/.-])(20\d\d) ?[/-] ?((?:20)?\d\d)(?![\d/-])/g,
      ))
        if (Number(second.slice(-2)) === (Number(first) + 1) % 100)
          return { value: Number(first), at: [piece] }
  return null
}

/**
 * Formats the tax code with its basis, as in `1257L M1`. If the payslip does not say whether the basis is weekly or
 * monthly, the pay frequency decides between W1 and M1.
 */
export function formatTaxCode(
  code: string,
  basis: PrintedTaxCode['basis'],
  { frequency, taxPeriod, start, end }: PayslipPeriod,
): string {
  if (basis === null || basis === 'cumulative') return code
  if (basis !== 'period') return `${code} ${basis}`
  const isMonthly =
    frequency?.value === 'monthly' ||
    taxPeriod?.unit === 'month' ||
    (start && end ? countDays(start.day, end.day) > 28 : false)
  return `${code} ${isMonthly ? 'M1' : 'W1'}`
}
