import {
  type ColumnRole,
  columnTitles,
  periodTitleMarks,
  type SectionKind,
  sectionTitles,
  yearTitleMarks,
} from './labels.ts'
import { plain } from './values.ts'

/** What a piece of text says about the table or column below it. */
export type Title = {
  kind: SectionKind | null
  role: ColumnRole | null
  span: 'year' | 'period' | null
  /** A word that names other things too: it needs company to be a title. */
  isWeak: boolean
}

/** Words that a layout adds to those of every payslip. */
export type ExtraTitles = Partial<Record<SectionKind, string[]>>

const kinds = Object.entries(sectionTitles) as [SectionKind, string[]][]
const roles = Object.entries(columnTitles) as [ColumnRole, string[]][]
const kindByTitle = new Map(
  kinds.toReversed().flatMap(([kind, titles]) => titles.map((title) => [title, kind])),
)
const roleByTitle = new Map(
  roles.toReversed().flatMap(([role, titles]) => titles.map((title) => [title, role])),
)

const weak = new Set(
  'employer|employers|company|period|pay|payment|year|yr|pd|tax|salary|gross|wage|income|current|employee|statutory|notes|message|messages|information|benefits|leave|holiday|absence|less|paid to you|pay type|payment type|tax year|payment method|loans|er|contributions|before tax|calculation|net payments|assignments|statutory information|pay details|payment details|to date|so far|cumulative|pension scheme|salary details|cum|earning'.split(
    '|',
  ),
)

/** Longer titles, by a word in them. */
const patterns: [RegExp, SectionKind][] = [
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
const mostWords = 7

export function titleOf(text: string, extra: ExtraTitles = {}): Title | null {
  if (/^\(?£\)?$/.test(text)) return { kind: null, role: 'amount', span: null, isWeak: false }
  const base = plain(text)
    .replace(/\b20\d\d ?[/ ] ?(20)?\d\d\b/g, '')
    .replace(/[()]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  const own = kinds.find(([kind]) => extra[kind]?.includes(base))?.[0]
  const bySection = own ?? kindByTitle.get(base) ?? kindByTitle.get(plain(text)) ?? null
  const role = roleByTitle.get(base) ?? null
  const bare = text.replace(/ ?\([^)]*\)/g, '')
  const isShort =
    plain(bare).split(' ').length <= mostWords && /[a-z]/.test(base) && !/\d{3}|[.!?]$/.test(bare)
  const kind =
    bySection ??
    (isShort && role === null ? (patterns.find(([form]) => form.test(plain(bare)))?.[1] ?? null) : null)
  if (kind === null && role === null) return null
  const isYear = kind === 'year' || yearTitleMarks.test(base)
  const isPeriod = kind === 'summary' || periodTitleMarks.test(base)
  return { kind, role, span: isYear ? 'year' : isPeriod ? 'period' : null, isWeak: !own && weak.has(base) }
}
