import type { DocumentUnread } from '@payproof/sdk'
import { Badge } from '../../ui/badge.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Marks a document that could not be read, in lists. */
export const UnreadBadge = () => <Badge tone="warn">Not read</Badge>

const valueNames: Record<string, string> = {
  pay_date: 'the pay date',
  net_pay: 'the net pay',
  transactions: 'the transactions',
}

/** Says what could not be read, and that a person has to look at the document. */
export const UnreadNotice = ({ unread: { missing } }: { unread: DocumentUnread }) => (
  <Notice tone="warn" title="This document could not be read">
    <p>
      We could not find {listed(missing.map((value) => valueNames[value] ?? value))}. The applicant sent the
      document anyway, so look at it. No figure of it counts.
    </p>
  </Notice>
)

const listed = (values: string[]) =>
  values.length === 0
    ? 'all required values'
    : new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(values)
