import type { ReportContent } from '../schemas.ts'

type Note = ReportContent['income']['notes'][number]
type CorrectedPart = ReportContent['income']['corrections'][number]['parts'][number]

export type References = ReturnType<typeof createReferences>

/** Fields of an employment note that dispute gross pay, net pay, or both. */
const grossFields: readonly string[] = ['gross_pay', 'pay_frequency', 'payslips', 'other']
const netFields: readonly string[] = ['net_pay', 'pay_frequency', 'payslips', 'other']

/** Short names for payslips (P1), documents (D1) and the applicant's notes (N1), as used all over the report. */
export function createReferences({ income, working, documents }: ReportContent) {
  const payslips = new Map(working.payslips.map(({ submission_id }, index) => [submission_id, index + 1]))
  const papers = new Map(documents.map(({ document_id }, index) => [document_id, `D${index + 1}`]))
  const noteNumbers = new Map(income.notes.map((note, index) => [note, `N${index + 1}`]))
  const employmentOf = (submissionId: string) =>
    income.employments.find(({ submission_ids }) => submission_ids.includes(submissionId))

  /** A note names one payslip, but disputes the employment: it belongs to every figure the employment is part of. */
  const isAbout = ({ subject, submission_id }: Note, ids: readonly string[]) => {
    if (ids.includes(submission_id)) return true
    const employment = subject === 'job' ? employmentOf(submission_id) : undefined
    return employment?.submission_ids.some((id) => ids.includes(id)) ?? false
  }
  const namesOf = (notes: readonly Note[]) => notes.flatMap((note) => noteNumbers.get(note) ?? [])

  /** `P1–P3, P5`. Submissions that are not payslips have no short name. */
  function payslipRanges(ids: readonly string[]) {
    const numbers = ids.flatMap((id) => payslips.get(id) ?? []).sort((one, other) => one - other)
    const runs: [number, number][] = []
    for (const number of numbers) {
      const run = runs.at(-1)
      if (run && run[1] === number - 1) run[1] = number
      else if (run?.[1] !== number) runs.push([number, number])
    }
    return runs.map(([first, last]) => (first === last ? `P${first}` : `P${first}–P${last}`)).join(', ')
  }

  function correctedIn(ids: readonly string[], isMeant: (parts: readonly CorrectedPart[]) => boolean) {
    const found = income.corrections.filter(
      ({ submission_id, parts }) => ids.includes(submission_id) && isMeant(parts),
    )
    const statements = found.filter(({ type }) => type === 'bank_statement')
    return [
      payslipRanges(found.map(({ submission_id }) => submission_id)),
      ...statements.map(({ document_id }) => papers.get(document_id) ?? ''),
    ].filter((name) => name !== '')
  }

  return {
    /** Short names of those among these submissions that have corrected values of one of these parts. */
    corrected: (wanted: readonly CorrectedPart[], ids: readonly string[]) =>
      correctedIn(ids, (parts) => wanted.some((part) => parts.includes(part))),
    /** The same for values of any part. */
    correctedInAny: (ids: readonly string[]) => correctedIn(ids, () => true),
    document: (id: string | null) => (id === null ? undefined : papers.get(id)),
    note: (note: Note) => noteNumbers.get(note) ?? '',
    payslips: payslipRanges,
    disputesOfGross: (ids: readonly string[]) =>
      namesOf(income.notes.filter((note) => grossFields.includes(note.field) && isAbout(note, ids))),
    disputesOfNet: (ids: readonly string[]) =>
      namesOf(income.notes.filter((note) => netFields.includes(note.field) && isAbout(note, ids))),
    disputesOf: (ids: readonly string[]) =>
      namesOf(income.notes.filter(({ submission_id }) => ids.includes(submission_id))),
  }
}
