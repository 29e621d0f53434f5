import type { DocumentUnread } from '@payproof/sdk'
import { Badge } from '../../ui/badge.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Time } from '../../ui/time.tsx'
import { InclusionButton, useInclusion } from '../income/inclusion.tsx'

/** Marks a document that could not be read, in lists. */
export const UnreadBadge = ({ isChecked }: { isChecked: boolean }) =>
  isChecked ? <Badge>Not read, checked</Badge> : <Badge tone="warn">Not read</Badge>

const valueNames: Record<string, string> = {
  pay_date: 'the pay date',
  net_pay: 'the net pay',
  transactions: 'the transactions',
}

type Props = { document_id: string; unread: DocumentUnread }

/** Says what could not be read, and whether a member of the team has looked at the document. */
export function UnreadNotice({ document_id, unread: { missing } }: Props) {
  const checked = useInclusion(document_id)
  return (
    <Notice tone={checked ? 'note' : 'warn'} title="This document could not be read">
      <p>
        We could not find {listed(missing.map((value) => valueNames[value] ?? value))}. The applicant sent the
        document anyway{checked ? '' : ', so look at it'}. No figure of it counts.
      </p>
      {checked && (
        <p>
          Checked by your team on <Time at={checked.included_at} />: “{checked.reason}”
        </p>
      )}
      <div className="actions">
        <InclusionButton document_id={document_id} isIncluded={checked !== undefined} isUnread />
      </div>
    </Notice>
  )
}

const listed = (values: string[]) =>
  values.length === 0
    ? 'all required values'
    : new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(values)
