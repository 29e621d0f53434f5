import type { Member } from '@payproof/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { dayOf, wordsOf } from '../../ui/format.ts'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { Empty } from '../../ui/states.tsx'
import { api, useOffsetList } from '../api.ts'
import { useFilters } from '../filters.ts'
import { ChangeDialog } from '../members/change-dialog.tsx'
import { InviteDialog } from '../members/invite-dialog.tsx'
import { RemoveAppDialog } from '../members/remove-app-dialog.tsx'
import { RemoveDialog } from '../members/remove-dialog.tsx'
import { RemovePasskeysDialog } from '../members/remove-passkeys-dialog.tsx'
import { SecondFactorPolicy } from '../members/second-factor-policy.tsx'
import { PageFrame } from '../page-frame.tsx'
import { OffsetTable } from '../query-state.tsx'
import { roleNames } from '../roles.ts'
import { useMember } from '../session.ts'

type Doing =
  | { what: 'invite' }
  | { what: 'change' | 'remove' | 'remove app' | 'remove passkeys'; member: Member }

const states: Partial<Record<Member['status'], { tone: Tone; words: string }>> = {
  confirmed: { tone: 'good', words: 'Active' },
  unconfirmed: { tone: 'warn', words: 'Invited' },
  archived: { tone: 'plain', words: 'Removed' },
}

const route = getRouteApi('/inside/members')

export function Page() {
  const [{ page = 1 }, setFilters] = useFilters(route.useSearch())
  const [doing, setDoing] = useState<Doing>()
  const { id: me, may } = useMember()
  const list = useOffsetList({
    key: ['members'],
    page,
    load: (query, options) => api.members.list(query, options).first(),
  })
  const onClose = () => setDoing(undefined)
  const actionsFor = (member: Member): MenuItem[] => [
    { label: 'Change role or sign-in', onSelect: () => setDoing({ what: 'change', member }) },
    // Members remove their own app and passkeys on the page of their account.
    ...(member.id === me
      ? []
      : [
          { label: 'Remove authenticator app', onSelect: () => setDoing({ what: 'remove app', member }) },
          { label: 'Remove passkeys', onSelect: () => setDoing({ what: 'remove passkeys', member }) },
        ]),
    { label: 'Remove', danger: true, onSelect: () => setDoing({ what: 'remove', member }) },
  ]
  // Only an Owner may change an Owner.
  const mayChange = ({ status, role }: Member) => status !== 'archived' && may('Admin') && may(role)

  return (
    <PageFrame
      title="Members"
      lead="Your team and their roles."
      actions={may('Admin') && <Button onClick={() => setDoing({ what: 'invite' })}>Invite a member</Button>}
    >
      <div className="panel panel-close">
        <OffsetTable
          list={list}
          onPage={(next) => setFilters({ page: next })}
          caption="Members of the team"
          rowsOf={({ members }) => members}
          keyOf={({ id }) => id}
          empty={<Empty title="No members yet" />}
          columns={[
            { title: 'Name', cell: (member) => <Name member={member} isMe={member.id === me} /> },
            { title: 'Role', cell: ({ role }) => roleNames[role] },
            { title: 'State', cell: ({ status }) => <State status={status} /> },
            {
              title: 'Second factor',
              cell: ({ mfa_status }) =>
                mfa_status === 'email' ? 'By email' : <Badge tone="warn">Off</Badge>,
            },
            { title: 'Added', cell: ({ created_at }) => dayOf(created_at) },
            {
              title: 'Actions',
              quiet: true,
              align: 'end',
              cell: (member) =>
                mayChange(member) && (
                  <Menu label={`Actions for ${member.name || member.email}`} items={actionsFor(member)} />
                ),
            },
          ]}
        />
      </div>
      {may('Admin') && <SecondFactorPolicy />}
      {doing?.what === 'invite' && <InviteDialog onClose={onClose} />}
      {doing?.what === 'change' && <ChangeDialog member={doing.member} onClose={onClose} />}
      {doing?.what === 'remove app' && <RemoveAppDialog member={doing.member} onClose={onClose} />}
      {doing?.what === 'remove passkeys' && <RemovePasskeysDialog member={doing.member} onClose={onClose} />}
      {doing?.what === 'remove' && <RemoveDialog member={doing.member} onClose={onClose} />}
    </PageFrame>
  )
}

const Name = ({ member: { name, email }, isMe }: { member: Member; isMe: boolean }) => (
  <div className="two-lines">
    <span>
      {name || email} {isMe && <span className="quiet">(you)</span>}
    </span>
    {name && <span className="quiet small">{email}</span>}
  </div>
)

function State({ status }: Pick<Member, 'status'>) {
  const { tone, words } = states[status] ?? { tone: 'bad', words: wordsOf(status) }
  return <Badge tone={tone}>{words}</Badge>
}
