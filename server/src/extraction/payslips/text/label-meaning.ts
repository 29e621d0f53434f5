import { deductionOf } from '../../../vocabulary/payslip-lines.ts'
import { periodMarks, type SumKind, sumLabels, yearMarks } from './labels.ts'
import { plain } from './values.ts'

export type LabelMeaning = { kind: SumKind | null; isYear: boolean; isPeriod: boolean }

/** Words that a layout adds. */
export type ExtraSums = Partial<Record<SumKind, string[]>>

const loans = {
  student_loan: 'studentLoan',
  postgraduate_loan: 'postgraduateLoan',
  pension: 'pension',
} as const

/** `Totals to date: pay`, with other sums behind it in the same line: what follows the words for the year, or null. */
export function afterYear(text: string): string | null {
  const [, lead = '', rest] = /^([^:—–]+)(?::| [—–-]) (.+)$/.exec(text) ?? []
  return rest !== undefined && yearMarks.test(plain(lead)) ? rest : null
}

export function meaningOf(text: string, extra: ExtraSums = {}): LabelMeaning {
  const led = afterYear(text)
  if (led !== null) {
    const { kind } = meaningOf(led, extra)
    return { kind: kind ?? (plain(led) === 'pay' ? 'gross' : null), isYear: true, isPeriod: false }
  }
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
