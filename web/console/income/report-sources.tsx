import type { BankStatementSubmission, PayrollSubmission } from '@payproof/sdk'
import { dayOf, spanOf, timeOf } from '../../ui/format.ts'
import type { Report } from './report.ts'
import { ReportTable } from './report-table.tsx'
import { signatureWords } from './signature.tsx'
import type { Check } from './signed.ts'
import { type Names, sourceOf, taxAuthority } from './sources.ts'

export type Props = { report: Report; names: Names }

const none = '—'

/** Summarises the submissions by source; annex C lists every submission. */
export function Sources({ report: { payslips, statements, taxYears, distrusted }, names }: Props) {
  const bySource = new Map<string, OneSource>()
  for (const document of payslips) {
    const { key, label } = sourceOf(document.submission, names)
    const source: OneSource = bySource.get(key) ?? { label, own: [] }
    source.own.push(document)
    bySource.set(key, source)
  }
  const rows = [
    ...[...bySource.values()].map(({ label, own }) => ({
      what: `${label}: ${own.length === 1 ? 'a payslip' : `${own.length} payslips`}`,
      refs: refsOf(own),
      about: daysOf(own.map(({ submission }) => submission.income_information.pay_date)),
      fetched: daysOf(own.map(({ submission }) => submission.created_at)),
      state: recordWords(own),
      trust: trustWords(own.map(({ submission }) => submission.trust_score)),
    })),
    ...taxYears.map(({ ref, year, fetchedAt }) => ({
      refs: ref,
      what: `${taxAuthority}: a tax year`,
      state: 'not signed',
      trust: none,
      about: spanOf(year.income_period.start, year.income_period.end),
      fetched: fetchedAt ? dayOf(fetchedAt) : none,
    })),
    ...statements.map((document) => ({
      refs: document.ref,
      what: `${document.submission.account_information.bank_name ?? 'Bank not named'}: an uploaded statement`,
      about: periodOf(document.submission) ?? none,
      fetched: dayOf(document.submission.created_at),
      state: recordWords([document]),
      trust: distrusted.has(document.submission.document_id) ? 'low, confirms nothing' : none,
    })),
  ]
  return (
    <ReportTable
      caption="Sources"
      rows={rows}
      keyOf={({ refs }) => refs}
      columns={[
        { title: 'Source', cell: ({ what }) => what },
        { title: 'About', cell: ({ about }) => about },
        { title: 'Fetched', cell: ({ fetched }) => fetched },
        { title: 'Record', cell: ({ state }) => state },
        { title: 'Document trust', cell: ({ trust }) => trust },
        { title: 'Ref', cell: ({ refs }) => refs },
      ]}
    />
  )
}

type OneSource = { label: string; own: Report['payslips'] }

/** Says whether our copy is intact. It says nothing about the document itself. */
const recordWords = (own: readonly { check: Check }[]) => {
  const good = own.filter(({ check }) => check === 'good').length
  return good === own.length ? 'intact' : `${good} of ${own.length} signatures checked`
}

function trustWords(scores: readonly PayrollSubmission['trust_score'][]) {
  const low = scores.filter((score) => score === 'Low').length
  if (low > 0) return `low: ${low} of ${scores.length}`
  return scores.find((score) => score === 'Medium') ? 'medium' : scores.some(Boolean) ? 'high' : none
}

function daysOf(moments: string[]) {
  const sorted = [...moments].sort()
  const [first = '', last = ''] = [sorted[0], sorted.at(-1)]
  return first.slice(0, 10) === last.slice(0, 10) ? dayOf(first) : spanOf(first, last)
}

/** P2–P5, P7 */
function refsOf(own: readonly { ref: string }[]) {
  const runs: { from: string; to: string; next: number }[] = []
  for (const { ref } of own) {
    const number = Number(ref.slice(1))
    const run = runs.at(-1)
    if (run?.next === number) Object.assign(run, { to: ref, next: number + 1 })
    else runs.push({ from: ref, to: ref, next: number + 1 })
  }
  return runs.map(({ from, to }) => (from === to ? from : `${from}–${to}`)).join(', ')
}

export const periodOf = ({ statement_period: { start_date, end_date } }: BankStatementSubmission) =>
  start_date && end_date ? spanOf(start_date, end_date) : undefined

/** Lists the submissions, one per line: source, retrieval time, id and signature status. */
export function Submissions({ report: { payslips, statements, taxYears }, names }: Props) {
  const rows = [
    ...payslips.map(({ ref, submission, provenance: { document }, check, key_id }) => ({
      ref,
      id: submission.id,
      fetched: submission.created_at,
      source: sourceOf(submission, names).label,
      proof: document
        ? paperWords({ ...document, file: submission.document_filename, trust: submission.trust_score })
        : `account ${submission.account_id}`,
      state: `${signatureWords(check)}, key ${key_id}`,
    })),
    ...taxYears.map(({ ref, year, fetchedAt }) => ({
      ref,
      id: year.id,
      fetched: fetchedAt,
      source: taxAuthority,
      proof: `account ${year.account_id}`,
      state: 'Not signed: the service signs payslips and statements',
    })),
    ...statements.map(({ ref, submission, provenance: { document }, check, key_id }) => ({
      ref,
      id: submission.id,
      fetched: submission.created_at,
      source: 'Uploaded statement',
      proof: document ? paperWords({ ...document, file: submission.document_filename, trust: null }) : none,
      state: `${signatureWords(check)}, key ${key_id}`,
    })),
  ]
  return (
    <ReportTable
      caption="Submissions and signatures"
      rows={rows}
      keyOf={({ ref }) => ref}
      columns={[
        { title: 'Ref', cell: ({ ref }) => ref },
        {
          title: 'Source',
          cell: ({ source, proof }) => (
            <>
              {source}
              <small>{proof}</small>
            </>
          ),
        },
        {
          title: 'Fetched',
          cell: ({ fetched }) => <span className="nowrap">{fetched ? timeOf(fetched) : 'not told'}</span>,
        },
        {
          title: 'Submission',
          cell: ({ id, state }) => (
            <>
              <span className="nowrap">{id}</span>
              <small>{state}</small>
            </>
          ),
        },
      ]}
    />
  )
}

type PaperFacts = { file: string | null; verified: boolean; trust: string | null }

const paperWords = ({ file, verified, trust }: PaperFacts) =>
  [file, trust && `trust ${trust.toLowerCase()}`, verified ? 'verified' : 'not verified']
    .filter(Boolean)
    .join(', ')
