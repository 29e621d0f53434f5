import type { ReviewRow } from '@payproof/sdk'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { TableColumn } from '../../ui/data-table.tsx'
import { dayOf, moneyOf } from '../../ui/format.ts'
import { shortened } from '../../ui/short-id.tsx'
import type { useCursorList } from '../api.ts'
import { CursorTable } from '../query-state.tsx'
import { useMember } from '../session.ts'
import { FlagBadges, type UserFlag, useFlags } from '../users/flags.tsx'
import { FindingBadge, StatusBadge } from './labels.tsx'
import type { QueueSort, ReviewSort } from './queue-query.ts'
import { AdviceBadge } from './rule-labels.tsx'

/** Name of a user of the queue, or the id for roles that may not see names. */
export const queueName = ({ forename, surname, user_id }: ReviewRow) =>
  [forename, surname].filter(Boolean).join(' ') || shortened(user_id)

type Props = {
  list: ReturnType<typeof useCursorList<{ reviews: ReviewRow[]; next_cursor: string | null }>>
  sorting: QueueSort
  onSort: (next: QueueSort) => void
  onCursor: (cursor: string | undefined) => void
  empty: ReactNode
}

/** The users of the work queue with sortable columns. */
export function QueueTable({ list, sorting, onSort, onCursor, empty }: Props) {
  const { may } = useMember()
  const seesPeople = may('FullMember', 'Underwriter')
  const flags = useFlags(list.query.data?.reviews.map(({ user_id }) => user_id) ?? [])
  const sortBy = (sort: ReviewSort | undefined) => ({
    direction: sorting.sort === sort ? (sorting.direction ?? ('desc' as const)) : undefined,
    onSort: () =>
      onSort({ sort, direction: sorting.sort === sort && !sorting.direction ? 'asc' : undefined }),
  })
  const columns: TableColumn<ReviewRow>[] = [
    {
      title: seesPeople ? 'Name' : 'User',
      phone: 'lead',
      cell: (row) => (
        <div className="queue-name">
          <Link to="/users/$user_id" params={{ user_id: row.user_id }}>
            {queueName(row)}
          </Link>
          {row.ext_id && <span className="quiet small">{row.ext_id}</span>}
        </div>
      ),
    },
    {
      title: 'Status',
      phone: seesPeople ? 'line' : 'end',
      sort: sortBy('status'),
      cell: ({ status, decision }) => <StatusBadge status={status} decision={decision} />,
    },
    ...(seesPeople ? moneyColumns(sortBy('annual_gross')) : []),
    {
      title: 'Worst finding',
      phone: 'line',
      sort: sortBy('severity'),
      cell: (row) => riskOf(row, flags.get(row.user_id)) ?? none,
    },
    ...(seesPeople
      ? [
          {
            title: 'Assignee',
            phone: 'hide' as const,
            sort: sortBy('assignee'),
            cell: ({ assignee }: ReviewRow) => assignee?.name ?? none,
          },
        ]
      : []),
    {
      title: 'Updated',
      phone: 'line',
      sort: sortBy(undefined),
      cell: ({ updated_at }) => <span className="nowrap">{dayOf(updated_at)}</span>,
    },
    {
      title: 'Actions',
      phone: 'hide',
      quiet: true,
      align: 'end',
      cell: (row) =>
        may('FullMember') && (
          <Link to="/users/$user_id/connect" params={{ user_id: row.user_id }}>
            Connect<span className="visually-hidden"> {queueName(row)}</span>
          </Link>
        ),
    },
  ]
  return (
    <CursorTable
      list={list}
      onCursor={onCursor}
      caption="Users"
      rowsOf={({ reviews }) => reviews}
      keyOf={({ user_id }) => user_id}
      empty={empty}
      pagerLabels={{ back: 'Previous', forth: 'Next' }}
      columns={columns}
    />
  )
}

/** A cell without a value. A phone leaves it out. */
const none = <span className="none">—</span>

/** The worst finding, the other reasons to look at the user, and the advice of the client's rules. */
function riskOf({ finding, advice }: ReviewRow, flags: readonly UserFlag[] = []) {
  const others = flags.filter(({ code }) => code !== finding?.code)
  if (!finding && others.length === 0 && advice === 'none') return undefined
  return (
    <div className="queue-risk">
      {finding && <FindingBadge finding={finding} />}
      <FlagBadges flags={others} />
      {advice !== 'none' && <AdviceBadge advice={advice} />}
    </div>
  )
}

const moneyColumns = (sort: TableColumn<ReviewRow>['sort']): TableColumn<ReviewRow>[] => [
  { title: 'Employer', phone: 'line', cell: ({ employer }) => employer ?? none },
  {
    title: 'Gross a year',
    phone: 'end',
    align: 'end',
    ...(sort && { sort }),
    cell: ({ annual_gross }) => (annual_gross === null ? none : moneyOf(annual_gross)),
  },
]
