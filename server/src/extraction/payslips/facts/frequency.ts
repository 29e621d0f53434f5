import type { Payslip } from '../../../vocabulary/payslip.ts'
import type { PayslipLine, TextPiece } from '../text/lines.ts'
import { normaliseLabel, parseDay } from '../text/values.ts'
import { listLanguages } from '../text/welsh.ts'
import { frequencyTuning } from '../tuning/facts.ts'
import type { LabelledFacts } from './labelled-facts.ts'

// Reads the pay frequency from labels, headings and sentences, and wording from which it follows.

export type PayFrequency = NonNullable<Payslip['income_information']['pay_frequency']>
export type PrintedFrequency = { value: PayFrequency; at: TextPiece[] }

const frequencyWords: [RegExp, PayFrequency][] = [
  [
    /^(four|4)[ -]?(weekly|weeks?|wkly|wk)\b|^lunar|^4w(k|kly)?\b|^every (four|4) weeks|^w4\b/i,
    'four_weekly',
  ],
  [
    /^(fortnight(ly)?|bi[ -]?weekly|(two|2)[ -]?(weekly|weeks?|wkly|wk)|2w(k|kly)?|every (two|2) weeks|every fortnight|w2)\b/i,
    'fortnightly',
  ],
  [/^(weekly|week|every week|wkly|w1|1w|1[ -]weekly)\b(?! ?\d)/i, 'weekly'],
  [/^(monthly|calendar month(ly)?|every month|mthly|mnthly|per month|1m)\b/i, 'monthly'],
  [/^(month)\b(?! ?\d| ?(no|number|end))/i, 'monthly'],
  [/^(quarterly|every quarter|quarter|3[ -]?monthly|m3)\b/i, 'quarterly'],
  [/^(annual(ly)?|yearly)\b/i, 'annual'],
  [/^(irregular|ad hoc)\b/i, 'irregular'],
]
const frequencyAbbreviations: Record<string, PayFrequency> = {
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
/** Labels whose values may be abbreviations with a meaning other than a pay frequency. */
const weakFrequencyLabels = new Set([
  'paid',
  'payroll',
  'pay type',
  'pay group',
  'payroll name',
  'run type',
  'pay basis',
  'payroll type',
])

const parseFrequency = (text: string): PayFrequency | null =>
  frequencyWords.find(([form]) => form.test(text.trim()))?.[1] ?? null

const frequencyPhrase =
  /\b(?:(weekly|fortnightly|four[ -]weekly|4[ -]weekly|monthly) paid\b|paid (weekly|fortnightly|four[ -]weekly|4[ -]weekly|monthly)\b|paid (every (?:week|fortnight|month|(?:two|2|four|4) weeks))\b|(weekly|fortnightly|four[ -]weekly|4[ -]weekly|two[ -]weekly|2[ -]weekly|bi-weekly|monthly|quarterly)(?: paid)? (?:pay ?slip|pay advice|pay statement|payroll|wages|wage slip|salary|pay|payment|run|pay run|payrun)\b|(?:pay|wages|salary|earnings|pay ?slip) for (?:the )?(four weeks|4 weeks|two weeks|fortnight|week|month)\b(?! ?(?:no\.? ?)?\d{1,2}\b(?! [a-z]+ \d{4}))(?! of (?:january|february|march|april|may|june|july|august|september|october|november|december)))/i

/** Matches the pay frequency behind the number of a tax period: `20 4-WKLY`, `6 (monthly)`. */
const frequencyBehindNumber =
  /^\d{1,2},? \(?((?:[a-z]+[ -]|[24][ -])?(?:weekly|wkly|monthly|mthly|fortnightly))\)?$/i

/** Reads the pay frequency if the payslip states it. */
export function readFrequency(lines: PayslipLine[], facts: LabelledFacts): PrintedFrequency | null {
  const parse = (text: string) => {
    const word = listLanguages(text)
      .map(parseFrequency)
      .find((value) => value !== null)
    const abbreviation = frequencyAbbreviations[text.trim().toLowerCase()]
    return word
      ? { frequency: word, isWord: true }
      : abbreviation
        ? { frequency: abbreviation, isWord: false }
        : null
  }
  const matches = facts.readAll('frequency', parse)
  const [first] = matches.filter(({ name, value }) => value.isWord || !weakFrequencyLabels.has(name))
  if (first) return { value: first.value.frequency, at: first.at }
  const [behindNumber] = facts.readAll('taxPeriod', (text) =>
    parseFrequency(frequencyBehindNumber.exec(text.trim())?.[1] ?? ''),
  )
  if (behindNumber) return { value: behindNumber.value, at: behindNumber.at }
  for (const { pieces } of lines)
    for (const piece of pieces) {
      const match = frequencyPhrase.exec(piece.text)
      const value = match ? parseFrequency(match.slice(1).find((word) => word !== undefined) ?? '') : null
      if (value) return { value, at: [piece] }
    }
  return null
}

export type FrequencyWords = { unit: 'week' | 'fortnight' | 'four weeks' | 'month'; at: TextPiece[] }

/** Headings and labels that name the length of the pay period, in the form that `normaliseLabel` returns. */
const periodNames: [RegExp, FrequencyWords['unit']][] = [
  [
    /\b(?:four|4) weeks? (?:ending|ended|end|to|commencing|period)\b|^(?:this )?(?:four|4) weeks?$|^(?:paid )?(?:four|4) weekly(?: (?:pay )?period)?$/,
    'four weeks',
  ],
  [/^(?:this |pay )?fortnight\b|\bfortnight (?:ending|ended|end|to)\b/, 'fortnight'],
  [
    /\b(?:two|2) weeks? (?:ending|ended|end|to|commencing|period)\b|^(?:this )?(?:two|2) weeks?$|^(?:paid )?fortnightly(?: (?:pay )?period)?$/,
    'fortnight',
  ],
  [
    /^(?:paid )?monthly(?: (?:pay )?period)?$|\bthis month\b|^(?:pay |salary |wage )?month$|\bmonth (?:ending|ended|end)\b|\bcalendar month\b/,
    'month',
  ],
  [
    /^(?:paid )?weekly(?: (?:pay )?period)?$|\bthis week\b|^(?:pay )?week$|\b(?:week|wk) (?:ending|ended|end|commencing|beginning)\b|^w\/(?:e|end|c)\b/,
    'week',
  ],
]

/** Matches the number of the pay period within the year: `Period 12 of 13`. */
const periodOfYear = /(?:^|\b(?:period|week|month) (?:no )?)\d{1,2} of (12|13|26|52|53)\b/
const unitByPeriods: Record<string, FrequencyWords['unit']> = {
  12: 'month',
  13: 'four weeks',
  26: 'fortnight',
  52: 'week',
  53: 'week',
}

const monthNames =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const monthOfYear = new RegExp(`^${monthNames},? '?(?:20)?\\d\\d$`, 'i')
/** Matches a heading that names one month: `Pay advice for September 2025`. */
const monthInHeading = new RegExp(
  `^(?:your )?(?:for|pay ?slip|pay ?advice|pay statement|salary (?:advice|slip|statement)|wages? slip|salary|pay|wages|payroll|earnings)(?: for| of| [-–—]|,|:)?(?: the)?(?: month)?(?: of)?:? ${monthNames},? 20\\d\\d$`,
  'i',
)

/** Removes the date behind a heading: `Week ending Friday 13 June 2025`. */
function withoutDate(text: string): string {
  const words = text.split(' ')
  const start = words.findIndex((_, n) => n > 0 && parseDay(words.slice(n).join(' ')) !== null)
  return start === -1 ? text : words.slice(0, start).join(' ')
}

/** Whether the text is the name of a month in one of two languages: `Tachwedd / November 2025`. */
const isMonthOfYear = (text: string) => listLanguages(text.trim()).some((part) => monthOfYear.test(part))

/** Lists wording that names the length of the pay period, without stating the pay frequency. */
export function listFrequencyWords(lines: PayslipLine[], facts: LabelledFacts): FrequencyWords[] {
  const listTexts = (some: PayslipLine[]) =>
    some.flatMap((line) => line.pieces).filter(({ figure }) => figure === null)
  const headerEnd = lines[Math.min(frequencyTuning.headerLines, lines.length) - 1]?.y ?? 0
  const inHeadings = listTexts(lines).flatMap((piece) => {
    const name = normaliseLabel(withoutDate(piece.text))
    const isShort = name.split(' ').length <= frequencyTuning.maxHeadingWords
    const [, periods = ''] = periodOfYear.exec(name) ?? []
    const unit =
      unitByPeriods[periods] ??
      (monthInHeading.test(piece.text) ? 'month' : undefined) ??
      (isShort || piece.y <= headerEnd ? periodNames.find(([form]) => form.test(name))?.[1] : undefined)
    return unit ? [{ unit, at: [piece] }] : []
  })
  const parseUnit = (text: string) =>
    isMonthOfYear(text)
      ? ('month' as const)
      : (unitByPeriods[periodOfYear.exec(text.trim())?.[1] ?? ''] ?? null)
  const labelled = [...facts.readAll('period', parseUnit), ...facts.readAll('taxPeriod', parseUnit)]
  // At the top of a payslip, a month alone is the month that is paid.
  const atTop = listTexts(lines.slice(0, frequencyTuning.headerLines))
    .filter(({ text }) => isMonthOfYear(text))
    .map((piece) => ({ unit: 'month' as const, at: [piece] }))
  return [...inHeadings, ...labelled.map(({ value, at }) => ({ unit: value, at })), ...atTop]
}
