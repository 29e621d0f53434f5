import { classifyDeduction } from '../../../vocabulary/payslip-lines.ts'
import { amountLabels, type PayAmountKind, periodMarks, yearMarks } from './labels.ts'
import { normaliseLabel } from './values.ts'

export type LabelMeaning = { kind: PayAmountKind | null; isYear: boolean; isPeriod: boolean }

/** Labels that a layout adds to the common ones. */
export type ExtraAmountLabels = Partial<Record<PayAmountKind, string[]>>

const kindByDeductionWord = {
  student_loan: 'studentLoan',
  postgraduate_loan: 'postgraduateLoan',
  pension: 'pension',
} as const

/** The label without its year-to-date prefix: `pay` for `Totals to date: pay`. Null if it has no such prefix. */
export function stripYearPrefix(text: string): string | null {
  const [, lead = '', rest] = /^([^:—–]+)(?::| [—–-]) (.+)$/.exec(text) ?? []
  return rest !== undefined && yearMarks.test(normaliseLabel(lead)) ? rest : null
}

export function classifyLabel(text: string, extra: ExtraAmountLabels = {}): LabelMeaning {
  const afterPrefix = stripYearPrefix(text)
  if (afterPrefix !== null) {
    const { kind } = classifyLabel(afterPrefix, extra)
    return {
      kind: kind ?? (normaliseLabel(afterPrefix) === 'pay' ? 'gross' : null),
      isYear: true,
      isPeriod: false,
    }
  }
  const whole = normaliseLabel(text)
  const isYear = yearMarks.test(whole)
  const base = whole
    .replace(new RegExp(yearMarks, 'g'), ' ')
    .replace(/\b20\d\d ?[/ ] ?(20)?\d\d\b/g, ' ')
    .replace(/\((?:[a-z]|this employment(?: only)?|paye|)\)$/g, ' ')
    .replace(/[,=]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const byLayout = (Object.entries(extra) as [PayAmountKind, string[]][]).find(([, labels]) =>
    labels.includes(whole),
  )?.[0]
  const kind = byLayout ?? amountLabels.find(([form]) => form.test(base))?.[1] ?? kindOfDeduction(base)
  return { kind, isYear, isPeriod: periodMarks.test(whole) }
}

function kindOfDeduction(base: string): PayAmountKind | null {
  const word = classifyDeduction(base)
  return word in kindByDeductionWord ? kindByDeductionWord[word as keyof typeof kindByDeductionWord] : null
}
