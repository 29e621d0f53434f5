import { deductionOf } from '../../vocabulary/payslip-lines.ts'
import { periodMarks, type SumKind, sumLabels, yearMarks } from './labels.ts'
import { plain } from './written.ts'

export type LabelMeaning = { kind: SumKind | null; isYear: boolean; isPeriod: boolean }

/** Words that a layout adds. */
export type ExtraSums = Partial<Record<SumKind, string[]>>

const loans = {
  student_loan: 'studentLoan',
  postgraduate_loan: 'postgraduateLoan',
  pension: 'pension',
} as const

export function meaningOf(text: string, extra: ExtraSums = {}): LabelMeaning {
  const whole = plain(text)
  const isYear = yearMarks.test(whole)
  const base = whole
    .replace(new RegExp(yearMarks, 'g'), ' ')
    .replace(/\b20\d\d ?[/ ] ?(20)?\d\d\b/g, ' ')
    .replace(/\((?:[a-z]|this employment(?: only)?|paye|)\)$/g, ' ')
    .replace(/[,=]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const own = (Object.entries(extra) as [SumKind, string[]][]).find(([, labels]) =>
    labels.includes(whole),
  )?.[0]
  const kind = own ?? sumLabels.find(([form]) => form.test(base))?.[1] ?? loanOf(base)
  return { kind, isYear, isPeriod: periodMarks.test(whole) }
}

function loanOf(base: string): SumKind | null {
  const word = deductionOf(base)
  return word in loans ? loans[word as keyof typeof loans] : null
}
