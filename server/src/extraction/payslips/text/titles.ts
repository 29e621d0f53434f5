import { titleTuning } from '../tuning.ts'
import {
  columnTitles,
  type PayColumnRole,
  periodTitleMarks,
  type SectionKind,
  sectionTitles,
  yearTitleMarks,
} from './labels.ts'
import { normaliseLabel } from './values.ts'

/** Meaning of a title over a table or column. */
export type Title = {
  kind: SectionKind | null
  role: PayColumnRole | null
  span: 'year' | 'period' | null
  /** Also an ordinary word: counts as a title only beside other titles. */
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

/** Longer titles, recognised by a keyword. */
const keywordTitles: [RegExp, SectionKind][] = [
  [
    /\bemployers?\b.*\b(contributions?|costs?|pays|paid|payments?|charges)\b|\b(paid|contributions) by (your |the )?(employer|company)\b/,
    'employer',
  ],
  [yearTitleMarks, 'year'],
  [/\b(benefits? in kind|notional|for information|previous employment)\b/, 'memo'],
  [/\b(deductions?|taken off|took off|stoppages|taken from your pay)\b/, 'deductions'],
  [/\b(earnings|payments and|pay and allowances|allowances|what you earned)\b/, 'earnings'],
  [periodTitleMarks, 'summary'],
  [/\b(annual leave|holiday (balance|entitlement|accrued))\b/, 'leave'],
  [/\b(paid into|bank (details|account))\b/, 'distribution'],
]

export function classifyTitle(text: string, extra: ExtraTitles = {}): Title | null {
  if (/^\(?£\)?$/.test(text)) return { kind: null, role: 'amount', span: null, isWeak: false }
  const base = normaliseLabel(text)
    .replace(/\b20\d\d ?[/ ] ?(20)?\d\d\b/g, '')
    .replace(/[()]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  const byLayout = kinds.find(([kind]) => extra[kind]?.includes(base))?.[0]
  const bySection = byLayout ?? kindByTitle.get(base) ?? kindByTitle.get(normaliseLabel(text)) ?? null
  const role = roleByTitle.get(base) ?? null
  const withoutBrackets = text.replace(/ ?\([^)]*\)/g, '')
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
    isWeak: !byLayout && weakTitles.has(base),
  }
}
