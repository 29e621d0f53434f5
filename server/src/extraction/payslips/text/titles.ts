import { titleTuning } from '../tuning/text.ts'
import {
  columnTitles,
  type PayColumnRole,
  periodTitleMarks,
  type SectionKind,
  sectionTitles,
  yearTitleMarks,
} from './labels.ts'
import { memoise } from './memoise.ts'
import { normaliseLabel } from './values.ts'
import { listLanguages } from './welsh.ts'

/** Meaning of a title above a table or column. */
export type Title = {
  kind: SectionKind | null
  role: PayColumnRole | null
  span: 'year' | 'period' | null
  /** Whether the title is also an ordinary word. It then counts as a title only beside other titles. */
  isWeak: boolean
}

/** Titles that a layout adds to the common ones. */
export type ExtraTitles = Partial<Record<SectionKind, string[]>>

const kinds = Object.entries(sectionTitles) as [SectionKind, string[]][]
const roles = Object.entries(columnTitles) as [PayColumnRole, string[]][]
const kindByTitle = new Map(
  kinds.toReversed().flatMap(([kind, titles]) => titles.map((title) => [title, kind])),
)
const roleByTitle = new Map(
  roles.toReversed().flatMap(([role, titles]) => titles.map((title) => [title, role])),
)

const weakTitles = new Set(
  'employer|employers|company|period|pay|payment|year|yr|pd|tax|salary|gross|wage|income|current|employee|statutory|notes|message|messages|information|benefits|leave|holiday|absence|less|paid to you|pay type|payment type|tax year|payment method|loans|er|contributions|before tax|calculation|net payments|assignments|statutory information|pay details|payment details|to date|so far|cumulative|pension scheme|salary details|cum|earning'.split(
    '|',
  ),
)

/** Keywords that identify longer titles. */
const keywordTitles: [RegExp, SectionKind][] = [
  [
    /\bemployers?\b.*\b(contributions?|costs?|pays|paid|payments?|charges)\b|\b(paid|contributions) by (your |the )?(employer|company)\b|\bwe (also )?(pay|paid|add|added) (for you )?on top\b|\b(paid|pays) on top\b|\bcosts? to (us|the (company|employer))\b/,
    'employer',
  ],
  [yearTitleMarks, 'year'],
  [
    /\btotals?\b.*\b(?:with|in|from|for) (?:this|the) (?:employment|job|employer|tax year)\b|\btax year\b.*\btotals?\b|\b(?:totals?|pay|earnings|figures|amounts) since (?:you |your |the )?(?:start|joined|joining|began|employment|appointment)\w*|^(?:tax )?year to (?!5 april)\d{1,2} [a-z]+/,
    'year',
  ],
  [
    /^reconciliation\b|\b(not your pay|benefits? in kind|notional|for information|previous employment)\b/,
    'memo',
  ],
  [
    /\b(deductions?|taken off|took off|(?:came|comes|coming) off|taken away|held back|stoppages|taken from your pay)\b/,
    'deductions',
  ],
  [/\b(earnings|payments and|pay and allowances|allowances|what you earned)\b/, 'earnings'],
  [periodTitleMarks, 'summary'],
  [/\b(annual leave|holiday (balance|entitlement|accrued))\b/, 'leave'],
  [/\b(paid into|bank (details|account))\b/, 'distribution'],
]

/** Matches titles of tables of some deductions: `Employee taxes`, `Post Tax Deductions`. */
const titleOfSomeDeductions =
  /^(?:(?:employee|payroll) )?tax(?:es)?$|\b(?:pre|post|before|after) tax\b|^(?:statutory|voluntary|other|additional)\b/

/** Whether a table of deductions is titled as one of several. `Total` below it is not the total of all deductions. */
export const isTitleOfSomeDeductions = (text: string): boolean =>
  titleOfSomeDeductions.test(normaliseLabel(text))

const noExtraTitles: ExtraTitles = {}
const classifyCommonTitle = memoise((text: string) => classifyInAnyLanguage(text, noExtraTitles))

export const classifyTitle = (text: string, extra: ExtraTitles = noExtraTitles): Title | null =>
  Object.keys(extra).length === 0 ? classifyCommonTitle(text) : classifyInAnyLanguage(text, extra)

function classifyInAnyLanguage(text: string, extra: ExtraTitles): Title | null {
  for (const part of listLanguages(text)) {
    const title = classifyInOneLanguage(part, extra)
    if (title) return title
  }
  return null
}

