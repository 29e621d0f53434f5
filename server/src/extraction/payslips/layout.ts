import { z } from 'zod'
import type { FactKind, PayAmountKind, SectionKind } from './text/labels.ts'

// A layout adds labels and titles whose meaning is specific to one kind of payslip. Arithmetic still decides which
// amounts they name.

const Texts = z.array(z.string().min(1).max(80)).max(60)

export const PayslipLayoutSpec = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{3,60}$/),
  about: z.string().min(1).max(300),
  match: z.strictObject({
    /** Texts that must all appear on the payslip; case is ignored. */
    all: Texts.min(2),
    none: Texts.optional(),
  }),
  facts: z.record(z.string(), Texts).optional(),
  sections: z.record(z.string(), Texts).optional(),
  sums: z.record(z.string(), Texts).optional(),
})
export type PayslipLayoutSpec = z.output<typeof PayslipLayoutSpec>

/** Labels and titles that a layout adds to the common ones. */
export type LayoutLabels = {
  facts: Partial<Record<FactKind, string[]>>
  sections: Partial<Record<SectionKind, string[]>>
  amounts: Partial<Record<PayAmountKind, string[]>>
}

export const noLayoutLabels: LayoutLabels = { facts: {}, sections: {}, amounts: {} }

export const toLayoutLabels = ({
  facts = {},
  sections = {},
  sums = {},
}: PayslipLayoutSpec): LayoutLabels => ({
  facts,
  sections,
  amounts: sums,
})

export function matchLayouts(layouts: readonly PayslipLayoutSpec[], text: string): PayslipLayoutSpec[] {
  const lower = text.toLowerCase()
  const appears = (phrase: string) => lower.includes(phrase.toLowerCase())
  return layouts.filter(({ match }) => match.all.every(appears) && !match.none?.some(appears))
}
