import type { IncomeSummary } from '@payproof/sdk'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { useUserId } from '../users/user-frame.tsx'
import './findings.css'
import { InclusionButton, useInclusion } from './inclusion.tsx'
import type { SummaryFinding } from './summary.ts'

const severities: Record<SummaryFinding['severity'], { tone: Tone; words: string }> = {
  high: { tone: 'bad', words: 'High risk' },
  medium: { tone: 'warn', words: 'Check' },
  low: { tone: 'plain', words: 'Note' },
}

/** Number of findings shown before the rest is folded. The worst come first. */
const maxShown = 5

/** Lists every risk, worst first, each with a link to its evidence. */
export function Findings({ summary }: { summary: IncomeSummary }) {
  const [showsAll, setShowsAll] = useState(false)
  const { findings } = summary
  if (findings.length === 0) return null
  const shown = showsAll ? findings : findings.slice(0, maxShown)
  return (
    <section className="panel findings" data-worst={findings[0]?.severity} aria-labelledby="findings">
      <h2 id="findings">{findings.length === 1 ? '1 finding' : `${findings.length} findings`}</h2>
      <ul>
        {shown.map((finding, index) => (
          // Findings have no id, and their order is stable.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above.
          <li key={index}>
            <Badge tone={severities[finding.severity].tone}>{severities[finding.severity].words}</Badge>
            <Finding finding={finding} summary={summary} />
          </li>
        ))}
      </ul>
      {findings.length > shown.length && (
        <div>
          <Button kind="quiet" onClick={() => setShowsAll(true)}>
            Show all {findings.length} findings
          </Button>
        </div>
      )}
    </section>
  )
}

function Finding({ finding, summary }: { finding: SummaryFinding; summary: IncomeSummary }) {
  const { code, message, action, document_id, submission_ids } = finding
  const isIncluded = code === 'document-included'
  const isChecked = code === 'unread-document-checked'
  const notes =
    code === 'disputed'
      ? summary.notes.filter(
          ({ submission_id, field }) =>
            submission_ids.includes(submission_id) && finding.fields.includes(field),
        )
      : []
  return (
    <div className="finding">
      <p>
        {message} <span className="quiet">{action}</span>
      </p>
      {notes.map(({ id, text }) => (
        <p key={id} className="note-text">
          “{text}”
        </p>
      ))}
      {(isIncluded || isChecked) && document_id && <InclusionReason document_id={document_id} />}
      <div className="finding-links">
        <Evidence finding={finding} />
        {document_id && (isIncluded || code === 'document-low-trust') && (
          <InclusionButton document_id={document_id} isIncluded={isIncluded} />
        )}
        {document_id && (isChecked || code === 'unread-document') && (
          <InclusionButton document_id={document_id} isIncluded={isChecked} isUnread />
        )}
      </div>
    </div>
  )
}

function InclusionReason({ document_id }: { document_id: string }) {
  const inclusion = useInclusion(document_id)
  return inclusion ? <p className="note-text">Reason: {inclusion.reason}</p> : null
}

/** Pages with the evidence of findings that are not about one document or payslip. */
const pages = {
  'tax-year-differs': { path: '/users/$user_id/tax', label: 'Compare tax years' },
  'income-not-in-bank': { path: '/users/$user_id/statements', label: 'See bank statements' },
  disputed: { path: '/users/$user_id/notes', label: 'Read the note' },
  gap: { path: '/users/$user_id/payslips', label: 'See payslips' },
  'falling-pay': { path: '/users/$user_id/income', label: 'See months' },
  'mostly-variable': { path: '/users/$user_id/income', label: 'See months' },
  'no-current-income': { path: '/users/$user_id/payslips', label: 'See payslips' },
} as const

function Evidence({
  finding: { code, document_id, locations, submission_ids },
}: {
  finding: SummaryFinding
}) {
  const user_id = useUserId()
  if (code === 'values-corrected' && !document_id)
    return (
      <Link to="/users/$user_id/documents" params={{ user_id }}>
        See documents
      </Link>
    )
  if (document_id)
    return (
      <Link
        to="/users/$user_id/documents/$document_id"
        params={{ user_id, document_id }}
        search={
          code === 'values-corrected' || code.startsWith('unread-document')
            ? {}
            : { show: 'findings', page: locations[0]?.page === 1 ? undefined : locations[0]?.page }
        }
      >
        View in document
      </Link>
    )
  const page = pages[code as keyof typeof pages]
  const [submission_id] = submission_ids
  if (page)
    return (
      <Link to={page.path} params={{ user_id }}>
        {page.label}
      </Link>
    )
  if (submission_id)
    return (
      <Link to="/users/$user_id/payslips/$submission_id" params={{ user_id, submission_id }}>
        See the payslip
      </Link>
    )
  return null
}