/** Returns the role of a column title that consists of known words: `Hours/Qty`, `Daily rate`. */
function roleByKeyword(base: string): PayColumnRole | null {
  const words = base.split(/[ /]+/)
  if (words.length > titleTuning.maxColumnTitleWords) return null
  const isAll = (form: RegExp) => words.every((word) => form.test(word))
  if (isAll(/^(hours?|hrs?|qty|quantity|units?|days?|number|no|or|of|worked|paid|shifts?|time|miles)$/))
    return 'units'
  if (isAll(/^(rate|hourly|daily|pay|per|hour|unit|day|of|at|mile)$/) && words.includes('rate')) return 'rate'
  if (
    isAll(/^(bal|balance|balances|left|o|s|os|outstanding|remaining|c|f|cf|owed|owing|due|still|to|pay)$/) &&
    /bal|outst|remain|ow/.test(base)
  )
    return 'balance'
  return null
}

/** Matches a column title that names the period itself: `March`, `Mar 2025`, `Week 14`, `Month 3`. */
const namedPeriod =
  /^(?:(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)(?: ?\d{2,4})?|(?:tax )?(?:week|wk|month|mth|period) ?\d{1,2})$/

/** Matches a column title that gives the dates of the tax year so far: `6 Apr 24 – 28 Feb 25`. */
const sinceApril = /^(?:from )?0?6(?:th)? ?(?:\/0?4|apr(?:il)?)(?:[ /]\d{2,4})? ?(?:to|–|—|-|until|and)/i

const laterMonth =
  '(?:may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|date|now)'

/** Matches a column title that names the months or weeks of the tax year so far: `Apr - Sep`, `Months 1 to 6`. */
const periodsSoFar = new RegExp(
  `^(?:(?:from )?apr(?:il)?(?: (?:20)?\\d\\d)? ?(?:to|–|—|-|until|/) ?${laterMonth}(?: (?:20)?\\d\\d)?|(?:tax )?(?:weeks?|wks?|months?|mths?|periods?|pds?) 0?1 ?(?:to|–|—|-) ?\\d{1,2})$`,
  'i',
)

/** Whether the text is a tax year such as `2026/27`, which may precede year-to-date amounts. */
export const isTaxYear = (text: string): boolean => /^20\d\d ?[/-] ?(20)?\d\d$/.test(text)

const taxYear = /\b20\d\d ?[/-] ?(20)?\d\d\b/g

function classifyInOneLanguage(text: string, extra: ExtraTitles): Title | null {
  if (/^\(?£\)?$/.test(text)) return { kind: null, role: 'amount', span: null, isWeak: false }
  const base = normaliseLabel(text)
    .replace(/\b20\d\d ?[/ ] ?(20)?\d\d\b/g, '')
    .replace(/[()]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  // `Tax period: 11` is a fact.
  if (namedPeriod.test(base) && !text.includes(':'))
    return { kind: null, role: 'amount', span: 'period', isWeak: true }
  if (sinceApril.test(text) || periodsSoFar.test(text))
    return { kind: 'year', role: 'amount', span: 'year', isWeak: true }
  const byLayout = kinds.find(([kind]) => extra[kind]?.includes(base))?.[0]
  const withoutBrackets = text
    .replace(/ ?\([^)]*\)/g, '')
    .replace(/^(?:tax year )?20\d\d ?[/-] ?(?:20)?\d\d,? (?:month|week|period) \d{1,2}: /i, '')
    .replace(taxYear, '')
    .replace(/,? (?:from |since )?0?6(?:th)? april 20\d\d to date$/i, ' to date')
    .replace(/ 20\d\d$/, '')
    .trim()
  // With the tax year, `2025/26 totals` are totals to date.
  const isTotalOfYear = /^totals?(?: for)?$/.test(base) && text.match(taxYear) !== null
  const bySection =
    byLayout ??
    (isTotalOfYear ? 'year' : undefined) ??
    kindByTitle.get(base) ??
    kindByTitle.get(normaliseLabel(text)) ??
    kindByTitle.get(normaliseLabel(withoutBrackets)) ??
    null
  const role = roleByTitle.get(base) ?? roleByKeyword(base)
  const isShort =
    normaliseLabel(withoutBrackets).split(' ').length <= titleTuning.maxWords &&
    /[a-z]/.test(base) &&
    !/\d{3}|[.!?]$/.test(withoutBrackets)
  const kind =
    bySection ??
    (isShort && role === null
      ? (keywordTitles.find(([form]) => form.test(normaliseLabel(withoutBrackets)))?.[1] ?? null)
      : null)
  if (kind === null && role === null) return null
  const isYear = kind === 'year' || yearTitleMarks.test(base)
  const isPeriod = kind === 'summary' || periodTitleMarks.test(base)
  return {
    kind,
    role,
    span: isYear ? 'year' : isPeriod ? 'period' : null,
    isWeak: !byLayout && (weakTitles.has(base) || weakTitles.has(normaliseLabel(withoutBrackets))),
  }
}
