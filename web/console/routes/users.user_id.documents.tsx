import type { Document } from '@payproof/sdk'
import { getRouteApi, Link } from '@tanstack/react-router'
import { SelectField } from '../../ui/field.tsx'
import { countOf } from '../../ui/format.ts'
import { shortened } from '../../ui/short-id.tsx'
import { sizeOf } from '../../ui/size.ts'
import { Empty } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { api, useOffsetList } from '../api.ts'
import { kindOf, Trust, typeNames } from '../documents/trust-badge.tsx'
import { UnreadBadge } from '../documents/unread-notice.tsx'
import { oneOf, useFilters } from '../filters.ts'
import { checkedDocuments, useIncomeSummary } from '../income/summary.ts'
import { OffsetTable } from '../query-state.tsx'
import { useMember } from '../session.ts'
import { UserFrame, useUserId } from '../users/user-frame.tsx'

const anyType = { value: '', label: 'All kinds' }
const types = Object.entries(typeNames).map(([value, label]) => ({ value, label }))
const readType = oneOf<Document['type']>('payslip', 'bank_statement')

const route = getRouteApi('/inside/users/$user_id/documents')

export function Page() {
  return <UserFrame>{() => <Documents />}</UserFrame>
}

function Documents() {
  const user_id = useUserId()
  const [{ page = 1, type }, setFilters] = useFilters(route.useSearch())
  const { may } = useMember()
  const { data: summary } = useIncomeSummary(user_id, may('FullMember', 'Underwriter'))
  const checked = summary ? checkedDocuments(summary) : new Set<string>()
  const filters = { user_id, ...(type && { type }) }
  const list = useOffsetList({
    key: ['documents', filters],
    page,
    first: 0,
    load: (query, options) => api.documents.list({ ...filters, ...query }, options).first(),
  })
  return (
    <>
      <form className="filters">
        <SelectField
          label="Kind"
          value={type ?? ''}
          options={[anyType, ...types]}
          onChange={(event) => setFilters({ type: readType(event.target.value) })}
        />
      </form>
      <div className="panel panel-close">
        <OffsetTable
          list={list}
          onPage={(next) => setFilters({ type, page: next })}
          caption="Documents"
          rowsOf={({ documents }) => documents}
          keyOf={({ id }) => id}
          empty={
            <Empty title={type ? `No ${typeNames[type].toLowerCase()} yet` : 'No document yet'}>
              <p>Documents uploaded by the person, or by you through the API.</p>
            </Empty>
          }
          columns={[
            { title: 'Document', cell: (document) => <Name document={document} /> },
            {
              title: 'Kind',
              cell: (document) => <Kind document={document} isChecked={checked.has(document.id)} />,
            },
            { title: 'Uploaded', cell: ({ created_at }) => <Time at={created_at} /> },
            { title: 'Pages', align: 'end', cell: ({ pages }) => countOf(pages) },
            { title: 'Size', align: 'end', cell: ({ bytes }) => sizeOf(bytes) },
            { title: 'Trust', cell: ({ trust_score }) => <Trust score={trust_score} /> },
          ]}
        />
      </div>
    </>
  )
}

const Kind = ({ document, isChecked }: { document: Document; isChecked: boolean }) => (
  <span className="badges">
    {kindOf(document)}
    {document.unread && <UnreadBadge isChecked={isChecked} />}
  </span>
)

/** Shows the file name, or the document id for members with the Support role, who may not see file names. */
const Name = ({ document: { id, user_id, file_name, external_id } }: { document: Document }) => (
  <div className="two-lines">
    <Link to="/users/$user_id/documents/$document_id" params={{ user_id, document_id: id }}>
      {file_name ?? <code>{shortened(id)}</code>}
    </Link>
    {external_id && <span className="quiet small">{external_id}</span>}
  </div>
)
