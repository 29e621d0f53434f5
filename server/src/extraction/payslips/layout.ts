import { z } from 'zod'
import type { Fact, SectionKind, SumKind } from './text/labels.ts'

// A layout adds words that mean something only there. It narrows what the engine tries; arithmetic judges the same way.

const Words = z.array(z.string().min(1).max(80)).max(60)

export const PayslipLayout = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{3,60}$/),
  about: z.string().min(1).max(300),
  match: z.strictObject({
    /** All of these stand on the paper, in any case. */
    all: Words.min(2),
    none: Words.optional(),
  }),
  facts: z.record(z.string(), Words).optional(),
  sections: z.record(z.string(), Words).optional(),
  sums: z.record(z.string(), Words).optional(),
})
export type PayslipLayout = z.output<typeof PayslipLayout>

export type Extra = {
  facts: Partial<Record<Fact, string[]>>
  sections: Partial<Record<SectionKind, string[]>>
  sums: Partial<Record<SumKind, string[]>>
}

export const noExtra: Extra = { facts: {}, sections: {}, sums: {} }

export const extraOf = ({ facts = {}, sections = {}, sums = {} }: PayslipLayout): Extra => ({
  facts,
  sections,
  sums,
})

/** The layouts whose words all stand on the paper. */
export function layoutsFor(layouts: readonly PayslipLayout[], text: string): PayslipLayout[] {
  const lower = text.toLowerCase()
  const isThere = (words: string) => lower.includes(words.toLowerCase())
  return layouts.filter(({ match }) => match.all.every(isThere) && !match.none?.some(isThere))
}
