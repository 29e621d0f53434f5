import type { IncomeSummary, SubmissionProvenance } from '@payproof/sdk'
import { Link } from '@tanstack/react-router'
import { Badge } from '../../ui/badge.tsx'
import { countOf, dayOf } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { shownText, wordsOfPath } from '../documents/marks.ts'
import { useUserId } from '../users/user-frame.tsx'
import { useIncomeSummary } from './summary.ts'

type CorrectedDocument = IncomeSummary['corrections'][number]
export type CorrectedPart = CorrectedDocument['parts'][number]

/** Returns the documents with corrected values among some submissions. Empty while the summary loads. */
export function useCorrections(user_id: string) {
  const { data } = useIncomeSummary(user_id)
  return (submission_ids: readonly string[], part?: CorrectedPart) =>
    data?.corrections.filter(
      ({ submission_id, parts }) =>
        submission_ids.includes(submission_id) && (part === undefined || parts.includes(part)),
    ) ?? []
}

const authors: Record<CorrectedDocument['corrected_by'][number], string> = {
  member: 'a member',
  api_key: 'the API',
}

const describe = ({ type, corrected_values, corrected_by, last_corrected_at }: CorrectedDocument) =>
  `${type === 'payslip' ? 'Payslip' : 'Bank statement'}: ${countOf(corrected_values)} ${
    corrected_values === 1 ? 'value' : 'values'
  } corrected by ${corrected_by.map((kind) => authors[kind]).join(' and ')}, last on ${dayOf(last_corrected_at)}`

/** Marks a figure that uses corrected values; its tooltip says who corrected them and when. */
export const Corrected = ({ documents }: { documents: readonly CorrectedDocument[] }) =>
  documents.length > 0 && (
    <span title={documents.map(describe).join('\n')}>
      <Badge tone="warn">Corrected</Badge>
    </span>
  )

/** Lists the values of a submission that are not as read, with author and day. */
export function CorrectionNotice({ provenance }: { provenance: SubmissionProvenance }) {
  const user_id = useUserId()
  const corrected = provenance.values.flatMap(({ path, correction }) =>
    correction?.action === 'corrected' ? [{ path, correction }] : [],
  )
  const document_id = provenance.document?.document_id
  if (corrected.length === 0 || !document_id) return null
  return (
    <Notice
      tone="warn"
      title={
        corrected.length === 1
          ? 'Your team corrected a value'
          : `Your team corrected ${countOf(corrected.length)} values`
      }
    >
      <p>Figures use the corrected values. The document does not prove them.</p>
      <ul className="corrected-values">
        {corrected.map(({ path, correction: { reading, by, at } }) => (
          <li key={path}>
            {wordsOfPath(path).slice(-2).join(' › ')}: read as{' '}
            <strong>{reading === null ? 'nothing' : shownText(reading)}</strong>, corrected by{' '}
            {authors[by.kind]} on {dayOf(at)}
          </li>
        ))}
      </ul>
      <Link to="/users/$user_id/documents/$document_id" params={{ user_id, document_id }}>
        View in document
      </Link>
    </Notice>
  )
}
