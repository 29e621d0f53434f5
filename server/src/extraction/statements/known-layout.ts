import { z } from 'zod'
import type { LayoutHints } from './arithmetic/column-readings.ts'
import type { ColumnRole } from './text/vocabulary.ts'

// A known layout of a bank limits the column readings that the parser tries; the arithmetic still decides between
// them. A layout contains plain text and no patterns, so a contributed layout cannot slow down the parser.

const Words = z.array(z.string().min(3).max(80)).min(1).max(20)

const Column = z.strictObject({
  /** Meaning of the column. `text` is the description; columns with the role `code` or `other-date` are ignored. */
  role: z.enum(['date', 'other-date', 'text', 'code', 'out', 'in', 'amount', 'balance']),
  title: z.string().min(1).max(60),
})

export const KnownStatementLayout = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9-]{3,60}$/),
    about: z.string().min(1).max(300),
    match: z.strictObject({
      /** Texts that must all occur in the document; case is ignored. */
      all: Words,
      none: Words.optional(),
    }),
    order: z.enum(['oldest-first', 'newest-first']),
    /** Line on which the amount is printed if a description spans several lines. */
    amountOn: z.enum(['first-line', 'last-line']),
    /** Columns from left to right. */
    columns: z.array(Column).min(3).max(10),
  })
  .refine(({ columns }) => new Set(columns.map(({ role }) => role)).size === columns.length, 'each role once')
export type KnownStatementLayout = z.output<typeof KnownStatementLayout>

/** Returns the layouts whose texts all occur in the document. */
export function matchLayouts(layouts: readonly KnownStatementLayout[], text: string): KnownStatementLayout[] {
  const lower = text.toLowerCase()
  const occurs = (words: string) => lower.includes(words.toLowerCase())
  return layouts.filter(({ match }) => match.all.every(occurs) && !match.none?.some(occurs))
}

export const toLayoutHints = ({ columns, order, amountOn }: KnownStatementLayout): LayoutHints => ({
  roles: columns.flatMap(({ role }) => (isRole(role) ? [role] : [])),
  newestFirst: order === 'newest-first',
  amountOn: amountOn === 'first-line' ? 'first' : 'last',
})

const isRole = (role: string): role is ColumnRole => ['out', 'in', 'amount', 'balance'].includes(role)
