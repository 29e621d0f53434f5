import type { ReportLink } from '@payproof/sdk'
import { useState } from 'react'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { timeOf } from '../../ui/format.ts'
import { Empty } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { api, queries, useOffsetList } from '../api.ts'
import { Confirm } from '../confirm.tsx'
import { OffsetTable } from '../query-state.tsx'
import { useUserId } from '../users/user-frame.tsx'
import { CreateLinkDialog } from './create-link-dialog.tsx'

const linksOf = (user_id: string) => ['users', user_id, 'report links']

const statuses: Record<ReportLink['status'], { tone: Tone; text: string }> = {
  open: { tone: 'good', text: 'Open' },
  expired: { tone: 'plain', text: 'Expired' },
  revoked: { tone: 'plain', text: 'Revoked' },
}

type Props = { page: number; onPage: (page: number) => void }

/** Lists the links to reports of a user; creates and revokes them. */
export function ShareLinks({ page, onPage }: Props) {
  const user_id = useUserId()
  const [dialog, setDialog] = useState<'create' | ReportLink>()
  const list = useOffsetList({
    key: linksOf(user_id),
    page,
    load: (query, options) => api.reports.listLinks(user_id, query, options).first(),
  })
  const reload = () => queries.invalidateQueries({ queryKey: linksOf(user_id) })
  const onClose = () => setDialog(undefined)
  const create = <Button onClick={() => setDialog('create')}>Create a link</Button>
  return (
    <section className="panel stack" aria-label="Share links">
      <h2>Share links</h2>
      <p>
        Anyone with a link can open the report as it was when the link was created, until the link expires or
        you revoke it. Every opening is in the audit log.
      </p>
      <OffsetTable
        list={list}
        onPage={onPage}
        caption="Share links"
        rowsOf={({ links }) => links}
        keyOf={({ link_id }) => link_id}
        empty={<Empty title="No links yet" />}
        columns={[
          { title: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
          { title: 'Expires', cell: ({ expires_at }) => <Time at={expires_at} /> },
          {
            title: 'Status',
            cell: ({ status }) => <Badge tone={statuses[status].tone}>{statuses[status].text}</Badge>,
          },
          { title: 'Opened', cell: openings },
          {
            title: 'Actions',
            quiet: true,
            align: 'end',
            cell: (link) =>
              link.status === 'open' && (
                <button type="button" className="tool" onClick={() => setDialog(link)}>
                  Revoke
                  <span className="visually-hidden">
                    {' '}
                    the link of <Time at={link.created_at} />
                  </span>
                </button>
              ),
          },
        ]}
      />
      <div className="actions">{create}</div>
      {dialog === 'create' && <CreateLinkDialog onCreated={reload} onClose={onClose} />}
      {dialog !== undefined && dialog !== 'create' && (
        <Confirm
          title="Revoke this link?"
          confirm="Revoke"
          danger
          act={() => api.reports.revokeLink(user_id, dialog.link_id)}
          onDone={() => {
            void reload()
            showToast('The link was revoked')
            onClose()
          }}
          onClose={onClose}
        >
          <p>The link stops working at once. You can’t undo this.</p>
        </Confirm>
      )}
    </section>
  )
}

function openings({ opened, last_opened_at }: ReportLink) {
  if (opened === 0 || last_opened_at === null) return 'Never'
  return `${opened === 1 ? 'Once' : `${opened} times`}, last ${timeOf(last_opened_at)}`
}
