import { z } from 'zod'
import type { Narrowing } from './arithmetic/column-readings.ts'
import type { Role } from './text/vocabulary.ts'

// What is known of a bank's papers beforehand. It narrows what is tried; the arithmetic judges all the same. There are no
// patterns in it, only words: nothing a layout says can make reading slow.

const Words = z.array(z.string().min(3).max(80)).min(1).max(20)

const Column = z.strictObject({
  /** `code` and `other-date` are read past; `text` is the description. */
  role: z.enum(['date', 'other-date', 'text', 'code', 'out', 'in', 'amount', 'balance']),
  title: z.string().min(1).max(60),
})

export const StatementLayout = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9-]{3,60}$/),
    about: z.string().min(1).max(300),
    match: z.strictObject({
      /** All of these stand on the paper, in any case. */
      all: Words,
      none: Words.optional(),
    }),
    order: z.enum(['oldest-first', 'newest-first']),
    /** Where the sum stands when a description takes several lines. */
    amountOn: z.enum(['first-line', 'last-line']),
    /** From left to right. */
    columns: z.array(Column).min(3).max(10),
  })
  .refine(({ columns }) => new Set(columns.map(({ role }) => role)).size === columns.length, 'each role once')
export type StatementLayout = z.output<typeof StatementLayout>

/** The layouts whose words all stand on the paper. */
export function layoutsFor(layouts: readonly StatementLayout[], text: string): StatementLayout[] {
  const lower = text.toLowerCase()
  const isThere = (words: string) => lower.includes(words.toLowerCase())
  return layouts.filter(({ match }) => match.all.every(isThere) && !match.none?.some(isThere))
}

export const narrowingOf = ({ columns, order, amountOn }: StatementLayout): Narrowing => ({
  roles: columns.flatMap(({ role }) => (isRole(role) ? [role] : [])),
  newestFirst: order === 'newest-first',
  amountOn: amountOn === 'first-line' ? 'first' : 'last',
})

const isRole = (role: string): role is Role => ['out', 'in', 'amount', 'balance'].includes(role)
