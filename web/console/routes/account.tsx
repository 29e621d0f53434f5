import type { MemberSession } from '@payproof/sdk'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Empty } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { AuthenticatorApp } from '../account/authenticator-app.tsx'
import { ChangePasswordForm } from '../account/change-password.tsx'
import { Passkeys } from '../account/passkeys.tsx'
import { api, queries, useOffsetList } from '../api.ts'
import { Confirm } from '../confirm.tsx'
import { useFilters } from '../filters.ts'
import { PageFrame } from '../page-frame.tsx'
import { OffsetTable } from '../query-state.tsx'
import { endSession } from '../session.ts'

const route = getRouteApi('/inside/account')

export function Page() {
  const [{ page = 1 }, setFilters] = useFilters(route.useSearch())
  const [dialog, setDialog] = useState<'end all' | 'password'>()
  const closeDialog = () => setDialog(undefined)
  const list = useOffsetList({
    key: ['sessions'],
    page,
    load: (query, options) => api.members.listSessions(query, options).first(),
  })
  return (
    <PageFrame
      title="Your account"
      actions={
        <>
          <Button kind="secondary" onClick={() => setDialog('password')}>
            Change password
          </Button>
          <Button kind="secondary" onClick={() => setDialog('end all')}>
            Sign out everywhere
          </Button>
        </>
      }
    >
      <Passkeys />
      <AuthenticatorApp />
      <h2>Signed-in devices</h2>
      <p className="quiet">
        Browsers are signed out after 15 minutes without activity, API sessions after an hour.
      </p>
      <div className="panel panel-close">
        <OffsetTable
          list={list}
          onPage={(next) => setFilters({ page: next })}
          caption="Signed-in devices"
          rowsOf={({ sessions }) => sessions}
          keyOf={({ id }) => id}
          empty={<Empty title="No other device is signed in" />}
          columns={[
            { title: 'Device', cell: (session) => <Device session={session} /> },
            { title: 'Address', cell: ({ address }) => address ?? 'Unknown' },
            { title: 'Signed in', cell: ({ created_at }) => <Time at={created_at} /> },
            { title: 'Last used', cell: ({ last_used_at }) => <Time at={last_used_at} /> },
            {
              title: 'Actions',
              quiet: true,
              align: 'end',
              cell: (session) =>
                session.is_current ? <Badge tone="good">This device</Badge> : <EndButton session={session} />,
            },
          ]}
        />
      </div>
      {dialog === 'end all' && <EndAllDialog onClose={closeDialog} />}
      {dialog === 'password' && <PasswordDialog onClose={closeDialog} />}
    </PageFrame>
  )
}

function Device({ session: { kind, user_agent } }: { session: MemberSession }) {
  return (
    <div className="two-lines">
      <span>{kind === 'browser' ? 'Browser' : 'Program'}</span>
      <span className="quiet small">{user_agent ?? 'Unknown'}</span>
    </div>
  )
}

function EndButton({ session }: { session: MemberSession }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.members.endSession(session.id),
    onSuccess: () => showToast('The device was signed out'),
    onError: () => showToast('The device could not be signed out. Try again.'),
    onSettled: () => queries.invalidateQueries({ queryKey: ['sessions'] }),
  })
  return (
    <Button kind="secondary" busy={isPending} onClick={() => mutate()}>
      Sign out
    </Button>
  )
}

function PasswordDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Change your password" onClose={onClose}>
      <p className="quiet">You are signed out on every other device.</p>
      <ChangePasswordForm
        onDone={() => {
          void queries.invalidateQueries({ queryKey: ['sessions'] })
          showToast('Password changed')
          onClose()
        }}
        onCancel={onClose}
      />
    </Dialog>
  )
}

function EndAllDialog({ onClose }: { onClose: () => void }) {
  return (
    <Confirm
      title="Sign out everywhere?"
      confirm="Sign out everywhere"
      danger
      act={() => api.members.endOwnSessions({ keep_current: false })}
      onDone={() => {
        endSession()
        queries.clear()
      }}
      onClose={onClose}
    >
      <p>You are signed out on every device, including this one.</p>
    </Confirm>
  )
}
