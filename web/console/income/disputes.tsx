import type { JourneyNote } from '@payproof/sdk'
import { Badge } from '../../ui/badge.tsx'
import { dayOf, wordsOf } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { notesBySubmission, useIncomeSummary } from './summary.ts'

/** Returns what the applicant says about a submission. Empty while it loads. */
export function useDisputes(user_id: string) {
  const { data } = useIncomeSummary(user_id)
  const notes = data && notesBySubmission(data)
  return (submission_ids: readonly string[]) => submission_ids.flatMap((id) => notes?.get(id) ?? [])
}

/** Marks a figure that the applicant disputes; the text of the notes is its tooltip. */
export const Disputed = ({ notes }: { notes: readonly JourneyNote[] }) =>
  notes.length > 0 && (
    <span title={notes.map(({ text }) => text).join('\n')}>
      <Badge tone="warn">Disputed</Badge>
    </span>
  )

/** The applicant's notes in full, beside the figures they are about. */
export const DisputeNotice = ({ notes }: { notes: readonly JourneyNote[] }) =>
  notes.length > 0 && (
    <Notice tone="warn" title="The applicant disputes this">
      {notes.map(({ id, field, text, created_at }) => (
        <p key={id} className="note-text">
          {field !== 'other' && <strong>{wordsOf(field)}: </strong>}
          {text} <span className="quiet small">{dayOf(created_at)}</span>
        </p>
      ))}
    </Notice>
  )
